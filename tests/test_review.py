"""Looking back at a game: costs, glyphs, what is noted in the record."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.cli.command_line import app
from parlour.cli.records.review_command import graph
from parlour.errors import BadRecord
from parlour.players import Advice, Player, player
from parlour.players.chance import chance_of_evaluation, evaluation_text
from parlour.records import Tree, read
from parlour.review import NoReview, annotate, review
from parlour.table.game import State
from parlour.table.player import Progress

SMALL = "hex:size=4,pie=no"
THROWN = ("b1", "a1", "b2", "a2", "b3", "a4")  # a2 gives Red time to reach the edge


def invoke(arguments: list[str]) -> None:
    """Run a command; its errors come out as they are."""
    app(arguments, standalone_mode=False)


class Oracle(Player):
    """Knows a chance for each position by its number of moves; always likes the last legal move best."""

    def __init__(self, game: parlour.Game, chances: tuple[float | None, ...]) -> None:
        super().__init__(game, 0)
        self.chances = chances

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        last = state.moves()[-1]
        chance = self.chances[len(state.history)]
        return Advice(last, line=(last, state.moves()[0]), chance=chance, proven=chance in (0, 1))


class Hasty(Oracle):
    """Likes the first legal move best."""

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return replace(super().advise(state), move=state.moves()[0])


class Only(Oracle):
    """Knows that Red's chance is good after d4, which it likes best, and bad after all other moves."""

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        good, bad, _ = self.chances
        chance = good if not state.history else 1 - good if state.history == ("d4",) else 1 - bad
        return replace(super().advise(state), chance=chance)


def tree_of(name: str, moves: tuple[str, ...]) -> Tree:
    state = parlour.game(name).start()
    for move in moves:
        state.play(move)
    return Tree.from_state(state)


def test_costs_are_what_the_mover_gave_away() -> None:
    tree = tree_of(SMALL, ("a1", "b1", "c1"))
    found = review(tree, Oracle(tree.game, (0.6, 0.5, 0.5, 1.0)))
    # Red 60%, then Blue 50% of his (Red 50%), Red 50%, then Blue has won for sure
    assert found.chances == (0.6, 0.5, 0.5, 0.0)
    assert [round(judged.cost, 6) for judged in found.judged] == [0.1, 0.0, 0.5]
    assert [judged.glyph for judged in found.judged] == [6, None, 4]
    assert [judged.ply for judged in found.worst()] == [3, 1]
    assert (
        found.worst()[0].words("Red")
        == "Red's chance of winning was 50%, now it is 1%. Better: d4."
    )


def test_the_best_move_costs_nothing_whatever_comes_of_it() -> None:
    tree = tree_of(SMALL, ("d4",))
    assert review(tree, Oracle(tree.game, (0.9, 0.9))).judged[0].cost == 0


@pytest.mark.parametrize(("bad", "glyph"), [(0.2, 3), (0.5, 1), (0.6, None)])
def test_a_move_that_a_quick_look_misses_is_praised_by_its_lead(
    bad: float, glyph: int | None
) -> None:
    tree = tree_of(SMALL, ("d4",))
    knows = Only(tree.game, (0.7, bad, 0.5))
    found = review(tree, knows, quick=Hasty(tree.game, (0.5,) * 3))
    assert found.judged[0].glyph == glyph
    assert found.judged[0].otherwise == pytest.approx(bad)
    assert [judged.ply for judged in found.finest()] == ([1] if glyph else [])
    assert review(tree, knows, quick=knows).judged[0].glyph is None  # anybody sees it
    if glyph == 3:
        annotate(tree, found)
        assert tree.root.children[0].glyphs == [3]
        assert (
            "Hard to find: Red's chance of winning is 70%, with any other move 20%"
            in (tree.root.children[0].comments[1])
        )


