"""NavalQi: the page's rules, texts, reports and ends."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import parlour
from parlour.kernel.layout import CHANCE, MANY, new_compiled
from parlour.table.entry import possible_entry
from parlour.table.player import random_move
from tests.conformance.test_laws import same_record
from tests.conftest import part
from tests.games.by_the_page.naval_qi import ORDNANCE, Check
from tests.oracles.naval_qi import LAND, SIZES, Slow, place, ways

SMALL = "naval-qi:chests=20,sea=8"  # ships for 8 to 12 chests; Siberia is ranks 9 to 16


def deployed(first: int, north: str, south: str, name: str = SMALL) -> parlour.State:
    """A game after both deployments, each the items' texts in order."""
    state = parlour.game(name).start().play(f"first:{first}")
    for items in (north, south):
        for item in items.split():
            state.play(item)
        state.play("ready")
    return state


NORTH = "land3:a9 flagship:a13h battleship:a15h platform:f15 bowman:a9 eagle:a10 tigergun:b10"
SOUTH = "land3:a1 flagship:a5h battleship:a7h platform:f7 undergroundgun:b1 shield:b2 eagle:f8"


def battle(first: int = 0) -> parlour.State:
    return deployed(first, NORTH, SOUTH)


def random_game(name: str, seed: int, plies: int = 900) -> parlour.State:
    """A random game by uniform moves, but a seat that may be ready often is."""
    rng = random.Random(f"{name} {seed}")
    state = parlour.game(name).start()
    state.play(state.draw(rng))
    rules = state.game.plain.rules
    for _ in range(plies):
        if state.outcome is not None:
            break
        code = rules.random_move(state.record, [], [rng.getrandbits(62)])
        if rules.is_drafting(state.record) and rng.random() < 0.3:
            ready = state.game.notation.read_move(state.record, "ready")
            code = code if ready is None else ready
        state.play_code(code)
    return state


# -- options, the roll -----------------------------------------------------------------------------


def test_options() -> None:
    game = parlour.game("naval-qi")
    assert game.chosen == {"chests": 100, "move_limit": 0, "points": "game", "sea": 15}
    assert game.seat_names == ("Siberian", "Bengal")
    for wrong in ("sea=8", "chests=51,sea=8", "chests=71,sea=9", "sea=9"):
        with pytest.raises(parlour.BadOption, match="might not fit"):
            parlour.game(f"naval-qi:{wrong}")
    for wrong in ("sea=7", "sea=16", "chests=19", "chests=101", "points=yes"):
        with pytest.raises(parlour.BadOption):
            parlour.game(f"naval-qi:{wrong}")
    for fine in ("chests=50,sea=8", "chests=70,sea=9", "sea=10"):
        assert parlour.game(f"naval-qi:{fine}").name == f"naval-qi:{fine}"


@pytest.mark.parametrize(
    ("chests", "least", "most"), [(100, 40, 60), (20, 8, 12), (21, 8, 13), (99, 39, 60)]
)
def test_what_ships_may_cost(chests: int, least: int, most: int) -> None:
    rules = parlour.game("naval-qi", chests=chests, sea=15).plain.rules
    assert (least, most) == (rules.LEAST_ON_SHIPS, rules.MOST_ON_SHIPS)


def test_the_roll() -> None:
    state = parlour.game(SMALL).start()
    assert state.text == f"{SMALL} roll - draft/- draft/- -"
    assert state.turn == parlour.CHANCE
    half = Fraction(1, 2)
    assert state.chances() == [("first:0", half), ("first:1", half)]
    state.play("first:1")
    assert state.text == f"{SMALL} deploy:1 0 draft/- draft/- -"
    assert state.turn == 0


# -- deployment ------------------------------------------------------------------------------------


def deploying(*items: str) -> parlour.State:
    state = parlour.game(SMALL).start().play("first:0")
    for item in items:
        state.play(item)
    return state


def test_positions_of_the_seas() -> None:
    state = parlour.game("naval-qi").start().play("first:0")
    assert {"land3:a16", "small:o30", "battleship:l30h", "battleship:o27v"} < set(state.moves())
    assert not {"small:a15", "small:p16", "battleship:m30h", "battleship:o28v"} & set(state.moves())
    assert "eagle:a16" not in state.moves()
    assert "remove:a16" not in state.moves()


def test_items_are_offered_by_name_and_cost() -> None:
    words = possible_entry(deploying()).words
    assert [step.words for step in words][:4] == [
        "Land 3×3",
        "Land 2×2",
        "Flagship",
        "Battleship (4)",
    ]


def test_a_player_sees_his_own_sea_and_what_he_can_buy() -> None:
    state = deploying("land3:a9", "flagship:a13h", "battleship:a15h", "eagle:a9")
    scene = state.scene(0).picture
    assert scene is not None
    assert {cell.name for cell in scene.cells} == set(state.game.notation.CELLS_OF[0])
    (stock,) = scene.stocks
    assert stock.title == "15 of 20 chests left; ships 4, 8 to 12 needed"
    items = {item.text: item for item in stock.items}
    assert "flagship" not in items  # there is one
    assert (items["large"].note, len(items["large"].cells)) == ("3 chests", 3)
    assert items["land2"].note == "free"
    for seat in (1, None):
        other = state.scene(seat).picture or state.scene(seat)
        assert all(stock.seat == seat for stock in other.stocks)


