"""Play OpenSpiel's MCTS bot at equal time a move, or a part of it, sides changing each game.

`python benchmarks/openspiel_strength.py` plays Lines of Action, Y(11) and Hex(11), 100 games each
at 0.2 s a move, and saves the scores with their 95% intervals in benchmarks/results. `--part 0.1`
gives our player a tenth of the time. Parlour's rules decide the games. OpenSpiel's bot counts
simulations: as many as it made in that time for its previous moves. Times are processor seconds, so
other work on the machine does not matter.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import pyspiel
from peer import MEMORY_MB, UCT_C
from strength import count_processor_time

import parlour
from parlour.kernel.boards import letters
from parlour.players import player, wilson

RESULTS = Path(__file__).parent / "results" / "openspiel_strength.json"
MAX_PLIES = 400
GROWTH = 1.2  # how much faster than its last move a peer's move is believed to be at most


@dataclass(frozen=True)
class Match:
    """One of our games and its OpenSpiel counterpart."""

    ours: str
    theirs: str


MATCHES = (
    Match("lines-of-action", "lines_of_action"),
    Match("y:pie=no,size=11", "y(board_size=11)"),
    Match("hex:pie=no", "hex(board_size=11)"),
)


@dataclass
class Score:
    """Our player's score."""

    game: str
    seconds: float
    part: float
    games: int
    points: float
    low: float
    high: float
    our_seconds_a_move: float
    their_seconds_a_move: float


class Peer:
    """OpenSpiel's MCTS bot with a time for each move; it follows a game move by move."""

    def __init__(self, name: str, seconds: float, seed: int, rate: float) -> None:
        self.game = pyspiel.load_game(name)
        self.state = self.game.new_initial_state()
        self.seconds, self.seed, self.rate = seconds, seed, rate

    def choose(self) -> str:
        """Return its move, as OpenSpiel writes it; learn how many simulations fit into its time."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        count = max(20, round(self.rate * self.seconds))
        bot = pyspiel.MCTSBot(self.game, evaluator, UCT_C, count, MEMORY_MB, True, self.seed, False)
        begun = time.perf_counter()
        action = bot.step(self.state)
        # A search that a proof ended early says little of the next one's speed.
        self.rate = min(count / max(time.perf_counter() - begun, 1e-6), GROWTH * self.rate)
        self.seed += 1
        return str(self.state.action_to_string(action))

    def play(self, text: str) -> None:
        self.state.apply_action(self.state.string_to_action(text))


def translated(game: str, text: str) -> str:
    """Translate a move between us and OpenSpiel: Y's cells are row and column there, column and row here."""
    if not game.startswith("y:"):
        return text
    row, column = text[0], int(text[1:])
    return f"{letters(column - 1)}{'abcdefghijklmnopqrstu'.index(row) + 1}"


def play(
    match: Match, seconds: float, part: float, seed: int, times: dict[str, list[float]]
) -> float:
    """Play one game with our player in seat `seed % 2`; return our score."""
    game = parlour.game(match.ours)
    ours = player(f"strongest:seconds={seconds * part:g}", game, seed)
    rate = 1 / max(min(times["rate"], default=1e-3), 1e-6)
    theirs = Peer(match.theirs, seconds, seed, rate)
    state = game.start()
    seat = seed % 2
    while state.turn is not None and len(state.history) < MAX_PLIES:
        begun = time.perf_counter()
        if state.turn == seat:
            text = ours.choose(state)
            times["ours"].append(time.perf_counter() - begun)
        else:
            text = translated(match.ours, theirs.choose())
            times["theirs"].append(time.perf_counter() - begun)
        state.play(text)
        theirs.play(translated(match.ours, text))
        if theirs.state.is_terminal() and state.turn is not None:
            break  # they end a game by rules of their own, such as a repetition
    times["rate"].append(1 / theirs.rate)
    if state.outcome is None:
        return 0.5
    return float(state.outcome.scores[seat])


def run(match: Match, seconds: float, part: float, games: int) -> Score:
    times: dict[str, list[float]] = {"ours": [], "theirs": [], "rate": []}
    play(match, seconds, part, 0, times)  # compiles, and finds the rates
    times["ours"], times["theirs"] = [], []
    points = 0.0
    for seed in range(1, games + 1):
        points += play(match, seconds, part, seed, times)
        print(f"{match.ours}: {points:g} of {seed}", flush=True)
    low, high = wilson(points, games)
    ours, theirs = (sum(times[side]) / len(times[side]) for side in ("ours", "theirs"))
    return Score(match.ours, seconds, part, games, points, low, high, ours, theirs)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--seconds", type=float, default=0.2)
    arguments.add_argument("--part", type=float, default=1.0, help="our time, as a part of theirs")
    arguments.add_argument("--only", default="", help="play the games with this word in their name")
    given = arguments.parse_args()
    count_processor_time()
    for match in MATCHES:
        if given.only not in match.ours:
            continue
        score = run(match, given.seconds, given.part, given.games)
        share = score.points / score.games
        print(f"{score.game}: {share:.1%} ({score.low:.1%} to {score.high:.1%}) of {score.games}")
        keep(score)


def keep(score: Score) -> None:
    """Save a score, replacing an earlier one of the same match."""
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    kept[f"{score.game} {score.part:g}"] = asdict(score)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
