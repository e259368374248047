"""Hidden information at one terminal: each player sees only their own view.

Several people pass the terminal on: the screen and the scroll-back are cleared between their turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from parlour.cli.session.line_input import LineInput
from parlour.table.game import State

WIPE = "\x1b[H\x1b[2J\x1b[3J"  # cursor home, clear the screen and the scroll-back


class Curtain:
    """Who may see the terminal, in a game with `people` in these seats."""

    def __init__(self, out: Console, lines: LineInput, state: State, people: Sequence[int]) -> None:
        self.out, self.lines = out, lines
        self.names = state.game.seat_names
        self.hidden = state.game.spec.hidden
        self.shared = self.hidden and len(people) > 1
        self.seat: int | None = people[0] if len(people) == 1 else None  # None: an onlooker

    def is_open_to(self, seat: int) -> bool:
        """Whether the view of `seat` can be shown now."""
        return not self.shared or self.seat == seat

    @property
    def is_closed(self) -> bool:
        """Whether the board is hidden until the terminal is passed on."""
        return self.shared and self.seat is None

    def hand_to(self, seat: int) -> None:
        """Ask to pass the terminal to the player in `seat`; raises EOFError, KeyboardInterrupt."""
        name = self.names[seat]
        if self.seat is not None:
            self.lines.read(f"Press Enter to hide this, then pass the terminal to {name}. ", ())
        self.close()
        self.lines.read(f"{name}, press Enter when only you can see the screen. ", ())
        self.wipe()
        self.seat = seat

    def close(self) -> None:
        """Show nothing until the terminal is passed on."""
        if self.shared:
            self.wipe()
            self.seat = None

    def wipe(self) -> None:
        """Clear the screen, the scroll-back and the input history."""
        self.lines.forget()
        if self.out.is_terminal:
            self.out.file.write(WIPE)
            self.out.file.flush()
