"""Imports of files with several games."""

from __future__ import annotations

import asyncio
import re
import time

import parlour
from parlour.durability.checks import IMPORT, START
from parlour.durability.clients import Client
from parlour.durability.requests import Request, RequestOutcome
from parlour.records import Tree

GAMES, PLIES = 12, 10
PAUSE = 5.0  # seconds between two imports
MOST = 50  # files
WAIT = 0.3  # seconds between two looks
PATIENCE = 30.0  # seconds for a file to be read
READ = 'id="games"'  # in the page of a collection, but not while it is read
_GAMES = re.compile(r'id="games">(\d+)')


class Imports(Client):
    """Imports a file now and then, and waits until it is read."""

    number = 0  # of files sent

    async def play(self) -> None:
        """One file."""
        if self.number == MOST:
            self.end()
            return
        self.number += 1
        text = self._file()
        sent = await self.requests.send(
            Request("imports", "import", "/api/collections", content=text.encode())
        )
        if sent.is_ok:
            await self._wait(sent.data["id"])
        await asyncio.sleep(0 if self.is_ending else PAUSE)

    def _file(self) -> str:
        game = parlour.game(self.settings.games[0])
        records = []
        for number in range(GAMES):
            state = game.start()
            while state.outcome is None and len(state.history) < PLIES:
                state.play(self.rng.choice(state.moves()))
            records.append(Tree.from_state(state, {"Round": f"{number}"}).write().text)
        return "\n".join(records)

    async def _wait(self, name: str) -> None:
        """Look until the file is read; give up if it is not there, because its server was killed."""
        page = Request("imports", "page", f"/collection/{name}")
        until = time.monotonic() + PATIENCE
        while not self.is_ending and time.monotonic() < until:
            seen = await self.requests.send(page)
            if READ in seen.text:
                note = {"what": IMPORT, "games": GAMES}
                self.requests.record(START, START, note, {"id": name})
                self.closing.append(Request(name, "look", page.path, keep=_count))
                return
            await asyncio.sleep(WAIT)


def _count(answer: RequestOutcome) -> dict[str, int]:
    """The number of games in the page of a collection."""
    found = _GAMES.search(answer.text)
    return {"games": int(found[1]) if found else 0}
