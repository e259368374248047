"""Chess moves as books, messages and other languages write them."""

from __future__ import annotations

from time import process_time

import pytest

from parlour import records
from parlour.games.chess.spellings import spellings

PROMOTES = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n'


def only(text: str) -> tuple[records.Item, records.Tree]:
    (item,) = records.read(text)
    assert item.tree is not None
    assert item.tree.game.id == "chess"
    return item, item.tree


@pytest.mark.parametrize(
    ("text", "language", "moves"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. De2 Kf8", "German", 12),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. De2 Rf8", "French", 12),
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O Ae7 6. Te1 Tb8", "Spanish", 12),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7", "Dutch", 10),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Фe2 Крe7", "Russian", 8),
        ("1. Sf3 Sf6 2. c4 g6 3. Sc3 Lg7", "German", 6),
        ("1.e2-e4 e7-e5 2.Sg1-f3 Sb8-c6 3.Lf1-b5 a7-a6 4.Lb5xc6", "German", 7),
    ],
)
def test_letters_of_other_languages(text: str, language: str, moves: int) -> None:
    item, tree = only(text)
    assert item.error is None
    assert f"the moves are written with {language} letters" in item.notices[0]
    assert len(tree.moves()) == moves
    guess = records.recognise(text)[0]
    assert (guess.game, guess.accepted, guess.of) == ("chess", moves, moves)


def test_comments_and_promotions_in_another_language() -> None:
    head = f'{PROMOTES[:-1]}[White "Sf3"]\n\n'
    item, tree = only(f"{head}1. a8=D {{Dd8 ist besser}} (1. a8T $2 Kg6) 1... Kg7 2. Dd5! 1-0\n")
    assert item.error is None
    assert tree.moves() == ("a7-a8=Q", "h7-g7", "a8-d5")
    assert (tree.tags["White"], tree.tags["Result"]) == ("Sf3", "1-0")
    promotion, rook = tree.root.children
    assert promotion.comments[1] == "Dd8 ist besser"
    assert (rook.move, rook.glyphs) == ("a7-a8=R", [2])


def test_a_mistake_late_in_another_language_is_where_it_stands() -> None:
    item, tree = only("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Dh8 b5 *\n")
    assert len(tree.moves()) == 10
    assert "Qh8" in str(item.error)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.e4e52.Nf3Nc63.Bb5a6", 6),
        ("1.e4e5 2.Bc4Nc6 3.Qh5Nf6 4.Qxf7#1-0", 7),
        ("1.e4e52.Sf3Sc63.Lb5a6", 6),
        (f"{PROMOTES}1. a8(Q) Kg7 *", 2),
        (f"{PROMOTES}1. a8Q Kg7 *", 2),
        (f"{PROMOTES}1. a8/Q Kg7 *", 2),
        (f"{PROMOTES}1. a8=Q!? Kg7 *", 2),
        ("1. e4 a6 2. e5 d5 3. exd6 ep cxd6", 6),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6", 6),
        ("1 .d4 Nf6 2 . c4 g6", 4),
        ("1. e4 e5; 2. Nf3 Nc6; 3. Bb5 a6", 6),
        ("1) e4 e5 2) Nf3 Nc6 3) Bb5 a6", 6),
        ("1. e4, e5 2. Nf3, Nc6 3. Bb5, a6", 6),
        ("1. e4 … e5 2. Nf3 …Nc6", 4),
        ("1. e4 f5 2. Qh5ch g6 3. Qxg6 ch", 5),
        ("1. f3 e5 2. g4 Qh4 #", 4),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. o-o-o 0-0-0", 10),
        ("1. e4 e5 2. nf3 nc6 3. bb5 a6", 6),
    ],
)
def test_habits_of_books_and_messages(text: str, moves: int) -> None:
    item, tree = only(text)
    assert item.error is None
    assert len(tree.moves()) == moves


def test_signs_after_a_move_are_glyphs() -> None:
    item, tree = only("1. e4 e5 2. Nf3 ± Nc6 ∞ 3. Bb5+- a6 += *\n")
    assert item.error is None
    assert [node.glyphs for node in tree.line()][2:] == [[16], [13], [18], [14]]


@pytest.mark.parametrize(
    "text", ["1. e4 e5 2. Sf9 Sc6 *", "1. e4 e5 2. Xf3 Xc6 *", "1. Nf3 Nf6 Zc3"]
)
def test_moves_of_no_language_are_errors(text: str) -> None:
    item, tree = only(text)
    assert item.error is not None
    assert len(tree.moves()) == 2


@pytest.mark.parametrize("piece", ["Sf3 ", "{", "(", "a8(", "e4", " ", "… ", "1)", "+", "O-", "Кр"])
def test_spellings_take_time_in_proportion_to_the_text(piece: str) -> None:
    begun = process_time()
    list(spellings(piece * 20_000))
    assert process_time() - begun < 2
