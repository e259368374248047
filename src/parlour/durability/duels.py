"""Games between two people: moves, offers, undo, draws, resignation, chat, clocks.

Some requests are doubled, repeated late, cut off or sent at the same time as another.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import parlour
from parlour.durability.checks import DUEL, SHOWN_CLOCK, START
from parlour.durability.clients import Client, new_browser, unique
from parlour.durability.requests import Credentials, LiveConnection, Request, RequestOutcome
from parlour.durability.run_settings import Fault

CLOCKS = ("", "", "countdown:time=2h", "countdown:time=2h,increment=5s")
MOST_PLIES = 70


@dataclass
class Table:
    """A game as its two players know it."""

    id: str
    players: tuple[Credentials, Credentials]
    state: parlour.State
    may_offer: bool = True  # undo and draws
    is_over: bool = False
    live: list[LiveConnection] = field(default_factory=list)
    sent: list[Request] = field(default_factory=list)  # earlier moves, to repeat late


class Duels(Client):
    """Plays one game after another for both of its players."""

    async def play(self) -> None:
        """Start a game and play it to its end."""
        table = await self.start()
        if table is not None:
            await self.play_table(table)

    async def play_table(self, table: Table) -> None:
        """Play a game to its end, or until all ends."""
        try:
            while not self.is_ending and not table.is_over:
                await self._act(table)
        finally:
            for connection in table.live:
                await connection.close()

    # -- starting --------------------------------------------------------------------------------------

    async def start(self) -> Table | None:
        """A new game; None if nobody knows whether there is one."""
        rng, name = self.rng, self.rng.choice(self.settings.games)
        started = await self.requests.send(
            Request(
                START,
                START,
                "/api/games",
                note={"what": DUEL, "game": name},
                body={"game": name, "seats": ["link", "link"], "clock": rng.choice(CLOCKS)},
                keep=lambda answer: {"id": answer.data["id"]},
            )
        )
        if not started.is_ok:
            return None
        links = started.data["links"]
        players = Credentials(links[0]["secret"]), Credentials(links[1]["secret"])
        if rng.random() < 0.5:
            sitting = [await self.sit_down(link["path"]) for link in links]
            if sitting[0] is None or sitting[1] is None:
                return None  # the link may have been used: nobody knows
            players = sitting[0], sitting[1]
        return self.table(started.data["id"], name, players)

    def table(self, game_id: str, name: str, players: tuple[Credentials, Credentials]) -> Table:
        """The table of a game that has begun."""
        table = Table(game_id, players, parlour.game(name).start())
        path = f"/api/games/{game_id}"
        self.closing.append(Request(game_id, "look", path, keep=_last_seen))
        if self.rng.random() < self.settings.live:
            table.live = [LiveConnection(self.requests, game_id, who) for who in players]
        return table

    async def sit_down(self, path: str) -> Credentials | None:
        """Take a seat with a new browser; None if nobody knows whether it did."""
        who = new_browser(self.rng)
        seated = await self.requests.send(Request("seats", "sit", path, who, form={"name": ""}))
        return who if seated.is_ok else None

    # -- playing ---------------------------------------------------------------------------------------

    async def _act(self, table: Table) -> None:
        """Do one thing, or two at the same time; after anything unexpected, look."""
        turn, chance = table.state.turn, self.rng.random()
        if turn is None or len(table.state.history) >= MOST_PLIES:
            table.is_over = True
        elif chance < 0.04 and table.state.history and table.may_offer:
            await self._offer(table, "undo", self.rng.randrange(2), agree=0.7)
        elif chance < 0.055 and table.may_offer:
            await self._offer(table, "draw", turn, agree=0.3)
        elif chance < 0.1:
            await self._say(table)
        elif chance < 0.103 or (not table.may_offer and chance > 0.95):
            await self._together(table, self._request(table, "resign", self.rng.randrange(2)))
        elif chance < 0.13 and table.may_offer:
            await self._race(table, turn)
        else:
            await self._move(table, turn)

    async def _move(self, table: Table, turn: int) -> None:
        text = self.rng.choice(table.state.moves())
        move = self._move_request(table, turn, text)
        chance, faults = self.rng.random(), self.settings.faults
        if table.live:
            outcome = await table.live[turn].move(text, len(table.state.history), move.note)
        elif chance < 0.04 and Fault.DOUBLE in faults:
            await self._together(table, move, move)
            return
        elif chance < 0.06 and Fault.REORDER in faults and table.sent:
            await self._together(table, move, self.rng.choice(table.sent))
            return
        elif chance < 0.08 and Fault.CUT in faults:
            await self._together(table, self._interrupt(move))
            return
        else:
            outcome = await self.requests.send(move)
        table.sent = [*table.sent[-5:], move]
        if outcome.is_ok:
            table.state.play(text)
        else:
            await self._look(table)

    def _move_request(self, table: Table, seat: int, text: str) -> Request:
        ply = len(table.state.history)
        return Request(
            table.id,
            "move",
            f"/api/games/{table.id}/moves",
            table.players[seat],
            {"seat": seat, "move": text, "ply": ply},
            {"move": text, "ply": ply},
        )

    def _request(self, table: Table, kind: str, seat: int, **body: object) -> Request:
        path, note = f"/api/games/{table.id}/{kind}", {"seat": seat, **body}
        return Request(table.id, kind, path, table.players[seat], note, body)

    def _interrupt(self, request: Request) -> Request:
        return replace(request, cut=self.rng.random() * 0.02)

    async def _offer(self, table: Table, kind: str, seat: int, agree: float) -> None:
        """Ask for an undo or a draw; the other player answers."""
        asked = await self.requests.send(self._request(table, kind, seat))
        if asked.is_ok:
            answer = self._request(table, "answer", 1 - seat, agree=self.rng.random() < agree)
            await self.requests.send(answer)
        await self._look(table)

    async def _race(self, table: Table, turn: int) -> None:
        """Two players act at the same time."""
        move = self._move_request(table, turn, self.rng.choice(table.state.moves()))
        kind, seat = self.rng.choice((("undo", 1 - turn), ("draw", turn), ("answer", 1 - turn)))
        body = {"agree": self.rng.random() < 0.5} if kind == "answer" else {}
        await self._together(table, move, self._request(table, kind, seat, **body))

    async def _together(self, table: Table, *requests: Request) -> list[RequestOutcome]:
        """Send requests at the same time, in any order, then look."""
        mixed = self.rng.sample(requests, len(requests))
        outcomes = await asyncio.gather(*(self.requests.send(request) for request in mixed))
        await self._look(table)
        return list(outcomes)

    async def _say(self, table: Table) -> None:
        seat, text = self.rng.randrange(2), unique(self.rng)
        path = f"/api/games/{table.id}/say"
        note = {"seat": seat, "text": text}
        say = Request(table.id, "say", path, table.players[seat], note, {"text": text})
        await self.requests.send(say)

    async def _look(self, table: Table) -> None:
        """Look until the server answers, and go on from what it shows."""
        path = f"/api/games/{table.id}"
        look = Request(
            table.id, "look", path, table.players[0], keep=lambda answer: _visible(answer.data)
        )
        answer = await self.until_ok(look)
        if answer is None:
            return
        seen = _visible(answer.data)
        _go_to(table.state, [text for _, text in seen["moves"]])
        table.is_over = seen["reason"] is not None


def _visible(data: dict[str, Any]) -> dict[str, Any]:
    """What a game's page shows of its moves, offer and end."""
    offer, outcome = data["offer"], data["outcome"]
    return {
        "moves": data["moves"],
        "offer": None if offer is None else [offer["kind"], offer["by"]],
        "reason": None if outcome is None else outcome["reason"],
    }


def _last_seen(answer: RequestOutcome) -> dict[str, Any]:
    """What the game's page shows when all is over, with its clock."""
    clock = answer.data["clock"]
    shown = None if clock is None else {name: clock[name] for name in SHOWN_CLOCK}
    return {**_visible(answer.data), "clock": shown}


def _go_to(state: parlour.State, moves: list[str]) -> None:
    """Undo and play until these are the moves."""
    same = 0
    for ours, theirs in zip(state.history, moves, strict=False):
        if ours != theirs:
            break
        same += 1
    while len(state.history) > same:
        state.undo()
    for text in moves[same:]:
        state.play(text)
