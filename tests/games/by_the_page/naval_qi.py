"""NavalQi's rules against a slow version written from its page, over random games and positions."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import parlour
from tests.oracles.common import End, Refused
from tests.oracles.naval_qi import (
    ENDS,
    GUNS,
    LAND,
    SIZES,
    WAYS,
    Illegal,
    Pos,
    Slow,
    name,
    place,
    ways,
)

MANY = 600  # plies after which a game is broken off: a player may never find room for its fleet
ORDNANCE = ("eagle", "bowman", *GUNS, "shield")


def random_options(rng: random.Random) -> dict[str, object]:
    """Options of every kind; small seas are more common than great ones."""
    sea = rng.choice([8, 8, 8, 9, 9, 10, 11, 12, 13, 14, 15])
    return {
        "sea": sea,
        "chests": rng.randint(20, {8: 50, 9: 70}.get(sea, 100)),
        "points": rng.choice(["game", "win"]),
        "move_limit": rng.choice([0, 0, 0, 1, rng.randint(2, 30)]),
    }


class Player:
    """Chooses moves: spends wildly, knows more than it may when it fires, and has its moods."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.aim = rng.choice([0.2, 0.7, 0.95])
        self.taking_off: int | None = None  # how many items more, where they leave too little room
        self.idle = rng.choice([0.02, 0.1, 0.6])
        self.liked = {kind: rng.choice([0.1, 1, 4]) for kind in ORDNANCE}

    def __call__(self, slow: Slow) -> str:
        if slow.stage == "roll":
            return self.rng.choice(["first:0", "first:1"])
        if slow.drafts:
            return self.item(slow)
        if slow.stage == "secondary":
            return "fire:" + self.volley(slow, 3)
        return self.action(slow)

    # -- deploying

    def item(self, slow: Slow) -> str:
        """One more item, `remove` or `ready`."""
        assert slow.drafts
        draft = slow.drafts[int(slow.turn)]
        if draft.is_ready() and self.rng.random() < (0.1 if draft.afloat is None else 0.9):
            return "ready"
        if self.taking_off and draft.put:
            self.taking_off -= 1
        elif not draft.put or self.rng.random() > 0.03:
            packed = self.taking_off is not None
            for text in self.packed(slow) if packed else (self.any_item(slow) for _ in range(60)):
                if slow.legal(text):
                    return text
            if draft.is_ready():
                return "ready"
            self.taking_off = len(draft.put)
        return "remove:" + place(self.rng.choice(draft.put))

    def packed(self, slow: Slow) -> list[str]:
        """Items in the order in which they are tried where there is too little room."""
        assert slow.drafts
        draft = slow.drafts[int(slow.turn)]
        kinds = draft.afloat or [
            "land2",
            "flagship",
            *["platform", "battleship"] * 9,
            *["small"] * 4,
        ]
        left = Counter(kinds) - Counter(text.partition(":")[0] for text in draft.put)
        tried = [kind for kind in ("land2", *SIZES) if left[kind]] + ["repeatinggun"]
        names = sorted(slow.seas[int(slow.turn)].names)
        texts = [[f"{kind}:{at}{way}" for at in names for way in ways(kind)] for kind in tried]
        return [text for row in texts for text in row]

    def any_item(self, slow: Slow) -> str:
        """An item that may be legal, such as is wanted most."""
        assert slow.drafts
        draft = slow.drafts[int(slow.turn)]
        kinds = Counter(text.partition(":")[0] for text in draft.put)
        if draft.afloat is not None:
            left = Counter([*draft.afloat, "repeatinggun"]) - kinds
            largest = sorted(left, key=[*SIZES, "repeatinggun"].index)[:1]
            kind = self.rng.choice(largest * 3 + sorted(left) or [*SIZES, "repeatinggun"])
        elif not kinds["land2"] + kinds["land3"]:
            kind = self.rng.choice(["land2", "land3"])
        elif not kinds["flagship"]:
            kind = "flagship"
        elif draft.ships_cost(kinds) < slow.chests * 4 // 10 or self.rng.random() < 0.1:
            kind = self.rng.choice([*SIZES, *LAND] if self.rng.random() < 0.1 else [*SIZES])
        else:
            kind = self.rng.choices(ORDNANCE, [self.liked[kind] for kind in ORDNANCE])[0]
        at = self.rng.choice(sorted(slow.seas[int(slow.turn)].names))
        return f"{kind}:{at}{self.rng.choice(ways(kind))}"

    # -- the engagements

    def action(self, slow: Slow) -> str:
        own = slow.seas[int(slow.turn)]
        often = 0.2 if slow.turns else 1
        texts = [f"move-flagship:{self.rng.choice([*WAYS])}"] * (self.rng.random() < often)
        texts += [f"bowman:{name(pos)}" for pos, item in own.items.items() if item[0] == "bowman"]
        if self.rng.random() < self.idle:
            texts.append("no-action")
        sent = [pos for pos, item in own.items.items() if item[0] != "bowman"]
        self.rng.shuffle(sent)
        for pos in sent:
            kind, left = own.items[pos]
            texts.append(f"{kind}:{name(pos)}>{self.volley(slow, self.rng.randint(1, left or 1))}")
        return next((text for text in texts if slow.legal(text)), self.rest(slow))

    def rest(self, slow: Slow) -> str:
        """No action, or some action where it must be one."""
        return "no-action" if slow.turns else self.rng.choice(slow.moves())

    def volley(self, slow: Slow, n: int) -> str:
        targets = [self.target(slow) for _ in range(n)]
        if self.rng.random() < 0.1:
            targets = targets[:1] * n
        return "+".join(map(name, sorted(targets)))

    def target(self, slow: Slow) -> Pos:
        sea = slow.seas[1 - int(slow.turn)]
        if self.rng.random() < self.aim:
            ships = [
                cell
                for ship in sea.ships
                for i, cell in ship.sections.items()
                if i not in ship.damaged
            ]
            return self.rng.choice([*ships, *sea.items] if self.rng.random() < 0.4 else ships)
        return self.rng.choice(sorted(sea.all))


