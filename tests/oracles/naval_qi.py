"""NavalQi once more, slowly, straight from its page: seas as dictionaries, drafts as lists of texts.

It shares nothing with the game's own rules and notation; the tests hold the two against each other.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

from tests.oracles.common import End, Refused, end, first_field

Pos = tuple[int, int]  # file and rank, from 0

SIZES = {"flagship": 5, "battleship": 4, "platform": 4, "large": 3, "medium": 2, "small": 1}
LAND = {"land3": 3, "land2": 2}
GUNS = {"tigergun": 1, "largegun": 1, "standardgun": 2, "undergroundgun": 3}  # projectiles
LETTERS = {"eagle": "e", "bowman": "b", "tigergun": "t", "largegun": "l"} | {
    "standardgun": "s",
    "undergroundgun": "u",
}
COSTS = {"battleship": 4, "platform": 4, "large": 3, "medium": 2, "small": 1, "eagle": 1} | {
    "bowman": 1,
    "tigergun": 10,
    "largegun": 3,
    "standardgun": 1,
    "undergroundgun": 2,
    "shield": 2,
}
BESIDE = {
    "eagle": "platform",
    "standardgun": "battleship",
}  # ships that may carry them, beside Land
CREW = ("standardgun", "largegun", "bowman", "largegun", "standardgun")  # a Flagship's
TOLD = ("tigergun", "largegun", "standardgun", "eagle", "bowman")  # in a report's order
WAYS = {"n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1)} | {
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
DEFAULTS: dict[str, object] = {"sea": 15, "chests": 100, "points": "game", "move_limit": 0}
MOST_TOLD = {"tigergun": 3, "sunk-flagship": 1}  # a seat has no more
HALF = Fraction(1, 2)
WON = ("fleet-sunk", "first-counting", "fleet-sunk-secondary")
ENDS = [end("move-limit", 2, 2), end("move-limit", HALF, HALF)] + [
    end(reason, *scores)
    for reason in WON
    for points in (4, 2, 1)
    for scores in ((points, 0), (0, points))
]


def name(pos: Pos) -> str:
    return f"{'abcdefghijklmno'[pos[0]]}{pos[1] + 1}"


def around(pos: Pos, far: int) -> list[Pos]:
    """The square of positions about one, in ascending order."""
    x, y = pos
    return [(x + i, y + j) for i in range(-far, far + 1) for j in range(-far, far + 1)]


def joined(texts: Iterable[str], sign: str = ",") -> str:
    return sign.join(texts) or "-"


def parted(text: str, sign: str = ",") -> list[str]:
    assert text
    return [] if text == "-" else text.split(sign)


def ways(kind: str) -> tuple[str, ...]:
    """How a thing may lie, as the end of its text."""
    return ("h", "v") if kind in SIZES and kind not in ("platform", "small") else ("",)


def fewest(chests: int) -> int:
    """The chests that must be spent on ships."""
    return chests * 4 // 10


def most(chests: int) -> int:
    """The chests that may be spent on ships."""
    return -(-chests * 6 // 10)


class Illegal(Exception):
    """The rules do not allow it."""


def must(true: object) -> None:
    if not true:
        raise Illegal


class Ship:
    """A ship where it lies; sections are numbered from 1."""

    def __init__(self, kind: str, pos: Pos, way: str) -> None:
        self.kind, self.pos, self.way = kind, pos, way
        self.damaged: set[int] = set()
        self.sections = self.lying()

    def copied(self) -> Ship:
        after = copy.copy(self)
        after.damaged = set(self.damaged)
        return after

    def lying(self) -> dict[int, Pos]:
        """Its sections where it lies now."""
        x, y = self.pos
        if self.kind == "platform":
            return {1: (x, y), 2: (x + 1, y), 3: (x, y + 1), 4: (x + 1, y + 1)}
        across, up = {"h": (1, 0), "v": (0, 1), "": (0, 0)}[self.way]
        return {i + 1: (x + across * i, y + up * i) for i in range(SIZES[self.kind])}

    def __str__(self) -> str:
        hurt = "".join(map(str, sorted(self.damaged)))
        return f"{self.kind}:{name(self.pos)}{self.way}" + (f"!{hurt}" if hurt else "")


class Sea:
    """One seat's sea and all that is on it."""

    def __init__(self, side: int, low: int) -> None:
        self.names = {name((x, y)): (x, y) for x in range(side) for y in range(low, low + side)}
        self.all = set(self.names.values())
        self.land: dict[Pos, str] = {}  # blocks by their POS
        self.ships: list[Ship] = []
        self.items: dict[Pos, tuple[str, int]] = {}  # kind, projectiles left
        self.plates: set[Pos] = set()  # of shieldings
        self.own_plates: set[int] = set()  # the Flagship's sections that have theirs
        self.moved = False

    def copied(self) -> Sea:
        after = copy.copy(self)
        after.land, after.items = dict(self.land), dict(self.items)
        after.ships = [ship.copied() for ship in self.ships]
        after.plates, after.own_plates = set(self.plates), set(self.own_plates)
        return after

    # -- what lies where

    def block(self, kind: str, pos: Pos) -> set[Pos]:
        side = LAND[kind]
        return {(pos[0] + i, pos[1] + j) for i in range(side) for j in range(side)}

    def land_at(self) -> set[Pos]:
        return {cell for pos, kind in self.land.items() for cell in self.block(kind, pos)}

    def section_at(self, pos: Pos) -> tuple[Ship, int] | None:
        for ship in self.ships:
            for number, cell in ship.sections.items():
                if cell == pos:
                    return ship, number
        return None

    def ships_at(self) -> set[Pos]:
        return {cell for ship in self.ships for cell in ship.sections.values()}

    def flagship(self) -> Ship | None:
        return next((ship for ship in self.ships if ship.kind == "flagship"), None)

    def own_plates_at(self) -> set[Pos]:
        flagship = self.flagship()
        return {flagship.sections[i] for i in self.own_plates} if flagship else set()

    # -- putting things down

    def put(self, text: str, crewed: bool = True) -> None:
        """Put an item where its text says. Raises Illegal."""
        kind, _, place = text.partition(":")
        way = place[-1:] if ways(kind) != ("",) else ""
        must(way in ways(kind))
        at = place.removesuffix(way)
        must(at in self.names)
        pos = self.names[at]
        if kind in LAND:
            self.put_land(kind, pos)
        elif kind in SIZES:
            self.put_ship(Ship(kind, pos, way), crewed)
        elif kind == "shield":
            self.put_shield(pos)
        else:
            must(kind in GUNS or kind in ("eagle", "bowman", "repeatinggun"))
            self.put_item(kind, pos)

    def put_land(self, kind: str, pos: Pos) -> None:
        cells = self.block(kind, pos)
        must(cells <= self.all and not cells & (self.land_at() | self.ships_at()))
        self.land[pos] = kind

    def may_lie(self, ship: Ship) -> bool:
        cells = set(ship.sections.values())
        near = {other for cell in cells for other in around(cell, 1)}
        return cells <= self.all and not cells & self.land_at() and not near & self.ships_at()

    def put_ship(self, ship: Ship, crewed: bool) -> None:
        must(self.may_lie(ship))
        if ship.kind == "flagship":
            must(self.flagship() is None)
            if crewed:
                must(not self.plates & set(ship.sections.values()))
                self.own_plates = set(ship.sections)
                for kind, cell in zip(CREW, ship.sections.values(), strict=True):
                    self.items[cell] = kind, GUNS.get(kind, 0)
        self.ships.append(ship)

    def put_item(self, kind: str, pos: Pos) -> None:
        section = self.section_at(pos)
        carrier = section[0].kind if section else ""
        must(pos in self.land_at() or (carrier and carrier == BESIDE.get(kind)))
        must(pos not in self.items)
        self.items[pos] = kind, GUNS.get(kind, 0)

    def put_shield(self, centre: Pos) -> None:
        plates = set(around(centre, 1)) & self.all
        must(centre in self.land_at())
        must(not plates & (self.plates | self.own_plates_at()))
        self.plates |= plates

    # -- what befalls it

    def hit(self, target: Pos, gun: str) -> Counter[str]:
        """Put one projectile's effects in place; what went, but for ships. None sinks yet."""
        told: Counter[str] = Counter()
        for cell in around(target, {"tigergun": 2, "largegun": 1}.get(gun, 0)):
            plate = self.take_plate(cell)
            told["plate"] += plate
            if plate and gun != "tigergun":
                continue
            if cell in self.items and self.items[cell][0] in TOLD:
                told[self.items.pop(cell)[0]] += 1
            section = self.section_at(cell)
            if section and section[1] not in section[0].damaged:
                section[0].damaged.add(section[1])
        return told

    def take_plate(self, cell: Pos) -> bool:
        """Take off the plate over a position, if there is one."""
        if cell in self.plates:
            self.plates.remove(cell)
            return True
        if cell in self.own_plates_at():
            section = self.section_at(cell)
            assert section
            self.own_plates.remove(section[1])
            return True
        return False

    def fired_at(self, gun: str, targets: list[Pos]) -> str:
        """Put a whole action's effects in place; its report."""
        before = {id(ship): set(ship.damaged) for ship in self.ships}
        told: Counter[str] = Counter()
        for target in targets:
            told += self.hit(target, gun)
        sunk = [ship for ship in self.ships if len(ship.damaged) == SIZES[ship.kind]]
        for ship in sunk:
            self.sink(ship)
        parts = [f"{kind}*{told[kind]}" for kind in ("plate", *TOLD) if told[kind]]
        for kind in SIZES:
            gone = sum(ship.kind == kind for ship in sunk)
            parts += [f"sunk-{kind}*{gone}"] if gone else []
        for kind in SIZES:
            new = [len(s.damaged - before[id(s)]) for s in self.ships if s.kind == kind]
            parts += [f"hit-{kind}*{n}" for n in sorted(new) if n]
        return ",".join(parts) or "none"

    def sink(self, ship: Ship) -> None:
        self.ships.remove(ship)
        for cell in ship.sections.values():
            self.items.pop(cell, None)
        if ship.kind == "flagship":
            self.own_plates = set()

    def seen(self, target: Pos) -> str:
        """What an Eagle sees."""
        return ",".join(self.cell(pos) for pos in around(target, 1) if pos in self.all)

    def cell(self, pos: Pos) -> str:
        section = self.section_at(pos)
        what = "#" if pos in self.land_at() else "~"
        if section:
            ship, number = section
            what = ship.kind[0].upper() + ("!" if number in ship.damaged else "")
        if pos in self.items:
            kind, left = self.items[pos]
            what += LETTERS[kind] + (str(left) if kind in ("standardgun", "undergroundgun") else "")
        return name(pos) + what + ("^" if pos in self.plates | self.own_plates_at() else "")

    # -- the Flagship's move

    def sailed(self, way: str) -> Sea:
        """This sea after the Flagship's move. Raises Illegal."""
        after = self.copied()
        flagship = after.flagship()
        must(flagship and not self.moved)
        assert flagship
        x, y = WAYS[way]
        carried = {cell: after.items.pop(cell, None) for cell in flagship.sections.values()}
        after.ships.remove(flagship)
        flagship.pos = flagship.pos[0] + x, flagship.pos[1] + y
        flagship.sections = flagship.lying()
        must(after.may_lie(flagship))
        after.ships.append(flagship)
        must(not after.own_plates_at() & after.plates)
        for cell, item in carried.items():
            if item:
                after.items[cell[0] + x, cell[1] + y] = item
        after.moved = True
        return after

    # -- texts

    def __str__(self) -> str:
        items = []
        for pos, (kind, left) in sorted(self.items.items()):
            shots = f"*{left}" if kind in ("standardgun", "undergroundgun") else ""
            items.append(f"{kind}:{name(pos)}{shots}")
        fields = [
            self.land_text(),
            joined(map(str, sorted(self.ships, key=lambda ship: ship.pos))),
            joined(items),
            joined(map(name, sorted(self.plates))),
            joined(map(str, sorted(self.own_plates)), ""),
            "moved" if self.moved else "-",
        ]
        return "/".join(fields)

    def fill(self, text: str, secondary: bool) -> None:
        """Put what a text says. Nonsense raises something."""
        land, ships, items, plates, own_plates, moved = text.split("/")
        for block in parted(land):
            assert block.partition(":")[0] in LAND
            self.put(block)
        assert self.land
        for told in parted(ships):
            ship, _, hurt = told.partition("!")
            assert ship.partition(":")[0] in SIZES
            self.put(ship, crewed=False)
            self.ships[-1].damaged = {int(n) for n in hurt}
            assert self.ships[-1].damaged < set(self.ships[-1].sections)
        for told in parted(items):
            self.fill_item(told, secondary)
        self.plates = {self.names[at] for at in parted(plates)}
        self.own_plates = {int(n) for n in own_plates if own_plates != "-"}
        flagship = self.flagship()
        assert self.own_plates <= set(flagship.sections if flagship else ())
        assert not self.plates & self.own_plates_at()
        assert moved in ("-", "moved")
        self.moved = moved == "moved"
        if secondary:
            assert not self.plates | self.own_plates
            assert not self.moved
            assert len(self.items) == 1

    def is_paid(self, chests: int) -> bool:
        """Whether a budget may have bought what stands; what has sunk cost something too."""
        flagship = self.flagship()
        crewed = flagship.sections.values() if flagship else ()
        bought = [kind for pos, (kind, _) in self.items.items() if pos not in crewed]
        ships = sum(COSTS.get(ship.kind, 0) for ship in self.ships)
        total = sum(COSTS.get(kind, 0) for kind in bought) + max(ships, fewest(chests))
        return total <= chests and ships <= most(chests) and bought.count("tigergun") <= 3

    def fill_item(self, text: str, secondary: bool) -> None:
        kind, _, place = text.partition(":")
        at, _, left = place.partition("*")
        assert kind in (("repeatinggun",) if secondary else LETTERS)
        pos, full = self.names[at], GUNS.get(kind, 0)
        flagship = self.flagship()
        crew = dict(zip(flagship.sections.values(), CREW, strict=True)) if flagship else {}
        if pos in crew:
            assert pos not in self.items
            assert crew[pos] == kind
            self.items[pos] = kind, full
        else:
            self.put_item(kind, pos)
        if left:
            self.items[pos] = kind, int(left)
            assert 1 <= int(left) <= full

    def land_text(self) -> str:
        return joined(f"{kind}:{name(pos)}" for pos, kind in sorted(self.land.items()))

    def marks(self) -> int:
        return sum(SIZES[ship.kind] for ship in self.ships)


