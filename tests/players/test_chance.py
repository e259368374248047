"""Chances of winning: the scale, the words, the fits that are kept with the games."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.errors import BadRules
from parlour.players import chance, player
from parlour.players.chance import (
    Scale,
    chances_path,
    fitted_scales,
    odds,
    playout_odds,
    scale,
    shares,
)
from parlour.table.verdict import percent, verdict
from tests.conftest import standard_games

LEADS = st.floats(-1e9, 1e9)


@given(LEADS, LEADS, st.floats(0.001, 10), st.floats(-3, 3))
def test_a_greater_lead_is_never_worth_less(a: float, b: float, slope: float, move: float) -> None:
    here = Scale(slope, move)
    low, high = sorted((a, b))
    assert 0 <= here.chance(low) <= here.chance(high) <= 1


@given(st.floats(0.001, 0.999))
def test_odds_without_a_fit_are_the_share_itself(share: float) -> None:
    assert Scale(1.0).chance(odds(share)) == pytest.approx(share)


def test_shares_of_nothing_and_of_all_have_odds() -> None:
    assert odds(0) == -odds(1)
    assert Scale(1.0).chance(odds(1)) > 0.999999


def test_only_a_proven_end_is_told_as_certain() -> None:
    assert [percent(share) for share in (0.0, 0.004, 0.5, 0.623, 1.0)] == [
        "1%",
        "1%",
        "50%",
        "62%",
        "99%",
    ]
    assert [percent(share, proven=True) for share in (0.0, 1.0)] == ["0%", "100%"]


@pytest.mark.parametrize(
    ("share", "proven", "distance", "told"),
    [
        (None, False, None, ""),
        (0.62, False, None, "Black: 62% chance of winning"),
        (1.0, True, 1, "Black wins in 1 move at most"),
        (1.0, True, 5, "Black wins in 3 moves at most"),
        (0.0, True, -4, "Black loses in 2 moves at most"),
        (1.0, True, None, "Black wins by force"),
        (0.5, True, None, "Black: 50% of the points for certain"),
    ],
)
def test_the_words(share: float | None, proven: bool, distance: int | None, told: str) -> None:
    assert verdict(share, proven, distance, "Black") == told


def test_points_as_chances_foretell_them() -> None:
    assert shares([1, 0], 0) == [1, 0]
    assert shares([2, 2], 0) == [0.5, 0.5]
    assert shares([0, 3, 0, 1], 2) == [0, 1, 0, 1]
    assert shares([0, 0], 0) == [0.5, 0.5]
    assert shares([1], 0) == [1]


def test_a_damaged_fit_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "hex.chances.json"
    monkeypatch.setattr(chance, "chances_path", lambda game: kept)
    assert scale(parlour.game("hex"), "rave", 2.0) == Scale(2.0)
    for text in ("", "[]", "{}x", '{"rave": 1}', '{"rave": {"slope": "steep", "move": 0}}'):
        kept.write_text(text)
        chance._read.cache_clear()
        with pytest.raises(BadRules):
            fitted_scales(parlour.game("hex"))
    chance._read.cache_clear()


@pytest.mark.parametrize("name", standard_games())
def test_fits_were_tested_on_other_games(name: str) -> None:
    path = chances_path(parlour.game(name))
    for fit in (json.loads(path.read_text()) if path.is_file() else {}).values():
        assert fit["slope"] > 0
        assert abs(fit["move"]) < 2
        assert fit["test"]["games"] >= 20
        assert fit["test"]["error"] < fit["test"]["mean"] + 0.02, (
            "it foretells no worse than the mean"
        )


@pytest.mark.long
def test_a_winner_in_one_move_is_certain() -> None:
    state = parlour.game("hex:size=4,pie=no").start()
    for move in ("b1", "a1", "b2", "a2", "b3", "a3"):
        state.play(move)
    advice = player("strongest:simulations=300", state.game, seed=1).advise(state)
    assert advice.move in ("a4", "b4")
    assert (advice.chance, advice.proven) == (1.0, True)
    assert advice.verdict(state) == "Red wins by force"


@pytest.mark.long
def test_the_same_scale_for_an_evaluation() -> None:
    game = parlour.game("lines-of-action")
    advice = player("strongest:nodes=200", game, seed=1).advise(game.start())
    assert advice.chance is not None
    assert 0.3 < advice.chance < 0.7
    assert advice.value == pytest.approx(advice.chance)


@pytest.mark.long
@pytest.mark.parametrize("fits", [True, False])
@pytest.mark.parametrize(
    "name",
    ["stones-of-fortune", "tiger-chequers", "twindraughts"],
)
def test_values_that_are_parts_of_a_win_are_no_certainties(
    name: str, fits: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With chance or grades an evaluation is on the scale of results: a bit of it is no lead of 99%."""
    if not fits:
        monkeypatch.setattr(chance, "chances_path", lambda game: tmp_path / "none.json")
    game = parlour.game(name)
    state, rng = game.start(), random.Random(1)
    while len(state.history) < 10:
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves()))
    while state.turn == parlour.CHANCE:
        state.play(state.draw(rng))
    advice = player("alphabeta:nodes=300", game, seed=1).advise(state)
    assert advice.chance is not None
    assert 0.1 < advice.chance < 0.9
    assert "of a win at depth" in advice.words


def test_playouts_that_were_all_won_do_not_tell_by_how_much() -> None:
    assert playout_odds(0.7) == odds(0.7)
    assert playout_odds(1.0) == -playout_odds(0.0) == pytest.approx(odds(0.999))
