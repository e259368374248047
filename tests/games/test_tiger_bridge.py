"""TigerBridge: each rule of the page in its order, chance, views, position texts, the balancing point."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import parlour
from parlour.cli.command_line import app
from parlour.games.tiger_bridge import balance as question
from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.blades import BIDS, hand_of, hand_text

FIELDS = (
    "GAME", "PHASE", "DEALER", "POINTS", "MARKS", "TIGERBLADES", "DEALS", "MOVES", "HANDS", "CALLS", "PLAYED",
)  # fmt: skip
SUIT = "TBSWP87654321"
# North has all Forests, East all Lakes, South all Mountains, West all Rivers: whoever has the crests wins
# every round, and without crests whoever leads.
APART = f"deal:{SUIT}.../.{SUIT}../..{SUIT}./...{SUIT}"
MIXED = "deal:TB3.P8.W1.SP8743/W8.TB.TBS8.BW652/S71.SW7654.P4.T1/P6542.321.76532."


def started(*texts: str, options: str = "") -> parlour.State:
    return after(
        parlour.game(f"tiger-bridge:{options}" if options else "tiger-bridge").start(), *texts
    )


def after(state: parlour.State, *texts: str) -> parlour.State:
    """The state after these texts; ``3*decline`` stands for the same three times."""
    for text in texts:
        times, star, move = text.partition("*")
        for _ in range(int(times) if star else 1):
            state.play(move if star else text)
    return state


def field(state: parlour.State, name: str) -> str:
    return state.text.split(" ")[FIELDS.index(name)]


def changed(state: parlour.State, **fields: str) -> parlour.State:
    """The position with other fields."""
    row = state.text.split(" ")
    for name, value in fields.items():
        row[FIELDS.index(name)] = value
    return state.game.read(" ".join(row))


def to_the_last_blade(*calls: str, options: str = "") -> parlour.State:
    """The deal APART after these calls, with one blade to come."""
    state = started(APART, *calls, options=options)
    while state.record.laid < 51:
        state.play(state.moves()[0])
    return state


def marked(points: str, marks: str, bid: str = "9L") -> tuple[str, str, parlour.State]:
    """POINTS and MARKS after East, at these, has taken 13 rounds with his bid."""
    state = to_the_last_blade(bid, "3*decline")
    moves = str(state.record.moves + 40)
    state = changed(state, POINTS=points, MARKS=marks, DEALS="10", MOVES=moves)
    state.play(state.moves()[0])
    return field(state, "POINTS"), field(state, "MARKS"), state


# -- dealing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("TF,8L,1R,5M", "N"),  # the page's
        ("8L,8F,1R,5M", "E"),  # number first, then territory
        ("1F,1L,BR,WF", "S"),
        ("PR,PM,8F,PL", "W"),
    ],
)
def test_the_highest_blade_drawn_deals(drawn: str, dealer: str) -> None:
    state = started(f"draw:{drawn}", options="dealer=draw")
    assert (field(state, "PHASE"), field(state, "DEALER")) == ("deal", dealer)
    state.play(APART)
    assert "NESW"[state.turn or 0] == "ESWN"["NESW".index(dealer)]


@pytest.mark.parametrize(
    "text",
    [
        "draw:", "draw:TF,8L,1R", "draw:TF,TF,1R,5M", "TF,8L,1R,5M", "draw:TF,8L,1R,9M", "draw:tf,8L,1R,5M",
        "draw:TF,8L,1R,5M,2M",
    ],
)  # fmt: skip
def test_what_is_no_draw(text: str) -> None:
    with pytest.raises(parlour.IllegalMove, match="draw:TF,8L,1R,5M"):
        started(options="dealer=draw").play(text)


@pytest.mark.parametrize(
    "text",
    [
        "deal:", APART[:-1], APART.replace("TB", "BT", 1), APART + "/", APART.replace("deal:", ""),
        APART.replace("321...", "322..."), APART.replace("TBS", "TBF", 1),
    ],
)  # fmt: skip
def test_what_is_no_deal(text: str) -> None:
    with pytest.raises(parlour.IllegalMove, match="deal"):
        started().play(text)


def test_deals_are_drawn_and_held_as_texts() -> None:
    state = started()
    text = state.draw(7)
    assert text.startswith("deal:")
    assert field(after(state, text), "HANDS") == text.removeprefix("deal:")
    assert state.chances() is None


# -- bidding ---------------------------------------------------------------------------------------


def test_the_25_bids_rise_by_number_then_crests() -> None:
    assert BIDS[:6] == ("5N", "5R", "5M", "5L", "5F", "6N")
    assert BIDS[-1] == "9F"
    state = started(APART)
    assert sorted(state.moves()) == sorted((*BIDS, "decline"))
    state.play("7L")
    assert set(state.moves()) == {*BIDS[BIDS.index("7L") + 1 :], "decline"}
    for low in ("7L", "7M", "6F"):
        with pytest.raises(parlour.IllegalMove, match="higher than 7L"):
            state.play(low)


def test_bidding_goes_clockwise_from_the_dealers_left() -> None:
    state = started(APART)
    seats = []
    for call in ("decline", "5N", "decline", "6R"):
        seats.append(state.turn)
        state.play(call)
    assert seats == [1, 2, 3, 0]


def test_four_declines_pass_the_deal_on() -> None:
    state = started(APART, "4*decline")
    assert state.text == "tiger-bridge deal E 0-0 0-0 0-0 1 4 - - -"
    assert after(state, APART).turn == 2


def test_the_last_bidder_is_proclaimer_whoever_named_the_crests_first() -> None:
    state = started(APART, "5L", "decline", "6L", "3*decline")
    assert field(state, "PHASE") == "play"
    assert state.turn == 0  # on West's left
    state.play("TF")
    assert state.turn == 3  # for East, the Lookout
    assert state.moves() == sorted(f"{rank}L" for rank in SUIT)
    state.play("1L")
    assert state.turn == 2


def test_there_is_no_doubling_without_tigerblades() -> None:
    state = started(APART, "5L", "2*decline")
    with pytest.raises(parlour.IllegalMove):
        state.play("tigerblade")
    with pytest.raises(parlour.IllegalMove):
        state.play("double")


# -- play ------------------------------------------------------------------------------------------


def test_territory_is_followed_if_it_can_be() -> None:
    state = started(MIXED, "5N", "3*decline")  # East proclaims, South leads
    state.play("SL")
    assert state.moves() == ["1L", "2L", "3L"]
    with pytest.raises(parlour.IllegalMove, match="West can follow Lakes"):
        state.play("PF")
    with pytest.raises(parlour.IllegalMove, match="has it not"):
        state.play("TL")


def test_the_highest_crest_else_the_highest_of_the_territory_led_wins_and_leads() -> None:
    state = started(MIXED, "5N", "3*decline", "TR", "6F", "3R", "2R")
    assert state.turn == 2  # no crests: the Tiger of Rivers; West could not follow
    state = started(MIXED, "5F", "3*decline", "TR", "6F", "3R", "2R")
    assert state.turn == 1  # West's crest wins, and East, Proclaimer, plays the Lookout's blades
    assert state.moves() == sorted(
        [*("PF", "5F", "4F", "2F"), *("3L", "2L", "1L"), *("7M", "6M", "5M", "3M", "2M")]
    )


# -- scoring ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "doubled", "marks"),
    [
        (0, 0, 0),
        (1, 0, 1),
        (5, 0, 5),
        (8, 0, 5),
        (1, 1, 2),
        (2, 1, 4),
        (3, 1, 6),
        (4, 1, 6),
        (0, 1, 0),
    ],
)
def test_rounds_over_and_under_are_marks(rounds: int, doubled: int, marks: int) -> None:
    assert rules.worth(rounds, doubled) == marks


@pytest.mark.parametrize(
    ("calls", "marks"),
    [
        (("9L", "3*decline"), "0-4"),  # 13 rounds, four over
        (("8L", "3*decline"), "0-5"),
        (("5L", "3*decline"), "0-5"),  # five at most
        (("decline", "9L", "3*decline"), "0-5"),  # none, nine under
        (("5N", "3*decline"), "5-0"),  # South leads and wins all
    ],
)
def test_marks_of_a_deal(calls: tuple[str, ...], marks: str) -> None:
    state = to_the_last_blade(*calls)
    state.play(state.moves()[0])
    assert (field(state, "MARKS"), field(state, "DEALS")) == (marks, "1")
    assert field(state, "DEALER") == "E"


@pytest.mark.parametrize(
    ("before", "bid", "points", "marks"),
    [
        ("0-3", "9L", "0-1", "0-1"),  # seven: one more than needed; the other side's are gone
        ("1-3", "9L", "0-1", "0-1"),
        ("5-2", "9L", "0-0", "5-6"),  # six, but one ahead
        ("5-3", "9L", "0-1", "0-0"),
        ("13-12", "9L", "0-1", "0-1"),  # fifteen is enough
        ("14-13", "9L", "0-1", "0-2"),
        ("14-14", "8L", "0-1", "0-4"),
        ("14-10", "9L", "0-0", "14-14"),
    ],
)
def test_holdings(before: str, bid: str, points: str, marks: str) -> None:
    if before == "14-10":
        with pytest.raises(parlour.BadPosition, match="would have won"):
            marked("0-0", before, bid)
        return
    assert marked("0-0", before, bid)[:2] == (points, marks)


@pytest.mark.parametrize(("points", "scores"), [("0-1", (0, 3, 0, 3)), ("1-1", (1, 2, 1, 2))])
def test_two_holdings_win_the_game(points: str, scores: tuple[int, ...]) -> None:
    after_points, marks, state = marked(points, "0-4")
    assert (after_points, marks) == (f"{points[0]}-2", "0-0")
    assert state.outcome is not None
    assert state.outcome.scores == scores
    assert state.outcome.reason == "holdings"
    assert state.text.endswith(f" #holdings:{','.join(map(str, scores))}")
    assert state.game.read(state.text).text == state.text


def test_a_game_of_counted_deals_scores_marks() -> None:
    state = started(APART, "4*decline", APART, "decline", "decline", "9L", options="deals=2")
    assert state.turn == 1
    after(state, "3*decline")
    while state.outcome is None:
        state.play(state.moves()[0])
    assert state.outcome.reason == "deals"  # North proclaimed with East's Lakes as crests
    assert state.outcome.scores == (0, 5, 0, 5)


def test_a_move_limit_is_a_draw() -> None:
    state = started(APART, "4*decline", options="move_limit=1")
    assert state.outcome is not None
    assert state.outcome.scores == (Fraction(1, 4),) * 4
    assert state.outcome.reason == "move-limit"


@pytest.mark.parametrize(
    ("moves", "limit", "before", "hands"),
    [
        (["4*decline"], 1, "deal", False),
        (["5N", "decline", "decline", "6N"], 1, "bid", True),
        (["5N", "3*decline"], 1, "play", True),
    ],
)
def test_after_the_move_limit_the_phase_is_over(
    moves: list[str], limit: int, before: str, hands: bool
) -> None:
    cut_short = started(APART, *moves, options=f"move_limit={limit}")
    running = started(APART, *moves).text.split(" ")
    fields = cut_short.text.split(" ")
    assert (running[1], fields[1]) == (before, "over")
    assert fields[2:-1] == running[2:]
    assert (fields[8] != "-") == hands
    game = cut_short.game
    assert game.read(cut_short.text).text == cut_short.text
    assert game.read(cut_short.text.rpartition(" ")[0]).text == cut_short.text
    assert game.read(cut_short.text).view(0) == cut_short.view(0)
    still = [" ".join([fields[0], before, *fields[2:n]]) for n in (11, 12)]
    for text in still:
        with pytest.raises(parlour.BadPosition, match="expected over"):
            game.read(text)


def test_over_without_an_end_is_refused() -> None:
    text = started(APART, "3*decline", options="move_limit=1").text.replace(" bid ", " over ")
    with pytest.raises(parlour.BadPosition, match="show no end"):
        parlour.game("tiger-bridge:move_limit=1").read(text)


# -- TigerBlades -----------------------------------------------------------------------------------


def test_a_tigerblade_takes_the_place_of_a_third_decline() -> None:
    state = started(APART, "9L", options="tigerblades=yes")
    for _ in range(2):
        assert "tigerblade" not in state.moves()
        state.play("decline")
    assert "tigerblade" in state.moves()
    state.play("tigerblade")
    assert (field(state, "PHASE"), field(state, "TIGERBLADES")) == ("play", "1-0")
    assert state.turn == 2  # East stays Proclaimer


def test_a_tigerblade_is_played_once_by_each_partnership() -> None:
    state = to_the_last_blade("9L", "2*decline", "tigerblade", options="tigerblades=yes")
    state.play(state.moves()[0])
    assert field(state, "POINTS") == "0-1"  # four over are six marks at most
    after(state, APART, "5N", "2*decline")  # South bid, East is third
    assert "tigerblade" in state.moves()
    state.undo()
    state.undo()
    after(state, "6N", "2*decline")  # West bid, and South would be third
    assert "tigerblade" not in state.moves()


# -- views -----------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_then_the_lookouts() -> None:
    state = started(APART, "5L", "3*decline")
    hands = APART.removeprefix("deal:").split("/")
    for seat in range(4):
        seen = ["?"] * 4
        seen[seat] = hands[seat]
        assert "/".join(seen) in state.view(seat)
    assert " ?/?/?/? " in state.view(None)
    state.play("TM")
    for seat in (0, 1, 2, None):
        assert state.view(seat).split(" ")[8].split("/")[3] == hands[3]
    assert state.view(3).split(" ")[8].split("/")[:3] == ["?", "?", "?"]  # not Proclaimer's hand
    assert state.view(3).endswith(" 5L,decline,decline,decline TM")


def test_of_a_deal_a_seat_hears_its_own_hand() -> None:
    state = started()
    code = state.code(APART)
    assert state.heard(code, 2) == f"deal:?/?/..{SUIT}./?"
    assert state.heard(code, None) == "deal:?/?/?/?"


def test_a_blade_is_not_taken_for_a_bid() -> None:
    state = started(APART)
    names = {cell.name for cell in state.scene(1).cells}
    assert not names & set(state.moves())
    after(state, "5L", "3*decline", "TM")
    names = {cell.name for cell in state.scene(1).cells}
    assert set(state.moves()) <= names


def test_the_ladder_shows_who_made_which_bid() -> None:
    state = started(APART)
    picture = state.scene(1).picture
    assert picture is not None
    rungs = [rung for row in picture.ladder for rung in row]
    bids = {code for code in state.moves() if code != "decline"}
    assert {rung.text for rung in rungs} == bids
    assert [rung.text for rung in rungs[:6]] == ["5N", "5R", "5M", "5L", "5F", "6N"]
    after(state, "5L", "decline", "6R")
    picture = state.scene(1).picture
    assert picture is not None
    made = {rung.text: rung.by for row in picture.ladder for rung in row if rung.by}
    assert made == {"5L": "East", "6R": "West"}
    said = [label.text for label in picture.captions]
    assert said[-7:] == ["East", "South", "West", "North", "5L", "decline", "6R"]


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_rounds_are_collected_and_the_last_one_stays_to_be_looked_at(seat: int | None) -> None:
    state = started(APART)
    after(state, "5L", "3*decline")
    for _ in range(4):
        state.play(state.moves()[0])
    before = state.scene(seat).picture
    assert before is not None
    winner = "North–South" if state.record.won == 0 else "East–West"
    assert f"{winner}'s round 1" in {cell.name for cell in before.cells}
    laid = [cell.name for cell in before.cells if abs(cell.x) < 1 and abs(cell.y) < 1]
    assert len(laid) == 4
    state.play(state.moves()[0])
    picture = state.scene(seat).picture
    assert picture is not None
    assert set(laid) <= {cell.name for cell in picture.cells}, "the last round is still there"
    assert {f"{winner}: 1", "last round"} <= {label.text for label in picture.captions}


@pytest.mark.parametrize("seat", range(4))
def test_whoever_looks_sits_at_the_bottom(seat: int) -> None:
    picture = started(APART).scene(seat).picture
    assert picture is not None
    own = [cell for cell in picture.cells if cell.picture_pieces[0].kind != "back"]
    assert len(own) == 13
    assert max(cell.y for cell in own) == min(cell.y for cell in picture.cells)


# -- texts -----------------------------------------------------------------------------------------


@given(st.integers(0, (1 << 52) - 1))
def test_hands_are_written_and_read(hand: int) -> None:
    assert hand_of(hand_text(hand)) == hand


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"PHASE": "call"}, "PHASE"),
        ({"DEALER": "-"}, "DEALER"),
        ({"POINTS": "2-0"}, "PHASE"),
        ({"POINTS": "0-3"}, "POINTS"),
        ({"MARKS": "0-00"}, "MARKS"),
        ({"MARKS": "6-0"}, "MARKS"),
        ({"TIGERBLADES": "1-0"}, "TIGERBLADES"),
        ({"DEALS": "3"}, "MOVES"),
        ({"MOVES": "4"}, "MOVES"),
        ({"MOVES": "x"}, "MOVES"),
        ({"HANDS": "-"}, "HANDS"),
        ({"HANDS": "?/?/?/?"}, "hand"),
        ({"CALLS": "5L,5L"}, "5L"),
        ({"CALLS": "4*decline"}, "CALLS"),
        ({"CALLS": "-"}, "PHASE"),
        ({"PLAYED": "TM,TM"}, "TM"),
        ({"PLAYED": "ZZ"}, "ZZ"),
        ({"PLAYED": "-"}, "13 together"),
    ],
)
def test_positions_that_contradict_themselves(fields: dict[str, str], complaint: str) -> None:
    state = started(APART, "5L", "3*decline", "TM")
    with pytest.raises(parlour.BadPosition, match=complaint):
        changed(state, **fields)


# -- a question of balance -------------------------------------------------------------------------


def known(ours: int, theirs: int) -> question.Balance:
    """North-South can take so many with Lakes, East-West so many with Forests, and fewer with all else."""
    table = question.np.zeros((1, 5, 4), question.np.int64)
    table[0, 3, 0::2] = ours
    table[0, 4, 1::2] = theirs
    return question.Balance(table)


def test_the_sources_question_of_balance() -> None:
    found = known(10, 4)
    steps = found.steps()
    assert [step.bid for step in steps] == [
        "5L",
        "5F",
        "6L",
        "6F",
        "7L",
        "7F",
        "8L",
        "8F",
        "9L",
        "9F",
    ]
    assert [step.marks for step in steps] == [5, 1, 4, 2, 3, 3, 2, 4, 1, 5]  # all to North-South
    assert [step.side for step in steps] == [0, 1] * 5
    assert found.point == (7, 0)


def test_drawn_deals_have_standard_errors() -> None:
    found = question.Balance(question.np.concatenate([known(10, 4).tables, known(8, 4).tables]))
    assert found.point == (6.5, pytest.approx(0.5))  # 7 and 6
    assert (found.rounds[3, 0], found.errors[3, 0]) == (9, pytest.approx(1))
    assert (found.steps()[0].marks, found.steps()[0].error) == (4, pytest.approx(1))  # 5 and 3


def test_a_balancing_point_between_bids() -> None:
    assert known(9, 6).point == (7.5, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?/?/?",
        "T.../?/?/?",
        f"{SUIT}.../{SUIT}.../?/?",
        "x/?/?/?",
        f"{SUIT[::-1]}.../?/?/?",
        "?/?/?/?/?",
    ],
)
def test_what_is_no_row_of_hands(text: str) -> None:
    with pytest.raises(parlour.BadPosition):
        question.read_hands(text)


def test_unknown_hands_are_filled_from_the_other_blades() -> None:
    hands = question.read_hands(f"{SUIT}.../?/?/...{SUIT}")
    for seed in range(20):
        deal = question.complete_deal(hands, random.Random(seed))
        assert [deal[0], deal[3]] == [hands[0], hands[3]]
        assert sum(deal) == rules.PACK
        assert all(hand.bit_count() == 13 for hand in deal)


@pytest.mark.long
def test_the_command_tells_the_balancing_point() -> None:
    told = CliRunner().invoke(app, ["balance", APART])
    assert told.exit_code == 0
    assert "The marks even out at 13 rounds." in told.output
    wrong = CliRunner().invoke(app, ["balance", "?/?/?"])
    assert wrong.exit_code != 0
