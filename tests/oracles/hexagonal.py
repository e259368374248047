"""Yavalath, Unlur, Y and Hex once more, slowly, from their page; sharing nothing with their rules."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import ClassVar

from tests.oracles.common import End, Refused, end, first_field, level

WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
Cell = tuple[int, int]


def only(ends: list[End]) -> End | None:
    """The end that is shown, if any. Raises Refused where more than one is."""
    if len(ends) > 1:
        raise Refused
    return ends[0] if ends else None


class Placing:
    """A game of stones put on cells: letters by cell, the cells known by name and by place."""

    identifier: str
    defaults: ClassVar[dict[str, object]]
    end: End | None = None

    def __init__(self, **options: object) -> None:
        self.given = self.defaults | options
        self.size = int(str(self.given["size"]))
        self.rows = self.named_rows()
        self.places = {place: name for row in self.rows for name, place in row.items()}
        self.cells = {name: place for place, name in self.places.items()}
        self.board = dict.fromkeys(self.cells, ".")
        self.seats = int(str(self.given.get("players", 2)))
        self.to_move, self.extra = 0, "-"
        self.made = [0] * self.seats

    def __deepcopy__(self, memo: object) -> Placing:
        twin = copy.copy(self)
        twin.board, twin.made = self.board.copy(), self.made.copy()
        return twin

    def named_rows(self) -> list[dict[str, Cell]]:
        """The rows as a text has them: the place of each cell by name."""
        raise NotImplementedError

    def sides(self, cell: str) -> set[int]:
        """The sides that a cell lies on, as the page goes round."""
        raise NotImplementedError

    def ends(self) -> list[End]:
        """The ends that the board shows; no more than one where it has come about in play."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        name = first_field(self.identifier, self.given, self.defaults)
        rows = "/".join("".join(self.board[cell] for cell in row) for row in self.rows)
        return f"{name} {rows} {self.to_move} {self.extra}"

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in these games")

    def colour(self, seat: int) -> str:
        return "xoz"[seat if self.extra != "swapped" else 1 - seat]

    @property
    def may_swap(self) -> bool:
        return self.given.get("pie", self.given.get("swap")) == "yes"

    @property
    def empty(self) -> list[str]:
        return [cell for cell, letter in self.board.items() if letter == "."]

    def moves(self) -> list[str]:
        stones = [letter for letter in self.board.values() if letter != "."]
        swaps = self.may_swap and stones == ["x"] and self.to_move == 1 and self.extra == "-"
        return self.empty + ["swap"] * swaps

    def play(self, text: str) -> None:
        seat = self.to_move
        self.made[seat] += 1
        self.to_move = 1 - seat
        if text == "swap":
            self.extra = "swapped"
        else:
            self.board[text] = self.colour(seat)
        self.end = only(self.ends()) or self.limit()

    def limit(self) -> End | None:
        limit = int(str(self.given["move_limit"]))
        return self.shared("move-limit") if limit and min(self.made) >= limit else None

    def shared(self, reason: str) -> End:
        return level(reason)

    def won(self, seat: int, reason: str) -> End:
        return end(reason, *(seat == other for other in range(self.seats)))

    # -- what the board shows

    def beside(self, cell: str) -> list[str]:
        q, r = self.cells[cell]
        return [self.places[q + x, r + y] for x, y in WAYS if (q + x, r + y) in self.places]

    def joined(self, letter: str) -> list[set[int]]:
        """The sides that each chain of a colour joins."""
        found, rest = [], {cell for cell, what in self.board.items() if what == letter}
        while rest:
            chain = [rest.pop()]
            for cell in chain:
                reached = rest.intersection(self.beside(cell))
                rest -= reached
                chain += reached
            found.append({side for cell in chain for side in self.sides(cell)})
        return found

    # -- reading

    def fill(self, fields: list[str]) -> None:
        rows, turn, self.extra = fields
        for row, letters in zip(self.rows, rows.split("/"), strict=True):
            self.board.update(zip(row, letters, strict=True))
        self.to_move = range(self.seats).index(int(turn))

    def as_read(self, claimed: End | None) -> End | None:
        self.check()
        ends = self.ends()
        if not claimed:
            return only(ends)
        if claimed not in (ends or self.possible()):
            raise Refused
        return claimed

    def possible(self) -> list[End]:
        """The ends that a text may claim where the board shows none: what lies there need not show it."""
        return [self.shared("move-limit")] if self.given["move_limit"] else []

    def by_colour(self, letter: str, reason: str) -> End:
        """The end when a colour wins."""
        return self.won(int(letter != self.colour(0)), reason)

    def check(self) -> None:
        """See that letters and the last field are the game's own. Raises Refused."""
        if self.extra not in (["-", "swapped"] if self.may_swap else ["-"]):
            raise Refused
        if not set(self.board.values()) <= set(".xo"):
            raise Refused


