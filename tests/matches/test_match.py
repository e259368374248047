"""Matches from outside: the page's examples, what is refused, scores that games can have."""

from __future__ import annotations

import copy
import doctest
import itertools
import pickle
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import BadMatch
from parlour.matches import shipped
from parlour.matches.series import ahead, keeps_of, linked_series, next_table, stand_alone
from parlour.table.outcome import Outcome

F = Fraction
WON, LOST, DRAWN = ("1", "0"), ("0", "1"), ("1/2", "1/2")


def played(match: Any, **rows: Any) -> Any:
    for game, row in rows.items():
        match = match.result(int(game[1:]), row)
    return match


def test_the_twindraughts_group() -> None:
    match = parlour.match("twindraughts-group", toss="rebound")
    assert match.games == (
        (1, "twindraughts:game=rebound", (0, 1)),
        (2, "twindraughts:game=reset", (1, 0)),
        (3, "twindraughts", (0, 1)),
    )
    match = played(match, g1=WON, g2=("3/4", "1/4"))  # side 1 is South in game 2
    assert match.points == (F(5, 4), F(3, 4))
    assert match.bonus is None
    over = match.result(3, DRAWN)
    assert over.outcome == ((F(25, 4), F(7, 4)), 0)
    assert over.bonus == 0
    assert match.points == (F(5, 4), F(3, 4))  # the old one is unchanged


def test_most_points_without_a_decisive_win_go_to_the_tie_break() -> None:
    match = played(
        parlour.match("twindraughts-group", toss="rebound"), g1=("3/4", "1/4"), g2=DRAWN, g3=DRAWN
    )
    assert match.games[3] == (4, "twindraughts:transferable=yes,win=first", (1, 0))
    assert (match.bonus, match.outcome, match.critical, match.influential) == (
        None,
        None,
        (4,),
        (4,),
    )
    assert match.result(4, WON).outcome == ((F(9, 4), F(23, 4)), 1)
    assert match.result(4, LOST).bonus == 0
    assert match.result(4, DRAWN).bonus == 0  # a draw favours North, side 0 there


def test_the_toss_says_which_game_is_first() -> None:
    match = parlour.match("twindraughts-group", toss="reset")
    assert [game for _, game, _ in match.games][:2] == [
        "twindraughts:game=reset",
        "twindraughts:game=rebound",
    ]
    for toss in ("election", "", None, 1, ["reset"]):
        with pytest.raises(BadMatch, match="rebound or reset"):
            parlour.match("twindraughts-group", toss=toss)


def test_the_first_game_of_the_diagonal_groupling_is_influential_and_not_critical() -> None:
    match = parlour.match("diagonal-groupling")
    assert (match.critical, match.influential) == ((), (1, 2, 3))
    level = played(match, g1=WON, g2=WON, g3=DRAWN)
    assert level.outcome == (
        (F(5, 2), F(3, 2)),
        0,
    )  # each has won a game; the English draughts decide
    tied = played(match, g1=DRAWN, g2=DRAWN, g3=DRAWN)
    assert tied.outcome == ((F(2), F(2)), None)
    assert tied.bonus is None
    assert played(match, g1=WON, g2=LOST, g3=WON).points == (6, 0)


def test_a_sundry_trio() -> None:
    trio = parlour.match("sundry-trio")
    assert [sides for _, _, sides in trio.games] == [(0, 1, 0, 1), (1, 0, *[None] * 5)]
    others = [0] * 6 + [1]
    match = played(trio, g1=(2, 1, 2, 1)).result(2, others, ahead=1)
    assert match.outcome == ((F(2), F(6)), 1)
    assert trio.result(2, [0, 1, 0, 0, 0, 0, 0]).points == (2, 0)
    with pytest.raises(BadMatch, match="ahead"):
        trio.result(2, others)
    with pytest.raises(BadMatch, match="not ahead"):
        trio.result(2, [0, 1, 0, 0, 0, 0, 0], ahead=1)
    with pytest.raises(BadMatch, match="ahead is a side"):
        trio.result(2, others, ahead=2)
    third = parlour.match("sundry-trio", third="leopard-princess")
    level = played(third.result(2, others, ahead=0), g1=(0, 3, 0, 3), g3=("3/2", "1/2"))
    assert level.points == (F(3), F(3))
    assert level.games[3] == (4, "naval-qi", (1, 0))
    assert level.result(4, (4, 0)).outcome == ((F(3), F(7)), 1)
    assert level.result(4, (0, 2)).points == (F(5), F(3))


