"""Making puzzles: bots play, their games are walked back from the end, what has one answer is kept.

Or games are played at random until endgame tables know what they come to. A game that has a file
``problems.py`` in its folder makes its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.kernel.workspace import is_given
from parlour.lessons import LessonStep
from parlour.lessons.attempt import FreeAttempt
from parlour.players import Player, level_texts, player
from parlour.players.game_runner import by_seat, game_plies, run_game
from parlour.puzzles.book import (
    DIFFICULTY,
    HARDEST,
    KIND,
    LENGTH,
    SAVE,
    SEED,
    THEMES,
    WIN,
    Puzzle,
    puzzle_of,
)
from parlour.puzzles.own import problem_source, tree_of
from parlour.puzzles.proof import PuzzleProof, PuzzleProver, only_move, plies_looked_at
from parlour.records import Node, Tree
from parlour.search.endgame.endgame_table import Tables
from parlour.table.game import Game, State
from parlour.table.game_instance import refuse_hidden
from parlour.table.player import Progress, random_move
from parlour.table.problem import BEST

PLAYERS = ("5", "6")  # who plays the games, if nobody else is named
OPENING = 6  # random plies at most
LONGEST = 400  # plies; a longer game is left
BACK = 14  # plies from the end at which positions are looked at
QUICK = 120_000  # positions for a first look, which most positions do not pass
TRIED = 8  # levels, from 1 up, that try a puzzle
TRIES = 2  # times each
ENOUGH = 2  # levels in a row that find it: those above would
GAMES_OF_CHANCE = 3  # random ones that tell when chance acts
FEW = 3  # moves: with fewer there is nothing to find
ENDINGS = range(3, 16)  # plies of a win that is taken from tables
LEAST = 4  # pieces on the board of such a win: with fewer all puzzles are one
TASKS = {WIN: "Find the only move that wins.", SAVE: "Find the only move that does not lose."}


@dataclass(frozen=True)
class PuzzleCandidate:
    """A position that makes a puzzle: its state, the kind, the only move, the plies to the end."""

    state: State
    kind: str
    move: str
    plies: int

    @property
    def length(self) -> int:
        """The solver's moves to the end."""
        return (self.plies + 1) // 2


def make(
    game: Game,
    number: int,
    seed: int = 0,
    progress: Progress | None = None,
    most_games: int = 10_000,
    players: Sequence[str] = PLAYERS,
    known: Sequence[Puzzle] = (),
    tables: Tables | None = None,
) -> Iterator[Puzzle]:
    """Puzzles of a game of two seats, played without chance and hidden things, as they are found.

    `number` of them with those that are `known`, after whose games it goes on. The same seed and `players`,
    two of whom play each game, make the same puzzles. With endgame `tables` they are the ends of random
    games instead. Raises BadPlayer for games that have no problems of their own and are not such.
    """
    source = problem_source(game)
    if source is None:
        refuse_hidden(game, "a puzzle")
        if game.seats != 2 or chance_goes_on(game):
            raise BadPlayer(
                f"puzzles are made of games of two seats, played without chance, not of {game.name}"
            )
    levels = [player(text, game, seed=1) for text in level_texts(game)[:TRIED]]
    made = {puzzle.tree.root.state().text for puzzle in known}
    first = max([seed, *(int(puzzle.tree.tags.get(SEED, -1)) + 1 for puzzle in known)])
    prover = PuzzleProver(game)
    for n in range(first, first + most_games):
        if len(made) >= number:
            return
        own = source and map(tree_of, source.problems(game, n))
        for tree in own or solved(game, n, players, tables, prover):
            text = tree.root.state().text
            if text in made:
                continue
            made.add(text)
            tree.tags[SEED] = str(n)
            tree.tags[DIFFICULTY] = str(difficulty(tree, levels))
            yield puzzle_of(tree, len(made), game.id)
            if progress is not None:
                progress(len(made) / number)


def solved(
    game: Game, seed: int, players: Sequence[str], tables: Tables | None, prover: PuzzleProver
) -> Iterator[Tree]:
    """The puzzles that one game comes to, with their solutions."""
    ends = (
        endings(game, seed, tables)
        if tables
        else positions(play_bot_game(game, seed, players), prover)
    )
    for found in ends:
        if (tree := solution(found, prover)) is not None:
            yield tree


def chance_goes_on(game: Game) -> bool:
    """Whether chance acts after a move, and not only before the first: found in random games."""
    if not is_given(game.plain.rules.draw):
        return False
    rng = random.Random(0)
    for _ in range(GAMES_OF_CHANCE):
        moved = False
        for ply in game_plies(
            game.start(), lambda state: rng.choice(state.moves()), rng, plies=LONGEST
        ):
            if ply.record.turn == CHANCE and moved:
                return True
            moved = ply.record.turn != CHANCE
    return False


def play_bot_game(game: Game, seed: int, players: Sequence[str] = PLAYERS) -> State:
    """A game of two bots after a few random moves."""
    rng = random.Random(seed)
    bots = [player(rng.choice(players), game, seed=rng.getrandbits(31)) for _ in range(game.seats)]
    opening, choose = rng.randrange(2, OPENING + 1), by_seat(bots)
    return run_game(
        game.start(),
        lambda state: rng.choice(state.moves()) if len(state.history) < opening else choose(state),
        rng,
        plies=LONGEST,
    )


