"""NavalQi's moves and positions as text, what each seat hears and sees of them, why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from parlour.games.naval_qi import observation, picture
from parlour.games.naval_qi.firing import marks
from parlour.games.naval_qi.items import (
    A_BOWMAN,
    A_REPEATER,
    AN_EAGLE,
    COST,
    DIRECTIONS,
    FIRE,
    FLAGSHIP,
    KIND_OF,
    KINDS,
    LIMIT,
    MOST_TIGERGUNS,
    NAMES,
    NO_ACTION,
    PRIMARY,
    READY,
    REDEPLOYING,
    REMOVE,
    REPEATINGGUN,
    SAIL,
    SECONDARY,
    SEND,
    SHOOT,
    SHOTS,
    SMALL,
    STEP_X,
    STEP_Y,
    STEPS,
    TIGERGUN,
    UNDERGROUNDGUN,
    action_at,
    action_of,
    aimed_action,
    cell_of,
    direction_of,
    placement_code,
    target,
    target_count,
    with_action,
    with_actor,
)
from parlour.games.naval_qi.placing import (
    is_left,
    is_near,
    is_ready,
    last_put,
    may_sail,
    may_stand,
    spent,
    spent_on_ships,
)
from parlour.games.naval_qi.text import action_entry
from parlour.games.naval_qi.text.log_text import (
    CALLED,
    COUNTING,
    action_text,
    entry_text,
    name_of,
    positions,
    sighting_text,
)
from parlour.games.naval_qi.text.position_text import read_position, write_position
from parlour.kernel.layout import CHANCE, Record
from parlour.kernel.moves import Entry, Given, Move, Refusal, cell_steps, refuse, word, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Scene

if TYPE_CHECKING:
    from parlour.table.game import State

CELLS_OF = [positions(R.SEA, seat) for seat in range(2)]
GUNS = NAMES[TIGERGUN : UNDERGROUNDGUN + 1]
HAS_LOG = True
PHASES = ("deploy", "primary", "redeploy", "secondary")
WAYS = ("horizontal", "vertical")
LABELS = [
    f"{called} ({cost})" if (cost := int(COST[kind])) else called
    for kind, called in enumerate(CALLED)
]  # the items' words, with their cost in chests
NOT_OBSERVED = "-"  # what others observe of a step of deployment
SECRET = "?"

REFUSALS = {
    "what-first": "first choose what to place, or remove",
    "how": "choose whether it is horizontal or vertical",
    "your-sea": "{cell} is not in your sea",
    "not-put": "no item was placed at {cell}",
    "nothing-there": "no item that you can remove begins on {cell}",
    "ship": "it needs empty Sea on the board, away from other ships and from plates",
    "item": "it needs an unoccupied position where the rules allow it; plates must not overlap",
    "none": "you have no {name} left to place",
    "tigerguns": "you can have at most {most} TigerGuns",
    "cost": "it costs {cost}; {spent} of {chests} chests are spent, "
    "{on_ships} of at most {most} on ships",
    "not-redeployed": "first place all your ships afloat and the repeatinggun",
    "not-ready": "first place a flagship, Land, and ships for {least} to {most} chests; "
    "{on_ships} are spent on ships",
    "direction": "{name} needs a direction, h or v",
    "no-direction": "{name} has no direction",
    "put": "place an item as small:POS or large:POSh, remove one as remove:POS, or type ready",
    "fire": "type fire:T1+T2+T3 with targets in the opponent's sea, ascending, file first",
    "first-turn": "the first turn of the game must be an action",
    "bowman": "a Bowman can shoot only at an Eagle just sent to within one step of him",
    "sailing": "once a game the Flagship moves n, ne, e, se, s, sw, w or nw, to where it fits",
    "action": "an action is eagle:FROM>T, bowman:FROM, tigergun:FROM>T, largegun:FROM>T, "
    "standardgun:FROM>T1+T2, undergroundgun:FROM>T1+T2+T3, move-flagship:n, no-action",
    "no-gun": "you have no {name} there",
    "aim": "type {name}:FROM>T with {many} in the opponent's sea, file first",
    "own-first": "first choose an item that can act, in your own sea",
    "idle": "nothing on {cell} can act",
    "targets": "choose a target in the opponent's sea",
    "way": "choose the direction in which the Flagship moves one step",
}

_STEP = re.compile(r"([a-z]+[23]?):([a-o][1-9][0-9]?)([hv]?)")
_AIMED = re.compile(r"([a-z]+):(?:([a-o][1-9][0-9]?)>)?([a-o][1-9][0-9]?(?:\+[a-o][1-9][0-9]?)*)")

write = write_position
read = read_position


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """The roll, an item and its place, or an action with its origin and targets."""
    action = action_of(m)
    if s.turn == CHANCE:
        return f"first:{cell_of(m)}"
    if action < KINDS:
        return placing_text(s.turn, m)
    origin = name_of(R.SEA, s.turn, cell_of(m)) if action in (REMOVE, SEND, SHOOT, FIRE) else ""
    if action == REMOVE:
        return f"remove:{origin}"
    if action == SHOOT:
        return f"bowman:{origin}"
    if action == SAIL:
        return f"move-flagship:{STEPS[cell_of(m)][0]}"
    if action in (SEND, FIRE):
        return _aimed_text(s, m, origin)
    return "ready" if action == READY else "no-action"


def move(s: Record, m: int) -> Move:
    """A placed item with its place; or an acting item, by its position, and its targets."""
    action, text = action_of(m), move_text(s, m)
    if s.turn == CHANCE or action in (READY, NO_ACTION):
        return word_move(text, text.replace("-", " "), main=action == READY)
    if action == SAIL:
        way = STEPS[cell_of(m)][0]
        return Move(text, (action_entry.SAILING, word(way, action_entry.WAYS[way])))
    place = name_of(R.SEA, s.turn, cell_of(m))
    if action < KINDS:
        ways = (
            [word("hv"[direction_of(m)], WAYS[direction_of(m)])] if DIRECTIONS[action] > 1 else []
        )
        item = word(NAMES[action], LABELS[action], action)
        return Move(text, (item, *cell_steps(place), *ways), placed=(place,))
    if action == REMOVE:
        return Move(text, (word("remove", order=KINDS), *cell_steps(place)))
    fires_alone = s.item[s.turn * R.CELLS + cell_of(m)] == A_REPEATER
    return Move(text, cell_steps(*([] if fires_alone else [place]), *_targets(s, m)))


def move_in_words(s: Record, m: int) -> str:
    """An action as ordered, which its own player observes fully."""
    return listed_move(move_text(s, m))


def observed_move_in_words(s: Record, m: int, seat: int | None) -> str:
    """The action without what a player does not observe of it."""
    return listed_move(observed_text(s, m, seat))


def entry_after(s: Record, given: tuple[Given, ...]) -> Entry | None:
    """An action being entered, since there are too many to list; placements are listed."""
    if R.is_drafting(s):
        return None
    return action_entry.continue_action(R, s, given, lambda m: move_text(s, m))


def prompt(s: Record, given: tuple[Given, ...]) -> str:
    """What the player to move chooses next."""
    if s.turn == CHANCE:
        return ""
    return _placing_prompt(given) if R.is_drafting(s) else _action_prompt(s, given)


def _placing_prompt(given: tuple[Given, ...]) -> str:
    if not given:
        return "Choose an item, then its place."
    what = given[0][1]
    if what == "remove":
        return "Choose the item to remove, by the place where you put it."
    called = CALLED[NAMES.index(what)] if what in NAMES else what
    return f"{called}: choose its place." if len(given) == 1 else f"{called}: which way?"


def _action_prompt(s: Record, given: tuple[Given, ...]) -> str:
    if s.stage == SECONDARY:
        return f"Choose target {len(given) + 1} of 3 in the other sea."
    if not given:
        return "Choose a gun or an Eagle, then its target."
    if given[0][0] == "word":
        return "The Flagship: which way?"
    item = s.item[s.turn * R.CELLS + CELLS_OF[s.turn][given[0][1]]]
    called = CALLED[KIND_OF[item]]
    most = 1 if item == AN_EAGLE else int(SHOTS[item])
    if most == 1:
        return f"{called}: choose its target in the other sea."
    return f"{called}: choose target {len(given)} of up to {most} in the other sea."


def listed_move(text: str) -> str:
    """A move in words, as "Underground Gun e5 at n20"."""
    head, _, targets = text.replace("+", ", ").partition(">")
    name, _, place = head.partition(":")
    if name == "first":
        return f"{picture.SEATS[int(place)]} begins"
    if name == NOT_OBSERVED:
        return text
    called = CALLED[NAMES.index(name)] if name in NAMES else name.replace("-", " ").capitalize()
    return " ".join(filter(None, (called, place, targets and f"at {targets}")))


def binding(s: Record, m: int) -> int:
    """No-action commits a player least."""
    return int(m != NO_ACTION)


def phase(s: Record) -> str:
    """The stage, by the composite clock's name."""
    if R.is_drafting(s):
        return "redeploy" if s.stage == REDEPLOYING else "deploy"
    return "secondary" if s.stage == SECONDARY else "primary"


