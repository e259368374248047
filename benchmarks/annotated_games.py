"""Draft annotated games and check those that ship with the package.

`python benchmarks/annotated_games.py draft hex:size=5 --seed 3` lets strong bots play a game and
prints it with the review's evaluations, glyphs and better lines; a person then writes the comments
and adds the game to `ID.annotated.pgn` in the game's folder. `… check` reviews every shipped game
again and lists each mark that the new review does not bear out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

import parlour
from parlour.lessons.annotated_games import all_annotated_titles, annotated_games, mistakes
from parlour.players import Player, player
from parlour.players.game_runner import by_seat, run_game
from parlour.records import Node, Tree
from parlour.records.tags import seat_tag
from parlour.review import GLYPHS, NoReview, annotate, review

SLACK = 0.5  # part of a mistake's least cost that another review has to find


def draft(name: str, seed: int, players: list[str], opening: int, position: str | None) -> Tree:
    """A game between bots, after `opening` random moves."""
    rng = random.Random(seed)
    game = parlour.game(name)
    state = game.start() if position is None else game.read(position)
    run_game(state, lambda at: rng.choice(at.moves()), rng, moves=opening)
    seats = [player(players[n % len(players)], game, seed=seed + n) for n in range(game.seats)]
    tree = Tree.from_state(run_game(state, by_seat(seats), rng))
    for n, seat in enumerate(game.seat_names):
        tree.tags[seat_tag(seat)] = players[n % len(players)]
    tree.tags["Seed"] = str(seed)
    return tree


def look_back(tree: Tree, seconds: float) -> None:
    """Note what a review finds, without its sentences."""
    try:
        annotate(tree, review(tree, player(f"strongest:seconds={seconds}", tree.game)))
    except NoReview:
        return
    for node in tree.nodes():
        node.comments = ("", "")


def worth(node: Node, judge: Player) -> float:
    """What a position is worth to the first player, 0 to 1."""
    state = node.state()
    if state.outcome is not None:
        return float(state.outcome.scores[0] / sum(state.outcome.scores))
    chance = judge.advise(state).chance
    assert chance is not None
    return 1 - chance if state.turn else chance


def contradictions(tree: Tree, seconds: float) -> Iterator[str]:
    """The mistakes of a game that a new review does not bear out."""
    judge = player(f"strongest:seconds={seconds}", tree.game)
    for mistake in mistakes(tree):
        if mistake.better is None or mistake.cost is None:
            continue
        gain = worth(mistake.better, judge) - worth(mistake.node, judge)
        cost = -gain if mistake.node.seat else gain
        if cost < SLACK * GLYPHS[-1][0]:
            yield f"{mistake.node.move}: {mistake.better.move} is better by {cost:.2f} only"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draft")
    one.add_argument("game")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--players", nargs="+", default=["strongest:seconds=0.2"])
    one.add_argument("--opening", type=int, default=2, help="random moves at the start")
    one.add_argument("--position")
    one.add_argument("--seconds", type=float, default=0.5, help="of the review, a move")
    other = commands.add_parser("check")
    other.add_argument("games", nargs="*")
    other.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    if given.command == "draft":
        tree = draft(given.game, given.seed, given.players, given.opening, given.position)
        look_back(tree, given.seconds)
        print(tree.write().text)
        return
    found = 0
    for game_id in given.games or all_annotated_titles():
        for tree in annotated_games(game_id):
            for line in contradictions(tree, given.seconds):
                found += 1
                print(f"{game_id}, {tree.tags['Event']}: {line}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
