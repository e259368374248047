"""Every recorded game comes out as it did."""

from __future__ import annotations

import pytest

from tests.conftest import listed_games
from tests.golden import HERE, text_for


@pytest.mark.parametrize("identifier", listed_games())
def test_the_recorded_games_come_out_the_same(identifier: str) -> None:
    assert text_for(identifier) == (HERE / f"{identifier}.txt").read_text()
