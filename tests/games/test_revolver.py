"""Revolver: each rule of the page in its order, hands, chance, views, position texts."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.games.revolver import hands
from parlour.games.revolver.names import BULLETS, hand_text, read_hand
from parlour.kernel.chance_codes import split_code
from parlour.kernel.layout import new_plain
from parlour.kernel.loader import SourceFile
from parlour.kernel.primitives import copy as copy_record
from tests.oracles.revolver import beats, cards, hand_of
from tests.oracles.revolver import kind as page_kind

FLINGS = ("MFSG5D3M", "MG9F5G3D", "MM8G5F3G", "SFDG5M2F", "SMDM4F2G")  # by seat, from the highest


FIELDS = (
    "GAME", "ROUND", "PHASE", "DEALER", "TURN", "SEATS", "AUCTION", "HANDS", "DISCARD", "LAST", "MOVES",
)  # fmt: skip


def started(options: str = "players=5", *texts: str) -> parlour.State:
    """A new game after these moves and outcomes."""
    state = parlour.game(f"revolver:{options}" if options else "revolver").start()
    return after(state, *texts)


def after(state: parlour.State, *texts: str) -> parlour.State:
    """The state after these texts; ``3*enter`` stands for the same three times."""
    for text in texts:
        times, star, move = text.partition("*")
        for _ in range(int(times) if star else 1):
            state.play(move if star else text)
    return state


def deal(*dealt: str, silver: str = "1D") -> str:
    """A deal of these hands."""
    return f"deal:{'/'.join(dealt)}/{silver}"


def dealt(*texts: str, options: str = "players=5") -> parlour.State:
    """Five players with their flings, seat 0 dealing, after these moves of the contest and on."""
    return started(options, "5*enter", deal(*FLINGS), *texts)


def field(state: parlour.State, name: str) -> str:
    """A field of the position text."""
    return state.text.split(" ")[FIELDS.index(name)]


def standing(state: parlour.State, seat: int) -> str:
    return field(state, "SEATS").split("/")[seat]


def marks(state: parlour.State) -> list[int]:
    return [int(seat.split(".")[1]) for seat in field(state, "SEATS").split("/")]


def position(
    seats: str,
    phase: str = "enter",
    turn: str = "1",
    options: str = "players=5",
    number: int = 1,
    dealer: int = 0,
    auction: str = "-",
    hands: str = "-",
    discard: str = "-",
    last: str = "",
    moves: int = 0,
) -> parlour.State:
    """A position with these fields; LAST is a void round where nothing else is given."""
    game = parlour.game(f"revolver:{options}")
    last = last or ("-" if number == 1 else "/".join("-" * (game.seats + 2)))
    fields = [number, phase, dealer, turn, seats, auction, hands, discard, last, moves]
    return game.read(" ".join([game.name, *map(str, fields)]))


def asked(*standings: str) -> str:
    """SEATS of players who are still to say whether they enter: ``MARKS.RESERVE`` each, or all of it."""
    return "/".join(
        s if s.count(".") == 5 else f"g.{s}.0.0.0" if s.count(".") == 1 else s for s in standings
    )


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# -- options, the start, the dealer ------------------------------------------------------------------


def test_the_standard_game() -> None:
    state = started("")
    seats = "/".join(["g.100.1.0.0.0"] * 7)
    assert state.text == f"revolver 1 enter 0 1 {seats} - - - - 0"
    assert state.game.options["rounds"].default == 15
    assert state.moves() == ["enter", "leave", "withdraw"]
    assert state.turn == 1


@pytest.mark.parametrize("players", [2, 5, 6, 7])
def test_two_or_five_to_seven_play(players: int) -> None:
    assert parlour.game("revolver", players=players).seats == players


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 4},
        {"players": 8},
        {"rounds": 0},
        {"rounds": 16},
        {"dealer": "last"},
        {"forward": "1+2+3"},
        {"forward": "1+2+3+4+5", "players": 6},
        {"forward": "1+2+3+4+5+6+07"},
        {"forward": "1+2+3+4+5+6+"},
        {"forward": "+1+2+3+4+5+6"},
        {"forward": "1+2+3+4+5+6+100000001"},
        {"forward": "-1+2+3+4+5+6+7"},
        {"forward": "0"},
        {"forward": ""},
        {"forward": 0},
        {"forward": "1,2,3,4,5,6,7"},
    ],
)
def test_options_that_are_not_allowed(options: dict[str, object]) -> None:
    with pytest.raises(parlour.BadOption, match=next(iter(options))):
        parlour.game("revolver", **options)


def test_marks_are_brought_forward() -> None:
    state = started("forward=0+35+0+0+210,players=5")
    assert marks(state) == [100, 135, 100, 100, 310]
    assert state.game.name == "revolver:forward=0+35+0+0+210,players=5"
    assert parlour.game("revolver", forward="none").name == "revolver"
    zeros = "0+0+0+0+0+0+0"
    assert parlour.game("revolver", forward=zeros).name == f"revolver:forward={zeros}"


def test_the_cut_settles_the_dealer_by_rank_then_region() -> None:
    state = started("dealer=cut,players=5")
    seats = "/".join(["g.100.1.0.0.0"] * 5)
    assert state.text == f"revolver:dealer=cut,players=5 1 cut - - {seats} - - - - 0"
    assert state.turn == parlour.CHANCE
    assert state.chances() is None
    state.play("cut:9D,SM,SG,1F,DF")
    assert field(state, "DEALER") == "2"
    assert state.turn == 3


@pytest.mark.parametrize(
    "text",
    ["cut:9D,SM,SG,1F", "cut:9D,SM,SG,1F,9D", "9D,SM,SG,1F,DF", "cut:9D,SM,SG,1F,0F", "cut:"],
)
def test_a_cut_is_one_bullet_each(text: str) -> None:
    with pytest.raises(parlour.IllegalMove):
        started("dealer=cut,players=5", text)


def test_marks_and_barrels_are_shown_at_each_player() -> None:
    state = dealt()
    picture = state.scene(2).picture
    assert picture is not None
    said = [label.text for label in picture.captions]
    assert said.count("95 + 50 marks") == said.count("5") == 5
    assert [area.tone for area in picture.areas].count("barrel") == 5
    assert "Green in" in said


def test_the_next_dealer_is_the_next_to_the_left_still_in_the_game() -> None:
    state = dealt("4*decline")
    assert field(state, "DEALER") == "1"
    assert state.turn == 2
    state = started(
        "players=5",
        "leave",
        "4*enter",
        deal(FLINGS[0], "-", *FLINGS[2:]),
        "3*decline",
    )
    assert (field(state, "ROUND"), field(state, "DEALER"), state.turn) == ("2", "2", 3)


def test_a_dealer_who_withdraws_passes_the_deal_to_the_first_entrant_on_his_left() -> None:
    state = started("players=5", "withdraw", "3*enter", "withdraw")
    assert field(state, "PHASE") == "deal"
    assert field(state, "DEALER") == "2"
    state.play(deal("-", "-", *FLINGS[2:]))
    assert state.turn == 3
    after(state, "2*decline")
    assert (field(state, "DEALER"), state.turn) == ("3", 4)


def test_a_dealer_who_leaves_or_is_finished_passes_the_deal_too() -> None:
    assert field(started("players=5", "4*enter", "leave"), "DEALER") == "1"
    state = position(asked("5.0", "50.1", "50.1", "50.1", "50.1"))
    after(state, "5*enter")
    assert standing(state, 0) == "f.0.0.0.5.0"
    assert (field(state, "PHASE"), field(state, "DEALER")) == ("deal", "1")


# -- entering --------------------------------------------------------------------------------------


def test_entering_places_five() -> None:
    assert standing(started("players=5", "enter"), 1) == "e.95.1.0.5.0"
    assert standing(started("players=5", "withdraw"), 1) == "w.100.1.1.0.0"
    assert standing(started("players=5", "leave"), 1) == "l.100.1.0.0.0"


def test_nobody_withdraws_more_than_three_times() -> None:
    state = started("players=5")
    for _ in range(3):
        after(state, "5*withdraw")
    assert field(state, "ROUND") == "4"
    assert state.moves() == ["enter", "leave"]
    with pytest.raises(parlour.IllegalMove, match="3 times"):
        state.play("withdraw")


def test_who_cannot_place_five_withdraws_or_leaves_and_that_counts() -> None:
    state = position(asked("50.1", "4.1", "50.1", "50.1", "50.1"))
    assert state.moves() == ["leave", "withdraw"]
    with pytest.raises(parlour.IllegalMove, match="5 marks"):
        state.play("enter")
    assert standing(state.play("withdraw"), 1) == "w.4.1.1.0.0"
    state = position(asked("50.1", "g.4.1.3.0.0", "50.1", "50.1", "50.1"))
    assert state.moves() == ["leave"]


def test_a_round_with_one_entrant_is_void_and_counts() -> None:
    state = started("players=5", "enter", "4*withdraw")
    assert field(state, "ROUND") == "2"
    assert field(state, "LAST") == "-/-/-/-/-/-/-"
    assert marks(state) == [100] * 5
    assert standing(state, 2) == "g.100.1.1.0.0"
    assert field(state, "DEALER") == "2"  # the deal had passed to seat 1


def test_a_round_with_no_entrant_is_void() -> None:
    state = started("players=5", "5*withdraw")
    assert (field(state, "ROUND"), field(state, "DEALER")) == ("2", "1")


def test_who_is_finished_by_a_void_round_leaves_his_entrance_to_the_one_entrant() -> None:
    state = position(asked("50.1", "5.0", "50.1", "50.1", "50.1"))
    after(state, "2*enter", "3*withdraw")
    assert marks(state) == [50, 0, 55, 50, 50]
    assert standing(state, 1) == "f.0.0.0.0.0"


def test_with_nobody_left_in_the_barrels_are_lost() -> None:
    state = position(asked("50.1", "5.0", "50.1", "50.1", "50.1"))
    after(state, "enter", "4*withdraw")
    assert marks(state) == [50, 0, 50, 50, 50]


def test_or_go_to_the_last_player_of_the_game() -> None:
    state = position(asked("50.1", "5.0", "l.9.1.0.0.0", "l.9.1.0.0.0", "l.9.1.0.0.0"))
    state.play("enter")
    assert end(state) == "#last-player:1,0,0,0,0"
    assert marks(state)[0] == 55


# -- the deal --------------------------------------------------------------------------------------


def test_the_deal_is_four_each_and_the_silver_bullet() -> None:
    state = started("players=5", "withdraw", "4*enter")
    assert state.turn == parlour.CHANCE
    assert state.chances() is None
    text = "deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SMDM4F2G/1D"
    state.play(text)
    assert field(state, "HANDS") == text.removeprefix("deal:")
    assert field(state, "PHASE") == "contest"
    assert state.turn == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deal:MFSG5D3M/MG9F5G3D/MM8G5F3G/SFDG5M2F/SMDM4F2G/1D", "seat 1 has a hand"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/-/1D", "seat 4 has no hand"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SMDM4F2G/2G", "in a hand"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SGDM4F3M/1D", "another has"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/DMSG4F2G/1D", "from the top"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SGDM4F/1D", "four bullets"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SGDM4F2X/1D", "2X"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SMDM4F2G/-", "no bullet"),
        ("deal:MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SMDM4F2G", "expected deal:"),
        ("MFSG5D3M/-/MM8G5F3G/SFDG5M2F/SMDM4F2G/1D", "expected deal:"),
    ],
)
def test_deals_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        started("players=5", "withdraw", "4*enter", text)


def test_every_bullet_is_as_likely_to_be_dealt_anywhere() -> None:
    state = started("players=5", "5*enter")
    rng = random.Random(5)
    silver, first = Counter(), Counter()
    for _ in range(2600):
        *hands_dealt, last = state.draw(rng).removeprefix("deal:").split("/")
        silver[last] += 1
        first.update(hands_dealt[0][i : i + 2] for i in (0, 2, 4, 6))
    assert set(silver) == set(first) == set(BULLETS)
    assert sum((n - 50) ** 2 / 50 for n in silver.values()) < 110
    assert sum((n - 200) ** 2 / 200 for n in first.values()) < 110


# -- contest and ricochet ----------------------------------------------------------------------------


def test_the_contest_is_placed_in_steps_of_five() -> None:
    state = dealt()
    assert state.moves() == ["decline", "place"]
    with pytest.raises(parlour.IllegalMove, match="no marks have been placed"):
        state.play("raise")
    state.play("place")
    assert standing(state, 1) == "e.90.1.0.10.5"
    assert state.moves() == ["decline", "place", "raise"]
    state.play("raise")
    assert standing(state, 2) == "e.85.1.0.15.10"
    state.play("place")
    assert standing(state, 3) == "e.85.1.0.15.10"
    after(state, "raise", "raise")
    assert standing(state, 0) == "e.75.1.0.25.20"


def test_those_below_the_highest_match_or_decline() -> None:
    state = dealt("place", "raise", "decline", "place", "raise")
    assert field(state, "PHASE") == "ricochet"
    assert state.turn == 1
    assert state.moves() == ["decline", "match"]
    after(state, "match", "decline")
    assert state.turn == 4
    state.play("match")
    assert field(state, "PHASE") == "auction"
    assert [standing(state, i) for i in range(5)] == [
        "e.80.1.0.20.0",
        "e.80.1.0.20.0",
        "d.85.1.0.15.0",
        "d.95.1.0.5.0",
        "e.80.1.0.20.0",
    ]


def test_where_all_have_placed_the_same_there_is_no_ricochet() -> None:
    state = dealt("place", "decline", "place", "place", "decline")
    assert field(state, "PHASE") == "auction"
    assert state.turn == 1


def test_who_cannot_place_what_is_asked_must_decline() -> None:
    state = position(asked("50.1", "50.1", "7.1", "17.1", "50.1"))
    after(state, "5*enter", deal(*FLINGS), "place")
    assert state.moves() == ["decline"]
    after(state, "decline")
    assert state.moves() == ["decline", "place", "raise"]
    after(state, "place", "raise", "raise", "match")
    assert field(state, "PHASE") == "ricochet"
    assert state.turn == 3
    assert state.moves() == ["decline"]
    with pytest.raises(parlour.IllegalMove, match="10 marks, and you have 7"):
        state.play("match")


# -- the auction -----------------------------------------------------------------------------------


def auction() -> parlour.State:
    """Seats 1, 3 and 4 at the auction."""
    return dealt("place", "decline", "place", "place", "decline")


def test_a_bid_is_one_to_five_above_the_highest() -> None:
    state = auction()
    assert state.moves() == ["bid:1", "bid:2", "bid:3", "bid:4", "bid:5", "no-bid"]
    state.play("bid:4")
    assert field(state, "AUCTION") == "4@1"
    assert state.turn == 3
    assert state.moves() == ["bid:5", "bid:6", "bid:7", "bid:8", "bid:9", "no-bid"]
    for text in ("bid:4", "bid:10", "bid:0", "bid:05", "bid:", "bid:-5", "bid:999999999999"):
        with pytest.raises(parlour.IllegalMove):
            state.play(text)
    assert marks(state)[1] == 90  # a bid is not yet placed


def test_who_said_no_bid_may_bid_later() -> None:
    state = after(auction(), "no-bid", "bid:5", "no-bid")
    assert state.turn == 1
    after(state, "bid:6", "no-bid", "no-bid")
    assert field(state, "PHASE") == "discard"
    assert state.turn == 1
    assert standing(state, 1) == "e.84.1.0.16.0"


def test_the_auction_ends_when_all_say_no_bid() -> None:
    state = after(auction(), "3*no-bid")
    assert field(state, "PHASE") == "stepup"
    assert field(state, "AUCTION") == "-"
    assert state.turn == 1


def test_a_bid_is_at_most_what_the_player_has() -> None:
    state = position(asked("50.1", "13.1", "50.1", "50.1", "50.1"))
    after(state, "5*enter", deal(*FLINGS), "place", "place", "3*decline")
    assert state.moves() == ["bid:1", "bid:2", "bid:3", "no-bid"]
    after(state, "no-bid", "bid:3")
    assert state.moves() == ["no-bid"]
    with pytest.raises(parlour.IllegalMove, match="you have 3"):
        state.play("bid:4")


def test_the_winner_takes_the_silver_bullet_for_one_of_his_own() -> None:
    state = after(auction(), "bid:3", "2*no-bid")
    assert state.moves() == sorted(f"discard:{b}" for b in ("MG", "9F", "5G", "3D"))
    with pytest.raises(parlour.IllegalMove, match="one of your own"):
        state.play("discard:1D")
    state.play("discard:3D")
    assert field(state, "DISCARD") == "1:3D"
    assert field(state, "HANDS") == deal(*FLINGS).removeprefix("deal:")
    assert field(state, "PHASE") == "stepup"
    after(state, "3*place")
    assert field(state, "LAST") == "1/-/MG9F5G1D/-/SFDG5M2F/SMDM4F2G/1D"


# -- step-up, showdown -------------------------------------------------------------------------------


def test_the_step_up_is_in_tens_and_the_bid_is_not_counted() -> None:
    state = after(auction(), "bid:5", "2*no-bid", "discard:3D")
    assert state.moves() == ["decline", "place"]
    after(state, "place", "raise", "place")
    assert [standing(state, i) for i in (1, 3, 4)] == [
        "e.75.1.0.25.10",
        "e.70.1.0.30.20",
        "e.70.1.0.30.20",
    ]
    assert field(state, "PHASE") == "rematch"
    assert state.turn == 1
    state.play("match")
    assert marks(state) == [95, 65 + 95 + 10, 95, 70, 70]
    assert field(state, "ROUND") == "2"


def test_the_highest_takes_all_barrels() -> None:
    state = dealt("5*place", "5*no-bid", "5*place")
    assert marks(state) == [180, 80, 80, 80, 80]
    shown = "/".join(FLINGS)
    assert field(state, "LAST") == f"0/{shown}/1D"


@pytest.mark.parametrize(
    ("texts", "winner", "silver"),
    [
        (["4*decline"], 0, "-"),
        (["place", "4*decline"], 1, "-"),
        (["place", "raise", "3*decline", "decline"], 2, "-"),
        (["2*place", "3*decline", "2*no-bid", "decline"], 2, "1D"),
        (["2*place", "3*decline", "2*no-bid", "place", "raise", "decline"], 2, "1D"),
    ],
)
def test_who_is_left_alone_wins_unseen(texts: list[str], winner: int, silver: str) -> None:
    state = dealt(*texts)
    assert field(state, "ROUND") == "2"
    assert field(state, "LAST") == f"{winner}/-/-/-/-/-/{silver}"
    assert sum(marks(state)) == 500
    assert marks(state)[winner] == max(marks(state))


# Five players have stepped up by ten; seat 0 deals, so seat 1 speaks first.
STEPPED_UP = ("5*place", "5*no-bid", "5*place")


def conceding(*texts: str) -> parlour.State:
    return dealt(*STEPPED_UP, *texts, options="players=5,showdown=concede")


def test_players_show_or_concede_in_turn() -> None:
    state = conceding()
    assert (field(state, "PHASE"), state.turn, state.moves()) == (
        "showdown",
        1,
        ["concede", "show"],
    )
    state.play("concede")
    assert standing(state, 1).startswith("d.")
    state.play("show")
    hands = state.text.split(" ")[7].split("/")
    assert state.view(0).split(" ")[7].split("/")[1:4] == ["?", hands[2], "?"]
    assert state.view(None).split(" ")[7].split("/")[:3] == ["?", "?", hands[2]]
    after(state, "3*concede")
    assert field(state, "LAST").split("/")[:6] == ["2", "-", "-", hands[2], "-", "-"]


def test_the_last_one_wins_unseen_if_nobody_has_shown() -> None:
    state = conceding("4*concede")
    winner, *hands, silver = field(state, "LAST").split("/")
    assert (winner, hands, silver != "-") == ("0", ["-"] * 5, True)


def test_a_shown_hand_has_the_silver_bullet_in_it() -> None:
    state = dealt("5*place", "bid:1", "4*no-bid", options="players=5,showdown=concede")
    mine = state.moves()[0]
    state.play(mine)
    after(state, "5*place", "show")
    silver = state.text.split(" ")[7].split("/")[-1]
    shown = state.view(3).split(" ")
    assert silver in shown[7].split("/")[1]
    assert mine[-2:] not in shown[7].split("/")[1]
    assert shown[8] == "1:?"
    for seed in range(20):
        other = state.copy()
        other.game.plain.rules.redeal(other.record, 3, [seed])
        assert other.view(3) == state.view(3)


def test_the_last_who_has_not_declined_need_not_place() -> None:
    state = dealt("4*decline")
    assert marks(state) == [120, 95, 95, 95, 95]


# -- the Reserve, and being finished -----------------------------------------------------------------


def broke(
    *texts: str, seats: tuple[str, ...] = ("50.1", "5.1", "50.1", "50.1", "50.1")
) -> parlour.State:
    """Seat 1 enters with its last marks, a Reserve behind it."""
    return after(position(asked(*seats)), "5*enter", deal(*FLINGS), *texts)


def test_the_reserve_is_issued_at_a_turn_to_place() -> None:
    state = broke()
    assert state.moves() == ["decline", "reserve"]
    state.play("reserve")
    assert standing(state, 1) == "e.50.0.0.5.0"
    assert state.turn == 1
    assert state.moves() == ["decline", "place"]
    assert field(state, "MOVES") == "6"


def test_the_reserve_before_entering() -> None:
    state = position(asked("50.1", "0.1", "50.1", "50.1", "50.1"))
    assert state.moves() == ["leave", "reserve", "withdraw"]
    after(state, "reserve", "enter")
    assert standing(state, 1) == "e.45.0.0.5.0"


def test_the_reserve_in_ricochet_auction_and_step_up() -> None:
    poor = ("50.1", "10.1", "50.1", "50.1", "50.1")
    state = broke("place", "raise", "3*decline", seats=poor)
    assert field(state, "PHASE") == "ricochet"
    assert state.moves() == ["decline", "reserve"]
    state = broke("place", "place", "3*decline", seats=poor)
    assert state.moves() == ["no-bid", "reserve"]
    bidding = after(state.copy(), "reserve")
    assert bidding.moves() == ["bid:1", "bid:2", "bid:3", "bid:4", "bid:5", "no-bid"]
    after(state, "2*no-bid")
    assert state.moves() == ["decline", "reserve"]
    after(state, "reserve", "place")
    assert standing(state, 1) == "e.40.0.0.20.10"


def test_the_reserve_is_for_who_has_no_marks_and_not_for_discarding() -> None:
    state = broke("place", "place", "3*decline", seats=("50.1", "13.1", "50.1", "50.1", "50.1"))
    with pytest.raises(parlour.IllegalMove, match="no marks at all"):
        state.play("reserve")
    after(state, "bid:3", "no-bid")
    assert standing(state, 1) == "e.0.1.0.13.0"
    assert all(move.startswith("discard:") for move in state.moves())


LAST_MARKS = ("50.1", "5.0", "50.1", "50.1", "50.1")


def test_who_enters_with_his_last_marks_is_finished() -> None:
    state = after(position(asked(*LAST_MARKS)), "enter")
    assert standing(state, 1) == "f.0.0.0.5.0"
    after(state, "4*enter")
    state.play(deal(FLINGS[0], "-", *FLINGS[2:]))
    after(state, "3*decline")
    assert marks(state) == [50 + 20, 0, 45, 45, 45]


def test_who_places_his_last_marks_is_finished_and_his_placing_stands() -> None:
    seats = ("50.1", "50.1", "15.0", "50.1", "50.1")
    state = broke("place", "raise", "3*place", seats=seats)
    assert standing(state, 2) == "f.0.0.0.15.10"
    assert field(state, "PHASE") == "ricochet"
    assert state.turn == 1
    after(state, "match", "4*no-bid", "2*decline", "place", "decline")
    assert sum(marks(state)) == 215
    assert marks(state)[2] == 0


def test_who_matches_with_his_last_marks_is_finished() -> None:
    state = broke(
        "place", "raise", "3*decline", "match", seats=("50.1", "15.0", "50.1", "50.1", "50.1")
    )
    assert field(state, "LAST") == "2/-/-/-/-/-/-"
    assert marks(state) == [45, 0, 50 + 15 + 15, 45, 45]


def test_who_wins_the_auction_with_his_last_marks_is_finished_and_discards_nothing() -> None:
    seats = ("50.1", "13.0", "50.1", "50.1", "50.1")
    state = broke("3*place", "2*decline", "bid:3", "2*no-bid", seats=seats)
    assert standing(state, 1) == "f.0.0.0.13.0"
    assert (field(state, "PHASE"), field(state, "TURN")) == ("stepup", "2")
    assert (field(state, "AUCTION"), field(state, "DISCARD")) == ("3@1", "-")
    assert state.game.read(state.text).text == state.text
    state = broke("2*place", "3*decline", "bid:3", "no-bid", seats=seats)
    assert field(state, "LAST") == "2/-/-/-/-/-/1D"
    assert marks(state) == [45, 0, 40 + 13 + 10 + 15, 45, 45]


# -- rarities --------------------------------------------------------------------------------------

RIVER, BRIDGE, PRIMARY, FOREMOST = "9F8F7F6F", "5F5G5M5D", "MGSGDGBG", "MFMGMMMD"


@pytest.mark.parametrize(
    ("hand", "earned"), [(FOREMOST, 20), (PRIMARY, 15), (BRIDGE, 10), (RIVER, 5), ("9F8F7F6G", 0)]
)
def test_what_a_rarity_earns(hand: str, earned: int) -> None:
    state = started("players=5", "3*enter", "withdraw", "enter")
    state.play(deal("SDDM4G2F", hand, "SMDD4F2G", "8G6M3D2D", "-"))
    after(state, "3*decline")
    assert marks(state) == [115 - earned, 95 + 4 * earned, 95 - earned, 95 - earned, 100 - earned]
    shown = f"-!{hand}" if earned else "-"
    assert field(state, "LAST") == f"0/-/{shown}/-/-/-/-"


def test_only_the_four_that_were_dealt_count() -> None:
    state = started("players=5", "5*enter", deal("MFSG5D3M", "9F8F7F2D", *FLINGS[2:], silver="6F"))
    after(state, "2*place", "3*decline", "bid:1", "no-bid", "discard:2D", "2*place")
    assert field(state, "LAST") == "1/-/9F8F7F6F/MM8G5F3G/-/-/6F"
    assert sum(marks(state)) == 500
    assert marks(state)[0] == 95


def test_a_rarity_that_was_given_up_still_counts() -> None:
    state = started("players=5", "5*enter", deal("MFSG5D3M", "9F8F7F6F", *FLINGS[2:], silver="BF"))
    after(state, "2*place", "3*decline", "bid:1", "no-bid", "discard:6F", "2*place")
    assert field(state, "LAST") == "1/-/BF9F8F7F!9F8F7F6F/MM8G5F3G/-/-/BF"
    assert marks(state)[0] == 90


def test_a_payer_pays_what_he_has_and_nothing_of_an_unissued_reserve() -> None:
    state = position(asked("100.1", "100.1", "7.1", "12.0", "8.0"))
    after(state, "3*enter", "withdraw", "enter")
    state.play(deal("SDDM4G2F", BRIDGE, "SMDD4F2G", "8G6M3D2D", "-"))
    after(state, "3*decline")
    assert marks(state) == [95 + 20 - 10, 95 + 10 + 2 + 7 + 8, 0, 0, 0]
    assert standing(state, 2) == "g.0.1.0.0.0"
    assert standing(state, 3) == "f.0.0.0.0.0"
    assert standing(state, 4) == "f.0.0.1.0.0"


def test_holders_collect_from_the_dealers_left_and_who_is_emptied_collects_nothing() -> None:
    state = position(asked("100.1", "100.1", "12.0", "100.1", "100.1"))
    after(state, "5*enter", deal("SDDM4G2F", PRIMARY, BRIDGE, "8G6M3D2D", "7G6D3M2M"), "4*decline")
    assert standing(state, 2) == "f.0.0.0.0.0"
    assert marks(state) == [95 + 25 - 15, 95 + 15 * 3 + 7, 0, 80, 80]
    assert field(state, "LAST") == f"0/-/-!{PRIMARY}/-!{BRIDGE}/-/-/-"


def test_a_holder_out_of_the_game_does_not_collect() -> None:
    state = position(asked("100.1", "100.1", "10.0", "100.1", "100.1"))
    after(state, "5*enter", deal("SDDM4G2F", "SMDD4F2G", BRIDGE, "8G6M3D2D", "7G6D3M2M"))
    after(state, "2*place", "3*decline")
    assert standing(state, 2) == "f.0.0.0.0.0"
    assert marks(state) == [95, 90 + 35, 0, 95, 95]


# -- hands -----------------------------------------------------------------------------------------


def compiled_hands():  # type: ignore[no-untyped-def]
    """The functions of ``hands.py``, compiled."""
    return parlour.game("revolver").compiled.bind(
        SourceFile.of_module("parlour.games.revolver.hands")
    )


@pytest.fixture(scope="module")
def every_hand() -> list[tuple[int, int, int]]:
    """Strength, kind and the bullets of all hands, from the lowest."""
    strength, kind = (getattr(compiled_hands(), name) for name in ("strength", "kind"))
    masks = (1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in combinations(range(52), 4))
    return sorted((strength(hand), kind(hand), hand) for hand in masks)


def test_how_many_hands_of_every_kind_there_are(every_hand: list[tuple[int, int, int]]) -> None:
    rows, straight = comb(13, 4), 10
    expected = {
        hands.FOREMOST_BRIDGE: 1,
        hands.PRIMARY_RIVER: 4,
        hands.BRIDGE: 13 - 1,
        hands.RIVER: 4 * (straight - 1),
        hands.STREAM: straight * (4**4 - 4),
        hands.GATHERING: 4 * (rows - straight),
        hands.CROSSING: 13 * comb(4, 3) * 48,
        hands.STEPPING_STONES: comb(13, 2) * comb(4, 2) ** 2,
        hands.MATCH: 13 * comb(4, 2) * comb(12, 2) * 4 * 4,
        hands.FLING: (rows - straight) * (4**4 - 4),
    }
    assert len(every_hand) == comb(52, 4) == 270_725
    assert Counter(kind for _, kind, _ in every_hand) == expected


def test_hands_are_in_one_order_without_ties(every_hand: list[tuple[int, int, int]]) -> None:
    assert len({strength for strength, _, _ in every_hand}) == len(every_hand)
    kinds = [kind for _, kind, _ in every_hand]
    assert kinds == sorted(kinds)


def test_the_order_is_the_pages(every_hand: list[tuple[int, int, int]]) -> None:
    rng = random.Random(3)
    for _ in range(4000):
        low = rng.randrange(len(every_hand) - 1)
        near = rng.choice([low + 1, min(low + rng.randint(1, 60), len(every_hand) - 1)])
        high = rng.choice([near, rng.randrange(low + 1, len(every_hand))])
        lower, higher = hand_text(every_hand[low][2]), hand_text(every_hand[high][2])
        assert beats(higher, lower)
        assert 10 - every_hand[low][1] == page_kind(lower)


def test_rarities_are_the_four_highest_kinds(every_hand: list[tuple[int, int, int]]) -> None:
    earned = {kind: {hands.rarity(hand) for _, kind_, hand in every_hand[-60:] if kind_ == kind}
              for kind in (9, 8, 7, 6, 5)}  # fmt: skip
    assert earned == {9: {20}, 8: {15}, 7: {10}, 6: {5}, 5: {0}}
    assert hands.rarity(0) == 0


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("MFMGMMMD", "MFSFDFBF"),
        ("MDSDDDBD", "SFSGSMSD"),
        ("1F1G1M1D", "SFDFBF9F"),
        ("4D3D2D1D", "MFSFDFBG"),  # a river above the highest stream
        ("BG9G8G7G", "9F8F7F6F"),  # the source's river
        ("4D3G2G1G", "MFSFDF9F"),  # a stream above a gathering
        ("5D3D2D1D", "MFMGMMSF"),
        ("1F1G1M2D", "MFMGSFSG"),
        ("2F2G1F1G", "MFMGSFDF"),
        ("1F1G3D2D", "MFSFDF9G"),
        ("MF3F2F1F", "SFDFBF8F"),  # no run goes round the end
        ("MFSF9F2F", "MGSG9G1G"),
        ("MFSF9F2F", "MGSG9G2G"),  # by region at last
        ("9F8D7D6D", "9G8F7F6F"),
        ("9F9DSM2M", "9G9MSG2G"),
        ("9F9D2M1M", "8F8GMFSF"),
        ("9F9DSM1F", "9G9MDFBF"),
        ("SFSDDM2F", "SGSMDF1F"),
        ("SFSD2M2D", "SGSM2F2G"),
        ("MD9F7F5F", "SF9G7G5G"),
        ("MG9D7D5D", "MM9F7F5G"),
    ],
)
def test_which_hand_is_higher(higher: str, lower: str) -> None:
    higher, lower = (hand_of(cards(hand)) for hand in (higher, lower))
    assert hands.strength(read_hand(higher)) > hands.strength(read_hand(lower))
    assert beats(higher, lower)


# -- the end ---------------------------------------------------------------------------------------


def test_the_last_player_wins_at_once() -> None:
    state = started("players=5", "enter", "3*leave", "leave")
    assert end(state) == "#last-player:0,1,0,0,0"
    assert marks(state) == [100] * 5
    state = started("players=5", "4*leave")
    assert end(state) == "#last-player:1,0,0,0,0"


def test_after_the_rounds_the_most_marks_win() -> None:
    state = dealt("4*decline", options="players=5,rounds=1")
    assert end(state) == "#rounds:1,0,0,0,0"
    assert state.text.split(" ")[1:5] == ["1", "over", "0", "-"]
    assert state.outcome is not None
    assert state.outcome.details == {"marks": "170+145+145+145+145"}
    words = state.game.notation.detail_in_words("marks", state.outcome.details["marks"])
    assert words == "Marks: Blue 170, Red 145, Green 145, Brown 145, Purple 145"


def test_an_unissued_reserve_counts() -> None:
    seats = asked("99.0", "60.1", "50.1", "50.1", "50.1")
    state = after(position(seats, options="players=5,rounds=1"), "5*withdraw")
    assert end(state) == "#rounds:0,1,0,0,0"


def test_marks_brought_forward_do_not_count() -> None:
    state = started("forward=90+0+0+0+0,players=5,rounds=1", "5*enter", deal(*FLINGS))
    after(state, "place", "4*decline")
    assert end(state) == "#rounds:0,1,0,0,0"
    assert marks(state) == [185, 120, 95, 95, 95]


def test_only_players_still_in_the_game_are_counted() -> None:
    seats = asked("l.500.1.0.0.0", "100.1", "60.1", "50.1", "50.1")
    state = position(seats, options="players=5,rounds=1", dealer=1, turn="2")
    assert end(after(state, "4*withdraw")) == "#rounds:0,1,0,0,0"


def test_players_level_at_the_top_play_one_more_round() -> None:
    seats = asked("100.1", "100.1", "60.1", "50.1", "50.1")
    state = after(position(seats, options="players=5,rounds=1"), "5*withdraw")
    assert field(state, "ROUND") == "2"
    assert [standing(state, i)[0] for i in range(5)] == ["g", "g", "o", "o", "o"]
    assert (field(state, "DEALER"), state.turn) == ("1", 0)
    assert state.moves() == ["enter", "leave"]
    with pytest.raises(parlour.IllegalMove, match="extra round"):
        state.play("withdraw")
    after(state, "2*enter", deal(RIVER, "SMDD4F2G", "-", "-", "-"), "place", "decline")
    assert end(state) == "#rounds:1,0,0,0,0"
    assert marks(state) == [110, 90, 60, 50, 50]  # those who sit out pay no rarity


def test_who_leaves_an_extra_round_is_not_counted() -> None:
    seats = asked("100.1", "100.1", "60.1", "50.1", "50.1")
    state = after(position(seats, options="players=5,rounds=1"), "5*withdraw", "leave", "enter")
    assert end(state) == "#rounds:0,1,0,0,0"
    state = after(position(seats, options="players=5,rounds=1"), "5*withdraw", "2*leave")
    assert end(state) == "#rounds:0,0,1,0,0"


def level(number: int) -> parlour.State:
    """An extra round that leaves seats 0 and 1 level: 0 wins 5 marks, and 1 collects 5 for a river."""
    seats = asked("100.1", "100.1", *["o.60.1.0.0.0"] * 3)
    state = position(seats, options="players=5,rounds=1", number=number, dealer=0)
    return after(state, "2*enter", deal("SMDD4F2G", RIVER, "-", "-", "-"), "decline")


def test_extra_rounds_go_on_until_one_is_ahead_at_most_ten_times() -> None:
    state = level(10)
    assert (field(state, "ROUND"), field(state, "PHASE")) == ("11", "enter")
    state = level(11)
    assert end(state) == "#rounds:1/2,1/2,0,0,0"
    assert state.game.read(state.text).outcome == state.outcome


def test_the_move_limit_counts_all_moves_together() -> None:
    state = started(
        "move_limit=2,players=5", "withdraw", "4*enter", deal("MFSG5D3M", "-", *FLINGS[2:])
    )
    after(state, "place", "place", "place", "raise")
    assert state.turn == 2
    state.play("match")
    assert end(state) == "#move-limit:1/5,1/5,1/5,1/5,1/5"
    assert state.text.split(" ")[2:5] == ["over", "0", "3"]
    assert field(state, "HANDS") != "-"
    assert state.game.read(state.text).view(3) == state.view(3)


def test_the_move_limit_before_the_deal() -> None:
    state = started("move_limit=1,players=5", "5*enter")
    assert end(state) == "#move-limit:1/5,1/5,1/5,1/5,1/5"
    assert state.text.split(" ")[2:5] == ["over", "0", "-"]


def test_after_the_move_limit_a_bid_shows_that_the_silver_bullet_was_turned_up() -> None:
    opened = ["place", "3*place", "place"]
    silver = []
    for moves in ([], ["no-bid"], ["bid:3"]):
        n = 10 + len(moves)
        limit = next(limit for limit in range(1, 9) if 5 * limit >= n)
        rest = ["no-bid"] * (5 * limit - n)
        state = dealt(*opened, *moves, *rest, options=f"players=5,move_limit={limit}")
        assert field(state, "PHASE") == "over"
        views = {state.view(seat).split(" ")[7].split("/")[-1] for seat in (None, *range(5))}
        assert {state.game.read(state.text).view(0)} == {state.view(0)}
        silver.append(views)
    assert silver == [{"?"}, {"?"}, {"1D"}]


def test_what_the_move_itself_decides_comes_before_the_move_limit() -> None:
    state = started("move_limit=1,players=5,rounds=1", "4*leave")
    assert end(state) == "#last-player:1,0,0,0,0"


def test_repetition_is_no_end() -> None:
    state = started("players=5", *["5*withdraw"] * 3)
    assert state.outcome is None


# -- what a seat knows -------------------------------------------------------------------------------


def test_views() -> None:
    state = auction()
    hands_text = field(state, "HANDS")
    assert hands_text.split("/")[1] == "MG9F5G3D"
    assert state.view(1) == state.text.replace(hands_text, "?/MG9F5G3D/?/?/?/1D")
    assert state.view(None) == state.text.replace(hands_text, "?/?/?/?/?/1D")
    contest = dealt("place")
    assert contest.view(3) == contest.text.replace(hands_text, "?/?/?/SFDG5M2F/?/?")


def test_a_discard_is_its_makers_alone() -> None:
    state = after(auction(), "bid:1", "2*no-bid")
    code = state.code("discard:3D")
    assert state.heard(code, 1) == "discard:3D"
    assert state.heard(code, 3) == state.heard(code, None) == "discard:?"
    state.play("discard:3D")
    assert " 1:3D " in state.view(1)
    assert " 1:? " in state.view(0)
    assert " 1:? " in state.view(None)


def test_of_a_deal_one_hears_ones_own_hand() -> None:
    state = started("players=5", "withdraw", "4*enter")
    text = deal("MFSG5D3M", "-", *FLINGS[2:])
    code = state.code(text)
    assert len(split_code(code)) == 5
    assert state.heard(code, 0) == "deal:MFSG5D3M/-/?/?/?/?"
    assert state.heard(code, 1) == state.heard(code, None) == "deal:?/-/?/?/?/?"


def twins(rng: random.Random, players: int = 5) -> tuple[parlour.State, parlour.State, int]:
    """Two positions that a seat cannot tell apart, and that seat."""
    while True:
        state = started("" if players == 7 else f"players={players}")
        for _ in range(rng.randint(6, 60)):
            if state.turn is None:
                break
            if state.turn == parlour.CHANCE:
                state.play(state.draw(rng))
            else:
                state.play(rng.choice([m for m in state.moves() if m != "leave"] or ["leave"]))
        if state.turn is not None and state.turn >= 0 and field(state, "HANDS") != "-":
            break
    seat = state.turn if rng.random() < 0.7 else rng.randrange(state.game.seats)
    other = state.copy()
    state.game.plain.rules.redeal(other.record, seat, [rng.getrandbits(63)])
    return state, other, seat


def test_what_a_seat_may_not_know_changes_nothing_for_it() -> None:
    rng = random.Random(8)
    different = 0
    for _ in range(150):
        state, other, seat = twins(rng, rng.choice([5, 6, 7]))
        different += state.text != other.text
        assert state.view(seat) == other.view(seat)
        assert state.scene(seat) == other.scene(seat)
        rules = state.game.plain.rules
        assert rules.view_key(state.record, seat) == rules.view_key(other.record, seat)
        if seat == state.turn:
            assert state.moves() == other.moves()
            assert refused(state) == refused(other)
        assert state.game.read(other.text).text == other.text
    assert different > 130


def refused(state: parlour.State) -> list[str]:
    """What is said of moves that are not legal."""
    said = []
    for text in ("raise", "match", "bid:99", "reserve", "discard:1D", "enter", "withdraw", "x"):
        try:
            state.copy().play(text)
        except parlour.IllegalMove as error:
            said.append(str(error))
    return said


def test_redeal_draws_every_bullet_equally_and_keeps_what_is_known() -> None:
    state = after(auction(), "bid:1", "2*no-bid", "discard:3D")
    rules, rng = state.game.plain.rules, [7]
    record = new_plain(rules.STATE)
    held, discarded = Counter(), Counter()
    for _ in range(3000):
        copy_record(record, state.record)
        rules.redeal(record, 4, rng)
        assert record.hand[4] == read_hand(FLINGS[4])
        assert BULLETS[record.silver] == "1D"
        assert record.hand[1] >> record.discard & 1
        discarded[record.discard] += 1
        held.update(b for b in range(52) if record.hand[0] >> b & 1)
    assert len(held) == len(discarded) == 52 - 4 - 1
    for counts, total in ((held, 12000), (discarded, 3000)):
        each = total / 47
        assert sum((n - each) ** 2 / each for n in counts.values()) < 100
    copy_record(record, state.record)
    rules.redeal(record, 1, rng)
    assert BULLETS[record.discard] == "3D"


def test_redeal_is_the_same_compiled() -> None:
    import numpy as np

    from parlour.kernel.layout import new_compiled, to_compiled

    state = after(auction(), "bid:1", "2*no-bid", "discard:3D")
    rules, compiled = state.game.plain.rules, state.game.compiled.rules
    for seat in range(5):
        record, twin = new_plain(rules.STATE), new_compiled(rules.STATE)
        copy_record(record, state.record)
        to_compiled(record, rules.STATE, twin)
        word, twin_word = [seat], np.array([seat])
        rules.redeal(record, seat, word)
        compiled.redeal(twin[0], seat, twin_word)
        expected = new_compiled(rules.STATE)
        to_compiled(record, rules.STATE, expected)
        assert expected.tobytes() == twin.tobytes()
        assert word[0] == twin_word[0]
        assert rules.view_key(record, seat) == compiled.view_key(twin[0], seat)


# -- position texts ----------------------------------------------------------------------------------

GOOD = "revolver:players=5 1 enter 0 1 " + "/".join(["g.100.1.0.0.0"] * 5) + " - - - - 0"
AUCTION = auction().text
DISCARDED = after(auction(), "bid:3", "2*no-bid", "discard:3D").text
CONTEST = dealt("place").text
OVER = dealt("4*decline", options="players=5,rounds=1").text


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (GOOD, " 1 enter", " 0 enter"),
        (GOOD, " 1 enter", " 01 enter"),
        (GOOD, " 1 enter", " 26 enter"),
        (GOOD, "enter 0 1", "enter 0 2"),
        (GOOD, "enter 0 1", "enter - 1"),
        (GOOD, "enter 0 1", "enter 0 -"),
        (GOOD, "enter 0 1", "enter 0 5"),
        (GOOD, "enter 0 1", "cut - -"),
        (GOOD, "enter 0 1", "deal 0 -"),
        (GOOD, "enter 0 1", "contest 0 1"),
        (GOOD, "enter 0 1", "over 0 -"),
        (GOOD, "enter", "entry"),
        (GOOD, "g.100.1.0.0.0/", ""),
        (GOOD, "g.100.1.0.0.0/", "g.100.1.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "x.100.1.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", ".100.1.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.0100.1.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.0.0.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "f.1.0.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.100.2.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.100.1.4.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "o.100.1.0.0.0/"),
        (GOOD, "g.100.1.0.0.0/", "e.95.1.0.5.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.100.1.0.5.0/"),
        (GOOD, "g.100.1.0.0.0/", "g.999999999.1.0.0.0/"),
        (GOOD, " - - - - 0", " 3@1 - - - 0"),
        (GOOD, " - - - - 0", " - - - -/-/-/-/-/-/- 0"),
        (GOOD, " - - - - 0", " - - - - 00"),
        (GOOD, " - - - - 0", " - - - -"),
        (GOOD, " - - - - 0", " - - - - 0 #rounds:1,0,0,0,0"),
        (CONTEST, "contest 0 2", "contest 0 1"),
        (CONTEST, "contest 0 2", "contest 0 3"),
        (CONTEST, "contest 0 2", "ricochet 0 2"),
        (CONTEST, "contest 0 2", "auction 0 2"),
        (CONTEST, "e.90.1.0.10.5", "e.90.1.0.15.5"),
        (CONTEST, "e.90.1.0.10.5", "w.90.1.1.10.5"),
        (CONTEST, "MFSG5D3M", "SGMF5D3M"),
        (CONTEST, "MFSG5D3M", "MFSG5D5D"),
        (CONTEST, "MFSG5D3M", "MFMG5D3M"),
        (CONTEST, "MFSG5D3M", "-"),
        (CONTEST, "MFSG5D3M", "?"),
        (CONTEST, "/1D ", "/- "),
        (CONTEST, "/1D ", "/2G "),
        (AUCTION, " - ", " 0@1 "),
        (AUCTION, " - ", " 3@1 "),
        (AUCTION, " - ", " 3@2 "),
        (AUCTION, " - ", " 91@3 "),
        (AUCTION, " - ", " 3@ "),
        (AUCTION, "auction 0 1", "discard 0 1"),
        (AUCTION, "auction 0 1", "auction 0 2"),
        (DISCARDED, "1:3D", "1:4D"),
        (DISCARDED, "1:3D", "3:2F"),
        (DISCARDED, "1:3D", "-"),
        (DISCARDED, "1:3D", "1:?"),
        (DISCARDED, "3@1", "-"),
        (DISCARDED, "3@1", "9@1"),
        (OVER, "#rounds:1,0,0,0,0", "#rounds:0,1,0,0,0"),
        (OVER, "#rounds:1,0,0,0,0", "#last-player:1,0,0,0,0"),
        (OVER, "over 0 -", "over 0 1"),
        (OVER, "over 0 -", "over - -"),
        (OVER, "over 0 -", "enter 0 1"),
        (OVER, "0/-/-/-/-/-/-", "0/-/-/-/-/-"),
        (OVER, "0/-/-/-/-/-/-", "5/-/-/-/-/-/-"),
        (OVER, "0/-/-/-/-/-/-", "0/MFSG5D3M/-/-/-/-/1D"),
        (OVER, "0/-/-/-/-/-/-", "0/-!MFSG5D3M/-/-/-/-/-"),
        (OVER, "0/-/-/-/-/-/-", "0/-!/-/-/-/-/-"),
        (OVER, "0/-/-/-/-/-/-", "-/-/-/-/-/-/1D"),
    ],
)
def test_texts_that_are_no_position(text: str, old: str, new: str) -> None:
    game = parlour.game(text.partition(" ")[0])
    assert game.read(text).text == text
    broken = text.replace(old, new, 1)
    assert broken != text
    with pytest.raises(parlour.BadPosition):
        game.read(broken)


def test_an_end_that_the_position_shows_may_be_left_out() -> None:
    shown = OVER.rpartition(" #")[0]
    state = parlour.game("revolver:players=5,rounds=1").read(shown)
    assert state.text == OVER
    assert state.outcome is not None
    assert state.outcome.scores == (1, 0, 0, 0, 0)
    assert state.outcome.scores[0] == Fraction(1)


@given(st.text(max_size=12), st.sampled_from(["deal:", "cut:", "bid:", "discard:", ""]))
def test_any_text_is_a_move_or_a_typed_error(text: str, start: str) -> None:
    for state in (
        started("players=5", "5*enter"),
        started("dealer=cut,players=5"),
        auction(),
        after(auction(), "bid:3", "2*no-bid"),
    ):
        try:
            state.play(start + text)
        except parlour.IllegalMove as error:
            assert str(error)


@given(st.sets(st.integers(0, 51), min_size=4, max_size=4))
def test_hands_are_written_and_read(bullets: set[int]) -> None:
    hand = sum(1 << bullet for bullet in bullets)
    assert read_hand(hand_text(hand)) == hand
    assert hands.kind(hand) == 10 - page_kind(hand_text(hand))
