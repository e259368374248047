"""Chainn: the worked examples of the source and the page, ends, deals, texts."""

from __future__ import annotations

import random
from math import factorial

import pytest

import parlour
from parlour.games.chainn.deals import DEALS, deal_number, deal_text

SORTED = "AC,AD,AH,AS/2C,2D,2H,2S/3C,3D,3H,3S/KC,KD,KH,KS"
# Threes on a1, d1, d4 and b2, a two on c3, an ace on b3, kings on the edges.
THREES = "KC,KD,2D,3D/2C,AC,2H,KH/2S,3H,AD,KS/3C,AH,AS,3S"
TOGETHER = "AC,2C,AD,2D/3C,KC,3D,KD/AH,2H,AS,2S/3H,KH,3S,KS"


def at(layout: str, options: str = "", counts: str = "0/0") -> parlour.State:
    game = parlour.game(f"chainn{options}")
    return game.read(f"chainn{options} {layout} - - - {counts}")


def hand(state: parlour.State) -> str:
    return state.text.split(" ")[2]


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# -- the deal --------------------------------------------------------------------------------------


def test_starts_before_the_deal() -> None:
    state = parlour.game("chainn").start()
    assert state.text == "chainn - - - - 0/0"
    assert state.turn == parlour.CHANCE
    assert state.chances() is None
    assert state.moves() == []
    state.play(state.draw(1))
    assert state.turn == 0
    assert state.text.endswith(" - - - 0/0")


def test_numbered_deals() -> None:
    assert factorial(16) == DEALS
    assert deal_text(0) == f"deal:{SORTED}"
    assert deal_text(1).endswith("/KC,KD,KS,KH")
    assert deal_text(DEALS - 1) == "deal:KS,KH,KD,KC/3S,3H,3D,3C/2S,2H,2D,2C/AS,AH,AD,AC"
    assert deal_text(factorial(15)).startswith("deal:AD,AC,AH,AS/")
    rng = random.Random(5)
    numbers = [rng.randrange(DEALS) for _ in range(50)]
    assert [deal_number(deal_text(n)) for n in numbers] == numbers
    for n in (-1, DEALS, "7", 0.5):
        with pytest.raises(parlour.IllegalMove, match="numbered 0 to"):
            deal_text(n)  # type: ignore[arg-type]


def test_the_rules_lay_the_numbered_deal() -> None:
    game = parlour.game("chainn")
    for seed in range(20):
        state = game.start()
        text = state.draw(seed)
        assert state.play(text).text == f"chainn {text.removeprefix('deal:')} - - - 0/0"
        assert state.history == (text,)


