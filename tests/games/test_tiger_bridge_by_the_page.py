"""TigerBridge against a slow version written from its page: random games, every seat's views, texts."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import chain

import pytest

import parlour
from tests.conftest import part
from tests.oracles.common import Chooser, compare_reading, read_many, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.tiger_bridge import BIDS, ENDS, PACK, Slow, blades_of, hand_of, won


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.7:
        options["dealer"] = rng.choice(["north", "east", "south", "west", "draw", "draw"])
    if rng.random() < 0.6:
        options["tigerblades"] = rng.choice(["yes", "yes", "no"])
    if rng.random() < 0.6:
        options["deals"] = rng.choice([0, 1, 1, 2])
    if rng.random() < 0.5:
        options["move_limit"] = rng.choice([0, 1, 2, 5, 14, 16, 17, 100])
    return options


class Bold(Chooser):
    """Bids as often as its temper is, plays its TigerBlade; notes what came to pass."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.temper = rng.choice([0.05, 0.3, 0.6])
        self.met: Counter[str] = Counter()

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Slow)
        if slow.phase == "play":
            return self.blade(slow, moves)
        if "tigerblade" in moves and self.rng.random() < 0.8:
            return "tigerblade"
        bids = [move for move in moves if move in BIDS]
        if bids and self.rng.random() < self.temper:
            return self.rng.choice(bids)
        self.met["all declined"] += slow.calls == ["decline"] * 3
        return "decline"

    def blade(self, slow: Slow, moves: list[str]) -> str:
        blade = self.rng.choice(moves)
        if len(slow.played) == 51:
            self.note(slow, blade)
        return blade

    def note(self, slow: Slow, blade: str) -> None:
        """What the last blade of a deal brings: it is known by looking at the game after it."""
        before, points = list(slow.marks), list(slow.points)
        doubled = "tigerblade" in slow.calls
        after = after_blade(slow, blade)
        self.met["doubled" if doubled else "played"] += 1
        if after.points != points and any(after.marks):
            self.met["carried"] += 1
        if after.points != points and min(before) >= 13:
            self.met["fifteen"] += 1
        if not slow.last_deal and after.points == points and max(after.marks) > 6:
            self.met["close"] += 1


def after_blade(slow: Slow, blade: str) -> Slow:
    """The game after a blade."""
    after = Slow(**slow.given)
    after.fill(slow.text.split(" ")[1:])
    after.play(blade)
    return after


def far_on(slow: Slow, rng: random.Random) -> None:
    """Make of a game at its start one after some deals, often near the end of a holding."""
    slow.phase, slow.dealer = "deal", rng.randrange(4)
    slow.deals, slow.played_tigerblades = 1, [0, 0]
    if slow.last_deal:
        slow.deals = rng.randrange(slow.last_deal)
        slow.marks = [rng.randint(0, 5) * (slow.deals > 0) for _ in "ab"]
    else:
        slow.deals = rng.randint(4, 20)
        slow.points = [rng.randint(0, 1), rng.randint(0, 1)]
        more = rng.choice([3, 8, 14, 14])
        slow.marks = [more, rng.choice([more, more - 1, rng.randint(0, 5)])]
        rng.shuffle(slow.marks)
        if max(won(slow.marks, side) for side in (0, 1)) >= 0:
            slow.marks = [5, 4]
    if slow.tigerblades and slow.deals:
        slow.played_tigerblades = [rng.randint(0, 1), rng.randint(0, 1)]
    slow.made = 4 * slow.deals + rng.choice([0, 3, 7]) * (slow.deals > 0)
    slow.end = slow.shown()


def play_both(seed: int, far: bool) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("tiger-bridge", **options), Slow(**options)
    state = game.start()
    if far:
        far_on(slow, rng)
        state = game.read(slow.text)
    chooser = Bold(rng)
    reason = walk(state, slow, chooser)
    return chooser.met + Counter([reason, f"{reason} in {slow.phase}"])


def play_many(seeds: range) -> Counter[str]:
    met = Counter[str]()
    for seed in seeds:
        met += play_both(seed, far=seed % 4 != 0)
    assert met["holdings"] + met["deals"] + met["move-limit"] == len(seeds)
    return met


def test_random_games_are_as_the_page_says() -> None:
    met = play_many(range(8))
    assert min(met[what] for what in ("holdings", "deals", "move-limit", "doubled")) > 0


