"""How often the secrets of links were renewed."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, insert, select, update

from parlour.web.store import audit
from parlour.web.store.schema import links


def renewals(connection: Connection, purposes: Collection[str]) -> dict[str, int]:
    """How often links were renewed, by purpose; those that never were are missing."""
    rows = connection.execute(select(links).where(links.c.purpose.in_(list(purposes))))
    return {row.purpose: row.renewed for row in rows}


def renew(connection: Connection, purpose: str) -> None:
    """Give the link for a purpose a new secret."""
    here = links.c.purpose == purpose
    more = update(links).where(here).values(renewed=links.c.renewed + 1)
    if connection.execute(more).rowcount == 0:
        connection.execute(insert(links), {"purpose": purpose, "renewed": 1})


def renew_on_request(connection: Connection, purpose: str) -> None:
    """Give a link a new secret because a visitor asked for it; the audit log says so."""
    renew(connection, purpose)
    audit.note(connection, audit.VISITOR, audit.RENEW, purpose)