class Draft:
    """A sea while its seat deploys: the items put so far, in order, over the Land that stays."""

    def __init__(self, empty: Sea, chests: int, afloat: list[str] | None = None) -> None:
        self.empty, self.chests, self.afloat = empty, chests, afloat
        self.put: list[str] = []
        self.sea = empty.copied()  # with what is put

    def fill(self, texts: list[str]) -> None:
        """Put these items in this order. Raises Illegal."""
        self.put, self.sea = [], self.empty.copied()
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Put one more item. Raises Illegal."""
        kind, again = text.partition(":")[0], self.afloat is not None
        must(not again or kind == "repeatinggun" or kind in SIZES)
        must(again or kind != "repeatinggun")
        self.check_counts(Counter(item.partition(":")[0] for item in [*self.put, text]))
        self.sea.put(text, crewed=not again)
        self.put = [*self.put, text]

    def check_counts(self, kinds: Counter[str]) -> None:
        if self.afloat is None:
            must(sum(COSTS.get(kind, 0) * n for kind, n in kinds.items()) <= self.chests)
            must(self.ships_cost(kinds) <= most(self.chests))
            must(kinds["tigergun"] <= 3)
        else:
            must(not kinds - Counter([*self.afloat, "repeatinggun"]))

    def ships_cost(self, kinds: Counter[str]) -> int:
        return sum(COSTS.get(kind, 0) * kinds[kind] for kind in SIZES)

    def is_ready(self) -> bool:
        kinds = Counter(text.partition(":")[0] for text in self.put)
        if self.afloat is not None:
            return kinds == Counter([*self.afloat, "repeatinggun"])
        enough = self.ships_cost(kinds) >= fewest(self.chests)
        return bool(enough and kinds["flagship"] and (kinds["land2"] or kinds["land3"]))

    def play(self, text: str) -> None:
        """Put an item or take one off. Raises Illegal."""
        if text.startswith("remove:"):
            self.fill(self.without(text.removeprefix("remove:")))
        else:
            self.add(text)

    def legal(self, text: str) -> bool:
        """Whether this can be put or taken off."""
        after = copy.copy(self)
        after.sea = self.sea.copied()
        try:
            after.play(text)
        except Illegal:
            return False
        return True

    def without(self, at: str) -> list[str]:
        """The items but for the last with this very POS and what stands on it."""
        mine = [i for i, text in enumerate(self.put) if place(text) == at]
        must(mine)
        gone = self.put[mine[-1]]
        kind = gone.partition(":")[0]
        under: set[str] = set()
        if kind in LAND:
            under = {name(pos) for pos in self.empty.block(kind, self.empty.names[at])}
        elif kind in SIZES:
            ship = Ship(kind, self.empty.names[at], gone[-1] if gone[-1] in "hv" else "")
            under = set(map(name, ship.sections.values()))
        return [
            text
            for i, text in enumerate(self.put)
            if i != mine[-1] and not (self.stands(text) and place(text) in under)
        ]

    def stands(self, text: str) -> bool:
        """Whether an item stands on something."""
        kind = text.partition(":")[0]
        return kind not in LAND and kind not in SIZES

    def __str__(self) -> str:
        if self.afloat is None:
            return f"draft/{joined(self.put)}"
        return f"redraft/{self.empty.land_text()}/{joined(self.afloat)}/{joined(self.put)}"


def place(text: str) -> str:
    """The POS of an item's text."""
    at = text.partition(":")[2]
    return at.rstrip("hv") if at[-1:] in "hv" and len(at) > 1 else at


