"""`parlour check` finds planted faults: leaks of hidden games, weak keys, wrong cells, moves and texts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.cli.design.check_command import _CloseCheck
from parlour.cli.design.redeal_check import FEWEST, RedealCheck
from parlour.cli.design.starter import new_game
from parlour.errors import BadRules, ParlourError


def close_check(folder: Path, kind: str, *changes: tuple[str, str]) -> list[str]:
    """The warnings of a starter with some changes, from the positions of three games."""
    path = new_game(str(folder / "planted"), kind)[0]
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    rng, game = random.Random(1), parlour.game(str(path))
    checked = _CloseCheck(game, rng)
    for _ in range(3):
        state = game.start()
        while state.turn is not None:
            checked.inspect(state)
            state.play(
                state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves())
            )
    return checked.finish()


@pytest.mark.parametrize("kind", ["dice", "hidden", "cards", "teams"])
def test_starters_are_sound(tmp_path: Path, kind: str) -> None:
    assert close_check(tmp_path, kind) == []


OBSERVED = (
    "return BOARD.names[m] if seat == s.turn or (seat is not None and s.board[m] != 0) else SILENT"
)
REPORT = "    return move_text(s, m)\n"
HIDE = "def hide(s, seat)"
TEXTS, FACE = "def move_text(s, m)", "def face(card)"


@pytest.mark.parametrize(
    ("kind", "old", "new", "message"),
    [
        ("hidden", "        if seat is None or not knows(s, seat, cell):", "        if False:",
         "view shows .* what is hidden"),
        ("hidden", "        if seat is None or not knows(s, seat, cell):",
         "        if seat is not None and not knows(s, seat, cell):",
         "view shows a spectator what is hidden"),
        ("hidden", OBSERVED, "return BOARD.names[m]", "observed_text tells .* what is hidden"),
        ("hidden", "    for _ in range(TRIES):\n", "    for _ in range(0):\n",
         "redeal never changes a state"),
        ("hidden", "if knows(s, seat, cell) else 0)", "+ knows(s, seat, cell))",
         "view_key shows .* what is hidden"),
        ("hidden", "        if not knows(s, s.turn, cell):", "        if s.board[cell] == 0:",
         "legal_moves shows .* what is hidden"),
        ("cards", "        if s.place[card] in (1, 2) and s.place[card] - 1 != seat:", "        if False:",
         "view shows .* what is hidden"),
        ("cards", "if seat is not None and s.place[card] == seat + 1]", "if s.place[card] in (1, 2)]",
         "scene shows .* what is hidden"),
        ("cards", "    if s.turn == CHANCE and seat != s.dealt % 2:", "    if False:",
         "observed_text tells .* what is hidden"),
        ("cards", REPORT, REPORT.replace("return ", "return str(s.place[0]) + "),
         "observed_text shows .* what is hidden"),
        ("cards", FACE, 'def refusal(s, text):\n    return f"{s.place.index(2 - s.turn)}"\n\n\n' + FACE,
         "refusal shows .* what is hidden"),
        ("cards", TEXTS, "    s.led = -1\n\n\n" + TEXTS, "redeal never changes led for Black"),
        ("hidden", HIDE, "def prompt(s, given):\n    return str(s.board)\n\n\n" + HIDE,
         "prompt shows .* what is hidden"),
        ("hidden", HIDE, 'PHASES = ("0", "1")\n\n\ndef phase(s):\n    return str(int(s.board[0] != 0))\n\n\n'
         + HIDE, "phase shows .* what is hidden"),
        ("hidden", HIDE, 'def move(s, m):\n    from parlour.kernel.moves import path_move\n\n'
         "    name = BOARD.names[m]\n    taken = (name,) * (s.board[m] != 0)\n"
         "    return path_move(name, (name,), captures=taken)\n\n\n" + HIDE, "move shows .* what is hidden"),
        ("hidden", HIDE, 'def why_not(s, given):\n    from parlour.kernel.moves import Refusal\n\n'
         '    return Refusal("stones", str(s.board))\n\n\n' + HIDE, "why_not shows .* what is hidden"),
        ("hidden", "else SILENT", 'else "put"\n\n\ndef observed_cells(s, m, seat):\n'
         "    return (BOARD.names[m],)", "observed_cells tells .* what is hidden"),
        ("hidden", "else SILENT", 'else "put"\n\n\ndef observed_move_in_words(s, m, seat):\n'
         '    return f"puts {BOARD.names[m]}"', "observed_move_in_words tells .* what is hidden"),
        ("hidden", "    hidden=True,\n", "", "no effect without hidden=True"),
    ],
)  # fmt: skip
def test_a_leak_is_named(tmp_path: Path, kind: str, old: str, new: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        close_check(tmp_path, kind, (old, new))


def redeal_check(path: str) -> None:
    """Check what `redeal` makes of the positions of some random games."""
    rng, game = random.Random(1), parlour.game(path)
    checked = RedealCheck(game)
    for _ in range(FEWEST):
        state = game.start()
        while state.turn is not None:
            checked.inspect(state)
            state.play_code(rng.choice(state.codes()))
    checked.finish()


STONES = "        scatter(s, seat, stones, rng)"


@pytest.mark.parametrize(
    ("kind", "old", "new", "message"),
    [
        ("hidden", STONES, STONES.replace("stones,", "stones + 1,"), "board have .* no game has it"),
        ("hidden", STONES, STONES.replace("stones,", "stones // 2,"), "board have .* no game has it"),
        ("cards", "            wanted += 1\n", "            wanted += 2\n", "place have .* no game has it"),
    ],
)  # fmt: skip
def test_a_redeal_that_changes_the_number_of_pieces_is_refused(
    tmp_path: Path, kind: str, old: str, new: str, message: str
) -> None:
    path = new_game(str(tmp_path / "planted"), kind)[0]
    redeal_check(str(path))
    text = path.read_text()
    assert old in text
    changed = path.with_name("changed.py")
    changed.write_text(text.replace(old, new))
    with pytest.raises(BadRules, match=message):
        redeal_check(str(changed))


@pytest.mark.parametrize("name", ["redeal", "hide", "observed_text"])
def test_a_hidden_game_that_hides_nothing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadRules, match=rf"hidden=True must define {name}\("):
        close_check(tmp_path, "hidden", (f"def {name}(", f"def other_{name}("))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("h = mix(h, s.board[cell])", "h = mix(h, s.board[cell] != 0)", "key is the same for two"),
        ("1 if stone == s.turn + 1 else 2", "1 if stone == s.turn + 1 else 3", "the code 3; expected 0 to 2"),
        ("1 if stone == s.turn + 1 else 2", "stone", "cells does not show each player its own"),
        ("SEATS = 2\n", "SEATS = 2\n\n\ndef move(s, m):\n    from parlour.kernel.moves import word_move\n\n"
         "    return word_move(\"put\")\n\n\ndef move_text(s, m):\n    return str(m)\n",
         "move gives the text put, move_text"),
        ("SEATS = 2\n", "SEATS = 2\n\n\ndef move(s, m):\n    from parlour.kernel.moves import path_move\n\n"
         "    return path_move(str(m), (\"z9\", \"z8\"))\n\n\ndef move_text(s, m):\n    return str(m)\n",
         "have the same steps|no cell of the scene"),
    ],
)  # fmt: skip
def test_faults_of_positions_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        close_check(tmp_path, "board", (old, new))


def test_a_board_that_is_not_turned_is_warned_of(tmp_path: Path) -> None:
    coded = """