def test_what_stands_on_a_ship_is_its_owners_in_words() -> None:
    """Guns and plates of both sides are drawn in white, which is also Bengal's colour."""
    state = deployed(1, NORTH, SOUTH)
    for seat, name, other in ((0, "Siberian", "Bengal"), (1, "Bengal", "Siberian")):
        picture = state.svg(seat)
        assert f"{name} Flagship, {name} Standard Gun" in picture
        assert f"{other} Standard Gun" not in picture


def test_a_player_is_told_what_to_choose() -> None:
    def prompt(state: parlour.State, *given: tuple[str, str]) -> str:
        return str(state.game.notation.prompt(state.record, given))

    state = deploying()
    assert prompt(state) == "Choose an item, then its place."
    assert prompt(state, ("word", "battleship")) == "Battleship: choose its place."
    assert prompt(state, ("word", "battleship"), ("cell", "a9")) == "Battleship: which way?"
    state = deployed(1, NORTH, SOUTH)
    assert prompt(state) == "Choose a gun or an Eagle, then its target."
    assert "target 1 of up to 3" in prompt(state, ("cell", "b1"))
    assert prompt(state, ("word", "move-flagship")) == "The Flagship: which way?"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("first:1", "Bengal begins"),
        ("flagship:a5h", "Flagship a5h"),
        ("undergroundgun:b1>c9+d9", "Underground Gun b1 at c9, d9"),
        ("largegun>c9", "Large Gun at c9"),
        ("fire:a9+b9+c9", "Fire a9, b9, c9"),
        ("no-action", "No action"),
        ("-", "-"),
    ],
)
def test_moves_are_listed_in_words(text: str, words: str) -> None:
    assert parlour.game(SMALL).notation.listed_move(text) == words


def test_ships_do_not_touch_and_may_touch_land() -> None:
    moves = set(deploying("land2:a9", "battleship:c12h").moves())
    assert {"small:c9", "small:c14", "small:h12", "small:a11", "small:a13"} < moves
    assert not {"small:b9", "small:g13", "small:b11", "small:g12", "small:c12"} & moves
    assert {"land2:a11", "land2:g12", "land2:c10"} < moves
    assert not {"land2:b10", "land2:c11", "land3:b9"} & moves


def test_what_stands_on_what() -> None:
    moves = set(deploying("land2:a9", "battleship:c12h", "platform:f15", "bowman:a9").moves())
    assert {"eagle:a10", "eagle:f15", "eagle:g16", "standardgun:c12", "standardgun:f12"} < moves
    assert {"tigergun:a10", "largegun:b9", "undergroundgun:b10", "shield:a9", "shield:b10"} < moves
    wrong = {"eagle:a9", "eagle:c12", "standardgun:f15", "bowman:f15", "bowman:c12", "eagle:d9"}
    assert not (wrong | {"tigergun:a9", "undergroundgun:c12", "shield:c10", "shield:f15"}) & moves


def test_nothing_more_on_the_flagship() -> None:
    moves = set(deploying("land2:a9", "flagship:c12h").moves())
    assert (
        not {f"{item}:{f}12" for item in ("eagle", "standardgun", "bowman") for f in "cdefg"}
        & moves
    )
    assert "flagship:c14h" not in moves


def test_plates_do_not_overlap() -> None:
    moves = set(deploying("land3:a9", "land2:d9", "shield:a9", "flagship:b13h").moves())
    assert "shield:d9" in moves  # c to e beside a and b
    assert not {"shield:a9", "shield:b9", "shield:c10", "shield:a11"} & moves
    assert "shield:c11" in deploying("land3:a9", "flagship:b13h").moves()
    assert "shield:c11" not in deploying("land3:a9", "flagship:d12h").moves()
    state = deploying("land3:a9", "shield:c11")
    assert "flagship:b12h" not in state.moves()
    assert "battleship:b12h" in state.moves()


def test_the_budget() -> None:
    state = deploying("land3:a9", "battleship:a13h", "battleship:a15h", "large:f13h")
    moves = set(state.moves())
    assert "small:f15" in moves
    assert not {"medium:f15h", "large:f15h", "platform:f15"} & moves  # 12 for ships at the most
    state.play("small:f16")
    assert not any(move.startswith("small") for move in state.moves())
    with pytest.raises(parlour.IllegalMove, match="12 of at most 12 on ships"):
        state.play("small:h16")
    state.play("largegun:a9").play("largegun:b9")
    assert not any(move.startswith("largegun") for move in state.moves())
    assert "undergroundgun:c9" in state.moves()
    with pytest.raises(parlour.IllegalMove, match="18 of 20 chests"):
        state.play("largegun:c9")


