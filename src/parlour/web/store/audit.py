"""The audit log: what administrators did, and who gave, took or withdrew access.

Servers watch it: a new entry means that games and studies in memory may have changed. A renewed link
is no such entry: whoever renews it changes the game or study too.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from parlour.play.wall_clock import now_ms
from parlour.web.store.schema import audit

ADMINISTRATOR = "administrator"  # the actor of commands; others are people, by id
VISITOR = "visitor"  # the actor of what a browser does without a name
RENEW = "renew link"


@dataclass(frozen=True)
class AuditEntry:
    """What an actor did to a subject: a person or a game, by id; `at` in ms UTC."""

    number: int
    at: int
    actor: str
    action: str
    subject: str
    words: str


def note(connection: Connection, actor: str, action: str, subject: str, words: str = "") -> None:
    """Add an entry."""
    row = {"at": now_ms(), "actor": actor, "action": action, "subject": subject, "words": words}
    connection.execute(insert(audit), row)


def last_number(connection: Connection) -> int:
    """The number of the latest entry that servers watch for; 0 if there is none."""
    latest = select(func.max(audit.c.number)).where(audit.c.action != RENEW)
    return connection.execute(latest).scalar() or 0


def entries(connection: Connection, most: int, subject: str = "") -> list[AuditEntry]:
    """The latest entries, perhaps about one subject or by one actor, the newest first."""
    query = select(audit).order_by(audit.c.number.desc()).limit(most)
    if subject:
        query = query.where((audit.c.subject == subject) | (audit.c.actor == subject))
    return [AuditEntry(*row) for row in connection.execute(query)]
