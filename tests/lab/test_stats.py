"""The statistics against SciPy, published figures, and synthetic data whose truth is known."""

from math import inf, isinf, isnan

import numpy as np
import pytest
from scipy import stats

from parlour.lab.stats import (
    Estimate,
    SequentialDecision,
    against_p,
    asymptotic_sequence,
    at_level,
    bounded_sequence,
    contrast,
    corrected,
    correlation_of_means,
    detectable_effect,
    effect_words,
    equivalence_p,
    holm,
    mean,
    permutation_p,
    proportion,
    quantile,
    score_share,
    sign_flip_p,
    sprt,
)
from parlour.lab.stats.contrast import p_value


def _covered(estimates: list[Estimate], truth: float) -> float:
    return sum(e.low <= truth <= e.high for e in estimates) / len(estimates)


@pytest.mark.parametrize(("hits", "n"), [(1, 5), (3, 17), (480, 1000)])
def test_a_proportions_interval_is_scipys(hits: int, n: int) -> None:
    theirs = stats.binomtest(hits, n).proportion_ci(method="wilson")
    ours = proportion(hits, n)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-6)
    assert ours.value == hits / n


def test_without_games_everything_is_possible() -> None:
    none = proportion(0, 0)
    assert isnan(none.value)
    assert (none.low, none.high) == (0, 1)
    assert isinf(mean(np.array([])).high)
    assert isinf(quantile(np.array([np.nan]), 0.5).low)


def test_points_without_draws_have_wilsons_interval() -> None:
    points = np.array([1.0] * 7 + [0.0] * 4)
    ours, wilsons = score_share(points), proportion(7, 11)
    assert (ours.low, ours.high) == pytest.approx((wilsons.low, wilsons.high))
    assert ours.method == "Wilson"


def test_draws_make_the_interval_of_points_narrower_but_never_nothing() -> None:
    decided = score_share(np.array([1.0, 0.0] * 20))
    drawn = score_share(np.array([1.0, 0.0] * 4 + [0.5] * 32))
    only_draws = score_share(np.full(40, 0.5))
    assert drawn.half_width < 0.7 * decided.half_width
    assert 0.03 < only_draws.half_width < 0.15


@pytest.mark.parametrize("draws", [0.0, 0.5, 0.9])
def test_coverage_of_points(draws: float) -> None:
    rng = np.random.default_rng(1)
    chances = [0.6 * (1 - draws), draws, 0.4 * (1 - draws)]
    games = rng.choice([1.0, 0.5, 0.0], size=(1500, 60), p=chances)
    truth = 0.6 * (1 - draws) + draws / 2
    assert 0.93 <= _covered([score_share(row) for row in games], truth) <= 0.992


def test_coverage_of_means_of_skewed_lengths() -> None:
    rng = np.random.default_rng(2)
    few = [mean(row) for row in rng.gamma(4, 10, size=(120, 40))]
    many = [mean(row) for row in rng.gamma(4, 10, size=(300, 400))]
    assert {e.method for e in few} == {"bootstrap-t"}
    assert {e.method for e in many} == {"Student's t"}
    assert 0.9 <= _covered(few, 40) <= 0.99
    assert 0.92 <= _covered(many, 40) <= 0.98


def test_sets_of_one_game_are_no_games_of_their_own() -> None:
    rng = np.random.default_rng(3)
    games = rng.integers(0, 2, 60).astype(float)
    sets, clusters = np.repeat(games, 2), np.repeat(np.arange(60), 2)
    for estimate in (mean, score_share):
        alone, together = estimate(sets), estimate(sets, clusters=clusters)  # type: ignore[operator]
        assert together.value == alone.value
        assert together.half_width == pytest.approx(2**0.5 * alone.half_width, rel=0.08)
    own = mean(games), mean(sets, clusters=clusters)
    assert (own[0].low, own[0].high) == pytest.approx((own[1].low, own[1].high))


def test_intervals_that_hold_at_many_looks_are_wider() -> None:
    rng = np.random.default_rng(4)
    values = rng.gamma(4, 10, 80)
    with at_level(corrected(10)):
        wider = mean(values), proportion(3, 9), quantile(values, 0.5)
    plain = mean(values), proportion(3, 9), quantile(values, 0.5)
    assert all(w.half_width > 1.2 * p.half_width for w, p in zip(wider, plain, strict=True))