def test_three_tigerguns_at_most() -> None:
    state = parlour.game("naval-qi").start().play("first:0").play("land3:a16")
    for cell in ("a16", "a17", "a18"):
        state.play(f"tigergun:{cell}")
    assert not any(move.startswith("tigergun") for move in state.moves())
    with pytest.raises(parlour.IllegalMove, match="3 TigerGuns"):
        state.play("tigergun:b16")


def test_ready_needs_ships_flagship_and_land() -> None:
    state = deploying("battleship:a13h", "battleship:a15h", "flagship:a11h")
    assert "ready" not in state.moves()
    with pytest.raises(parlour.IllegalMove, match="ships for 8 to 12 chests"):
        state.play("ready")
    assert "ready" in state.copy().play("land2:a9").moves()
    assert "ready" not in deploying("land2:a9", "battleship:a13h", "flagship:a11h").moves()
    assert "ready" not in deploying("land2:a9", "battleship:a13h", "battleship:a15h").moves()


def test_remove_takes_the_last_with_that_pos_and_what_stands_on_it() -> None:
    state = deploying(
        "land2:a9", "bowman:a9", "bowman:b9", "shield:a9", "battleship:c12h", "standardgun:d12"
    )
    state.play("remove:a9")
    assert draft(state) == "land2:a9,bowman:a9,bowman:b9,battleship:c12h,standardgun:d12"
    state.play("remove:a9")
    assert draft(state) == "land2:a9,bowman:b9,battleship:c12h,standardgun:d12"
    state.play("shield:b10").play("remove:a9")
    assert draft(state) == "battleship:c12h,standardgun:d12"
    state.play("remove:c12")
    assert draft(state) == "-"
    assert state.moves() == deploying().moves()


def draft(state: parlour.State) -> str:
    return state.text.split(" ")[3].removeprefix("draft/")


def test_the_order_of_placing_is_part_of_the_position() -> None:
    one, other = deploying("land2:a9", "small:h9"), deploying("small:h9", "land2:a9")
    assert draft(one) != draft(other)
    assert one.moves() == other.moves()


# -- primary engagement ----------------------------------------------------------------------------


def test_the_position_after_deployment() -> None:
    assert battle().text == (
        f"{SMALL} primary:0:0:0:- 0 "
        "land3:a9/flagship:a13h,battleship:a15h,platform:f15/"
        "bowman:a9,eagle:a10,standardgun:a13*2,tigergun:b10,largegun:b13,bowman:c13,largegun:d13,"
        "standardgun:e13*2/-/12345/- "
        "land3:a1/flagship:a5h,battleship:a7h,platform:f7/"
        "standardgun:a5*2,undergroundgun:b1*3,largegun:b5,bowman:c5,largegun:d5,standardgun:e5*2,"
        "eagle:f8/a1,a2,a3,b1,b2,b3,c1,c2,c3/12345/- -"
    )


def test_no_action_is_not_the_first_turn() -> None:
    state = battle()
    assert "no-action" not in state.moves()
    with pytest.raises(parlour.IllegalMove, match="first turn"):
        state.play("no-action")
    assert "no-action" in state.play("largegun:b13>a1").moves()


def test_a_tigergun() -> None:
    """Five by five about c6: the battleship and two rows of the flagship's plates, guns and sections."""
    state = battle().play("tigergun:b10>c6")
    # a4 to e8: the flagship sinks with its crew, the battleship too
    assert state.text == (
        f"{SMALL} primary:0:1:0:- 1 "
        "land3:a9/flagship:a13h,battleship:a15h,platform:f15/"
        "bowman:a9,eagle:a10,standardgun:a13*2,largegun:b13,bowman:c13,largegun:d13,standardgun:e13*2"
        "/-/12345/- "
        "land3:a1/platform:f7/undergroundgun:b1*3,eagle:f8/a1,a2,a3,b1,b2,b3,c1,c2,c3/-/- "
        "0:tigergun>c6=plate*5,largegun*2,standardgun*2,bowman*1,sunk-flagship*1,sunk-battleship*1"
    )


def told(state: parlour.State) -> str:
    return state.text.split(" ")[5].split(";")[-1]


def test_underground_guns_are_safe_and_plates_are_not() -> None:
    state = battle().play("tigergun:b10>b1")
    assert told(state) == "0:tigergun>b1=plate*9"
    assert "undergroundgun:b1*3" in state.text


def test_plates_shield_once() -> None:
    state = battle().play("largegun:b13>a5")  # a4 to b6
    assert told(state) == "0:largegun>a5=plate*2"
    assert "/345/" in state.text
    state.play("no-action").play("largegun:d13>b5")
    assert told(state) == "0:largegun>b5=plate*1,largegun*1,standardgun*1,hit-flagship*2"
    assert "flagship:a5h!12" in state.text
    assert "/45/" in state.text


def test_two_projectiles_on_one_position() -> None:
    state = battle().play("standardgun:a13>e5+e5")
    assert told(state) == "0:standardgun>e5+e5=plate*1,standardgun*1,hit-flagship*1"
    assert "standardgun:a13" not in state.text
    state = battle().play("standardgun:a13>e5")
    assert told(state) == "0:standardgun>e5=plate*1"
    assert "standardgun:a13*1" in state.text


