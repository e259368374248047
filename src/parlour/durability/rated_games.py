"""Rated games between people with names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.durability.checks import DUEL, PERSON, START
from parlour.durability.clients import link_in, new_browser
from parlour.durability.duels import Duels, Table
from parlour.durability.matches import id_led_to
from parlour.durability.rating_check import RATINGS, rows_in
from parlour.durability.requests import Credentials, Request, RequestOutcome

PEOPLE = 4


class RatedGames(Duels):
    """Plays rated games between a few people."""

    people: dict[str, Credentials]

    async def play(self) -> None:
        """Give people names once, then play."""
        if not hasattr(self, "people"):
            self.people = {}
            self.closing.append(Request(RATINGS, "look", "/ratings", keep=_ratings))
        while len(self.people) < PEOPLE and not self.is_ending:
            await self._add_person()
        await super().play()

    async def _add_person(self) -> None:
        name, who = f"P{self.rng.getrandbits(60):x}", new_browser(self.rng)
        note = {"what": PERSON, "name": name}
        named = await self.requests.send(
            Request(
                START, START, "/me", who, note, form={"name": name}, keep=lambda _: {"id": name}
            )
        )
        if named.is_ok and named.leads_to:
            self.people[name] = who

    async def start(self) -> Table | None:
        """A rated game between two of the people."""
        if len(self.people) < PEOPLE:
            return None
        name = self.settings.games[self.rng.randrange(2)]  # many games of few kinds
        names = self.rng.sample(sorted(self.people), 2)
        one, other = (self.people[each] for each in names)
        form = {"seat-0": "here", "seat-1": "link", "rated": "on"}
        note = {"what": DUEL, "game": name, "rated": names}
        begun = await self.requests.send(
            Request(START, START, f"/new/{name}", one, note, form=form, keep=id_led_to)
        )
        game_id = id_led_to(begun).get("id", "")
        if not game_id:
            return None
        page = await self.until_ok(Request("seats", "page", f"/games/{game_id}", one))
        link = "" if page is None else link_in(page.text, f"/join/{game_id}/1/")
        if not link:
            return None
        seated = await self.until_ok(Request("seats", "sit", link, other, form={"name": ""}))
        if seated is None:
            return None
        return replace(self.table(game_id, name, (one, other)), may_offer=False)


def _ratings(answer: RequestOutcome) -> dict[str, Any]:
    return {"rows": rows_in(answer.text)}
