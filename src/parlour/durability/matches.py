"""Matches: two people start the games of a match at the same time, and play them."""

from __future__ import annotations

import asyncio
from typing import Any

from parlour.durability.checks import BEGIN, MATCH, START
from parlour.durability.clients import link_in, new_browser
from parlour.durability.duels import Duels, Table
from parlour.durability.requests import Credentials, Request, RequestOutcome

GAMES = 2


class Matches(Duels):
    """Plays matches of two games."""

    async def play(self) -> None:
        """Start a match and play its games."""
        name = self.rng.choice(self.settings.games)
        one, other = new_browser(self.rng), new_browser(self.rng)
        form = {"group": "", "game": name, "games": f"{GAMES}", "side-0": "here", "side-1": "link"}
        started = await self.requests.send(
            Request(START, START, "/matches", one, {"what": MATCH}, form=form, keep=id_led_to)
        )
        match_id = id_led_to(started).get("id", "")
        if not match_id or not await self._join(match_id, one, other):
            return
        for number in range(1, GAMES + 1):
            table = await self._begin(match_id, number, name, (one, other))
            if table is not None:
                await self.play_table(table)

    async def _join(self, match_id: str, one: Credentials, other: Credentials) -> bool:
        page = await self.until_ok(Request(match_id, "page", f"/matches/{match_id}", one))
        link = "" if page is None else link_in(page.text, f"/matches/{match_id}/join/1/")
        if not link:
            return False
        joined = await self.until_ok(Request(match_id, "join", link, other, form={"name": ""}))
        return joined is not None

    async def _begin(
        self, match_id: str, number: int, name: str, players: tuple[Credentials, Credentials]
    ) -> Table | None:
        """Both start the game at once; they are led to the same."""
        path = f"/matches/{match_id}/games/{number}"
        requests = [
            Request(
                match_id, BEGIN, path, who, {"number": number}, form={"go": "on"}, keep=id_led_to
            )
            for who in players
        ]
        outcomes = await asyncio.gather(*(self.until_ok(request) for request in requests))
        ids = [id_led_to(outcome)["id"] for outcome in outcomes if outcome is not None]
        if not ids:
            return None
        first, second = players if number % 2 else players[::-1]
        return self.table(ids[0], name, (first, second))


def id_led_to(outcome: RequestOutcome) -> dict[str, Any]:
    """The id at the end of the address that an answer leads to."""
    name = outcome.leads_to.rpartition("/")[2]
    return {"id": name} if outcome.is_ok and name else {}
