"""A match of two sides as it stands: games, points, bonus, and which games still matter."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from os import PathLike

from parlour.errors import BadMatch
from parlour.matches.fixture import WIN, Contest, Fixture, FixtureResult, Pair
from parlour.matches.group import Group, TieBreak, Verdict
from parlour.matches.group_file import group_of_text, read_group
from parlour.matches.prospects import NOTHING, Effect, Sums
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game

MOST_GAMES = 1_000
STOPS = ("played", "decided")


class Match:
    """A match of side 0 and side 1 after some results. It never changes: `result` gives another."""

    def __init__(
        self, group: Group, results: Mapping[int, FixtureResult] | None = None, seed: int = 0
    ) -> None:
        self.group = group
        self.seed = seed  # what was drawn when it began follows from it
        self.results: Mapping[int, FixtureResult] = dict(results or {})

    def __repr__(self) -> str:
        points = " – ".join(map(str, self.points))
        return f"<Match {self.group.title}: {len(self.results)} played, {points}>"

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The games known so far; a tie-break once it is needed."""
        known = (*self.group.practice, *self._played_for)
        last = self.group.last(len(self._played_for) + 1) if self._broken else None
        return (*known, last) if last else known

    @cached_property
    def _played_for(self) -> tuple[Fixture, ...]:
        """The games that count, with the extra ones so far; no tie-break."""
        return (*self.group.fixtures, *self.group.extras(self.results))

    @property
    def games(self) -> tuple[tuple[int, str, tuple[int | None, ...]], ...]:
        """For each game known so far its number, its text, and the side that sits at each seat."""
        return tuple((f.number, f.contest.game.name, f.contest.sides) for f in self.fixtures)

    def result(self, number: int, scores: object, ahead: object = None) -> Match:
        """The match after game `number` has ended with these scores, by seat, fractions or texts.

        `ahead` is the side that was ahead of the other, for games with neutral players that neither has
        won. Raises BadMatch for a game that is unknown or has a result, and for scores it cannot have.
        """
        if self.outcome is not None:
            raise BadMatch("the match is over")
        known = {f.number: f for f in self.fixtures}
        if isinstance(number, bool) or not isinstance(number, int) or number not in known:
            raise BadMatch(
                f"there is no game {number!r:.40}: there are {min(known)} to {max(known)}"
            )
        if number in self.results:
            raise BadMatch(f"game {number} has its result")
        result = known[number].contest.result(scores, ahead)
        return Match(self.group, {**self.results, number: result}, self.seed)

    @cached_property
    def points(self) -> Pair:
        """The points of each side; the bonus is among them when all games are done."""
        rows = [self._points_won(f) for f in self._played_for if f.number in self.results]
        rows.append(self._extra)
        return sum((r[0] for r in rows), Fraction(0)), sum((r[1] for r in rows), Fraction(0))

    @property
    def bonus(self) -> int | None:
        """The side that has the bonus, once all games are done; None: neither, or not yet."""
        if self.group.bonus is None or not self._is_done or None in self.contenders:
            return None
        return next(iter(self.contenders))

    @property
    def outcome(self) -> tuple[Pair, int | None] | None:
        """None, or the points by side and the winner, None if it is a tie."""
        if not self._is_done and not (self.group.stops and len(self.contenders) == 1):
            return None
        return self.points, next(iter(self.contenders))

    @cached_property
    def contenders(self) -> frozenset[int | None]:
        """The sides that can still win the match, and None if it can be a tie."""
        if self._broken:
            result = self.results.get(self.fixtures[-1].number)
            return (
                self._broken.winners if result is None else frozenset({self._broken.winner(result)})
            )
        return frozenset(self.group.winners(self._verdicts(self._rest(None))))

    @cached_property
    def critical(self) -> tuple[int, ...]:
        """The unfinished games one of whose results would settle who wins, while nothing has."""
        if len(self.contenders) == 1:
            return ()
        if self._broken:
            return (self.fixtures[-1].number,)
        return self._those(self._is_critical)

    @cached_property
    def influential(self) -> tuple[int, ...]:
        """The unfinished games which, for some results of the others, decide between winners."""
        if len(self.contenders) == 1:
            return ()
        if self._broken:
            return (self.fixtures[-1].number,)
        return self._those(self._is_influential)

    @cached_property
    def _broken(self) -> TieBreak | None:
        """The tie-break, if all other games are done and it is needed."""
        if self._open or not self.group.tie_break:
            return None
        verdict = next(iter(self._verdicts(self._rest(None))))
        return self.group.breaker(len(self._played_for) + 1) if isinstance(verdict, str) else None

    @cached_property
    def _open(self) -> tuple[Fixture, ...]:
        """The fixtures without a result; not a tie-break."""
        return tuple(f for f in self._played_for if f.number not in self.results)

    @property
    def _is_done(self) -> bool:
        return all(f.number in self.results for f in self.fixtures if f.number > 0)

    @property
    def _extra(self) -> Pair:
        if not self._is_done:
            return Fraction(0), Fraction(0)
        return self.group.extra(next(iter(self.contenders)), self.results)

    def _points_won(self, fixture: Fixture) -> Pair:
        return fixture.contest.points(self.results[fixture.number])

    def _rest(self, left_out: Fixture | None) -> Sums:
        """What all games can add up to but `left_out`."""
        sums = NOTHING
        for fixture in self._played_for:
            if fixture.number in self.results:
                sums = sums.plus([self.group.effect(fixture, self._points_won(fixture))])
            elif fixture is not left_out:
                sums = sums.plus(self._effects(fixture))
        return sums

    def _effects(self, fixture: Fixture) -> frozenset[Effect]:
        """What a game can do to the standing; the same object where it is the same."""
        known = self.group.effects.get(fixture.number)
        return known or frozenset(self.group.effect(fixture, p) for p in fixture.contest.possible)

    def _verdicts(self, sums: Sums) -> set[Verdict]:
        return {self.group.verdict(sign, flags) for sign, flags in sums.signs()}

    def _those(self, matters: Callable[[Sums, frozenset[Effect]], bool]) -> tuple[int, ...]:
        """The open games that matter; games that can do the same are asked about once."""
        decided: dict[frozenset[Effect], bool] = {}
        for fixture in self._open:
            effects = self._effects(fixture)
            if effects not in decided:
                decided[effects] = matters(self._rest(fixture), effects)
        return tuple(f.number for f in self._open if decided[self._effects(f)])

    def _is_critical(self, rest: Sums, effects: frozenset[Effect]) -> bool:
        return any(
            len(self.group.winners(self._verdicts(rest.plus([effect])))) == 1 for effect in effects
        )

    def _is_influential(self, rest: Sums, effects: frozenset[Effect]) -> bool:
        return any(
            self.group.differ(self.group.verdict(*one), self.group.verdict(*other))
            for pair in itertools.combinations(effects, 2)
            for one, other in rest.turns(*pair)
        )