class Log:
    """What HEARD says, entry by entry; anything that cannot be so raises."""

    def __init__(self, heard: list[str], first: int, names: list[dict[str, Pos]]) -> None:
        self.names = names
        self.next, self.first = first, first
        self.turns = self.idle = 0
        self.eagle = ""  # the target of one that is not yet shot or reported
        self.sailed: set[int] = set()
        self.counted = False
        for entry in heard:
            self.listen(entry)
        assert self.eagle != "seen"

    def listen(self, entry: str) -> None:
        if entry == "counting":
            assert self.idle == 4
            assert not self.counted
            self.counted, self.next = True, 1 - self.first
            return
        seat, _, rest = entry.partition(":")
        if rest.startswith("sees="):
            assert seat == str(1 - self.next)
            assert self.eagle not in ("", "seen")
            self.check_cells(rest.removeprefix("sees="), self.names[self.next])
            self.eagle = "seen"
            return
        assert seat == str(self.next)
        self.act(rest)
        self.turns += 1
        self.next = 1 - self.next

    def act(self, text: str) -> None:
        kind, _, rest = text.partition(">")
        assert (self.counted) == (kind == "fire")
        assert self.idle < 4 or self.counted
        self.idle = self.idle + 1 if text == "no-action" else 0
        pending, self.eagle = self.eagle, ""
        assert (pending not in ("", "seen")) == (text == "bowman")
        if text == "flagship":
            assert self.next not in self.sailed
            self.sailed.add(self.next)
        elif text == "no-action":
            assert self.turns
        elif kind == "eagle":
            assert rest in self.names[1 - self.next]
            self.eagle = rest
        elif text != "bowman":
            shots, _, report = rest.partition("=")
            self.check_shots(kind, [self.names[1 - self.next][at] for at in shots.split("+")])
            self.check_report(report)

    def check_shots(self, kind: str, targets: list[Pos]) -> None:
        assert targets == sorted(targets)
        assert len(targets) == 3 if kind == "fire" else len(targets) <= GUNS[kind]

    def check_report(self, report: str) -> None:
        told = [] if report == "none" else [part.split("*") for part in report.split(",")]
        order = ["plate", *TOLD, *(f"sunk-{k}" for k in SIZES), *(f"hit-{k}" for k in SIZES)]
        ranks = [(order.index(what), int(n)) for what, n in told]
        assert ranks == sorted(ranks)
        assert all(n == str(int(n)) and int(n) > 0 for _, n in told)
        once = [what for what, _ in told if not what.startswith("hit-")]
        assert len(once) == len(set(once))
        for what, n in told:
            assert int(n) <= MOST_TOLD.get(what, int(n))
            assert not what.startswith("hit-") or int(n) < SIZES[what[4:]]

    def check_cells(self, cells: str, names: dict[str, Pos]) -> None:
        told = [re.fullmatch(CELL, cell) for cell in cells.split(",")]
        assert all(told)
        target = names[self.eagle]
        expected = [name(pos) for pos in around(target, 1) if pos in names.values()]
        assert [match[1] for match in told if match] == expected


