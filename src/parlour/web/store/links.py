"""Secrets of links, which can be renewed: then the link that was given away opens nothing."""

from __future__ import annotations

from sqlalchemy import Connection

from parlour.web.common.secrets import derive_secret, opens_with, renewed_purpose
from parlour.web.store.game_store import Store
from parlour.web.store.renewals import renew_on_request, renewals


async def link_secret(store: Store, purpose: str) -> str:
    """The secret that a link for a purpose has at present."""
    renewed = await store.read(lambda connection: renewals(connection, [purpose]))
    return derive_secret(store.key, renewed_purpose(purpose, renewed.get(purpose, 0)))


async def opens_link(store: Store, purpose: str, secret: str) -> bool:
    """Whether a secret is that of a link."""
    return opens_with(await link_secret(store, purpose), secret)


def opens_now(connection: Connection, key: str, purpose: str, secret: str) -> bool:
    """Whether a secret is that of a link, as part of a transaction that relies on it."""
    renewed = renewals(connection, [purpose]).get(purpose, 0)
    return opens_with(derive_secret(key, renewed_purpose(purpose, renewed)), secret)


async def renew_link(store: Store, purpose: str) -> None:
    """Give a link a new secret."""
    await store.write(lambda connection: renew_on_request(connection, purpose))
