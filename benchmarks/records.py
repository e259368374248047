"""Measure how fast recorded games are read, beside other readers, in one process.

    python -m benchmarks.records [--games 200]

SGF of Hex: parsed, and read and replayed by the rules, beside sgfmill, which parses only. Chess PGN: read and
replayed by both, beside python-chess. Memory: the peak after a file of games and after one ten
times as long. Each figure is the best of three rounds.
"""

from __future__ import annotations

import argparse
import io
import random
import tracemalloc
from collections.abc import Callable
from time import perf_counter

import parlour
from parlour.records import Tree, read
from parlour.records.formats.sgf import sgf_syntax
from parlour.records.source import Source
from parlour.table.player import random_move

ROUNDS = 3


def played(name: str, games: int) -> list[Tree]:
    """Make random games as trees."""
    trees = []
    for seed in range(games):
        state, rng = parlour.game(name).start(), random.Random(seed)
        while state.outcome is None and len(state.history) < 120:
            state.play(random_move(state, rng))
        trees.append(Tree.from_state(state))
    return trees


def best(work: Callable[[], int]) -> float:
    """Moves a second, in the best of a few rounds."""
    rates = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        moves = work()
        rates.append(moves / (perf_counter() - begun))
    return max(rates)


def ours(text: str) -> int:
    """Read a text and replay its games; return their moves."""
    return sum(len(item.tree.line()) for item in read(text) if item.tree)


def parsed(text: str) -> int:
    """Parse a collection of SGF without rules; return its moves."""
    moves = 0
    for game in sgf_syntax.games(Source(text)):
        for token in sgf_syntax.tokens(game):
            if isinstance(token, sgf_syntax.MoveRun):
                moves += len(token.columns()[0])
            elif isinstance(token, sgf_syntax.RawNode):
                moves += any(name in token.values for name in "BW")
    return moves


def sgfmill_parses(text: str) -> int:
    """Parse a collection with sgfmill, without rules; return its nodes."""
    from sgfmill import sgf_grammar  # type: ignore[import-untyped]

    games = sgf_grammar.parse_sgf_collection(text.encode())
    return sum(len(game.sequence) - 1 for game in games)


def python_chess(text: str) -> int:
    """Read a PGN with python-chess; return its moves."""
    import chess.pgn

    stream, moves = io.StringIO(text), 0
    while game := chess.pgn.read_game(stream):
        moves += sum(1 for _ in game.mainline_moves())
    return moves


def peak(text: str) -> int:
    """The peak memory of reading a text in bytes, without the text itself."""
    stream = io.StringIO(text)
    tracemalloc.start()
    for _ in read(stream):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    hexes = [tree.write("sgf").text for tree in played("hex", games)]
    text = "\n".join(hexes)
    rates = {
        "parsed": best(lambda: parsed(text)),
        "read and replayed": best(lambda: ours(text)),
        "parsed by sgfmill": best(lambda: sgfmill_parses(text)),
    }
    print("Hex SGF, moves a second:", *(f"{what} {rate:,.0f}," for what, rate in rates.items()))
    mill = rates["parsed by sgfmill"]
    print(
        f"beside sgfmill: parsed {rates['parsed'] / mill:.2f}, "
        f"read and replayed {rates['read and replayed'] / mill:.2f}"
    )
    chess = "\n".join(tree.write("pgn").text for tree in played("chess", games))
    print(f"chess PGN, moves a second: here {best(lambda: ours(chess)):,.0f}, ", end="")
    print(f"python-chess {best(lambda: python_chess(chess)):,.0f}")
    few = "\n".join(hexes[:20]) + "\n"
    print(f"peak memory: {peak(few):,} bytes for 20 games, {peak(few * 10):,} for 200")


if __name__ == "__main__":
    main()