def test_damage_again_is_no_damage() -> None:
    state = battle().play("standardgun:a13>a7+b7")
    assert told(state) == "0:standardgun>a7+b7=hit-battleship*2"
    state.play("no-action").play("standardgun:e13>a7+c7")
    assert told(state) == "0:standardgun>a7+c7=hit-battleship*1"
    state.play("no-action").play("largegun:b13>a8")
    assert told(state) == "0:largegun>a8=none"
    state.play("no-action").play("largegun:d13>d8")
    assert told(state) == "0:largegun>d8=sunk-battleship*1"


def test_what_falls_off_the_sea_is_lost() -> None:
    state = battle().play("tigergun:b10>h8")
    assert told(state) == "0:tigergun>h8=eagle*1,sunk-platform*1"


def test_targets_ascend() -> None:
    moves = set(battle().moves())
    assert {"standardgun:a13>a1+a1", "standardgun:a13>a8+b1", "standardgun:a13>h8"} < moves
    assert not {"standardgun:a13>b1+a8", "largegun:b13>a1+a2", "standardgun:a13>a1+a2+a3"} & moves
    assert (
        not {"standardgun:a13>a9", "largegun:a13>a1", "eagle:a9>a1", "undergroundgun:b1>a9"} & moves
    )


def test_an_eagle_reports_before_the_next_action() -> None:
    state = battle().play("eagle:a10>b4")
    assert state.text.split(" ")[1:3] == ["primary:0:1:0:b4", "1"]
    assert "eagle:a10" not in state.text
    state.play("move-flagship:e")
    assert state.text.split(" ")[5] == (
        "0:eagle>b4;0:sees=a3#^,a4~,a5Fs2^,b3#^,b4~,b5Fl^,c3#^,c4~,c5Fb^;1:flagship"
    )
    assert state.text.split(" ")[1] == "primary:0:2:0:-"


def test_an_eagle_at_the_edge_sees_less_and_damage() -> None:
    state = battle(1).play("undergroundgun:b1>a15+h15").play("eagle:a10>b1").play("no-action")
    assert state.text.split(" ")[5] == (
        "1:undergroundgun>a15+h15=hit-battleship*1;0:eagle>b1;"
        "0:sees=a1#^,a2#^,b1#u1^,b2#^,c1#^,c2#^;1:no-action"
    )
    state = battle(1).play("undergroundgun:b1>a15").play("no-action").play("eagle:f8>a16")
    assert state.play("no-action").text.endswith(
        "1:eagle>a16;1:sees=a15B!,a16~,b15B,b16~;0:no-action"
    )


def test_a_bowman_shoots_an_eagle_down() -> None:
    state = battle(1).play("eagle:f8>b10")
    assert {"bowman:a9", "no-action"} < set(state.moves())
    assert "bowman:c13" not in state.moves()
    state.play("bowman:a9")
    assert state.text.split(" ")[5] == "1:eagle>b10;0:bowman"
    assert "bowman:a9" not in state.text
    assert state.turn == 1
    with pytest.raises(parlour.IllegalMove, match="an Eagle just sent"):
        state.play("no-action").play("bowman:c13")


def test_the_flagship_moves_once_with_all_it_carries() -> None:
    state = battle(1).play("standardgun:a5>b13+b13")
    assert told(state) == "1:standardgun>b13+b13=plate*1,largegun*1,hit-flagship*1"
    assert {m for m in state.moves() if m.startswith("move")} == {
        f"move-flagship:{way}" for way in ("e", "s", "se")
    }
    state.play("move-flagship:e")
    north = state.text.split(" ")[3]
    assert north == (
        "land3:a9/battleship:a15h,flagship:b13h!2,platform:f15/"
        "bowman:a9,eagle:a10,tigergun:b10,standardgun:b13*2,bowman:d13,largegun:e13,standardgun:f13*2"
        "/-/1345/moved"
    )
    state.play("no-action")
    assert not any(m.startswith("move") for m in state.moves())


def test_a_flagship_may_move_under_plates_where_it_has_none() -> None:
    north = "land3:a9 flagship:a13h battleship:a15h platform:f15 shield:c11"
    state = deployed(0, north, SOUTH)
    moves = [m for m in state.moves() if m.startswith("move")]
    assert moves == [
        "move-flagship:e"
    ]  # b12 to d12 are plated, ranks 14 and 15 near the battleship
    south = "land3:a1 flagship:a5h battleship:a7h platform:f7 undergroundgun:b1 undergroundgun:a1"
    state = deployed(1, north, south)
    state.play("undergroundgun:b1>b13+c13+d13")
    assert "move-flagship:s" in state.moves()
    state.play("move-flagship:s").play("undergroundgun:a1>b12+b12+c12")
    assert told(state) == "1:undergroundgun>b12+b12+c12=plate*2,largegun*1,hit-flagship*1"