def test_a_mean_leaves_out_what_is_missing_and_knows_constants() -> None:
    assert mean(np.array([1.0, np.nan, 3.0])).value == 2
    same, never = mean(np.full(9, 64.0)), mean(np.zeros(300))
    assert same.low < 64 < same.high
    assert (never.value, never.high) == (0, pytest.approx(3 / 300, rel=0.01))  # the rule of three
    assert mean(np.array([1.0, 2.0, 4.0])) == mean(np.array([1.0, 2.0, 4.0]))


@pytest.mark.parametrize("n", [2, 15, 400])
def test_numbers_that_are_all_alike_leave_room_for_others(n: int) -> None:
    exact = stats.binomtest(0, n, alternative="less").proportion_ci(method="exact").high
    never, always, half = (mean(np.full(n, x), bounded=True) for x in (0.0, 1.0, 0.5))
    assert (never.low, never.high) == (0, pytest.approx(exact))
    assert (always.low, always.high) == (pytest.approx(1 - exact), 1)
    assert (half.low, half.high) == pytest.approx((0.5 - exact / 2, 0.5 + exact / 2))


@pytest.mark.parametrize("n", [5, 30, 400])
def test_means_of_too_few_games_have_no_end(n: int) -> None:
    rare = np.zeros(n)
    rare[0] = 0.9
    assert isinf(mean(rare).high)
    assert mean(rare).method == "too few games"
    found = mean(rare, bounded=True)
    assert 0 <= found.low < found.value < found.high == 1


def test_students_interval_is_scipys() -> None:
    values = np.random.default_rng(3).normal(5, 2, 500)
    theirs = stats.ttest_1samp(values, 0).confidence_interval()
    ours = mean(values)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def test_coverage_of_quantiles() -> None:
    rng = np.random.default_rng(4)
    rows = rng.exponential(size=(600, 50))
    truth = stats.expon.ppf(0.75)
    assert 0.93 <= _covered([quantile(row, 0.75) for row in rows], truth) <= 0.99
    few = [quantile(np.arange(float(n)), 0.25) for n in (12, 13)]  # 0.75^13 < 2.5% < 0.75^12
    assert [e.method for e in few] == ["too few games", "order statistics"]
    assert [e.low for e in few] == [-inf, 0]


def test_newcombes_worked_example() -> None:
    # Newcombe 1998, table II, (a): 56/70 against 48/80: 0.2, 0.0524 to 0.3339 by method 10.
    found = contrast(proportion(56, 70), proportion(48, 80))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert found.clear
    assert found.words == "small"


def test_coverage_of_differences() -> None:
    rng = np.random.default_rng(5)
    one, other = rng.binomial(80, 0.35, 3000), rng.binomial(50, 0.2, 3000)
    found = [
        contrast(proportion(a, 80), proportion(b, 50)) for a, b in zip(one, other, strict=True)
    ]
    inside = np.mean([c.low <= 0.15 <= c.high for c in found])
    assert 0.94 <= inside <= 0.97


def test_the_p_value_agrees_with_the_interval_and_with_the_normal_law() -> None:
    assert p_value(1.96, 0, 3.92) == pytest.approx(0.05, abs=1e-4)
    assert p_value(-3, -4, -2) == pytest.approx(2 * stats.norm.sf(3 * 1.959964))
    assert p_value(0, 0, 0) == 1
    assert p_value(2, 2, 2) == 0
    assert p_value(float("nan"), 0, 1) == 1
    rng = np.random.default_rng(6)
    one, other = rng.binomial(100, 0.3, 2000), rng.binomial(100, 0.3, 2000)
    found = [
        contrast(proportion(a, 100), proportion(b, 100)) for a, b in zip(one, other, strict=True)
    ]
    assert all(c.clear == (c.p < 0.05) for c in found)
    assert np.mean([c.p < 0.05 for c in found]) <= 0.06


