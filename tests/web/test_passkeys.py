"""Passkeys: a name survives a lost browser, and nobody signs in with what is not theirs."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from selenium.webdriver.common.by import By
from sqlalchemy import func, select

from parlour.web.people import passkey_check
from parlour.web.store import administration, passkey_store
from parlour.web.store.schema import passkey_challenges, passkeys
from tests.web.driving import Browser as Chromium
from tests.web.driving import ServerProcess, needs_chromium, until
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, game, server

__all__ = ["at", "server"]

PATH, REMOVE, HOST = "/api/passkeys", "/me/passkeys/remove", "localhost"
PRESENT, VERIFIED, ATTESTED = 1, 4, 64  # flags


def text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def content(text: str) -> bytes:
    return urlsafe_b64decode(text + "==")


class Device:
    """An authenticator with one passkey, made for `user`."""

    def __init__(self) -> None:
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.user, self.uses, self.flags, self.host = b"", 0, PRESENT | VERIFIED, HOST
        self.origin = f"http://{HOST}"

    def _data(self, flags: int) -> bytes:
        return sha256(self.host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        asked = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}
        return json.dumps(asked).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        told = {name: text(each) for name, each in response.items()}
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": told}

    def create(self, options: Any) -> dict[str, Any]:
        self.user = content(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        cose = {
            1: 2,
            3: -7,
            -1: 1,
            -2: point.x.to_bytes(32, "big"),
            -3: point.y.to_bytes(32, "big"),
        }
        own = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        statement = {
            "fmt": "none",
            "attStmt": {},
            "authData": self._data(self.flags | ATTESTED) + own,
        }
        return self._answer(
            clientDataJSON=self._client("create", options["challenge"]),
            attestationObject=cbor2.dumps(statement),
        )

    def use(self, options: Any) -> dict[str, Any]:
        self.uses += 1
        data, client = self._data(self.flags), self._client("get", options["challenge"])
        signed = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=client, authenticatorData=data, signature=signed, userHandle=self.user
        )


def named(at: Server, name: str) -> Browser:
    player = Browser(at, name)
    assert player.about(name=name).status_code == 303
    return player


def add(player: Browser, device: Device) -> Any:
    return player.send(PATH, **device.create(player.send(f"{PATH}/new").json()))


def sign_in(player: Browser, device: Device) -> Any:
    return player.send(f"{PATH}/sign-in", **device.use(player.send(f"{PATH}/request").json()))


def is_signed_in(player: Browser, name: str) -> bool:
    return f'value="{name}"' in player.get("/me").text


def test_the_same_person_plays_on_in_another_browser(at: Server) -> None:
    one, two, device = named(at, "Pia"), named(at, "Quin"), Device()
    room = game(at, one, two)
    study = one.send("/api/studies", game="hex:size=3").json()["id"]
    assert add(one, device).json() == {"name": "Pia"}
    assert "added on" in one.get("/me").text
    (exported,) = one.get("/me/export").json()["person"]["passkeys"]
    assert exported["id"] == text(device.id)
    found = Browser(at, "found")
    assert sign_in(found, device).json() == {"name": "Pia"}
    assert is_signed_in(found, "Pia")
    assert found.send(f"/api/games/{room.id}/moves", move="a1").status_code == 200
    assert f"/study/{study}" in found.get("/study").text
    assert sign_in(Browser(at, "third"), device).status_code == 200
    assert is_signed_in(one, "Pia")


def in_another_browser(player: Browser, device: Device) -> Any:
    options = Browser(player.at, "victim").send(f"{PATH}/request").json()
    return player.send(f"{PATH}/sign-in", **device.use(options))


def without_challenge(player: Browser, device: Device) -> Any:
    return player.send(f"{PATH}/sign-in", **device.use({"challenge": text(b"x" * 64)}))


def from_a_foreign_origin(player: Browser, device: Device) -> Any:
    device.origin = "http://localhost.example"
    return sign_in(player, device)


def for_a_foreign_host(player: Browser, device: Device) -> Any:
    device.host = "example.org"
    return sign_in(player, device)


def without_verification(player: Browser, device: Device) -> Any:
    device.flags = PRESENT
    return sign_in(player, device)


def by_a_copy(player: Browser, device: Device) -> Any:
    assert sign_in(Browser(player.at, "owner"), device).status_code == 200
    device.uses -= 1
    return sign_in(player, device)


def with_another_key(player: Browser, device: Device) -> Any:
    device.key = ec.generate_private_key(ec.SECP256R1())
    return sign_in(player, device)


def for_another_person(player: Browser, device: Device) -> Any:
    device.user = b"somebody-else"
    return sign_in(player, device)


def after_removal(player: Browser, device: Device) -> Any:
    at, key = player.at, text(device.id)
    passkey = call(at, passkey_store.load, at.app.state.store, key)
    call(at, passkey_store.remove, at.app.state.store, passkey.person_id, key)
    return sign_in(player, device)


@pytest.mark.parametrize(
    "attack",
    [
        in_another_browser,
        without_challenge,
        from_a_foreign_origin,
        for_a_foreign_host,
        without_verification,
        by_a_copy,
        with_another_key,
        for_another_person,
        after_removal,
    ],
)
def test_attacks_on_signing_in(at: Server, attack: Callable[[Browser, Device], Any]) -> None:
    owner, eve, device = named(at, f"Rosa {attack.__name__[:20]}"), Browser(at, "eve"), Device()
    assert add(owner, device).status_code == 200
    answer = attack(eve, device)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] in ("wrong-passkey", "unknown-passkey")
    assert 'value="Rosa' not in eve.get("/me").text


def test_an_answer_is_taken_once(at: Server) -> None:
    owner, device, other = named(at, "Sven"), Device(), Browser(at, "other")
    add(owner, device)
    answer = device.use(other.send(f"{PATH}/request").json())
    statuses = [other.send(f"{PATH}/sign-in", **answer).status_code for _ in range(2)]
    assert statuses == [200, 422]


def test_a_passkey_is_added_once_and_by_its_person_only(at: Server) -> None:
    owner, other, device = named(at, "Tilda"), named(at, "Uwe"), Device()
    answer = device.create(owner.send(f"{PATH}/new").json())
    assert other.send(PATH, **answer).status_code == 422
    assert owner.send(PATH, **answer).status_code == 200
    assert owner.send(PATH, **answer).status_code == 422
    assert add(other, device).status_code == 422  # with the id of a known one
    device.user = content(owner.send(f"{PATH}/new").json()["user"]["id"])
    foreign = Device()
    foreign.origin = "https://example.org"
    assert add(owner, foreign).status_code == 422
    assert Browser(at, "nobody").send(f"{PATH}/new").status_code == 409
    other.post(REMOVE, id=text(device.id))
    assert sign_in(Browser(at, "still"), device).status_code == 200
    owner.post(REMOVE, id=text(device.id))
    assert "added on" not in owner.get("/me").text


@pytest.mark.parametrize(
    "wrong", [{}, {"id": 5}, {"id": "x", "response": []}, {"response": {"a": {}}}]
)
def test_answers_that_are_none(at: Server, wrong: dict[str, Any]) -> None:
    player = named(at, f"V{len(str(wrong))}")
    for path, ask in ((PATH, "new"), (f"{PATH}/sign-in", "request")):
        player.send(f"{PATH}/{ask}")
        assert player.send(path, **wrong).status_code == 422


def test_other_sites_and_addresses_are_refused(at: Server) -> None:
    player, evil = named(at, "Willa"), {"Origin": "https://example.org"}
    for path in (PATH, f"{PATH}/new", f"{PATH}/request", f"{PATH}/sign-in", REMOVE):
        answer = player._asking().post(path, json={}, headers=evil)
        assert answer.status_code == 403
    address = {"Host": "127.0.0.1", "Origin": "http://127.0.0.1"}
    assert player._asking().post(f"{PATH}/request", headers=address).status_code == 409
    assert "need https" in player._asking().get("/me", headers={"Host": "127.0.0.1"}).text


def test_challenges_are_few_and_short(at: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    store = at.app.state.store
    count = select(func.count()).select_from(passkey_challenges)
    monkeypatch.setattr(passkey_store, "MOST_CHALLENGES", 3)
    for number in range(6):
        Browser(at, str(number)).send(f"{PATH}/request")
    monkeypatch.setattr(passkey_store, "LIFETIME", -1.0)
    late, device = Browser(at, "late"), Device()
    options = late.send(f"{PATH}/request").json()
    assert call(at, store.read, lambda connection: connection.execute(count).scalar()) <= 3
    assert late.send(f"{PATH}/sign-in", **device.use(options)).status_code == 422


def test_passkeys_go_with_their_person(at: Server) -> None:
    owner, device, store = named(at, "Xaver"), Device(), at.app.state.store
    add(owner, device)
    person = call(at, store.read, lambda c: administration.find_person(c, "Xaver"))
    call(at, store.write, lambda c: administration.remove_person(c, "test", person, [owner.digest]))
    left = select(passkeys.c.id).where(passkeys.c.person_id == person.id)
    assert call(at, store.read, lambda c: c.execute(left).all()) == []
    assert sign_in(Browser(at, "late"), device).status_code == 422


def test_no_server_needs_the_package(at: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkey_check, "_is_installed", lambda: False)
    player = named(at, "Yara")
    assert player.send(f"{PATH}/request").status_code == 409
    assert "data-passkey" not in player.get("/me").text


@needs_chromium
@pytest.mark.long
def test_a_name_survives_a_lost_browser(served: ServerProcess, browser: Chromium) -> None:
    """A device with a passkey is at two browsers, as a phone or a password manager is."""
    served_at = served.url.replace("127.0.0.1", "localhost")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options = {**device, "hasUserVerification": True, "isUserVerified": True}
    browser.driver.execute_cdp_cmd("WebAuthn.enable", {})
    browser.driver.execute_cdp_cmd("WebAuthn.addVirtualAuthenticator", {"options": options})

    def name() -> str:
        browser.open(f"{served_at}/me")
        return str(browser.script("return document.querySelector('input[name=name]').value"))

    assert name() == ""
    browser.driver.find_element(By.NAME, "name").send_keys("Zelda")
    browser.press(".me form .button.main")
    until(lambda: "Saved" in browser.text("main"))
    browser.open(f"{served_at}/new/hex")
    browser.press("form .button.main")
    until(lambda: "/games/" in browser.driver.current_url)
    game = browser.driver.current_url
    assert name() == "Zelda"
    browser.press("[data-passkey=new]")
    until(lambda: "added on" in browser.text("#passkeys"))
    browser.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})  # a browser is lost
    assert name() == ""
    browser.press("[data-passkey=request]")
    until(lambda: "added on" in browser.text("#passkeys"))
    assert name() == "Zelda"
    browser.open(served_at)
    assert game.rpartition("/")[2] in browser.script("return document.body.innerHTML")
    browser.open(f"{served.url}/me")
    assert "need https" in browser.text("main")
    browser.driver.execute_cdp_cmd("WebAuthn.disable", {})
