"""Statistics of the laboratory: estimates with intervals, contrasts, and stopping early without cheating."""

from parlour.lab.stats.contrast import (
    Contrast,
    contrast,
    correlation_of_means,
    effect_words,
    holm,
)
from parlour.lab.stats.estimate import Estimate, mean, proportion, quantile, score_share, unlike
from parlour.lab.stats.sequential import (
    Verdict,
    asymptotic_sequence,
    bounded_sequence,
    sprt,
)

__all__ = [
    "Contrast",
    "Estimate",
    "Verdict",
    "asymptotic_sequence",
    "bounded_sequence",
    "contrast",
    "correlation_of_means",
    "effect_words",
    "holm",
    "mean",
    "proportion",
    "quantile",
    "score_share",
    "sprt",
    "unlike",
]
