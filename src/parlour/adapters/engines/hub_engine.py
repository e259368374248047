"""Hub, version 2, the protocol of the engine Scan, for English draughts.

Lines are a command and arguments ``name=value``, values with blanks in double quotes. The game's hooks
read and write positions and moves, CheckerBoard's among them; scores are in men, times in seconds.
What is not understood is passed over, as the protocol wants it; what cannot be done is an ``error``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

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
from parlour.players import player
from parlour.players.protocol_games import check_game
from parlour.table import catalogue
from parlour.table.foreign_notation import HubHooks
from parlour.table.game import Game, State
from parlour.table.player import Advice

HOOKS: HubHooks = catalogue.hooks("hub")

Arguments = Mapping[str, str]

MEN = 100.0  # centipawns
MEGA = 1e6  # positions a second are told in millions

_ARGUMENT = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{0,9})?")


class HubEngine:
    """An engine that speaks Hub."""

    def __init__(self, game: Game, bot: str, say: Say) -> None:
        check_game(game, "Hub", BadOption)
        if why := HOOKS.why_unsuited(game):
            raise BadOption(why)
        player(bot, game)
        self.game, self.bot, self.say = game, bot, say
        self.thinking = BackgroundSearch(game, bot)
        self.state, self.refused = game.start(), False
        self.limits, self.expected = Limits(), ""

    def hear(self, line: str) -> bool:
        """Answer a command; False after ``quit``."""
        name, _, rest = line[:LONGEST].strip().partition(" ")
        command = self._commands.get(name)
        try:
            if command is not None:
                given = _ARGUMENT.findall(rest)
                command(self, {key: quoted or plain for key, quoted, plain in given})
        except (ParlourError, ValueError) as error:
            self._complain(" ".join(str(error).split()))
        return name != "quit"

    def _complain(self, why: str) -> None:
        self.say(f"error message={_quoted(why)}")

    def close(self) -> None:
        """Stop thinking."""
        self.thinking.stop()

    # -- commands ------------------------------------------------------------------------------------

    def _introduce(self, given: Arguments) -> None:
        self.say(f'id name=Parlour version={__version__} author="the Parlour contributors"')
        self.say(f'param name=variant value={HOOKS.VARIANT} type=enum values="{HOOKS.VARIANT}"')
        self.say(f"param name=Player value={_quoted(self.bot)} type=string")
        for each in settings(self.game, self.bot):
            kind = "int" if each.kind is int else "real"
            span = f"min={each.least:g} max={each.most}"
            self.say(f"param name={each.name} value={each.value} type={kind} {span}")
        self.say("wait")

    def _set(self, given: Arguments) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if name != "variant":
            self.bot = with_setting(self.game, self.bot, name, value)
            self._new({})
        elif value != HOOKS.VARIANT:
            raise ValueError(f"variant={value:.20}: expected {HOOKS.VARIANT}")

    def _begin(self, given: Arguments) -> None:
        self.thinking.warm()
        self.say("ready")

    def _new(self, given: Arguments) -> None:
        self.thinking.stop()
        self.thinking = BackgroundSearch(self.game, self.bot)

    def _place(self, given: Arguments) -> None:
        """``pos pos=TEXT [moves="…"]``: if a part of it is wrong, ``go`` makes no move."""
        self.thinking.stop()
        self.refused = True
        if "pos" not in given:
            raise ValueError('expected pos pos=POSITION [moves="MOVES"]')
        state = HOOKS.read_position(self.game, given["pos"])
        for text in given.get("moves", "").split():
            state.go_on()
            state.play(HOOKS.read_move(state, text))
        self.state, self.refused = state, False

    def _level(self, given: Arguments) -> None:
        self.limits = _limits(given)

    def _go(self, given: Arguments) -> None:
        if len(given) != 1 or not given.keys() <= {"think", "ponder", "analyze"}:
            raise ValueError("expected go think, go ponder or go analyze")
        if self.refused:
            raise ValueError("the last position was refused: no move is made for another")
        if not self.state.go_on():
            raise ValueError("the game is over")
        limits = Limits(infinite=True) if "ponder" in given else self.limits
        self.expected = ""
        self.thinking.start(self.state, limits, self._tell, self._send_best, self._complain)

    _commands: dict[str, Callable[[HubEngine, Arguments], None]] = {  # noqa: RUF012
        "hub": _introduce,
        "set-param": _set,
        "init": _begin,
        "new-game": _new,
        "pos": _place,
        "level": _level,
        "go": _go,
        "ponder-hit": lambda self, given: self.thinking.hit(self.limits),
        "stop": lambda self, given: self.thinking.stop(),
        "ping": lambda self, given: self.say("pong"),
    }

    # -- thinking --------------------------------------------------------------------------------------

    def _tell(self, found: Sequence[Advice], seconds: float) -> None:
        advice = found[0]
        fields = {"depth": str(advice.depth)} if advice.depth else {}
        if advice.chance is not None:
            fields["score"] = f"{centipawns(advice.chance) / MEN:.2f}"
        if advice.nodes:
            rate = advice.nodes / max(seconds, 1e-3) / MEGA
            fields |= {"nodes": str(advice.nodes), "nps": f"{rate:.3f}"}
        line = _hub_moves(self.state, advice.line or (advice.move,))
        self.expected = line[1] if len(line) > 1 else ""
        fields |= {"time": f"{seconds:.3f}", "pv": _quoted(" ".join(line))}
        self.say("info " + " ".join(f"{name}={value}" for name, value in fields.items()))

    def _send_best(self, move: str) -> None:
        ponder = f" ponder={self.expected}" if self.expected else ""
        self.say(f"done move={''.join(_hub_moves(self.state, [move] if move else []))}{ponder}")


def _quoted(value: str) -> str:
    """A value in double quotes where the protocol wants them."""
    plain = value.replace('"', "'")
    return plain if re.fullmatch(r"[^\s=]+", plain) else f'"{plain}"'


def _hub_moves(state: State, line: list[str] | tuple[str, ...]) -> list[str]:
    """A row of our moves as Hub writes them."""
    state, texts = state.copy(), []
    for text in line:
        texts.append(HOOKS.written_move(state.move(text)))
        state.play(text)
    return texts


def _limits(given: Arguments) -> Limits:
    """How long to think, from the arguments of ``level``. Raises ValueError for what is no number."""
    numbers = {}
    for name, value in given.items():
        if name in ("depth", "nodes", "move-time", "moves", "time", "inc"):
            if not _NUMBER.fullmatch(value):
                raise ValueError(f"{name}={value:.20}: expected a number")
            numbers[name] = float(value)
    if "infinite" in given:
        return Limits(infinite=True)
    if "depth" in numbers or "nodes" in numbers:
        depth, nodes = numbers.get("depth"), numbers.get("nodes")
        return Limits(nodes=int(nodes) if nodes else None, depth=int(depth) if depth else None)
    if "move-time" in numbers:
        return Limits(seconds=max(SOONEST, numbers["move-time"]))
    if "time" not in numbers:
        raise ValueError(
            "expected level depth=, move-time=, time= with moves= or inc=, or infinite"
        )
    left = numbers["time"] + numbers.get("inc", 0.0)  # which is added before every move
    return Limits(seconds=share(left, numbers.get("moves", PARTS), numbers.get("inc", 0.0) * SHARE))