def worth(s: Record) -> Fraction:
    """The score of a win, which is less in the secondary phase."""
    late = s.stage in (REDEPLOYING, SECONDARY)
    return Fraction(1 if R.HIGHEST == 1 else 2 if late else 4)


def placing_text(seat: int, m: int) -> str:
    """The text of placing an item in the sea of `seat`."""
    kind = action_of(m)
    d = "hv"[direction_of(m)] if DIRECTIONS[kind] > 1 else ""
    return f"{NAMES[kind]}:{name_of(R.SEA, seat, cell_of(m))}{d}"


def _aimed_text(s: Record, m: int, origin: str) -> str:
    item = s.item[s.turn * R.CELLS + cell_of(m)]
    name, _, targets = action_text(R.SEA, s.turn, _observed_action(item, m), m).partition(">")
    return f"{name}:{targets}" if item == A_REPEATER else f"{name}:{origin}>{targets}"


def _observed_action(item: int, m: int) -> int:
    """What an action is heard as: a action, or the kind of the gun that is fired."""
    return int(KIND_OF[item]) if action_of(m) == FIRE else action_of(m)


def read_move(s: Record, text: str) -> int | None:
    """The code of the legal move with this text, or None, without listing the moves."""
    if not text.isascii() or len(text) > 60:
        return None
    m = _read_placement(s, text) if R.is_drafting(s) else _read_action_move(s, text)
    return m if m is not None and move_text(s, m) == text else None


