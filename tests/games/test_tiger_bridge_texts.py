"""TigerBridge's outcomes of chance and texts of deals under way against the slow version."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import chain

import pytest

import parlour
from tests.conftest import part
from tests.games.by_the_page.tiger_bridge import Bold, random_options
from tests.oracles.common import compare_reading
from tests.oracles.tiger_bridge import BIDS, ENDS, PACK, Slow, blades_of, hand_of


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
