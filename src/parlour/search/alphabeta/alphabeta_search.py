"""Alpha-beta for a game of two seats: iterative deepening over `alphabeta`, with budgets and results.

    AlphaBeta(game).search(state, seconds=0.2).move

The compiled search is called once for each depth (and again where a value falls outside the expected
window); the table of values stays warm between depths and between searches. Several threads search the
same root side by side and share that table alone ("lazy SMP").
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.kernel.workspace import (
    Layout,
    is_given,
    store_state,
    take_over,
    whole_numbers,
    words,
    work_record,
)
from parlour.search.alphabeta.alphabeta_compiled import HISTORY, PLIES, PROVEN, SEEN, UNPROVEN, WIN
from parlour.search.endgame.endgame_table import Tables, board_layout, fill_board
from parlour.search.evaluation.ntuple_model import (
    Model,
    learnt_model,
    model_layout,
    no_model,
    put_model,
)
from parlour.search.interrupts import interruptible
from parlour.search.search_result import MoveValue, SearchResult
from parlour.table.game import Game, State
from parlour.table.game_instance import instance, is_made, moves_left, refuse_hidden

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules
    from parlour.kernel.workspace import Words, WorkRecord
    from parlour.search.alphabeta import alphabeta_compiled

    class AlphaBetaAlgorithm:
        """`alphabeta_compiled`, bound to the rules of a game."""

        begin = staticmethod(alphabeta_compiled.begin)
        deepen = staticmethod(alphabeta_compiled.deepen)


ALGORITHM = "parlour.search.alphabeta.alphabeta_compiled"
CAPTURES = 6  # endgame tables are asked if at most this many captures lead to them
REPEATED = 256  # positions before the search that must not stand again: the latest count
DEEPEST = PLIES - 8
UNBOUNDED = 1 << 62
FRAME = (
    *("seat", "depth", "alpha", "beta", "least", "key", "opened", "still", "urgent"),  # the node
    *("count", "value", "move", "total", "gained", "rest"),  # its moves or outcomes so far
    *("sign", "other", "deep", "less", "floor", "top", "low", "high", "wide"),  # the one searched
)


def distance(value: int) -> int | None:
    """Plies to a proven win (positive) or loss (negative): WIN - n or n - WIN; None if unproven."""
    if abs(value) <= PROVEN:
        return None
    return WIN - value if value > 0 else -(WIN + value)


class AlphaBeta:
    """A searcher for one game; keep it through a game, so that what it learnt is used again.

    `table` is the number of stored positions (32 bytes each, rounded up to a power of two). `noise`
    blurs each evaluation by up to that amount, always the same for one position and `seed`: for weaker
    play and for variety. `reductions=False` searches every move to the full depth, which makes the
    distance of a proven win the shortest. `compiled=False` runs the same in plain Python.
    Raises BadPlayer for a game that has not two seats, has chance events that cannot be listed, or hides
    information. With `face_up` hidden information is used, and evaluations replace chance events
    that cannot be listed. `learnt=False` leaves the game's learnt evaluation aside, `model` takes another's
    place. `tables` are endgame tables to be asked where few pieces are left. With `blind` only ends count
    and all else is worth 0: a proof takes a small part of the positions then.
    """

    def __init__(
        self,
        game: Game,
        *,
        table: int = 1 << 18,
        noise: int = 0,
        seed: int = 0,
        reductions: bool = True,
        compiled: bool = True,
        face_up: bool = False,
        learnt: bool = True,
        model: Model | None = None,
        tables: Tables | None = None,
        blind: bool = False,
    ) -> None:
        refuse_hidden(game, "alpha-beta", face_up)
        self.game = game
        self._rules = game.plain.rules
        self._algorithm = cast("AlphaBetaAlgorithm", instance(game, compiled).algorithm(ALGORITHM))
        self.compiled = compiled
        if game.seats != 2:
            raise BadPlayer(f"alpha-beta plays games of two seats; {game.name} has {game.seats}")
        listed = not is_given(self._rules.draw) or is_given(self._rules.outcomes)
        if not listed and not face_up:
            raise BadPlayer(f"the chance events of {game.name} cannot be listed for alpha-beta")
        entries = 1 << max(table - 1, 1).bit_length()
        self._table: Words = words(4 * entries, compiled)
        self.model = model if model is not None or not learnt else learnt_model(game)
        self.tables = tables or Tables(game, Path())
        self._ends = (self.tables.index, self.tables.values)
        self._settings = (noise, seed, int(reductions), int(blind))
        self._works: list[WorkRecord] = [self._new_work()]  # one for each thread

    def search(
        self,
        state: State,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        every: bool = False,
        threads: int = 1,
    ) -> SearchResult:
        """The best move found within all the budgets that are given (at least one must be).

        `every=True` gives each of the state's moves its exact value, at some cost. More than one of the
        `threads`, which share the `nodes`, gets deeper in the same time, but not the same result each time.
        Raises BadPlayer without a budget, and ValueError if no seat is to move.
        """
        if depth is None and nodes is None and seconds is None:
            raise BadPlayer("alpha-beta needs a budget: depth, nodes or seconds")
        if state.turn in (None, CHANCE):
            raise ValueError("no seat is to move")
        if seconds is not None and len(state.codes()) == 1:
            depth = 1  # a forced move needs no time
        while len(self._works) < threads:
            self._works.append(self._new_work())
        works = self._works[:threads]
        for place, work in enumerate(works):
            self._prepare(work, state, None if nodes is None else -(-nodes // threads), every)
            work.ahead = place % 2  # or all would look at the same depth at the same time
        begun = time.perf_counter()
        timer = threading.Timer(3600.0 if seconds is None else seconds, self.stop)
        timer.daemon = True
        if seconds is not None:
            timer.start()
        try:
            found = self._deepen(works, int(state.record.turn), min(depth or DEEPEST, DEEPEST))
        finally:
            timer.cancel()
            if seconds is not None:
                timer.join()  # or it might stop the next search
        spent = sum(int(work.nodes) for work in works)
        return self._result(state, *found, spent, time.perf_counter() - begun)

    @property
    def on_results_scale(self) -> bool:
        """Whether values are parts of WIN, since chance or ends with grades are averaged with them."""
        return bool(self._works[0].scale != 1)

    def is_made(self) -> bool:
        """Whether the machine code of a compiled search is at hand."""
        return is_made(self._algorithm.deepen, self._works[0], self._table, self._ends, 0, 1)

    def compile(self) -> None:
        """Go on compiled, with all that the plain search has found."""
        self._algorithm = cast("AlphaBetaAlgorithm", instance(self.game, True).algorithm(ALGORITHM))
        self._table = whole_numbers(self._table, True)
        plain, self.compiled = self._works, True
        self._works = [self._new_work() for _ in plain]
        for work, source in zip(self._works, plain, strict=True):
            take_over(work, source)

    def forget(self) -> None:
        """Empty the table of values, so that the next search knows nothing of earlier ones."""
        self._table = words(len(self._table), self.compiled)

    # -- before ----------------------------------------------------------------------------------

    def _new_work(self) -> WorkRecord:
        """What one thread works on."""
        work = searcher(self.game, self.model, self.compiled)
        work.noise, work.seed, work.reduce, work.blind = self._settings
        if work.blind:
            work.quiesce = 0
        return work

    def _prepare(self, work: WorkRecord, state: State, nodes: int | None, every: bool) -> None:
        """Set a work record to the root `state` and to this search's budget."""
        store_state(work.states, 0, state.record, self._rules.STATE.names)
        self._algorithm.begin(work)
        # With `stopped` set nothing is searched, but what is not yet compiled now is: no budget pays.
        work.stopped = 1
        self._algorithm.deepen(work, self._table, self._ends, 0, 1)
        work.nodes, work.open, work.stopped = 0, 0, 0
        work.budget = UNBOUNDED if nodes is None else nodes
        work.age += 1
        work.every = int(every)
        repeated = self._about_to_end(state)
        work.base = len(repeated)
        for place, (key, ago) in enumerate(repeated):
            work.path[place] = key
            work.ago[place] = ago
            work.seen[key & (SEEN - 1)] += 1
        self._limit(work, state)
        if self._rules.BOARD_TELLS:
            work.pieces[0] = self._pieces(state)
            asked = work.pieces[0] <= self.tables.pieces + CAPTURES
            work.tabled = self.tables.pieces if asked else 0
        work.best, work.best_length, work.noted = 0, 0, 0

    def _pieces(self, state: State) -> int:
        """How many pieces there are on the board."""
        codes = [0] * self._rules.CODED_CELLS
        self._rules.cells(state.record, codes)
        return sum(code > 0 for code in codes)

    def _about_to_end(self, state: State) -> list[tuple[int, int]]:
        """Keys of positions that end the game when they stand again; how many moves ago they first did."""
        stood = state.stood_often()[-REPEATED:]
        return [(self._rules.key(record), ago) for record, ago in stood]

    def _limit(self, work: WorkRecord, state: State) -> None:
        """Tell the search how many moves each seat has left, where the limit is within its reach."""
        left = moves_left(state)
        work.left[0][0], work.left[0][1] = left
        work.limited = int(min(left) < min(PLIES, self._rules.LONGEST))

    # -- the search ------------------------------------------------------------------------------

    def _deepen(self, works: list[WorkRecord], turn: int, deepest: int) -> tuple[Any, int]:
        """Search deeper and deeper by all `works` at once, until one of them has done.

        Ctrl-C ends it at once. Returns the one that got deepest, and its depth.
        """

        def run(work: WorkRecord) -> int:
            try:
                return int(self._algorithm.deepen(work, self._table, self._ends, turn, deepest))
            finally:
                self.stop()

        def run_all() -> tuple[Any, int]:
            if len(works) == 1:
                return works[0], run(works[0])
            with ThreadPoolExecutor(len(works)) as pool:
                reached = list(pool.map(run, works))
            pairs = zip(works, reached, strict=True)
            return max(pairs, key=lambda pair: (pair[0].best_length > 0, pair[1]))

        return interruptible(run_all, self.stop) if self.compiled else run_all()

    def stop(self) -> None:
        """End a search that another thread runs: it returns what it has found."""
        for work in self._works:
            work.stopped = 1

    # -- after -----------------------------------------------------------------------------------

    def _result(
        self, state: State, work: WorkRecord, depth: int, nodes: int, seconds: float
    ) -> SearchResult:
        text = self.game.notation.move_text
        line = self._line_texts(work, state)
        moves, found = (_words(row, work.noted) for row in (work.noted_moves, work.noted_values))
        values = dict(zip(moves, found, strict=True))
        if work.best_length:
            values[int(work.best_line[0])] = int(work.best)
        best = int(work.best)
        return SearchResult(
            move=line[0],
            value=best,
            proven=abs(best) > PROVEN,
            distance=distance(best),
            depth=int(depth),
            nodes=nodes,
            seconds=seconds,
            line=line,
            moves=tuple(
                MoveValue(text(state.record, move), value, proven=abs(value) > PROVEN)
                for move, value in values.items()
            ),
        )

    def _line_texts(self, work: WorkRecord, state: State) -> tuple[str, ...]:
        """The best line's move texts, as far as the game goes on without chance."""
        state = state.copy()
        texts = []
        line = _words(work.best_line, work.best_length)
        for move in line or state.codes()[:1]:
            if state.turn in (None, CHANCE):
                break
            texts.append(state.play_code(move))
        return tuple(texts)