def test_holm_as_in_the_books() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_effect_sizes() -> None:
    assert [effect_words(x) for x in (0.1, -0.3, 0.7, -2, float("inf"))] == [
        "negligible",
        "small",
        "medium",
        "large",
        "large",
    ]
    assert effect_words(float("nan")) == "unknown"
    lengths = contrast(Estimate(50, 48, 52, 9, "", 10), Estimate(45, 43, 47, 9, "", 10))
    assert lengths.effect == 0.5
    assert isinf(contrast(Estimate(2, 2, 2, 9, "", 0), Estimate(1, 1, 1, 9, "", 0)).effect)


def test_a_confidence_sequence_holds_at_every_look() -> None:
    rng = np.random.default_rng(7)
    ever_wrong = {"bounded": 0, "ordinary": 0, "asymptotic": 0}
    for row in rng.choice([0.0, 0.5, 1.0], size=(300, 600), p=[0.3, 0.3, 0.4]):
        low, high = bounded_sequence(row)
        ever_wrong["bounded"] += bool(np.any((low > 0.55) | (high < 0.55)))
        low, high = asymptotic_sequence(row)
        ever_wrong["asymptotic"] += bool(np.any((low[29:] > 0.55) | (high[29:] < 0.55)))
        looks = [score_share(row[:n]) for n in range(30, 601, 30)]
        ever_wrong["ordinary"] += any(not e.low <= 0.55 <= e.high for e in looks)
    assert ever_wrong["bounded"] <= 15  # 5% of 300
    assert ever_wrong["asymptotic"] <= 22
    assert ever_wrong["ordinary"] > 30  # what looking often costs without it


def test_a_confidence_sequence_closes_in() -> None:
    rng = np.random.default_rng(8)
    low, high = bounded_sequence(rng.random(5000) * 10, low=0, high=10)
    assert high[-1] - low[-1] < 0.6
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) <= 0)
    assert len(bounded_sequence(np.array([]))[0]) == 0
    low, high = asymptotic_sequence(rng.normal(40, 8, 2000))
    assert low[-1] < 40 < high[-1]
    assert high[-1] - low[-1] < 2.5


@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_the_sequential_test_keeps_its_word(draws: float) -> None:
    rng = np.random.default_rng(9)

    def decided(share: float) -> list[SequentialDecision]:
        win = share - draws / 2
        rows = rng.choice([1.0, 0.5, 0.0], size=(300, 1200), p=[win, draws, 1 - win - draws])
        return [_first_verdict(row) for row in rows]

    assert decided(0.5).count(SequentialDecision.HIGHER) <= 24  # 5% of 300, and three deviations
    assert decided(0.6).count(SequentialDecision.LOWER) <= 24
    assert sprt(np.array([]), 0.5, 0.6) is SequentialDecision.OPEN


def _first_verdict(row: np.ndarray) -> SequentialDecision:
    verdicts = (sprt(row[:n], 0.5, 0.6) for n in range(20, len(row), 20))
    return next((v for v in verdicts if v is not SequentialDecision.OPEN), SequentialDecision.OPEN)


def test_pairs_of_many_games_are_compared_as_by_the_paired_t_test() -> None:
    rng = np.random.default_rng(3)
    shared = rng.normal(0, 9, 400)
    one, other = 50 + shared + rng.normal(0, 3, 400), 49 + shared + rng.normal(0, 4, 400)
    ours = contrast(mean(one), mean(other), correlation_of_means(one, other, False))
    theirs = stats.ttest_rel(one, other)
    ends = theirs.confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((ends.low, ends.high), rel=0.02)
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-3)
    assert ours.high - ours.low < 0.6 * (lambda apart: apart.high - apart.low)(
        contrast(mean(one), mean(other))
    )


def test_games_that_only_one_arm_has_make_no_pairs() -> None:
    rng = np.random.default_rng(4)
    one = rng.normal(0, 1, 100)
    other = np.where(np.arange(100) < 25, one, np.nan)
    assert correlation_of_means(one, other, False) == pytest.approx(25 / np.sqrt(100 * 25))
    for column in (np.full(100, np.nan), np.ones(100), np.array([])):
        assert correlation_of_means(one[: len(column)], column, False) == 0