def match(name: str | PathLike[str] | None = None, /, **settings: object) -> Match:
    """The match of a group, by its name or its file's path, or of `games` games of one `game`.

    Settings of a group are its file's; `seed`, for any match, is what it draws from. In place of a name,
    `group` is the text of a group's file.
    A match of one game has `game`, its text, `games`, how many, and
    `stop`: "decided" ends it as soon as its winner is sure. Raises BadMatch, and for an unknown game or
    option UnknownGame or BadOption.
    """
    given = settings.pop("seed", None)
    seed = secrets.randbits(32) if given is None else given
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadMatch(f"seed is {seed!r:.40}: expected a whole number")
    if name is not None:
        return Match(read_group(name, settings, seed), seed=seed)
    if "group" in settings:
        return Match(group_of_text(settings.pop("group"), settings, seed), seed=seed)
    return Match(_of_one_game(settings), seed=seed)


def _of_one_game(settings: dict[str, object]) -> Group:
    allowed = ("game", "games", "stop")
    for key in settings:
        if key not in allowed:
            raise BadMatch(f"a match has no setting {key}: there are {', '.join(allowed)}")
    if "game" not in settings or "games" not in settings:
        raise BadMatch("name a group, or a game and how many games of it: game='hex', games=4")
    game, games, stop = settings["game"], settings["games"], settings.get("stop")
    stop = STOPS[0] if stop is None else stop
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise BadMatch(f"games is {games!r:.40}: expected a whole number from 1 to {MOST_GAMES}")
    if stop not in STOPS:
        raise BadMatch(f"stop is {stop!r:.40}: expected {' or '.join(STOPS)}")
    found = game if isinstance(game, Game) else find_game(game)  # type: ignore[arg-type]
    if found.seats < 2:
        raise BadMatch(f"{found.name} is a game for one; a match has two sides")
    turns = [Contest(found, first, by=WIN) for first in (0, 1)]
    fixtures = tuple(Fixture(n + 1, turns[n % 2]) for n in range(games))
    return Group(f"{games} games of {found.name}", fixtures, stops=stop == "decided")