class Check:
    """Holds a game against the slow one and counts what was met."""

    def __init__(self, game: parlour.Game, rng: random.Random, met: Counter[str]) -> None:
        self.game, self.rng, self.met = game, rng, met

    def same(self, state: parlour.State, slow: Slow) -> None:
        """All that is said of a position is the same."""
        written = f"{slow.text} {slow.end}" if slow.end else slow.text
        assert state.text == written
        for seat in (None, 0, 1):
            seen = f"{slow.view(seat)} {slow.end}" if slow.end else slow.view(seat)
            assert state.view(seat) == seen
        outcome = state.outcome
        assert (outcome and End(outcome.reason, outcome.scores)) == slow.end
        if slow.end:
            assert (state.turn, state.moves()) == (None, [])
        elif slow.stage == "roll":
            assert state.turn == parlour.CHANCE
            assert dict(state.chances() or ()) == slow.chances()
        else:
            assert state.turn == int(slow.turn)

    def same_moves(self, state: parlour.State, slow: Slow) -> None:
        assert state.moves() == sorted(slow.moves())
        self.met["list of moves"] += 1

    def refused_alike(self, state: parlour.State, slow: Slow, text: str) -> None:
        """A text is legal in both or in neither."""
        if slow.legal(text):
            state.code(text)
        else:
            with pytest.raises(parlour.IllegalMove):
                pytest.fail(f"{state.text} {text}: {state.code(text)}")


def almost(texts: list[str], rng: random.Random) -> str:
    """A text put together from parts of others."""
    one, other = rng.choice(texts), rng.choice(texts)
    what = rng.randrange(4)
    if what == 0:
        return one.partition(":")[0] + ":" + other.partition(":")[2]
    if what == 1:
        return one.partition(">")[0] + ">" + other.partition(">")[2]
    i = rng.randrange(len(one) + 1)
    if what == 2:
        return one[:i] + rng.choice("abch0129+:>v") + one[i + rng.randint(0, 1) :]
    return "+".join(reversed(one.split("+"))) if "+" in one else one + rng.choice(["h", "+a1", "0"])


