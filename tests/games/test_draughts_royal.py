"""RoyalDraughts, Sovereign and Leopard Princess: what is their own."""

from __future__ import annotations

from fractions import Fraction

import pytest

import parlour
from tests.games.draughts_texts import board

HALF = Fraction(1, 2)


def read(name: str, pieces: str, rest: str) -> parlour.State:
    game = parlour.game(name)
    return game.read(f"{game.name} {pieces} {rest}")


def board_of(state: parlour.State) -> str:
    return state.text.split(" ")[1]


# -- RoyalDraughts ---------------------------------------------------------------------------------------


def test_royal_draughts_starts() -> None:
    start = parlour.game("royal-draughts").start()
    assert start.text == (
        "royal-draughts .m.r.m.m/m.m.m.m./.m.m.m.m/......../......../M.M.M.M./.M.M.M.M/M.M.R.M. "
        "0* p,- --,-- -,- 0,0,0,0,0,0"
    )
    both = parlour.game("royal-draughts:ranks=2,sets=both").start()
    assert both.text == (
        "royal-draughts:ranks=2,sets=both "
        "mmmrrmmm/mmmmmmmm/......../......../......../......../MMMMMMMM/MMMRRMMM "
        "?0 p,p --,-- -,- 0,0,0,0,0,0"
    )
    assert parlour.game("royal-draughts:sets=both").chosen["cards"] == "yes"
    assert parlour.game("royal-draughts:format=parallel,sets=both").chosen["cards"] == "no"


def test_captains_are_not_royal_and_a_clearance_is_a_royal_capture() -> None:
    rest = "0* p,- --,-- -,- 0,0,0,0,0,0"
    state = read("royal-draughts", board(c7="M", a1="R", h8="r"), rest).play("c7-d8")
    assert board_of(state) == board(d8="C", a1="R", h8="r")
    state = read("royal-draughts", board(d4="C", a1="R", e5="c", h2="r"), rest).play("d4xf6")
    assert state.outcome is None
    state = read("royal-draughts", board(d4="C", a1="R", e5="r"), rest).play("d4xf6")
    assert state.text.endswith("#royal-capture:1,0")


def test_a_promoted_man_may_cross_to_his_first_rank() -> None:
    name = "royal-draughts:cards=no,sets=both,transfer=yes"
    pieces = {"c7": "M", "b1": "R", "e1": "R", "h8": "r", "h7": "r"}
    state = read(name, board(**pieces), "0* p,p --,-- -,- 1,2,3,3,0,0".replace("-,- 1", "d1,l1 1"))
    assert [m for m in state.moves() if m.startswith("c7")] == ["c7-b8", "c7-d8", "c7-d8@d1"]
    state.play("c7-d8@d1")
    assert state.text.split(" ")[1:] == [
        board(d1="C", b1="R", e1="R", h8="r", h7="r"),
        *("1*", "p,p", "--,--", "d2,l1", "0,0,4,3,0,0"),
    ]
    ended = read(name, board(c7="M", e1="R", h8="r"), "0* p,= --,-- -,- 0,0,0,0,0,0")
    assert [m for m in ended.moves() if m.startswith("c7")] == ["c7-b8", "c7-d8"]


@pytest.mark.parametrize(
    "options", ["transfer=yes", "cards=yes", "win=first", "format=parallel", "ranks=1"]
)
def test_royal_draughts_options(options: str) -> None:
    with pytest.raises(parlour.BadOption):
        parlour.game(f"royal-draughts:{options}")


# -- Sovereign -------------------------------------------------------------------------------------------


def test_sovereign_starts() -> None:
    north = parlour.game("sovereign").start().text
    assert north.startswith("sovereign .m.r.m.m/m.m.m.m./.m.m.m.m/........")
    assert north.split(" ")[1].endswith("M.M.M.M.")
    south = parlour.game("sovereign:sovereign=south").start().text
    assert south.split(" ")[1].endswith("M.M.R.M.")
    assert ".m.m.m.m/m.m.m.m./.m.m.m.m" in south


def test_sovereign_is_hunted_or_clears() -> None:
    rest = "0* p,- --,-- -,- 0,0,0,0,0,0"
    hunted = read("sovereign", board(c3="M", d4="r", h8="m", a1="M"), rest).play("c3xe5")
    assert hunted.text.endswith("#royal-capture:1,0")
    cleared = read("sovereign:sovereign=south", board(c3="R", d4="m"), rest).play("c3xe5")
    assert cleared.text.endswith("#clearance:1,0")
    with pytest.raises(parlour.BadPosition, match="South has only MC"):
        read("sovereign", board(c3="R", d4="r"), rest)


