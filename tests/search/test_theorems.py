"""The quickest theorems of docs/theorems.md, proven and walked anew."""

from __future__ import annotations

import pytest
from benchmarks.theorems import Theorem, theorems


@pytest.mark.long
@pytest.mark.parametrize("theorem", theorems()[:2], ids=lambda one: one.command[:60])
def test_the_theorem_is_proven_anew(theorem: Theorem) -> None:
    assert "|" in theorem.prove()


def test_every_theorem_names_a_position() -> None:
    assert len({theorem.command for theorem in theorems()}) == len(theorems()) > 30