def _words(row: Words, count: int) -> list[int]:
    """The first `count` numbers of a row of either form."""
    return [int(word) for word in row[:count]]


def searcher(game: Game, model: Model | None, compiled: bool) -> WorkRecord:
    """The work record of `alphabeta` for a game, set to what never changes; evaluates by `model`, if any."""
    rules = game.plain.rules
    w: WorkRecord = work_record(layout(rules, model), compiled)
    # Where chance averages evaluations with ends, or ends have grades, they must be on one scale.
    w.scale = WIN // rules.WIN_WORTH if rules.MAX_OUTCOMES > 1 or rules.GRADED else 1
    w.margin = rules.MARGIN * w.scale
    w.quiesce = int(is_given(rules.noisy))
    w.repeats = game.spec.repeats
    w.alternating = int(game.spec.alternating)
    w.reduce = 1
    if model is not None:
        put_model(w, rules, model, UNPROVEN)
    if rules.BOARD_TELLS:
        fill_board(w.board, rules)
    return w


def tables_layout(rules: Rules) -> Layout:
    """The fields for asking endgame tables."""
    board = np.dtype(board_layout(rules))
    return [
        ("tabled", np.int64),  # the most pieces that tables have; 0: they are not asked
        ("pieces", np.int64, (PLIES,)),  # on the board at each ply; 0: not yet counted
        ("shadow", rules.STATE, (1,)),
        ("board", board),
    ]


