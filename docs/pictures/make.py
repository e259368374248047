"""Make the terminal pictures of this folder: ``python docs/pictures/make.py``.

Each is a real game: bots play some moves, then a person's lines are typed.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.status import Status

import parlour
from parlour.cli.session.opponents import PlayerSetup
from parlour.cli.session.saved_games import Autosave
from parlour.cli.session.session import Session
from parlour.cli.session.session_commands import COMMANDS
from parlour.players import player
from parlour.table.game import State

HERE = Path(__file__).parent
STRONG = "mcts:simulations=20000"
Line = str | Callable[[State], str]


class Screen(Console):
    """A recorded terminal without spinners."""

    def status(self, *_: Any, **__: Any) -> Status:
        return Status("", console=Console(file=io.StringIO()))


class Enough(Exception):
    """The person has typed the last line."""


class Typist:
    """Types the given lines; a function returns the line for the position."""

    def __init__(self, out: Console, lines: Sequence[Line]) -> None:
        self.out, self.left = out, list(lines)
        self.session: Session | None = None

    def read(self, prompt: str, legal: Sequence[str], default: str = "") -> str:
        assert self.session is not None
        if not self.left:
            self.out.print(f"{prompt}▏")
            raise Enough
        line = self.left.pop(0)
        text = line if isinstance(line, str) else line(self.session.state)
        self.out.print(f"{prompt}[bold]{text}[/bold]")
        return text

    def agree(self, question: str, otherwise: bool = False) -> bool:
        return otherwise

    def forget(self) -> None:
        pass


def advised(state: State) -> str:
    """A strong player's move."""
    return player(STRONG, state.game, seed=2).choose(state)


def picture(name: str, level: str, plies: int, lines: Sequence[Line], file: str) -> None:
    """Play `plies` of a game, strong against `level`, type `lines`, and save the screen."""
    game = parlour.game(name)
    state, players = game.start(), [player(who, game, seed=1) for who in (STRONG, level)]
    for _ in range(plies):
        state.play(players[state.turn or 0].choose(state))
    out = Screen(
        record=True,
        force_terminal=True,
        color_system="truecolor",
        width=80,
        file=io.StringIO(),
        highlight=False,
    )
    typist = Typist(out, lines)
    with tempfile.TemporaryDirectory() as folder:
        setup, autosave = (
            PlayerSetup(["person", level], seed=1),
            Autosave(Path(folder) / "game.pgn"),
        )
        typist.session = Session(state, setup, autosave, out, typist, COMMANDS)
        with suppress(Enough):
            typist.session.run()
    out.save_svg(str(HERE / file), title=f"parlour play {name} --level {level}")


if __name__ == "__main__":
    picture("lines-of-action", "4", 12, ["hint", advised, "d"], "terminal-lines-of-action.svg")
    picture("yavalath", "2", 4, [advised] * 2, "terminal-yavalath.svg")
