"""WebAuthn: the options that a browser gets, and whether what it answers is true.

The package `webauthn` does the work; a server without it has no passkeys.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from fastapi import Request

from parlour.errors import ParlourError
from parlour.web.settings import Settings
from parlour.web.store.passkey_store import LIFETIME, Passkey
from parlour.web.store.persons import Person

TIMEOUT = round(1000 * LIFETIME)  # ms in which the browser expects an answer


class WrongPasskey(ParlourError):
    """A browser's answer proves nothing."""

    def __init__(self) -> None:
        super().__init__("this passkey does not fit: try again, or use another one")


@dataclass(frozen=True)
class RelyingParty:
    """For whom browsers make passkeys: a host name, and the origin of its pages."""

    id: str
    origin: str


@cache
def _is_installed() -> bool:
    return find_spec("webauthn") is not None


def relying_party(request: Request) -> RelyingParty | None:
    """The host of a request; None where browsers have no passkeys: without TLS, at an IP address.

    Of a proxy that is not trusted to report TLS, the configured address of the server is believed.
    """
    settings: Settings = request.app.state.settings
    site = urlsplit(settings.mailer.site if settings.mailer else "")
    host = (request.url.hostname or "").lower()
    url = site if site.hostname == host else request.url
    if not _is_installed() or _is_address(host) or (url.scheme != "https" and host != "localhost"):
        return None
    return RelyingParty(host, f"{url.scheme}://{url.netloc}".lower())


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def creation_options(
    party: RelyingParty, person: Person, passkeys: Sequence[Passkey]
) -> tuple[dict[str, Any], bytes]:
    """What a browser needs to make a passkey of a person, and the challenge in it."""
    from webauthn import base64url_to_bytes, generate_registration_options
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Parlour",
        user_name=person.name or "somebody",
        user_id=person.id.encode(),
        timeout=TIMEOUT,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(base64url_to_bytes(passkey.id)) for passkey in passkeys
        ],
    )
    return _payload(options), options.challenge


def request_options(party: RelyingParty) -> tuple[dict[str, Any], bytes]:
    """What a browser needs to sign in with any of its passkeys, and the challenge in it."""
    from webauthn import generate_authentication_options
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party.id, timeout=TIMEOUT, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _payload(options), options.challenge


def _payload(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json

    payload: dict[str, Any] = json.loads(options_to_json(options))
    return payload


def check_new(
    party: RelyingParty, answer: dict[str, Any], challenge: bytes
) -> tuple[str, bytes, int]:
    """Id, public key and sign count of the passkey that a browser made; raises WrongPasskey."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    try:
        found = verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # foreign CBOR, keys and certificates fail in many ways
        raise WrongPasskey from error
    return bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count


def check_use(
    party: RelyingParty, answer: dict[str, Any], challenge: bytes, passkey: Passkey
) -> int:
    """The new sign count of a passkey that signed the challenge; raises WrongPasskey."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import parse_authentication_credential_json

    try:
        credential = parse_authentication_credential_json(answer)
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception as error:
        raise WrongPasskey from error
    if credential.id != passkey.id or credential.response.user_handle != passkey.person_id.encode():
        raise WrongPasskey
    return found.new_sign_count