class Y(Placing):
    """A triangular board; places are column and row, from 0."""

    identifier = "y"
    defaults: ClassVar = {"size": 15, "pie": "yes", "move_limit": 0}

    def named_rows(self) -> list[dict[str, Cell]]:
        return [
            {f"{chr(97 + i)}{c + 1}": (c, i) for c in range(self.size - i)}
            for i in range(self.size)
        ]

    def sides(self, cell: str) -> set[int]:
        c, i = self.cells[cell]
        return {n for n, far in enumerate((i, c, self.size - 1 - i - c)) if far == 0}

    def ends(self) -> list[End]:
        won = [letter for letter in "xo" if {0, 1, 2} in self.joined(letter)]
        return [self.by_colour(letter, "y") for letter in won]

    def possible(self) -> list[End]:
        return [*super().possible(), self.won(0, "y"), self.won(1, "y")]


class Hex(Placing):
    """A rhombus; places are column and row, from 0 at the top left."""

    identifier = "hex"
    defaults: ClassVar = {"size": 11, "pie": "yes", "move_limit": 0}

    def named_rows(self) -> list[dict[str, Cell]]:
        return [
            {f"{chr(97 + c)}{r + 1}": (c, r) for c in range(self.size)} for r in range(self.size)
        ]

    def sides(self, cell: str) -> set[int]:
        c, r = self.cells[cell]
        last = self.size - 1
        return {n for n, far in enumerate((r, last - r, c, last - c)) if far == 0}

    def ends(self) -> list[End]:
        goals = ("x", {0, 1}, "red-chain"), ("o", {2, 3}, "blue-chain")
        return [
            self.by_colour(letter, reason)
            for letter, goal, reason in goals
            if any(goal <= sides for sides in self.joined(letter))
        ]

    def possible(self) -> list[End]:
        wins = [self.by_colour("x", "red-chain"), self.by_colour("o", "blue-chain")]
        return [*super().possible(), *wins]


class Hexagon(Placing):
    """A hexagonal board; places are the page's q and r."""

    def named_rows(self) -> list[dict[str, Cell]]:
        n, rows = self.size - 1, []
        for r in range(-n, n + 1):
            places = [(q, r) for q in range(max(-n, -r - n), min(n, -r + n) + 1)]
            rows.append({f"{chr(97 + r + n)}{i}": place for i, place in enumerate(places, 1)})
        return rows

    def sides(self, cell: str) -> set[int]:
        (q, r), n = self.cells[cell], self.size - 1
        return {side for side, far in enumerate((-r, q, q + r, r, -q, -q - r)) if far == n}


class Unlur(Hexagon):
    """EXTRA says who plays Black, once somebody does."""

    identifier = "unlur"
    defaults: ClassVar = {"size": 6, "move_limit": 0}

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.extra = "contract"

    def colour(self, seat: int) -> str:
        return "x" if self.extra in ("contract", str(seat)) else "o"

    def moves(self) -> list[str]:
        if self.extra != "contract":
            return self.empty
        return [cell for cell in self.empty if not self.sides(cell)] + ["pass"]

    def play(self, text: str) -> None:
        if text != "pass":
            super().play(text)
        else:
            self.extra = str(self.to_move)
            self.made[self.to_move] += 1
            self.to_move = 1 - self.to_move
            self.end = self.limit()

    def goals(self, letter: str) -> set[str]:
        """Which of a line and a Y stand in a colour."""
        found = set()
        for sides in self.joined(letter):
            if any({side, side + 3} <= sides for side in range(3)):
                found.add("line")
            if any({side, side + 2, side + 4} <= sides for side in range(2)):
                found.add("y")
        return found

    def ends(self) -> list[End]:
        ends = []
        for letter, own, other in (("x", "y", "line"), ("o", "line", "y")):
            goals = self.goals(letter)
            if own in goals:
                ends.append(self.by_colour(letter, own))
            elif goals:
                ends.append(self.by_colour("xo"[letter == "x"], f"made-{other}"))
        return ends or ([] if self.empty else [level("full-board")])

    def possible(self) -> list[End]:
        if self.extra == "contract":
            return super().possible()
        wins = {"line": "o", "y": "x", "made-line": "o", "made-y": "x"}
        ends = [self.by_colour(letter, reason) for reason, letter in wins.items()]
        return [*super().possible(), *ends, level("full-board")]

    def check(self) -> None:
        if self.extra not in ("contract", "0", "1") or not set(self.board.values()) <= set(".xo"):
            raise Refused
        if self.extra == "contract" and any(
            letter != "." and (letter != "x" or self.sides(cell))
            for cell, letter in self.board.items()
        ):
            raise Refused


