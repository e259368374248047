"""English draughts: known counts of lines, captures, crowning, ends, and what position texts refuse."""

import pytest

import parlour
from parlour.search import perft
from tests.games.draughts_texts import board


def position(text: str, turn: str = "0*", counts: str = "0,0,0,0,0,0", streaks: str = "-,-") -> str:
    return f"english-draughts {text} {turn} p,- --,-- {streaks} {counts}"


def read(**pieces: str) -> parlour.State:
    return parlour.game("english-draughts").read(position(board(**pieces)))


def test_start() -> None:
    assert parlour.game("english-draughts").start().text == (
        "english-draughts .m.m.m.m/m.m.m.m./.m.m.m.m/......../......../M.M.M.M./.M.M.M.M/M.M.M.M. "
        "0* p,- --,-- -,- 0,0,0,0,0,0"
    )


def test_perft() -> None:
    start = parlour.game("english-draughts").start()
    known = [7, 49, 302, 1469, 7361, 36768, 179740, 845931]
    assert [perft(start, depth) for depth in range(1, 9)] == known
    assert [perft(start, depth, compiled=False) for depth in range(1, 5)] == known[:4]


def test_a_capture_lists_every_landing_and_is_compulsory() -> None:
    state = read(c3="M", h2="M", d4="m", d6="m", a7="m")
    assert state.moves() == ["c3xe5xc7"]
    with pytest.raises(parlour.IllegalMove, match="goes on"):
        state.play("c3xe5")
    with pytest.raises(parlour.IllegalMove, match="capture to be made"):
        state.play("h2-g3")
    state.play("c3xe5xc7")
    assert state.text == position(board(h2="M", c7="M", a7="m"), "1*", "0,0,1,0,0,0", "d1,-")


def test_the_longest_capture_is_not_asked_for() -> None:
    state = read(c3="M", b4="m", d4="m", d6="m", h8="m")
    assert state.moves() == ["c3xa5", "c3xe5xc7"]


def test_a_man_is_crowned_and_stops() -> None:
    state = read(e5="M", d6="m", b6="m", d8="m", h8="m")
    assert state.moves() == ["e5xc7"]
    state = read(c7="M", g7="m", e5="m", h8="m")
    state.play("c7-b8")
    assert "c1" not in state.text
    assert state.text.split()[1].startswith(".C")
    state = read(d6="M", e7="m", g7="m", a7="m")
    assert state.moves() == ["d6xf8"]
    assert state.play("d6xf8").text.split()[1] == board(f8="C", g7="m", a7="m")


def test_a_champion_jumps_round_to_his_own_square_but_nothing_twice() -> None:
    ring = {"d2": "m", "d4": "m", "b4": "m", "b2": "m"}
    state = read(c1="C", h8="m", **ring)
    assert state.moves() == ["c1xa3xc5xe3xc1", "c1xe3xc5xa3xc1"]
    assert state.play("c1xa3xc5xe3xc1").text.split()[1] == board(c1="C", h8="m")


