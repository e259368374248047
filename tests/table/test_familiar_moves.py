"""Moves as players write them: each has one spelling that is read back, and the rulebook's is understood."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.table.catalogue import games_with
from parlour.table.familiar_moves import understand_move, written_move

GAMES = games_with("familiar")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_moves_are_read_back(name: str, seed: int) -> None:
    rng, state = random.Random(seed), parlour.game(name).start()
    for _ in range(60):
        if state.turn is None:
            break
        written = {text: written_move(state, text) for text in state.moves()}
        assert len(set(written.values())) == len(written)
        for text in rng.sample(sorted(written), min(4, len(written))):
            assert understand_move(state, written[text]) == text
            assert understand_move(state, text) == text
        state.play(rng.choice(sorted(written)))


@pytest.mark.parametrize(
    ("name", "moves", "written"),
    [
        ("chess", ("e2-e4", "e7-e5", "g1-f3"), "e4 e5 Nf3"),
        ("english-draughts", ("c3-d4", "f6-e5"), "22-18 11-16"),
        ("shogi", ("7g7f", "3c3d", "8h2b+"), "P-7f P-3d Bx2b+"),
    ],
)
def test_what_books_write(name: str, moves: tuple[str, ...], written: str) -> None:
    state = parlour.game(name).start()
    found = []
    for move in moves:
        found.append(written_move(state, move))
        state.play(move)
    if name == "english-draughts":
        assert all("-" in text and text.replace("-", "").isdecimal() for text in found)
    else:
        assert " ".join(found) == written


@pytest.mark.parametrize(
    ("name", "word"),
    [("chess", "Nf9"), ("english-draughts", "1-32"), ("shogi", "P-5e"), ("hex", "zz")],
)
def test_what_is_no_move_is_refused_in_the_words_of_the_game(name: str, word: str) -> None:
    state = parlour.game(name).start()
    with pytest.raises(parlour.IllegalMove) as error:
        state.play(understand_move(state, word))
    assert word in str(error.value)