def positions(end: State, prover: PuzzleProver) -> Iterator[PuzzleCandidate]:
    """The earliest positions of a game, one to win and one to save, in which only one move does it."""
    if end.outcome is None or len(set(end.outcome.scores)) == 1:
        return
    state, found = end.copy(), {}
    for back in range(1, min(BACK, len(end.history)) + 1):
        state.undo()
        if state.turn in (None, CHANCE) or len(state.moves()) < FEW:
            continue
        proof = prover.proof(state, back + (back + 1) % 2, QUICK)
        if proof is None:
            break
        answer = only_move(proof, state.moves())
        if answer is not None and answer[2] > 1:
            found[answer[0]] = PuzzleCandidate(state.game.read(state.text), *answer)
    for each in found.values():
        if _stands_further(each, prover):
            yield each


def endings(game: Game, seed: int, tables: Tables) -> Iterator[PuzzleCandidate]:
    """The longest win at a random game's end that only one move keeps: all others draw or lose."""
    rng = random.Random(seed)
    state = run_game(game.start(), lambda state: random_move(state, rng), rng, plies=LONGEST)
    found: list[PuzzleCandidate] = []
    while state.history:
        state.undo()
        value = tables.value(state)
        if value is None:
            break
        hard = value.plies in ENDINGS and len(state.moves()) >= FEW and pieces(state) >= LEAST
        if value.result == "win" and hard:
            winning = [move for move, to in tables.moves(state).items() if to.result == "win"]
            if len(winning) == 1:
                found.append(PuzzleCandidate(game.read(state.text), WIN, winning[0], value.plies))
    yield from sorted(found, key=lambda each: -each.plies)[:1]


def pieces(state: State) -> int:
    """How many pieces are on the board."""
    rules = state.game.plain.rules
    codes = [0] * rules.CODED_CELLS
    rules.cells(state.record, codes)
    return sum(code > 0 for code in codes)


def _stands_further(found: PuzzleCandidate, prover: PuzzleProver) -> bool:
    """Whether no other move does it when one looks a little farther."""
    proof = prover.proof(found.state, plies_looked_at(found.kind, found.length))
    return proof is not None and only_move(proof, found.state.moves()) is not None


# -- the solution ----------------------------------------------------------------------------------


def solution(found: PuzzleCandidate, prover: PuzzleProver) -> Tree | None:
    """The puzzle as a record: the only move, the longest defence, what wins then; None if it is too long."""
    tree = Tree(found.state.game, {}, found.state)
    root = tree.root
    root.task = TASKS[found.kind]
    tree.tags[KIND] = found.kind
    tree.tags[LENGTH] = str(found.length)
    node = root.add(found.move)
    if found.kind == WIN and not _go_on(node, 2 * found.length, prover):
        return None
    tree.tags[THEMES] = ", ".join(themes(tree, found))
    return tree


def _go_on(node: Node, end: int, prover: PuzzleProver) -> bool:
    """Add the longest defences and the answers that win by the ply `end`; False if that is not proven."""
    while True:
        state = node.state()
        if state.turn is None:
            return True
        defence = prover.proof(state, end - node.ply)
        if defence is None or not defence.losses:
            return False
        node = node.add(max(defence.losses, key=lambda move: (defence.losses[move], move)))
        state = node.state()
        if state.turn is None:
            return True
        answer = prover.proof(state, end - node.ply)
        if answer is None or not answer.wins:
            return False
        node = _answers(node, answer)


def _answers(node: Node, proof: PuzzleProof) -> Node:
    """Add the moves that win, the quickest first: that one."""
    best, *others = sorted(proof.wins, key=lambda move: (proof.wins[move], move))
    main = node.add(best)
    for move in others:
        node.add(move)
    return main


# -- what is told of it ------------------------------------------------------------------------------


def themes(tree: Tree, found: PuzzleCandidate) -> list[str]:
    """Words for what happens, from the moves themselves."""
    state, themes = found.state.copy(), []
    first = state.move(found.move)
    themes.append("capture" if first.captures else "quiet move")
    if any(step.kind == "word" for step in first.steps):
        themes.append("choice")
    if found.kind == SAVE:
        return ["defence", *themes]
    line, forced = tree.line(), True
    for node in line:
        state = node.parent.state() if node.parent else state
        if node.seat != found.state.turn:
            forced = forced and len(state.moves()) == 1
            if state.move(node.move).captures and "sacrifice" not in themes:
                themes.append("sacrifice")
    if forced and len(line) > 1:
        themes.append("forced replies")
    outcome = tree.end().outcome
    if outcome is not None:
        themes.append(outcome.reason.replace("-", " "))
    return themes


def difficulty(tree: Tree, levels: list[Player]) -> int:
    """One more than the number of levels that fail, 10 at most.

    Where enough of them in a row find it, those above are taken to find it too.
    """
    failed = row = 0
    for bot in levels:
        failing = not all(finds(bot, tree) for _ in range(TRIES))
        failed, row = failed + failing, 0 if failing else row + 1
        if row == ENOUGH:
            break
    return min(failed + 1, HARDEST)


def finds(bot: Player, tree: Tree) -> bool:
    """Whether a bot plays one of a solution's first moves; of a solitaire, all of it as well."""
    state = tree.root.state().copy()
    if tree.tags[KIND] != BEST:
        return any(child.move == bot.choose(state) for child in tree.root.children)
    attempt = FreeAttempt(LessonStep("", tree, free=True))
    while not attempt.over and len(attempt.moves_made) < LONGEST:
        attempt.play(bot.choose(attempt.state.copy()))
    return attempt.is_done
