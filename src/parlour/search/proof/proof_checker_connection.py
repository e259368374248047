"""Checking a proof in a game of connections, in which the prover may give cells away.

Where a stone of one's own never harms, who wins although the other has more stones, or fewer of one's own
are left, wins without that. So the prover may *cede* empty cells: the walk puts stones of the other seat's
there and goes on from that position. It is all that is made of a claim by connection: what the connection
does not need is ceded, and the little that is left is walked to its ends by the plain rules, against every
move. Nothing that the claim says is believed; what does not hold comes to an end that is no win.

By the same principle a position is known where one was walked with the same seat to move and the same empty
cells, and for each chain of the prover's that was needed has one that touches the same empty cells and sides,
or more: the rest of a chain joins nothing. Needed are the stones that decided the ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from parlour.kernel.layout import OVER, Record, new_plain, room_for_moves
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import is_given
from parlour.search.proof.proof_checker import BadProof, Checked, Chooser, Goal
from parlour.table.game import State

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import ConnectionRules

Ceder = Callable[[Record], Sequence[int]]  # the empty cells that the prover can do without


def beside(rules: ConnectionRules) -> list[int]:
    """The cells beside each cell, and the sides that it lies on, by bits from CELLS on."""
    found = []
    for cell in range(rules.CELLS):
        near = [int(other) for other in rules.LINKS[cell] if other >= 0]
        found.append(sum(1 << other for other in near) | int(rules.SIDES[cell]) << rules.CELLS)
    return found


def covering(chains: list[tuple[int, int]], touched: list[int]) -> int | None:
    """The stones of chains that touch all of `touched`, each by one; None if there are none such."""
    stones = 0
    for wanted in touched:
        for touch, chain in chains:
            if wanted & ~touch == 0:
                stones |= chain
                break
        else:
            return None
    return stones


def may_cede(state: State) -> bool:
    """Whether stones of one's own never harm in this game, and nothing ends it but joined sides.

    A limit or a count of moves could come sooner where fewer stones are on the board than were walked with.
    """
    rules = state.game.plain.rules
    counts = state.game.move_limit > 0 or is_given(rules.plies_left)
    return bool(rules.GOALS) and not rules.STONES_MAY_HARM and not counts


def check_joining(
    state: State,
    goal: Goal,
    choose: Chooser,
    cede: Ceder,
    progress: Callable[[int], None] | None = None,
) -> Checked:
    """Walk the whole proof of `goal` from `state`; raises BadProof."""
    if state.turn is None:
        raise BadProof("the game is over")
    if not may_cede(state):
        raise BadProof(f"cells cannot be given away in {state.game.name}")
    walk = JoiningWalk(state, goal, choose, cede, progress or (lambda n: None))
    plies = walk.follow(state.copied_record()).plies
    return Checked(walk.positions, plies)


class CheckedPosition(NamedTuple):
    """A position's result: the prover's stones that are needed, and the plies of the longest line."""

    needed: int
    plies: int


class Known(NamedTuple):
    """What was walked with some empty cells: what each chain that was needed touches, and the plies."""

    touched: list[int]
    plies: int


class JoiningWalk:
    """One walk through a proof. Sets of cells are whole numbers, with a bit for each; sides follow them."""

    def __init__(
        self,
        state: State,
        goal: Goal,
        choose: Chooser,
        cede: Ceder,
        progress: Callable[[int], None],
    ) -> None:
        self.game, self.rules = state.game, state.game.plain.rules
        self.goal, self.choose, self.cede, self.progress = goal, choose, cede, progress
        self.positions = 0
        self.around = beside(self.rules)
        # by who is to move, the prover's colour and the empty cells
        self.known: defaultdict[tuple[int, int, int], list[Known]] = defaultdict(list)

    def follow(self, record: Record) -> CheckedPosition:
        """Walk all that follows a position."""
        if record.turn == OVER:
            return CheckedPosition(self._decisive(record), 0)
        if not self.rules.settled(record):
            return self._walk(record)
        own, empty = self._cells(record)
        return self._known_position(record, own, empty) or self._narrowed(record, own, empty)

    def _known_position(self, record: Record, own: int, empty: int) -> CheckedPosition | None:
        """The result of a checked position in which the prover's chains touch no more than here."""
        known = self.known[self._place(record, empty)]
        if not known:
            return None
        chains = self._chains(own, empty)
        for touched, plies in known:
            needed = covering(chains, touched)
            if needed is not None:
                return CheckedPosition(needed, plies)
        return None

    def _narrowed(self, record: Record, own: int, empty: int) -> CheckedPosition:
        """Walk a position without the cells that the prover cedes in it."""
        left = self._give(record, empty)
        found = self._known_position(record, own, left) if left != empty else None
        if found is None:
            needed, plies = self._walk(record)
            found = CheckedPosition(needed & own, plies)
            touched = [touch for touch, _ in self._chains(found.needed, left)]
            self.known[self._place(record, left)].append(Known(touched, plies))
        return found

    def _place(self, record: Record, empty: int) -> tuple[int, int, int]:
        return record.turn, self._colour(record), empty

    def _chains(self, stones: int, empty: int) -> list[tuple[int, int]]:
        """The chains of these stones that could join something: the empty cells and sides that each touches,
        and its stones.
        """
        within = empty | -1 << self.rules.CELLS
        found = []
        while stones:
            chain = touched = 0
            due = stones & -stones
            while due:
                chain |= due
                stones &= ~due
                around = 0
                while due:
                    around |= self.around[due.bit_length() - 1]
                    due &= (1 << due.bit_length() - 1) - 1
                touched |= around
                due = around & stones
            touched &= within
            if touched & (touched - 1):
                found.append((touched, chain))
        return found

    def _walk(self, record: Record) -> CheckedPosition:
        self.positions += 1
        if self.positions % 1024 == 0:
            self.progress(self.positions)
        needed = plies = 0
        for move in self._moves(record):
            after = new_plain(self.rules.STATE)
            copy(after, record)
            self.rules.play(after, move)
            more, further = self.follow(after)
            needed |= more
            plies = max(plies, further + 1)
        return CheckedPosition(needed, plies)

    def _moves(self, record: Record) -> list[int]:
        """All moves, or the one that the prover chooses."""
        out = [0] * room_for_moves(self.rules, record)
        moves = out[: self.rules.legal_moves(record, out)]
        if not moves:
            raise BadProof(
                f"the game is not over, and there is no legal move: {self._text(record)}"
            )
        if record.turn == self.goal.prover:
            move = self.choose(record)
            if move not in moves:
                raise BadProof(f"no legal move is given for {self._text(record)}")
            return [move]
        return moves

    def _give(self, record: Record, empty: int) -> int:
        """Put stones of the other seat's onto the cells that are ceded: the cells still empty."""
        theirs = self.rules.colour_of(record, 1 - self.goal.prover)
        for cell in self.cede(record):
            if not empty >> cell & 1:
                raise BadProof(f"a cell is ceded that is not empty: {self._text(record)}")
            self.rules.place_stone(record, theirs, cell)
            empty &= ~(1 << cell)
        return empty

    def _cells(self, record: Record) -> tuple[int, int]:
        """The cells with the prover's stones, and the empty ones."""
        colours = [0] * (self.rules.CELLS + 1)
        self.rules.stones(record, colours)
        mine = self._colour(record) + 1
        own = empty = 0
        for cell in range(self.rules.CELLS):
            if colours[cell] == mine:
                own |= 1 << cell
            elif colours[cell] == 0:
                empty |= 1 << cell
        return own, empty

    def _colour(self, record: Record) -> int:
        return int(self.rules.colour_of(record, self.goal.prover))

    def _decisive(self, record: Record) -> int:
        """The prover's stones that decided a game which is over."""
        if not self.goal.met_by(self.rules.payoff(record, self.goal.seat)):
            raise BadProof(f"a line ends otherwise: {self._text(record)}")
        own, _ = self._cells(record)
        number = self.rules.BOARD.index
        decided = sum(1 << number[name] for name in self.game.notation.decisive(record))
        return decided if decided and decided & ~own == 0 else own

    def _text(self, record: Record) -> str:
        return " ".join(self.game.notation.repeated(record))
