"""Secrets: links to seats and names of browsers. They are long, random, and kept only as digests."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

LONG = 32  # bytes of a secret
SHORT = 9  # bytes of a game's name, which is no secret but cannot be guessed either


def new_secret() -> str:
    """A fresh secret, fit for an address."""
    return secrets.token_urlsafe(LONG)


def new_name() -> str:
    """A fresh name for a game."""
    return secrets.token_urlsafe(SHORT)


def digest(secret: str) -> str:
    """What is kept of a secret. It needs no salt: the secret itself is random."""
    return sha256(secret.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two digests are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