def layout(rules: Rules, model: Model | None) -> Layout:
    """The fields of the work record of `alphabeta`, as NumPy describes a dtype."""
    width = max(rules.MAX_MOVES, rules.MAX_OUTCOMES)
    word = np.int64
    flags = (
        "reduce",
        "quiesce",
        "repeats",
        "limited",
        "alternating",
        "every",
        "scale",
        "margin",
        "noise",
        "seed",
        "blind",
        "ahead",
    )
    counters = ("nodes", "budget", "stopped", "open", "age", "base", "tried")
    found = ("best", "best_length", "noted")
    return [
        *((name, word) for name in (*flags, *counters, *found)),
        ("states", rules.STATE, (PLIES,)),
        ("frames", np.dtype([(name, word) for name in FRAME]), (PLIES,)),
        ("moves", word, (PLIES, width)),
        ("ranks", word, (PLIES, width)),
        ("values", word, (width,)),
        ("left", word, (PLIES, 2)),
        ("path", word, (REPEATED + PLIES,)),
        ("ago", word, (REPEATED,)),
        ("seen", word, (SEEN,)),
        ("line", word, (PLIES, PLIES)),
        ("length", word, (PLIES,)),
        ("killers", word, (PLIES, 2)),
        ("history", word, (2, HISTORY)),
        ("best_line", word, (PLIES,)),
        ("noted_moves", word, (width,)),
        ("noted_values", word, (width,)),
        *(tables_layout(rules) if rules.BOARD_TELLS else ()),
        *(model_layout(rules, model or no_model(rules)) if rules.CODED_CELLS else ()),
    ]
