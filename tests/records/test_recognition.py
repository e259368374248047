"""Which game a text is of: told by tags, numbers and dialects, or found out by the rules."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

import chess
import pytest

import parlour
from parlour.records import Guess, Tree, read, recognise
from tests.conftest import at_length, share

NAMES = [
    "naval-qi:chests=20,sea=8" if name == "naval-qi" else name for name in sorted(parlour.games())
]


def played(name: str, seed: int, most: int = 300) -> Tree:
    """A random game, as a tree."""
    state, rng = parlour.game(name).start(), random.Random(f"{name} {seed}")
    while state.outcome is None and len(state.history) < most:
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))
    return Tree.from_state(state)


def bare(tree: Tree) -> str:
    """A tree's moves without its tags."""
    return tree.write().text.split("\n\n", 1)[1]


def settled(guesses: list[Guess]) -> bool:
    return len(guesses) == 1 or guesses[0].accepted > guesses[1].accepted


def test_a_text_that_says_what_it_is() -> None:
    tree = played("hex:size=5", 1, 8)
    for form in ("native", "sgf"):
        assert recognise(tree.write(form).text) == [Guess("hex:size=5", 8, 8)]
    golem = "(;FF[4]EV[hex.ch.23.1.1]SZ[13]SO[http://www.littlegolem.com];W[mf];B[swap];W[kj])"
    assert recognise(golem) == [Guess("hex:size=13", 3, 3)]
    broken = '[Game "hex:size=3"]\n\n1. a1 b2\n2. a1 c1 *\n'
    assert recognise(broken) == [Guess("hex:size=3", 2, 4, 4)]
    assert recognise("") == recognise("nothing of the kind") == []


def test_a_game_that_is_given_is_that_of_records_that_name_none() -> None:
    text = (
        '1. e4 d5 *\n\n[Game "hex:size=5"]\n\n1. a1 *\n\n[White "A"]\n\n1. e2-e4 d7-d5 2. e4xd5 *\n'
    )
    chess_game = parlour.game("chess")
    items = list(read(text, chess_game))
    names = [item.tree.game.name for item in items if item.tree is not None]
    assert names == ["chess", "hex:size=5", "chess"]
    assert [len(item.tree.moves()) for item in items if item.tree is not None] == [2, 1, 3]
    assert not any(item.error for item in items)
    (broken,) = read('[Position "chess nonsense"]\n\n1. e4 *', chess_game)
    assert broken.error is not None
    assert broken.error.line == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_bare_list_of_moves(name: str) -> None:
    tree = played(name, 1, 120)
    spec = tree.game.spec
    assert spec.moves, "the look of its moves"
    assert all(spec.looks_like_a_move(text) for text in tree.moves())
    guesses = recognise(bare(tree))
    tied = [guess.game for guess in guesses if guess.accepted == guesses[0].accepted]
    assert name in tied
    assert not settled(guesses) or guesses[0].game == name
    assert guesses[0].accepted == guesses[0].of == len(tree.moves())
    assert guesses[0].line is None


def test_a_headerless_game_is_read_as_what_it_is() -> None:
    tree = played("lines-of-action", 2)
    text = bare(tree)
    (item,) = read('[White "Bo"]\n\n' + text)
    assert item.error is None
    assert item.tree is not None
    assert item.tree.moves() == tree.moves()
    assert item.tree.tags["White"] == "Bo"
    both = list(read(text + "\n" + bare(played("hex", 1))))
    assert [item.tree.game.id for item in both if item.tree] == ["lines-of-action", "hex"]
    moves = ", ".join(tree.moves()[:20])
    assert recognise(moves)[0] == Guess("lines-of-action", 20, 20)


