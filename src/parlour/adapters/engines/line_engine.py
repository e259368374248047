"""UGI, UCI and USI: the protocols of chess engines, and their descendants for other games.

UGI (https://github.com/kz04px/ugi) speaks of any game of two seats in which all lies open: its moves and
positions are ours, which have no blanks within a move. It knows nothing of chance; we write what chance
brought among the ``moves``, where it happened. UCI and USI are for one game each, whose hooks read and
write moves and positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from math import ceil

from parlour import __version__
from parlour.adapters.engines.engine_settings import (
    LONGEST,
    Say,
    centipawns,
    settings,
    with_setting,
)
from parlour.adapters.engines.engine_thinking import (
    PARTS,
    SHARE,
    SOONEST,
    BackgroundSearch,
    Limits,
    share,
)
from parlour.errors import BadOption, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.players import player
from parlour.players.protocol_games import check_game
from parlour.players.several import MOST as MOST_LINES
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import LineHooks
from parlour.table.game import Game, State
from parlour.table.player import Advice

MEMORY = "memory"  # the setting of a bot, in megabytes


@dataclass(frozen=True)
class LineProtocol:
    """One of the protocols: its words, and how it writes moves and positions."""

    name: str
    position: str  # the word before a position text
    clocks: tuple[str, str]  # the words for the time that each seat has left
    increments: tuple[str, str]
    resigns: str = "none"
    memory: str = "Hash"  # its name for the size of a table of positions
    hooks: LineHooks | None = (
        None  # of the game that it is for; None: it is for any, in our notation
    )

    @property
    def switches(self) -> Mapping[str, Callable[[Game, bool], Game]]:
        """Its own options that are on or off, each with what gives the game with it or without."""
        return {} if self.hooks is None else self.hooks.SWITCHES

    def written_move(self, text: str) -> str:
        """A move of ours in its form."""
        return text if self.hooks is None else self.hooks.written_move(text)


# The words after ``go`` that end a list of moves.
GO_WORDS = {"movestogo", "depth", "nodes", "mate", "movetime", "byoyomi", "infinite", "ponder"}
GO_WORDS |= {"wtime", "btime", "p1time", "p2time", "winc", "binc", "p1inc", "p2inc"}

UGI = LineProtocol("ugi", "fen", ("p1time", "p2time"), ("p1inc", "p2inc"))
UCI = LineProtocol("uci", "fen", ("wtime", "btime"), ("winc", "binc"), "0000", hooks=hooks("uci"))
USI = LineProtocol(
    "usi", "sfen", ("btime", "wtime"), ("binc", "winc"), "resign", "USI_Hash", hooks("usi")
)


class LineEngine:
    """An engine that speaks a dialect."""

    def __init__(self, game: Game, bot: str, say: Say, dialect: LineProtocol) -> None:
        check_game(game, dialect.name.upper(), BadOption, chance=dialect is UGI)
        player(bot, game)  # raises BadPlayer now rather than later
        self.game, self.bot, self.say, self.dialect = game, bot, say, dialect
        self.thinking = BackgroundSearch(game, bot)
        self.state, self.refused, self.ready = game.start(), False, False
        self.limits, self.expected, self.lines = Limits(), "", 1
        own = {dialect.name: LineEngine._introduce, f"{dialect.name}newgame": LineEngine._new}
        self._commands = {**self._shared, **own}

    def hear(self, line: str) -> bool:
        """Answer a command; False after ``quit``."""
        words = line[:LONGEST].split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        answer = self._commands.get(words[0])
        if answer is None:
            self.say(f"info string unknown command {words[0]:.40}")
            return True
        try:
            answer(self, words[1:])
        except (ParlourError, ValueError) as error:
            self._complain(" ".join(str(error).split()))
        return True

    def _complain(self, why: str) -> None:
        self.say(f"info string {why}")

    def close(self) -> None:
        """Stop thinking."""
        self.thinking.stop()

    # -- commands ------------------------------------------------------------------------------------

    def _introduce(self, words: Sequence[str]) -> None:
        self.say(f"id name Parlour {__version__} {self.game.name}")
        self.say("id author the Parlour contributors")
        self.say(f"option name Player type string default {self.bot}")
        for each in settings(self.game, self.bot):
            span = f"min {each.least:g} max {each.most}" if each.kind is int else ""
            kind = "spin" if span else "string"
            name = self.dialect.memory if each.name == MEMORY else each.name
            self.say(f"option name {name} type {kind} default {each.value} {span}".rstrip())
        self.say(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self.say("option name Ponder type check default false")
        for name, switch in self.dialect.switches.items():
            is_on = str(switch(self.game, True) is self.game).lower()
            self.say(f"option name {name} type check default {is_on}")
        self.say(f"{self.dialect.name}ok")

    def _ready(self, words: Sequence[str]) -> None:
        if not self.ready:
            self.thinking.warm()
            self.ready = True
        self.say("readyok")

    def _new(self, words: Sequence[str]) -> None:
        self.thinking.stop()
        self.thinking = BackgroundSearch(self.game, self.bot)
        self.state, self.refused = self.game.start(), False

    def _set(self, words: Sequence[str]) -> None:
        """``setoption name Player value …``: any player of this game; or one of its settings."""
        if len(words) < 3 or words[0] != "name" or words[2] != "value":
            raise ValueError("expected setoption name NAME value TEXT")
        if words[1] == "Ponder":  # says what the other side means to do
            return
        value = " ".join(words[3:]).replace("<empty>", "")
        if words[1] in self.dialect.switches:
            self._switch(words[1], value)
            return
        if words[1] == "MultiPV":
            if not (value.isdecimal() and len(value) < 3 and 1 <= int(value) <= MOST_LINES):
                raise ValueError(f"MultiPV {value!s:.20}: expected 1 to {MOST_LINES}")
            self.lines = int(value)
            return
        name = MEMORY if words[1] == self.dialect.memory else words[1]
        self.bot = with_setting(self.game, self.bot, name, value)
        self._new(())

    def _switch(self, name: str, value: str) -> None:
        """Continue the game that has one of the protocol's own options, or has it not."""
        if value not in ("true", "false"):
            raise ValueError(f"{name} {value!s:.20}: expected true or false")
        self.game = self.dialect.switches[name](self.game, value == "true")
        self.ready = False
        self._new(())

    def _place(self, words: Sequence[str]) -> None:
        """``position startpos|fen TEXT [moves …]``: if a part of it is wrong, ``go`` makes no move."""
        self.thinking.stop()
        self.refused = True
        before, moves = list(words), []
        if "moves" in before:
            cut = before.index("moves")
            before, moves = before[:cut], before[cut + 1 :]
        if before == ["startpos"]:
            state = self.game.start()
        elif before[:1] == [self.dialect.position]:
            state = self._read(" ".join(before[1:]))
        else:
            raise ValueError(f"expected position startpos or {self.dialect.position} TEXT")
        for move in moves:
            state.go_on()
            state.play(self._ours(state, move))
        self.state, self.refused = state, False

    def _read(self, text: str) -> State:
        hooks = self.dialect.hooks
        return hooks.read_position(self.game, text) if hooks else self.game.read(text)

    def _ours(self, state: State, move: str) -> str:
        if self.dialect.hooks is None:
            return move
        return {self.dialect.written_move(text): text for text in state.moves()}.get(move, move)

    def _go(self, words: Sequence[str]) -> None:
        if self.refused:
            self.say("info string the last position was refused: no move is made for another")
        state = self.state.copy()
        if self.refused or not state.go_on():
            self.say(f"bestmove {self.dialect.resigns}")
            return
        if state.turn == CHANCE:
            raise ValueError("it is chance's turn: write what it brings among the moves")
        words, moves = self._search_moves(state, words)
        timed = _limits(words, self.dialect, state.turn or 0)
        self.limits = replace(timed, moves=moves, lines=self.lines)
        limits = replace(self.limits, infinite=True) if "ponder" in words else self.limits
        self.expected = ""
        self.thinking.start(state, limits, self._tell, self._send_best, self._complain)

    def _search_moves(
        self, state: State, words: Sequence[str]
    ) -> tuple[Sequence[str], tuple[str, ...]]:
        """The words without ``searchmoves M1 M2 …``, and these moves, of which there is one at least."""
        if "searchmoves" not in words:
            return words, ()
        begun = list(words).index("searchmoves")
        given = list(takewhile(lambda word: word not in GO_WORDS, words[begun + 1 :]))
        moves = tuple(dict.fromkeys(state.move(self._ours(state, word)).text for word in given))
        if not moves:
            raise ValueError("searchmoves: expected one move at least")
        return [*words[:begun], *words[begun + 1 + len(given) :]], moves

    def _stop(self, words: Sequence[str]) -> None:
        self.thinking.stop()

    def _hit(self, words: Sequence[str]) -> None:
        """The expected move was played: the clock runs from now on."""
        self.thinking.hit(self.limits)

    def _query(self, words: Sequence[str]) -> None:
        """UGI's ``query gameover|p1turn|result``."""
        outcome = self.state.outcome
        answers = {
            "gameover": str(outcome is not None).lower(),
            "p1turn": str(self.state.turn == 0).lower(),
            "result": "none",
        }
        if outcome is not None:
            one, two = outcome.scores
            answers["result"] = "draw" if one == two else "p1win" if one > two else "p2win"
        if len(words) != 1 or words[0] not in answers:
            raise ValueError(f"expected query {'|'.join(answers)}")
        self.say(f"response {answers[words[0]]}")

    def _show(self, words: Sequence[str]) -> None:
        self.say(f"info string {self.state.text}")

    _shared: dict[str, Callable[[LineEngine, Sequence[str]], None]] = {  # noqa: RUF012
        "isready": _ready,
        "setoption": _set,
        "position": _place,
        "go": _go,
        "stop": _stop,
        "query": _query,
        "d": _show,
        "ponderhit": _hit,
        "gameover": _stop,
    }

    # -- thinking --------------------------------------------------------------------------------------

    def _tell(self, found: Sequence[Advice], seconds: float) -> None:
        """A line for each move that was found; of the best one's the second move is expected."""
        for rank, advice in reversed(list(enumerate(found, 1))):
            self._tell_of(advice, seconds, f"multipv {rank} " if self.lines > 1 else "")

    def _tell_of(self, advice: Advice, seconds: float, rank: str) -> None:
        depth = f"depth {advice.depth} " if advice.depth else ""
        rate = round(advice.nodes / max(seconds, 1e-3))
        nodes = f"nodes {advice.nodes} nps {rate} " if advice.nodes else ""
        score = "" if advice.chance is None else f"score {self._score(advice)} "
        line = self._line(advice)
        self.expected = line[1] if len(line) > 1 else ""
        self.say(
            f"info {depth}{rank}{nodes}time {round(1000 * seconds)} {score}pv {' '.join(line)}"
        )

    def _score(self, advice: Advice) -> str:
        """Hundredths of a pawn, or the moves to a sure end; USI counts its plies."""
        assert advice.chance is not None
        if not advice.distance:
            return f"cp {centipawns(advice.chance)}"
        plies = abs(advice.distance)
        end = plies if self.dialect is USI else ceil(plies / 2)
        return f"mate {end if advice.distance > 0 else -end}"

    def _line(self, advice: Advice) -> list[str]:
        return [self.dialect.written_move(move) for move in advice.line or (advice.move,)]

    def _send_best(self, move: str) -> None:
        """The move, and the answer that is expected, to be pondered about."""
        ponder = f" ponder {self.expected}" if self.expected else ""
        self.say(
            f"bestmove {self.dialect.written_move(move) + ponder if move else self.dialect.resigns}"
        )


def _limits(words: Sequence[str], dialect: LineProtocol, seat: int) -> Limits:
    """How long to think, from the words after ``go``. Raises ValueError for what is no number."""
    given: dict[str, int] = {}
    numbers = {*dialect.clocks, *dialect.increments, "movetime", "nodes", "depth", "byoyomi"}
    numbers |= {"movestogo", "mate"}
    for name, value in pairwise([*words, ""]):
        if name in numbers:
            if not value.lstrip("-").isdecimal() or len(value) > 12:
                raise ValueError(f"{name} {value!s:.20}: expected a whole number")
            given[name] = max(int(value), 0)
    if "infinite" in words:
        return Limits(infinite=True)
    if "depth" in given or "nodes" in given:
        return Limits(nodes=given.get("nodes"), depth=given.get("depth"))
    if "movetime" in given:
        return Limits(seconds=max(SOONEST, given["movetime"] / 1000))
    left = given.get(dialect.clocks[seat])
    if left is None and "byoyomi" not in given:
        return Limits()
    more = given.get(dialect.increments[seat], 0) * SHARE + given.get("byoyomi", 0) * 0.9
    moves = given.get("movestogo", PARTS)
    return Limits(seconds=share((left or 0) / 1000, moves, more / 1000))
