"""Secrets: links to seats, and names of browsers. They are long, random, and never written to a log.

A seat's secret is not kept anywhere: it is made of the database's key, the game and the seat, and made
again to be compared. Of a browser's name only a digest is kept.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
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
    """The stored digest of a secret. It needs no salt: the secret itself is random."""
    return sha256(secret.encode()).hexdigest()


def derived(key: str, what: str) -> str:
    """The secret that a key makes of `what`, fit for an address; it tells nothing of other ones."""
    made = hmac.digest(key.encode(), what.encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


@lru_cache(maxsize=1 << 12)
def seat_secret(key: str, game_id: str, seat: int) -> str:
    """The secret of a seat's link."""
    return derived(key, f"{game_id}/{seat}")


@lru_cache(maxsize=1 << 12)
def bot_seed(key: str, game_id: str, seat: int) -> int:
    """The seed of a seat's bot, 62 bits: unknowable without the key."""
    made = hmac.digest(key.encode(), f"bot/{game_id}/{seat}".encode(), "sha256")
    return int.from_bytes(made[:8], "big") >> 2


def opens_with(expected: str, secret: str) -> bool:
    """Whether `secret` is the expected one, found out in a time that does not tell where it differs."""
    return hmac.compare_digest(expected.encode(), secret.encode())


def opens(key: str, game_id: str, seat: int, secret: str) -> bool:
    """Whether `secret` is that of the seat, found out in a time that does not tell where it differs."""
    return opens_with(seat_secret(key, game_id, seat), secret)