def test_where_it_stopped() -> None:
    lines = "\n".join(played("focus", 3, 30).moves()[:30]).split("\n")
    lines[20] = "z9"
    guess = recognise("\n".join(lines))[0]
    assert guess == Guess("focus", 20, 30, 21)


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ('\n[Game "hex:size=5"]\n\n1. a1 b2\n2. a1 (2. c3 d4) e5 *', ("hex:size=5", 2, 4, 5)),
        ('[GameType "Base"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. wQ\n', ("hive", 3, 4, 6)),
        ("(;GM[11]SZ[5];B[a1]\n;W[a1];B[b2](;W[c3])(;W[c4]))", ("hex:size=5", 1, 4, 2)),
        ("Base;InProgress;White[2];wS1;bS1 wS1-;wS1;bQ", ("hive", 2, 4, 1)),
        ("startpos moves 7g7f 7g7f 3c3d", ("shogi", 1, 3, 1)),
    ],
)
def test_where_a_game_that_names_itself_stopped(text: str, guess: tuple[Any, ...]) -> None:
    assert recognise(text) == [Guess(*guess)]


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("a.pdn", "1. 11-15 23-19 2. 8-11 22-17 99-3 1-0\n", "english-draughts"),
        ("a.pdn", '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n', "english-draughts"),
        ("a.pgn", "1. d4 f5 2. c4 e6 3. e4\n", "chess"),
        ("a.pgn", "1. b1-b3 a2-c2 2. b8-h8 *\n", "lines-of-action"),
        ("a.ki2", "▲７六歩 △３四歩\n", "shogi"),
    ],
)
def test_the_name_of_a_file_is_evidence(tmp_path: Path, name: str, text: str, game: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (item,) = read(path)
    assert item.tree is not None
    assert item.tree.game.id == game
    guesses = recognise(text, path.suffix)
    assert guesses[0].game in (game, "chess")  # of games without moves a text says nothing


def test_a_result_is_evidence() -> None:
    """Three in a row lose in Yavalath; a game that goes on, or was won, is none there."""
    moves = "1. d4 f5 2. c4 e6 3. e4"
    assert recognise(moves)[0].game == "yavalath"
    assert recognise(f"{moves} 0-1")[0].game == "yavalath"
    for result in ("*", "1-0"):
        assert recognise(f"{moves} {result}")[0].game == "chess"


def test_a_file_of_one_kind_is_read_as_one_kind() -> None:
    """One game that breaks off late is not another game for that."""
    lists = ["1. b1-b3 a2-c2 2. b8-h8 h2-f2 *", "1. b1-b3 a2-c2 2. b8-h8 z9-z9 *"]
    items = list(read("\n\n".join(lists)))
    assert [item.tree and item.tree.game.id for item in items] == ["lines-of-action"] * 2
    assert items[1].error is not None


@pytest.mark.parametrize("name", ["lines-of-action", "twindraughts", "chainn", "tiger-bridge"])
def test_sgf_without_a_header_is_read_as_what_it_is(name: str) -> None:
    """Captures as SGF writes them, chance and third players count as moves."""
    tree = played(name, 3, 60)
    text = re.sub(r"\A\(;(?:[A-Z]+(?:\[(?:[^\\\]]|\\.)*\])+)*", "(;", tree.write("sgf").text)
    assert "GM[" not in text
    (item,) = read(text)
    assert item.tree is not None
    assert item.tree.game.name == name
    assert item.tree.moves() == tree.moves()
    assert recognise(text)[0].game == name


def test_lists_of_shogi_moves_are_one_game() -> None:
    moves = played("shogi:handicap=ten", 2, 12).moves()
    for between in (" ", "\n", "\t"):
        guesses = recognise(between.join(moves))
        assert Guess("shogi:handicap=ten", len(moves), len(moves)) in guesses


def test_numbers_at_the_beginning_of_lines_are_no_moves() -> None:
    moves = played("stones-of-fortune", 4, 200).moves()
    assert any(move.isdecimal() for move in moves)
    text = "\n".join(f"{number} {move}" for number, move in enumerate(moves, 1))
    assert recognise(text)[0] == Guess("stones-of-fortune", len(moves), len(moves))


def test_ties_are_told_as_ties() -> None:
    guesses = recognise("a1 b2 c3")
    tied = {guess.game for guess in guesses if (guess.accepted, guess.of) == (3, 3)}
    assert {"hex", "y", "yavalath"} <= tied


def test_a_megabyte_of_moves() -> None:
    text = bare(played("lines-of-action", 4))
    begun = time.process_time()
    assert recognise(text * (1_000_000 // len(text)))[0].game == "lines-of-action"
    assert recognise("a1 b2 " * 170_000)[0].accepted >= 2
    print(f"{time.process_time() - begun:.2f} s for two megabytes")


@pytest.mark.long
def test_shuffled_files_of_each_game() -> None:
    files = [(name, played(name, seed)) for name in NAMES for seed in share(12)]
    random.Random(5).shuffle(files)
    right, sure = 0, 0
    for name, tree in files:
        guesses = recognise(bare(tree))
        if settled(guesses):
            sure += 1
            right += guesses[0].game == name
        else:
            tied = [guess.game for guess in guesses if guess.accepted == guesses[0].accepted]
            assert name in tied
    assert sure > len(files) / 2
    assert right >= 0.95 * sure


def test_moves_may_be_parted_by_semicolons() -> None:
    """As long as several stand on one line: elsewhere a semicolon begins a comment."""
    [guess] = recognise("b1-b3;a2-c2; b8-h8")
    assert (guess.game, guess.accepted, guess.of) == ("lines-of-action", 3, 3)
    [item] = read("b1-b3;a2-c2; b8-h8")
    assert item.tree is not None
    assert item.tree.moves() == ("b1-b3", "a2-c2", "b8-h8")
    [item] = read("e4 ; best\ne5 Nf3 ; a knight")
    assert item.tree is not None
    assert item.tree.moves() == ("e2-e4", "e7-e5", "g1-f3")


def fischer_game(number: int, words: int, uci: bool) -> list[str]:
    """A random game from one of the 960 starts, castling as soon as may be; by python-chess."""
    board, drawn, found = chess.Board.from_chess960_pos(number), random.Random(number), []
    while len(found) < words and not board.is_game_over():
        legal = list(board.legal_moves)
        move = next(filter(board.is_castling, legal), None) or drawn.choice(legal)
        found.append(move.uci() if uci else board.san(move))
        board.push(move)
    return found


@pytest.mark.parametrize(("number", "uci"), [(77, False), at_length(700, True)])
def test_fischer_random_chess_without_a_header(number: int, uci: bool) -> None:
    moves = fischer_game(number, 40, uci)
    best, *others = recognise(" ".join(moves))
    assert best == Guess(f"chess:start=fischer-random-{number}", 40, 40)
    assert all(guess.accepted < 40 for guess in others)
    [item] = read(" ".join(moves))
    assert item.tree is not None
    assert item.tree.game.name == best.game
    assert len(item.tree.moves()) == 40


@pytest.mark.long
def test_starts_that_moves_do_not_settle_are_ties_and_told() -> None:
    moves = fischer_game(77, 12, uci=False)
    told = recognise(" ".join(moves))
    ties = [guess for guess in told if guess.accepted == 12]
    assert len(ties) > 1
    assert "chess:start=fischer-random-77" in [guess.game for guess in ties]
    [item] = read(" ".join(moves))
    assert f"{len(ties)} starts take these moves" in item.notices[0]
    [item] = read("1. e4 e5 2. O-O")  # too few to be sure: an illegal move of chess
    assert item.tree is not None
    assert (item.tree.game.name, item.tree.moves()) == ("chess", ("e2-e4", "e7-e5"))