def test_level_in_revolver_an_extra_game_follows_until_one_is_ahead() -> None:
    trio = parlour.match("sundry-trio", third="hex")
    others = [0] * 6 + [1]
    match = trio.result(2, others, ahead="level")
    assert match.points == (0, 0)
    assert match.games[3:] == ((4, "revolver:players=2,rounds=1", (1, 0)),)
    match = match.result(4, DRAWN)
    assert match.games[4:] == ((5, "revolver:players=2,rounds=1", (0, 1)),)
    match = match.result(5, WON)
    assert match.points == (2, 0)
    match = played(match, g1=(0, 3, 0, 3), g3=WON)
    assert match.games[5:] == ((6, "naval-qi", (1, 0)),)
    assert match.outcome is None
    shared = trio.result(2, ["1/2", "1/2", 0, 0, 0, 0, 0])
    assert [number for number, *_ in shared.games] == [1, 2, 3, 4]
    with pytest.raises(BadMatch, match="share the win"):
        trio.result(2, ["1/2", "1/2", 0, 0, 0, 0, 0], ahead=1)
    for said in (True, "", "LEVEL", 1.0):
        with pytest.raises(BadMatch, match="ahead is a side"):
            trio.result(2, others, ahead=said)


def test_the_toss_is_drawn_from_the_seed() -> None:
    games = [parlour.match("twindraughts-group", seed=n).games for n in range(20)]
    assert {row[0][1] for row in games} == {"twindraughts:game=rebound", "twindraughts:game=reset"}
    assert games[0] == parlour.match("twindraughts-group", seed=0, toss="drawn").games
    drawn = parlour.match("twindraughts-group")
    assert parlour.match("twindraughts-group", seed=drawn.seed).games == drawn.games
    assert drawn.result(1, WON).seed == drawn.seed
    assert parlour.match(game="hex", games=2, seed=5).seed == 5
    for seed in (-1, True, "1", 1.5):
        with pytest.raises(BadMatch, match="seed"):
            parlour.match("twindraughts-group", seed=seed)


def test_practice_games_come_first_and_decide_nothing() -> None:
    match = parlour.match("twindraughts-group", toss="rebound", preliminary=2)
    assert match.games[:3] == (
        (-1, "twindraughts:game=practice", (0, 1)),
        (0, "twindraughts:game=practice", (1, 0)),
        (1, "twindraughts:game=rebound", (0, 1)),
    )
    assert not {0, -1} & {*match.critical, *match.influential}
    match = match.result(0, WON)
    assert match.points == (0, 0)
    over = played(match, g1=WON, g2=LOST, g3=DRAWN)  # side 0 is North in game 2
    assert over.outcome is not None
    with pytest.raises(BadMatch, match="over"):
        over.result(-1, WON)
    for count in (-1, 21, "2", True, None):
        with pytest.raises(BadMatch, match="0 to 20"):
            parlour.match("twindraughts-group", preliminary=count)


def test_matches_of_one_game() -> None:
    match = parlour.match(game="hex:size=7", games=4)
    assert match.games == tuple(
        (n, "hex:size=7", (0, 1) if n % 2 else (1, 0)) for n in (1, 2, 3, 4)
    )
    ahead = played(match, g1=WON, g2=LOST, g3=WON)
    assert (ahead.points, ahead.outcome, ahead.critical, ahead.influential) == (
        (3, 0),
        None,
        (),
        (),
    )
    assert ahead.result(4, WON).outcome == ((3, 1), 0)
    stopped = played(
        parlour.match(game="hex:size=7", games=4, stop="decided"), g1=WON, g2=LOST, g3=WON
    )
    assert stopped.outcome == ((3, 0), 0)
    with pytest.raises(BadMatch, match="over"):
        stopped.result(4, WON)
    partial = parlour.match(game="twindraughts", games=1).result(1, ("3/4", "1/4"))
    assert partial.outcome == ((1, 0), 0)  # more is a win
    marks = parlour.match(game="tiger-bridge:deals=1000", games=3)
    assert marks.result(1, (7, 9, 7, 9)).points == (0, 1)


