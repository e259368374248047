"""A stored tournament and its state, which follows from its players and the ends of its games."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from parlour.play.conduct import FORFEIT
from parlour.play.saved_game import read_scores
from parlour.tournaments import Entrant, Meeting, Tournament, TournamentPlan
from parlour.tournaments.tables import table_points
from parlour.tournaments.tournament_plan import SWISS
from parlour.tournaments.tournament_results import PairResult
from parlour.web.store.tournament_store import OPEN, OVER, StoredTournament


class ServerTournament:
    """A stored tournament with its standings and pairings; without them before it starts."""

    def __init__(self, stored: StoredTournament) -> None:
        self.stored = stored
        self.plan = _plan(stored)
        self.state = None if stored.state == OPEN else _state(stored, self.plan)

    @property
    def is_rated(self) -> bool:
        """Whether the games count for ratings."""
        return bool(self.stored.settings.get("rated"))

    @property
    def rounds_for_byes(self) -> range:
        """The rounds for which a player of a Swiss can request a bye: not paired yet, not the last."""
        if self.stored.state == OVER or self.plan.format != SWISS:
            return range(0)
        return range(self.round + 1, self.plan.rounds)

    def number_of(self, browsers: Collection[str]) -> int | None:
        """The number of the player with one of these browsers, unless withdrawn."""
        return next(
            (
                number
                for number, player in enumerate(self.stored.players)
                if player.browser in browsers and player.last is None
            ),
            None,
        )

    @property
    def fewest_players(self) -> int:
        """How many players it needs."""
        return max(self.plan.tables, default=2)

    @property
    def round(self) -> int:
        """The latest round; 0 before the start."""
        return 0 if self.state is None else len(self.state.rounds_so_far())

    def next_board(self, meeting: Meeting) -> int | None:
        """The number of the meeting's game to play now; None if all are over."""
        for number in range(1, self.plan.number + 1):
            game = self.stored.games.get((*meeting.place, number))
            if game is None or game not in self.stored.ended:
                return number
        return None

    def open_games(self, player: int | None = None) -> dict[str, Meeting]:
        """The games in progress, perhaps only a player's."""
        found = {}
        for meeting in self.state.open if self.state else ():
            number = self.next_board(meeting)
            game = None if number is None else self.stored.games.get((*meeting.place, number))
            if game is not None and (player is None or player in meeting.entrants):
                found[game] = meeting
        return found

    def seats(self, meeting: Meeting, number: int) -> tuple[int, ...]:
        """The players by seat in a game of a meeting; the seats change from game to game."""
        return meeting.entrants if number % 2 else meeting.entrants[::-1]

    def board_of(self, game_id: str) -> tuple[int, int, int]:
        """The board of a game."""
        return next(board for board, game in self.stored.games.items() if game == game_id)


def _plan(stored: StoredTournament) -> TournamentPlan:
    """The settings and players as the pairing reads them."""
    settings = stored.settings
    return TournamentPlan(
        stored.title,
        str(settings["format"]),
        tuple(Entrant(p.name, p.player or None, p.first, p.last, p.byes) for p in stored.players),
        tuple(settings["games"]),
        int(settings["rounds"]),
        int(settings["number"]),
        tables=tuple(settings.get("tables", ())),
    )


def _state(stored: StoredTournament, plan: TournamentPlan) -> Tournament:
    """The tournament after all pairs of games that are over."""
    state, more = Tournament(plan), True
    while more:
        more = False
        for meeting in state.open:
            result = _next_result(stored, state, meeting)
            if result is not None:
                state.add(result)
                more = True
    return state


def _next_result(
    stored: StoredTournament, state: Tournament, meeting: Meeting
) -> PairResult | None:
    """The next pair of a meeting's games, if both are over."""
    begun = sum(map(len, state.pairs(meeting)))
    numbers = range(begun + 1, min(begun + 2, state.plan.number) + 1)
    games = [stored.games.get((*meeting.place, number), "") for number in numbers]
    if not all(game in stored.ended for game in games):
        return None
    ends = [stored.ended[game] for game in games]
    if meeting.rest:
        return PairResult(meeting.place, _table_points(stored, meeting, games[0]))
    scores = tuple(_score(end[1], number) for end, number in zip(ends, numbers, strict=True))
    return PairResult(meeting.place, scores, any(end[0] == FORFEIT for end in ends))


def _table_points(stored: StoredTournament, meeting: Meeting, game: str) -> tuple[Fraction, ...]:
    """The points by place of a table's game; whoever another bot replaced has given up."""
    gone = {
        seat
        for seat, entrant in enumerate(meeting.entrants)
        if stored.bots.get((game, seat), "") != stored.players[entrant].player
    }
    return table_points(read_scores(stored.ended[game][1]), gone)


def _score(text: str, number: int) -> Fraction:
    """What the first of a meeting scored in its game of this number."""
    row = read_scores(text)
    mine, theirs = row if number % 2 else row[::-1]
    return mine / (mine + theirs) if mine + theirs else Fraction(1, 2)
