"""A game on the server with its people and bots: who may do what, and what goes on by itself.

A room runs in the event loop. What an event does to the game is in `parlour.play`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from parlour.clocks.absences import Absences
from parlour.errors import IllegalMove, ParlourError
from parlour.play.conduct import CAUTIOUS, FORFEIT, HINT, agrees_to_draw, loss, not_yours
from parlour.play.game_in_progress import PERSON, GameInProgress
from parlour.play.position import Position
from parlour.play.saved_game import GameChange, SavedGame
from parlour.play.wall_clock import now_ms
from parlour.players.kinds import suggestions
from parlour.table.familiar_moves import understand_move
from parlour.web.bots.worker import BotAnswer
from parlour.web.bots.worker_pool import Bots
from parlour.web.common.game_registry import apply_rules
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import Arrangements
from parlour.web.play.driver import Driver
from parlour.web.play.game_review import GameReview
from parlour.web.play.lag import LagQuota
from parlour.web.play.stored_game import StoredGame, position_changed, replay_game
from parlour.web.store import tournament_store
from parlour.web.store.game_store import Store
from parlour.web.store.persons import Person

LONGEST_CHAT = 500  # messages


class Room(StoredGame):
    """A game with its people and bots. `owned` below are the seats of the person who acts."""

    def __init__(
        self,
        saved: SavedGame,
        position: Position,
        store: Store,
        bots: Bots,
        pace: float = 0.0,
        now: Callable[[], int] = now_ms,
    ) -> None:
        super().__init__(saved, position, store, now)
        self.arrangements = Arrangements()
        self.driver = Driver(self, bots, store.key, pace)
        self.shared_hint: tuple[Position, BotAnswer | None] | None = None  # agreed by all people
        self.review = GameReview(self, bots)
        self._quotas: dict[int, LagQuota] = {}  # of lag, by seat

    @property
    def is_in_use(self) -> bool:
        """Whether anybody is watching the game, or something is at work in it."""
        return self.is_looked_at or self.driver.is_at_work or self.lock.locked()

    # -- moves -----------------------------------------------------------------------------------------

    async def move(
        self, owned: frozenset[int], text: str, seen: int | None, lag: int | None = None
    ) -> int:
        """Play a move for the player to move, who has seen `seen` moves; returns how many since.

        `lag`: the ms that the move was on its way, according to the page. Raises Refused, NotAllowed.
        """
        moment = self._sent_at(owned, lag)
        async with self.acting(moment):
            seat = self._check_turn(owned, seen)
            try:
                position = self.game.position
                after = await apply_rules(position.game, _after, position, text)
            except IllegalMove as error:
                raise Refused(422, "illegal-move", str(error)) from error
            await self.play(after, moment)
        self.driver.go_on()
        return after.log_length(seat)

    async def play_suggestion(
        self, owned: frozenset[int], name: str, seen: int | None, lag: int | None = None
    ) -> int:
        """Play a suggested row of moves, such as a set-up; as `move`. Raises Refused, NotAllowed."""
        moment = self._sent_at(owned, lag)
        async with self.acting(moment):
            seat = self._check_turn(owned, seen)
            after = await asyncio.to_thread(_play_suggestion, self.game.position, name)
            await self.play(after, moment)
        self.driver.go_on()
        return after.log_length(seat)

    def _sent_at(self, owned: frozenset[int], lag: int | None) -> int:
        """When the player to move sent the move that arrives now, as far as lag is compensated."""
        now, seat = self.now(), self.game.turn
        if self.game.clock is None or seat not in owned:
            return now
        return now - self._quotas.setdefault(seat, LagQuota()).take(lag)

    @property
    def measures_lag(self) -> bool:
        """Whether round trips to pages matter: a clock of less than days runs."""
        clock = self.game.clock
        return clock is not None and not clock.is_calendar and self.game.outcome is None

    def note_round_trip(self, owned: frozenset[int], trip: int) -> None:
        """A message to the owner's page and its answer took `trip` ms."""
        for seat in owned:
            self._quotas.setdefault(seat, LagQuota()).measure(trip)

    @property
    def due(self) -> int | None:
        """When the clock needs attention without a move, with time for one on its way."""
        game = self.game
        if game.clock is None or game.clock.due is None or game.outcome is not None:
            return None
        quota = None if game.turn is None else self._quotas.get(game.turn)
        return game.clock.due + (quota.open if quota else 0)

    def _check_turn(self, owned: frozenset[int], seen: int | None) -> int:
        seat = self.game.seat_to_move(owned)
        if seen is not None and seen != self.game.position.log_length(seat):
            raise position_changed()
        return seat

    async def enter_conditional_moves(self, owned: frozenset[int], text: str) -> None:
        """Replace the owner's conditional moves. Raises Refused, NotAllowed, BadConditions."""
        async with self.acting():
            enter = self.game.enter_conditional_moves
            await self.save(await asyncio.to_thread(enter, owned, text))

    async def follow_file(self) -> None:
        """Go on by the new rules after the game's own file has changed; bar the game if that fails."""
        async with self.lock:
            position = self.game.position
            texts = [move.text for move in position.log]
            try:
                name = position.game.name
                again = await asyncio.to_thread(replay_game, name, self.start, texts)
                self.game = replace(self.game, position=again)
                self.barred = self.trouble = ""
            except ParlourError as error:
                self.barred = str(error)
            self.notify_watchers()
        self.driver.go_on()

    # -- offers, ends, messages ------------------------------------------------------------------------

    async def undo(self, owned: frozenset[int]) -> str:
        """Take back the owner's last move, or ask the other people: "done" or "asked"."""
        await self._check_no_tournament()
        async with self.acting() as now:
            game = self.game
            await self.save(game.propose(game.undo_offer(owned), now))
            result = "done" if self.game.offer is None else "asked"
        self.driver.go_on()
        return result

    async def _check_no_tournament(self) -> None:
        """Raise Refused in a game of a tournament: whoever is not in it would suffer from help."""
        if await tournament_store.of_game(self.store, self.id):
            raise Refused(409, "of-a-tournament", "A tournament's games have no hints and no undo.")

    async def offer_draw(self, owned: frozenset[int]) -> str:
        """Offer a draw: "agreed", "declined" by bots, or "asked" if people must answer."""
        async with self.acting():
            game = self.game
            offer = game.draw_offer(owned)
        if game.bots and not await self._bots_agree(game.position):
            return "declined"
        async with self.acting() as now:
            if self.game.position is not game.position or self.game.outcome is not None:
                raise position_changed()
            await self.save(self.game.propose(offer, now))
            return "agreed" if self.game.offer is None else "asked"

    async def claim(self, owned: frozenset[int], text: str | None = None) -> None:
        """Claim a draw, also with the move that brings it about. Raises Refused, NotAllowed."""
        async with self.acting() as now:
            try:
                game = self.game
                ended = await apply_rules(game.position.game, _claim, game, owned, now, text)
            except IllegalMove as error:
                raise Refused(422, "illegal-move", str(error)) from error
            await self.save(ended)
        self.driver.go_on()

    async def _bots_agree(self, position: Position) -> bool:
        advice = await self.driver.advice(position)
        return agrees_to_draw(advice.chance)

    async def answer(self, owned: frozenset[int], agrees: bool) -> None:
        """Accept or decline an offer."""
        async with self.acting() as now:
            asked, position = self.game.offer, self.game.position
            after = self.game.answer(owned, agrees, now)
            agreed = agrees and asked is not None and asked.kind == HINT and after.offer is None
            if agreed:
                self.shared_hint = position, None
            await self.save(after)
        self.driver.go_on()
        if agreed:
            self.shared_hint = position, await self.driver.advice(position)
            self.notify_watchers()

    async def resign(self, owned: frozenset[int], seat: int | None = None) -> None:
        """Resign an owned seat; with more than two players a bot plays on there."""
        async with self.acting() as now:
            await self.save(self.game.resign(owned, now, seat))
        self.driver.go_on()

    async def forfeit(self, seat: int) -> None:
        """End a game of two whose player in `seat` does not go on; nothing after its end.

        With more than two seats a bot plays on there: after a bot that fails the simplest.
        """
        async with self.changing() as now:
            outcome, has_failed = loss(self.game.state, seat, FORFEIT), seat in self.game.bots
            if self.game.outcome is None:
                if outcome is not None:
                    after = self.game.end(outcome, now)
                else:
                    after = self.game.seat_bot(seat, "random" if has_failed else CAUTIOUS)
                await self.save(after)
        self.driver.go_on()

    async def say(self, owned: frozenset[int], text: str, seat: int | None = None) -> None:
        """Send a chat message from an owned seat. Raises Refused, NotAllowed."""
        message = " ".join(text.split())
        if not owned or (seat is not None and seat not in owned):
            raise not_yours()
        if not message:
            raise Refused(422, "nothing-said", "The message is empty.")
        async with self.acting():
            if len(self.chat) >= LONGEST_CHAT:
                raise Refused(409, "too-long", f"A game can have at most {LONGEST_CHAT} messages.")
            turn = self.game.turn
            speaker = seat if seat is not None else turn if turn in owned else min(owned)
            assert speaker is not None
            await self.write(GameChange(said=(len(self.chat), speaker, message)))
            self.chat.append((speaker, message))
            self.notify_watchers()

    async def hint(self, owned: frozenset[int]) -> BotAnswer | None:
        """A good move for the player to move, who must be the owner.

        None if other people play: they are asked, and if they agree, all see the hint.
        """
        await self._check_no_tournament()
        async with self.acting() as now:
            after = self.game.propose(self.game.hint_offer(owned), now)
            await self.save(after)
            position = self.game.position
            if after.offer is not None:
                return None
        return await self.driver.advice(position)

    # -- seats -----------------------------------------------------------------------------------------

    async def sit_down(
        self,
        seat: int,
        browser: str,
        name: str,
        origin: str | None = None,
        renewed: int | None = None,
    ) -> None:
        """Give a person's seat to a browser, given by its digest, and perhaps a name to the person.

        The seat stays that of the person who sits down first, for results and for days off.
        `origin` is a digest of the browser's address; `renewed`: how often the seat's link had been
        renewed when it was opened. Raises Refused, also if another player was faster.
        """
        async with self.acting() as now:
            if renewed is not None and renewed != self.renewals.get(seat, 0):
                raise Refused(
                    409, "seat-taken", "Another player was faster and has taken this seat."
                )
            game, holder = self.game, (seat, browser)
            if game.seats[seat].kind != PERSON:
                raise Refused(409, "seat-taken", "A bot plays on in this seat.")
            if holder in self.holders and not name:
                return
            mine = (await self.store.people_with({holder})).get(seat)
            people = await self.store.people(self.id)
            if game.rated:
                name = _check_rated(game, seat, mine, people)
            if mine is not None:
                people.setdefault(seat, mine)
            if name:
                game = game.name_player(seat, name)
            game = game.start_clock(now, {taken for taken, _ in self.holders | {holder}})
            game = game.observe_absences(_absences(people), now)
            await self.save(game, holder, origin)

    async def renew_link(self, seat: int, keep: str) -> None:
        """Give the link of a person's seat a new secret; only the browser `keep` stays in the seat."""
        async with self.changing():
            if self.game.seats[seat].kind != PERSON:
                raise Refused(409, "seat-taken", "A bot plays on in this seat.")
            gone = {holder for holder in self.holders if holder[0] == seat and holder[1] != keep}
            await self.write(GameChange(renewed=seat, left=gone))
            renewed = {**self.renewals, seat: self.renewals.get(seat, 0) + 1}
            self._set_access(self.holders - gone, renewed)
            self.notify_watchers()

    async def update_absences(self) -> None:
        """Load the players' days off and vacations again after a change."""
        async with self.changing() as now:
            people = await self.store.people(self.id)
            await self.save(self.game.observe_absences(_absences(people), now))

    async def announce_rematch(self, game_id: str) -> None:
        """Link to the game that is played next. The lock is held."""
        await self.write(GameChange({"next": game_id}))
        self.next = game_id
        self.notify_watchers()

    # -- time ------------------------------------------------------------------------------------------

    async def check_clock(self) -> None:
        """Apply what follows if a player's time has run out."""
        async with self.changing():
            self.on_clock_change(self)
        self.driver.go_on()

    async def wake(self) -> None:
        """Bring a game that was just loaded up to date, before anybody sees it."""
        async with self.lock:
            await self.save(self.game.wake(self.now()))

    async def leave(self) -> None:
        """Pause the clock: the server stops."""
        async with self.lock:
            await self.save(self.game.leave(self.now()))

    async def come_back(self, started: int, give_back: bool) -> None:
        """Resume the clock: the server started again at `started`; the outage is given back or not.

        Raises Refused; if the disk is full, the clock is stored with the next change.
        """
        async with self.lock:
            after = self.game.come_back(started, give_back)
            try:
                await self.save(after)
            except Refused as error:
                if error.status == 503:
                    self.game = after
                raise

    async def close(self) -> None:
        """Stop the room's bots and review."""
        await self.driver.close()
        await self.review.close()