def _read_placement(s: Record, text: str) -> int | None:
    if text == "ready":
        return READY if is_ready(s, s.turn) else None
    match = _STEP.fullmatch(text)
    cell = CELLS_OF[s.turn].get(match[2]) if match else None
    if match is None or cell is None:
        return None
    if match[1] == "remove":
        return action_at(REMOVE, cell) if last_put(s, s.turn, cell) >= 0 else None
    if match[1] not in NAMES:
        return None
    kind, d = NAMES.index(match[1]), int(match[3] == "v")
    fits = is_left(s, s.turn, kind) and may_stand(s, s.turn, kind, cell, d)
    return placement_code(kind, cell, d) if fits else None


def _read_action_move(s: Record, text: str) -> int | None:
    if text == "no-action":
        return NO_ACTION if s.stage == PRIMARY and s.turns > 0 else None
    name, _, rest = text.partition(":")
    if name == "move-flagship":
        return _sailing(s, rest)
    if name == "bowman":
        cell = CELLS_OF[s.turn].get(rest)
        item = A_BOWMAN if cell is None else s.item[s.turn * R.CELLS + cell]
        if cell is None or item != A_BOWMAN or s.eagle < 0 or not is_near(cell, s.eagle):
            return None
        return action_at(SHOOT, cell)
    return _aiming(s, text)


def _sailing(s: Record, name: str) -> int | None:
    for step, (direction, _, _) in enumerate(STEPS):
        if direction == name and s.stage == PRIMARY:
            legal = may_sail(s, s.turn, STEP_X[step], STEP_Y[step])
            return action_at(SAIL, step) if legal else None
    return None


def _aiming(s: Record, text: str) -> int | None:
    """An Eagle or a gun with its targets; `read_move` checks the name later."""
    match = _AIMED.fullmatch(text)
    if match is None:
        return None
    own, other = CELLS_OF[s.turn], CELLS_OF[1 - s.turn]
    origin = _repeater(s) if match[2] is None else own.get(match[2])
    targets = [other.get(name) for name in match[3].split("+")]
    if origin is None or None in targets or len(targets) > 3:
        return None
    cells = [cell for cell in targets if cell is not None]
    item = s.item[s.turn * R.CELLS + origin]
    most = 1 if item == AN_EAGLE else SHOTS[item]
    least = 3 if item == A_REPEATER else 1
    if cells != sorted(cells) or not least <= len(cells) <= most:
        return None
    action = SEND if item == AN_EAGLE else FIRE
    return aimed_action(action, origin, len(cells), *[*cells, 0, 0][:3])


