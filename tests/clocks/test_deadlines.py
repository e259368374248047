"""Correspondence: deadlines in order and as people read them, and a month of it without a tick."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import BadClock
from parlour.clocks.deadlines import Deadline, Deadlines, feed, format_moment
from parlour.clocks.timing import Timing

HOUR, DAY = 3_600_000, 86_400_000
MARCH = 1_773_532_800_000  # 2026-03-15, midnight in UTC; two weeks later summer time begins


@given(
    st.lists(st.tuples(st.integers(0, 9), st.one_of(st.none(), st.integers(0, 50))), max_size=60)
)
def test_the_next_deadline_is_the_least(puts: list[tuple[int, int | None]]) -> None:
    deadlines: Deadlines[int] = Deadlines()
    plain: dict[int, int] = {}
    for game, falls in puts:
        deadlines.set(game, falls)
        plain.pop(game, None)
        if falls is not None:
            plain[game] = falls
        assert deadlines.next() == min(plain.values(), default=None)
    due = deadlines.due(25)
    assert sorted(due) == sorted(game for game, falls in plain.items() if falls <= 25)
    assert [plain[game] for game in due] == sorted(plain[game] for game in due)
    assert deadlines.due(25) == []


def test_moments_are_told_in_the_players_zone_and_a_common_one() -> None:
    text = format_moment(MARCH + 12 * HOUR, "America/New_York", "UTC")
    assert text == "Sun 15 Mar 2026, 08:00 America/New_York · Sun 15 Mar 2026, 12:00 UTC"
    assert format_moment(0, "UTC", "UTC") == "Thu 1 Jan 1970, 00:00 UTC"
    assert format_moment(10**20, "UTC").startswith("Fri 31 Dec 9999")
    with pytest.raises(BadClock):
        format_moment(0, "Atlantis")


@given(st.text(max_size=200), st.integers(0, 10**13))
def test_feeds_are_lines_of_at_most_75_octets(title: str, falls: int) -> None:
    title = title.encode("utf-8", "replace").decode()
    text = feed("My games", [Deadline("g1", title, falls), Deadline("g0", "x", 0)], MARCH)
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = text.replace("\r\n ", "").split("\r\n")
    assert [line for line in whole if line.startswith("UID:")] == [
        "UID:g0@parlour",
        "UID:g1@parlour",
    ]
    summary = next(line for line in reversed(whole) if line.startswith("SUMMARY:"))
    told_title = "".join(c if c.isprintable() else " " for c in title)
    plain = (
        summary.removeprefix("SUMMARY:")
        .replace("\\;", ";")
        .replace("\\,", ",")
        .replace("\\\\", "\\")
    )
    assert plain == told_title or "\\" in told_title
    assert whole.count("BEGIN:VEVENT") == whole.count("END:VEVENT") == 2


def _month(games: int, seed: int) -> tuple[int, int]:
    """A month of so many games with days off, vacations and ten kills: how many moves, how many flags."""
    rng = random.Random(seed)
    zones = ("Europe/London", "America/New_York", "Pacific/Auckland", "UTC")
    rules = [
        parlour.clock(f"calendar:bank=5d,per=1d,cap=5d,off=sat+sun,zone={rng.choice(zones)}")
        for _ in range(games)
    ]
    kept = [Timing(rule) for rule in rules]
    deadlines: Deadlines[int] = Deadlines()
    moves: list[tuple[int, int]] = []
    now, moved, flags = MARCH, 0, 0
    over: set[int] = set()
    away: set[int] = set()
    for game, timing in enumerate(kept):
        timing.turn(now, 0)
        deadlines.set(game, timing.face(now).falls)
        moves.append((now + rng.randrange(3 * DAY), game))
    kills = sorted(MARCH + rng.randrange(30 * DAY) for _ in range(10))
    while moves and now < MARCH + 30 * DAY:
        moves.sort(reverse=True)
        now, game = moves.pop()
        while kills and kills[0] <= now:  # all that is left is what was written
            kills.pop(0)
            texts = [timing.tags for timing in kept]
            kept = [Timing.of_tags(tags, 2) for tags in texts]  # type: ignore[misc]
            assert [timing.tags for timing in kept] == texts
        for late in deadlines.due(now):
            face = kept[late].face(now)
            assert face.flag is not None
            assert face.flag[1] <= now
            over.add(late)
            flags += 1
        timing = kept[game]
        if game in over:
            continue
        if game in away:
            away.remove(game)
            timing.events.append((now, "resume", "vacation"))
        elif rng.random() < 0.1:  # a vacation of some days
            away.add(game)
            timing.events.append((now, "pause", "vacation"))
            deadlines.set(game, timing.face(now).falls)
            moves.append((now + rng.randrange(4 * DAY), game))
            continue
        assert timing.face(now).flag is None
        timing.turn(now, len(timing.events) % 2)
        deadlines.set(game, timing.face(now).falls)
        moved += 1
        moves.append((now + rng.randrange(84 * HOUR), game))
    return moved, flags


def test_a_month_of_correspondence() -> None:
    moved, flags = _month(12, 1)
    assert moved > 40
    assert 0 < flags < 12


@pytest.mark.long
def test_a_month_of_two_hundred_games() -> None:
    moved, flags = _month(200, 2)
    assert moved > 2000
    assert 0 < flags < 150
