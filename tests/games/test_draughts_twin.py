"""TwinDraughts by the rules of its page: end ranks, elections, transfers, turns, cards, results."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import parlour
from tests.games.draughts_texts import board

NONE = "0,0,0,0,0,0"
HALF = Fraction(1, 2)


def at(
    options: str,
    pieces: str,
    turn: str = "0*",
    sets: str = "p,p",
    elected: str = "--,--",
    streaks: str = "-,-",
    counts: str = NONE,
) -> parlour.State:
    """A TwinDraughts position; cards never matter here."""
    cards = "cards=no" if "cards" not in options and "parallel" not in options else ""
    if "sets=dark" in options or "practice" in options:
        cards = ""
    name = ",".join(filter(None, (cards, options)))
    game = parlour.game(f"twindraughts:{name}" if name else "twindraughts")
    return game.read(f"{game.name} {pieces} {turn} {sets} {elected} {streaks} {counts}")


def fields(state: parlour.State) -> dict[str, str]:
    names = ("GAME", "BOARD", "TURN", "SETS", "ELECTED", "STREAKS", "COUNTS", "END")
    return dict(zip(names, state.text.split(" "), strict=False))


# -- the start, cards ------------------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("twindraughts").start()
    assert state.text == (
        "twindraughts mmmccmmm/mmmmmmmm/......../......../......../......../MMMMMMMM/MMMCCMMM "
        "?0 p,p --,-- -,- 0,0,0,0,0,0"
    )
    ranks = parlour.game("twindraughts:champions=no,game=rebound,ranks=3").start()
    assert fields(ranks)["BOARD"] == "/".join(["m" * 8] * 3 + ["." * 8] * 2 + ["M" * 8] * 3)
    royal = parlour.game("twindraughts:game=reset,sets=dark").start()
    assert fields(royal)["BOARD"].split("/")[0] == ".m.r.m.m"
    assert fields(royal)["BOARD"].split("/")[7] == "M.M.R.M."
    assert fields(royal)["TURN"] == "0*"


def test_cards_are_fourteen_and_north_never_gets_the_mirrored_one() -> None:
    state = parlour.game("twindraughts").start()
    chances = state.chances()
    assert chances is not None
    assert len(chances) == 14
    assert {chance for _, chance in chances} == {Fraction(1, 14)}
    state.play("card:d2-c3")
    assert fields(state)["TURN"] == "?1"
    assert (fields(state)["STREAKS"], fields(state)["COUNTS"]) == ("d1,-", "0,0,1,0,0,0")
    chances = state.chances()
    assert chances is not None
    assert len(chances) == 13
    assert "card:d7-c6" not in dict(chances)
    state.play("card:f7-g6")
    assert (state.turn, fields(state)["STREAKS"]) == (0, "d1,l1")
    assert fields(state)["COUNTS"] == "0,0,1,1,0,0"


def test_cards_come_before_the_round_of_parallel_play() -> None:
    state = parlour.game("twindraughts:cards=yes,format=parallel,seats=4").start()
    state.play("card:c2-d3").play("card:d7-c6")
    assert fields(state)["TURN"] == "0d"
    seats = []
    for _ in range(5):
        seats.append(fields(state)["TURN"])
        state.play(state.moves()[0])
    assert seats == ["0d", "1d", "2l", "3l", "0d"]


def test_card_positions_are_the_start_and_what_a_card_makes_of_it() -> None:
    game = parlour.game("twindraughts")
    start = game.start().text
    for wrong in (
        start.replace("MMMCCMMM", "MMM.CMMM"),
        start.replace("?0", "?1"),
        start.replace("-,-", "d1,-", 1).replace("0,0,0,0,0,0", "0,0,1,0,0,0"),
        start + " #draw:1/2,1/2",
    ):
        with pytest.raises(parlour.BadPosition):
            game.read(wrong)


# -- the end rank ----------------------------------------------------------------------------------------


def test_practice_is_won_on_the_end_rank() -> None:
    state = at("game=practice", board(c7="M", a1="M", h2="m"), sets="p,-")
    state.play("c7-d8")
    assert state.text.endswith("1* 0,- --,-- d1,- 0,0,1,0,0,0 #end-rank:1,0")
    assert fields(state)["BOARD"] == board(d8="M")
    assert state.game.read(state.text.rpartition(" #")[0]).text == state.text


def test_rebound_turns_homeward_and_returns() -> None:
    state = at("game=rebound,sets=dark", board(c7="M", h8="c", h2="m"), sets="p,-")
    assert state.moves() == ["c7-b8", "c7-d8"]
    state.play("c7-b8")
    assert fields(state)["BOARD"] == board(b8="H", h8="c", h2="m")
    state = at("game=rebound,sets=dark", board(d2="H", c3="m", h8="c"), sets="p,-")
    assert state.moves() == ["d2-c1", "d2-e1"]
    state.play("d2-e1")
    assert fields(state)["END"] == "#return:1,0"
    assert fields(state)["BOARD"] == board(e1="H")


def test_a_homeward_man_captures_the_other_way_only() -> None:
    state = at("game=rebound,sets=dark", board(d4="H", e3="m", e5="m", c5="m", h8="c"), sets="p,-")
    assert state.moves() == ["d4xf2"]


def test_rebound_transfer_goes_anywhere_empty_on_the_end_rank() -> None:
    pieces = board(c7="M", b8="m", e8="c", a1="C", b1="C", h7="c")
    state = at("game=rebound,rebound=transfer", pieces)
    free = "acdfgh"
    to_d8 = {"c7-d8", *(f"c7-d8@{file}8" for file in free if file != "d")}
    assert {move for move in state.moves() if move.startswith("c7")} == to_d8
    state.play("c7-d8@a8")
    assert fields(state)["BOARD"] == board(a8="H", b8="m", e8="c", a1="C", b1="C", h7="c")
    assert (fields(state)["STREAKS"], fields(state)["COUNTS"]) == ("d1,-", "0,0,1,0,0,0")


def test_a_placement_is_progress_on_both_sets() -> None:
    pieces = board(c7="M", a1="C", b1="C", h8="c", h7="c")
    state = at("game=rebound,rebound=transfer", pieces, counts="3,4,5,5,0,0", streaks="l3,d3")
    assert fields(state.copy().play("c7-d8"))["COUNTS"] == "0,4,6,5,0,0"
    assert fields(state.copy().play("c7-d8@a8"))["COUNTS"] == "0,0,6,5,0,0"


def test_transferring_the_last_piece_loses_the_set_left() -> None:
    state = at("game=rebound,rebound=transfer", board(c7="M", b1="C", h8="c", h7="c"))
    state.play("c7-d8@a8")
    assert (fields(state)["SETS"], fields(state)["BOARD"]) == ("1,p", board(a8="H", b1="C", h7="c"))
    assert state.outcome is None
    assert fields(state)["TURN"] == "1*", "turns alternate, though South has lost the set"
    for _ in range(2):
        state.play(state.moves()[0])


def test_reset_places_on_the_first_ranks_his_own_square_of_departure_included() -> None:
    pieces = board(b2="M", c3="m", e5="m", g7="m", a1="R", c1="M", e1="M", h2="M", a7="r")
    state = at("game=reset,sets=dark", pieces, sets="p,-")
    assert state.moves() == ["b2xd4xf6xh8@b2", "b2xd4xf6xh8@d2", "b2xd4xf6xh8@f2", "b2xd4xf6xh8@g1"]
    state.play("b2xd4xf6xh8@b2")
    assert fields(state)["COUNTS"] == "0,0,1,0,1,0"


def test_jumped_pieces_take_up_their_squares_till_the_turn_ends() -> None:
    pieces = board(b2="M", c3="m", e5="m", g7="m", a1="R", c1="M", e1="M", h2="M", a7="r")
    state = at("game=reset,ranks=3,sets=dark", pieces, sets="p,-")
    placed = {move.partition("@")[2] for move in state.moves()}
    assert placed == {"b2", "d2", "f2", "g1", "a3", "e3", "g3"}


def test_closed_reset_is_on_the_file_reached() -> None:
    state = at("game=reset,reset=closed,sets=dark", board(c7="M", a1="R", h8="r"), sets="p,-")
    assert state.moves() == ["a1-b2", "c7-b8@b2", "c7-d8@d2"]
    full = board(c7="M", b2="M", d2="M", a1="R", h8="r")
    state = at("game=reset,reset=closed,sets=dark", full, sets="p,-")
    assert {"c7-b8", "c7-d8"} <= set(state.moves())
    state.play("c7-b8")
    assert fields(state)["BOARD"] == board(b2="M", d2="M", a1="R", h8="r")
    assert fields(state)["COUNTS"] == "0,0,1,0,0,0"


def test_a_last_man_who_is_lost_loses_the_set() -> None:
    state = at(
        "game=reset,reset_limit=1,sets=dark",
        board(c7="M", h8="r"),
        sets="p,-",
        counts="0,0,1,0,1,0",
        streaks="d1,-",
    )
    assert state.moves() == ["c7-b8", "c7-d8"]
    state.play("c7-b8")
    assert state.text.endswith(f"{board()} 1* 1,- --,-- d2,- 0,0,2,0,1,0 #clearance:0,1")


def test_a_last_capture_counts_before_the_loss_of_the_man() -> None:
    pieces = board(d6="M", c7="m")
    state = at("game=reset,sets=dark", pieces, sets="p,-")
    assert state.moves() == ["d6xb8"]
    state.play("d6xb8")
    assert (fields(state)["END"], fields(state)["BOARD"]) == ("#clearance:1,0", board(b8="M"))


def test_reset_transfer_reaches_both_sets_in_play() -> None:
    pieces = board(c7="M", a1="R", b1="R", h8="r", h7="r")
    state = at("game=reset,reset=transfer", pieces)
    placed = {move.partition("@")[2] for move in state.moves() if "@" in move}
    assert placed == {f"{f}{r}" for f in "abcdefgh" for r in "12"} - {"a1", "b1"}
    ended = at("game=reset,reset=transfer", board(c7="M", a1="R", h8="r"), sets="p,0")
    placed = {move.partition("@")[2] for move in ended.moves() if "@" in move}
    assert placed == {"c1", "e1", "g1", "b2", "d2", "f2", "h2"}


def test_promotion_makes_champions_who_are_not_royal() -> None:
    options = "game=reset,reset=promotion,sets=dark"
    state = at(options, board(c7="M", a1="R", h8="r"), sets="p,-").play("c7-b8")
    assert fields(state)["BOARD"] == board(b8="C", a1="R", h8="r")
    state = at(options, board(b8="C", a1="R", c7="r", h8="m"), sets="p,-").play("b8xd6")
    assert fields(state)["END"] == "#royal-capture:1,0"


def test_a_capture_stops_at_the_royal_champion() -> None:
    state = at("game=reset,sets=dark", board(c3="R", d4="m", f6="r", h8="m"), sets="p,-")
    assert state.moves() == ["c3xe5xg7"]
    state = at("game=reset,sets=dark", board(c3="R", d4="r", f6="m", a7="m"), sets="p,-")
    assert state.moves() == ["c3xe5"]
    assert fields(state.play("c3xe5"))["BOARD"] == board(e5="R")


# -- elections -------------------------------------------------------------------------------------------


def test_the_first_man_elects_and_later_ones_follow() -> None:
    pieces = board(c7="M", e7="M", a1="C", b1="C", h8="c", h7="c")
    state = at("", pieces)
    mine = [move for move in state.moves() if move.startswith("c7-b8")]
    squares = ("b2", "c1", "d2", "e1", "f2", "g1", "h2")
    assert mine == ["c7-b8:rebound", *(f"c7-b8:reset@{square}" for square in squares)]
    rebound = state.copy().play("c7-b8:rebound")
    assert (fields(rebound)["ELECTED"], fields(rebound)["BOARD"]) == (
        "b-,--",
        board(b8="H", e7="M", a1="C", b1="C", h8="c", h7="c"),
    )
    reset = state.copy().play("c7-b8:reset@d2")
    assert (fields(reset)["ELECTED"], fields(reset)["BOARD"]) == (
        "s-,--",
        board(d2="M", e7="M", a1="C", b1="C", h8="r", h7="c"),
    )
    reset.play("h7-g8" if "h7-g8" in reset.moves() else reset.moves()[0])
    later = [move for move in reset.moves() if move.startswith("e7-d8")]
    assert later
    assert all(move.startswith("e7-d8@") for move in later)


def test_electing_reset_with_no_free_square_is_bare() -> None:
    men = dict.fromkeys(("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2"), "M")
    state = at("sets=dark", board(c7="M", h8="c", **men), sets="p,-")
    assert [move for move in state.moves() if move.startswith("c7-b8")] == [
        "c7-b8:rebound",
        "c7-b8:reset",
    ]
    state.play("c7-b8:reset")
    assert (fields(state)["ELECTED"], fields(state)["BOARD"]) == ("s-,--", board(h8="r", **men))


def test_a_capture_that_wins_elects_nothing() -> None:
    state = at("sets=dark", board(d6="M", c7="c"), sets="p,-")
    assert state.moves() == ["d6xb8"]
    state.play("d6xb8")
    assert (fields(state)["BOARD"], fields(state)["ELECTED"]) == (board(b8="M"), "--,--")
    homeward = at("sets=dark", board(d6="M", c7="m"), sets="p,-", elected="b-,--").play("d6xb8")
    assert fields(homeward)["BOARD"] == board(b8="H")


def test_a_champion_captured_before_gives_no_aim() -> None:
    state = at("sets=dark", board(d6="M", c7="c", h2="m", a1="C"), sets="p,-")
    state.play("d6xb8:reset@c1")
    assert (fields(state)["BOARD"], fields(state)["ELECTED"]) == (
        board(c1="M", h2="m", a1="C"),
        "s-,--",
    )


def test_first_only_elects_for_both_and_royal_needs_both_champions() -> None:
    options = "choice=first-only,royal=yes,sets=dark"
    state = at(options, board(c7="M", a1="C", h8="c", h2="m"), sets="p,-")
    assert "c7-b8:royal" in state.moves()
    royal = state.copy().play("c7-b8:royal")
    assert (fields(royal)["BOARD"], fields(royal)["ELECTED"]) == (
        board(b8="C", a1="R", h8="r", h2="m"),
        "rr,--",
    )
    reset = state.copy().play("c7-b8:reset@c1")
    assert (fields(reset)["BOARD"], fields(reset)["ELECTED"]) == (
        board(c1="M", a1="R", h8="r", h2="m"),
        "ss,--",
    )
    gone = at(options, board(d6="M", c7="c", a1="C", h2="m"), sets="p,-")
    assert not any(":royal" in move for move in gone.moves())


def test_each_seat_may_elect_royal_for_itself() -> None:
    state = at("royal=yes,sets=dark", board(c7="M", a1="C", h8="c", h2="m"), sets="p,-")
    state.play("c7-b8:royal")
    assert (fields(state)["BOARD"], fields(state)["ELECTED"]) == (
        board(b8="C", a1="C", h8="r", h2="m"),
        "r-,--",
    )
    assert {m for m in state.moves() if m.startswith("h2-g1")} >= {"h2-g1:royal", "h2-g1:rebound"}
    royal = state.copy().play("h2-g1:royal")  # all champions of a seat are alike
    assert (fields(royal)["BOARD"], fields(royal)["ELECTED"]) == (
        board(b8="R", a1="R", h8="r", g1="c"),
        "rr,--",
    )
    rebound = state.play("h2-g1:rebound")
    assert fields(rebound)["BOARD"] == board(b8="C", a1="C", h8="r", g1="h")


def test_royal_asks_only_that_each_seat_has_a_champion() -> None:
    state = at("royal=yes,sets=dark", board(c7="M", a1="C", h2="m"), sets="p,-")
    assert not any(":royal" in move for move in state.moves())
    later = at(
        "royal=yes,sets=dark",
        board(c7="M", a1="R", b2="C", h8="r", h2="m"),
        sets="p,-",
        elected="rr,--",
    )
    assert later.play("c7-b8").text.split(" ")[1] == board(b8="C", a1="R", b2="C", h8="r", h2="m")


# -- several rounds of cards ---------------------------------------------------------------------------


def test_three_rounds_of_cards() -> None:
    state = parlour.game("twindraughts:card_moves=3").start()
    drawn = []
    for seat in (0, 1, 0, 1, 0, 1):
        assert (state.turn, state.text.split(" ")[2]) == (parlour.CHANCE, f"?{seat}")
        assert state.game.read(state.text).chances() == state.chances()
        text = state.chances()[0][0]
        drawn.append(text)
        state.play(text)
    assert state.turn == 0
    cards = state.text.split(" ")[-1].split(",")
    assert len(set(cards)) == 6
    assert ["card:" + card for card in cards[::2]] == drawn[::2]


def test_cards_of_later_rounds_are_legal_moves() -> None:
    game = parlour.game("twindraughts:card_moves=2")
    state = game.start().play("card:d2-c3").play("card:b7-a6")
    assert len(state.chances() or ()) == 10  # two are drawn; on d2 stands nobody, c3 is occupied
    assert not {"card:d2-e3", "card:b2-c3", "card:b2-a3"} & dict(state.chances() or ()).keys()
    assert dict(state.chances() or ())["card:a2-b3"] == Fraction(1, 10)


def test_no_card_is_drawn_where_a_capture_is_compelled() -> None:
    game = parlour.game("twindraughts:card_moves=2,sets=both")
    pieces = board(c3="M", d4="m", a2="M", h7="m")
    text = f"{game.name} {pieces} {{}} p,p --,-- d1,d1 0,0,1,1,0,0 d2-c3,f2-g3"
    assert game.read(text.format("0*")).moves() == ["c3xe5"]
    with pytest.raises(parlour.BadPosition, match="none can be drawn"):
        game.read(text.format("?0"))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("?0", "0*", "a card is to be drawn"),
        ("?0", "?2", "TURN"),
        ("d2-e3,g2-h3", "d2-e3,d2-e3", "twice"),
        ("d2-e3,g2-h3", "d2-e3,e2-d4", "expected first moves"),
        ("d2-e3,g2-h3", "", "expected first moves"),
        ("d2-e3,g2-h3", "d2-e3,g2-h3,a2-b3", "3 cards"),
        (" d2-e3,g2-h3", "", "fields"),
    ],
)
def test_texts_with_cards_that_are_refused(old: str, new: str, why: str) -> None:
    state = parlour.game("twindraughts:card_moves=3").start().play("card:d2-e3").play("card:g7-h6")
    assert old in state.text
    with pytest.raises(parlour.BadPosition, match=why):
        state.game.read(state.text.replace(old, new))


def test_parallel_rounds_of_cards_go_from_set_to_set() -> None:
    game = parlour.game("twindraughts:card_moves=3,cards=yes,format=parallel")
    state, rng = game.start(), random.Random(1)
    for _ in range(2):
        state.play(state.draw(rng))
    for dark in (True, True, False, False):
        moves = [text.removeprefix("card:")[:2] for text, _ in state.chances() or ()]
        assert {(ord(m[0]) - ord("a") + int(m[1])) % 2 == 1 for m in moves} == {dark}
        state.play(state.draw(rng))
    assert state.text.split(" ")[2] == "0d"


def test_transfers_while_both_elections_are_the_same() -> None:
    pieces = board(c7="M", a1="C", b1="C", h8="c", h7="c")
    open_to = at("transferable=yes", pieces, elected="--,b-")
    rebounds = {m.partition("@")[2] for m in open_to.moves() if m.startswith("c7-b8:rebound")}
    assert rebounds == {"", *(f"{f}8" for f in "acdefg")}
    resets = {m.partition("@")[2] for m in open_to.moves() if m.startswith("c7-b8:reset")}
    assert resets == {"b2", "c1", "d2", "e1", "f2", "g1", "h2"}
    closed = at(
        "reset=closed,transferable=yes",
        board(c7="M", a1="C", b1="C", h8="r", h7="r"),
        elected="s-,s-",
    )
    placed = {m.partition("@")[2] for m in closed.moves() if m.startswith("c7-b8")}
    assert placed == {f"{f}{r}" for f in "abcdefgh" for r in "12"} - {"a1", "b1"}
    ended = at("transferable=yes", board(c7="M", a1="C", h8="c"), sets="p,0", elected="b-,b-")
    assert [m for m in ended.moves() if m.startswith("c7-b8")] == ["c7-b8"]


# -- whose turn, and where -------------------------------------------------------------------------------


def test_three_moves_on_a_set_are_enough() -> None:
    quiet = board(a1="C", b1="C", h8="c", a8="c", c1="C")
    men = "3,0,4,4,0,0"
    free = at("game=rebound", quiet, streaks="d2,d3", counts=men)
    assert {move[:2] for move in free.moves()} == {"a1", "b1", "c1"}
    bound = at("game=rebound", quiet, streaks="d3,d3", counts=men)
    assert {move[:2] for move in bound.moves()} == {"b1"}
    must = at("game=rebound", board(a1="C", b2="c", b1="C", a8="c"), streaks="d3,d3", counts=men)
    assert must.moves() == ["a1xc3"]
    both = board(a1="C", b2="c", b1="C", c2="c")
    there = at("game=rebound", both, streaks="d4,d3", counts="3,0,5,4,0,0")
    assert there.moves() == ["b1xd3"]
    either = at("game=rebound", both, streaks="d2,d3", counts=men)
    assert either.moves() == ["a1xc3", "b1xd3"]
    one_ended = at(
        "game=rebound", board(a1="C", h8="c"), sets="p,=", streaks="d4,d3", counts="3,0,5,4,0,0"
    )
    assert one_ended.moves() == ["a1-b2"]


def test_streaks_count_for_repetition_only_while_they_can_bind() -> None:
    moves = ("a1-b2", "h8-g7", "b2-a1", "g7-h8")
    state = at("game=rebound,streak=9", board(a1="C", b1="C", h8="c", a8="c"))
    for move in moves * 2:
        state.play(move)
    assert state.outcome is None
    free = at("game=rebound,streak=0", board(a1="C", b1="C", h8="c", a8="c"))
    for move in moves * 2:
        free.play(move)
    assert free.outcome is not None
    assert free.outcome.reason == "draw"
    assert free.outcome.details == {"dark": "drawn, repetition", "light": "drawn, repetition"}
    assert free.text.endswith(f"{board()} 0* =,= --,-- d4,d4 8,0,4,4,0,0 #draw:1/2,1/2")


def test_parallel_play_compels_captures_on_its_set_only() -> None:
    pieces = board(a1="C", b1="C", c2="c", h8="c")
    state = at("format=parallel,game=rebound", pieces, turn="0d")
    assert state.moves() == ["a1-b2"]
    light = at("format=parallel,game=rebound", pieces, turn="0l")
    assert light.moves() == ["b1xd3"]
    light.play("b1xd3")
    assert (fields(light)["SETS"], fields(light)["TURN"]) == ("p,0", "1d")
    light.play("h8-g7")
    assert fields(light)["TURN"] == "0d"


def test_a_blockaded_seat_keeps_the_turn_it_has() -> None:
    pieces = board(a5="M", b6="m", c7="m", h2="c", b1="C", h7="c")
    state = at("game=rebound", pieces, turn="1*")
    state.play("h2-g1")
    assert (fields(state)["SETS"], fields(state)["TURN"]) == ("1,p", "0*")
    assert fields(state)["BOARD"] == board(g1="c", b1="C", h7="c")
    assert all(move.startswith("b1") for move in state.moves())
    elsewhere = at("game=rebound", pieces, turn="1*").play("h7-g8")
    assert fields(elsewhere)["BOARD"] == board(b1="C", g8="c")


def test_who_is_blockaded_on_both_sets_loses_both() -> None:
    pieces = board(a5="M", b6="m", c7="m", h5="M", g6="m", f7="m", a1="c")
    for options, turn in (("game=rebound", "1*"), ("game=rebound,win=first", "1*")):
        state = at(options, pieces, turn=turn).play("a1-b2")
        assert (fields(state)["SETS"], fields(state)["TURN"]) == ("1,1", "0*")
        assert state.outcome is not None
        assert state.outcome.scores == (0, 1)
    state = at("format=parallel,game=rebound,seats=4,teams=no,win=first", pieces, turn="1d")
    state.play("a1-b2")
    assert fields(state)["TURN"] == "2*"
    assert fields(state)["END"] == "#first-win:0,0,0,1"
    assert state.game.read(state.text).outcome == state.outcome


def test_a_blockaded_seats_partner_moves_instead() -> None:
    pieces = board(a5="M", b6="m", c7="m", b1="C", h7="c")
    state = at(
        "format=parallel,game=rebound,seats=4",
        board(a5="M", b6="m", c7="m", h8="c", b1="C", h7="c"),
        turn="3l",
    )
    state.play("h7-g8")
    assert (fields(state)["SETS"], fields(state)["TURN"]) == ("1,p", "2l")
    assert state.turn == 2
    assert "h8" not in pieces


# -- results ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sets", "end", "scores"),
    [
        ("", "0,0", "decisive-win", (1, 0)),
        ("", "1,1", "decisive-win", (0, 1)),
        ("", "0,=", "partial-win", (Fraction(3, 4), Fraction(1, 4))),
        ("", "=,1", "partial-win", (Fraction(1, 4), Fraction(3, 4))),
        ("", "1,0", "level-game", (HALF, HALF)),
        ("", "=,=", "draw", (HALF, HALF)),
        ("win=first", "=,0", "first-win", (1, 0)),
        ("win=first", "=,=", "draw", (HALF, HALF)),
        (
            "format=parallel,seats=4",
            "0,=",
            "partial-win",
            tuple(Fraction(n, 4) for n in (3, 1, 3, 1)),
        ),
        ("format=parallel,seats=4,teams=no,win=first", "=,1", "first-win", (0, 0, 0, 1)),
        ("format=parallel,seats=4,teams=no,win=first", "=,=", "draw", (Fraction(1, 4),) * 4),
    ],
)
def test_results_show_in_the_sets(
    options: str, sets: str, end: str, scores: tuple[Fraction, ...]
) -> None:
    state = at(options, board(), sets=sets)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == (end, scores)
    again = state.game.read(state.text)
    assert again.outcome == state.outcome
    with pytest.raises(parlour.BadPosition):
        state.game.read(state.text.rpartition(" #")[0] + " #repetition:1/2,1/2")


def test_the_first_set_won_leaves_the_other_as_it_stands() -> None:
    state = at("game=rebound,win=first", board(a1="C", b2="c", b1="C", a8="c"))
    state.play("a1xc3")
    assert state.text.endswith(
        f"{board(c3='C', b1='C', a8='c')} 1* 0,p --,-- d1,- 0,0,1,0,0,0 #first-win:1,0"
    )
    assert state.game.read(state.text.rpartition(" #")[0]).text == state.text


def test_a_set_is_drawn_for_itself() -> None:
    state = at(
        "draw_moves=2,game=rebound",
        board(a1="C", b1="C", h8="c", a8="c"),
        counts="3,2,6,5,0,0",
        streaks="l1,d1",
    )
    state.play("a1-b2")
    assert (fields(state)["SETS"], fields(state)["COUNTS"]) == ("=,p", "4,2,7,5,0,0")
    assert fields(state)["BOARD"] == board(b1="C", a8="c")
    state.play("a8-b7").play("b1-a2")
    assert fields(state)["END"] == "#draw:1/2,1/2"
    assert state.outcome is not None
    assert state.outcome.details == {"dark": "drawn, no-progress", "light": "drawn, no-progress"}


def test_the_move_limit_draws_what_is_in_play() -> None:
    state = at(
        "game=rebound,move_limit=6",
        board(b1="C", a8="c"),
        turn="1*",
        sets="0,p",
        counts="0,0,6,5,0,0",
        streaks="d1,d1",
    )
    state.play("a8-b7")
    assert fields(state)["END"] == "#partial-win:3/4,1/4"
    assert state.outcome is not None
    assert state.outcome.details == {"dark": "won by South", "light": "drawn, move-limit"}


# -- what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        "champions=yes,game=practice",
        "choice=first-only,game=reset",
        "game=rebound,reset=closed",
        "game=rebound,reset_limit=1",
        "game=reset,rebound=transfer",
        "game=reset,reset=promotion,reset_limit=1",
        "game=reset,reset=transfer,sets=dark",
        "game=practice,win=first",
        "cards=yes,sets=dark",
        "format=parallel,streak=2",
        "format=parallel,sets=dark",
        "reset=transfer",
        "reset=promotion",
        "game=reset,royal=yes",
        "champions=no,royal=yes",
        "cards=no,card_moves=2",
        "card_moves=2,sets=dark",
        "card_moves=4",
        "card_moves=0",
        "seats=4",
        "format=parallel,seats=3",
        "format=parallel,seats=4,teams=no",
        "teams=no",
        "sets=dark,streak=4",
        "sets=dark,transferable=yes",
        "streak=10",
        "ranks=4",
        "size=8",
    ],
)
def test_options_that_do_not_go_together(options: str) -> None:
    with pytest.raises(parlour.BadOption):
        parlour.game(f"twindraughts:{options}")


def test_defaults_depend_on_the_game_and_the_sets() -> None:
    game = parlour.game("twindraughts", game="practice", champions="no", sets="dark", cards="no")
    assert game.name == "twindraughts:game=practice"
    assert parlour.game("twindraughts", cards="yes", seats=2).name == "twindraughts"
    assert (
        parlour.game("twindraughts:cards=no,format=parallel").name == "twindraughts:format=parallel"
    )
    assert parlour.game("twindraughts:format=parallel").options["cards"].default == "no"
    practice = parlour.game("twindraughts:game=practice,sets=both")
    assert practice.chosen["cards"] == "yes"
    assert fields(practice.start())["TURN"] == "?0"


GOOD = board(a1="C", b1="C", h8="c", a8="c", c3="M")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"elected": "b-,-"}, "ELECTED"),
        ({"elected": "r-,--"}, "ELECTED"),
        ({"elected": "s-,--"}, "not royal"),
        ({"pieces": GOOD.replace("C", "R")}, "no election made it one"),
        ({"pieces": GOOD.replace("M", "H")}, "has not elected rebound"),
        ({"turn": "0d"}, "TURN"),
        ({"turn": "2*"}, "TURN"),
        ({"sets": "p,-"}, "SETS"),
        ({"sets": "0,p"}, "has ended"),
        ({"sets": "=,p"}, "has ended"),
        ({"streaks": "d1"}, "STREAKS"),
        ({"streaks": "d1,-"}, "STREAKS"),
        ({"streaks": "x1,-"}, "STREAKS"),
        ({"counts": "0,0,0,0,0"}, "6"),
        ({"counts": "0,0,0,0,1,0"}, "resets"),
        ({"counts": "0,0,0,0,0,x"}, "whole number"),
        ({"pieces": board(a1="C", h8="c")}, "no piece on the light set"),
        ({"pieces": GOOD.replace("/", ",")}, "rows"),
    ],
)
def test_contradictions_are_refused(change: dict[str, str], why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        at("", **{"pieces": GOOD, **change})


def test_why_a_move_is_refused() -> None:
    state = at("game=rebound", GOOD, streaks="d3,d3", counts="3,0,4,4,0,0")
    for move, why in (
        ("a1-b2", "in succession"),
        ("a8-b7", "South has no piece"),
        ("d2d3", "a move is"),
        ("b1xd3", "is not a legal move"),
    ):
        with pytest.raises(parlour.IllegalMove, match=why):
            state.play(move)
    parallel = at("format=parallel,game=rebound", GOOD, turn="0l")
    with pytest.raises(parlour.IllegalMove, match="turn on the light set"):
        parallel.play("a1-b2")


# -- what a bot sees ---------------------------------------------------------------------------------------


def test_a_capture_waiting_on_the_other_set_is_seen() -> None:
    """In Parallel play South begins on each set: what North leaves to capture is taken two turns later."""
    hanging = board(a2="M", h7="m", c5="m", d4="M")
    safe = board(a2="M", h7="m", g5="m", d4="M")

    def lead(pieces: str, turn: str) -> int:
        state = at("format=parallel", pieces, turn, streaks="d1,d1", counts="0,0,5,5,0,0")
        values = [state.game.plain.rules.evaluate(state.record, seat) for seat in (0, 1)]
        assert values[0] == -values[1]
        return int(values[0])

    assert lead(hanging, "0l") > lead(hanging, "0d")
    assert lead(safe, "0l") == lead(safe, "0d")


def test_a_wrong_text_is_answered_with_what_this_game_writes() -> None:
    for name, words in {
        "royal-draughts": "c3xe5xg7; legal are",
        "twindraughts:cards=no,game=reset": "adds its square, @b1; legal are",
    }.items():
        with pytest.raises(parlour.IllegalMove, match=words):
            parlour.game(name).start().code("zz")