class Yavalath(Hexagon):
    """With three players EXTRA lists the seats that are out."""

    identifier = "yavalath"
    defaults: ClassVar = {"size": 5, "swap": "no", "players": 2, "move_limit": 0}

    @property
    def out(self) -> list[int]:
        return [int(seat) for seat in self.extra.split(",")] if self.extra[0].isdigit() else []

    @property
    def still_in(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def shared(self, reason: str) -> End:
        share = Fraction(1, len(self.still_in))
        return end(reason, *(share * (seat in self.still_in) for seat in range(self.seats)))

    def after(self, seat: int) -> int:
        """The next seat that is still in."""
        later = [(seat + i) % self.seats for i in range(1, self.seats + 1)]
        return next(other for other in later if other in self.still_in)

    def lines(self, cell: str, letter: str) -> set[int]:
        """The lengths of the three lines of a colour through a cell, were its stone there."""
        lengths = set()
        for x, y in WAYS[::2]:
            length = 1
            for way in (1, -1):
                q, r = self.cells[cell]
                while self.at(q := q + x * way, r := r + y * way) == letter:
                    length += 1
            lengths.add(length)
        return lengths

    def at(self, q: int, r: int) -> str:
        return self.board[self.places[q, r]] if (q, r) in self.places else ""

    def fours(self, seat: int) -> set[str]:
        """The cells on which a seat would make four."""
        return {cell for cell in self.empty if max(self.lines(cell, self.colour(seat))) >= 4}

    def moves(self) -> list[str]:
        if self.seats == 2:
            return super().moves()
        threats, own = self.fours(self.after(self.to_move)), self.fours(self.to_move)
        stops = [cell for cell in self.empty if cell in own or not threats - {cell}]
        return stops or self.empty

    def play(self, text: str) -> None:
        if text == "swap":
            super().play(text)
            return
        seat = self.to_move
        letter = self.colour(seat)
        self.made[seat] += 1
        self.board[text] = letter
        lines = self.lines(text, letter)
        if max(lines) < 4 and 3 in lines and self.seats == 3:
            self.extra = ",".join(map(str, sorted([*self.out, seat])))
        self.to_move = self.after(seat)
        if max(lines) >= 4:
            self.end = self.won(seat, "four-in-a-row")
        elif 3 in lines and self.seats == 2:
            self.end = self.won(1 - seat, "three-in-a-row")
        else:
            self.end = self.unplayed() or self.limit()

    def limit(self) -> End | None:
        limit = int(str(self.given["move_limit"]))
        reached = all(self.made[seat] >= limit for seat in self.still_in)
        return self.shared("move-limit") if limit and reached else None

    def unplayed(self) -> End | None:
        """The end when no stone wins or loses."""
        if len(self.still_in) == 1:
            return self.won(self.still_in[0], "last-left")
        return None if self.empty else self.shared("full-board")

    # -- reading

    def ends(self) -> list[End]:
        made = {seat: self.standing(seat) for seat in range(self.seats)}
        wins = [seat for seat in made if max(made[seat]) >= 4]
        threes = [seat for seat in made if 3 in made[seat] and seat not in wins]
        ends = [self.won(seat, "four-in-a-row") for seat in wins]
        if self.seats == 2:
            ends += [self.won(1 - seat, "three-in-a-row") for seat in threes]
        elif set(wins) & set(self.out) or set(threes) & set(self.still_in):
            raise Refused
        if self.unplayed() and (not ends or len(self.still_in) == 1):
            ends.append(self.unplayed())
        return ends

    def possible(self) -> list[End]:
        ends = [self.won(seat, "four-in-a-row") for seat in self.still_in]
        if self.seats == 2:
            ends += [self.won(seat, "three-in-a-row") for seat in (0, 1)]
        return [*super().possible(), *ends, self.shared("full-board")]

    def standing(self, seat: int) -> set[int]:
        """The lengths of all lines of a seat's colour."""
        letter = self.colour(seat)
        cells = [cell for cell, what in self.board.items() if what == letter]
        return {0}.union(*(self.lines(cell, letter) for cell in cells))

    def check(self) -> None:
        if self.seats == 2:
            super().check()
            return
        if not set(self.board.values()) <= set(".xoz"):
            raise Refused
        if self.extra != (",".join(map(str, sorted(set(self.out)))) or "-"):
            raise Refused
        if not set(self.out) < {0, 1, 2} or self.to_move in self.out:
            raise Refused


SHARES = [(Fraction(1, 2), Fraction(1, 2)), (1, 0), (0, 1)]
THREES = [
    *((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    *((Fraction(1, 2), Fraction(1, 2), 0), (Fraction(1, 2), 0, Fraction(1, 2))),
    *((0, Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3),) * 3),
]
REASONS = {
    "yavalath": ("four-in-a-row", "three-in-a-row", "last-left", "full-board", "move-limit"),
    "unlur": ("line", "y", "made-line", "made-y", "full-board", "move-limit"),
    "y": ("y", "move-limit", "full-board"),
    "hex": ("red-chain", "blue-chain", "move-limit", "repetition"),
}
ENDS = {
    identifier: [
        end(reason, *scores)
        for reason in reasons
        for scores in SHARES + (THREES if identifier == "yavalath" else [])
    ]
    for identifier, reasons in REASONS.items()
}
