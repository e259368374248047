"""How many letters go to an address, and are caused by a client, each day."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from parlour.web.common.mail import BadMail
from parlour.web.store.schema import letters

DAY = 86_400_000  # ms

CONFIRMATIONS_TO = 3  # a day to one address
CONFIRMATIONS_FROM = 10  # a day caused by one client
NOTIFICATIONS_TO = 60  # a day to one address


def count_confirmation(connection: Connection, now: int, recipient: str, sender: str) -> None:
    """Count a confirmation, given digests of its address and of who asks; raises BadMail."""
    if _count(connection, now, letters.c.recipient == recipient, letters.c.sender != "") >= (
        CONFIRMATIONS_TO
    ):
        raise BadMail(
            f"this address has got {CONFIRMATIONS_TO} confirmation emails today; try again tomorrow"
        )
    if _count(connection, now, letters.c.sender == sender) >= CONFIRMATIONS_FROM:
        raise BadMail(
            f"you have asked for {CONFIRMATIONS_FROM} confirmation emails today; try again tomorrow"
        )
    _note(connection, now, recipient, sender)


def count_notification(connection: Connection, now: int, recipient: str) -> bool:
    """Count a notification; False if its address, given by its digest, has got too many today."""
    here = letters.c.recipient == recipient
    if _count(connection, now, here, letters.c.sender == "") >= NOTIFICATIONS_TO:
        return False
    _note(connection, now, recipient, "")
    return True


def _count(connection: Connection, now: int, *conditions: object) -> int:
    """The letters of this day with these properties."""
    query = select(func.count()).select_from(letters)
    found: int = connection.execute(
        query.where(letters.c.day == now // DAY, *conditions)  # type: ignore[arg-type]
    ).scalar_one()
    return found


def _note(connection: Connection, now: int, recipient: str, sender: str) -> None:
    connection.execute(delete(letters).where(letters.c.day < now // DAY))
    row = {"day": now // DAY, "recipient": recipient, "sender": sender}
    connection.execute(insert(letters), row)
