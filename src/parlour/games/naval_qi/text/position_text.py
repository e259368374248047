"""Write and read NavalQi's position text: STAGE TURN SEA0 SEA1 HEARD.

Part of the notation and bound to the rules like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.errors import BadPosition
from parlour.games.naval_qi.firing import marks, note, note_misses
from parlour.games.naval_qi.items import (
    A_REPEATER,
    AT_ROLL,
    COST,
    DEPLOYING,
    DIRECTIONS,
    EAGLE,
    ENDED,
    FIRST_COUNTING,
    FLAGSHIP,
    FLAGSHIP_CREW,
    FLEET_SUNK,
    KIND_OF,
    KINDS,
    LAND2,
    LAND3,
    LENGTH,
    LIMIT,
    MOST_TIGERGUNS,
    NAMES,
    NOBODY,
    PRIMARY,
    REDEPLOYING,
    REPEATINGGUN,
    SECONDARY,
    SHIP_KINDS,
    SHOTS,
    SMALL,
    STANDARD1,
    STANDARDGUN,
    SUNK_LATE,
    TIGERGUN,
    UNDERGROUND1,
    UNDERGROUNDGUN,
    action_of,
    all_reported_hits,
    cell_of,
    direction_of,
    placement_code,
    ship_direction,
    ship_hits,
    ship_kind,
)
from parlour.games.naval_qi.placing import (
    has_plate,
    is_afloat,
    is_free,
    is_left,
    is_ready,
    lay_land,
    lay_ship,
    may_stand,
    place,
    section_cell,
    section_of,
)
from parlour.games.naval_qi.text.log_text import PublicLog, name_of, positions, read_log
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.protocol import R
from parlour.table.outcome import Outcome

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled

STAGES = ("roll", "deploy", "primary", "redeploy", "secondary", "over")
PARTS = (1, 2, 5, 3, 3, 3)  # of STAGE, by stage

_ITEM = re.compile(r"([a-z]+[23]?):([a-o][1-9][0-9]?)([hv]?)")
_SHIP = re.compile(r"([a-z]+):([a-o][1-9][0-9]?)([hv]?)(?:!([1-5]+))?")
_STANDING = re.compile(r"([a-z]+):([a-o][1-9][0-9]?)(?:\*([123]))?")


# -- writing ---------------------------------------------------------------------------------------


def write_position(s: Record) -> list[str]:
    """The fields STAGE TURN SEA0 SEA1."""
    turn = str(s.turn) if s.turn >= 0 else "-"
    return [_stage_text(s), turn, *(_sea_text(s, seat) for seat in range(2))]


def _stage_text(s: Record) -> str:
    parts = [STAGES[s.stage], str(s.first), str(s.turns)]
    if s.stage == PRIMARY:
        eagle = name_of(R.SEA, s.turn, s.eagle) if s.eagle >= 0 else "-"
        parts += [str(s.idle), eagle]
    return ":".join(parts[: PARTS[s.stage]])


def _sea_text(s: Record, seat: int) -> str:
    if s.stage in (AT_ROLL, DEPLOYING):
        return f"draft/{_draft_text(s, seat)}"
    if s.stage == REDEPLOYING:
        kinds = [NAMES[k] for k in SHIP_KINDS for _ in range(s.afloat[seat * KINDS + k])]
        return f"redraft/{_list(_land(s, seat))}/{_list(kinds)}/{_draft_text(s, seat)}"
    plates = [_name(seat, cell) for cell in range(R.CELLS) if has_plate(s, seat, cell)]
    own = "".join(str(i + 1) for i in range(5) if s.flag_plates[seat] >> i & 1)
    moved = "moved" if s.moved[seat] else "-"
    lists = (_land(s, seat), _ships(s, seat), _items(s, seat), plates)
    return "/".join([*map(_list, lists), own or "-", moved])


def _list(texts: Sequence[str]) -> str:
    return ",".join(texts) or "-"


def _name(seat: int, cell: int) -> str:
    return name_of(R.SEA, seat, cell)


def _item_text(seat: int, kind: int, cell: int, d: int) -> str:
    return f"{NAMES[kind]}:{_name(seat, cell)}{'hv'[d] if DIRECTIONS[kind] > 1 else ''}"


def _draft_text(s: Record, seat: int) -> str:
    codes = s.draft[seat * R.DRAFT : seat * R.DRAFT + s.drafted[seat]]
    return _list([_item_text(seat, action_of(m), cell_of(m), direction_of(m)) for m in codes])


def _land(s: Record, seat: int) -> list[str]:
    corners = {2: LAND2, 3: LAND3}
    row = s.ground[seat * R.CELLS : (seat + 1) * R.CELLS]
    return [_item_text(seat, corners[g], cell, 0) for cell, g in enumerate(row) if g in corners]


def _ships(s: Record, seat: int) -> list[str]:
    found = []
    for cell, ship in enumerate(s.ship[seat * R.CELLS : (seat + 1) * R.CELLS]):
        if ship:
            hit = "".join(str(i + 1) for i in range(5) if ship_hits(ship) >> i & 1)
            found.append(
                _item_text(seat, ship_kind(ship), cell, ship_direction(ship))
                + (f"!{hit}" if hit else "")
            )
    return found


def _items(s: Record, seat: int) -> list[str]:
    row = s.item[seat * R.CELLS : (seat + 1) * R.CELLS]
    found = []
    for cell, item in enumerate(row):
        if item != NOBODY:
            left = f"*{SHOTS[item]}" if STANDARD1 <= item < A_REPEATER else ""
            found.append(f"{NAMES[KIND_OF[item]]}:{_name(seat, cell)}{left}")
    return found


# -- reading ---------------------------------------------------------------------------------------


def read_position(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "STAGE", "TURN", "SEA0", "SEA1", "HEARD")
    R.start(s)
    parts = fields[0].split(":")
    stage = STAGES.index(one_of(parts[0], STAGES, "the stage in STAGE"))
    if len(parts) != PARTS[stage]:
        raise BadPosition(f"STAGE is {fields[0]!s:.60}; expected {PARTS[stage]} parts joined by :")
    s.stage = stage
    if stage != AT_ROLL:
        s.first = int(one_of(parts[1], ("0", "1"), "the first seat in STAGE"))
    log = read_log(fields[4], R.SEA, s.first)
    _check_counters(s, parts, log)
    _read_turn(s, fields[1], log)
    for seat in range(2):
        _Sea(s, seat, fields[2 + seat], log).read()
    _store_log(s, log)
    if stage == ENDED:
        _find_end(s, log)
    elif end is not None:
        raise BadPosition(f"{end.text}: STAGE says that the game is running")
    _check_drafts(s)


def _check_counters(s: Record, parts: list[str], log: PublicLog) -> None:
    """Check the counters of STAGE against HEARD."""
    if s.stage in (AT_ROLL, DEPLOYING):
        if log.turns:
            raise BadPosition(f"HEARD must be - in the stage {parts[0]}")
        return
    s.turns = log.turns
    _same("the turns", whole(parts[2], "the turns in STAGE"), log.turns)
    if s.stage == PRIMARY:
        s.idle, s.eagle = log.idle, log.eagle
        _same("the no-actions", whole(parts[3], "the no-actions in STAGE"), log.idle)
        eagle = _name(log.turn, log.eagle) if log.eagle >= 0 else "-"
        if parts[4] != eagle:
            raise BadPosition(
                f"the Eagle's target in STAGE is {parts[4]!s:.20}; by HEARD it is {eagle}"
            )
        if log.idle == R.IDLE_END:
            raise BadPosition("HEARD ends with four no-actions, which end the primary engagement")
    if s.stage != ENDED and log.counted != (s.stage in (REDEPLOYING, SECONDARY)):
        raise BadPosition(
            f"the stage is {parts[0]}, which contradicts HEARD about the first counting"
        )
    if s.stage == REDEPLOYING and log.volleys:
        raise BadPosition("HEARD continues after the counting, but the stage is redeploy")
    most = 2 * R.MOVE_LIMIT
    if most and log.turns >= most + (s.stage == ENDED):
        raise BadPosition(f"{log.turns} turns; the move limit ends the game after {most}")


def _same(what: str, given: int, counted: int) -> None:
    if given != counted:
        raise BadPosition(f"{what} in STAGE are {given}; by HEARD they are {counted}")


def _read_turn(s: Record, text: str, log: PublicLog) -> None:
    """Check TURN against HEARD; while deploying it can be either player."""
    seats: tuple[str, ...] = ("0", "1")
    if s.stage in (AT_ROLL, ENDED):
        one_of(text, ("-",), "TURN")
        s.turn = CHANCE if s.stage == AT_ROLL else OVER
        return
    if s.stage in (PRIMARY, SECONDARY):
        seats = (str(log.turn),)
    s.turn = int(one_of(text, seats, "TURN"))


def _check_drafts(s: Record) -> None:
    """Check the order of deployment: seat 0 first, then seat 1."""
    if s.stage == AT_ROLL and (s.drafted[0] or s.drafted[1]):
        raise BadPosition("before the roll no item is deployed")
    if s.stage in (DEPLOYING, REDEPLOYING):
        if s.turn == 0 and s.drafted[1]:
            raise BadPosition(
                "TURN is 0, and seat 1 deploys when seat 0 is ready; SEA1 must have no items yet"
            )
        if s.turn == 1 and not is_ready(s, 0):
            raise BadPosition("TURN is 1, so the deployment in SEA0 must be ready")


def _store_log(s: Record, log: PublicLog) -> None:
    """Store the public log in the record."""
    s.counted = int(log.counted)
    for what, first, second in log.entries:
        actor, kind = cell_of(what), action_of(what)
        if kind == REPEATINGGUN and not (first or second):
            note_misses(s, 1 - actor, what)
        else:
            if s.logged == R.LOG:
                raise BadPosition(f"HEARD has more actions than {R.CHESTS} chests can buy")
            note(s, actor, what, first, second)


def _find_end(s: Record, log: PublicLog) -> None:
    """Find out how a finished game ended; raises BadPosition if the position shows no end."""
    sunk = [seat for seat in range(2) if not is_afloat(s, seat)]
    s.idle = log.idle
    if len(sunk) == 2:
        raise BadPosition("no ship is afloat in either sea; one fleet is sunk first")
    if sunk:
        if log.turn != sunk[0]:
            raise BadPosition(f"the ships of seat {sunk[0]} are sunk, but it acted last")
        s.reason, s.winner = SUNK_LATE if log.volleys else FLEET_SUNK, 1 - sunk[0]
    elif log.idle == R.IDLE_END:
        s.reason, s.winner = FIRST_COUNTING, R.counted_winner(s)
        if s.winner < 0:
            count = f"{marks(s, 0)} to {marks(s, 1)}"
            raise BadPosition(
                f"HEARD ends with four no-actions, but a count of {count} does not decide the game"
            )
    elif R.MOVE_LIMIT and s.turns == 2 * R.MOVE_LIMIT:
        s.reason, s.winner = LIMIT, -1
    else:
        raise BadPosition("STAGE is over, but both fleets are afloat and no limit is reached")


class _Sea:
    """The text of one player's sea, being read into the record."""

    def __init__(self, s: Record, seat: int, text: str, log: PublicLog) -> None:
        self.s, self.seat, self.text, self.log = s, seat, text, log
        self.cells = positions(R.SEA, seat)

    def read(self) -> None:
        """Fill the sea; raises BadPosition."""
        stage = self.s.stage
        if stage in (AT_ROLL, DEPLOYING):
            word, items = self.parts("draft/ITEMS")
            self.word(word, "draft")
            self.read_draft(items)
        elif stage == REDEPLOYING:
            word, land, kinds, items = self.parts("redraft/LAND/SHIPS/ITEMS")
            self.word(word, "redraft")
            self.read_land(land)
            self.read_kinds(kinds)
            self.read_draft(items)
        else:
            self.read_engaged(stage)

    def read_engaged(self, stage: int) -> None:
        names = "LAND/SHIPS/ITEMS/PLATES/FLAGSHIP-PLATES/MOVED"
        land, ships, items, plates, own, moved = self.parts(names)
        self.read_land(land)
        self.read_ships(ships)
        if stage == SECONDARY or self.log.volleys:
            if [plates, own, moved] != ["-", "-", "-"]:
                raise self.error("expected no plates and no moved Flagship in the secondary phase")
            self.read_repeater(items)
            return
        self.read_plates(plates)
        self.read_own_plates(own)
        self.read_items(items)
        self.check_budget()
        expected = "moved" if self.log.moved[self.seat] else "-"
        if moved != expected:
            raise self.error(f"MOVED is {moved!s:.20}; by HEARD it is {expected}")
        self.s.moved[self.seat] = int(self.log.moved[self.seat])

    def error(self, what: str) -> BadPosition:
        """A BadPosition for this field."""
        return BadPosition(f"SEA{self.seat}: {what}")

    def parts(self, names: str) -> list[str]:
        """The parts of the field."""
        found = self.text.split("/")
        if len(found) != names.count("/") + 1:
            raise self.error(f"{self.text!s:.60} is not {names}")
        return found

    def word(self, given: str, expected: str) -> None:
        if given != expected:
            raise self.error(f"it begins with {given!s:.20}; expected {expected}")

    def items_of(self, text: str) -> Iterator[str]:
        """The members of a list."""
        yield from text.split(",") if text != "-" else ()

    def cell(self, name: str) -> int:
        """The number of a position of this sea."""
        if name not in self.cells:
            raise self.error(f"{name!s:.20} is not in this sea")
        return self.cells[name]

    def item(self, text: str) -> tuple[int, int, int]:
        """An item's kind, position and direction."""
        match = _ITEM.fullmatch(text)
        if match is None or match[1] not in NAMES:
            raise self.error(
                f"{text!s:.40} is not an item; expected, for example, small:POS or large:POSh"
            )
        kind = NAMES.index(match[1])
        self.check_direction(kind, match[3], text)
        return kind, self.cell(match[2]), int(match[3] == "v")

    def check_direction(self, kind: int, given: str, text: str) -> None:
        if bool(given) != (DIRECTIONS[kind] > 1):
            raise self.error(f"{text}: expected {'h or v' if not given else 'no direction'}")

    def read_draft(self, text: str) -> None:
        """Place the items one by one, each of which must be legal."""
        for given in self.items_of(text):
            kind, cell, d = self.item(given)
            if not is_left(self.s, self.seat, kind):
                raise self.error(f"{given}: no such item is left, or the budget is spent")
            if not may_stand(self.s, self.seat, kind, cell, d):
                raise self.error(f"{given}: it cannot be placed there")
            place(self.s, self.seat, placement_code(kind, cell, d))

    def read_land(self, text: str) -> None:
        for given in self.items_of(text):
            kind, cell, d = self.item(given)
            if kind not in (LAND3, LAND2) or not is_free(self.s, self.seat, kind, cell, d):
                raise self.error(f"{given} in LAND; expected Land blocks that do not overlap")
            lay_land(self.s, self.seat, kind, cell)
        if text == "-":
            raise self.error("expected at least one Land block")

    def read_kinds(self, text: str) -> None:
        """Read the ships to be put back."""
        cost = 0
        for given in self.items_of(text):
            if given not in NAMES or not FLAGSHIP <= NAMES.index(given) <= SMALL:
                raise self.error(f"{given!s:.20} in SHIPS is not a kind of ship")
            kind = NAMES.index(given)
            self.s.afloat[self.seat * KINDS + kind] += 1
            cost += int(COST[kind])
        if self.s.afloat[self.seat * KINDS + FLAGSHIP] > 1 or cost > R.MOST_ON_SHIPS:
            raise self.error(
                f"too many ships: expected at most one flagship, and others for {R.MOST_ON_SHIPS} chests"
            )
        if text == "-":
            raise self.error("no ship is afloat, but the game is not over")

    def read_ships(self, text: str) -> None:
        cost = 0
        for given in self.items_of(text):
            match = _SHIP.fullmatch(given)
            if match is None or match[1] not in NAMES[FLAGSHIP : SMALL + 1]:
                raise self.error(
                    f"{given!s:.40} is not a ship; expected, for example, flagship:POSh!13"
                )
            kind, cell, d = NAMES.index(match[1]), self.cell(match[2]), int(match[3] == "v")
            self.check_direction(kind, match[3], given)
            if not is_free(self.s, self.seat, kind, cell, d):
                raise self.error(f"{given}: a ship must be on Sea and touch no other ship")
            if kind == FLAGSHIP and self.s.flag[self.seat] >= 0:
                raise self.error("it has two Flagships")
            lay_ship(self.s, self.seat, kind, cell, d)
            self.s.ship[self.seat * R.CELLS + cell] |= self.damage(kind, match[4] or "", given)
            cost += int(COST[kind])
        if cost > R.MOST_ON_SHIPS:
            raise self.error(
                f"its ships cost {cost}; at most {R.MOST_ON_SHIPS} may be spent on ships"
            )
        if text == "-" and self.s.stage != ENDED:
            raise self.error("no ship is afloat, but the game is not over")

    def damage(self, kind: int, digits: str, given: str) -> int:
        """The damaged sections as bits, all of them reported."""
        hit = sum(1 << (int(digit) - 1) for digit in set(digits))
        ascending = "".join(sorted(set(digits))) == digits
        if digits and not (ascending and hit < (1 << LENGTH[kind]) - 1):
            raise self.error(f"{given}: expected damaged sections, ascending, but not all of them")
        return all_reported_hits(hit)

    def read_repeater(self, text: str) -> None:
        """Read the one item of the secondary phase."""
        given = [self.item(item) for item in self.items_of(text)]
        if [kind for kind, _, _ in given] != [REPEATINGGUN]:
            raise self.error(f"ITEMS is {text!s:.40}; expected the repeatinggun alone")
        _, cell, _ = given[0]
        if not self.s.ground[self.seat * R.CELLS + cell]:
            raise self.error(f"{text}: the Repeating Gun must be on Land")
        self.s.item[self.seat * R.CELLS + cell] = A_REPEATER

    def read_items(self, text: str) -> None:
        for given in self.items_of(text):
            match = _STANDING.fullmatch(given)
            kind = NAMES.index(match[1]) if match and match[1] in NAMES else -1
            if match is None or not EAGLE <= kind <= UNDERGROUNDGUN:
                raise self.error(
                    f"{given!s:.40} in ITEMS; expected, for example, bowman:POS or standardgun:POS*2"
                )
            cell, item = self.cell(match[2]), self.item_with_shots(kind, match[3], given)
            if not self.may_be(kind, item, cell):
                raise self.error(f"{given}: it cannot be there")
            self.s.item[self.seat * R.CELLS + cell] = item

    def item_with_shots(self, kind: int, left: str | None, given: str) -> int:
        """The item with its remaining projectiles."""
        lowest, most = {STANDARDGUN: (STANDARD1, 2), UNDERGROUNDGUN: (UNDERGROUND1, 3)}.get(
            kind, (0, 0)
        )
        if (left is not None) != (most > 0) or int(left or 0) > most:
            raise self.error(f"{given}: expected {f'* and 1 to {most}' if most else 'no number'}")
        if most:
            return lowest + int(left or 0) - 1
        return list(KIND_OF).index(kind)

    def may_be(self, kind: int, item: int, cell: int) -> bool:
        """Whether the item may be on a position: as a placed item, or as the Flagship's own."""
        at = self.seat * R.CELLS + cell
        flag = self.s.flag[self.seat]
        if flag >= 0 and self.s.hull[at] == flag + 1:
            ship = self.s.ship[self.seat * R.CELLS + flag]
            crew = FLAGSHIP_CREW[section_of(FLAGSHIP, flag, ship_direction(ship), cell)]
            fits = bool(KIND_OF[crew] == kind)
            return fits and self.s.item[at] == NOBODY
        return bool(may_stand(self.s, self.seat, kind, cell, 0))

    def read_plates(self, text: str) -> None:
        for given in self.items_of(text):
            cell = self.cell(given)
            self.s.plates[self.seat * R.SEA + cell // R.SEA] |= 1 << cell % R.SEA

    def read_own_plates(self, text: str) -> None:
        """Read the Flagship's plates, which no other plate may cover."""
        if text == "-":
            return
        flag = self.s.flag[self.seat]
        if any(digit not in "12345" for digit in text):
            raise self.error(f"FLAGSHIP-PLATES is {text!s:.20}; expected sections, as 12345, or -")
        if flag < 0:
            raise self.error("FLAGSHIP-PLATES must be -, since there is no Flagship")
        d = ship_direction(self.s.ship[self.seat * R.CELLS + flag])
        for digit in text:
            i = int(digit) - 1
            if has_plate(self.s, self.seat, section_cell(FLAGSHIP, flag, d, i)):
                raise self.error(f"two plates cover section {digit} of the Flagship")
            self.s.flag_plates[self.seat] |= 1 << i

    def check_budget(self) -> None:
        """Check that the budget pays for everything."""
        base = self.seat * R.CELLS
        cost, on_ships, guns = 0, 0, 0
        for cell in range(R.CELLS):
            ship, item = self.s.ship[base + cell], self.s.item[base + cell]
            on_ships += int(COST[ship_kind(ship)]) if ship else 0
            hull = self.s.hull[base + cell]
            if item != NOBODY and not (hull and hull == self.s.flag[self.seat] + 1):
                cost += int(COST[KIND_OF[item]])
                guns += KIND_OF[item] == TIGERGUN
        cost += max(on_ships, R.LEAST_ON_SHIPS)
        if cost > R.CHESTS or guns > MOST_TIGERGUNS:
            raise self.error(f"{R.CHESTS} chests cannot pay for the ships and items")
