"""Secrets of seats and browsers: long, random and never logged.

A seat's secret is not stored: it is derived from the database's key, the game and the seat. Of a
browser's cookie only a digest is stored.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

LONG = 32  # bytes of a secret
SHORT = 9  # bytes of a game's id, which is public but cannot be guessed


def new_secret() -> str:
    """A new secret for a URL."""
    return secrets.token_urlsafe(LONG)


def new_name() -> str:
    """A new id for a game, study or match."""
    return secrets.token_urlsafe(SHORT)


def digest(secret: str) -> str:
    """The stored digest of a secret; random secrets need no salt."""
    return sha256(secret.encode()).hexdigest()


def derive_secret(key: str, purpose: str) -> str:
    """Derive the secret for a purpose from a key; it reveals nothing about other secrets."""
    code = hmac.digest(key.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(code).decode().rstrip("=")


def seat_purpose(game_id: str, seat: int) -> str:
    """The purpose of a seat's link."""
    return f"{game_id}/{seat}"


def renewed_purpose(purpose: str, renewed: int) -> str:
    """The purpose of a link whose secret was renewed so often."""
    return f"{purpose}/renewed/{renewed}" if renewed else purpose


@lru_cache(maxsize=1 << 12)
def seat_secret(key: str, game_id: str, seat: int, renewed: int = 0) -> str:
    """The secret of a seat's link, which was renewed so often."""
    return derive_secret(key, renewed_purpose(seat_purpose(game_id, seat), renewed))


@lru_cache(maxsize=1 << 12)
def bot_seed(key: str, game_id: str, seat: int) -> int:
    """The 62-bit seed of a bot in a seat; it cannot be computed without the key."""
    code = hmac.digest(key.encode(), f"bot/{game_id}/{seat}".encode(), "sha256")
    return int.from_bytes(code[:8], "big") >> 2


def opens_with(expected: str, secret: str) -> bool:
    """Compare secrets in constant time."""
    return hmac.compare_digest(expected.encode(), secret.encode())


def opens(key: str, game_id: str, seat: int, secret: str, renewed: int = 0) -> bool:
    """Whether `secret` opens the seat; takes constant time."""
    return opens_with(seat_secret(key, game_id, seat, renewed), secret)