@pytest.mark.parametrize(
    ("game", "rows", "others"),
    [
        ("hex", [WON, LOST], [DRAWN]),
        ("hex:move_limit=30", [WON, DRAWN], [("1/3", "2/3")]),
        ("y", [WON], [DRAWN]),
        ("y:move_limit=30", [DRAWN], []),
        ("english-draughts", [WON, DRAWN, LOST], [("3/4", "1/4"), (1, 1), (0, 0), (2, 0)]),
        ("twindraughts", [WON, DRAWN, ("3/4", "1/4"), ("1/4", "3/4")], [("2", "0")]),
        ("twindraughts:win=first", [WON, DRAWN], [("3/4", "1/4")]),
        ("naval-qi", [("4", "0"), ("0", "2")], [("2", "2"), WON]),
        ("naval-qi:move_limit=9", [("2", "2")], []),
        ("lines-of-action", [WON, DRAWN], [("3/4", "1/4")]),
        ("tiger-bridge", [(3, 0, 3, 0), (1, 2, 1, 2)], [(3, 0, 0, 3), (3, 0), (2, 2, 2, 2)]),
    ],
)
def test_results_that_games_can_have(game: str, rows: list[Any], others: list[Any]) -> None:
    match = parlour.match(game=game, games=2)
    for row in rows:
        assert match.result(1, row).games == match.games
    for row in others:
        with pytest.raises(BadMatch):
            match.result(1, row)


@pytest.mark.parametrize(
    "scores",
    [None, 1, "10", "1,0", [1], [1, 0, 0], [True, False], [1.0, 0.0], ["1/0", "0"], ["01", "0"], [-1, 2],
     ["½", "½"], ["", ""], [None, None], {1: 0}, [F(1, 3), F(2, 3)], ["1 ", "0"], ["9" * 5000, "0"]],
)  # fmt: skip
def test_scores_that_are_none_are_refused(scores: Any) -> None:
    with pytest.raises(BadMatch):
        parlour.match("diagonal-groupling").result(1, scores)


@pytest.mark.parametrize("number", [0, 4, -1, "1", None, True, 1.0])
def test_games_that_are_none_are_refused(number: Any) -> None:
    with pytest.raises(BadMatch):
        parlour.match("diagonal-groupling").result(number, WON)


