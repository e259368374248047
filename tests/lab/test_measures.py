"""Measures of games whose answers are known, and of games played at random."""

from fractions import Fraction
from math import isnan, log10, nan

import numpy as np
import pytest

import parlour
from parlour.lab.experiment import Event
from parlour.lab.measures import Arm, gather, measures
from parlour.lab.measures import replayed_game as replay
from parlour.lab.measures.analysis_facts import BY_ANALYSIS, expectations, openness
from parlour.lab.measures.arm_tables import tables
from parlour.lab.measures.clarity import clarity
from parlour.lab.measures.facts import PLAIN, points
from parlour.lab.measures.ladder_and_luck import depth, luck, rung
from parlour.lab.measures.measure import balance
from parlour.lab.stats import score_share
from parlour.lab.trace import Trace
from parlour.table.game import State
from parlour.table.player import Advice
from tests.lab.traces import random_trace, told_trace

FACTS = {fact.name: fact.of for fact in (*PLAIN, *BY_ANALYSIS)}
HEX = parlour.game("hex:size=3")


def _values(arm: Arm) -> dict[str, float]:
    return {m.key: m.estimate.value for m in measures(arm)}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((1, 0), (1, 0)),
        ((4, 0), (1, 0)),
        (("1/2", "1/2"), (0.5, 0.5)),
        ((1, 1, 0), (0.5, 0.5, 0)),
        ((0,), (0,)),
        ((3,), (1,)),
    ],
)
def test_points(scores: tuple[str, ...], expected: tuple[float, ...]) -> None:
    assert points(tuple(map(Fraction, scores))) == expected


def test_facts_of_one_game() -> None:
    trace = told_trace(choices=[10, 1, 0, 10, -1], turns=[0, 1, parlour.CHANCE, 0, 1])
    assert FACTS["length"](trace) == 4
    assert FACTS["branching"](trace) == 7
    assert FACTS["decision-moves"](trace) == pytest.approx(2 / 3)
    assert FACTS["forced-moves"](trace) == pytest.approx(1 / 3)
    assert isnan(FACTS["complexity"](trace))  # a move's choices are not known
    assert FACTS["complexity"](told_trace(choices=[10, 1, 100])) == pytest.approx(3)
    assert FACTS["completion"](told_trace(reason="move-limit")) == 0
    assert FACTS["draws"](told_trace(scores=("1/2", "1/2"))) == 1
    assert isnan(FACTS["draws"](told_trace(scores=(0,), players=("a",))))


def test_a_game_that_turns_once() -> None:
    """The winner is behind for three plies of five, and leads for good after them."""
    trace = told_trace([(0.5, 0.5), (0.3, 0.7), (0.2, 0.8), (0.6, 0.4), (0.9, 0.1)])
    smooth = [0.4, 0.325, 0.325, 0.575, 0.75]
    assert expectations(trace)[:, 0] == pytest.approx(smooth)
    assert FACTS["drama"](trace) == pytest.approx((0.2 + 0.35 + 0.35) / 5)
    assert FACTS["drama-most"](trace) == pytest.approx(0.35)
    assert FACTS["behind"](trace) == pytest.approx(0.6)
    assert FACTS["lead-changes"](trace) == 1
    assert FACTS["decisive-moment"](trace) == pytest.approx(0.6)
    assert FACTS["losers-best"](trace) == pytest.approx(0.675)
    assert FACTS["restlessness"](trace) == pytest.approx((0.3 + 0.3 + 0.7) / 3)


def test_an_optimist_does_not_change_the_lead() -> None:
    """Whoever is to move is thought to be ahead: nothing happens all the same."""
    trace = told_trace([(0.7, 0.3), (0.4, 0.6)] * 20)
    assert FACTS["lead-changes"](trace) == 0
    assert FACTS["behind"](trace) == 0
    assert FACTS["restlessness"](trace) == 0
    assert isnan(FACTS["permanence"](trace))
    assert expectations(trace)[:, 0] == pytest.approx(np.full(40, 0.55))


def test_three_seats_are_smoothed_over_a_round() -> None:
    rows = [(0.6, 0.2, 0.2), (0.2, 0.6, 0.2), (0.2, 0.2, 0.6)] * 4
    trace = told_trace(rows, scores=(1, 0, 0), players=("a", "b", "c"))
    assert expectations(trace)[1:-1] == pytest.approx(np.full((10, 3), 1 / 3))
    assert FACTS["lead-changes"](trace) == 0


