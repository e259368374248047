"""Puzzles: the files that ship, proofs of a sample of them, how they are made and done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import parlour
from parlour.cli.records import puzzle_commands
from parlour.errors import BadPlayer, BadRecord
from parlour.lessons import begin
from parlour.players import level_texts
from parlour.puzzles import (
    Puzzle,
    PuzzleProver,
    book,
    faults,
    has_puzzles,
    make,
    making,
    puzzle_of_the_day,
    puzzles,
)
from parlour.puzzles.book import SAVE, SEED, WIN, puzzle_of, puzzles_in
from parlour.puzzles.making import endings, solution
from parlour.search.endgame.endgame_builder import build
from parlour.table.game import State
from parlour.table.problem import MOST
from tests.conftest import part, unlike

GAMES = [game_id for game_id in parlour.games() if has_puzzles(game_id)]
SAMPLE = part(16)  # puzzles of each game that are proven anew


@pytest.mark.parametrize("game_id", GAMES)
def test_the_puzzles_of_a_game_can_be_done(game_id: str) -> None:
    found = puzzles(game_id)
    assert len(found) >= 50
    assert len({puzzle.tree.position for puzzle in found}) == len(found)
    difficulties = [puzzle.difficulty for puzzle in found]
    assert difficulties == sorted(difficulties)
    most = len(level_texts(parlour.game(game_id))) + 1
    assert difficulties[-1] <= most, "one more than the levels that fail"
    for puzzle in found:
        attempt = begin(puzzle.step)
        assert attempt.task
        if puzzle.kind != MOST:
            assert len(puzzle.tree.root.children) == 1, "the first move is the only one"
        while not attempt.is_done:
            assert attempt.play(puzzle.tree.moves()[len(attempt.moves_made)]).right
        if puzzle.kind == WIN:
            outcome = attempt.state.outcome
            assert outcome is not None
            assert outcome.scores[puzzle.step.seat or 0] == max(outcome.scores)
            assert (
                sum(node.seat == puzzle.step.seat for node in puzzle.tree.line()) == puzzle.length
            )


@pytest.mark.long
@pytest.mark.parametrize("game_id", unlike(GAMES))
def test_a_sample_is_proven_anew(game_id: str) -> None:
    sample = random.Random(7).sample(puzzles(game_id), SAMPLE)
    provers = {puzzle.tree.game.name: PuzzleProver(puzzle.tree.game) for puzzle in sample}
    wrong = [fault for p in sample for fault in faults(p, provers[p.tree.game.name])]
    assert wrong == []


def wins(state: State, seat: int, plies: int) -> bool:
    """Whether `seat` can win by force within `plies`: all lines tried one by one, nothing remembered."""
    if state.turn is None:
        outcome = state.outcome
        assert outcome is not None
        return outcome.scores[seat] > outcome.scores[1 - seat]
    if plies == 0:
        return False
    enough = any if state.turn == seat else all
    return enough(wins(state.copy().play(move), seat, plies - 1) for move in state.moves())


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_all_lines_tried_one_by_one_agree(game_id: str) -> None:
    """A judge that shares nothing with the prover but the rules."""
    found = [p for p in puzzles(game_id) if p.kind == WIN and p.length == 2]
    quick = sorted(found, key=lambda puzzle: len(puzzle.tree.root.state().moves()))[:1]
    for puzzle in quick:
        state, seat = puzzle.tree.root.state(), puzzle.step.seat
        assert seat is not None
        winning = [m for m in state.moves() if wins(state.copy().play(m), seat, 3)]
        assert winning == [puzzle.tree.root.children[0].move], puzzle.number
    if not quick:
        pytest.skip("has no wins in two moves")


@pytest.mark.long
def test_nothing_is_proven_that_was_not_searched_through() -> None:
    """The win is found before the other moves are known not to win a little later."""
    puzzle = next(p for p in puzzles("yavalath") if p.kind == WIN and p.length == 3)
    prover = PuzzleProver(puzzle.tree.game)
    state, plies = puzzle.tree.root.state(), 2 * puzzle.length + 1
    whole = prover.proof(state, plies)
    assert whole is not None
    assert list(whole.wins) == [puzzle.tree.root.children[0].move]
    prover.search.forget()
    enough = prover.search.search(state, depth=plies - 2, every=True)
    assert enough.distance is not None, "the win itself is found two plies before"
    prover.search.forget()
    assert prover.proof(state, plies, nodes=enough.nodes + 1) is None


@pytest.mark.long
def test_puzzles_are_made_and_hold() -> None:
    game = parlour.game("hex:pie=no,size=4")
    made = list(make(game, 3, seed=1))
    assert len(made) == 3
    seeds = [int(puzzle.tree.tags[SEED]) for puzzle in made]
    assert seeds == sorted(seeds)
    (later,) = make(game, 4, seed=1, known=made)
    assert int(later.tree.tags[SEED]) > seeds[-1]
    prover = PuzzleProver(game)
    assert [fault for puzzle in made for fault in faults(puzzle, prover)] == []
    assert {puzzle.kind for puzzle in made} <= {WIN, SAVE}


def test_the_file_is_written_at_each_puzzle_and_gone_on_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [puzzle.tree for puzzle in puzzles("hex")[:4]]
    out, played = tmp_path / "hex.puzzles.pgn", list[tuple[int, int]]()

    def make(
        game: object,
        number: int,
        seed: int,
        players: list[str],
        known: tuple[Puzzle, ...],
        tables: object,
    ) -> Iterator[Puzzle]:
        for n in range(len(known), number):
            played.append((n, len(puzzles_in(out))))
            yield puzzle_of(games[n], n + 1, "")

    monkeypatch.setattr(puzzle_commands, "make", make)
    for number in (2, 4):
        puzzle_commands.make_puzzles("hex", [], number, 0, "3,4", str(out))
    assert played == [(0, 0), (1, 1), (2, 2), (3, 3)]
    found = puzzles_in(out)
    assert {p.tree.position for p in found} == {tree.position for tree in games}
    assert [p.difficulty for p in found] == sorted(p.difficulty for p in found)


def test_where_no_file_can_be_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_commands, "make", lambda *given, **named: pytest.fail("sought"))
    with pytest.raises(FileNotFoundError):
        puzzle_commands.make_puzzles("hex", [], 1, 0, "3,4", str(tmp_path / "missing" / "a.pgn"))


@pytest.mark.long
def test_endings_keep_a_win_by_one_move_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    monkeypatch.setattr(making, "LEAST", 2)
    game = parlour.game("english-draughts")
    tables = build(game, 2)
    found = [each for seed in range(16) for each in endings(game, seed, tables)]
    assert found
    prover = PuzzleProver(game)
    for each in found:
        proof = prover.proof(each.state, each.plies)
        assert proof is not None
        assert proof.wins == {each.move: each.plies}
        assert solution(each, prover) is not None


@pytest.mark.long
def test_a_wrong_puzzle_is_found_out() -> None:
    game = parlour.game("hex:pie=no,size=4")
    (puzzle,) = list(make(game, 1, seed=1))
    text = puzzle.tree.write().text
    first = puzzle.tree.root.children[0].move
    other = next(m for m in puzzle.tree.root.state().moves() if m != first)
    tree = next(parlour.records.read(text.partition("{")[0] + f"{{[%task Win.]}} {other} *")).tree
    assert tree is not None
    wrong = Puzzle(1, puzzle.kind, puzzle.length, 1, (), tree)
    assert faults(wrong, PuzzleProver(game))


def test_games_of_chance_and_hidden_things_have_none() -> None:
    for name in ("revolver", "naval-qi", "stones-of-fortune"):
        with pytest.raises(BadPlayer):
            next(make(parlour.game(name), 1))


def test_every_day_another_one() -> None:
    found = {puzzle_of_the_day(GAMES[0], date(2026, 1, day)) for day in range(1, 9)}
    assert len(found) == 8
    assert puzzle_of_the_day("revolver", date(2026, 1, 1)) is None


@pytest.mark.parametrize(
    "text",
    [
        '[Game "hex:size=4"]\n\n*\n',
        '[Game "hex:size=4"]\n[Puzzle "win"]\n[Length "x"]\n[Difficulty "1"]\n\na1 *\n',
        '[Game "hex:size=4"]\n[Puzzle "win"]\n[Length "1"]\n[Difficulty "11"]\n\na1 *\n',
        '[Game "hex:size=4"]\n[Puzzle "win"]\n[Length "1"]\n[Difficulty "1"]\n\nz9 *\n',
        '[Game "hex:size=4"]\n[Puzzle "win"]\n[Length "1"]\n[Difficulty "1"]\n[Seed "?"]\n\na1 *\n',
    ],
)
def test_a_damaged_file_is_told_of(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "hex.puzzles.pgn"
    kept.write_text(text)
    monkeypatch.setattr(book, "puzzles_file", lambda game: kept)
    with pytest.raises(BadRecord):
        puzzles("hex")
