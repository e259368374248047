"""Runs the server's tournaments: pairs, opens boards, lets bots play, and takes results."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from parlour.errors import ParlourError
from parlour.tournaments import Meeting
from parlour.tournaments.tournament_plan import ARENA, SWISS, TABLES
from parlour.web.common.secrets import new_name
from parlour.web.http.error_responses import Refused
from parlour.web.play.rooms import LINK, GameRequest, Rooms
from parlour.web.store import person_store, tournament_store
from parlour.web.store.tournament_store import OPEN, OVER, RUNNING, StoredPlayer, StoredTournament
from parlour.web.store.writer import Stale
from parlour.web.tournaments.server_tournament import ServerTournament

log = logging.getLogger("parlour.web.tournaments")

INTERVAL = 1.0  # seconds between two looks at running tournaments
TRIES = 20  # of a change, if other servers change the tournament at the same time


class Tournaments:
    """The tournaments of the server. Everything is in the database: a new server goes on."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.store = rooms, rooms.store
        self._known: dict[str, ServerTournament] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def find(self, tournament_id: str) -> ServerTournament:
        """The tournament in its current state; raises Refused if it does not exist."""
        stored = await tournament_store.load(self.store, tournament_id)
        if stored is None:
            raise Refused(404, "no-such-tournament", "There is no such tournament.")
        known = self._known.get(tournament_id)
        if known is None or known.stored != stored:
            known = await asyncio.to_thread(ServerTournament, stored)
            self._known[tournament_id] = known
        return known

    async def boards(
        self, found: ServerTournament, player: int | None = None
    ) -> dict[str, Meeting]:
        """The games in progress that can be opened, perhaps only a player's."""
        noted = found.open_games(player)
        there = await self.store.versions(noted)  # a board is noted before it is opened
        return {game_id: meeting for game_id, meeting in noted.items() if game_id in there}

    async def run(self) -> None:
        """Continue all running tournaments, for ever."""
        while True:
            try:
                for tournament_id in await tournament_store.running(self.store):
                    await self._try_to_go_on(tournament_id)
            except SQLAlchemyError as error:
                log.warning("tournaments could not go on", extra={"why": str(error)})
            await asyncio.sleep(INTERVAL)

    async def _try_to_go_on(self, tournament_id: str) -> None:
        """Continue a tournament; one that cannot does not hold up the others."""
        try:
            await self.go_on(tournament_id)
        except ParlourError as error:
            extra = {"tournament": tournament_id, "why": str(error)}
            log.warning("a tournament could not go on", extra=extra)

    async def go_on(self, tournament_id: str) -> None:
        """Open the boards to be played now, and end what is over."""
        async with self._locks[tournament_id]:
            found = await self._up_to_date(tournament_id, self._note_boards)
            if found.state is None or found.stored.state != RUNNING:
                return
            if found.state.over:
                await tournament_store.set_state(self.store, tournament_id, RUNNING, OVER)
                return
            for meeting in found.state.open:
                try:
                    await self._play(found, meeting)
                except Refused as error:
                    extra = {"tournament": tournament_id, "why": str(error)}
                    log.warning("a board could not be opened", extra=extra)

    async def _up_to_date(
        self, tournament_id: str, change: Callable[[ServerTournament], Awaitable[None]]
    ) -> ServerTournament:
        """Change the tournament as it is now, whatever other servers do; returns it as it is then."""
        for _ in range(TRIES):
            with suppress(Stale):
                await change(await self.find(tournament_id))
                return await self.find(tournament_id)
        raise Refused(503, "busy", "Much happens in this tournament; try again.")

    async def _note_boards(self, found: ServerTournament) -> None:
        """Note the ids of all boards to be played now; only then they are opened."""
        if found.stored.state != RUNNING or found.state is None:
            return
        boards = {
            (*meeting.place, number): new_name()
            for meeting in found.state.open
            if (number := found.next_board(meeting)) is not None
            and (*meeting.place, number) not in found.stored.games
        }
        if boards:
            await tournament_store.reserve(self.store, found.stored, boards)

    async def _play(self, found: ServerTournament, meeting: Meeting) -> None:
        """Open a meeting's next board unless it is open; a bot that fails forfeits."""
        number = found.next_board(meeting)
        if number is None:
            return
        game_id = found.stored.games[(*meeting.place, number)]
        if game_id not in await self.store.versions([game_id]):
            with suppress(IntegrityError):  # another server has opened it
                await self._open(found, meeting, number, game_id)
        room = await self.rooms.find(game_id)  # bots go on after a crash
        if room.trouble and room.game.turn in room.game.bots and room.game.turn is not None:
            await room.forfeit(room.game.turn)

    async def _open(
        self, found: ServerTournament, meeting: Meeting, number: int, game_id: str
    ) -> None:
        players = [found.stored.players[n] for n in found.seats(meeting, number)]
        request = GameRequest(
            found.plan.game(meeting.round),
            tuple(player.player or LINK for player in players),
            clock=found.stored.clock,
            rated=found.is_rated,
            names=tuple("" if player.player else player.name for player in players),
            origins={seat: player.origin for seat, player in enumerate(players) if player.origin},
            id=game_id,
        )
        holders = {
            (seat, browser)
            for seat, player in enumerate(players)
            if player.browser
            for browser in await person_store.browsers(self.store, player.browser)
        }
        await self.rooms.create(request, found.stored.owner, holders)

    # -- people ------------------------------------------------------------------------------------

    async def join(self, tournament_id: str, player: StoredPlayer) -> None:
        """Enter a person; a late one is paired from the next round on."""

        async def enter(found: ServerTournament) -> None:
            check_open(found)
            first = found.round + 1 if found.state is not None else 1
            await tournament_store.add_player(
                self.store, found.stored, replace(player, first=first)
            )

        async with self._locks[tournament_id]:
            await self._up_to_date(tournament_id, enter)

    async def withdraw(self, tournament_id: str, number: int) -> None:
        """Take a player out from the next round on, and forfeit the games in progress."""

        async def leave(found: ServerTournament) -> None:
            await tournament_store.withdraw_player(self.store, found.stored, number, found.round)

        async with self._locks[tournament_id]:
            found = await self._up_to_date(tournament_id, leave)
        for game_id, meeting in found.open_games(number).items():
            board = found.board_of(game_id)
            seats = found.seats(meeting, board[2])
            await (await self.rooms.find(game_id)).forfeit(seats.index(number))
        await self.go_on(tournament_id)

    async def set_bye(self, tournament_id: str, number: int, bye: int, wanted: bool) -> None:
        """Give a player a half-point bye in a round that is not paired yet, or take it back."""

        async def change(found: ServerTournament) -> None:
            check_bye(found, bye)
            await tournament_store.set_bye(self.store, found.stored, number, bye, wanted)

        async with self._locks[tournament_id]:
            await self._up_to_date(tournament_id, change)

    async def start(self, stored: StoredTournament) -> None:
        """Start a tournament: the first boards open."""
        await asyncio.to_thread(ServerTournament, replace(stored, state=RUNNING))  # may raise
        await tournament_store.set_state(self.store, stored.id, OPEN, RUNNING)
        await self.go_on(stored.id)


def check_open(found: ServerTournament) -> None:
    """Raise Refused unless people can still enter."""
    if found.stored.state == OVER:
        raise Refused(409, "over", "This tournament is over.")
    if found.stored.state == RUNNING and found.plan.format not in (SWISS, ARENA, TABLES):
        words = "Late entries are possible in a Swiss, an arena and at tables only."
        raise Refused(409, "too-late", words)


def check_bye(found: ServerTournament, bye: int) -> None:
    """Raise Refused unless half-point byes can still be requested for a round."""
    if found.plan.format != SWISS:
        raise Refused(409, "no-byes", "Only a Swiss has half-point byes.")
    if bye not in found.rounds_for_byes:
        raise Refused(409, "too-late", "A bye is possible in rounds that are not paired yet.")