CODED_CELLS = CELLS
PIECE_CODES = 1
CELL_PLACES = BOARD.places


def cells(s, out):
    for cell in range(CELLS):
        stone = s.board[cell]
        out[cell] = 0 if stone == 0 else 1 if stone == s.turn + 1 else 2
"""
    warnings = close_check(
        tmp_path,
        "teams",
        ('("South", "West", "North", "East")', '("South", "North")'),
        ("    sides=2,  # two teams: players 0 and 2, and players 1 and 3\n", ""),
        ("AHEAD_X = (0, 1, 0, -1)", "AHEAD_X = (0, 0)"),
        ("AHEAD_Y = (1, 0, -1, 0)", "AHEAD_Y = (1, -1)"),
        ("SEATS = 4", f"SEATS = 2\n{coded}"),
        ("        s.board[i * SIZE] = 2\n", ""),
        ("        s.board[(SIZE - 1) * SIZE + i] = 3\n", "        s.board[(SIZE - 1) * SIZE + i] = 2\n"),
        ("        s.board[i * SIZE + SIZE - 1] = 4\n", ""),
        ("(seat + i) % 4", "(seat + i) % 2"),
        ("range(1, 5)", "range(1, 3)"),
        ("    return 0.5 if seat % 2 == s.winner else 0.0", "    return 1.0 if seat == s.winner else 0.0"),
        ("        return 0.25", "        return 0.5"),
    )  # fmt: skip
    assert any("cells does not turn the board round" in warning for warning in warnings)


def test_move_texts_are_those_of_the_moves_as_values(tmp_path: Path) -> None:
    path = new_game(str(tmp_path / "pairs"), "teams")[0]
    text = path.read_text()
    begun, ended = text.index("def move_text"), text.index("def move(s, m)")
    called = 'path_move(f"{path[0]}-{path[1]}", path,'
    path.write_text(
        (text[:begun] + text[ended:]).replace("path_move(move_text(s, m), path,", called)
    )
    state = parlour.game(str(path)).start()
    assert state.moves() == sorted(move.text for move in state.legal)
    assert "b1-b2" in state.moves()


def test_position_texts_have_whole_words_and_no_scratch_fields(tmp_path: Path) -> None:
    path = new_game(str(tmp_path / "words"))[0]
    text = path.read_text()
    text = text.replace("board=CELLS)", 'board=CELLS, bits=1, marks=2)\nSCRATCH = ("marks",)')
    text = text.replace("    s.empty = CELLS\n", "    s.empty = CELLS\n    s.bits = -(1 << 63)\n")
    text = text.replace("    n = 0\n", "    n = 0\n    s.marks[0] = 9\n", 1)
    path.write_text(text)
    game = parlour.game(str(path), size=3)
    state = game.start()
    state.moves()
    assert state.text == f"words:size=3 0 0 -1 9 {','.join('0' * 9)} {-(1 << 63)}"
    assert game.read(state.text).play("a1").text == state.play("a1").text
    for word in (1 << 63, -(1 << 63) - 1, 10**40):
        with pytest.raises(ParlourError, match="64 bits"):
            game.read(f"words:size=3 0 0 -1 9 {','.join('0' * 9)} {word}")