def test_clearance_and_blockade() -> None:
    state = read(c3="M", d4="m").play("c3xe5")
    assert state.turn is None
    assert state.text.endswith(" 1* 0,- --,-- d1,- 0,0,1,0,0,0 #clearance:1,0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.details) == ("clearance", {})
    state = read(a3="m", c1="C", b2="M", h2="M", h8="C")
    state.play("h8-g7")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("blockade", (1, 0))
    assert state.text.split()[1] == board(g7="C")


def test_draw_by_no_progress_at_its_own_count() -> None:
    game = parlour.game("english-draughts", draw_moves=2)
    text = f"english-draughts:draw_moves=2 {board(a1='C', h8='c')} 0* p,- --,-- -,- 0,0,0,0,0,0"
    state = game.read(text)
    for move in ("a1-b2", "h8-g7", "b2-a1"):
        state.play(move)
    assert state.outcome is None
    state.play("g7-h8")
    assert state.text == (
        f"english-draughts:draw_moves=2 {board()} 0* =,- --,-- d2,d2 4,0,2,2,0,0 #no-progress:1/2,1/2"
    )
    assert game.read(state.text.rpartition(" #")[0]).text == state.text


def test_repetition_comes_before_the_move_limit() -> None:
    game = parlour.game("english-draughts", move_limit=4)
    state = game.read(f"{game.name} {board(a1='C', h8='c')} 0* p,- --,-- -,- 0,0,0,0,0,0")
    for move in ("a1-b2", "h8-g7", "b2-a1", "g7-h8") * 2:
        state.play(move)
    assert state.outcome is not None
    assert state.outcome.reason == "repetition"
    assert state.text.endswith("0* =,- --,-- d4,d4 8,0,4,4,0,0 #repetition:1/2,1/2")
    assert game.read(state.text).outcome == state.outcome
    with pytest.raises(parlour.BadPosition, match="is unknown"):
        game.read(state.text.rpartition(" #")[0])
    state.undo()
    assert state.turn == 1
    assert state.play("g7-f6").outcome.reason == "move-limit"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (position(board(c3="M", h8="m")) + " #clearance:1,0", "still running"),
        (position(board(c3="M")), "North has no piece"),
        (position(board(c3="M", d3="M", h8="m")), "only the dark set"),
        (position(board(c3="H", h8="m")), "South has only MC"),
        (position(board(c3="R", h8="m")), "South has only MC"),
        (position(board(a3="M", b4="m", c5="m", h8="m")), "blockaded"),
        (position(board(c3="M", h8="m"), "0d"), "TURN"),
        (position(board(c3="M", h8="m"), "2*"), "TURN"),
        (position(board(c3="M", h8="m"), "?0"), "no cards"),
        (position(board(c3="M", h8="m"), counts="1,0,0,0,0,0"), "more plies"),
        (position(board(c3="M", h8="m"), counts="0,0,1,0,0,0"), "STREAKS"),
        (position(board(c3="M", h8="m"), counts="0,0,1,0,1,0", streaks="d1,-"), "resets"),
        (position(board(c3="M", h8="m"), counts="0,0,3,0,0,0", streaks="d2,-"), "STREAKS"),
        (position(board(c3="M", h8="m"), counts="80,0,60,60,0,0", streaks="d60,d60"), "are a draw"),
        (
            position(board(c3="M", h8="m"), counts="81,0,60,60,0,0", streaks="d60,d60"),
            "more than 80",
        ),
        (
            position(board(c3="M", h8="m"), counts="0,0,200,200,0,0", streaks="d200,d200"),
            "200 moves",
        ),
        (position(board(c3="M", h8="m"), counts="00,0,0,0,0,0"), "leading zeros"),
        (position(board(c3="M", h8="m")).replace("--,--", "b-,--"), "ELECTED"),
        (position(board(c3="M", h8="m")).replace("p,-", "p,p"), "SETS"),
        (position(board(c3="M", h8="m")).replace("p,-", "0,-"), "has ended"),
        (position(board(c3="M", h8="C")).replace("p,-", "0,-"), "has ended"),
        (position(board(c3="M"), "1*").replace("p,-", "0,-"), "is unknown"),
        (position(board(c3="M"), "1*").replace("p,-", "0,-") + " #no-progress:1/2,1/2", "shows"),
        (position(board(c3="M"), "1*").replace("p,-", "0,-") + " #clearance:0,1", "itself shows"),
    ],
)
def test_refused_positions(text: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game("english-draughts").read(text)


@pytest.mark.parametrize(
    "options",
    [
        "cards=yes",
        "format=parallel",
        "win=first",
        "streak=4",
        "format=parallel,sets=both,streak=2",
        "ranks=3",
    ],
)
def test_options_without_effect_are_refused(options: str) -> None:
    with pytest.raises(parlour.BadOption):
        parlour.game(f"english-draughts:{options}")


def test_both_sets() -> None:
    state = parlour.game("english-draughts:sets=both").start()
    assert state.text.startswith("english-draughts:sets=both mmmmmmmm/mmmmmmmm/mmmmmmmm/....")
    assert len(state.moves()) == 14
    parallel = parlour.game("english-draughts:format=parallel,sets=both").start()
    turns = []
    for _ in range(5):
        turns.append(parallel.text.split()[2])
        parallel.play(parallel.moves()[0])
    assert turns == ["0d", "1d", "0l", "1l", "0d"]