# -- ends ------------------------------------------------------------------------------------------

LONE = "land3:a9/small:h16/eagle:a9/-/-/-"
LONE1 = "land3:a1/small:h8/largegun:a1/-/-/-"


def after(
    stage: str, turn: str, sea0: str, sea1: str, heard: str, name: str = SMALL
) -> parlour.State:
    return parlour.game(name).read(f"{name} {stage} {turn} {sea0} {sea1} {heard}")


def test_the_fleet_is_sunk() -> None:
    state = after("primary:1:0:0:-", "1", LONE, LONE1, "-").play("largegun:a1>g15")
    assert state.outcome == parlour.Outcome((Fraction(0), Fraction(4)), "fleet-sunk")
    assert state.text == (
        f"{SMALL} over:1:1 - land3:a9/-/eagle:a9/-/-/- land3:a1/small:h8/-/-/-/- "
        "1:largegun>g15=sunk-small*1 #fleet-sunk:0,4"
    )
    assert state.view(0) == state.view(1) == state.view(None) == state.text
    assert parlour.game(SMALL).read(state.text.rpartition(" #")[0]).text == state.text


IDLE = "0:eagle>a1;0:sees=a1#l,a2#,b1#,b2#;1:no-action;0:no-action;1:no-action"
NO_EAGLE = "land3:a9/small:h16/-/-/-/-"


def test_the_first_counting_decides() -> None:
    big = "land3:a9/large:f9h!1,small:h16/-/-/-/-"
    state = after("primary:0:4:3:-", "0", big, LONE1, IDLE).play("no-action")
    assert state.text.endswith(";0:no-action #first-counting:4,0")
    assert state.text.split(" ")[1:3] == ["over:0:5", "-"]
    assert parlour.game(SMALL).read(state.text).outcome == state.outcome
    assert state.outcome is not None
    assert state.outcome.details == {"Siberian Naval-marks": "4", "Bengal Naval-marks": "1"}


def test_more_marks_do_not_decide_while_the_other_flagship_is_afloat() -> None:
    big = "land3:a9/flagship:a14h!1,platform:f9/-/-/-/-"
    south = "land3:a1/flagship:a5h!1234,medium:e8h!1/-/-/5/-"
    seen = IDLE.replace("a1#l", "a1#")
    state = after("primary:0:4:3:-", "0", big, south, seen).play("no-action")
    assert state.text == (
        f"{SMALL} redeploy:0:5 0 redraft/land3:a9/flagship,platform/- "
        f"redraft/land3:a1/flagship,medium/- {seen};0:no-action;counting"
    )
    kinds = {move.partition(":")[0] for move in state.moves()}
    assert kinds == {"flagship", "platform", "repeatinggun"}
    assert {m for m in state.moves() if "gun" in m} == {
        f"repeatinggun:{f}{r}" for f in "abc" for r in (9, 10, 11)
    }
    for item in ("flagship:a14h", "repeatinggun:b10"):
        state.play(item)
        assert "ready" not in state.moves()
        assert "remove:a9" not in state.moves()
    state.play("remove:a14").play("flagship:a16h").play("platform:g9").play("ready")
    for item in ("repeatinggun:a1", "medium:g8h", "flagship:a5h", "ready"):
        state.play(item)
    assert state.text == (
        f"{SMALL} secondary:0:5 1 land3:a9/flagship:a16h,platform:g9/repeatinggun:b10/-/-/- "
        f"land3:a1/flagship:a5h,medium:g8h/repeatinggun:a1/-/-/- {seen};0:no-action;counting"
    )
    assert len(state.moves()) == 64 * 65 * 66 // 6
    state.play("fire:a16+a16+b9").play("fire:f8+g8+h8")
    assert state.text.endswith(
        ";counting;1:fire>a16+a16+b9=hit-flagship*1;0:fire>f8+g8+h8=sunk-medium*1"
    )
    state.play("fire:a9+a9+a9").play("fire:a5+b5+c5").play("fire:a9+a9+a9").play("fire:d5+e5+e5")
    assert state.text.endswith(" #fleet-sunk-secondary:2,0")


def test_equal_marks_decide_nothing() -> None:
    state = after("primary:0:4:3:-", "0", NO_EAGLE, LONE1, IDLE).play("no-action")
    assert state.text.split(" ")[1] == "redeploy:0:5"


def test_points_and_the_move_limit() -> None:
    name = "naval-qi:chests=20,move_limit=3,points=win,sea=8"
    state = deployed(1, NORTH, SOUTH, name)
    for move in ("eagle:f8>h9", "no-action", "no-action", "no-action", "largegun:b5>h9"):
        state.play(move)
    assert state.outcome is None
    state.play("eagle:a10>a1")
    assert state.text.endswith("0:eagle>a1 #move-limit:1/2,1/2")
    assert state.text.split(" ")[1:3] == ["over:1:6", "-"]
    assert state.game.read(state.text).text == state.text
    game = parlour.game("naval-qi:chests=20,move_limit=3,sea=8")
    assert game.notation.endings()["move-limit"] == [(Fraction(2), Fraction(2))]
    won = after("primary:1:0:0:-", "1", LONE, LONE1, "-", name).play("largegun:a1>g15")
    assert won.text.endswith(" #fleet-sunk:0,1")


