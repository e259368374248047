"""The Universal Hive Protocol (https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol).

The game's hooks read and write its moves and types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour import __version__
from parlour.adapters.engines.engine_settings import LONGEST, Say, settings, with_setting
from parlour.adapters.engines.engine_thinking import BackgroundSearch, Limits
from parlour.errors import BadOption, ParlourError
from parlour.players import level_texts, player
from parlour.players.protocol_games import check_game
from parlour.search import perft
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import UhpHooks
from parlour.table.game import Game

HOOKS: UhpHooks = hooks("uhp")


class UhpEngine:
    """An engine that speaks UHP."""

    def __init__(self, game: Game, bot: str, say: Say) -> None:
        check_game(game, "UHP", BadOption)
        player(bot, game)
        self.bot, self.first_bot, self.say = bot, bot, say
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self.game, self.state = game, game.start()
        self.thinking = BackgroundSearch(game, self.bot)

    def hear(self, line: str) -> bool:
        """Answer a command; False after ``exit``."""
        name, _, rest = line[:LONGEST].strip().partition(" ")
        if not name:
            return True
        if name in ("exit", "quit"):
            return False
        command = self._commands.get(name)
        try:
            if command is None:
                raise ValueError(f"unknown command {name:.40}")
            for answer in command(self, rest.strip()):
                self.say(answer)
        except (ParlourError, ValueError) as error:
            kind = "invalidmove" if name in ("play", "pass") else "err"
            self.say(f"{kind} {' '.join(str(error).split())}")
        self.say("ok")
        return True

    def close(self) -> None:
        """Stop thinking."""
        self.thinking.stop()

    def _info(self, rest: str) -> Sequence[str]:
        return [f"id Parlour {__version__}", ";".join(HOOKS.EXPANSIONS)]

    def _new(self, rest: str) -> Sequence[str]:
        """``newgame [TYPE | GAMESTRING]``."""
        kind, *parts = rest.split(";") if rest else ["Base"]
        begun = find_game(self.game.id, **HOOKS.options_of(HOOKS.usual_type(kind)))
        state = begun.start()
        for text in parts[2:]:
            state.go_on()
            state.play(HOOKS.read_move(text))
        self._begin(begun)
        self.thinking.warm()
        self.state = state
        return [self._game_string()]

    def _game_string(self) -> str:
        """The game string: type, state, turn, moves."""
        played, outcome = len(self.state.history), self.state.outcome
        standing = HOOKS.standing(outcome.scores if outcome else None, played)
        history = map(HOOKS.written_move, self.state.history)
        return ";".join([HOOKS.type_of(self.game), standing, HOOKS.turn_text(played), *history])

    def _play(self, rest: str) -> Sequence[str]:
        self.state.go_on()
        self.state.play(HOOKS.read_move(rest))
        return [self._game_string()]

    def _pass(self, rest: str) -> Sequence[str]:
        return self._play("pass")

    def _valid(self, rest: str) -> Sequence[str]:
        return [";".join(map(HOOKS.written_move, self.state.moves()))]

    def _best(self, rest: str) -> Sequence[str]:
        """``bestmove time HH:MM:SS`` or ``bestmove depth N``."""
        kind, _, value = rest.partition(" ")
        state = self.state.copy()
        if not state.go_on():
            raise ValueError("the game is over")
        parts = value.split(":")
        if kind == "time" and len(parts) == 3 and all(p.isdecimal() and len(p) < 4 for p in parts):
            hours, minutes, seconds = map(int, parts)
            limits = Limits(seconds=max(0.05, hours * 3600 + minutes * 60 + seconds))
        elif kind == "depth" and value.isdecimal() and len(value) < 3:
            limits = Limits(nodes=max(1, 200 * 4 ** int(value)))
        else:
            raise ValueError("expected bestmove time HH:MM:SS or bestmove depth N")
        return [HOOKS.written_move(self.thinking.find(state, limits).move)]

    def _undo(self, rest: str) -> Sequence[str]:
        count = int(rest) if rest.isdecimal() and len(rest) < 6 else 1
        if (rest and not rest.isdecimal()) or not 1 <= count <= len(self.state.history):
            raise ValueError(f"expected undo and a number up to {len(self.state.history)}")
        for _ in range(count):
            self.state.undo()
        return [self._game_string()]

    def _options(self, rest: str) -> Sequence[str]:
        """``options``, ``options get NAME``, ``options set NAME VALUE``: the player, or a setting of it.

        Levels are listed, any other player can be set too.
        """
        verb, _, more = rest.partition(" ")
        name, _, value = more.partition(" ")
        if verb == "set" and name:
            self.bot = with_setting(self.game, self.bot, name, value)
            self.thinking = BackgroundSearch(self.game, self.bot)
        elif rest and not (verb == "get" and name):
            raise ValueError("expected options, options get NAME or options set NAME VALUE")
        options = self._option_texts()
        name = "Player" if name.lower() == "player" else name
        if name and name not in options:
            raise ValueError(f"there is no option {name:.40}: there are {', '.join(options)}")
        return [options[name]] if name else list(options.values())

    def _option_texts(self) -> dict[str, str]:
        """Each option by its name: name, type, value, usual value, then what is allowed."""
        levels = [str(number) for number, _ in enumerate(level_texts(self.game), 1)]
        players = dict.fromkeys([*levels, self.first_bot, self.bot])
        options = {"Player": ";".join(["Player", "enum", self.bot, self.first_bot, *players])}
        for each in settings(self.game, self.bot):
            kind, span = "int" if each.kind is int else "double", f"{each.least:g};{each.most}"
            options[each.name] = ";".join([each.name, kind, each.value, each.usual, span])
        return options

    def _perft(self, rest: str) -> Sequence[str]:
        """``perft N``: the games of up to N plies from here, counted."""
        if not rest.isdecimal() or len(rest) > 1:
            raise ValueError("expected perft and a number of plies up to 9")
        return [f"{depth}: {perft(self.state, depth)}" for depth in range(int(rest) + 1)]

    _commands: dict[str, Callable[[UhpEngine, str], Sequence[str]]] = {  # noqa: RUF012
        "info": _info,
        "newgame": _new,
        "play": _play,
        "pass": _pass,
        "validmoves": _valid,
        "bestmove": _best,
        "undo": _undo,
        "options": _options,
        "perft": _perft,
    }
