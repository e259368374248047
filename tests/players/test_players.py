"""Players: their texts, their levels, what they answer, and matches between them."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

import parlour
from parlour.kernel.spec import parse_options
from parlour.players import band, called, kinds_of, level_texts, meet, player, timed_texts, wilson
from parlour.players.kinds import bounds, expand, suggestions
from parlour.players.levels import BANDS
from parlour.table.game import State
from parlour.table.player import Advice, Player, Progress
from tests.conftest import at_length, standard_games, unlike
from tests.one_file import write_game
from tests.search.toys import toy

ANSWERING = ("chainn", "stones-of-fortune", "tiger-bridge")  # every day
HEX = parlour.game("hex", size=3)


@pytest.mark.parametrize(
    "text",
    ["", "0", "11", "best", "strongest:noise=3", "strongest:seconds=0",
     "strongest:seconds=x", "mcts", "mcts:", "mcts:simulations=0", "mcts:simulations=x", "mcts:depth=3",
     "mcts:simulations=1.5", "mcts:seconds=-1", "mcts:simulations=5,simulations=6", "random:depth=2",
     "alphabeta:", "alphabeta:noise=5", "solver", "mcts:simulations=5,blunder=2", "MCTS:simulations=5",
     "alphabeta:depth=1,noise=-1", "mcts:simulations=1,threads=257", "alphabeta:depth=1,learnt=2",
     "mcts:seconds=nan", "mcts:seconds=1e3", "mcts:threads=0,simulations=5", "\u0664"],
)  # fmt: skip
def test_wrong_texts_say_what_is_allowed(text: str) -> None:
    with pytest.raises(parlour.BadPlayer) as caught:
        player(text, HEX)
    assert len(str(caught.value)) > 20


@pytest.mark.parametrize("identifier", standard_games())
def test_what_a_setting_usually_is_lies_within_its_bounds(identifier: str) -> None:
    for kind in kinds_of(parlour.game(identifier)).values():
        for name, given in kind.SETTINGS.items():
            least, most = bounds(name, given)
            usual = kind.usual(name)
            assert usual is None or least <= usual <= most, (kind, name)


@pytest.mark.parametrize("identifier", standard_games())
def test_every_game_has_five_to_ten_levels(identifier: str) -> None:
    """A number above the highest level is the highest, as players of several games need."""
    game = parlour.game(identifier)
    texts = level_texts(game)
    assert 5 <= len(set(texts)) == len(texts) <= 10
    assert {band(level, len(texts)) for level in range(1, len(texts) + 1)} == set(BANDS)
    for level in range(1, 11):
        assert player(level, game, seed=1).name == f"level {level}"
    assert expand("10", game) == texts[-1]


@pytest.mark.parametrize("identifier", standard_games())
def test_every_game_has_a_strongest_player(identifier: str) -> None:
    game = parlour.game(identifier)
    bot = player("strongest:seconds=0.5", game, seed=1)
    assert type(bot) is type(player("10", game, seed=1))
    if "seconds" in type(bot).SETTINGS:
        assert vars(bot)["seconds"] == 0.5
        assert not vars(bot).get("nodes")


def test_levels_between_have_budgets_in_geometric_steps() -> None:
    texts = level_texts(parlour.game("yavalath", players=3))
    counts = [int(parse_options(text.partition(":")[2])["simulations"]) for text in texts[5:]]
    ratios = [after / before for before, after in pairwise(counts)]
    assert max(ratios) / min(ratios) < 1.1
    assert [band(n, 10) for n in (1, 2, 3, 10)] == ["beginner", "beginner", "casual", "master"]


@pytest.mark.long
def test_a_game_without_an_evaluation_is_searched_for_ends_alone_and_that_is_said() -> None:
    bot = player("alphabeta:depth=1", parlour.game("hex", size=5), seed=1)
    assert "no evaluation" in bot.advise(bot.game.start()).words


def check_levels_answer(identifier: str) -> None:
    game = parlour.game(identifier)
    state = game.start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(3))
    for level in range(1, 4):
        bot = player(level, game, seed=1)
        assert bot.choose(state) in state.moves()


@pytest.mark.parametrize("identifier", ANSWERING)
def test_levels_answer_with_legal_moves(identifier: str) -> None:
    check_levels_answer(identifier)


@pytest.mark.long
@pytest.mark.parametrize("identifier", sorted(set(unlike(standard_games())) - set(ANSWERING)))
def test_levels_of_other_games_answer_with_legal_moves(identifier: str) -> None:
    check_levels_answer(identifier)


def test_the_same_seed_plays_the_same() -> None:
    state = HEX.start()
    for text in ("random", "mcts:simulations=50", "mcts:simulations=50,blunder=0.5"):
        chosen = [[player(text, HEX, seed=s).choose(state) for s in range(3)] for _ in range(2)]
        assert chosen[0] == chosen[1]


def test_a_winning_move_is_found_and_told() -> None:
    state = parlour.game("hex:size=3,pie=no").read("hex:pie=no,size=3 xo./xo./... 0 -")
    bot = player("mcts:simulations=300", state.game, seed=1)
    advice = bot.advise(state)
    assert advice.move == "a3"
    assert advice.value == 1
    assert "proven" in advice.words
    assert bot.choose(state) == "a3"


def test_blunders_are_random_moves() -> None:
    state = parlour.game("hex:size=3,pie=no").read("hex:pie=no,size=3 xo./xo./... 0 -")
    bot = player("mcts:simulations=300,blunder=1", state.game, seed=1)
    assert len({bot.choose(state) for _ in range(40)}) == len(state.moves())


@pytest.mark.long
def test_a_budget_takes_the_place_of_a_level() -> None:
    bot = player("6", HEX, seed=1, budget="simulations=7")
    assert "7 simulations" in bot.advise(HEX.start()).words


def test_nobody_chooses_when_nobody_is_to_move() -> None:
    for text in ("random", "mcts:simulations=5"):
        with pytest.raises(ValueError, match="no seat"):
            player(text, parlour.game("stones-of-fortune")).choose(
                parlour.game("stones-of-fortune").start().play("cast1")
            )


def test_games_bring_players_of_their_own() -> None:
    assert {"solver", "planner"} <= set(kinds_of(parlour.game("chainn")))
    assert "solver" not in kinds_of(HEX)


def test_meeting_counts_each_game_once_and_changes_seats() -> None:
    standing = meet(HEX, "mcts:simulations=200", "random", 20, seed=4)
    assert standing.games == 20
    assert standing.share > 0.8
    assert standing == meet(HEX, "mcts:simulations=200", "random", 20, seed=4)


@pytest.mark.long
def test_three_seats_and_solitaires_meet() -> None:
    three = meet(
        parlour.game("yavalath:players=3,size=4"), "mcts:simulations=60", "random", 6, seed=1
    )
    assert 0 <= three.share <= 1
    alone = meet(parlour.game("chainn"), "planner:ahead=3", "planner:ahead=3", 2, seed=1)
    assert alone.each == (0.5, 0.5)


def test_lost_games_of_a_solitaire_are_alike() -> None:
    """Three moves, within which none wins, are one player's few sequences and another's many."""
    game = parlour.game("chainn:move_limit=3")
    met = meet(game, "planner:ahead=2,blunder=1", "planner:ahead=3", 12, seed=1)
    assert met.each == (0.5,) * 12


@pytest.mark.parametrize("name", ["yavalath:players=3,size=4", "hex:size=3"])
def test_equals_share_the_points(name: str) -> None:
    standing = meet(parlour.game(name), "random", "random", 240, seed=2)
    low, high = standing.interval
    assert low < 0.5 < high
    assert str(standing).startswith("+")


def test_processes_share_the_games_of_a_game_in_one_file(tmp_path: Path) -> None:
    game = parlour.game(write_game(tmp_path))
    alone, shared = (meet(game, "random", "random", 4, seed=2, workers=n) for n in (1, 2))
    assert alone == shared


def test_nothing_is_compiled_before_the_first_move() -> None:
    code = (
        "import sys, parlour; from parlour.players import player; g = parlour.game('hex:size=3')\n"
        "player('random', g).choose(g.start()); player('6', g); player('alphabeta:depth=2', g)\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_wilson_by_hand() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)


KUHN = toy("kuhn")


def test_players_that_would_see_all_are_no_players_of_hidden_games() -> None:
    assert set(kinds_of(KUHN)) == {"random", "ismcts", "determinized"}
    for text in ("mcts:simulations=5", "alphabeta:depth=2"):
        with pytest.raises(parlour.BadPlayer, match="hidden in toy-kuhn; there are ismcts"):
            player(text, KUHN)
    with pytest.raises(parlour.BadPlayer, match="as ismcts:simulations=500"):
        player("grandmaster", KUHN)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ismcts", "needs a budget"),
        ("ismcts:simulations=0", "more than 0"),
        ("ismcts:deals=5", "no setting deals"),
        ("determinized", "needs a budget"),
        ("determinized:deals=0", "more than 0"),
        ("determinized:depth=2,simulations=5", "not both"),
        ("determinized:threads=2", "no setting threads"),
    ],
)
def test_broken_texts_of_hidden_players(text: str, why: str) -> None:
    with pytest.raises(parlour.BadPlayer, match=why):
        player(text, KUHN)


@pytest.mark.parametrize(
    "text",
    [
        "ismcts:simulations=300",
        "ismcts:seconds=0.02",
        *(
            at_length(f"determinized:{text}")
            for text in ("deals=9", "deals=9,depth=3", "nodes=50,seconds=0.02")
        ),
        "3",
    ],
)
def test_hidden_players_do_not_pay_with_the_lowest_card(text: str) -> None:
    bot = player(text, KUHN, seed=2)
    state = KUHN.read("toy-kuhn KJ b")
    assert bot.choose(state) == "pass"
    advice = bot.advise(state)
    assert advice.move == "pass"
    assert advice.value is not None
    assert f"expects {advice.value:.2f}" in advice.words


@pytest.mark.long
def test_a_budget_of_seconds_suits_every_hidden_player() -> None:
    for text in ("2", "determinized:deals=30,depth=3", "ismcts:simulations=9"):
        assert player(text, KUHN, budget="seconds=0.01").choose(KUHN.read("toy-kuhn KJ b"))


@pytest.mark.long
def test_moves_too_many_to_list_are_drawn() -> None:
    game = toy("wide")
    bot = player("random", game, seed=1)
    drawn = {int(bot.choose(game.start())) for _ in range(50)}
    assert len(drawn) == 50
    assert min(drawn) < 20_000 < 80_000 < max(drawn)
    assert int(player("ismcts:simulations=900", game, seed=1).choose(game.start())) > 80_000
    assert player("ismcts:simulations=9,blunder=1", game, seed=1).choose(game.start()) in map(
        str, range(100_000)
    )


@pytest.mark.long
def test_ismcts_plays_open_games_too() -> None:
    standing = meet(HEX, "ismcts:simulations=200", "random", 10, seed=4)
    assert standing.share > 0.8


def test_most_games_suggest_nothing() -> None:
    assert suggestions(HEX.start(), 1) == {}
    assert suggestions(parlour.game("chainn").start(), 1) == {}


def test_weak_players_take_little_memory() -> None:
    """A server has one in each of many games; a strong one has all the room that there is."""
    game = parlour.game("lines-of-action")
    size = {
        text: len(player(text, game).search._table)  # type: ignore[attr-defined]
        for text in ("alphabeta:depth=1", "alphabeta:nodes=2000", "alphabeta:nodes=1000000")
    }
    assert list(size.values()) == [4 << 12, 4 << 15, 4 << 18]


def test_bots_by_thinking_time_are_offered_where_they_can_be_given_a_time() -> None:
    texts = timed_texts(parlour.game("hex"))
    assert texts == tuple(f"strongest:seconds={n}" for n in (1, 3, 10))
    assert player(texts[0], parlour.game("hex"), seed=1).SETTINGS["seconds"] is float
    assert timed_texts(parlour.game("naval-qi")) == (), "it thinks in steps"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "level 3"),
        ("strongest:seconds=1", "thinks 1 second"),
        ("strongest:seconds=0.5", "thinks 0.5 seconds"),
        ("mcts:seconds=1", "mcts:seconds=1"),
    ],
)
def test_what_a_player_is_called(text: str, words: str) -> None:
    assert called(text) == words


class Overlaps(Player):
    """Counts the threads in it."""

    inside = most = 0

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.005)
        self.inside -= 1
        return Advice(state.moves()[0])


def in_threads(work: Callable[[], object], count: int = 8) -> None:
    with ThreadPoolExecutor(count) as pool:
        for future in [pool.submit(work) for _ in range(count)]:
            future.result()


def test_a_player_thinks_for_one_thread_after_another() -> None:
    state = parlour.game("hex:size=3").start()
    bot = Overlaps(state.game, seed=1)
    for copied in (bot, copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        in_threads(lambda: copied.choose(state.copy()))  # noqa: B023 (run at once)
        assert copied.most == 1


@pytest.mark.parametrize("text", ["mcts:simulations=300"])
def test_searches_of_several_threads_do_not_meet(text: str) -> None:
    state = parlour.game("hex:size=3").start()
    bot = player(text, state.game, seed=1)
    in_threads(lambda: state.copy().play(bot.choose(state.copy())))