# -- views -----------------------------------------------------------------------------------------


def test_views() -> None:
    state = battle()
    name, stage, turn, north, south, heard = state.text.split(" ")
    assert state.view(0) == " ".join((name, stage, turn, north, "?", heard))
    assert state.view(1) == " ".join((name, stage, turn, "?", south, heard))
    assert state.view(None) == " ".join((name, stage, turn, "?", "?", heard))


def test_what_is_heard_of_a_move() -> None:
    state = deploying("land2:a9")
    code = state.code("bowman:a9")
    assert [state.heard(code, seat) for seat in (0, 1, None)] == ["bowman:a9", "-", "-"]
    state = battle()
    for move, said in (
        ("eagle:a10>b4", "eagle>b4"), ("standardgun:a13>a1+a2", "standardgun>a1+a2"),
        ("tigergun:b10>c6", "tigergun>c6"), ("move-flagship:e", "flagship"),
    ):  # fmt: skip
        heard = [state.heard(state.code(move), seat) for seat in (0, 1, None)]
        assert heard == [move, said, said]


def test_the_other_sea_changes_nothing_that_a_seat_may_know() -> None:
    """Two deals that differ in what seat 1 has hidden: the same views, moves, errors and pictures."""
    other = "land3:f4 flagship:a8h battleship:a3v platform:c1 largegun:f4 bowman:g4 eagle:h4"
    states = [deployed(0, NORTH, south) for south in (SOUTH, other)]
    for move in (None, "standardgun:a13>d4", "no-action", "eagle:a10>g2", "no-action"):
        for state in states:
            if move:
                state.play(move)
        one, two = states
        for seat in (0, None):
            assert one.view(seat) == two.view(seat)
            assert one.scene(seat) == two.scene(seat)
        if one.turn == 0:
            assert one.moves() == two.moves()
            assert refusals(one) == refusals(two)


def refusals(state: parlour.State) -> list[str]:
    found = []
    for text in (
        "bowman:a9",
        "largegun:a9>a1",
        "move-flagship:n",
        "eagle:a10>z1",
        "fire:a1+a1+a1",
        "x",
    ):
        with pytest.raises(parlour.IllegalMove) as caught:
            state.copy().play(text)
        found.append(str(caught.value))
    return found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "fire:a1",
            r"an action is eagle:FROM>T, .*, undergroundgun:FROM>T1\+T2\+T3, .*, no-action$",
        ),
        ("undergroundgun:b12>a1", "you have no undergroundgun there$"),
        (
            "undergroundgun:b10>z9",
            "type undergroundgun:FROM>T with 1 to 3 targets, .* opponent's sea",
        ),
        ("largegun:b13", "type largegun:FROM>T with one target in the opponent's sea"),
        ("nö", "a move has plain letters, digits and signs only$"),
    ],
)
def test_a_mistyped_action_is_told_its_form_and_nothing_is_listed_for_it(
    text: str, why: str
) -> None:
    state = deployed(0, NORTH.replace("tigergun", "undergroundgun"), SOUTH)
    assert state.game.plain.rules.count_moves(state.record, []) > 40_000
    with pytest.raises(
        parlour.IllegalMove, match=f"^{re.escape(text)} is not a legal move: .*{why}"
    ):
        state.play(text)
    assert state._legal is None


