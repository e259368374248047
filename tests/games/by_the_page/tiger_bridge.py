"""TigerBridge against a slow version written from its page: random games, every seat's views, texts."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.tiger_bridge import BIDS, ENDS, Slow, won


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


def play_both(seed: int) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("tiger-bridge", **options), Slow(**options)
    state = game.start()
    if seed % 4 != 0:
        far_on(slow, rng)
        state = game.read(slow.text)
    chooser = Bold(rng)
    ends = walk(state, slow, chooser)
    assert slow.end is not None
    return ends + chooser.met + Counter([f"{slow.end.reason} in {slow.phase}"])


read_texts = Reading("tiger-bridge", Slow, ENDS, random_options, far_on)
