"""Statistics of the laboratory: estimates with intervals, contrasts, and stopping early without cheating."""

from parlour.lab.stats.confidence_sequence import (
    SequentialDecision,
    asymptotic_sequence,
    bounded_sequence,
    sprt,
)
from parlour.lab.stats.contrast import (
    Contrast,
    contrast,
    correlation_of_means,
    detectable_effect,
    effect_words,
    equivalence_p,
    heterogeneity_p,
    holm,
)
from parlour.lab.stats.estimate import (
    Estimate,
    intraclass,
    mean,
    pooled,
    proportion,
    quantile,
    score_share,
    unlike,
)
from parlour.lab.stats.level import at_level, corrected
from parlour.lab.stats.testing import against_p, permutation_p, sign_flip_p

__all__ = [
    "Contrast",
    "Estimate",
    "SequentialDecision",
    "against_p",
    "asymptotic_sequence",
    "at_level",
    "bounded_sequence",
    "contrast",
    "corrected",
    "correlation_of_means",
    "detectable_effect",
    "effect_words",
    "equivalence_p",
    "heterogeneity_p",
    "holm",
    "intraclass",
    "mean",
    "permutation_p",
    "pooled",
    "proportion",
    "quantile",
    "score_share",
    "sign_flip_p",
    "sprt",
    "unlike",
]