def _repeater(s: Record) -> int | None:
    """The position of the Repeating Gun of the player to act."""
    row = s.item[s.turn * R.CELLS : (s.turn + 1) * R.CELLS]
    return row.index(A_REPEATER) if A_REPEATER in row else None


# -- why not ---------------------------------------------------------------------------------------


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why a position cannot be chosen now, from what the player to act knows."""
    if given[-1][0] == "word":
        return None
    return _no_place(s, given) if R.is_drafting(s) else _no_target(s, given)


def _no_place(s: Record, given: tuple[Given, ...]) -> Refusal:
    """Why an item cannot be placed at, or removed from, a position."""
    (kind, what), name = given[0], given[-1][1]
    if kind == "cell":
        return refuse(REFUSALS, "what-first")
    if len(given) > 2:
        return refuse(REFUSALS, "how")
    if name not in CELLS_OF[s.turn]:
        return refuse(REFUSALS, "your-sea", cell=name)
    if what == "remove":
        return refuse(REFUSALS, "nothing-there", cell=name)
    return refuse(REFUSALS, "ship" if NAMES.index(what) <= SMALL else "item")


def _no_target(s: Record, given: tuple[Given, ...]) -> Refusal:
    """Why a position cannot act, or cannot be a target."""
    if given[0][0] == "word":
        return refuse(REFUSALS, "way")
    name, own = given[-1][1], CELLS_OF[s.turn]
    if s.stage == SECONDARY or len(given) > 1:
        return refuse(REFUSALS, "targets")
    if name not in own:
        return refuse(REFUSALS, "own-first")
    is_bowman = s.item[s.turn * R.CELLS + own[name]] == A_BOWMAN
    return refuse(REFUSALS, "bowman" if is_bowman else "idle", cell=name)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, from what the player to act knows."""
    return _no_step(s, text) if R.is_drafting(s) else _no_action(s, text)


def _no_step(s: Record, text: str) -> Refusal:
    seat = s.turn
    if text == "ready":
        return _not_ready(s, seat)
    match = _STEP.fullmatch(text)
    if match is None or match[1] not in (*NAMES, "remove"):
        return refuse(REFUSALS, "put")
    if match[2] not in CELLS_OF[seat]:
        return refuse(REFUSALS, "your-sea", cell=match[2])
    if match[1] == "remove":
        return refuse(REFUSALS, "not-put", cell=match[2])
    kind = NAMES.index(match[1])
    if bool(match[3]) != (DIRECTIONS[kind] > 1):
        return refuse(REFUSALS, "no-direction" if match[3] else "direction", name=match[1])
    if not is_left(s, seat, kind):
        return _none_left(s, seat, kind)
    return refuse(REFUSALS, "ship" if kind <= SMALL else "item")


def _none_left(s: Record, seat: int, kind: int) -> Refusal:
    if s.stage == REDEPLOYING or kind in (FLAGSHIP, REPEATINGGUN):
        return refuse(REFUSALS, "none", name=NAMES[kind])
    if kind == TIGERGUN and s.count[seat * KINDS + kind] >= MOST_TIGERGUNS:
        return refuse(REFUSALS, "tigerguns", most=MOST_TIGERGUNS)
    return refuse(
        REFUSALS,
        "cost",
        cost=int(COST[kind]),
        spent=spent(s, seat),
        chests=R.CHESTS,
        on_ships=spent_on_ships(s, seat),
        most=R.MOST_ON_SHIPS,
    )


def _not_ready(s: Record, seat: int) -> Refusal:
    if s.stage == REDEPLOYING:
        return refuse(REFUSALS, "not-redeployed")
    on_ships = spent_on_ships(s, seat)
    return refuse(
        REFUSALS, "not-ready", least=R.LEAST_ON_SHIPS, most=R.MOST_ON_SHIPS, on_ships=on_ships
    )


def _no_action(s: Record, text: str) -> Refusal | None:
    if s.stage == SECONDARY:
        return refuse(REFUSALS, "fire")
    name, _, rest = text.partition(":")
    plain = {"no-action": "first-turn", "bowman": "bowman", "move-flagship": "sailing"}
    if name in plain and (name == text or name != "no-action"):
        return refuse(REFUSALS, plain[name])
    if name not in ("eagle", *GUNS):
        return refuse(REFUSALS, "action")
    origin = CELLS_OF[s.turn].get(rest.partition(">")[0])
    item = 0 if origin is None else s.item[s.turn * R.CELLS + origin]
    if item == 0 or NAMES[KIND_OF[item]] != name:
        return refuse(REFUSALS, "no-gun", name=name)
    most = max(1, int(SHOTS[item]))
    many = "one target" if most == 1 else f"1 to {most} targets, joined by + and ascending"
    return refuse(REFUSALS, "aim", name=name, many=many)