CELL = "([a-o][0-9]+)(~|#(e|b|t|l|s[12]|u[123])?|[FBPLMS]!?(e|b|l|s[12])?)\\^?"


class Slow:
    """A game under way."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.side, self.chests = int(str(self.given["sea"])), int(str(self.given["chests"]))
        self.limit = int(str(self.given["move_limit"]))
        self.stage, self.turn, self.first = "roll", "-", -1
        self.turns = self.idle = 0
        self.eagle: Pos | None = None
        self.seas = [self.new_sea(0), self.new_sea(1)]
        self.drafts: list[Draft] | None = [Draft(sea, self.chests) for sea in self.seas]
        self.heard: list[str] = []
        self.end: End | None = None

    def new_sea(self, seat: int) -> Sea:
        return Sea(self.side, self.side * (1 - seat))

    # -- texts

    @property
    def text(self) -> str:
        return self.line([0, 1])

    def view(self, seat: int | None) -> str:
        """The position as a seat may see it; None is an onlooker."""
        return self.line([0, 1] if self.end else [] if seat is None else [seat])

    def line(self, shown: list[int]) -> str:
        seas = self.drafts or self.seas
        return " ".join(
            [
                first_field("naval-qi", self.given, DEFAULTS),
                self.stage_text(),
                self.turn,
                *(str(sea) if seat in shown else "?" for seat, sea in enumerate(seas)),
                joined(self.heard, ";"),
            ]
        )

    def stage_text(self) -> str:
        if self.stage in ("roll", "deploy"):
            return "roll" if self.stage == "roll" else f"deploy:{self.first}"
        text = f"{self.stage}:{self.first}:{self.turns}"
        if self.stage == "primary":
            text += f":{self.idle}:{name(self.eagle) if self.eagle else '-'}"
        return text

    def fill(self, fields: list[str]) -> None:
        """Set up what a position text's fields after the first say; nonsense raises something."""
        stage, self.turn, *seas, heard = fields
        self.stage, _, numbers = stage.partition(":")
        assert len(seas) == 2
        self.heard = parted(heard, ";")
        if self.stage != "roll":
            first, *counts = numbers.split(":")
            self.first = {"0": 0, "1": 1}[first]
        if self.stage in ("roll", "deploy"):
            assert not self.heard
        else:
            self.read_counts(counts)
        if self.drafts and self.stage in ("roll", "deploy", "redeploy"):
            self.read_drafts(seas)
        else:
            assert self.stage in ("primary", "secondary", "over")
            self.drafts = None
            for sea, text in zip(self.seas, seas, strict=True):
                sea.fill(text, "counting" in self.heard)
                assert sea.is_paid(self.chests)
                assert self.stage == "over" or sea.ships
        self.check_against_heard()

    def read_counts(self, counts: list[str]) -> None:
        """TURNS, IDLE and EAGLE, which must be what HEARD says of them."""
        log = Log(self.heard, self.first, [sea.names for sea in self.seas])
        self.turns = log.turns
        if self.stage == "primary":
            self.idle, at = log.idle, log.eagle
            assert log.idle < 4
            self.eagle = self.seas[log.next].names[at] if at else None
        assert self.stage == "over" or not self.limit or self.turns < 2 * self.limit
        assert (self.stage in ("redeploy", "secondary")) <= ("counting" in self.heard)
        assert (self.stage == "primary") <= ("counting" not in self.heard)
        assert (self.stage == "redeploy") <= (self.heard[-1:] == ["counting"])
        self.next = log.next

    def read_drafts(self, seas: list[str]) -> None:
        assert self.drafts
        for i, text in enumerate(seas):
            form, *parts = text.split("/")
            if self.stage == "redeploy":
                land, ships, put = parts
                empty = self.new_sea(i)
                for block in parted(land):
                    assert block.partition(":")[0] in LAND
                    empty.put(block)
                assert empty.land
                kinds = parted(ships)
                assert kinds == sorted(kinds, key=list(SIZES).index)
                assert kinds
                assert kinds.count("flagship") < 2
                assert sum(COSTS.get(kind, 0) for kind in kinds) <= most(self.chests)
                self.drafts[i] = Draft(empty, self.chests, kinds)
            else:
                (put,) = parts
            assert form == ("redraft" if self.stage == "redeploy" else "draft")
            self.drafts[i].fill(parted(put))
        if self.stage == "roll":
            assert self.turn == "-"
            assert not self.drafts[0].put
        assert self.turn != "1" or self.drafts[0].is_ready()
        assert self.turn == "1" or not self.drafts[1].put

    def check_against_heard(self) -> None:
        if self.stage in ("primary", "secondary"):
            assert self.turn == str(self.next)
        elif self.stage == "deploy" or self.stage == "redeploy":
            assert self.turn in ("0", "1")
        else:
            assert self.turn == "-"
        if "counting" not in self.heard and not self.drafts:
            for i, sea in enumerate(self.seas):
                assert sea.moved == (f"{i}:flagship" in self.heard)

    def as_read(self, claimed: End | None) -> End | None:
        """The end of a position whose text claims this one, or nothing. Raises Refused."""
        if self.stage != "over":
            if claimed:
                raise Refused
            return None
        idle = Log(self.heard, self.first, [sea.names for sea in self.seas]).idle
        shown = self.shown(idle)
        if shown is None or (claimed and claimed != shown):
            raise Refused
        return shown

    def shown(self, idle: int) -> End | None:
        """How a game that is over has ended."""
        secondary = "counting" in self.heard
        fleets = [bool(sea.ships) for sea in self.seas]
        if not all(fleets):
            assert any(fleets)
            reason = "fleet-sunk-secondary" if secondary else "fleet-sunk"
            return end(reason, *self.scores(reason, fleets.index(True)))
        marks = [sea.marks() for sea in self.seas]
        for i in (0, 1):
            lost = self.seas[1 - i].flagship() is None
            if idle == 4 and not secondary and lost and marks[i] > marks[1 - i]:
                return end("first-counting", *self.scores("first-counting", i))
        if self.limit and self.turns == 2 * self.limit:
            return end("move-limit", *self.scores("move-limit", None))
        return None

    # -- moves

    def chances(self) -> dict[str, Fraction] | None:
        return {"first:0": HALF, "first:1": HALF} if self.stage == "roll" else None

    def legal(self, text: str) -> bool:
        """Whether this is the text of a legal move."""
        if self.drafts and text != "ready":
            return self.drafts[int(self.turn)].legal(text)
        after = copy.copy(self)
        after.seas, after.heard = [sea.copied() for sea in self.seas], list(self.heard)
        after.drafts = self.drafts and [copy.copy(draft) for draft in self.drafts]
        try:
            after.play(text)
        except Illegal:
            return False
        return True

    def moves(self) -> list[str]:
        """All legal moves."""
        if self.turn == "-":
            return []
        if self.stage == "secondary":
            return ["fire:" + shots for shots in volleys(self.aims(), 3)]
        return [*filter(self.legal, self.items() if self.drafts else self.orders()), *self.shots()]

    def is_quick_to_list(self) -> bool:
        """Whether no gun may fire three projectiles, nor two at many positions."""
        if self.drafts or self.stage != "primary":
            return self.side < 10 and bool(self.drafts)
        lefts = [left for _, left in self.seas[int(self.turn)].items.values()]
        return max(lefts, default=0) < (3 if self.side < 10 else 2)

    def aims(self) -> list[Pos]:
        return sorted(self.seas[1 - int(self.turn)].all)

    def items(self) -> Iterator[str]:
        """All texts that could be moves while deploying."""
        yield "ready"
        for at in self.seas[int(self.turn)].names:
            kinds = (*LAND, *COSTS, "flagship", "repeatinggun", "remove")
            yield from (f"{kind}:{at}{way}" for kind in kinds for way in ways(kind))

    def orders(self) -> Iterator[str]:
        """All texts that could be moves in the primary engagement and send nothing."""
        yield "no-action"
        yield from (f"move-flagship:{way}" for way in WAYS)
        yield from (f"bowman:{at}" for at in self.seas[int(self.turn)].names)

    def shots(self) -> Iterator[str]:
        """The moves that send an Eagle or fire a gun."""
        if self.drafts:
            return
        for pos, (kind, left) in self.seas[int(self.turn)].items.items():
            if kind != "bowman":
                for n in range(1, (left or 1) + 1):
                    yield from (f"{kind}:{name(pos)}>{s}" for s in volleys(self.aims(), n))

    # -- play

    def play(self, text: str) -> None:
        """Play a move or an outcome of chance. Raises Illegal."""
        must(self.end is None)
        if self.stage == "roll":
            must(text in ("first:0", "first:1"))
            self.stage, self.first, self.turn = "deploy", int(text[-1]), "0"
        elif self.drafts:
            self.deploy(text)
        else:
            self.act(text)
            self.turns += 1
            self.turn = str(1 - int(self.turn))
            self.judge()

    def deploy(self, text: str) -> None:
        assert self.drafts
        draft = self.drafts[int(self.turn)]
        if text != "ready":
            draft.play(text)
            return
        must(draft.is_ready())
        if self.turn == "0":
            self.turn = "1"
            return
        self.seas = [each.sea for each in self.drafts]
        self.drafts = None
        if self.stage == "deploy":
            self.stage, self.turn = "primary", str(self.first)
        else:
            self.stage, self.turn = "secondary", str(1 - self.first)

    def act(self, text: str) -> None:
        """An engagement turn's action."""
        seat = int(self.turn)
        own, other = self.seas[seat], self.seas[1 - seat]
        kind, _, rest = text.partition(":")
        told = kind
        if self.stage == "secondary":
            must(kind == "fire")
            targets = self.targets(rest, 3, 3)
            told = f"fire>{rest}={other.fired_at(kind, targets)}"
        else:
            pending, before = self.eagle, own.copied()
            self.idle = self.idle + 1 if text == "no-action" else 0
            self.eagle = None
            if text == "no-action":
                must(self.turns)
            elif kind == "move-flagship":
                must(rest in WAYS)
                self.seas[seat] = own.sailed(rest)
                told = "flagship"
            elif kind == "bowman":
                must(rest in own.names and pending)
                must(own.items.get(own.names[rest]) == ("bowman", 0))
                must(own.names[rest] in around(pending or (99, 99), 1))
                del own.items[own.names[rest]]
            else:
                told = self.send(kind, rest)
            if pending and kind != "bowman":
                self.heard.append(f"{1 - seat}:sees={before.seen(pending)}")
        self.heard.append(f"{seat}:{told}")

    def send(self, kind: str, rest: str) -> str:
        """Send an Eagle or fire a gun; what is heard of it."""
        seat = int(self.turn)
        own, other = self.seas[seat], self.seas[1 - seat]
        at, _, shots = rest.partition(">")
        must(at in own.names and (kind == "eagle" or kind in GUNS))
        pos = own.names[at]
        must(pos in own.items and own.items[pos][0] == kind)
        left = own.items[pos][1]
        targets = self.targets(shots, 1, left or 1)
        if left > len(targets):
            own.items[pos] = kind, left - len(targets)
        else:
            del own.items[pos]
        if kind == "eagle":
            self.eagle = targets[0]
            return f"eagle>{shots}"
        return f"{kind}>{shots}={other.fired_at(kind, targets)}"

    def targets(self, text: str, least: int, most: int) -> list[Pos]:
        names = self.seas[1 - int(self.turn)].names
        parts = text.split("+")
        must(least <= len(parts) <= most and all(part in names for part in parts))
        targets = [names[part] for part in parts]
        must(targets == sorted(targets))
        return targets

    # -- ends

    def judge(self) -> None:
        """After an engagement turn: does the game or its stage end?"""
        secondary = self.stage == "secondary"
        for seat in (0, 1):
            if not self.seas[1 - seat].ships:
                self.finish("fleet-sunk-secondary" if secondary else "fleet-sunk", seat)
                return
        if self.idle == 4 and not secondary:
            self.count()
        if self.end is None and self.limit and self.turns >= 2 * self.limit:
            self.finish("move-limit", None)

    def count(self) -> None:
        """The first counting."""
        marks = [sea.marks() for sea in self.seas]
        for seat in (0, 1):
            if marks[seat] > marks[1 - seat] and self.seas[1 - seat].flagship() is None:
                self.finish("first-counting", seat)
                return
        self.heard.append("counting")
        self.stage, self.turn, self.idle = "redeploy", "0", 0
        self.drafts = []
        for seat, sea in enumerate(self.seas):
            kinds = sorted((ship.kind for ship in sea.ships), key=list(SIZES).index)
            empty = self.new_sea(seat)
            empty.land = sea.land
            self.drafts.append(Draft(empty, self.chests, kinds))

    def finish(self, reason: str, winner: int | None) -> None:
        self.stage, self.turn = "over", "-"
        self.end = end(reason, *self.scores(reason, winner))

    def scores(self, reason: str, winner: int | None) -> tuple[int | Fraction, ...]:
        whole = 1 if self.given["points"] == "win" else 4
        if winner is None:
            return Fraction(whole, 2), Fraction(whole, 2)
        won = 2 if whole == 4 and reason == "fleet-sunk-secondary" else whole
        return (won, 0) if winner == 0 else (0, won)


def volleys(targets: list[Pos], n: int) -> Iterator[str]:
    """The texts of all volleys of n projectiles."""
    for shots in combinations_with_replacement(targets, n):
        yield "+".join(map(name, shots))