def test_second_results_and_results_after_the_end_are_refused() -> None:
    match = parlour.match("diagonal-groupling").result(1, WON)
    with pytest.raises(BadMatch, match="has its result"):
        match.result(1, WON)
    with pytest.raises(BadMatch, match="over"):
        played(match, g2=WON, g3=WON).result(3, WON)
    with pytest.raises(BadMatch, match="follows from the scores"):
        match.result(2, WON, ahead=1)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ((), {}),
        (("no-such-group",), {}),
        (("no/such/file.toml",), {}),
        (("\0.toml",), {}),
        ((5,), {}),
        (("twindraughts-group",), {"games": 3}),
        (("sundry-trio",), {"third": 5}),
        (("sundry-trio",), {"third": "chainn"}),
        (("sundry-trio",), {"third": "no-such-game"}),
        (("sundry-trio",), {"third": "yavalath:players=3"}),
        ((), {"game": "hex"}),
        ((), {"games": 3}),
        ((), {"game": "hex", "games": 0}),
        ((), {"game": "hex", "games": 1001}),
        ((), {"game": "hex", "games": True}),
        ((), {"game": "hex", "games": "3"}),
        ((), {"game": "hex", "games": 3, "stop": "never"}),
        ((), {"game": "hex", "games": 3, "toss": "reset"}),
        ((), {"game": "no-such-game", "games": 3}),
        ((), {"game": "hex:size=1000", "games": 3}),
        ((), {"game": 5, "games": 3}),
        ((), {"game": "chainn", "games": 3}),
    ],
)
def test_matches_that_are_none_are_refused(name: Any, settings: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parlour.match(*name, **settings)


def test_what_matters_in_long_matches_is_told_at_once() -> None:
    match = parlour.match(game="yavalath", games=1000)
    for number in range(1, 11):
        match = match.result(number, WON)
    assert (match.critical, len(match.influential)) == ((), 990)


def test_draughts_alone() -> None:
    assert stand_alone("twindraughts:game=rebound", ("3/4", "1/4")) == (F(3, 4), F(1, 4))
    assert stand_alone("twindraughts", ("3/4", "1/4")) == (F(3, 2), F(1, 2))
    assert stand_alone("twindraughts:win=first", WON) == (1, 0)
    assert stand_alone("twindraughts:game=reset,win=first", DRAWN) == (F(1, 4), F(1, 4))
    assert stand_alone("twindraughts:game=practice", WON) == (0, 0)
    assert stand_alone("royal-draughts:sets=both", WON) == (2, 0)
    assert stand_alone("royal-draughts:sets=both", ("3/4", "1/4")) == (F(3, 2), F(1, 2))
    assert stand_alone("royal-draughts:sets=both", DRAWN) == (1, 1)
    assert stand_alone("royal-draughts", DRAWN) == (F(1, 2), F(1, 2))
    for game, row in (("hex", WON), ("sovereign", WON), ("twindraughts:win=first", ("3/4", "1/4"))):
        with pytest.raises(BadMatch):
            stand_alone(game, row)


def _end(marks: str, winner: int) -> Outcome:
    scores = tuple(F(int(seat == winner)) for seat in range(marks.count("+") + 1))
    return Outcome(scores, "rounds", {"marks": marks})


def test_linked_series_of_revolver() -> None:
    series = linked_series(players=5)
    assert series.game == "revolver:players=5"
    series = series.played(_end("400+200+100+50+0", 0))
    assert series.game == "revolver:forward=400+200+100+50+0,players=5"
    assert parlour.game(series.game).start().turn is not None
    alone = linked_series(players=5, keep="winner").played(_end("400+200+100+50+0", 0))
    assert alone.forward == (250, 0, 0, 0, 0)
    assert alone.marks == ((400, 200, 100, 50, 0),)
    for outcome in (_end("1+2", 0), Outcome((F(1),) * 5, "rounds"), _end("1+2+3+4+x", 0)):
        with pytest.raises(BadMatch):
            series.played(outcome)
    for players, keep in ((4, "all"), (True, "all"), (5, "some")):
        with pytest.raises(BadMatch):
            linked_series(players, keep)


def test_the_next_table_has_the_options_of_the_last() -> None:
    game = parlour.game("revolver:players=5,rounds=4,showdown=concede")
    after = next_table(game, _end("400+200+100+50+0", 0), "all")
    assert after.name == "revolver:forward=400+200+100+50+0,players=5,rounds=4,showdown=concede"
    assert next_table(after, _end("0+0+0+0+750", 4), "winner").chosen["forward"] == "0+0+0+0+600"
    assert keeps_of(game) == ("all", "winner")
    assert keeps_of(parlour.game("revolver:players=2")) == keeps_of(parlour.game("hex")) == ()
    for wrong in (
        (game, None, "all"),
        (game, _end("400+200+100+50+0", 0), "some"),
        (parlour.game("hex"), _end("400+200+100+50+0", 0), "all"),
        (game, _end("400+200+100+50", 0), "all"),
    ):
        with pytest.raises(parlour.BadMatch):
            next_table(*wrong)


def test_the_documentations_session_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "play" / "matches.md"
    failures, tests = doctest.testfile(str(page), module_relative=False)
    assert (failures, tests > 4) == (0, True)
    assert all(name in page.read_text() for name in shipped())


def test_who_was_ahead_in_a_game_of_revolver() -> None:
    """Of any two seats: the winner is ahead of all; who left is behind all who stayed; never both ways."""
    rng = random.Random(4)
    for _ in range(3):
        state = parlour.game("revolver:players=5,rounds=4").start()
        left: list[int] = []
        while state.turn is not None:
            if state.turn == parlour.CHANCE:
                state.play(state.draw(rng))
                continue
            move = rng.choice(state.moves())
            left += [state.turn] if move == "leave" else []
            state.play(move)
        assert state.outcome is not None
        for one, other in itertools.permutations(range(5), 2):
            found = ahead(state, one, other)
            turned = ahead(state, other, one)
            assert turned == (None if found is None else 1 - found)
            if state.outcome.scores[one] == 1:
                assert found == 0
            if one in left and other not in left and state.outcome.scores[other] > 0:
                assert found == 1
    with pytest.raises(BadMatch):
        ahead(parlour.game("revolver").start(), 0, 1)


def test_matches_and_clocks_are_pickled_and_copied() -> None:
    match = parlour.match("twindraughts-group", toss="rebound").result(1, WON)
    clock = parlour.clock("calendar:bank=3d,off=sat,zone=Europe/London")
    events = [(0, "turn", 0)]
    for again in (pickle.loads(pickle.dumps((match, clock))), copy.deepcopy((match, clock))):
        assert (again[0].points, again[0].influential) == (match.points, match.influential)
        assert again[0].result(2, WON).points == match.result(2, WON).points
        assert again[1] == clock
        assert again[1].face(events, 10**9) == clock.face(events, 10**9)
