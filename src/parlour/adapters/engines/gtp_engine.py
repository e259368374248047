"""The Go Text Protocol, version 2 (https://www.lysator.liu.se/~gunnar/gtp/), for games of placing stones.

Points are our cells; the games' hooks know the colours and the words for swaps and passes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour import __version__
from parlour.adapters.engines.engine_settings import LONGEST, Say, settings, with_setting
from parlour.adapters.engines.engine_thinking import BackgroundSearch, Limits
from parlour.errors import BadOption, ParlourError
from parlour.players import player
from parlour.players.protocol_games import check_game
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import GtpHooks
from parlour.table.game import Game
from parlour.table.player import Advice

ANALYSES = (
    ("string", "Parlour: position", "parlour-position"),
    ("plist", "Parlour: legal moves", "parlour-legal"),
    ("move", "Parlour: advice", "parlour-advice %m"),
    ("pspairs", "Parlour: advice with its value", "parlour-value"),
    ("var", "Parlour: expected line", "parlour-line"),
    ("param", "Parlour: player", "param_player"),
)


class GtpEngine:
    """An engine that speaks GTP."""

    def __init__(self, game: Game, bot: str, say: Say) -> None:
        check_game(game, "GTP", BadOption)
        player(bot, game)
        self.hooks: GtpHooks = hooks("gtp", game.id)
        self.bot, self.say = bot, say
        self.seconds = 1.0
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self.game, self.state = game, game.start()
        self.thinking = BackgroundSearch(game, self.bot)

    def hear(self, line: str) -> bool:
        """Answer a command; False after ``quit``."""
        words = line[:LONGEST].partition("#")[0].replace("\t", " ").split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return True
        name, given = words[0], words[1:]
        command = self._commands.get(name)
        try:
            if command is None:
                raise ValueError("unknown command")
            self.say(f"={number} {command(self, given)}".rstrip() + "\n")
        except (ParlourError, ValueError) as error:
            self.say(f"?{number} {' '.join(str(error).split())}\n")
        return name != "quit"

    def close(self) -> None:
        """Stop thinking."""
        self.thinking.stop()

    # -- commands ------------------------------------------------------------------------------------

    def _size(self, words: Sequence[str]) -> str:
        """``boardsize N``, or HexGui's ``boardsize N N``."""
        if not words or len(set(words)) != 1:
            raise ValueError("expected boardsize N")
        chosen = {**self.game.chosen, "size": words[0]}
        try:
            self._begin(find_game(self.game.id, **chosen))
        except BadOption as error:
            raise ValueError(f"unacceptable size: {error}") from error
        return ""

    def _clear(self, words: Sequence[str]) -> str:
        self._begin(self.game)
        self.thinking.warm()
        return ""

    def _play(self, words: Sequence[str]) -> str:
        if len(words) != 2:
            raise ValueError("expected play COLOUR POINT")
        self._must_move(words[0])
        self.state.play(self.hooks.read_move(words[1]))
        return ""

    def _must_move(self, colour: str) -> None:
        seat = self.hooks.COLOURS.get(colour.lower())
        if seat is None:
            raise ValueError(f"{colour:.20} is no colour; expected b or w")
        if not self.state.go_on():
            raise ValueError("the game is over")
        if seat != self.state.turn:
            raise ValueError(f"it is not the turn of {colour:.20}")

    def _find(self, words: Sequence[str]) -> str:
        if len(words) != 1:
            raise ValueError("expected a colour")
        self._must_move(words[0])
        return self.thinking.find(self.state, Limits(seconds=self.seconds)).move

    def _genmove(self, words: Sequence[str]) -> str:
        move = self._find(words)
        self.state.play(move)
        return move

    def _undo(self, words: Sequence[str]) -> str:
        if not self.state.history:
            raise ValueError("cannot undo")
        self.state.undo()
        return ""

    def _show(self, words: Sequence[str]) -> str:
        from parlour.adapters.rendering import render_text

        return "\n" + render_text(self.state, None)

    def _score(self, words: Sequence[str]) -> str:
        outcome = self.state.outcome
        if outcome is None:
            raise ValueError("cannot score: the game is not over")
        one, two = outcome.scores
        return "0" if one == two else f"{self.hooks.LETTERS[one < two].upper()}+"

    def _time(self, words: Sequence[str]) -> str:
        """``time_settings MAIN PERIOD STONES``: about a thirtieth of the main time a move."""
        if len(words) != 3 or not all(word.isdecimal() and len(word) < 10 for word in words):
            raise ValueError("expected time_settings MAIN PERIOD STONES")
        main, period, stones = map(int, words)
        each = period / stones if stones else main / 30
        self.seconds = max(0.05, min(each, 3600.0))
        return ""

    def _time_left(self, words: Sequence[str]) -> str:
        if len(words) != 3 or not words[1].isdecimal() or len(words[1]) > 9:
            raise ValueError("expected time_left COLOUR SECONDS STONES")
        self.seconds = max(0.05, min(self.seconds, int(words[1]) / 10))
        return ""

    def _is_known(self, words: Sequence[str]) -> str:
        return str(len(words) == 1 and words[0] in self._commands).lower()

    def _list(self, words: Sequence[str]) -> str:
        return "\n".join(sorted(self._commands))

    # -- HexGui's, of whose types GoGui's manual tells --------------------------------------------------

    def _analyze(self, words: Sequence[str]) -> str:
        """What can be analysed: type, label, command."""
        return "\n".join(f"{kind}/{label}/{command}" for kind, label, command in ANALYSES)

    def _legal(self, words: Sequence[str]) -> str:
        return " ".join(self.state.moves())

    def _value(self, words: Sequence[str]) -> str:
        """The best point with the score that the seat to move may expect there, in hundredths of a win."""
        highest = float(self.game.plain.rules.HIGHEST)
        found = self._advise()
        return " ".join([found.move, f"{100 * (found.value or 0.0) / highest:.0f}"])

    def _line(self, words: Sequence[str]) -> str:
        """The expected moves, with their colours, as the types ``var`` want them."""
        turn = self.state.turn or 0
        moves = self._advise().line
        return " ".join(
            f"{self.hooks.LETTERS[(turn + k) % 2]} {move}" for k, move in enumerate(moves)
        )

    def _advise(self) -> Advice:
        if self.state.turn is None:
            raise ValueError("the game is over")
        return self.thinking.find(self.state, Limits(seconds=self.seconds))

    def _param(self, words: Sequence[str]) -> str:
        """``param_player``, or with a name and a value: the player, or a setting of it."""
        if words:
            self.bot = with_setting(self.game, self.bot, words[0], " ".join(words[1:]))
            self.thinking = BackgroundSearch(self.game, self.bot)
            return ""
        values = [("Player", self.bot)]
        values += [(each.name, each.value) for each in settings(self.game, self.bot)]
        return "\n".join(f"[string] {name} {value}" for name, value in values)

    def _position(self, words: Sequence[str]) -> str:
        return self.state.text

    _commands: dict[str, Callable[[GtpEngine, Sequence[str]], str]] = {  # noqa: RUF012
        "analyze_commands": _analyze,
        "boardsize": _size,
        "clear_board": _clear,
        "final_score": _score,
        "genmove": _genmove,
        "hexgui-analyze_commands": _analyze,
        "known_command": _is_known,
        "komi": lambda self, words: "",
        "list_commands": _list,
        "name": lambda self, words: "Parlour",
        "param_player": _param,
        "parlour-advice": _find,
        "parlour-legal": _legal,
        "parlour-line": _line,
        "parlour-position": _position,
        "parlour-value": _value,
        "play": _play,
        "protocol_version": lambda self, words: "2",
        "quit": lambda self, words: "",
        "reg_genmove": _find,
        "showboard": _show,
        "time_left": _time_left,
        "time_settings": _time,
        "undo": _undo,
        "version": lambda self, words: __version__,
    }