def test_permanence_is_what_a_round_leaves() -> None:
    def permanence(*ours: float) -> float:
        return FACTS["permanence"](told_trace([(v, 1 - v) for v in ours]))

    assert permanence(0.5, 0.5, 0.7, 0.7, 0.7, 0.7) == 1
    assert permanence(0.5, 0.5, 0.7, 0.7, 0.5, 0.5) == pytest.approx(0)
    assert permanence(0.5, 0.5, 0.7, 0.7, 0.6, 0.6) == pytest.approx(0.5)


def test_openness() -> None:
    assert openness(np.array([[0.5, 0.5], [1, 0]])).tolist() == [1, 0]
    assert openness(np.array([[0.5], [1], [0]])).tolist() == [1, 0, 0]
    assert openness(np.full((1, 3), 1 / 3))[0] == pytest.approx(1)
    settled = told_trace([(0.5, 0.5)] * 5 + [(1, 0)] * 3)
    assert FACTS["uncertainty"](settled) > 0.5
    assert FACTS["late-uncertainty"](settled) == pytest.approx(0)


def test_without_an_analysis_nothing_is_said_of_expectations() -> None:
    assert all(isnan(fact.of(told_trace())) for fact in BY_ANALYSIS)
    drawn = told_trace([(0.5, 0.5), (0.6, 0.4)], scores=("1/2", "1/2"))
    assert isnan(FACTS["drama"](drawn))
    assert FACTS["uncertainty"](drawn) > 0.9


def test_an_arm_adds_up() -> None:
    games = [told_trace(number=i, scores=(i % 4 != 3, i % 4 == 3)) for i in range(40)]
    found = _values(gather(games, HEX, played_again=False))
    assert found["points:Red"] == 0.75
    assert found["points:Blue"] == 0.25
    assert found["balance"] == 0.5
    assert found["decided"] == 1
    assert found["length:median"] == 3
    assert "score:Red" not in found  # scores say no more than who won
    assert "drama" not in found


def test_balance_covers_what_the_seats_allow() -> None:
    rows = np.tile([[1.0, 0.0], [0.0, 1.0]], (30, 1))
    even = balance([score_share(column) for column in rows.T], rows)
    assert even.high >= 1
    assert even.low < 0.8
    won = np.tile([1.0, 0.0], (50, 1))
    uneven = balance([score_share(column) for column in won.T], won)
    assert uneven.value == 0
    assert 0.1 < uneven.high < 0.2


def test_the_balance_of_few_even_games_is_not_too_small() -> None:
    rng = np.random.default_rng(1)
    found = []
    for _ in range(60):
        first = rng.integers(0, 2, 20).astype(float)
        rows = np.stack([first, 1 - first], axis=1)
        found.append(balance([score_share(column) for column in rows.T], rows).value)
    assert 0.93 < np.mean(found) < 1.07  # 0.82 where the same games choose the seats and judge them


def test_scores_beyond_winning_are_told() -> None:
    games = [told_trace(scores=(4, 0), number=i) for i in range(9)]
    assert _values(gather(games, HEX, played_again=False))["score:Red"] == 4


def test_details_are_numbers_or_tables() -> None:
    games = [
        told_trace(number=i, details={"moves": str(i)} | ({"dark": "won"} if i < 6 else {}))
        for i in range(9)
    ]
    arm = gather(games, HEX, played_again=False)
    assert _values(arm)["detail:moves"] == 4
    dark = next(t for t in tables(arm) if t.title == "Result: dark")
    assert [(row.name, row.share.value) for row in dark.rows] == [
        ("won", pytest.approx(6 / 9)),
        ("not stated", pytest.approx(3 / 9)),
    ]


