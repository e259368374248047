"""A game in one file: the documented template plays, and mistakes are told with their line."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.errors import BadPosition, BadRules
from parlour.table import catalogue
from tests.one_file import documented_game, write_game


@pytest.fixture
def path(tmp_path: Path) -> str:
    return write_game(tmp_path)


def test_the_documented_game_is_played(path: str) -> None:
    state = parlour.game(path, size=5, line=3).start()
    assert state.game.name == "four-in-line:line=3,size=5"
    assert state.moves()[:6] == ["a1", "a2", "a3", "a4", "a5", "b1"]
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.play(move)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("row", (1, 0))


def test_its_rules_for_players_are_its_docstring(path: str) -> None:
    about = parlour.game(path).about
    assert about.startswith("# Four in Line\n")
    assert "How it ends" in about


def test_a_loaded_file_is_known_by_its_id(path: str) -> None:
    parlour.game(path)
    assert parlour.game("four-in-line:size=4").chosen["size"] == 4
    assert "four-in-line" not in parlour.games()


def test_position_texts_come_back_the_same(path: str) -> None:
    state, rng = parlour.game(path, size=4).start(), random.Random(1)
    while state.outcome is None:
        assert state.game.read(state.text).moves() == state.moves()
        state.play(rng.choice(state.moves()))
    assert state.game.read(state.text).outcome == state.outcome


@pytest.mark.parametrize("text", ["", "x", "0 0 0 0", "9 0 -1 9 " + "0," * 8 + "0"])
def test_numbers_that_are_no_position(path: str, text: str) -> None:
    with pytest.raises(BadPosition):
        parlour.game(path, size=3).read(f"four-in-line:size=3 {text}")


def test_nonsense_positions_raise_nothing_else(path: str) -> None:
    game, rng = parlour.game(path, size=3), random.Random(2)
    good = game.start().play("b2").text
    for _ in range(2000):
        letters = list(good)
        for _ in range(rng.randint(1, 3)):
            letters[rng.randrange(len(letters))] = rng.choice("0123456789,- #:abc")
        try:
            game.read("".join(letters))
        except BadPosition:
            continue


def test_the_scene_has_pieces_shades_and_labels(path: str) -> None:
    scene = parlour.game(path, size=3).start().play("b2").scene()
    centre = next(cell for cell in scene.cells if cell.name == "b2")
    assert (centre.pieces[0].text, centre.shade) == ("x", "dark")
    assert {label.text for label in scene.labels} == set("abc123")
    assert scene.colours == ("black", "white")


def test_compiled_and_plain_play_alike(path: str) -> None:
    game = parlour.game(path, size=4)
    compiled, out = game.compiled, np.zeros(16, np.int64)
    states = np.zeros(1, compiled.rules.STATE)
    compiled.rules.start(states[0])
    plain, rng = game.start(), random.Random(3)
    while plain.outcome is None:
        assert compiled.rules.legal_moves(states[0], out) == len(plain.moves())
        move = rng.choice(plain.moves())
        compiled.rules.play(states[0], plain.code(move))
        plain.play(move)
    assert compiled.rules.payoff(states[0], 0) == float(plain.outcome.scores[0])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SIZE = 6", "SIZE = 6 +", r"four_in_line\.py, line \d+: invalid syntax"),
        ("BOARD = square(SIZE, SIZE)", "BOARD = squire(SIZE)", r"line \d+: NameError: .*squire"),
        ('seats=("Black", "White"),', "", r"line \d+: TypeError: .*seats"),
        ("GAME = Spec", "MY_GAME = Spec", r"must define its game: GAME = Spec"),
    ],
)
def test_mistakes_are_told_with_their_line(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "four_in_line.py"
    path.write_text(documented_game().replace(old, new))
    with pytest.raises(BadRules, match=message):
        parlour.game(str(path))


def test_a_named_file_wins_over_an_installed_game_of_its_id(tmp_path: Path) -> None:
    path = tmp_path / "hex.py"
    path.write_text(documented_game().replace('id="four-in-line"', 'id="hex"'))
    try:
        game = parlour.game(str(path), size=3)
        assert (game.title, game.name) == ("Four in Line", "hex:size=3")
        assert pickle.loads(pickle.dumps(game)).title == "Four in Line"
        assert parlour.game("hex").title == "Four in Line"
    finally:
        catalogue._in_files.pop("hex", None)
    assert parlour.game("hex").title == "Hex"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(parlour.UnknownGame, match="there is no file"):
        parlour.game(str(tmp_path / "nothing.py"))