# -- observations ----------------------------------------------------------------------------------


def log_entries(before: Record, m: int, after: Record) -> list[str]:
    """What a move adds to the public log, as entries of HEARD."""
    if before.stage not in (PRIMARY, SECONDARY):
        return []
    seat, action = before.turn, action_of(m)
    entries = []
    if before.eagle >= 0 and action != SHOOT:
        first, second = (R.sighting_word(before, seat, before.eagle, word) for word in range(2))
        seen = sighting_text(R.SEA, seat, before.eagle, first, second)
        entries.append(f"{1 - seat}:sees={seen}")
    if action == FIRE:
        gun = KIND_OF[before.item[seat * R.CELLS + cell_of(m)]]
        what = with_actor(with_action(m, gun), seat)
        entries.append(entry_text(R.SEA, what, R.report_word(after, 0), R.report_word(after, 1)))
    else:
        entries.append(f"{seat}:{action_text(R.SEA, seat, action, m)}")
    if after.counted and not before.counted:
        entries.append(COUNTING)
    return entries


def observed_text(s: Record, m: int, seat: int | None) -> str:
    """A move as `seat` observes it: its own and the roll in full, others without their origin.

    Of the opponent's deployment only ``-`` is visible.
    """
    if s.turn == CHANCE or s.turn == seat:
        return move_text(s, m)
    if R.is_drafting(s):
        return NOT_OBSERVED
    item = s.item[s.turn * R.CELLS + cell_of(m)] if action_of(m) == FIRE else 0
    return action_text(R.SEA, s.turn, _observed_action(item, m), m)


def observed_cells(s: Record, m: int, seat: int | None) -> tuple[str, ...]:
    """The positions of a move that `seat` observes: of the opponent's moves, the targets."""
    if s.turn in (CHANCE, seat):
        return move(s, m).cells
    if R.is_drafting(s) or action_of(m) not in (SEND, FIRE):
        return ()
    return _targets(s, m)


def _targets(s: Record, m: int) -> tuple[str, ...]:
    """The target positions of an action."""
    return tuple(name_of(R.SEA, 1 - s.turn, target(m, i)) for i in range(target_count(m)))


def view(state: State, seat: int | None) -> str:
    """The position text with ``?`` for the opponent's sea (both seas for a spectator) until the end."""
    if state.outcome is not None:
        return state.text
    fields = state.text.split(" ")
    for other in range(2):
        if other != seat:
            fields[3 + other] = SECRET
    return " ".join(fields)


def planes(s: Record, seat: int | None) -> dict[str, list[int] | int]:
    """Both seas as feature layers, as `seat` may see them."""
    return observation.planes(R, s, seat)


def scene(s: Record, seat: int | None) -> Scene:
    """Both seas, as `seat` may see them."""
    return picture.scene(R, s, seat)


# -- ends ------------------------------------------------------------------------------------------


ENDED = {
    "fleet-sunk": "{losers} fleet was sunk, and the winning Admiral is now the Sea Lord",
    "first-counting": "with the most Naval-marks when the shells ran out; "
    "the winning Admiral is now the Sea Lord",
    "fleet-sunk-secondary": "{losers} fleet was sunk in the secondary battle, and "
    "the winning Admiral is now the Sea Lord",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    highest = Fraction(R.HIGHEST)
    late = Fraction(2) if R.GAME_POINTS else highest
    known: dict[str, Collection[tuple[Fraction, ...]]] = {
        reason: [(score, Fraction(0)), (Fraction(0), score)]
        for reason, score in zip(R.REASONS[:LIMIT], (highest, highest, late), strict=True)
    }
    if R.MOVE_LIMIT:
        known["move-limit"] = [(highest / 2, highest / 2)]
    return known


def details(s: Record) -> dict[str, str]:
    """The final count of Naval-marks."""
    names = ("Siberian", "Bengal")
    return {f"{name} Naval-marks": str(marks(s, seat)) for seat, name in enumerate(names)}