def thin_out(slow: Slow, rng: random.Random) -> None:
    """Leave little of what stands when the primary engagement begins, and damage some of it."""
    for sea in slow.seas:
        for ship in rng.sample(sea.ships, rng.randint(0, len(sea.ships) - 1)):
            ashore = [pos for pos in sea.items if pos in sea.land_at()]
            if ship.kind != "flagship" or any(sea.items[pos][0] in GUNS for pos in ashore):
                sea.sink(ship)
        for ship in sea.ships:
            sections = sorted(ship.sections)
            ship.damaged = set(rng.sample(sections, rng.choice([0, rng.randrange(len(sections))])))
        for pos, (kind, left) in list(sea.items.items()):
            sea.items[pos] = kind, left and rng.randint(1, left)
            if rng.random() < 0.1 and len(sea.items) > 4:
                del sea.items[pos]
        sea.plates -= set(rng.sample(sorted(sea.plates), len(sea.plates) // 2))
        sea.own_plates -= set(rng.sample(sorted(sea.own_plates), len(sea.own_plates) // 2))


def play_both(seed: int, thin: bool = False, **fixed: object) -> Counter[str]:
    """One random game in both; counts the kinds of moves and the end."""
    rng, met = random.Random(seed), Counter[str]()
    options = random_options(rng) | fixed
    game, slow = parlour.game("naval-qi", **options), Slow(**options)
    check, players = Check(game, rng, met), (Player(rng), Player(rng))
    if thin:
        while slow.stage != "primary":
            slow.play(players[0](slow))
        thin_out(slow, rng)
    state = game.read(slow.text) if thin else game.start()
    played = ["ready", "no-action"]
    while not slow.end and len(state.history) < MANY:
        text = players[slow.turn == "1"](slow)
        if slow.stage != "roll" and rng.random() < 0.4:
            check.refused_alike(state, slow, almost([*played[-30:], text], rng))
        if rng.random() < 0.02 and slow.is_quick_to_list():
            check.same_moves(state, slow)
        again = game.read(state.text)
        check.same(again, slow)
        met[f"{slow.stage} {text.partition(':')[0]}"] += 1
        state.play(text)
        slow.play(text)
        check.same(state, slow)
        assert again.play(text).text == state.text
        played.append(text)
    check.same(game.read(state.text), slow)
    check.same(game.read(slow.text), slow)
    met[f"#{slow.end.reason}" if slow.end else "broken off"] += 1
    return met


# -- reading ---------------------------------------------------------------------------------------


def read(slow: Slow, text: str) -> None:
    """Make of a game at its start that of a position text. Raises Refused."""
    bare, sign, last = text.partition(" #")
    claims = [each for each in ENDS if str(each) == "#" + last]
    if sign and not claims:
        raise Refused
    try:
        slow.fill(bare.split(" ")[1:])
        assert slow.text == bare
    except (ValueError, LookupError, AssertionError, Illegal) as error:
        raise Refused from error
    slow.end = slow.as_read(claims[0] if claims else None)


def garbled(texts: list[str], rng: random.Random) -> str:
    """One of the texts with parts of others, or slips of the pen."""
    parts = re.split(r"([ ;/,:=+>*])", rng.choice(texts))
    for _ in range(rng.choice([1, 1, 2])):
        i = rng.randrange(min(4, len(parts) - 1), len(parts))
        what = rng.randrange(4)
        if what == 0:
            parts[i] = rng.choice(re.split(r"([ ;/,:=+>*])", rng.choice(texts)))
        elif what == 1:
            j = rng.randrange(len(parts[i]) + 1)
            parts[i] = parts[i][:j] + rng.choice("0123abc-!~^*") + parts[i][j + rng.randint(0, 1) :]
        elif what == 2:
            del parts[i : i + 2]
        else:
            parts[i:i] = parts[i - 2 : i]
        parts = re.split(r"([ ;/,:=+>*])", "".join(parts))
    return "".join(parts)


def read_both(
    texts: list[str], options: dict[str, object], rng: random.Random, met: Counter[str]
) -> None:
    """Read a garbled text in both."""
    text, slow = garbled(texts, rng), Slow(**options)
    if not text.startswith(slow.text.partition(" ")[0] + " ") or re.search(r"\*[1-9]\d", text):
        return  # other options; more things hit than any gun reaches
    game = parlour.game("naval-qi", **options)
    try:
        read(slow, text)
    except Refused:
        met["refused"] += 1
        with pytest.raises(parlour.BadPosition):
            pytest.fail(f"{text} is read as {game.read(text).text}")
    else:
        met["ended" if slow.end else "running"] += 1
        try:
            Check(game, rng, met).same(game.read(text), slow)
        except parlour.BadPosition as error:
            pytest.fail(f"{text} is refused: {error}")


def read_texts(seed: int) -> Counter[str]:
    """Read garbled texts of a random game in a small sea."""
    rng, met = random.Random(seed), Counter[str]()
    options = random_options(rng) | {"sea": 8, "chests": rng.randint(20, 50)}
    slow, player = Slow(**options), Player(rng)
    texts = [slow.text]
    while not slow.end and len(texts) < MANY:
        slow.play(player(slow))
        texts.append(f"{slow.text} {slow.end}" if slow.end else slow.text)
    texts = rng.sample(texts, 9) + texts[-3:]
    for _ in range(80):
        read_both(texts, options, rng, met)
    return met
