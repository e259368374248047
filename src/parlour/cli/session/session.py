"""One sitting at the table: people type moves and commands, bots think, chance draws, all is kept."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from parlour.cli.background_work import Left, Told, aside
from parlour.cli.console import screen
from parlour.cli.session.game_view import ending, table_view
from parlour.cli.session.line_input import Lines
from parlour.cli.session.opponents import PERSON, Sitting, make_bot
from parlour.cli.session.prompt import Prompt, Typed
from parlour.cli.session.saved_games import Keeper
from parlour.cli.session.secrecy import Curtain
from parlour.clocks.timing import Timing, showing, shown
from parlour.kernel.layout import CHANCE
from parlour.picture.terminal import draw
from parlour.picture.viewpoint import Viewpoint
from parlour.players import Player, called
from parlour.players.kinds import late_moves
from parlour.players.player import has_few_moves
from parlour.records import SILENT, Tree, result_text
from parlour.records.timed import noted
from parlour.table.conduct import CAUTIOUS, DRAW, NotAllowed, Offer, Table
from parlour.table.game import State
from parlour.table.outcome import Outcome
from parlour.table.phases import phase_of

T = TypeVar("T")


def now() -> int:
    """The moment, in milliseconds UTC."""
    return time.time_ns() // 1_000_000


def seat_of(state: State) -> int | None:
    """The seat whose clock runs: the one to move, nobody at chance or after the end."""
    return None if state.turn == CHANCE else state.turn


@dataclass(frozen=True)
class Command:
    """What can be typed beside moves: `run` gets the session and the rest of the line."""

    help: str
    run: Callable[[Session, str], None]


class Session:
    """A game being played at a terminal; `run` plays it to its end, or until the people leave."""

    def __init__(
        self,
        state: State,
        sitting: Sitting,
        keeper: Keeper,
        out: Console,
        lines: Lines,
        commands: Mapping[str, Command],
        timing: Timing | None = None,
    ) -> None:
        self.out, self.lines, self.commands = out, lines, commands
        self.saved_to: set[Path] = set()  # files that may be written again without asking
        self.rng = random.Random(sitting.seed)
        self.prompt = Prompt(out, lines, commands)
        self.sit_down(state, sitting, keeper)
        self.timing: Timing | None = timing

    def sit_down(self, state: State, sitting: Sitting, keeper: Keeper) -> None:
        """Begin a game, or go on with one, in place of the one that was played; it has no clock."""
        self.state, self.sitting, self.keeper = state, sitting, keeper
        self.timing = None
        self.agreed: Outcome | None = None  # an end that the table made, not the rules
        self.bots: dict[int, Player] = {}
        for seat, player in enumerate(sitting.players):
            if player != PERSON:
                self.seat_bot(seat, player)
        people = [seat for seat, who in enumerate(sitting.players) if who == PERSON]
        self.at = Viewpoint()
        self.curtain = Curtain(self.out, self.lines, state, people)

    def seat_bot(self, seat: int, text: str) -> None:
        """Give a seat to the player called `text`; raises BadPlayer."""
        seed, game, budget = self.rng.getrandbits(31), self.state.game, self.sitting.budget
        label = f"{self.seat_names[seat]} sits down…"
        self.bots[seat] = self.wait(label, lambda _: make_bot(text, game, seed, budget))
        self.sitting.players[seat] = text

    @property
    def table(self) -> Table:
        """The game with its seats, as it stands."""
        people = (i for i, who in enumerate(self.sitting.players) if who == PERSON)
        return Table(self.state, frozenset(people), self.agreed)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self.table.outcome

    def apply(self, offer: Offer) -> None:
        """Do what all have agreed to."""
        if offer.kind == DRAW:
            self.end(self.table.agreement())
            return
        if self.timing:
            raise NotAllowed("clock", "With a clock no move is taken back.")
        self.agreed, back = None, self.state.copy()
        while len(back.past) > offer.ply:
            back.undo()
        self.state = back
        self.keep()
        self.show()

    def end(self, outcome: Outcome) -> None:
        """End the game at the table."""
        self.agreed = outcome
        if self.timing:
            self.timing.stop(now())
        self.keep()

    @property
    def who(self) -> list[str]:
        """What the players are called, by seat."""
        players = self.sitting.players
        alone = "you" if players.count(PERSON) == 1 else "person"
        return [alone if player == PERSON else called(player) for player in players]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.state.game.seat_names

    def is_person(self, seat: int | None) -> bool:
        """Whether a person has the seat."""
        return seat is not None and seat >= 0 and self.sitting.players[seat] == PERSON

    # -- the course of the game --------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over, or until the people leave; it is kept after every move."""
        try:
            self._greet()
            self._start_clock()
            while True:
                if self.outcome is not None:
                    self._after_the_end(self.outcome)
                self._turn_or_leave()
        except (Left, EOFError, KeyboardInterrupt):
            self._farewell()

    def _turn_or_leave(self) -> None:
        """Do what the turn asks for; at Ctrl-C, at whatever moment, ask whether to leave."""
        try:
            self._turn()
        except KeyboardInterrupt:
            if self.wants_to_leave():
                raise Left from None

    def wants_to_leave(self) -> bool:
        """Ask, after Ctrl-C, whether the person wants to leave."""
        self.out.print()
        return self.lines.agree("Leave the game? It is kept.", otherwise=True)

    def _greet(self) -> None:
        game = self.state.game
        self.out.print()
        self.out.print(Text.assemble((game.title, "bold"), f" – {game.goal}"))
        if not self._only_bots:
            self.out.print("Type a move, or ? for help.", style="dim")
        if self.curtain.shared:
            self.out.print("Each of you sees your own view: hand the terminal over.", style="dim")
        if self.outcome or self.state.history or self.is_person(self.state.turn):
            self.show()  # else a bot or chance is about to change the board

    def _after_the_end(self, outcome: Outcome) -> None:
        """Tell how the game ended; a person may then take a move back, or leave."""
        self.out.print(ending(self.state, self.who, outcome))
        if self._only_bots:
            raise Left
        undo = "undo, " if self._can_undo() else ""
        while self.outcome is not None:
            self._read_line(f"The game is over: {undo}save FILE, or Enter to leave. ", [])

    def _can_undo(self) -> bool:
        table = self.table
        try:
            return not self.timing and bool(table.take_back(table.people))
        except NotAllowed:
            return False

    def _turn(self) -> None:
        if self._time_is_up():
            return
        turn = self.state.turn
        if turn == CHANCE:
            text = self.state.draw(self.rng)
            self.play(text, "Chance:")
        elif self.is_person(turn):
            self._person_moves(turn or 0)
        else:
            self._bot_moves(turn or 0)

    def _person_moves(self, seat: int) -> None:
        if not self.curtain.is_open_to(seat):
            self.curtain.hand_to(seat)
            self.show()
        legal = self.state.moves() if has_few_moves(self.state) else []
        self._read_line(f"{self.seat_names[seat]} {self._times()}> ", legal)

    def _read_line(self, prompt: str, legal: list[str]) -> None:
        self.prompt.read(prompt, self.state, legal, self.outcome is not None, self._do)

    def _do(self, typed: Typed) -> None:
        """Run the command that was typed, or play the move."""
        if typed.command:
            self.commands[typed.command].run(self, typed.text)
        else:
            self.play(typed.text)

    def _bot_moves(self, seat: int) -> None:
        name, now, bot = self.seat_names[seat], self.state.copy(), self.bots[seat]
        text = self.wait(f"{name} is thinking…", lambda told: bot.choose(now, told))
        self.play(text, f"{name} plays")

    def wait(self, label: str, work: Callable[[Told], T]) -> T:
        """What `work` gives, done aside; raises Left if the person does not want to wait for it."""
        return aside(self.out, label, work, self.wants_to_leave)

    def play(self, text: str, announced: str = "") -> None:
        """Play a move or an outcome of chance, keep the game, show what there is to see."""
        if not self._time_is_up():
            self._make(text, announced)

    def _make(self, text: str, announced: str) -> None:
        heard = self.state.heard(self.state.code(text), self.curtain.seat)
        self.state = self.state.copy().play(text)  # Ctrl-C finds the one state or the other
        if self.timing:
            self._note_turn(self.timing)
        self.keep()
        if announced and heard != SILENT:
            self.out.print(Text.assemble(f"{announced} ", (heard, "bold")))
        if self.outcome is not None or self.is_person(self.state.turn) or self._only_bots:
            self.show()

    @property
    def _only_bots(self) -> bool:
        return PERSON not in self.sitting.players

    def keep(self) -> None:
        """Write the game to its file; trouble with that is told, once, and play goes on."""
        before = self.keeper.trouble
        self.keeper.keep(self.record())
        if self.keeper.trouble and not before:
            self.out.print(f"The game cannot be kept: {self.keeper.trouble}", style="red")

    def record(self) -> Tree:
        """The game as far as it is played, with who plays it."""
        tags = dict(self.sitting.tags(self.state.game))
        if self.agreed is not None:
            tags["Result"] = result_text(self.agreed.scores)
            tags["Termination"] = self.agreed.reason
        tree = Tree.from_state(self.state, tags)
        return noted(tree, self.timing) if self.timing else tree

    def show(self) -> None:
        """Print the board and what stands beside it, as the seat sees them that has the terminal."""
        if self.outcome is not None or not self.curtain.is_closed:
            at = replace(self.at, seat=self.curtain.seat)
            self.out.print(table_view(self.out, self.state, self.who, at))

    def show_cells(self, cells: Collection[str]) -> None:
        """Print the board alone, with these cells marked."""
        at = replace(self.at, seat=self.curtain.seat, marks=frozenset(cells))
        scene = self.state.scene(at.seat)
        self.out.print(Padding(draw(scene, at, screen(self.out)), (1, 0, 1, 2)))

    # -- the clock ---------------------------------------------------------------------------------

    def _start_clock(self) -> None:
        if self.timing and self.timing.events:
            self.timing.come_back(now())
        elif self.timing:
            self._note_turn(self.timing)

    def _note_turn(self, timing: Timing) -> None:
        timing.turn(now(), seat_of(self.state), phase_of(self.state))

    def _times(self) -> str:
        """What the clocks of all seats show, for the prompt."""
        if not self.timing:
            return ""
        face = self.timing.face(now())
        seats = range(self.state.game.seats)
        return f"[{' | '.join(shown(showing(face, seat)) for seat in seats)}] "

    def _time_is_up(self) -> bool:
        """Whether a flag has fallen; then what follows from it is done."""
        if self.timing is None or self.outcome is not None:
            return False
        face, rule = self.timing.face(now()), self.timing.clock
        if face.flag is None:
            return self.timing.is_late(face) and self._play_for_who_is_late()
        seat = face.flag[0]
        name = self.seat_names[seat]
        if rule.kind == "per-move":  # the clock begins anew with each move
            self.timing = Timing(rule)
            self._note_turn(self.timing)
            return self._play_for_who_is_late()
        outcome = self.table.out_of_time(seat)
        if outcome is not None:
            self.end(outcome)
            return True
        self.timing = None
        self.seat_bot(seat, CAUTIOUS)
        self.out.print(f"The time of {name} is out; a bot plays on there, without clocks.")
        return True

    def _play_for_who_is_late(self) -> bool:
        """What the table plays for a seat that may act no more: done."""
        name = self.seat_names[self.state.turn or 0]
        for text in late_moves(self.state, self.rng.getrandbits(62)):
            self._make(text, f"The time is out; {name} plays")
        return True

    # -- the file ----------------------------------------------------------------------------------

    def warn_of_file(self) -> None:
        """Say, where it matters, that the file of a running game tells all."""
        if self.state.game.spec.hidden and self.outcome is None:
            self.out.print(
                "The file is whole, with all that is hidden: do not look before the end.",
                style="dim",
            )

    def _farewell(self) -> None:
        if not self.state.history:
            return
        if self.timing and self.outcome is None:
            self.timing.leave(now())
        self.keep()
        if self.keeper.trouble:
            self.out.print(f"The game could not be kept: {self.keeper.trouble}", style="red")
            return
        self.out.print(Text(f"The game is kept in {self.keeper.path}", "dim"))
        self.warn_of_file()
        if self.outcome is None:
            self.out.print("`parlour play --resume` goes on with it.", style="dim")
