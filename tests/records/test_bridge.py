"""Hands of bridge in PBN and LIN, which TigerBridge's solver solves."""

from __future__ import annotations

import pytest

import parlour
from parlour import records
from tests.records.test_growth import SHORT, check_growth, read_all

HANDS = ("T9854.63.9873.A2", "AKQ.AKQ.AKQ.KQJT", "J732.JT9.JT2.987", "6.87542.654.6543")
DEAL = f'[Deal "N:{" ".join(HANDS)}"]'
BOARD = f"""% PBN 2.1
[Event "Club"]
[Board "1"]
[North "Ann"]
[Dealer "E"]
[Vulnerable "NS"]
{DEAL}
[Declarer "E"]
[Contract "7NT"]
[Result "13"]
[Auction "E"]
7NT Pass Pass Pass
"""
LIN = (
    "qx|o2|pn|a,b,c,d|md|4SQJ762H86DJ96CQT8,ST94HAKJD753CK764,SK8HT7542DQ82CJ92|rh||ah|Board 2|"
    "sv|n|mb|p|mb|1N|pg||\n"
)


def read(text: str) -> records.Item:
    (item,) = records.read(text)
    return item


def test_a_board_is_a_deal_before_the_first_call() -> None:
    item = read(BOARD)
    assert (item.form, item.error, item.notices) == ("pbn", None, [])
    assert item.tree is not None
    state = item.tree.beginning
    assert state.text.split(" ")[8] == (
        "P8743.52.8762.T1/TBS.TBS.TBS.BSWP/W621.WP8.WP1.876/5.76431.543.5432"
    )
    assert state.game.seat_names[state.turn or 0] == "East"
    tags = item.tree.tags
    assert (tags["North"], tags["Tricks"], tags["Auction"]) == (
        "Ann",
        "13",
        "E\n7NT Pass Pass Pass",
    )


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_a_deal_comes_back(form: str) -> None:
    item = read(BOARD)
    assert item.tree is not None
    written = item.tree.write(form)
    again = read(written.text)
    assert (again.form, again.error) == (form, None)
    assert again.tree is not None
    assert again.tree.beginning.text == item.tree.beginning.text
    assert (again.tree.tags["North"], again.tree.tags["Vulnerable"]) == ("Ann", "NS")
    assert bool(written.losses) == (form == "lin")


def test_a_game_of_the_table_is_written_by_its_first_deal() -> None:
    game = parlour.game("tiger-bridge")
    deal = "deal:5.T8743.BSP7.BS6/BSP831..W8541.43/TW.BS521.6.TWP82/7642.WP6.T32.751"
    tree = records.Tree.from_state(game.start().play(deal).play("5L"))
    assert '[Deal "N:6.A9854.KQT8.KQ7 KQT942..J9652.54 AJ.KQ632.7.AJT93' in tree.write("pbn").text
    with pytest.raises(records.BadForm, match="has none"):
        records.Tree("tiger-bridge").write("pbn")
    with pytest.raises(records.BadForm, match="hands of tiger-bridge"):
        records.Tree("hex").write("lin")


def test_the_hands_of_lin_begin_with_south_and_the_last_is_told_by_the_others() -> None:
    item = read(LIN)
    assert (item.form, item.error) == ("lin", None)
    assert item.tree is not None
    north, east, south, west = item.tree.beginning.text.split(" ")[8].split("/")
    assert (south, west) == ("SW651.75.W85.SP7", "P83.TBW.642.B653")
    assert (north, east) == ("B7.P6431.S71.W81", "T42.S82.TBP3.T42")
    state = item.tree.beginning
    assert state.game.seat_names[state.turn or 0] == "East"
    assert (item.tree.tags["South"], item.tree.tags["Board"]) == ("a", "2")


def test_several_boards_and_values_of_the_board_before() -> None:
    second = f'\n[Event "#"]\n[Board "2"]\n{DEAL}\n'
    items = list(records.read(BOARD + second))
    assert [item.tree and item.tree.tags["Event"] for item in items] == ["Club", "Club"]
    assert len(list(records.read(LIN + LIN.strip() + LIN))) == 3


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("N:- - - -", "is unknown"),
        ("N:AKQ.AKQ.AKQ.AKQ2 x", "expected"),
        (f"X:{' '.join(HANDS)}", "expected"),
        (f"N:{' '.join(HANDS).replace('A2', 'A')}", "expected 13 cards"),
        (f"N:{' '.join(HANDS).replace('A2', 'K2')}", ""),
        (f"N:{' '.join(HANDS).replace('.A2', 'A2')}", "expected 13 cards"),
        (f"N:{' '.join(HANDS).replace('A2', '12')}", "expected 13 cards"),
    ],
)
def test_a_deal_that_is_none_is_told(deal: str, why: str) -> None:
    item = read('[Event "x"]\n[Deal "N:AKQ"]\n'.replace("N:AKQ", deal).replace("X:", "N:X:"))
    assert item.tree is None
    assert why in str(item.error)


@pytest.mark.parametrize(
    "hands", ["3SAKH,S,S", "3SAKQH2,S3", "3S22H2DC,S3HDC,S4HDC", "9SAH,SKH,SQH", "3SAHSDC,S,S,S"]
)
def test_hands_of_lin_that_are_none_are_told(hands: str) -> None:
    for item in records.read(f"qx|o1|md|{hands}|sv|o|"):
        assert item.tree is None
        assert item.error is not None


@pytest.mark.parametrize(
    ("head", "unit"), [(BOARD, "x\n"), (BOARD, f"\n{DEAL}\n"), (LIN, "mb|p|"), (LIN, "md|3SAH,|")]
)
def test_they_are_read_in_linear_time(head: str, unit: str) -> None:
    check_growth(read_all, head, unit, SHORT * 4)