def test_random_games_of_hex() -> None:
    games = [random_trace("hex:size=3,pie=no", i) for i in range(60)]
    arm = gather(games, parlour.game("hex:size=3,pie=no"))
    found = _values(arm)
    assert found["draws"] == 0
    assert found["branching"] == pytest.approx(
        np.mean([np.mean(range(9 - trace.length + 1, 10)) for trace in games])
    )
    assert found["pieces"] == pytest.approx(np.mean([t.length for t in games[:24]]))
    assert found["coverage"] == pytest.approx(found["pieces"] / 9)
    assert found["complexity"] == pytest.approx(
        np.mean([sum(log10(9 - i) for i in range(t.length)) for t in games])
    )
    first = next(t for t in tables(arm) if t.title == "First ply")
    assert sum(row.share.value for row in first.rows) == pytest.approx(1)
    opened = [t for t in games if t.moves[0] == first.rows[0].name]
    assert first.rows[0].points is not None
    assert first.rows[0].points.value == pytest.approx(
        np.mean([float(t.scores[0]) for t in opened])
    )
    assert arm.branching.means[0] == 9


def test_captures_and_events_come_from_texts() -> None:
    games = [random_trace("english-draughts", i) for i in range(4)]
    event = Event("second rank", "-[a-h]2$")
    arm = gather(games, parlour.game("english-draughts"), asked=[event])
    found = _values(arm)
    texts = [trace.moves for trace in games]
    assert found["captures"] == np.mean([sum(t.count("x") for t in row) for row in texts])
    times = [sum(t.endswith("2") and "-" in t for t in row) for row in texts]
    assert found["event:second rank:times"] == np.mean(times)
    assert found["event:second rank"] == np.mean([n > 0 for n in times])


def test_who_did_it_scored() -> None:
    games = [random_trace("hex:size=3,pie=no", i) for i in range(40)]
    event = Event("centre", "^b2$")
    arm = gather(games, parlour.game("hex:size=3,pie=no"), asked=[event])
    taken = [t for t in games if "b2" in t.moves]
    mine = [float(t.scores[t.moves.index("b2") % 2]) for t in taken]
    assert _values(arm)["event:centre:points"] == pytest.approx(np.mean(mine))
    assert _values(arm)["event:centre:when"] == np.mean([t.moves.index("b2") for t in taken])
    when = next(t for t in tables(arm) if t.title == "centre: after this many moves")
    second = [p for p, t in zip(mine, taken, strict=True) if t.moves.index("b2") == 1]
    row = next(row for row in when.rows if row.name == "1")
    assert row.share.value == len(second) / 40
    assert row.points is not None
    assert row.points.value == pytest.approx(np.mean(second))


def test_events_at_very_different_times_are_told_in_spans() -> None:
    games = [random_trace("english-draughts", i) for i in range(12)]
    arm = gather(games, parlour.game("english-draughts"), asked=[Event("eighth rank", "[-x].8$")])
    when = next(t for t in tables(arm) if t.title == "eighth rank: after this many moves")
    spans = [[int(n) for n in row.name.split(" to ")] for row in when.rows]
    there = [[i for i, move in enumerate(g.moves) if move.endswith("8")] for g in games]
    first = [places[0] for places in there if places]
    assert spans[0][0] == min(first)
    assert spans[-1][0] <= max(first) <= spans[-1][-1]
    assert sum(row.share.value for row in when.rows) == pytest.approx(len(first) / 12)


def test_shortest_and_longest_games_are_named() -> None:
    games = [told_trace(number=i, choices=[2] * n) for i, n in enumerate((5, 3, 9, 4))]
    games.append(told_trace(number=9, choices=[2] * 50, reason="move-limit"))
    shortest, longest = gather(games, HEX, played_again=False).extremes(2)
    assert shortest == [(1, 3), (3, 4)]
    assert longest == [(2, 9), (0, 5)]


def _ladder_game(number: int, won: bool) -> Trace:
    first = number % 2 == 0
    seats = ("strong", "weak") if first else ("weak", "strong")
    return told_trace(scores=(won == first, won != first), players=seats, number=number)


def test_a_ladder_has_rungs() -> None:
    steady = [_ladder_game(i, i % 4 != 0) for i in range(80)]
    level = [_ladder_game(i, i % 2 == 0) for i in range(80)]
    rungs = [
        rung("", gather(games, HEX, "strong", played_again=False)) for games in (steady, level)
    ]
    assert rungs[0].share.value == 0.75
    assert rungs[0].elo == pytest.approx(190.8, abs=0.1)
    assert rungs[1].share.value == 0.5
    assert depth(rungs) == 1