def test_near_misses_are_told_where_moves_are_few() -> None:
    with pytest.raises(parlour.IllegalMove, match=r"no outcome .*: one of first:0, first:1"):
        parlour.game(SMALL).start().play("first:2")
    state = parlour.game(SMALL).start().play("first:0")
    with pytest.raises(parlour.IllegalMove, match=r"; legal are .*land3:a9.*, …$"):
        state.play("land3:a91")


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("primary:0:2:1:-", "primary:0:3:1:-", "by HEARD they are 2"),
        ("primary:0:2:1:-", "primary:0:2:0:-", "by HEARD they are 1"),
        ("primary:0:2:1:-", "primary:0:02:1:-", "without leading zeros"),
        ("primary:0:2:1:-", "primary:0:2:1:a1", "by HEARD it is -"),
        ("primary:0:2:1:-", "primary:1:2:1:-", "seat 1 to act"),
        ("primary:0:2:1:- 0", "primary:0:2:1:- 1", "TURN"),
        ("primary:0:2:1:-", "primary:0:2:1", "5 parts"),
        ("primary:0:2:1:-", "secondary:0:2", "first counting"),
        ("primary:0:2:1:-", "primery:0:2:1:-", "stage"),
        ("12345/-", "12345/moved", "by HEARD it is -"),
        ("/12345/", "/12354/", "is written"),
        ("land3:a9", "land3:g9", "LAND"),
        ("land3:a9/", "-/", "one Land"),
        ("flagship:a13h", "flagship:a13h!12345", "not all of them"),
        ("flagship:a13h", "flagship:a13h!21", "ascending"),
        ("flagship:a13h", "flagship:a13", "h or v"),
        ("battleship:a15h", "battleship:a14h", "touch no other"),
        ("bowman:a9", "bowman:a9*1", "no number"),
        ("standardgun:a13*2", "standardgun:a13*3", "1 to 2"),
        ("eagle:a10", "eagle:a15", "cannot be there"),
        ("largegun:d13", "bowman:d13", "cannot be there"),
        ("largegun>a1=plate*4", "largegun>a1=plate*04", "WHAT"),
        ("largegun>a1=plate*4", "largegun>a1=plate*4,none", "WHAT"),
        ("largegun>a1=plate*4", "largegun>a1", "a report"),
        ("largegun>a1=plate*4", "largegun>a9=none", "opponent's sea"),
        ("largegun>a1=plate*4", "largegun>a1=bowman*1,plate*4", "must be written"),
        ("largegun>a1=plate*4", "largegun>a1=hit-small*1", "not part of a report"),
        ("largegun>a1=plate*4", "largegun>a1=battleship*1", "not part of a report"),
        ("1:no-action", "0:no-action", "seat 1 to act"),
        ("1:no-action", "1:sees=a1~", "in flight"),
        ("1:no-action", "counting", "four no-actions"),
        ("0:largegun>a1=plate*4;1:no-action", "-", "by HEARD they are 0"),
    ],
)  # fmt: skip
def test_positions_that_are_none(old: str, new: str, why: str) -> None:
    state = battle().play("largegun:b13>a1").play("no-action")
    assert told(state) == "1:no-action"
    assert state.text.count(old) >= 1
    with pytest.raises(parlour.BadPosition, match=why):
        state.game.read(state.text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deploy:0 1 draft/- draft/- -", "must be ready"),
        ("deploy:0 0 draft/- draft/small:a1 -", "seat 1 deploys when"),
        ("deploy:0 0 draft/small:a9,small:a10 draft/- -", "cannot be placed"),
        ("deploy:0 0 draft/eagle:a9 draft/- -", "cannot be placed"),
        ("deploy:0 0 draft/repeatinggun:a9 draft/- -", "no such item is left"),
        ("deploy:0 0 draft/ draft/- -", "is not an item"),
        ("deploy:0 0 draft/- draft/- 0:no-action", "first turn of the game"),
        ("roll 0 draft/- draft/- -", "TURN"),
        ("roll - draft/small:a9 draft/- -", "before the roll"),
        (f"over:0:0 - {LONE} {LONE1} -", "no limit is reached"),
        (f"primary:0:0:0:- 0 {LONE} {LONE1} - #fleet-sunk:4,0", "the game is running"),
        (f"primary:0:0:0:- 0 {LONE.replace('small:h16', '-')} {LONE1} -", "no ship is afloat"),
        ("over:0:0 - land3:a9/-/-/-/-/- land3:a1/-/-/-/-/- -", "one fleet is sunk first"),
    ],
)
def test_other_positions_that_are_none(text: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game(SMALL).read(f"{SMALL} {text}")


@pytest.mark.parametrize("seed", range(4))
def test_whole_random_games(seed: int) -> None:
    """Texts read back at every stage; what is read plays on as what was played."""
    name = (SMALL, "naval-qi:chests=30,sea=9", "naval-qi:chests=20,move_limit=40,sea=8")[seed % 3]
    state = random_game(name, seed)
    game = state.game
    while state.history:
        last = state.history[-1]
        after_last = state.text
        state.undo()
        if len(state.history) % 7 == 0:
            again = game.read(state.text)
            assert again.text == state.text
            assert again.play(last).text == after_last
            for seat in (0, 1, None):
                assert state.scene(seat)


def test_moves_are_counted_listed_and_drawn_alike() -> None:
    rules = parlour.game(SMALL).plain.rules
    state = random_game(SMALL, 11)
    while state.history:
        state.undo()
        if state.turn in (0, 1) and rules.count_moves(state.record, []) < 5000:
            codes = state.codes()
            assert len(codes) == len(set(codes)) == len(state.moves())
            assert rules.random_move(state.record, [], [len(codes)]) in codes
            texts = state.moves()
            for text in texts[:: len(texts) // 9 + 1]:
                assert state.code(text) == state._moves()[text]


@pytest.mark.parametrize(("name", "sea"), [(SMALL, 8), ("naval-qi", 15)])
def test_first_placings_are_counted_by_their_sizes(name: str, sea: int) -> None:
    """Blocks and ships have room for their sides along both ways of the sea; all else needs Land."""
    state = parlour.game(name).start().play("first:0")
    squares = sum((sea + 1 - side) ** 2 for side in (3, 2, 2, 1))  # Land, Platforms, Small Ships
    lines = sum(2 * sea * (sea + 1 - length) for length in (5, 4, 3, 2))
    assert state.game.plain.rules.count_moves(state.record, []) == squares + lines


def test_actions_are_counted_as_combinations() -> None:
    """Targets ascend and may be named again: so many combinations with repetition."""
    state = battle(first=1)
    n = 64
    pairs, triples = n * (n + 1) // 2, n * (n + 1) * (n + 2) // 6
    standard, large, underground, eagle = n + pairs, n, n + pairs + triples, n
    sails = sum(text.startswith("move-flagship") for text in state.moves())
    expected = 2 * standard + 2 * large + underground + eagle + sails
    assert state.game.plain.rules.count_moves(state.record, []) == expected


def test_a_long_list_is_never_made_for_one_move() -> None:
    game = parlour.game("naval-qi")
    assert game.plain.rules.MAX_MOVES > 50_000_000
    state = game.start().play("first:0")
    ships = "land3:{} flagship:{}h battleship:{}h battleship:{}h battleship:{}h battleship:{}h"
    more = (
        "battleship:{}h battleship:{}h battleship:{}h battleship:{}h battleship:{}h battleship:{}h"
    )
    cells = ["a1", "a5", "a7", "f7", "k7", "a9", "f9", "k9", "a11", "f11", "k11", "a13"]
    for shift in (15, 0):
        at = [f"{c[0]}{int(c[1:]) + shift}" for c in cells]
        for item in f"{ships} {more}".format(*at).split():
            state.play(item)
        for x in "abc":
            state.play(f"undergroundgun:{x}{1 + shift}")
        state.play("ready")
    assert game.plain.rules.count_moves(state.record, []) > 5_000_000 > MANY
    assert state.play("undergroundgun:a16>a1+a1+b15").text.endswith(
        "0:undergroundgun>a1+a1+b15=none"
    )
    for nonsense in ("fire:a1+a1+a1", "undergroundgun:a1>b1+a1", "x" * 500):
        with pytest.raises(parlour.IllegalMove):
            state.play(nonsense)


@pytest.mark.long
def test_compiled_rules_play_whole_games_as_the_plain_ones() -> None:
    game = parlour.game(SMALL)
    compiled = game.compiled.rules
    for seed in range(2):
        state = random_game(SMALL, seed)
        twin = new_compiled(game.plain.rules.STATE)
        compiled.start(twin[0])
        replay = game.start()
        for text in state.history:
            compiled.play(twin[0], replay.code(text))
            replay.play(text)
            same_record(replay.record, twin)
        word = np.array([seed])
        out = np.zeros(1, np.int64)
        assert compiled.count_moves(twin[0], out) >= 0
        assert compiled.draw(twin[0], word) == game.plain.rules.draw(replay.record, [seed])


def test_reports_are_told_in_words() -> None:
    state = parlour.game("naval-qi:chests=20,move_limit=8,sea=8").start()
    rng, told = random.Random(3), set[str]()
    while state.turn is not None:
        state.play(state.draw(rng) if state.turn == CHANCE else random_move(state, rng))
        told.update(state.scene(0).notes)
    reports = [note for note in told if note.startswith(("Siberian: ", "Bengal: "))]
    assert any("nothing hit" in note for note in reports)
    assert any(note.endswith((" hit", " sunk", " places")) for note in reports)
    assert not [note for note in reports if re.search(r"[*=>_]|[a-z]gun", note)]


# -- putting and taking off items, as the page says -----------------------------------------------------


def hoard(seed: int, plies: int) -> Counter[str]:
    """Put and take off all kinds of items in both, and never be ready; what was done."""
    rng = random.Random(seed)
    options = {"sea": 8, "chests": rng.randint(20, 50)}
    game, slow = parlour.game("naval-qi", **options), Slow(**options)
    met: Counter[str] = Counter()
    check, state = Check(game, rng, met), game.start()
    for text in ("first:0", "land3:b10", "flagship:d16h", "shield:c11", "platform:g13"):
        state.play(text)
        slow.play(text)
    assert slow.drafts
    for _ in range(plies):
        kind = rng.choice([*ORDNANCE, *ORDNANCE, *LAND, *SIZES])
        at = rng.choice(sorted(slow.seas[0].names))
        text = f"{kind}:{at}{rng.choice(ways(kind))}"
        if rng.random() < 0.02:
            text = f"remove:{place(rng.choice(slow.drafts[0].put or ['shield:a9']))}"
        if slow.legal(text):
            met[text.partition(":")[0]] += 1
            state.play(text)
            slow.play(text)
            check.same(state, slow)
            if rng.random() < 0.1:
                check.same_moves(state, slow)
        elif rng.random() < 0.1:
            check.refused_alike(state, slow, text)
    return met


def test_items_are_put_and_taken_off_as_the_page_says() -> None:
    met = hoard(0, 400)
    assert min(met["shield"], met["remove"], met["list of moves"]) > 0


@pytest.mark.long
def test_many_items_are_put_and_taken_off_as_the_page_says() -> None:
    met: Counter[str] = Counter()
    for seed in range(1000, 1000 + part(48)):
        met += hoard(seed, 1000)
    assert all(met[kind] for kind in (*ORDNANCE, *LAND, *SIZES, "remove"))