@pytest.mark.parametrize(("n", "alike"), [(20, 0.95), (60, 0.8), (200, 0.5), (60, 0.0)])
def test_intervals_of_paired_shares_hold_as_often_as_they_say(n: int, alike: float) -> None:
    """Pairs have the same result by nature in a share `alike` of cases; else results are independent."""
    rng = np.random.default_rng(5)
    held, times, narrower = 0, 1500, 0.0
    for _ in range(times):
        one, other = (rng.random(n) < 0.7).astype(float), (rng.random(n) < 0.6).astype(float)
        same = rng.random(n) < alike
        other[same] = one[same]
        two = score_share(one), score_share(other)
        found = contrast(*two, correlation_of_means(one, other, True))
        held += found.low <= (1 - alike) * 0.1 <= found.high
        narrower += (found.high - found.low) / 2 / max(e.half_width for e in two)
    assert held / times >= 0.93
    assert narrower / times < 1.45 - 0.5 * alike


def test_a_few_pairs_that_agree_leave_room_for_others() -> None:
    points = np.array([1.0] * 6 + [0.0] * 4)
    found = contrast(
        score_share(points), score_share(points), correlation_of_means(points, points, True)
    )
    assert found.low < -0.1
    assert found.high > 0.1


# -- tests of the games themselves -----------------------------------------------------------------


def test_tests_of_games_agree_with_students_where_numbers_are_normal() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.normal(0, 1, 60), rng.normal(0.3, 1, 60)
    ours = permutation_p([(one, other)]), sign_flip_p(one - other), against_p(other, 0.1)
    theirs = (
        stats.ttest_ind(one, other, equal_var=False).pvalue,
        stats.ttest_rel(one, other).pvalue,
        stats.ttest_1samp(other, 0.1).pvalue,
    )
    assert ours == pytest.approx(theirs, abs=0.02)


def test_tests_of_wins_and_losses_are_exact() -> None:
    one, other = np.array([1.0] * 9 + [0.0] * 3), np.array([1.0] * 3 + [0.0] * 9)
    fishers = stats.fisher_exact([[9, 3], [3, 9]]).pvalue
    assert permutation_p([(one, other)]) == pytest.approx(fishers, abs=0.01)
    assert against_p(np.array([1.0] * 9 + [0.5] * 5 + [0.0]), 0.5) == pytest.approx(
        stats.binomtest(9, 10).pvalue
    )
    assert permutation_p([(np.ones(9), np.ones(4))]) == against_p(np.full(9, 0.5), 0.5) == 1


def test_budgets_are_not_mixed_up_in_a_pool() -> None:
    """The sides differ in nothing, only one has more of the stronger players' games."""
    rng = np.random.default_rng(2)
    weak, strong = rng.normal(0, 1, 80), rng.normal(9, 1, 80)
    strata = [(weak[:60], weak[60:]), (strong[:20], strong[20:])]
    assert permutation_p(strata) > 0.05
    assert (
        permutation_p([tuple(np.concatenate(side) for side in zip(*strata, strict=True))]) < 0.001
    )  # type: ignore[list-item]


def test_no_difference_is_shown_by_an_equivalence_test_only() -> None:
    rng = np.random.default_rng(3)
    few, many = (contrast(mean(rng.normal(0, 1, n)), mean(rng.normal(0, 1, n))) for n in (20, 800))
    assert min(few.p, many.p) > 0.05
    assert equivalence_p(few, 0.2) > 0.05 > equivalence_p(many, 0.2)
    assert equivalence_p(many, 0) == 1
    theirs = max(
        stats.ttest_1samp(x, bound, alternative=side).pvalue
        for x in [rng.normal(0.05, 1, 1500)]
        for bound, side in ((-0.1, "greater"), (0.1, "less"))
        if (one := mean(x))
    )
    level = Estimate(0, 0, 0, 9, "")
    assert equivalence_p(contrast(one, level), 0.1) == pytest.approx(theirs, abs=2e-3)


def test_what_could_have_been_seen_is_seen_four_times_in_five() -> None:
    rng = np.random.default_rng(4)
    plain = contrast(mean(rng.normal(0, 1, 400)), mean(rng.normal(0, 1, 400)))
    least = detectable_effect(plain, 1)
    assert least == pytest.approx(2.8 * (2 / 400) ** 0.5, rel=0.1)
    assert detectable_effect(plain, 5) > least