def test_draws_are_spread_evenly() -> None:
    state = parlour.game("chainn").start()
    rng = random.Random(3)
    aces = [
        state.draw(rng).removeprefix("deal:").replace("/", ",").split(",").index("AC")
        for _ in range(3200)
    ]
    assert all(140 < aces.count(place) < 260 for place in range(16))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deal:", "four rows"),
        ("b2-c3", "no deal"),
        (f"deal:{SORTED}/", "four rows"),
        (f"deal:{SORTED.replace('AC', 'AD')}", "AD twice"),
        (f"deal:{SORTED.replace('AC', '4C')}", "4C which is no card"),
        (f"deal:{SORTED.replace('AC', 'ac')}", "ac which is no card"),
        (f"deal:{SORTED.replace('AC', '--')}", "-- which is no card"),
    ],
)
def test_bad_deals(text: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        parlour.game("chainn").start().play(text)


def test_a_deal_that_is_already_won() -> None:
    for options in ("", ":par_limit=1", ":move_limit=1"):
        state = parlour.game(f"chainn{options}").start()
        state.play(f"deal:{TOGETHER}")
        assert end(state) == "#contiguous:1"
        assert state.text == f"chainn{options} {TOGETHER} - - - 0/0 #contiguous:1"
        assert state.outcome is not None
        assert state.outcome.details == {"sequences": "0", "moves": "0"}


# -- moves -----------------------------------------------------------------------------------------


def test_any_card_but_a_king_goes_under_any_other() -> None:
    state = at(THREES)
    kings = {"a4", "b4", "d3", "d2"}
    cells = [f + r for f in "abcd" for r in "1234"]
    assert state.moves() == sorted(
        f"{a}-{b}" for a in cells for b in cells if a != b and a not in kings
    )


def test_a_two_under_an_ace_sends_the_ace_two_places() -> None:
    state = at(THREES).play("c3-b3")  # 2H under AC
    assert hand(state) == "AC@b3"
    assert state.text.split(" ")[3:] == ["c3", "2", "0/1"]
    assert state.moves() == ["-b1", "-d1", "-d3"]


def test_an_ace_under_a_three_sends_the_three_one_place() -> None:
    state = at(THREES).play("b3-d4")  # AC under 3D
    assert hand(state) == "3D@d4"
    assert state.moves() == ["-c3", "-c4", "-d3"]
    state.play("-c4")  # under 2D, which must now move three
    assert hand(state) == "2D@c4"
    assert state.moves() == ["-c1"]


def test_a_three_under_a_middle_card_loses() -> None:
    for cell in ("b2", "b3", "c2", "c3"):
        for three in ("a1", "d1", "d4"):
            state = at(THREES).play(f"{three}-{cell}")
            assert end(state) == "#stuck:0"
            assert hand(state).endswith(f"@{cell}")
            assert parlour.game("chainn").read(state.text).outcome == state.outcome
            bare = state.text.removesuffix(" #stuck:0")
            assert parlour.game("chainn").read(bare).text == state.text


def test_a_king_can_only_go_to_the_empty_space() -> None:
    state = at(THREES).play("b3-a4")  # AC under KC, one place from b3
    assert hand(state) == "KC@a4"
    assert state.moves() == ["-b3"]
    assert at(THREES).play("d4-a4").moves() == ["-d4"]  # 3D under KC, three places away
    assert end(at(THREES).play("b3-d2")) == "#stuck:0"  # AC under KS: b3 is no neighbour


def test_the_empty_space_and_cards_are_flown_over() -> None:
    state = at(THREES).play("c4-d4")  # 2D under 3D: over the empty c4 to b4
    assert state.moves() == ["-b2", "-b4", "-d2"]


def test_a_sequence_ends_on_the_empty_space() -> None:
    state = at(THREES).play("b3-c3").play("-b3")
    assert state.text.split(" ")[2:] == ["-", "-", "-", "1/2"]
    assert state.turn == 0
    assert state.history == ("b3-c3", "-b3")


def test_winning() -> None:
    game = parlour.game("chainn")
    state = at("AC,2C,2D,AD/3C,KC,3D,KD/AH,2H,AS,2S/3H,KH,3S,KS")
    assert end(state) == "#contiguous:1"  # diagonals join as well
    state = at("AC,2C,AD,2D/3C,AS,3D,KD/AH,2H,KC,2S/3H,KH,3S,KS")
    assert state.turn == 0
    state.play("b3-c2").play("-b3")
    assert end(state) == "#contiguous:1"
    assert state.outcome is not None
    assert state.outcome.details == {"sequences": "1", "moves": "2"}
    assert game.read(state.text).text == state.text


@pytest.mark.parametrize(
    ("before", "move", "why"),
    [
        ((), "a4-b4", "a king .KC. never goes under"),
        ((), "-a1", "no card is in hand"),
        ((), "a1-a1", "under another"),
        ((), "a1-e1", "FROM-TO"),
        ((), "A1-B1", "FROM-TO"),
        (("c3-b3",), "b3-d1", "moves on from b3: say only where to, as -d1"),
        (("c3-b3",), "-c3", "must move exactly 2 places in a straight line from b3"),
        (("c3-b3",), "-b3", "exactly 2 places"),
        (("b3-d4",), "-a1", "exactly 1 place in"),
        (("b3-a4",), "-b4", "a king may only come down on the empty space, b3"),
    ],
)
def test_reasons_for_refusals(before: tuple[str, ...], move: str, why: str) -> None:
    state = at(THREES)
    for text in before:
        state.play(text)
    with pytest.raises(parlour.IllegalMove, match=why):
        state.play(move)


# -- ends ------------------------------------------------------------------------------------------

ROUND = (
    "-d4",
    "-a1",
    "-d4",
    "-a1",
    "-d4",
    "-a1",
)  # 3D, 3S, 3C… chase each other between two corners


def chase(options: str = "", counts: str = "0/0") -> parlour.State:
    layout = "KC,KD,2D,3D/2C,AC,2H,KH/2S,AH,AD,KS/3C,3H,AS,3S"
    return at(layout, options, counts).play("b1-a1")  # 3H under 3C


def test_threes_can_go_round_without_end() -> None:
    state = chase()
    assert state.moves() == ["-a4", "-d1", "-d4"]
    first = state.text.split(" ")[1:5]
    for move in ROUND:
        state.play(move)
    assert state.text.split(" ")[1:5] == first
    for move in ROUND:
        assert state.turn == 0
        state.play(move)
    assert end(state) == "#endless:0"
    assert state.text.split(" ")[1:5] == first
    assert state.text.endswith(" 0/13 #endless:0")
    assert parlour.game("chainn").read(state.text).outcome == state.outcome
    assert parlour.game("chainn").read(state.text.removesuffix(" #endless:0")).turn == 0
    assert state.undo().turn == 0


def test_endless_counts_from_the_position_read() -> None:
    state = parlour.game("chainn").read(chase().text)
    for move in ROUND * 2:
        assert state.turn == 0
        state.play(move)
    assert end(state) == "#endless:0"


def test_another_sequence_counts_anew() -> None:
    state = at(THREES)
    for _ in range(4):
        state.play("b3-c3").play("-b3")  # AC and 2H change places
        state.play("c3-b3").play("-c3")  # and again
    assert state.turn == 0


def test_repetition_between_sequences_is_no_end() -> None:
    state = at("KC,KD,2D,3D/2C,AC,AH,KH/2S,3H,AD,KS/3C,2H,AS,3S")
    for _ in range(10):
        state.play("b3-c3").play("-b3")
    assert state.turn == 0
    assert state.text.endswith("- - - 10/20")


def test_par_limit() -> None:
    state = at(THREES, ":par_limit=2")
    state.play("b3-c3").play("-b3")
    assert state.turn == 0
    state.play("b1-c1").play("-b1")
    assert end(state) == "#limit:0"
    assert state.outcome is not None
    assert state.outcome.details == {"sequences": "2", "moves": "4"}
    game = parlour.game("chainn:par_limit=2")
    assert game.read(state.text).outcome == state.outcome
    assert game.read(state.text.removesuffix(" #limit:0")).text == state.text


def test_a_win_comes_before_the_limits() -> None:
    layout = "AC,2C,AD,2D/3C,AS,3D,KD/AH,2H,KC,2S/3H,KH,3S,KS"
    state = at(layout, ":move_limit=2,par_limit=1").play("b3-c2").play("-b3")
    assert end(state) == "#contiguous:1"


def test_limit_comes_before_move_limit() -> None:
    state = at(THREES, ":move_limit=2,par_limit=1").play("b3-c3").play("-b3")
    assert end(state) == "#limit:0"


def test_move_limit_counts_single_moves() -> None:
    state = at(THREES, ":move_limit=3").play("b3-c3").play("-b3")
    assert state.turn == 0
    state.play("b1-a1")
    assert end(state) == "#move-limit:0"
    assert hand(state) == "3C@a1"
    game = parlour.game("chainn:move_limit=3")
    assert game.read(state.text).outcome == state.outcome
    assert game.read(state.text.removesuffix(" #move-limit:0")).text == state.text
    assert end(at(THREES, ":move_limit=1").play("a1-b2")) == "#stuck:0"


def test_endless_comes_before_move_limit() -> None:
    state = chase(":move_limit=13")
    for move in ROUND * 2:
        state.play(move)
    assert end(state) == "#endless:0"
    assert parlour.game("chainn:move_limit=13").read(state.text).outcome == state.outcome


def test_counts_in_the_text_count_towards_the_move_limit() -> None:
    state = at(THREES, ":move_limit=9", "2/8").play("b3-c3")
    assert end(state) == "#move-limit:0"
    assert state.undo().turn == 0


# -- texts -----------------------------------------------------------------------------------------

WITHIN = at(THREES).play("c3-b3").text  # HAND AC@b3, EMPTY c3, UNDER 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"chainn {THREES} - - - 0", "sequences/moves"),
        (f"chainn {THREES} - - - 0/00", "whole number"),
        (f"chainn {THREES} - - - 0/2", "two moves or more"),
        (f"chainn {THREES} - - - 2/3", "two moves or more"),
        (f"chainn {THREES} - - 2 0/0", "EMPTY and UNDER are -"),
        (f"chainn {THREES} - c3 - 0/0", "EMPTY and UNDER are -"),
        (f"chainn {THREES} - - 0/0", "fields"),
        (f"chainn {THREES}/ - - - 0/0", "four rows"),
        (f"chainn {THREES.replace('2H', '--')} - - - 0/0", "a card is in HAND"),
        (f"chainn {THREES.replace('2H', '2D')} - - - 0/0", "2D on c3 of LAYOUT for the second"),
        (f"chainn {THREES.replace('2H', '4H')} - - - 0/0", "4H on c3"),
        (f"chainn {THREES} AC@b3 c3 2 0/1", "an empty space"),
        ("chainn - - - - 0/1", "before the deal"),
        ("chainn - - - - 1/2", "before the deal"),
        ("chainn - AC@b3 - - 0/0", "before the deal"),
        ("chainn - - - - 0/0 #stuck:0", "still to be dealt"),
        (WITHIN.replace("AC@", "AD@"), "AD is in HAND and in LAYOUT"),
        (WITHIN.replace("AC@b3", "AC"), "its place, as 3H@c3"),
        (WITHIN.replace("AC@b3", "AC@e3"), "is not a cell"),
        (WITHIN.replace("AC@b3", "AC@c3"), "lies on c3"),
        (WITHIN.replace("AC@b3", "AC@a4"), "KC lies on a4"),
        (WITHIN.replace(" c3 ", " c4 "), "EMPTY is c4"),
        (WITHIN.replace(" c3 2 ", " c3 3 "), "UNDER is 3"),
        (WITHIN.replace("0/1", "0/0"), "within a sequence"),
        (WITHIN.replace("0/1", "2/4"), "within a sequence"),
        (WITHIN.replace("--", "AC"), "LAYOUT has an empty space"),
        (WITHIN.replace("2S", "--"), "second empty space"),
        (f"{WITHIN} #stuck:1", "stuck is scored 0"),
        (f"{WITHIN} #contiguous:1", "a sequence is under way"),
        (f"{WITHIN} #endless:1", "scored 0"),
        (f"{WITHIN} #limit:0", "still running"),
        (f"{WITHIN} #move-limit:0", "no game ends by move-limit"),
        (f"{WITHIN} #repetition:0", "no game ends by repetition"),
        (f"chainn {THREES} - - - 0/0 #endless:0", "no sequence is under way"),
        (f"chainn {THREES} - - - 0/0 #stuck:0", "no sequence is under way"),
        (f"chainn {TOGETHER} - - - 0/0 #endless:0", "no sequence is under way|itself shows"),
        (f"chainn {TOGETHER} - - - 0/0 #contiguous:0", "itself shows"),
        (f"chainn:count=sequences {THREES} - - - 0/0", "expected chainn"),
    ],
)
def test_bad_positions(text: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game("chainn").read(text)


@pytest.mark.parametrize("text", [f"{WITHIN} #stuck:0", f"chainn {THREES} - - - 0/0 #contiguous:1"])
def test_ends_that_the_layout_does_not_show(text: str) -> None:
    assert parlour.game("chainn").read(text).text == text


def test_bad_positions_under_limits() -> None:
    for options, text, why in (
        ("par_limit=2", "2/5", "the game ends after 2 sequences"),
        ("move_limit=5", "0/1 #move-limit:0", "still running"),
        ("par_limit=2", "0/1 #limit:0", "by COUNTS the game is still running"),
    ):
        game = parlour.game(f"chainn:{options}")
        board = WITHIN.removeprefix("chainn").removesuffix("0/1")
        with pytest.raises(parlour.BadPosition, match=why):
            game.read(f"chainn:{options}{board}{text}")


def test_a_hand_that_is_an_endless_game_reads_back() -> None:
    state = parlour.game("chainn").read(f"{WITHIN} #endless:0")
    assert end(state) == "#endless:0"
    assert state.moves() == []


def test_names() -> None:
    assert parlour.game("chainn", count="sequences").name == "chainn"
    assert (
        parlour.game("chainn", count="moves", par_limit=3).name == "chainn:count=moves,par_limit=3"
    )
    with pytest.raises(parlour.BadOption, match="sequences or moves"):
        parlour.game("chainn:count=cards")


def test_picture_tells_the_hand_and_what_is_together() -> None:
    scene = at(THREES).play("c3-b3").scene()
    pieces = {cell.name: [piece.text for piece in cell.pieces] for cell in scene.cells}
    assert pieces["b3"] == ["2H", "AC"]
    assert pieces["c3"] == []
    assert any("AC from b3, to move 2" in note for note in scene.notes)