def test_a_move_that_is_better_than_what_was_thought_best() -> None:
    tree = tree_of(SMALL, ("a1", "b1"))
    found = review(tree, Oracle(tree.game, (0.5, 0.4, 0.6)))
    assert [judged.glyph for judged in found.judged] == [5, None]
    assert found.judged[0].words("Red") == "Better than d4: Red's chance of winning is 60%."
    assert found.worst() == ()


def test_notes_are_kept_in_the_record_and_come_back() -> None:
    tree = tree_of(SMALL, ("a1", "b1", "c1"))
    found = review(tree, Oracle(tree.game, (1.0, 0.5, 0.5, None)))
    annotate(tree, found)
    annotate(tree, found)  # once more changes nothing
    text = tree.write().text
    assert text.count("had a sure win, now it is 50%. Better: d4.") == 1
    assert "a1 $4" in text or "a1??" in text
    again = next(read(text)).tree
    assert again is not None
    assert [node.move for node in again.root.children] == ["a1", "d4"]
    assert again.root.child("d4").children[0].move == "a1"  # type: ignore[union-attr]
    assert again.root.children[0].evaluation == "0.00"
    assert again.moves() == ("a1", "b1", "c1")


@pytest.mark.long
def test_a_real_player_finds_the_move_that_threw_the_game_away() -> None:
    tree = tree_of(SMALL, THROWN)
    found = review(tree, player("mcts:simulations=1500", tree.game, seed=1))
    dear = {judged.move: judged for judged in found.worst()}
    assert (dear["a2"].glyph, dear["a2"].after) == (4, 0.0)
    assert found.chances[4:] == (1.0, 1.0, 1.0)


def test_what_cannot_be_seen_is_not_reviewed() -> None:
    for name in ("tiger-bridge", "yavalath:players=3"):
        tree = Tree(name)
        with pytest.raises(NoReview):
            review(tree, Oracle(tree.game, ()))


@given(st.floats(0.001, 0.999))
def test_evaluations_mean_the_same_chance_again(chance: float) -> None:
    assert chance_of_evaluation(evaluation_text(chance)) == pytest.approx(chance, abs=0.001)


def test_evaluations_of_others_are_read() -> None:
    assert [chance_of_evaluation(text) for text in ("#3", "#-2", "0.0", "?", "1e9", "")] == [
        *(1.0, 0.0, 0.5),
        *(None, None, None),
    ]
    assert [evaluation_text(1.0, 5), evaluation_text(0.0, -2)] == ["#3", "#-1"]
    assert chance_of_evaluation("0.17,23") == pytest.approx(0.5156, abs=0.001)  # with the depth


@pytest.mark.long
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, out = tmp_path / "game.pgn", tmp_path / "reviewed.pgn"
    kept.write_text(tree_of(SMALL, ("a1", "b1", "a2", "b2", "a3", "c1")).write().text)
    with_player = ["review", str(kept), "--player", "mcts:simulations=400", "--out", str(out)]
    invoke(with_player)
    told = capsys.readouterr().out
    assert "chance of winning, move by move" in told
    assert "Better: a4" in told
    assert "a4" in out.read_text()
    with pytest.raises(BadRecord):
        invoke(["review", str(kept), "-n", "2"])


def test_a_graph_in_a_line() -> None:
    assert graph((0.0, None, 0.5, 1.0)) == "▁ ▅█ 100%"
    assert graph(()) == ""


@pytest.mark.long
@pytest.mark.parametrize("looking", ["rave:simulations=1000", "mcts:simulations=1000"])
def test_whose_turn_it_is_does_not_swing_a_review_of_merlins_chain(looking: str) -> None:
    game = parlour.game("merlins-chain")
    state, bots = game.start(), [player("4", game, seed=20 + seat) for seat in range(2)]
    while state.turn is not None:
        state.play(bots[state.turn].choose(state))
    looker = player(looking, game, seed=5)
    chances = [c for c in review(Tree.from_state(state), looker).chances if c is not None]
    gained = [after - before for before, after in pairwise(chances)]
    by_green = gained[::2]
    assert abs(sum(by_green) / len(by_green)) < 0.1, "having the move is no chance by itself"