def _after(position: Position, text: str) -> Position:
    """The position after a typed move; raises IllegalMove."""
    return position.after(understand_move(position.state, text))


def _claim(
    game: GameInProgress, owned: frozenset[int], now: int, text: str | None
) -> GameInProgress:
    """The game after the claim of a draw, also with a typed move; raises IllegalMove."""
    move = None if text is None else understand_move(game.position.state, text)
    return game.claim(owned, now, move)


def _absences(people: Mapping[int, Person]) -> dict[int, Absences]:
    return {seat: person.absences for seat, person in people.items()}


def _check_rated(
    game: GameInProgress, seat: int, person: Person | None, people: Mapping[int, Person]
) -> str:
    """The name under which a person sits down beside `people` in a rated game; raises Refused."""
    if game.outcome is not None:
        raise Refused(409, "game-over", "This rated game is over: nobody can join it.")
    if person is None or not person.name:
        words = "Rated games need a name: choose one under You, then open this link again."
        raise Refused(422, "no-name", words)
    if seat in people and people[seat].id != person.id:
        raise Refused(409, "seat-taken", f"{people[seat].name} plays here in this rated game.")
    if any(other.id == person.id for place, other in people.items() if place != seat):
        raise Refused(409, "same-person", "You already play in this rated game.")
    return person.name


def _play_suggestion(position: Position, name: str) -> Position:
    """The position after a suggested row of moves; raises Refused."""
    seed = random.SystemRandom().getrandbits(62)  # nobody can guess what is chosen with it
    rows = suggestions(position.state.copy(), seed)
    if name not in rows:
        raise Refused(404, "nothing-ready", "There is no suggestion of that name here.")
    return position.play_all(rows[name])