@pytest.mark.long
def test_many_random_games_are_as_the_page_says() -> None:
    met = play_many(range(1000, 1000 + part(840)))
    rare = ("played", "doubled", "carried", "fifteen", "close", "all declined")
    assert min(met[what] for what in rare) > 2
    assert min(met[f"move-limit in {phase}"] for phase in ("deal", "bid", "play")) > 0


def slips(text: str, rng: random.Random) -> str:
    """A deal or draw with a slip of the pen, or two blades that have changed places."""
    if rng.random() < 0.3:
        i, j = sorted(rng.sample(range(5, len(text)), 2))
        return text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :]
    i = rng.randrange(len(text) + 1)
    return text[:i] + rng.choice("TB18FLMR./,:") * rng.randint(0, 2) + text[i + rng.randint(0, 1) :]


def is_outcome(phase: str, text: str) -> bool:
    """Whether a text is an outcome of chance, in its one spelling."""
    what, _, outcome = text.partition(":")
    if phase == "draw":
        drawn = outcome.split(",")
        return what == "draw" and len(drawn) == len(set(drawn) & set(PACK)) == 4
    hands = text.removeprefix("deal:").split("/")
    if [hand.count(".") for hand in hands] != [3, 3, 3, 3]:
        return False
    dealt = list(map(blades_of, hands))
    spelt = "deal:" + "/".join(map(hand_of, dealt))
    sizes = {len(hand) for hand in dealt}
    return text == spelt and sizes == {13} and sorted(chain(*dealt)) == sorted(PACK)


@pytest.mark.parametrize("dealer", ["draw", "north"])
def test_outcomes_of_chance_have_one_spelling(dealer: str) -> None:
    rng, taken = random.Random(5), Counter[bool]()
    game = parlour.game("tiger-bridge", dealer=dealer)
    for _ in range(150):
        slow, state = Slow(dealer=dealer), game.start()
        text = slips(slow.draw(rng), rng)
        right = is_outcome(slow.phase, text)
        taken[right] += 1
        if right:
            slow.play(text)
            assert state.play(text).text == slow.text
        else:
            with pytest.raises(parlour.IllegalMove):
                pytest.fail(f"{text} is played: {state.play(text).text}")
    assert min(taken[True], taken[False]) > 5


READING = ("tiger-bridge", Slow, ENDS, random_options, far_on)


def test_garbled_texts_are_read_as_the_page_says() -> None:
    read_many(*READING, range(3))


@pytest.mark.long
def test_many_garbled_texts_are_read_as_the_page_says() -> None:
    read_many(*READING, range(1000, 1000 + part(160)))


def disordered(slow: Slow, rng: random.Random) -> str:
    """The text of a deal under way in which calls or blades are lost, put in or have changed places."""
    entries, every = rng.choice(
        [(slow.calls, [*BIDS, "decline", "decline", "tigerblade"]), (slow.played, PACK)]
    )
    what = rng.randrange(5)
    if what == 0 and entries:
        entries.pop(rng.randrange(len(entries)))
    elif what == 1:
        entries.insert(rng.randint(0, len(entries)), rng.choice(every))
    elif what == 2 and entries:
        exchange(entries, entries, rng)
    elif what == 3:
        exchange(rng.choice([*slow.hands, slow.played]), rng.choice(slow.hands), rng)
    elif slow.played:
        rng.choice(slow.hands).append(slow.played.pop())
    slow.made = 4 * slow.deals + len(slow.calls) + len(slow.played)
    return slow.text


def exchange(these: list[str], those: list[str], rng: random.Random) -> None:
    if these and those:
        i, j = rng.randrange(len(these)), rng.randrange(len(those))
        these[i], those[j] = those[j], these[i]


def read_disordered(seeds: range) -> None:
    """Texts of deals under way, disordered, are read or refused alike."""
    counted = Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        options = random_options(rng) | {"move_limit": 0, "deals": 0}
        game, slow, texts = parlour.game("tiger-bridge", **options), Slow(**options), list[str]()
        chooser, new = Bold(rng), partial(Slow, **options)
        while slow.deals < 2:
            slow.play(chooser(slow))
            if slow.hands:
                other = new()
                other.fill(slow.text.split(" ")[1:])
                texts.append(disordered(other, rng))
        counted += compare_reading(game, new, texts, ENDS, rng)
    assert min(counted["refused"], counted["running"]) > 5 * len(seeds)


def test_disordered_deals_are_read_as_the_page_says() -> None:
    read_disordered(range(3))


@pytest.mark.long
def test_many_disordered_deals_are_read_as_the_page_says() -> None:
    read_disordered(range(1000, 1000 + part(240)))
