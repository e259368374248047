"""Search in a background thread, so that an engine answers commands and can be stopped.

The bot is asked repeatedly with a growing part of its time. It keeps its tree or table in between, so
little work is lost, and each part gives a line of information.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.errors import ParlourError
from parlour.players import player
from parlour.players.several import QUICK, compare, several
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player

FIRST = 0.05  # seconds of the first part; each further one takes as long as all before together
DEFAULT_SECONDS = 1.0
LEAST = 0.002  # seconds; less is not worth a part
FOREVER = 24 * 3600.0
SOONEST = 0.005  # seconds that a move takes at least
LOOK = 0.05  # seconds between two tries to stop a search, which hears nothing as it begins
PARTS = 30  # of the time that is left, a move may take one of so many
SHARE = 0.8  # of the increment that a move may take besides
MOST = 0.5  # of the time that is left


@dataclass(frozen=True)
class Limits:
    """How long to think: seconds, or positions, or a depth; `infinite` until it is stopped.

    `moves` are those among which to choose, () for all legal ones; `lines`: how many good moves are wanted.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    moves: tuple[str, ...] = ()
    lines: int = 1


def share(left: float, moves: float = PARTS, more: float = 0.0) -> float:
    """Seconds for a move: of `left` seconds the part of one of `moves`, and `more` that comes for each."""
    return max(SOONEST, min(left / max(moves, 1) + more, max(left * MOST, more)))


# What was found, the best first, after how many seconds.
Report = Callable[[Sequence[Advice], float], None]


@dataclass(frozen=True)
class _Work:
    """What is thought about, and who hears of it."""

    state: State
    limits: Limits
    report: Report
    done: Callable[[str], None]
    failed: Callable[[str], None]


class BackgroundSearch:
    """A bot's thinking about one position at a time; `bot` is a player's text."""

    def __init__(self, game: Game, bot: str) -> None:
        self.game, self.bot = game, bot
        self._players: dict[str, Player] = {}
        self._thread: threading.Thread | None = None
        self._work: _Work | None = None
        self._stop = threading.Event()
        self._asked: Player | None = None
        self._goes_on = False

    def start(
        self,
        state: State,
        limits: Limits,
        report: Report,
        done: Callable[[str], None],
        failed: Callable[[str], None] = lambda why: None,
    ) -> None:
        """Think about `state` aside; `done` is called with the move, `failed` before it with an error."""
        self.stop()
        self._begin(_Work(state.copy(), limits, report, done, failed))

    def _begin(self, work: _Work) -> None:
        self._stop.clear()
        self._work = work
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Make an end, and wait for it; `done` is called before this returns."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            if self._asked is not None:
                self._asked.stop()
            self._thread.join(LOOK)

    def hit(self, limits: Limits) -> None:
        """Continue the pondering search, now within limits."""
        work = self._work
        if work is None or self._thread is None or not self._thread.is_alive():
            return
        self._goes_on = True
        self.stop()
        self._goes_on = False
        self._begin(replace(work, limits=limits))

    def wait(self) -> None:
        """Wait until the move is returned."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def find(self, state: State, limits: Limits) -> Advice:
        """Think here and now, to the end of the limits."""
        self._stop.clear()
        found = Advice(state.moves()[0])
        for parts, _ in self._parts(state, limits):
            found = parts[0]
        return found

    def _run(self, work: _Work) -> None:
        move = (work.limits.moves or work.state.moves())[0]
        try:
            for found, seconds in self._parts(work.state, work.limits):
                move = found[0].move
                work.report(found, seconds)
            if work.limits.infinite:
                self._stop.wait()
        except ParlourError as error:  # there is nothing better than what was found before
            work.failed(" ".join(str(error).split()))
        finally:  # whatever happens, somebody waits for a move
            if not self._goes_on:
                work.done(move)

    def _parts(self, state: State, limits: Limits) -> Iterator[tuple[Sequence[Advice], float]]:
        """What the bot found after each part of its time, and the seconds used until then."""
        begun = time.perf_counter()
        if limits.depth is not None or limits.nodes is not None:
            counted = "simulations" if self._takes("simulations") else "nodes"
            kind = "depth" if limits.depth is not None else counted
            number = limits.depth if limits.depth is not None else limits.nodes
            found = self._advise(kind, number or 1, state, limits)
            yield found[: limits.lines], time.perf_counter() - begun
            return
        end = FOREVER if limits.infinite else limits.seconds or DEFAULT_SECONDS
        used, nodes = 0.0, 0
        while used < end - LEAST:
            part = min(max(FIRST, used), end - used)
            found = self._advise("seconds", part, state, limits)
            used = time.perf_counter() - begun
            nodes += sum(advice.nodes for advice in found)
            yield [replace(advice, nodes=nodes) for advice in found[: limits.lines]], used
            proven = found[0].proven and limits.lines == 1
            if self._stop.is_set() or proven or not self._takes("seconds"):
                return

    def _advise(self, budget: str, amount: float, state: State, limits: Limits) -> Sequence[Advice]:
        """What the bot advises, the best first: one move, or several among which it shares its budget."""
        looks = len(limits.moves) or limits.lines
        if looks > 1 and budget != "depth":
            amount = max(amount / looks, LEAST if budget == "seconds" else 1)
        made = self._asked = self._with(budget, amount)
        if limits.moves:
            return compare(state, limits.moves, made.advise) or [Advice(limits.moves[0])]
        if limits.lines > 1:
            return several(state, made, player(QUICK, self.game, 1), limits.lines)
        return [made.advise(state)]

    def warm(self) -> None:
        """Compile what thinking needs, so that no move's time is spent on it."""
        state = self.game.start().play_chance(random.Random(0))
        if state.turn is not None:
            self.find(state, Limits(seconds=2 * LEAST))

    def _with(self, budget: str, amount: float) -> Player:
        """The bot with a budget, where it takes any; its search is kept from one to the next."""
        takes = self._takes(budget)
        if budget not in self._players:
            self._players[budget] = player(self.bot, self.game, 1, f"{budget}=1" if takes else None)
        made = self._players[budget]
        if takes:
            made.think_for(budget, amount)
        return made

    def _takes(self, budget: str) -> bool:
        made = self._players.get(budget) or player(self.bot, self.game, 1)
        return budget in made.SETTINGS