def test_luck_is_the_variance_that_groups_share() -> None:
    rng = np.random.default_rng(0)
    settled = np.repeat(rng.integers(0, 2, 200), 10).astype(float)
    open_still = rng.integers(0, 2, 2000).astype(float)
    half = np.where(rng.random(2000) < 0.5**0.5, settled, open_still)
    whole = luck(settled, 10).common
    assert (whole.value, whole.high) == (1, 1)
    assert 0.95 < whole.low < 1
    assert luck(open_still, 10).common.value < 0.03
    found = luck(half, 10).common
    assert found.low < 0.5 < found.high
    assert found.high - found.low < 0.2
    assert isnan(luck(settled[:10], 10).common.value)


def test_luck_is_never_sure_to_be_nothing() -> None:
    balanced = luck(np.tile([0.0, 1.0], 100), 8).common  # groups differ less than by chance
    assert (balanced.value, balanced.low) == (0, 0)
    assert 0.02 < balanced.high < 0.3
    none = luck(np.ones(200), 8).common  # no game differs
    assert isnan(none.value)
    assert (none.low, none.high, none.n) == (0, 1, 0)


def test_coverage_of_luck() -> None:
    rng = np.random.default_rng(1)
    inside = []
    for _ in range(400):
        common, own = rng.normal(size=(30, 1)), rng.normal(size=(30, 8))
        found = luck((common * 0.6**0.5 + own * 0.4**0.5).ravel(), 8).common
        inside.append(found.low <= 0.6 <= found.high)
    assert 0.92 <= np.mean(inside) <= 0.98
    nothing = luck(rng.integers(0, 2, 88).astype(float), 8).common
    assert nothing.low == 0
    assert 0.02 < nothing.high < 0.5


def test_clarity_judges_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analyst to whom one move alone is good: it leaves the opponent a tenth, the others one half."""

    class Analyst:
        def advise(self, state: State) -> Advice:
            if not state.history:
                return Advice("", 0.95)  # before the move, by the analyst who thinks as long
            best = state.history[-1] == min(_before(state).moves())
            return Advice("", 0.1 if best else 0.5)

    monkeypatch.setattr("parlour.lab.measures.clarity.lab_player", lambda *_: Analyst())
    game = told_trace(choices=[9])  # the first move of Hex
    found = {m.key: m.estimate for m in clarity([game] * 3, "")}
    assert found["clarity:narrowness"].value == pytest.approx(1 / 9)
    assert found["clarity:spread"].value == pytest.approx(0.4 * (1 / 9 * 8 / 9) ** 0.5)
    assert found["clarity:spread"].n == 3
    assert found["clarity:foul-up"].value == found["clarity:puzzles"].value == 0
    assert found["clarity:coolness"].value == pytest.approx(0.05)
    assert not any(m.estimate.n for m in clarity([told_trace(choices=[1])], ""))


def _before(state: State) -> State:
    return state.copy().undo()


@pytest.mark.long
def test_ten_thousand_games_are_a_few_megabytes() -> None:
    arm = Arm(HEX, again=False)
    trace = told_trace(choices=[9, 8, 7, 6, 5])
    for _ in range(10_000):
        arm.add(trace)
    held = sum(len(row) * row.itemsize for row in (*arm.rows.values(), arm._points, arm._scores))
    assert held < 4e6
    assert _values(arm)["length"] == 5


@pytest.mark.parametrize("name", ["twindraughts", "leopard-princess", "english-draughts"])
def test_pieces_that_are_cleared_away_with_their_set_are_not_lost(name: str) -> None:
    for number in range(3):
        trace = random_trace(name, number)
        assert replay.board(trace).change == -replay.captures(trace)


def test_no_interval_has_no_width() -> None:
    values = [[0.0, 1.0]] * 5
    arm = gather(
        [told_trace(values=values, number=i) for i in range(30)],
        parlour.game("hex:size=3"),
        asked=[Event("never", "xyz")],
        played_again=False,
    )
    arm.event_games.extend(range(30))
    arm.event_rows["never"].extend([0.0] * 60)
    arm.first_events["never"].extend([nan, -1.0] * 30)
    found = {m.key: m.estimate for m in measures(arm)}
    assert found["event:never:times"].value == found["uncertainty"].value == 0
    for key, e in found.items():
        assert e.low < e.high or e.method == "order statistics", key
    assert found["event:never:times"].low == 0
    assert found["uncertainty"].high == pytest.approx(found["event:never:times"].high)
