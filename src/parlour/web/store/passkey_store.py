"""Passkeys in the database: public keys of people, and the challenges that their next use signs."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from parlour.errors import ParlourError
from parlour.web.store import audit
from parlour.web.store.game_store import Store
from parlour.web.store.person_store import assign_browser
from parlour.web.store.schema import passkey_challenges, passkeys

MOST = 20  # of a person
LONGEST_ID, LONGEST_KEY = 1364, 2048  # characters in base64url (1023 bytes), bytes
LIFETIME = 180.0  # seconds of a challenge
MOST_CHALLENGES = 10_000  # at a time; the oldest go first


class BadPasskey(ParlourError):
    """A passkey cannot be added."""


@dataclass(frozen=True)
class Passkey:
    """A person's public key; `sign_count` counts its uses, as far as the device counts them."""

    id: str
    person_id: str
    public_key: bytes
    sign_count: int
    created: float


async def save_challenge(store: Store, browser: str, purpose: str, challenge: bytes) -> None:
    """Save the only challenge that this browser can answer for this purpose now."""
    await store.write(lambda c: _save_challenge(c, browser, purpose, challenge))


def _save_challenge(connection: Connection, browser: str, purpose: str, challenge: bytes) -> None:
    c, now = passkey_challenges.c, time.time()
    mine = (c.browser == browser) & (c.purpose == purpose)
    connection.execute(delete(passkey_challenges).where(mine | (c.expires < now)))
    count = connection.execute(select(func.count()).select_from(passkey_challenges)).scalar_one()
    if count >= MOST_CHALLENGES:
        oldest = connection.execute(select(func.min(c.expires))).scalar()
        connection.execute(delete(passkey_challenges).where(c.expires == oldest))
    row = {"browser": browser, "purpose": purpose, "challenge": challenge}
    connection.execute(insert(passkey_challenges), {**row, "expires": now + LIFETIME})


async def take_challenge(store: Store, browser: str, purpose: str) -> bytes | None:
    """The browser's challenge for this purpose, which nobody can answer again."""
    c = passkey_challenges.c
    mine = (c.browser == browser) & (c.purpose == purpose)
    taken = delete(passkey_challenges).where(mine).returning(c.challenge, c.expires)
    row = await store.write(lambda connection: connection.execute(taken).first())
    return row.challenge if row is not None and row.expires >= time.time() else None


def of_person(connection: Connection, person_id: str) -> list[Passkey]:
    """A person's passkeys, the oldest first."""
    query = select(passkeys).where(passkeys.c.person_id == person_id).order_by(passkeys.c.created)
    return [Passkey(**row) for row in connection.execute(query).mappings()]


async def load(store: Store, passkey_id: str) -> Passkey | None:
    """The passkey with this id."""
    query = select(passkeys).where(passkeys.c.id == passkey_id)
    row = await store.read(lambda connection: connection.execute(query).mappings().first())
    return None if row is None else Passkey(**row)


async def add(store: Store, passkey: Passkey) -> None:
    """Save a new passkey; raises BadPasskey."""

    def work(connection: Connection) -> None:
        if len(passkey.id) > LONGEST_ID or len(passkey.public_key) > LONGEST_KEY:
            raise BadPasskey("this passkey is too long for this server")
        if len(of_person(connection, passkey.person_id)) >= MOST:
            raise BadPasskey(f"you have {MOST} passkeys: remove one first")
        there = select(passkeys.c.id).where(passkeys.c.id == passkey.id)
        if connection.execute(there).first() is not None:
            raise BadPasskey("this passkey is here already")
        connection.execute(insert(passkeys), asdict(passkey))
        audit.note(connection, passkey.person_id, "add passkey", passkey.person_id)

    await store.write(work)


async def sign_in(store: Store, passkey: Passkey, sign_count: int, browser: str) -> bool:
    """Assign a browser to a passkey's person; not if it was removed or used meanwhile."""

    def work(connection: Connection) -> bool:
        c = passkeys.c
        unchanged = (c.id == passkey.id) & (c.sign_count == passkey.sign_count)
        used = update(passkeys).where(unchanged).values(sign_count=sign_count)
        if connection.execute(used).rowcount == 0:
            return False
        assign_browser(connection, browser, passkey.person_id)
        audit.note(connection, passkey.person_id, "sign in", passkey.person_id)
        return True

    return await store.write(work)


async def remove(store: Store, person_id: str, passkey_id: str) -> None:
    """Remove a passkey, if it is this person's."""
    mine = (passkeys.c.id == passkey_id) & (passkeys.c.person_id == person_id)

    def work(connection: Connection) -> None:
        if connection.execute(delete(passkeys).where(mine)).rowcount:
            audit.note(connection, person_id, "remove passkey", person_id)

    await store.write(work)
