"""Stones of Fortune: the examples of the source and the page, captures, ends, casts, texts."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import parlour

ID = "stones-of-fortune"
START_LIGHT = "TT/TT/AA/F/F/AA/TT/TT" + "/." * 24
START_DARK = "./" * 16 + "TT/TT/AA/F/F/AA/TT/TT" + "/." * 8


def ring(members: dict[int, str]) -> str:
    """The text of a ring with these members on positions from 1."""
    return "/".join(members.get(n, ".") for n in range(1, 33))


def position(
    light: dict[int, str],
    dark: dict[int, str],
    phase: str,
    counts: str = "0,0",
    galahad: str = "near-path",
    options: str = "",
) -> parlour.State:
    name = f"{ID}:{options}" if options else ID
    text = f"{name} {ring(light)} {ring(dark)} {galahad} {phase} {counts}"
    return parlour.game(name).read(text)


def started(options: str, *texts: str) -> parlour.State:
    state = parlour.game(f"{ID}:{options}" if options else ID).start()
    for text in texts:
        state.play(text)
    return state


def field(state: parlour.State, n: int) -> str:
    return state.text.split(" ")[n]


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# -- the source's examples -------------------------------------------------------------------------


def test_start() -> None:
    state = started("")
    assert state.text == f"{ID} {START_LIGHT} {START_DARK} near-path 0:cast 0,0"
    assert state.turn == 0
    assert state.moves() == ["cast1", "cast2", "cast3"]


def test_light_casts_a_two() -> None:
    assert started("", "cast1", "2").moves() == ["L1-L31", "L2-L32", "L7-L5"]


@pytest.mark.parametrize("stones", ["2+5", "3+4"])
def test_dark_casts_two_stones_for_seven(stones: str) -> None:
    assert started("first=dark", "cast2", stones).moves() == ["D19-D26", "D22-D29"]


@pytest.mark.parametrize("stones", ["1+5+5", "2+4+5", "3+3+5", "3+4+4"])
def test_light_casts_three_stones_for_eleven(stones: str) -> None:
    assert started("", "cast3", stones).moves() == ["L4-L25", "L5-L26"]


def test_a_treble_one_is_a_pass() -> None:
    state = started("", "cast3", "1+1+1")
    assert state.moves() == ["pass"]
    state.play("pass")
    assert state.turn == 1
    assert field(state, 5) == "1,0"


def test_a_treble_five_captures_on_the_first_move() -> None:
    state = started("", "cast3", "5+5+5")
    assert state.moves() == ["L4xL21", "L5-L22"]
    state.play("L4xL21")
    assert field(state, 1).split("/")[20] == "F"
    assert field(state, 2).split("/")[20] == "."
    assert field(state, 3) == "dark-gate"
    state = started("first=dark", "cast3", "5+5+5")
    assert state.moves() == ["D20-D3", "D21xD4"]
    assert field(state.play("D21xD4"), 3) == "mid-path"


def test_sheltered_and_secured_at_the_start() -> None:
    scene = started("").scene()
    light = {cell.name for cell in scene.cells if cell.shade == "light"}
    assert light == {f"D{n}" for n in (1, 2, 3, 6, 7, 8)} | {
        f"L{n}" for n in (17, 18, 19, 22, 23, 24)
    }


# -- moving ----------------------------------------------------------------------------------------


def test_two_way_goes_both_ways() -> None:
    state = position({10: "T"}, {1: "T"}, "0:3", options="variation=limited-two-way")
    assert state.moves() == ["L10-L13", "L10-L7"]
    state = position({2: "T"}, {30: "A"}, "1:4+5", "1,0", options="variation=unlimited-two-way")
    assert state.moves() == ["D30-D21", "D30-D7"]


def test_one_way_round_the_corner() -> None:
    assert position({2: "T"}, {9: "T"}, "0:4").moves() == ["L2-L30"]
    assert position({2: "T"}, {31: "T"}, "1:4", "1,0").moves() == ["D31-D3"]


def test_limited_and_unlimited() -> None:
    light = {10: "A", 7: "TT"}
    assert position(light, {1: "T"}, "0:1+2").moves() == ["pass"]
    options = "variation=unlimited-one-way"
    state = position(light, {1: "T"}, "0:1+2", options=options)
    assert state.moves() == ["L10-L7"]
    assert field(state.play("L10-L7"), 1).split("/")[6] == "TTA"


def test_only_kinds_that_are_left_are_cast_for() -> None:
    assert position({1: "TF"}, {9: "T"}, "0:cast").moves() == ["cast1", "cast3"]
    with pytest.raises(parlour.IllegalMove, match="no associate left"):
        position({1: "TF"}, {9: "T"}, "0:cast").play("cast2")


# -- capturing -------------------------------------------------------------------------------------


def test_kinds_do_not_matter_in_a_capture() -> None:
    state = position({10: "T"}, {7: "F", 1: "T"}, "0:3").play("L10xL7")
    assert field(state, 2) == ring({1: "T"})
    assert field(state, 3) == "dark-gate"


def test_a_member_that_leaves_a_shared_position_captures_nothing() -> None:
    state = position({10: "TT"}, {7: "F", 1: "T"}, "0:3")
    assert state.moves() == ["L10-L7"]
    state.play("L10-L7")
    assert field(state, 3) == "near-path"
    assert field(state, 2) == ring({7: "F", 1: "T"})


def test_a_pair_is_not_captured() -> None:
    assert position({10: "T"}, {7: "TF"}, "0:3").moves() == ["L10-L7"]


def test_a_capture_may_land_on_others() -> None:
    assert position({10: "T", 7: "A"}, {7: "T", 1: "T"}, "0:3").moves() == ["L10xL7"]
    options = "variation=unlimited-one-way"
    state = position({10: "T", 7: "AFF"}, {7: "T", 1: "T"}, "0:3", options=options)
    state.play("L10xL7")
    assert field(state, 1).split("/")[6] == "TAFF"
    assert field(state, 2).split("/")[6] == "."


def test_critical_conjunctions_are_not_captures() -> None:
    state = position({7: "T", 20: "A"}, {7: "T", 1: "T"}, "0:3")
    assert state.moves() == ["L7-L4"]
    pieces = {cell.name: cell.pieces for cell in state.scene().cells}
    assert [(piece.text, piece.colour) for piece in pieces["L7"]] == [("T!", "red")]
    assert any("Critical conjunctions: 7." in note for note in state.scene().notes)


# -- ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "galahad", "shown"),
    [
        (0, "dark-hall", "#quest-successful:4,0"),
        (1, "far-path", "#quest-failed:0,4"),
        (0, "dark-gate", "#quest-inconclusive:2,0"),
        (0, "near-path", "#quest-inconclusive:1,0"),
        (0, "mid-path", "#quest-inconclusive:1/2,1/2"),
        (0, "far-path", "#quest-inconclusive:0,1"),
        (0, "pit", None),
        (1, "mid-path", "#quest-inconclusive:0,2"),
        (1, "dark-tower", None),
    ],
)
def test_the_last_member_captured(seat: int, galahad: str, shown: str | None) -> None:
    light, dark, phase, counts = (
        ({10: "T"}, {7: "A"}, "0:3", "0,0") if seat == 0 else ({13: "T"}, {10: "A"}, "1:1+2", "1,0")
    )
    if shown is None:
        with pytest.raises(parlour.BadPosition, match="shows the end"):
            position(light, dark, phase, counts, galahad)
        return
    state = position(light, dark, phase, counts, galahad)
    state.play("L10xL7" if seat == 0 else "D10xD13")
    assert end(state) == shown
    assert field(state, 4) == f"{1 - seat}:cast"
    game = parlour.game(ID)
    assert game.read(state.text).outcome == state.outcome
    assert game.read(state.text.rpartition(" #")[0]).text == state.text


def test_the_limit_of_moves() -> None:
    state = position({10: "T"}, {1: "T"}, "0:cast", "29,29", "far-path")
    state.play("cast1").play("1").play("L10-L9")
    assert state.turn == 1
    state.play("cast1").play("1").play("D1-D2")
    assert end(state) == "#quest-inconclusive:0,2"
    assert field(state, 5) == "30,30"
    assert parlour.game(ID).read(state.text.rpartition(" #")[0]).text == state.text


def test_a_capture_on_the_last_move_counts() -> None:
    state = position({6: "T", 10: "T"}, {1: "T"}, "1:5", "30,29", "far-path").play("D1xD6")
    assert end(state) == "#quest-failed:0,4"


@pytest.mark.parametrize(
    ("variation", "limit"),
    [
        ("limited-one-way", 30),
        ("limited-two-way", 50),
        ("unlimited-one-way", 50),
        ("unlimited-two-way", 70),
    ],
)
def test_each_variation_has_its_own_limit(variation: str, limit: int) -> None:
    options = "" if variation == "limited-one-way" else f"variation={variation}"
    state = position({10: "T"}, {1: "T"}, "1:1", f"{limit},{limit - 1}", options=options)
    assert end(state.play(state.moves()[0])) == "#quest-inconclusive:1/2,1/2"
    state = position({10: "T"}, {1: "T"}, "1:1", f"{limit - 1},{limit - 2}", options=options)
    assert state.play(state.moves()[0]).turn == 0


def test_a_limit_that_is_given() -> None:
    assert parlour.game(ID).name == ID
    assert parlour.game(ID, move_limit=30).name == f"{ID}:move_limit=30"
    assert parlour.game(ID, move_limit=0).name == f"{ID}:move_limit=0"
    assert "move_limit" not in parlour.game(ID).chosen
    state = position({10: "T"}, {1: "T"}, "1:1", "2,1", options="move_limit=2").play("D1-D2")
    assert end(state) == "#quest-inconclusive:1/2,1/2"
    state = position({10: "T"}, {1: "T"}, "1:1", "30,29", options="move_limit=0").play("D1-D2")
    assert state.turn == 0
    with pytest.raises(parlour.BadOption, match="whole number"):
        parlour.game(f"{ID}:move_limit=own")


def test_a_long_random_game_without_a_limit_goes_on() -> None:
    rng = random.Random(4)
    state = started("move_limit=0,variation=unlimited-two-way")
    while state.turn is not None:
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))
    assert end(state).startswith("#quest-")


# -- casts -----------------------------------------------------------------------------------------


def test_exact_probabilities() -> None:
    one = started("", "cast1").chances()
    assert one == [(str(n), Fraction(1, 5)) for n in range(1, 6)]
    two = dict(started("", "cast2").chances() or ())
    assert len(two) == 15
    assert two["3+3"] == Fraction(1, 25)
    assert two["1+5"] == Fraction(2, 25)
    three = dict(started("", "cast3").chances() or ())
    assert len(three) == 35
    assert (three["2+2+2"], three["1+1+5"], three["1+3+5"]) == (
        Fraction(1, 125),
        Fraction(3, 125),
        Fraction(6, 125),
    )
    assert sum(two.values()) == sum(three.values()) == 1


def test_draws_come_as_often_as_they_should() -> None:
    state = started("", "cast3")
    rng = random.Random(9)
    drawn = [state.draw(rng) for _ in range(12_500)]
    for text, chance in state.chances() or ():
        expected = float(12_500 * chance)
        assert abs(drawn.count(text) - expected) < 5 * expected**0.5


def test_the_variation_is_cast() -> None:
    state = started("variation=cast")
    assert state.turn == parlour.CHANCE
    assert field(state, 4) == "variation"
    assert state.chances() == [(f"variation:{n}", Fraction(1, 5)) for n in range(1, 6)]
    names = [field(started("variation=cast", f"variation:{n}"), 4) for n in range(1, 6)]
    assert names == [
        "limited-one-way/0:cast",
        "limited-two-way/0:cast",
        "unlimited-one-way/0:cast",
        "unlimited-two-way/0:cast",
        "unlimited-two-way/0:cast",
    ]
    state = started("variation=cast", "variation:3", "cast3", "5+5+5", "L4xL21")
    assert field(state, 4) == "unlimited-one-way/1:cast"
    state = started("variation=cast", "variation:2", "cast1", "2")
    assert state.moves() == ["L1-L31", "L2-L32", "L2-L4", "L7-L5", "L7-L9", "L8-L10"]


def test_who_begins_is_cast() -> None:
    state = started("first=cast")
    assert field(state, 4) == "first"
    chances = state.chances()
    assert chances is not None
    assert len(chances) == 25
    assert {chance for _, chance in chances} == {Fraction(1, 25)}
    state.play("first:3,3")
    assert field(state, 4) == "first"
    assert state.turn == parlour.CHANCE
    state.play("first:4,2")
    assert field(state, 4) == "0:choose"
    assert state.moves() == ["start-other", "start-self"]
    assert field(state.copy().play("start-self"), 4) == "0:cast"
    assert field(state.play("start-other"), 4) == "1:cast"
    assert field(state, 5) == "0,0"
    state = started("first=cast", "first:2,5")
    assert field(state, 4) == "1:choose"
    assert field(state.copy().play("start-self"), 4) == "1:cast"
    assert field(state.play("start-other"), 4) == "0:cast"


def test_both_are_cast() -> None:
    state = started("first=cast,variation=cast", "variation:4")
    assert field(state, 4) == "unlimited-two-way/first"
    state.play("first:1,2")
    assert field(state, 4) == "unlimited-two-way/1:choose"


def test_phases_in_the_text() -> None:
    state = started("", "cast2")
    assert (field(state, 4), state.turn) == ("0:cast2", parlour.CHANCE)
    assert (field(state.play("1+3"), 4), state.turn) == ("0:1+3", 0)


# -- refusals and texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "move", "why"),
    [
        ((), "L1-L31", "chooses how many stones"),
        (("cast1", "2"), "pass", "a technician can move, so passing is not allowed"),
        (("cast2", "1+1"), "cast2", "associates move as"),
        (("cast1", "2"), "D17-D19", "stay on the ring L"),
        (("cast1", "2"), "L1-D31", "stay on the ring L"),
        (("cast1", "2"), "L3-L1", "there is no technician on L3, and one stone is cast"),
        (("cast3", "1+1+1"), "L3-L1", "there is no fellow on L3, and three stones are cast"),
        (("cast1", "2"), "L1-L3", "must move 2 positions counter-clockwise"),
        (("cast1", "2"), "L8-L6", "L6 already has two members"),
        (("cast1", "2"), "L1xL31", "leaves a shared position cannot capture"),
        (("cast3", "5+5+5"), "L5xL22", "D22 does not hold exactly one"),
        (("cast3", "5+5+5"), "L4-L21", "it is a capture, which is written L4xL21"),
        (("cast1",), "6", "no outcome of this chance event"),
        (("cast3",), "3+1+1", "no outcome of this chance event"),
    ],
)
def test_reasons_for_refusals(texts: tuple[str, ...], move: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        started("", *texts).play(move)


def test_refusals_of_the_chooser_and_two_ways() -> None:
    with pytest.raises(parlour.IllegalMove, match="start-self or start-other"):
        started("first=cast", "first:4,2").play("cast1")
    with pytest.raises(parlour.IllegalMove, match="must move 2 positions;"):
        started("variation=limited-two-way", "cast1", "2").play("L1-L4")


def bare(phase: str = "0:cast", counts: str = "0,0", galahad: str = "near-path") -> str:
    return f"{START_LIGHT} {START_DARK} {galahad} {phase} {counts}"


@pytest.mark.parametrize(
    ("options", "fields", "why"),
    [
        ("", bare().replace("TT/TT/AA", "TT/AA", 1), "LIGHT has 31 positions"),
        ("", f"{START_LIGHT} {START_DARK}/. near-path 0:cast 0,0", "DARK has 33 positions"),
        ("", bare().replace("AA", "FA", 1), "FA on L3"),
        ("", bare().replace("AA", "", 1), "on L3"),
        ("", bare().replace("AA", "aa", 1), "aa on L3"),
        ("", bare().replace("AA", ".A", 1), ".A on L3"),
        ("", bare(galahad="tower"), "GALAHAD is tower"),
        ("", bare("0"), "PHASE is 0"),
        ("", bare("2:cast"), "PHASE is 2:cast"),
        ("", bare("0:cast4"), "cast4"),
        ("", bare("0:cast0"), "cast0"),
        ("", bare("0:3+1"), "3.1 after the seat; expected .* ascending"),
        ("", bare("0:6"), "stones from 1 to 5"),
        ("", bare("0:1+1+1+1"), "one to three"),
        ("", bare("0:choose"), "choose after the seat"),
        ("", bare("first"), "PHASE is first"),
        ("", bare("variation"), "PHASE is variation"),
        ("", bare("limited-one-way/0:cast"), "PHASE is limited-one-way/0:cast"),
        ("variation=cast", bare(), "expected variation, or one"),
        ("variation=cast", bare("limited/0:cast"), "the variation in PHASE is limited"),
        ("variation=cast", bare("variation", "1,0"), "before the first move"),
        ("first=cast", bare("first", "1,1"), "before the first move"),
        ("first=cast", bare("0:choose", "1,1"), "before the first move"),
        ("first=cast", bare("0:cast", "2,0"), "either side may have begun"),
        ("", bare(counts="0"), "COUNTS is 0"),
        ("", bare(counts="00,0"), "whole number"),
        ("", bare(counts="0,0,0"), "whole number"),
        ("", bare(counts="1,0"), "Light begins"),
        ("", bare("1:cast", "0,0"), "Light begins"),
        ("", bare("1:cast", "3,1"), "Light begins"),
        ("first=dark", bare("0:cast", "0,0"), "Dark begins"),
        ("", bare(galahad="dark-tower", phase="0:cast1"), "shows the end quest-successful"),
        ("", bare("0:2", "30,30"), "shows the end quest-inconclusive"),
        ("", bare() + " #quest-successful:4,0", "still running"),
        ("", bare("0:cast1") + " #quest-inconclusive:1/2,1/2", "still running"),
        ("", bare("0:cast", "30,30") + " #quest-inconclusive:1,0", "itself shows"),
        ("", bare("0:cast", "30,30") + " #move-limit:1/2,1/2", "itself shows"),
        ("move_limit=5", bare() + " #move-limit:1/2,1/2", "still running"),
        ("", bare() + " 0", "fields"),
    ],
)
def test_bad_positions(options: str, fields: str, why: str) -> None:
    name = f"{ID}:{options}" if options else ID
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game(name).read(f"{name} {fields}")


def test_reading_does_not_ask_how_it_came_about() -> None:
    crowd = position({1: "TTTTTTTTTTTTTTTTTTTTA"}, {2: "T"}, "0:cast")
    assert field(crowd, 1).startswith("TTTTTTTTTTTTTTTTTTTTA/")
    assert position({1: "T"}, {9: "T"}, "0:1+3").moves() == ["pass"]


def test_no_repetition() -> None:
    state = position(
        {10: "T"}, {1: "T"}, "0:cast", options="move_limit=0,variation=limited-two-way"
    )
    for _ in range(6):
        state.play("cast1").play("1").play("L10-L9")
        state.play("cast1").play("1").play("D1-D2")
        state.play("cast1").play("1").play("L9-L10")
        state.play("cast1").play("1").play("D2-D1")
    assert state.turn == 0


@pytest.mark.parametrize("variation", ["limited-one-way", "unlimited-two-way"])
def test_threats_are_the_chances_to_capture(variation: str) -> None:
    rng = random.Random(6)
    state = started("" if variation == "limited-one-way" else f"variation={variation}")
    while state.turn is not None:
        if field(state, 4).endswith(":cast"):
            seat = state.turn
            rules = state.game.plain.rules
            assert rules.threat(state.record, seat) == 125 * best_chance(state)
            assert rules.evaluate(state.record, 0) == -rules.evaluate(state.record, 1)
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))


def best_chance(state: parlour.State) -> Fraction:
    """By trying every cast: the highest probability with which the seat to move can capture."""
    found = [Fraction(0)]
    for cast in state.moves():
        state.play(cast)
        total = Fraction(0)
        for text, chance in state.chances() or ():
            total += chance * any("x" in move for move in state.play(text).moves())
            state.undo()
        state.undo()
        found.append(total)
    return max(found)
