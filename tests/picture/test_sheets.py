"""Games on paper: boards, pieces and cards fit their sheets."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.errors import BadPicture
from parlour.picture.sheets import (
    CARD,
    MARGIN,
    PAPERS,
    board_sheet,
    board_unit,
    card_sheets,
    item_sheets,
    paper_size,
    piece_sheets,
    pieces_of,
)
from parlour.picture.svg_skin import skin
from parlour.table.paper import decks, items


def test_a_board_fills_the_paper_and_its_pieces_fit_its_cells() -> None:
    scene = parlour.game("chess").start().scene(None)
    look = skin("print").look("chess")
    units = {name: board_unit(scene, look, size) for name, size in PAPERS.items()}
    assert 20 < units["a4"] < units["letter"] < 25
    pieces = pieces_of(scene, hidden=False)
    assert len(pieces) == 32
    (sheet,) = piece_sheets(pieces, look, PAPERS["a4"], units["a4"])
    assert sheet.count("<circle") >= 32
    assert 'width="210mm" height="297mm"' in board_sheet(scene, look, PAPERS["a4"])


def test_a_wide_board_is_turned() -> None:
    scene = parlour.game("hex").start().scene(None)
    look = skin("print").look("hex")
    assert "rotate(90)" in board_sheet(scene, look, PAPERS["letter"])
    assert len(pieces_of(scene, hidden=False)) == 122  # 61 of each colour for 121 cells
    colours = {
        piece.colour for piece in pieces_of(parlour.game("unlur").start().scene(None), False)
    }
    assert colours == {"black", "white"}


@pytest.mark.parametrize(
    ("name", "count", "texts"),
    [
        ("tiger-bridge", 52, {"T", "1"}),
        ("revolver", 52, {"M", "9"}),
        ("twindraughts", 14, {"d2-c3", "h2-g3"}),
        ("leopard-princess", 14, {"d2-c3"}),
        ("tiger-chequers", 16, {"a5", "h6"}),
        ("hex", 0, set()),
    ],
)
def test_a_pack_of_cards_is_whole(name: str, count: int, texts: set[str]) -> None:
    game = parlour.game(name)
    cards = [card for deck in decks(game) for card in deck.cards]
    assert len(cards) == len(set(cards)) == count
    assert texts <= {card.text for card in cards}
    look = skin("print").look(name)
    for size in PAPERS.values():
        assert 3 * CARD[0] <= size.wide - 2 * MARGIN
        assert 3 * CARD[1] <= size.high - 2 * MARGIN
        sheets = card_sheets(cards, look, size)
        assert len(sheets) == -(-count // 9)


def test_a_card_of_first_moves_mirrors_souths_move_for_north() -> None:
    (deck,) = decks(parlour.game("twindraughts"))
    assert {card.opposite for card in deck.cards if card.text == "d2-c3"} == {"d7-c6"}
    (sheet, *_) = card_sheets(deck.cards[:1], skin("print").look("twindraughts"), PAPERS["a4"])
    assert re.search(rf">{deck.cards[0].opposite}</text>", sheet)


@pytest.mark.parametrize("paper", PAPERS)
def test_ships_are_cut_out_on_cells_of_the_printed_sea(paper: str) -> None:
    game = parlour.game("naval-qi")
    stock, look = items(game), skin("print").look("naval-qi")
    assert {item.text for item in stock} >= {"flagship", "small", "eagle", "land3", "repeatinggun"}
    assert sum(item.count for item in stock if item.text == "flagship") == 2
    size = PAPERS[paper]
    scene = game.start().scene(0)
    unit = board_unit(scene, look, size)
    sheets = item_sheets(stock, scene, look, size, unit)
    corner = r'"translate\(([\d.]+) ([\d.]+)\)"><g transform="scale'
    places = [tuple(map(float, at)) for at in re.findall(corner, "".join(sheets))]
    cut = re.findall(r'<rect width="([\d.]+)" height="([\d.]+)"', "".join(sheets))
    assert len(cut) == len(places) == sum(item.count for item in stock)
    assert {round(float(wide) / unit) for wide, _ in cut} == {1, 2, 3, 4, 5}
    for (x, y), (wide, high) in zip(places, cut, strict=True):
        assert x + float(wide) <= size.wide - MARGIN + 0.1
        assert y + float(high) <= size.high - MARGIN + 0.1
    few = items(parlour.game("naval-qi:sea=8,chests=50"))
    assert sum(item.count for item in few) < sum(item.count for item in stock)


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(BadPicture, match="a3 is no size of paper: expected a4, letter"):
        paper_size("a3")
