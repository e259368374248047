"""One game at the table of the server: who may do what, what is kept, bots and chance at their turn.

A room runs in the event loop. Whatever changes the game is done under its lock: first it is kept, then
it is shown; so nobody ever sees a move that a crash could lose.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import IllegalMove
from parlour.kernel.layout import CHANCE
from parlour.players import level_texts
from parlour.players.kinds import suggestions
from parlour.table.outcome import Outcome
from parlour.table.undo import told_nothing
from parlour.web.arranging import Arrangements
from parlour.web.bots import Bots, BotTrouble
from parlour.web.drawing import lies_far
from parlour.web.errors import Refused, not_yours
from parlour.web.position import Position, Viewer
from parlour.web.store import BOT, CHANCE_SEAT, PERSON, Saved, Seat, Store
from parlour.web.worker import Answer, Sheet, What

log = logging.getLogger("parlour.web.room")

ADVISER = 4  # the level that gives hints
CAUTIOUS = "1"  # the level of the bot that plays on for somebody who has left a table of several
HOPE = 0.4  # of the highest score; a bot that expects less agrees to a draw
MOST_PLIES = 20_000

UNDO, DRAW = "undo", "draw"


@dataclass(frozen=True)
class Offer:
    """Something that others must agree to: to take moves back (to `ply`), or to a draw."""

    kind: str
    seat: int
    ply: int
    agreed: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """As it is kept."""
        return f"{self.kind} {self.seat} {self.ply} {','.join(map(str, sorted(self.agreed)))}"

    @classmethod
    def read(cls, text: str) -> Offer:
        """The offer that was kept as `text`."""
        kind, seat, ply, agreed = text.split(" ")
        return cls(kind, int(seat), int(ply), frozenset(map(int, filter(None, agreed.split(",")))))


@dataclass
class Thinking:
    """A bot at work: since when, and what is known of its progress."""

    seat: int
    since: float
    compiled: int = 0
    part: float = 0.0


class Room:
    """A game with its people and bots; made from what is kept of it."""

    def __init__(
        self, saved: Saved, position: Position, store: Store, bots: Bots, pace: float = 0.0
    ) -> None:
        self.id, self.owner, self.start = saved.id, saved.owner, saved.position
        self.position = position
        self.seats: list[Seat] = saved.seats
        self.holders = saved.holders
        self.next = saved.next
        self.offer = Offer.read(saved.offer) if saved.offer else None
        self.agreed = _agreed(saved, position)
        self.arrangements = Arrangements()
        self.thinking: Thinking | None = None
        self.trouble = ""  # why the game stands still
        self.revision = 0
        self.used = time.monotonic()
        self.lock = asyncio.Lock()
        self._store, self._bots, self._pace = store, bots, pace
        self._watchers: set[Callable[[], None]] = set()
        self._far: dict[int, bool] = {}
        self._driver: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None

    # -- looking -------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self.position.state.outcome or self.agreed

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None when the game is over, by its rules or at the table."""
        return None if self.outcome is not None else self.position.turn

    @property
    def people(self) -> list[int]:
        """The seats that people have."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == PERSON]

    def held_by(self, browser: str) -> frozenset[int]:
        """The seats that a browser has, named by its digest."""
        return frozenset(
            seat for seat, b in self.holders if b == browser and self.seats[seat].kind == PERSON
        )

    def is_taken(self, seat: int) -> bool:
        """Whether somebody has sat down in a person's seat."""
        return any(held == seat for held, _ in self.holders)

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at the game now, or something is at work in it."""
        return bool(self._watchers) or self.thinking is not None or self.lock.locked()

    def is_upside_down(self, seat: Viewer) -> bool:
        """Whether a seat sits at the far side of its board, and would rather look from there."""
        if seat is None:
            return False
        if seat not in self._far:
            begun = next(
                (n for n, e in enumerate(self.position.entries) if e.seat != CHANCE_SEAT), None
            )
            if begun is None and self.turn == CHANCE:
                return False
            start = self.position if begun is None else self.position.back(begun)
            self._far[seat] = lies_far(start.scene(seat), seat)
        return self._far[seat]

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Have `told` called at every change, until what is returned is called."""
        self._watchers.add(told)
        return lambda: self._watchers.discard(told)

    def _changed(self) -> None:
        self.revision += 1
        self.used = time.monotonic()
        for told in list(self._watchers):
            told()

    # -- what people do --------------------------------------------------------------------------------

    async def move(self, held: frozenset[int], text: str, ply: int | None) -> int:
        """Play a move for the seat to move, which must be held; `ply` is how far the person has seen.

        Returns the number of plies then. Raises Refused.
        """
        async with self.lock:
            self._seat_to_move(held)
            self._must_be_at(ply)
            try:
                after = self.position.after(text)
            except IllegalMove as error:
                raise Refused(422, "illegal-move", str(error)) from error
            await self._keep(after)
        self.go_on()
        return after.ply

    async def take(self, held: frozenset[int], name: str, ply: int | None) -> int:
        """Play the row of moves that is ready under a name; the number of plies then. Raises Refused."""
        async with self.lock:
            self._seat_to_move(held)
            self._must_be_at(ply)
            after = await asyncio.to_thread(_with_suggestion, self.position, name)
            await self._keep(after)
        self.go_on()
        return after.ply

    def _must_be_at(self, ply: int | None) -> None:
        if ply is not None and ply != self.position.ply:
            raise Refused(409, "position-changed", "The position has changed; look again.")

    def _seat_to_move(self, held: frozenset[int]) -> int:
        self._must_go_on()
        turn = self.turn
        if turn is None or turn not in held:
            if not held:
                raise not_yours()
            raise Refused(409, "not-your-turn", "It is not your turn.")
        return turn

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise Refused(409, "game-over", f"The game is over ({self.outcome.reason}).")

    async def _keep(self, after: Position) -> None:
        """Keep what is new in `after`, then show it."""
        if after.ply > MOST_PLIES:
            raise Refused(409, "too-long", f"A game has at most {MOST_PLIES} moves here.")
        changes: dict[str, str | None] = {}
        if self.offer is not None:
            changes["offer"] = None
        if after.state.outcome is not None:
            changes |= _kept_outcome(after.state.outcome)
        ply = self.position.ply
        moves = [(entry.seat, entry.text) for entry in after.entries[ply:]]
        try:
            await self._store.add_moves(self.id, ply, moves, **changes)
        except SQLAlchemyError as error:
            log.exception("a move could not be kept", extra={"game": self.id})
            raise Refused(
                503, "not-kept", "The move could not be kept; nothing changed."
            ) from error
        self.position, self.offer, self.trouble = after, None, ""
        self._changed()

    async def undo(self, held: frozenset[int]) -> str:
        """Take back to where a held seat was last to move, or ask the other people: "done" or "asked"."""
        async with self.lock:
            self._must_sit(held)
            ply, seat = self._ply_to_go_back_to(held)
            if self.position.game.spec.hidden and not told_nothing(self.position.state):
                raise Refused(
                    409,
                    "told-something",
                    "Where information is hidden, only a move of yours can be taken back that told you "
                    "nothing, before anybody else has moved.",
                )
            if self._others(held):
                await self._make_offer(Offer(UNDO, seat, ply, held))
                return "asked"
            await self._cut(ply)
        self.go_on()
        return "done"

    def _ply_to_go_back_to(self, held: frozenset[int]) -> tuple[int, int]:
        for ply in range(self.position.ply - 1, -1, -1):
            seat = self.position.entries[ply].seat
            if seat in held:
                return ply, seat
        raise Refused(409, "nothing-to-undo", "There is no move of yours to take back.")

    async def _cut(self, ply: int) -> None:
        before = self.position.back(ply)
        await self._store.cut_moves(self.id, ply, offer=None, reason=None, scores=None)
        self.position, self.agreed, self.offer, self.trouble = before, None, None, ""
        self._changed()

    async def resign(self, held: frozenset[int], seat: int | None = None) -> None:
        """Give up a held seat; at a table of several a bot plays on in it."""
        async with self.lock:
            self._must_sit(held)
            self._must_go_on()
            seat = self._one_of(held, seat)
            if len(self.seats) > 2:
                await self._store.seat(self.id, seat, kind=BOT, player=CAUTIOUS)
                self.seats[seat] = Seat(BOT, CAUTIOUS)
                self.offer = None
                self._changed()
            else:
                scores = [Fraction(int(i != seat)) for i in range(len(self.seats))]
                await self._end(Outcome(tuple(scores), "resignation"))
        self.go_on()

    def _one_of(self, held: frozenset[int], seat: int | None) -> int:
        """The seat that is meant: the one named, the one to move, or the only one."""
        if seat is None:
            turn = self.turn
            return turn if turn is not None and turn in held else min(held)
        if seat not in held:
            raise not_yours()
        return seat

    async def offer_draw(self, held: frozenset[int]) -> str:
        """Offer a draw: "agreed", "declined" (by bots), or "asked" where people must answer."""
        async with self.lock:
            self._must_sit(held)
            self._must_go_on()
            if len(self.seats) < 2:
                raise Refused(
                    409, "no-draw", "In a game for one there is nobody to agree to a draw."
                )
            if self.turn not in held:
                raise Refused(409, "not-your-turn", "Offer a draw when it is your turn.")
            position = self.position
        if any(seat.kind == BOT for seat in self.seats) and not await self._has_no_hope(position):
            return "declined"
        async with self.lock:
            if self.position is not position or self.outcome is not None:
                raise Refused(409, "position-changed", "The position has changed; look again.")
            if self._others(held):
                seat = self._one_of(held, None)
                await self._make_offer(Offer(DRAW, seat, position.ply, held))
                return "asked"
            await self._end(self._drawn())
            return "agreed"

    def _drawn(self) -> Outcome:
        share = Fraction(1, len(self.seats))
        return Outcome((share,) * len(self.seats), "agreement")

    async def _has_no_hope(self, position: Position) -> bool:
        """Whether the bots should agree to a draw: whoever offers it stands clearly better."""
        found = await self._advice(position)
        highest = float(position.game.plain.rules.HIGHEST)
        return found.value is not None and found.value > highest * (1 - HOPE)

    async def answer(self, held: frozenset[int], agrees: bool) -> None:
        """Agree to what is offered, or decline it."""
        async with self.lock:
            self._must_sit(held)
            offer = self.offer
            if offer is None:
                raise Refused(409, "no-offer", "There is nothing to agree to any more.")
            mine = held - offer.agreed
            if not agrees:
                await self._set_offer(None)
                return
            if not mine:
                raise Refused(409, "your-own-offer", "The others have to agree to your offer.")
            offer = Offer(offer.kind, offer.seat, offer.ply, offer.agreed | mine)
            if set(self.people) - offer.agreed:
                await self._set_offer(offer)
            elif offer.kind == UNDO:
                await self._cut(offer.ply)
            else:
                await self._end(self._drawn())
        self.go_on()

    async def hint(self, held: frozenset[int]) -> Answer:
        """What a good player would do for the seat to move, which must be held."""
        async with self.lock:
            self._seat_to_move(held)
            position = self.position
        return await self._advice(position)

    async def _advice(self, position: Position) -> Answer:
        level = str(min(ADVISER, len(level_texts(position.game))))
        try:
            return await self._bots.ask("advise", self._sheet(position), level, 1)
        except BotTrouble as error:
            raise Refused(503, "no-advice", str(error)) from error

    def _others(self, held: frozenset[int]) -> list[int]:
        """The people's seats beyond those that are held."""
        return [seat for seat in self.people if seat not in held]

    def _must_sit(self, held: frozenset[int]) -> None:
        if not held:
            raise not_yours()

    async def _make_offer(self, offer: Offer) -> None:
        if self.offer == offer:
            raise Refused(409, "already-offered", "The others have been asked already.")
        await self._set_offer(offer)

    async def _set_offer(self, offer: Offer | None) -> None:
        await self._store.change(self.id, offer=None if offer is None else offer.text)
        self.offer = offer
        self._changed()

    async def _end(self, outcome: Outcome) -> None:
        await self._store.change(self.id, offer=None, **_kept_outcome(outcome))
        self.agreed, self.offer = outcome, None
        self._changed()

    async def sit_down(self, seat: int, browser: str, name: str) -> None:
        """Give a person's seat to a browser, named by its digest, and perhaps a name to the person."""
        async with self.lock:
            if self.seats[seat].kind != PERSON:
                raise Refused(409, "seat-taken", "A bot plays on in this seat.")
            await self._store.hold(self.id, seat, browser)
            self.holders.add((seat, browser))
            if name:
                await self._store.seat(self.id, seat, name=name)
                self.seats[seat].name = name
            self._changed()

    async def follow_up(self, game_id: str) -> None:
        """Say which game is played next."""
        await self._store.change(self.id, next=game_id)
        self.next = game_id
        self._changed()

    # -- chance and bots ---------------------------------------------------------------------------------

    def go_on(self) -> None:
        """See to it that chance and bots act when they are due."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    def prepare(self) -> None:
        """Let the bots get ready (the game may have to be compiled) before their first turn."""
        bots = [seat.player for seat in self.seats if seat.kind == BOT]
        if bots and self.turn in self.people and self._preparing is None:
            self._preparing = asyncio.create_task(self._prepare(bots[0]))

    async def _prepare(self, player: str) -> None:
        try:
            seat = next(i for i, s in enumerate(self.seats) if s.kind == BOT)
            await self._think("ready", self.position, seat, player)
        except BotTrouble as error:
            log.warning("a bot could not get ready", extra={"game": self.id, "why": str(error)})

    async def _drive(self) -> None:
        """Play for chance and bots until a person is to move or the game is over."""
        while True:
            turn = self.turn
            if turn is None or (turn != CHANCE and self.seats[turn].kind == PERSON):
                return
            try:
                if turn == CHANCE:
                    await self._chance()
                else:
                    await self._bot(turn)
            except (Refused, BotTrouble, IllegalMove) as error:
                log.warning("the game stands still", extra={"game": self.id, "why": str(error)})
                hidden = (
                    self.position.game.spec.hidden
                )  # a reason might tell what only one seat knows
                self.trouble = "a bot cannot go on" if hidden else str(error)
                self._changed()
                return

    async def _chance(self) -> None:
        async with self.lock:
            if self.turn == CHANCE:
                text = self.position.state.draw(random.SystemRandom())
                await self._keep(self.position.after(text))

    async def _bot(self, seat: int) -> None:
        if self._preparing is not None:  # what is being compiled need not be compiled twice
            await asyncio.wait({self._preparing})
        position, player = self.position, self.seats[seat].player
        pause = self._pace if position.game.spec.hidden else 0.0
        thinking = self._think("choose", position, seat, player)
        answer, _ = await asyncio.gather(thinking, asyncio.sleep(pause))
        async with self.lock:
            if self.position is position and self.outcome is None:
                await self._keep(position.after(answer.move))

    async def _think(self, what: What, position: Position, seat: int, player: str) -> Answer:
        """Ask a bot, and show meanwhile that it is at work."""
        thinking = Thinking(seat, time.monotonic())

        def told(report: Answer) -> None:
            thinking.compiled, thinking.part = report.compiled, report.part
            self._changed()

        self.thinking = thinking  # told with the first report; most bots have answered before
        try:
            seed = int(sha256(f"{self.id}/{seat}".encode()).hexdigest()[:7], 16)
            return await self._bots.ask(what, self._sheet(position), player, seed, told)
        finally:
            if self.thinking is thinking:
                self.thinking = None
                if what == "ready":
                    self._changed()

    def _sheet(self, position: Position) -> Sheet:
        """What the bots must know of a position."""
        return Sheet(self.id, position.game.name, self.start, position.state.history)

    async def close(self) -> None:
        """Stop what is at work in the game."""
        tasks = [t for t in (self._driver, self._preparing) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _with_suggestion(position: Position, name: str) -> Position:
    """The position after the row of moves that is ready under a name; raises Refused."""
    seed = random.SystemRandom().getrandbits(31)  # nobody else can know which one is taken
    rows = suggestions(position.state.copy(), seed)
    if name not in rows:
        raise Refused(404, "nothing-ready", "Nothing of that name is ready here.")
    for text in rows[name]:
        position = position.after(text)
    return position


def _kept_outcome(outcome: Outcome) -> dict[str, str | None]:
    return {"reason": outcome.reason, "scores": ",".join(map(str, outcome.scores))}


def _agreed(saved: Saved, position: Position) -> Outcome | None:
    """The end that the table made, if the kept game has one."""
    if saved.reason is None or saved.scores is None or position.state.outcome is not None:
        return None
    return Outcome(_scores(saved.scores.split(",")), saved.reason)


def _scores(texts: Iterable[str]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))
