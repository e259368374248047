"""A game at the terminal: people type moves and commands, bots think, and every move is saved."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from parlour.cli.background_work import ReportProgress, UserLeft, run_in_background
from parlour.cli.console import screen
from parlour.cli.session.game_view import ending, table_view
from parlour.cli.session.line_input import LineInput
from parlour.cli.session.opponents import PlayerSetup, make_bot
from parlour.cli.session.prompt import Prompt
from parlour.cli.session.saved_games import Autosave
from parlour.cli.session.secrecy import Curtain
from parlour.clocks.timing import displayed_ms, format_time
from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.picture.terminal import draw
from parlour.picture.viewpoint import Viewpoint
from parlour.play.conduct import ADVISER, DRAW, NotAllowed, Offer, claims_draw
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import BOT, PERSON, GameInProgress, Seat
from parlour.play.position import CHANCE_SEAT, Position
from parlour.play.wall_clock import now_ms
from parlour.players import Player, called
from parlour.records import SILENT, Tree, result_text
from parlour.records.timed import noted
from parlour.table.game import State
from parlour.table.outcome import Outcome
from parlour.table.player import has_few_moves

T = TypeVar("T")


@dataclass(frozen=True)
class Command:
    """A command of the session: `run` gets the session and the rest of the line."""

    help: str
    run: Callable[[Session, str], None]


class Session:
    """Plays one game at a terminal to its end, or until the people leave."""

    def __init__(
        self,
        state: State,
        setup: PlayerSetup,
        autosave: Autosave,
        out: Console,
        lines: LineInput,
        commands: Mapping[str, Command],
        clock: GameClock | None = None,
    ) -> None:
        self.out, self.lines, self.commands = out, lines, commands
        self.saved_to: set[Path] = set()  # files that may be overwritten without asking
        self.rng = random.Random(setup.seed)
        self.prompt = Prompt(out, lines, commands)
        self.sit_down(state, setup, autosave, clock)

    def sit_down(
        self,
        state: State,
        setup: PlayerSetup,
        autosave: Autosave,
        clock: GameClock | None = None,
    ) -> None:
        """Start or continue a game in place of the current one."""
        self.setup, self.autosave = setup, autosave
        seats = tuple(Seat(PERSON) if p == PERSON else Seat(BOT, p) for p in setup.players)
        self.game = GameInProgress(Position.of_state(state), seats, clock)
        self.bots = {seat: self._make_bot(seat) for seat in self.game.bots}
        self.at = Viewpoint()
        self.curtain = Curtain(self.out, self.lines, state, self.game.people)

    def _make_bot(self, seat: int) -> Player:
        """The bot of a seat; raises BadPlayer."""
        seed, budget = self.rng.getrandbits(31), self.setup.budget
        text, game = self.game.seats[seat].player, self.state.game
        label = f"{self.seat_names[seat]} is getting ready…"
        return self.wait(label, lambda _: make_bot(text, game, seed, budget))

    @property
    def state(self) -> State:
        """The current state, which is read only."""
        return self.game.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome

    @property
    def people(self) -> frozenset[int]:
        """The seats of people: all who type here."""
        return frozenset(self.game.people)

    @property
    def players(self) -> list[str]:
        """The players by seat: PERSON, or a bot's text."""
        return [s.player or PERSON for s in self.game.seats]

    @property
    def who(self) -> list[str]:
        """The players' names for display, by seat."""
        alone = "you" if len(self.people) == 1 else "person"
        return [alone if s.kind == PERSON else called(s.player) for s in self.game.seats]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.state.game.seat_names

    def is_person(self, seat: int | None) -> bool:
        """Whether a person plays in the seat."""
        return seat in self.people

    # -- the course of the game --------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the people leave; every move is saved."""
        try:
            self._greet()
            self._start_clock()
            while True:
                if self.outcome is not None:
                    self._after_the_end(self.outcome)
                self._turn_or_leave()
        except (UserLeft, EOFError, KeyboardInterrupt):
            self._farewell()

    def _start_clock(self) -> None:
        if self.game.clock is not None:
            has_begun = self.game.clock.has_begun
            start = self.game.come_back if has_begun else self.game.start_clock
            self.game = start(now_ms())

    def _turn_or_leave(self) -> None:
        """Play one turn; at Ctrl-C, ask whether to leave."""
        try:
            self._turn()
        except KeyboardInterrupt:
            if self.wants_to_leave():
                raise UserLeft from None

    def wants_to_leave(self) -> bool:
        """Ask, after Ctrl-C, whether to leave."""
        self.out.print()
        return self.lines.agree("Leave the game? It is saved.", otherwise=True)

    def _greet(self) -> None:
        game = self.state.game
        self.out.print()
        self.out.print(Text.assemble((game.title, "bold"), f" – {game.goal}"))
        if self.people:
            self.out.print("Type a move, or ? for help.", style="dim")
        if self.curtain.shared:
            self.out.print("Each of you sees your own view: pass the terminal.", style="dim")
        if self.outcome or self.state.history or self.is_person(self.state.turn):
            self.show()  # else a bot or chance is about to change the board

    def _after_the_end(self, outcome: Outcome) -> None:
        """Print how the game ended; people may then take a move back, or leave."""
        self.out.print(ending(self.state, self.who, outcome))
        if not self.people:
            raise UserLeft
        undo = "undo, " if self._can_undo() else ""
        while self.outcome is not None:
            self._read_line(f"The game is over: {undo}save FILE, or Enter to leave. ", [])

    def _can_undo(self) -> bool:
        try:
            return self.game.clock is None and bool(self.game.undo_offer(self.people))
        except NotAllowed:
            return False

    def _turn(self) -> None:
        if self._is_time_up(now_ms()):
            return
        turn = self.state.turn
        if turn == CHANCE:
            text = self.state.draw(self.rng)
            self.play(text, label="Chance:")
        elif self.is_person(turn):
            self._read_move(turn or 0)
        else:
            self._play_bot(turn or 0)

    def _read_move(self, seat: int) -> None:
        if not self.curtain.is_open_to(seat):
            self.curtain.hand_to(seat)
            self.show()
        legal = self.state.moves() if has_few_moves(self.state) else []
        self._read_line(f"{self.seat_names[seat]} {self._times()}> ", legal)

    def _read_line(self, prompt: str, legal: list[str]) -> None:
        """Read one line, and run its command or play its move; an error is printed."""
        line = self.prompt.read(prompt, legal)
        try:
            typed = self.prompt.understand(line, self.state, legal, self.outcome is not None)
            if typed is not None and typed.command:
                self.commands[typed.command].run(self, typed.text)
            elif typed is not None:
                self.play(typed.text)
        except (ParlourError, OSError) as error:
            self.out.print(Text(str(error), "yellow"))

    def _play_bot(self, seat: int) -> None:
        name, state, bot = self.seat_names[seat], self.state.copy(), self.bots[seat]
        if self._bot_claims(name):
            self.out.print(f"{name} claims a draw.")
            self.claim({seat})
            return
        text = self.wait(f"{name} is thinking…", lambda report: bot.choose(state, report))
        self.play(text, label=f"{name} plays")

    def _bot_claims(self, name: str) -> bool:
        """Whether the bot to move claims the draw that it may claim here, if any."""
        if self.state.claimable is None:
            return False
        state, seed = self.state.unworn(), self.rng.getrandbits(31)
        adviser = make_bot(ADVISER, state.game, seed)
        found = self.wait(f"{name} is thinking…", lambda report: adviser.advise(state, report))
        return claims_draw(found.chance)

    def wait(self, label: str, work: Callable[[ReportProgress], T]) -> T:
        """The result of `work`, done in the background; raises UserLeft if the person gives up."""
        return run_in_background(self.out, label, work, self.wants_to_leave)

    def play(self, *texts: str, label: str = "") -> None:
        """Play moves or chance outcomes, unless the time is up; save and show the game."""
        now = now_ms()
        if not self._is_time_up(now):
            after = self.game.position.play_all(texts)
            self._accept(self.game.play(after, now), label)

    def _accept(self, after: GameInProgress, label: str = "") -> None:
        """Accept the next value of the game: save it, print its new moves after `label`, show it."""
        before, self.game = self.game, after  # Ctrl-C finds the one or the other
        self.save()
        for move in after.position.log[before.position.ply :]:
            seen = move.text_for(self.curtain.seat)
            if label and seen != SILENT:
                # a list has a deal in short
                in_full = move.seat == CHANCE_SEAT or seen != move.text
                shown = seen if in_full else move.familiar
                self.out.print(Text.assemble(f"{label} ", (shown, "bold")))
        if self.outcome is not None or self.is_person(self.state.turn) or not self.people:
            self.show()
        if self.game.claimable(self.people) is not None:
            self.out.print("A draw can be claimed: claim.")

    # -- offers and ends ---------------------------------------------------------------------------

    def carry_out(self, offer: Offer) -> None:
        """Do what all have agreed to; raises NotAllowed."""
        if offer.kind != DRAW and self.game.clock is not None:
            raise NotAllowed("clock", "With a clock no move can be taken back.")
        self.game = self.game.carry_out(offer, now_ms())
        self.save()
        if offer.kind != DRAW:
            self.show()

    def claim(self, seats: Set[int], move: str | None = None) -> None:
        """Claim a draw for one of these seats, also with a move; raises NotAllowed, IllegalMove."""
        self.game = self.game.claim(seats, now_ms(), move)
        self.save()

    def resign(self, seat: int) -> None:
        """Resign a person's seat; with more than two players a bot plays on there."""
        self.game = self.game.resign(self.people, now_ms(), seat)
        if self.outcome is None:
            self.bots[seat] = self._make_bot(seat)
        else:
            self.save()

    # -- display and file --------------------------------------------------------------------------

    def save(self) -> None:
        """Save the game to its file; an error is printed once, and play goes on."""
        before = self.autosave.error
        self.autosave.write(self.record())
        if self.autosave.error and not before:
            self.out.print(f"The game cannot be saved: {self.autosave.error}", style="red")

    def record(self) -> Tree:
        """The record of the game so far, with its players."""
        tags = self.setup.tags(self.state.game, self.players)
        if self.game.agreed is not None:
            tags["Result"] = result_text(self.game.agreed.scores)
            tags["Termination"] = self.game.agreed.reason
        tree, clock = Tree.from_state(self.state, tags), self.game.clock
        return tree if clock is None else noted(tree, clock.timing)

    def show(self) -> None:
        """Print the board and the game beside it, as the player at the terminal may see it."""
        if self.outcome is not None or not self.curtain.is_closed:
            at = replace(self.at, seat=self.curtain.seat)
            self.out.print(table_view(self.out, self.state, self.who, at))

    def show_cells(self, cells: Collection[str]) -> None:
        """Print the board alone, with these cells marked."""
        at = replace(self.at, seat=self.curtain.seat, marks=frozenset(cells))
        scene = self.state.scene(at.seat)
        self.out.print(Padding(draw(scene, at, screen(self.out)), (1, 0, 1, 2)))

    def warn_of_file(self) -> None:
        """Warn that the file of an unfinished game contains its hidden information."""
        if self.state.game.spec.hidden and self.outcome is None:
            self.out.print(
                "The file contains all hidden information: do not open it before the end.",
                style="dim",
            )

    def _farewell(self) -> None:
        if not self.state.history:
            return
        if self.outcome is None:
            self.game = self.game.leave(now_ms())
        self.save()
        if self.autosave.error:
            self.out.print(f"The game could not be saved: {self.autosave.error}", style="red")
            return
        self.out.print(Text(f"The game is saved in {self.autosave.path}", "dim"))
        self.warn_of_file()
        if self.outcome is None:
            self.out.print("`parlour play --resume` continues it.", style="dim")

    # -- the clock ---------------------------------------------------------------------------------

    def _times(self) -> str:
        """The times on all clocks, for the prompt."""
        if self.game.clock is None:
            return ""
        face = self.game.clock.timing.face(now_ms())
        seats = range(self.state.game.seats)
        return f"[{' | '.join(format_time(displayed_ms(face, seat)) for seat in seats)}] "

    def _is_time_up(self, now: int) -> bool:
        """Whether a flag has fallen; what follows from that is then done."""
        if self.game.clock is None or not self.game.is_due(now):
            return False
        before, flag = self.game, self.game.clock.flag(now)
        after = before.catch_up(now, self.rng.getrandbits(62))
        if after.outcome is None and after.position is before.position and flag is not None:
            self.game = replace(after, clock=None)
            self.bots[flag] = self._make_bot(flag)
            name = self.seat_names[flag]
            self.out.print(f"{name} is out of time; a bot plays on there, without clocks.")
        elif after.position is before.position:
            self.game = after
            self.save()
        else:
            self._accept(after, f"The time is out; {self.seat_names[before.turn or 0]} plays")
        return True
