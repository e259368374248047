"""Every game with a page against a slow version written from it: random games, garbled texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from tests.conftest import part, share
from tests.games.by_the_page import (
    chainn,
    draughts,
    focus,
    hexagonal,
    hive,
    lines_of_action,
    merlins_chain,
    naval_qi,
    revolver,
    stones_of_fortune,
    tantrix,
    tiger_bridge,
    tiger_chequers,
    tumbling_down,
)

Call = tuple[int, Mapping[str, Any]]  # a seed, and other arguments


@dataclass(frozen=True)
class Games:
    """Random games in both versions, and what must come up in them.

    `ends` are the reasons that must come up, and no others; `kinds` the same of all else that is counted.
    `more` says what must come up more often than so many times.
    """

    calls: Sequence[Call]
    ends: str = ""
    kinds: set[str] = field(default_factory=set)
    more: Mapping[str, int] = field(default_factory=dict)

    def check(self, met: Counter[str]) -> None:
        """Check that what was met is what must come up."""
        ends = {what.removeprefix("#") for what in met if what.startswith("#")}
        if self.ends:
            assert ends == set(self.ends.split())
        if self.kinds:
            assert {what for what in met if not what.startswith("#")} == self.kinds
        assert {w: met[w] for w, least in self.more.items() if met[w] <= least} == {}


@dataclass(frozen=True)
class Page:
    """How a game is compared: one random game of a seed, everyday games, and those of the long tests."""

    play: Callable[..., Counter[str]]
    few: Sequence[Games]
    many: Sequence[Games]


@dataclass(frozen=True)
class Texts:
    """How a game's garbled texts are compared: those of a seed; everyday seeds; seeds of the long test.

    More than one for each seed must be refused, running and ended, unless `more` says otherwise.
    """

    read: Callable[[int], Counter[str]]
    few: int
    many: int
    more: Sequence[Mapping[str, int]] = ()


def over(seeds: Iterable[int], /, **values: Sequence[object]) -> list[Call]:
    """A call for each seed and every combination of the values."""
    given = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    return [(seed, each) for seed in seeds for each in given]


def many(most: int, start: int = 1000, /, **values: Sequence[object]) -> list[Call]:
    """The calls of a long test."""
    return over(range(start, start + part(most)), **values)


def above(least: int, *names: str) -> dict[str, int]:
    """Each of these more often than so many times."""
    return dict.fromkeys(names, least)


CHAINN = "contiguous stuck endless limit move-limit"
FOCUS = ("#no-move", "#repetition", "#move-limit")
FOCUS_MOVES = ("placed", "to reserve", "captured")
TANTRIX = ("forced", "after the free move")
HIVE = (*"QSBGAMLP", "climb", "toQ")
LINES = "joined both-joined no-move repetition move-limit"
MERLINS = "lowest-chain no-chain decided move-limit"
NAVAL = above(0, "#fleet-sunk", "#first-counting", "#fleet-sunk-secondary", "#move-limit")
SMALL_SEA = {"sea": [8], "chests": [20], "move_limit": [0]}  # short games
REVOLVER = "last-player rounds move-limit"
STONES = "quest-successful quest-failed quest-inconclusive"
BRIDGE = "holdings deals move-limit"
BRIDGE_RARE = ("played", "doubled", "carried", "fifteen", "close", "all declined")
BRIDGE_PHASES = [f"move-limit in {phase}" for phase in ("deal", "bid", "play")]
CHEQUERS = "checkmate repetition queen-escape fifty-moves move-limit"
TUMBLING = "king-captured king-lost no-king repetition move-limit"
HEXAGONAL = {  # ends and kinds of moves that are usual, and those that are rare
    "yavalath": (
        ("#three-in-a-row", "#four-in-a-row", "#last-left"),
        ("swap", "forced, 2", "forced, 3", "own fours"),
        "full-board",
        (),
    ),
    "unlur": (("#line", "#y", "#made-line"), ("pass",), "made-y", ("only pass",)),
    "y": (("#y",), ("swap",), "", ()),
    "hex": (("#red-chain", "#blue-chain"), ("swap",), "", ()),
}


def hexagonal_page(identifier: str) -> Page:
    """A game of placing stones on hexagons."""
    ends, kinds, rare_end, rare_kinds = HEXAGONAL[identifier]
    every = " ".join([*(end.removeprefix("#") for end in ends), rare_end, "move-limit"])
    return Page(
        hexagonal.play_both,
        [
            Games(
                over(range(40), identifier=[identifier], small=[True]),
                more=above(0, *ends, *kinds),
            )
        ],
        [
            Games(
                many(600, identifier=[identifier], small=[False]),
                ends=every,
                kinds={*kinds, *rare_kinds},
            )
        ],
    )


PAGES = {
    "chainn": Page(
        chainn.play_both,
        [Games(over(range(60)), ends=CHAINN)],
        [Games(many(2000), ends=CHAINN)],
    ),
    "draughts": Page(
        draughts.play_both,
        [Games(over([seed], option_sets=[4])) for seed in range(8)],
        [Games(over([100 + block], option_sets=[40])) for block in share(20)],
    ),
    "focus": Page(
        focus.play_both,
        [Games(over(range(12)), more=above(1, *FOCUS) | above(12, *FOCUS_MOVES))],
        [Games(many(400), more=above(1, *FOCUS) | above(part(400), *FOCUS_MOVES))],
    ),
    **{identifier: hexagonal_page(identifier) for identifier in HEXAGONAL},
    "hive": Page(
        hive.play_both,
        [Games(over(range(8), most=[20]), more=above(0, *HIVE, "#move-limit"))],
        [
            Games(
                many(480, 5000, most=[60]),
                more=above(5, *HIVE, "throw", "stunned")
                | above(0, "#queen-surrounded", "#move-limit"),
            )
        ],
    ),
    "lines-of-action": Page(
        lines_of_action.play_both,
        [Games(over(range(8), other=range(4)), ends=LINES)],
        [Games(many(240, other=range(4)), ends=LINES)],
    ),
    "merlins-chain": Page(
        merlins_chain.play_both,
        [Games(over(range(20), least=[48]), ends=MERLINS)],
        [Games(many(600, least=[36]), ends=MERLINS)],
    ),
    "naval-qi": Page(
        naval_qi.play_both,
        [
            Games(
                over(range(2), thin=[False], **SMALL_SEA)
                + over(range(6), thin=[True], **SMALL_SEA),
                more=above(0, "list of moves", "redeploy ready"),
            )
        ],
        [
            Games(
                many(48, thin=[thin]) + many(160, 2020, thin=[thin], sea=[8], chests=[30]),
                more=NAVAL,
            )
            for thin in (False, True)
        ],
    ),
    "revolver": Page(
        revolver.play_both,
        [Games(over(range(22), poverty=[False, True]), ends=REVOLVER)],
        [
            Games(
                many(1000 if poverty else 600, poverty=[poverty]),
                more=above(10, "rarity", "finished") | above(20 * poverty, "extra rounds"),
            )
            for poverty in (False, True)
        ],
    ),
    "stones-of-fortune": Page(
        stones_of_fortune.play_both,
        [Games(over(range(8), thin=[False, True]), ends=STONES)],
        [Games(many(240, thin=[False, True]), ends=STONES)],
    ),
    "tantrix": Page(
        tantrix.play_both,
        [Games(over([0], players=[2], move_limit=[8]), more=above(0, *TANTRIX, "#move-limit"))],
        [Games(many(240), more=above(1, *TANTRIX, "end phase", "#all-placed", "#move-limit"))],
    ),
    "tiger-bridge": Page(
        tiger_bridge.play_both,
        [Games(over(range(8)), ends=BRIDGE, more=above(0, "doubled"))],
        [Games(many(840), ends=BRIDGE, more=above(2, *BRIDGE_RARE) | above(0, *BRIDGE_PHASES))],
    ),
    "tiger-chequers": Page(
        tiger_chequers.play_both,
        [
            Games(
                over([0], scattered=[False]) + over(range(1, 40), scattered=[True]),
                ends=CHEQUERS,
                kinds=tiger_chequers.KINDS - {"long jump =A"},
            )
        ],
        [
            Games(
                many(1000, scattered=[True])
                + many(400, 3000, scattered=[True], paths=["none"])
                + over(range(1000, 1008), scattered=[False], move_limit=[120]),
                ends=f"{CHEQUERS} stalemate",
                kinds=tiger_chequers.KINDS,
            )
        ],
    ),
    "tumbling-down": Page(
        tumbling_down.play_both,
        [Games(over([*range(10), 17], scattered=[False, True]), ends=TUMBLING)],
        [Games(many(480, scattered=[False, True]), ends=TUMBLING)],
    ),
}

TEXTS = {
    "chainn": Texts(chainn.read_texts, 5, 400),
    "focus": Texts(focus.read_texts, 3, 160),
    **{identifier: Texts(hexagonal.reading(identifier), 2, 160) for identifier in HEXAGONAL},
    "hive": Texts(hive.read_texts, 1, 8),
    "lines-of-action": Texts(lines_of_action.read_texts, 5, 200),
    "merlins-chain": Texts(merlins_chain.read_texts, 1, 48),
    "naval-qi": Texts(
        naval_qi.read_texts,
        8,
        360,
        (above(1, "running", "refused"), above(2, "running", "refused", "ended")),
    ),
    "stones-of-fortune": Texts(stones_of_fortune.read_texts, 5, 400),
    "tantrix": Texts(tantrix.read_texts, 1, 60),
    "tiger-bridge": Texts(tiger_bridge.read_texts, 3, 160),
    "tiger-chequers": Texts(tiger_chequers.read_texts, 2, 160),
    "tumbling-down": Texts(tumbling_down.read_texts, 5, 400),
}


def game_cases() -> Iterable[ParameterSet]:
    """Every game's everyday runs and those of the long tests."""
    for name, page in PAGES.items():
        for i, run in enumerate(page.few):
            number = f"-{i}" if len(page.few) > 1 else ""
            yield pytest.param(page.play, run, id=f"{name}{number}")
        for i, run in enumerate(page.many):
            number = f"-{i}" if len(page.many) > 1 else ""
            yield pytest.param(page.play, run, id=f"{name}-many{number}", marks=pytest.mark.long)


@pytest.mark.parametrize(("play", "games"), list(game_cases()))
def test_random_games_are_as_the_page_says(play: Callable[..., Counter[str]], games: Games) -> None:
    met = Counter[str]()
    for seed, given in games.calls:
        met += play(seed, **given)
    games.check(met)


def text_cases() -> Iterable[ParameterSet]:
    """Every game's texts, everyday and of the long tests."""
    for name, texts in TEXTS.items():
        few, most = range(texts.few), range(1000, 1000 + part(texts.many))
        bounds = texts.more or [above(len(n), "refused", "running", "ended") for n in (few, most)]
        yield pytest.param(texts.read, few, bounds[0], id=name)
        yield pytest.param(texts.read, most, bounds[1], id=f"{name}-many", marks=pytest.mark.long)


@pytest.mark.parametrize(("read", "seeds", "more"), list(text_cases()))
def test_garbled_texts_are_read_as_the_page_says(
    read: Callable[[int], Counter[str]], seeds: range, more: Mapping[str, int]
) -> None:
    counted = sum((read(seed) for seed in seeds), Counter[str]())
    assert {what: counted[what] for what, least in more.items() if counted[what] <= least} == {}
