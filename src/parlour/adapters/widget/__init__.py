"""A board to click on in a notebook, against a bot or for whoever sits there (anywidget).

The notebook's page shows the picture and sends what was clicked; rules, entry and bots stay in Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parlour.errors import MissingExtra, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Entry, Given, NowhereError
from parlour.players import player
from parlour.table.entry import possible_entry
from parlour.table.game import Game, State
from parlour.table.refusals import why_not
from parlour.table.telling import ending_words

try:
    import anywidget
    import traitlets
except ImportError:
    raise MissingExtra(
        "boards in notebooks need anywidget: pip install 'parlour[notebook]'"
    ) from None

HERE = Path(__file__).parent


class BoardWidget(anywidget.AnyWidget):
    """A position that is played on by clicks; `state` is the one given, and follows.

    `bot` (a player's text, as "3") has all seats but `seat`; without it whoever clicks plays every seat.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"

    picture = traitlets.Unicode().tag(sync=True)  # the board as SVG
    cells = traitlets.List(traitlets.Unicode()).tag(sync=True)  # that may be clicked next
    chosen = traitlets.List(traitlets.Unicode()).tag(sync=True)  # that were clicked
    words = traitlets.List(traitlets.Tuple()).tag(sync=True)  # (text, label) of what may be chosen
    headline = traitlets.Unicode().tag(sync=True)  # whose turn it is, or how the game ended
    refusal = traitlets.Unicode().tag(sync=True)  # why the last click leads nowhere
    history = traitlets.List(traitlets.Unicode()).tag(sync=True)  # the moves that the seat knows of

    def __init__(
        self, state: State, *, bot: str | None = None, seat: int = 0, size: int = 440, seed: int = 0
    ) -> None:
        super().__init__()
        if seat not in range(state.game.seats):
            raise ParlourError(f"there is no seat {seat!r}: seats are 0 to {state.game.seats - 1}")
        self.state, self.seat, self.size = state, seat, size
        self.bot = None if bot is None else player(bot, state.game, seed)
        self.chance = seed
        self.given: tuple[Given, ...] = ()
        self.on_msg(lambda _, message, buffers: self.hear(message))
        self._go_on()

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a message: {"do": "cell" | "word", "text": …}, {"do": "undo"} or {"do": "clear"}."""
        do, text = message.get("do"), str(message.get("text", ""))
        self.refusal = ""
        if do in ("cell", "word") and self._may_enter():
            self._enter((do, text))
        elif do == "undo":
            self._undo()
        elif do == "clear":
            self.given = ()
        self._go_on()

    # -- moves ---------------------------------------------------------------------------------------

    def _may_enter(self) -> bool:
        turn = self.state.turn
        return turn not in (None, CHANCE) and (self.bot is None or turn == self.seat)

    def _enter(self, step: Given) -> None:
        """Extend the move by a step, or begin another with it."""
        for given in dict.fromkeys(((*self.given, step), (step,))):
            try:
                entry = possible_entry(self.state, given)
            except NowhereError:
                continue
            self.given = given
            if entry.move is not None:
                self.given = ()
                self.state.play(entry.move)
            return
        self.refusal = why_not(self.state, (*self.given, step)).text
        self.given = ()

    def _undo(self) -> None:
        """Take back to the last choice of whoever clicks; never what could open something hidden."""
        self.given = ()
        if self.state.game.spec.hidden:
            self.refusal = "nothing is taken back where something is hidden"
            return
        while self.state.past:
            self.state.undo()
            if self._may_enter():
                break

    def _go_on(self) -> None:
        """Let chance and the bot play until it is a person's turn, showing each position."""
        self._show()
        while self.state.turn is not None and not self._may_enter():
            if self.state.turn == CHANCE:
                self.chance += 1
                self.state.play(self.state.draw(self.chance))
            elif self.bot is not None:
                self.state.play(self.bot.choose(self.state))
            self._show()

    # -- what is shown -------------------------------------------------------------------------------

    def _show(self) -> None:
        entry = possible_entry(self.state, self.given) if self._may_enter() else Entry(())
        eye = self._eye()
        self.cells, self.chosen = list(entry.cells), list(entry.chosen_cells)
        self.words = [(step.text, step.words) for step in entry.words]
        self.history = [text for _, text in self.state.heard_plies(eye)][::-1]
        self.headline = self._headline()
        self.picture = self.state.svg(eye, size=self.size)

    def _eye(self) -> int | None:
        """The seat by which the board is seen: the person's against bots, otherwise the seat to move."""
        turn = self.state.turn
        return self.seat if self.bot is not None or turn in (None, CHANCE) else turn

    def _headline(self) -> str:
        outcome, names = self.state.outcome, self.state.game.seat_names
        if outcome is not None:
            return ending_words(self.state.game, outcome, () if self.bot is None else (self.seat,))
        turn = self.state.turn
        if turn in (None, CHANCE):
            return ""
        return f"{names[turn]} is thinking …" if not self._may_enter() else f"{names[turn]} to move"


def widget(state: State | Game, **chosen: Any) -> BoardWidget:
    """A board to click on in a notebook.

    `state` is played on in place; of a game a fresh one is begun. `bot` is a player's text ("3") that has
    all seats but `seat` (0); `size` is in pixels, `seed` settles chance and the bot. Raises MissingExtra
    without anywidget, BadPlayer for such a bot, ParlourError for such a seat.
    """
    return BoardWidget(state.start() if isinstance(state, Game) else state, **chosen)
