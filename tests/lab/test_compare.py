"""Comparisons of made-up measures, and when an experiment is enough."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest

from parlour.errors import BadExperiment
from parlour.lab.compare import compare, even_at, pairs, strengths
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.measures import Measure
from parlour.lab.stats import Estimate, mean
from parlour.lab.stopping import enough
from parlour.lab.trace import Trace
from tests.lab.traces import told_trace


def _measure(value: float, reach: float, key: str = "length") -> Measure:
    estimate = Estimate(value, value - reach, value + reach, 100, "", deviation=5 * reach)
    return Measure(key, key, "moves", estimate, "", "")


def _word(weak: tuple[float, float], strong: tuple[float, float]) -> str:
    """The word for differences (value, half-width) from weak and from strong players."""
    measured = {
        (variant, budget): {"length": _measure(10 + variant * value, reach / 2**0.5)}
        for budget, (value, reach) in enumerate((weak, strong))
        for variant in (0, 1)
    }
    return strengths(compare(measured, ["length"]))[0].word


@pytest.mark.parametrize(
    ("weak", "strong", "word"),
    [
        ((5, 1), (5, 1), "holds"),
        ((5, 1), (-5, 1), "turns"),
        ((5, 1), (9, 1), "grows"),
        ((-5, 1), (-2, 1), "shrinks"),
        ((5, 1), (0.5, 1), "fades"),
        ((0.5, 1), (5, 1), "appears"),
        ((0.5, 1), (0.5, 1), "nothing"),
    ],
)
def test_whether_the_answer_stays_with_stronger_players(
    weak: tuple[float, float], strong: tuple[float, float], word: str
) -> None:
    assert _word(weak, strong) == word


def test_one_budget_says_nothing_of_strength() -> None:
    measured = {(v, 0): {"length": _measure(v, 0.1)} for v in (0, 1)}
    assert strengths(compare(measured, ["length"]))[0].word == "one budget"


def test_the_later_variant_less_the_earlier() -> None:
    measured = {(0, 0): {"length": _measure(10, 1)}, (1, 0): {"length": _measure(13, 1)}}
    (found,) = compare(measured, ["length", "draws"])
    assert (found.one, found.other, found.contrast.value) == (1, 0, 3)
    assert found.clear
    assert pairs([0, 1, 2]) == [(1, 0), (2, 0), (2, 1)]
    assert pairs([0, 1, 2, 3]) == [(1, 0), (2, 0), (3, 0)]
    assert len(pairs([0, 1, 2, 3], all_pairs=True)) == 6


def test_many_comparisons_of_nothing_are_seldom_clear() -> None:
    rng = np.random.default_rng(0)
    wrong = 0
    for _ in range(100):
        measured = {
            (variant, 0): {
                str(i): replace(_measure(0, 1), estimate=mean(rng.normal(size=400)))
                for i in range(20)
            }
            for variant in (0, 1)
        }
        found = compare(measured, [str(i) for i in range(20)])
        wrong += any(comparison.clear for comparison in found)
    assert wrong <= 11  # 5% of 100, and three deviations


def test_against_an_even_game() -> None:
    assert even_at(_measure(0.6, 0.05), 0.5).clear
    assert not even_at(_measure(0.52, 0.05), 0.5).clear


# -- enough ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Games:
    """Stands in for the games of an arm."""

    traces: list[Trace]

    def __iter__(self) -> Iterator[Trace]:
        return iter(self.traces)


def _experiment(precision: str, variants: int = 2) -> Experiment:
    tables = "".join(
        f'[[variant]]\ngame = "hex:size={3 + i}"\nlabel = "{i}"\n' for i in range(variants)
    )
    return parse_experiment(
        f'title = "t"\nquestion = "q"\n{tables}[[budget]]\nplayers = "random"\n'
        f"[precision]\nmost = 1000\n{precision}\n"
    )


def _arms(*rows: list[Trace]) -> Mapping[tuple[int, int], object]:
    return {(variant, 0): _Games(traces) for variant, traces in enumerate(rows)}


def _lengths(rng: np.random.Generator, middle: float, n: int) -> list[Trace]:
    return [told_trace(choices=[2] * int(x)) for x in rng.normal(middle, 4, n).clip(1)]


def test_enough_when_precise() -> None:
    rng = np.random.default_rng(1)
    experiment = _experiment('measure = "length"\nwithin = 1.0')
    games = [_lengths(rng, 20, 200) for _ in range(2)]
    assert not enough(experiment, _arms(games[0][:30], games[1][:30]))  # type: ignore[arg-type]
    assert enough(experiment, _arms(*games))  # type: ignore[arg-type]


def test_enough_when_clear() -> None:
    rng = np.random.default_rng(2)
    experiment = _experiment('measure = "length"\nclear = true')
    same = [_lengths(rng, 20, 200) for _ in range(2)]
    assert not enough(experiment, _arms(*same))  # type: ignore[arg-type]
    assert enough(experiment, _arms(same[0], _lengths(rng, 26, 200)))  # type: ignore[arg-type]


def test_one_variant_is_clear_when_it_is_not_even() -> None:
    experiment = _experiment('measure = "points:Red"\nclear = true', variants=1)
    won = [told_trace(scores=(1, 0))] * 60
    turns = [told_trace(scores=(i % 2, 1 - i % 2)) for i in range(60)]
    assert enough(experiment, _arms(won))  # type: ignore[arg-type]
    assert not enough(experiment, _arms(turns))  # type: ignore[arg-type]


def test_a_measure_that_is_not_there_is_named() -> None:
    experiment = _experiment('measure = "lenght"\nclear = true')
    with pytest.raises(BadExperiment, match=r"no measure lenght: it has draws, .*points:Red"):
        enough(experiment, _arms([told_trace()]))  # type: ignore[arg-type]
    assert enough(replace(experiment, precision=None), {})