# -- Leopard Princess ------------------------------------------------------------------------------------

PHASES = "leopard-princess:cards=no"


def leopard(pieces: str, rest: str, name: str = PHASES) -> parlour.State:
    return read(name, pieces, rest)


def test_leopard_princess_starts_with_cards_and_royal_champions() -> None:
    start = parlour.game("leopard-princess").start()
    assert start.text == (
        "leopard-princess mmmrrmmm/mmmmmmmm/......../......../......../......../MMMMMMMM/MMMRRMMM "
        "?0 p,p --,-- -,- 0,0,0,0,0,0"
    )
    assert [text for text, _ in start.chances() or ()][:2] == ["card:a2-b3", "card:b2-a3"]


def test_a_phase_is_won_on_the_end_rank_by_any_piece() -> None:
    pieces = board(c7="R", a1="M", b1="R", h8="m", h7="r", a8="m")
    state = leopard(pieces, "0* p,p --,-- -,- 0,0,0,0,0,0").play("c7-d8")
    assert state.text.split(" ")[1:4] == [board(d8="R", b1="R", h7="r", a8="m"), "1*", "0,p"]
    assert all(move[0] in "ha" for move in state.moves())


def test_the_end_rank_halts_a_capture() -> None:
    pieces = board(b6="R", c7="m", e7="m", h2="r", b1="R", h7="r")
    state = leopard(pieces, "0* p,p --,-- -,- 0,0,0,0,0,0")
    assert state.moves() == ["b6xd8"]
    assert state.play("b6xd8").text.split(" ")[3] == "0,p"


def test_there_is_no_blockade_but_stalemate() -> None:
    stuck = {"a5": "M", "b6": "m", "c7": "r", "h5": "M", "g6": "m", "f7": "r", "a3": "m"}
    one = leopard(board(**stuck, b1="R"), "1* p,p --,-- -,- 0,0,0,0,0,0").play("a3-b2")
    assert {move[:2] for move in one.moves()} == {"b1"}
    still = leopard(board(**stuck), "1* p,p --,-- -,- 0,0,0,0,0,0").play("a3-b2")
    assert still.text.endswith(f"{board()} 0* =,= --,-- -,d1 0,0,0,1,0,0 #drawn-contest:1/2,1/2")
    assert still.outcome is not None
    assert still.outcome.details == {"dark": "drawn, stalemate", "light": "drawn, stalemate"}


def test_progress_on_one_set_clears_both_counts_and_their_sum_is_tested() -> None:
    pieces = board(a1="R", b1="R", h8="r", a8="r", c3="M")
    with pytest.raises(parlour.BadPosition, match="has won the dark set"):
        leopard(board(a1="R", h8="R", b1="R", h7="r", b8="r"), "0* p,p --,-- -,- 0,0,0,0,0,0")
    name = "leopard-princess:cards=no,draw_moves=2"
    state = leopard(pieces, "0* p,p --,-- d2,d2 2,1,2,2,0,0", name)
    assert state.copy().play("c3-d4").text.split(" ")[6] == "0,0,3,2,0,0"
    drawn = state.play("a1-b2")
    assert drawn.text.endswith("1* =,= --,-- d3,d2 3,1,3,2,0,0 #drawn-contest:1/2,1/2")
    minor = leopard(board(b1="R", a8="r"), "0* 1,p --,-- d2,d2 2,1,2,2,0,0", name).play("b1-a2")
    assert minor.text.endswith("1* 1,= --,-- l1,d2 2,2,3,2,0,0 #minor-win:1/2,3/2")
    cleared = leopard(board(b1="R", c2="M", a8="r"), "0* 1,p --,-- d2,d2 2,1,2,2,0,0", name)
    assert cleared.play("c2-d3").text.split(" ")[6] == "0,0,3,2,0,0"


@pytest.mark.parametrize(
    ("sets", "end", "scores"),
    [
        ("0,0", "major-win", (2, 0)),
        ("1,=", "minor-win", (HALF, Fraction(3, 2))),
        ("0,1", "level-contest", (1, 1)),
        ("=,=", "drawn-contest", (HALF, HALF)),
    ],
)
def test_leopard_results(sets: str, end: str, scores: tuple[Fraction, ...]) -> None:
    state = leopard(board(), f"0* {sets} --,-- -,- 0,0,0,0,0,0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == (end, scores)


def test_a_draw_ends_the_whole_contest() -> None:
    with pytest.raises(parlour.BadPosition, match="a draw ends"):
        leopard(board(a1="R", h8="r"), "0* p,= --,-- -,- 0,0,0,0,0,0")
