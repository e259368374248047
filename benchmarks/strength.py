"""Play matches in pairs of games at equal used processor time; interrupted matches continue.

    python benchmarks/strength.py --opponents benchmarks/opponents.toml --only guinn
    python benchmarks/strength.py english-draughts strongest "hub:guinn" --seconds 0.1 --pairs 50

Each random opening is played twice, sides changing. A player is any player text, including an
engine's command (`ugi:`, `uci:`, `usi:`, `gtp:`, `uhp:`, `hub:`). With `seconds` every player's
processor time is measured, its children's included, and what it is asked for is adjusted: the
opponent to `seconds` a move, ours to what the opponent has used. Moves without a choice and moves
after a proven result do not count. Without `seconds` the players' own budgets hold.

A file of opponents has one table a match:

    [guinn]
    game = "english-draughts"
    ours = "strongest"             # the default
    theirs = "hub:guinn"
    seconds = 0.1
    times = 1.0                    # how many times our time the opponent gets
    pairs = 50
    plies = 6                      # random plies of an opening

Every game is saved with each move's chance, depth and time. The command prints the score, rewrites
the table in docs/measurements/strength.md, and lists with `--turns` where our lost games turned. An
engine that fails loses that game; one that cannot start is skipped. `--label` names the version,
which is the commit unless stated; the same label continues its match.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
from strength_page import MatchGames, rewrite

import parlour
from parlour.errors import BadPlayer
from parlour.lab.arms import commit
from parlour.players import player
from parlour.players.engine_players import EngineFailed, ProgramPlayer
from parlour.table.player import Advice, Player
from parlour.toml_lines import TomlSource

RESULTS = Path(__file__).parent / "results" / "strength.jsonl"
MAX_PLIES = 400  # a game that lasts longer is drawn
HORIZON = 20  # moves over which a surplus or deficit of time is made up
MEMORY = 0.9  # weight of earlier moves in how a player's used time follows what it is asked for
FARTHEST = 10.0  # the most that a request differs from the time that is due


@dataclass(frozen=True)
class Match:
    """Two players of a game, and how they meet."""

    name: str
    game: str
    ours: str
    theirs: str
    seconds: float | None = None
    times: float = 1.0
    pairs: int = 50
    plies: int = 6
    seed: int = 1
    label: str = ""

    @property
    def key(self) -> str:
        """What the games of this match have in common: everything but how many there are."""
        budget = f"{self.seconds:g} s x{self.times:g}" if self.seconds else "own budgets"
        asked = (self.game, self.ours, self.theirs, budget, self.plies, self.seed, self.label)
        return " ".join(map(str, asked))


class ProcessorTimer(threading.Timer):
    """A timer that acts after a number of processor seconds of this process."""

    def run(self) -> None:
        """Wait, at most for the remaining time on a processor of one's own."""
        end = time.process_time() + self.interval
        while (left := end - time.process_time()) > 0 and not self.finished.wait(left):
            pass
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)


def count_processor_time() -> None:
    """Let this process's searches count processor seconds from now on."""
    time.perf_counter = time.process_time
    threading.Timer = ProcessorTimer  # type: ignore[misc]


def family_seconds(pid: int) -> float:
    """Processor seconds that a process and all its children have used, ended ones included."""
    used = 0.0
    try:
        first = psutil.Process(pid)
        for process in (first, *first.children(recursive=True)):
            times = process.cpu_times()
            used += times.user + times.system + times.children_user + times.children_system
    except psutil.NoSuchProcess:
        pass
    return used


@dataclass
class Pace:
    """How long a player is asked to think, so that its used time comes to `goal()` seconds a move."""

    goal: Callable[[], float]
    moves: int = 0
    used: float = 0.0
    recent_used: float = 1e-9
    recent_asked: float = 1e-9

    def request(self) -> float:
        """The seconds to ask for: what is due, by how the used time followed earlier requests."""
        goal = self.goal()
        due = goal + (self.moves * goal - self.used) / HORIZON
        due = min(max(due, goal / 2), goal * 2)
        factor = self.recent_asked / max(self.recent_used, 1e-9)
        return due * min(max(factor, 1 / FARTHEST), FARTHEST)

    def count(self, asked: float, used: float) -> None:
        """Take in a move."""
        self.moves, self.used = self.moves + 1, self.used + used
        self.recent_asked = MEMORY * self.recent_asked + asked
        self.recent_used = MEMORY * self.recent_used + used

    def mean(self) -> float:
        """Seconds used a move, a goal's worth before any."""
        return (self.used + self.goal()) / (self.moves + 1)


@dataclass
class Side:
    """One of the two players through all games of a match."""

    text: str
    game: parlour.Game
    pace: Pace | None
    player: Player = field(init=False)

    def sit_down(self, seed: int) -> None:
        """Be ready for a game: a running program goes on, our own players begin with empty tables.

        A program that fails here fails again at its first move.
        """
        if not isinstance(getattr(self, "player", None), ProgramPlayer):
            budget = None if self.pace is None else f"seconds={self.pace.goal():.6f}"
            self.player = player(self.text, self.game, seed, budget)
        if not isinstance(self.player, ProgramPlayer) or self.player.pid is None:
            with contextlib.suppress(EngineFailed):
                self.player.prepare()

    def start(self) -> None:
        """Start a program; raises EngineFailed if it does not."""
        self.sit_down(0)
        if isinstance(self.player, ProgramPlayer):
            _ = self.player.process

    def decide(self, state: parlour.State, decided: bool) -> tuple[Advice, float | None]:
        """Its move, and the processor seconds that count; None without a choice or if `decided`."""
        asked = 0.0
        if self.pace is not None and hasattr(self.player, "seconds"):
            asked = self.player.seconds = self.pace.request()
        counts = len(state.codes()) > 1 and not decided
        before = self.clock()
        advice = self.player.decide(state)
        used = max(self.clock() - before, 0.0)
        if self.pace is not None and counts:
            self.pace.count(asked or used, used)
        return advice, used if counts else None

    def clock(self) -> float:
        """The processor seconds that it has used so far."""
        if not isinstance(self.player, ProgramPlayer):
            return time.process_time()
        return family_seconds(self.player.pid) if self.player.pid else 0.0

    def close(self) -> None:
        """End a program."""
        if isinstance(getattr(self, "player", None), ProgramPlayer):
            self.player.close()


def opening(game: parlour.Game, seed: int, plies: int) -> list[str]:
    """This many random plies, including chance, that do not end the game."""
    rng = random.Random(seed)
    while True:
        state = game.start()
        for _ in range(plies):
            if state.turn is not None:
                at_chance = state.turn == parlour.CHANCE
                state.play(state.draw(rng) if at_chance else rng.choice(state.moves()))
        if state.turn is not None:
            return list(state.history)


def play(
    game: parlour.Game, seated: tuple[Side, Side], begun: list[str], seed: int
) -> dict[str, Any]:
    """One game after an opening: the first seat's points, and what there is to say of each move."""
    rng, state = random.Random(seed), game.start()
    for text in begun:
        state.play(text)
    for side in seated:
        side.sit_down(seed)
    entry: dict[str, Any] = {"points": 0.5, "begun": begun, "moves": []}
    decided = False
    while state.turn is not None and len(state.history) < MAX_PLIES:
        mover = state.turn
        if mover == parlour.CHANCE:
            state.play(state.draw(rng))
            entry["moves"].append([state.history[-1]])
            continue
        try:
            advice, used = seated[mover].decide(state, decided)
        except EngineFailed as error:
            return {**entry, "points": float(mover), "failed": str(error)}
        decided = decided or advice.proven
        thousandths = (None if x is None else round(1000 * x) for x in (advice.chance, used))
        chance, used_ms = thousandths
        entry["moves"].append([advice.move, mover, chance, advice.depth, used_ms])
        state.play(advice.move)
    if state.outcome is not None:
        one, two = state.outcome.scores
        lead = float((one - two) / game.plain.rules.HIGHEST)  # a lesser win is a part of one
        entry["points"] = 0.5 + lead / 2
    return entry


def saved(path: Path) -> list[dict[str, Any]]:
    """All games of the file."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def machine() -> str:
    """The processor, and how many."""
    return f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors"


def sides(match: Match, game: parlour.Game) -> tuple[Side, Side]:
    """Our side and theirs, with their paces: theirs follows the match's time, ours follows theirs."""
    if match.seconds is None:
        return Side(match.ours, game, None), Side(match.theirs, game, None)
    goal = match.seconds * match.times
    theirs = Pace(lambda: goal)
    return (
        Side(match.ours, game, Pace(lambda: theirs.mean() / match.times)),
        Side(match.theirs, game, theirs),
    )


def run(match: Match, path: Path) -> MatchGames:
    """Play what is missing of a match; raises EngineFailed if an engine cannot start."""
    game = parlour.game(match.game)
    games = [entry for entry in saved(path) if entry["match"] == match.key]
    done = {(entry["pair"], entry["seat"]) for entry in games}
    ours, theirs = sides(match, game)
    try:
        for side in (ours, theirs):
            side.start()
        for number in range(2 * match.pairs):
            pair, seat = divmod(number, 2)
            if (pair, seat) in done:
                continue
            begun = opening(game, match.seed * 100_000 + pair, match.plies)
            seated = (ours, theirs) if seat == 0 else (theirs, ours)
            entry = play(game, seated, begun, number)
            points = entry.pop("points")
            entry = {
                "match": match.key,
                "name": match.name,
                "pair": pair,
                "seat": seat,
                "points": points if seat == 0 else 1 - points,
                "date": f"{datetime.now(UTC):%Y-%m-%d}",
                "commit": commit()[:8],
                "machine": machine(),
                "load": round(os.getloadavg()[0], 1),
                **entry,
            }
            games.append(entry)
            with path.open("a") as file:
                file.write(json.dumps(entry, separators=(",", ":")) + "\n")
            print(f"{match.name}: {MatchGames(games).line()}", flush=True)
    finally:
        ours.close()
        theirs.close()
    return MatchGames(games)


def read_matches(path: Path, label: str) -> list[Match]:
    """The matches of a file of opponents; raises BadPlayer, which names the line."""
    table = TomlSource(path.read_text(encoding="utf-8"), str(path), BadPlayer).table
    matches = []
    for name in table.values:
        row = table.table(name)
        matches.append(
            Match(
                name,
                game=row.text("game"),
                ours=row.text("ours", "strongest"),
                theirs=row.text("theirs"),
                seconds=row.number("seconds", 0.1, 0.001, 3600) if row.has("seconds") else None,
                times=row.number("times", 1.0, 0.01, 100),
                pairs=row.whole("pairs", 50, 1, 100_000),
                plies=row.whole("plies", 6, 0, 100),
                label=label,
            )
        )
        row.check_all_used()
    return matches


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("players", nargs="*", help="GAME OURS THEIRS")
    arguments.add_argument("--opponents", type=Path, help="a file of matches")
    arguments.add_argument("--only", nargs="*", help="names of matches in the file")
    arguments.add_argument("--seconds", type=float, help="used processor time a move")
    arguments.add_argument("--pairs", type=int)
    arguments.add_argument("--plies", type=int, default=6, help="random plies of an opening")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--label", default=commit()[:8], help="of the version that plays")
    arguments.add_argument("--games", type=Path, default=RESULTS, help="the file of saved games")
    arguments.add_argument("--turns", action="store_true", help="list where lost games turned")
    given = arguments.parse_args()
    if (given.opponents is None) == (len(given.players) != 3):
        arguments.error("expected GAME OURS THEIRS, or --opponents FILE")
    if given.opponents:
        matches = read_matches(given.opponents, given.label)
        matches = [match for match in matches if not given.only or match.name in given.only]
    else:
        game, ours, theirs = given.players
        named = Match(f"{game}: {ours} against {theirs}", game, ours, theirs, given.seconds)
        matches = [replace(named, plies=given.plies, seed=given.seed, label=given.label)]
    count_processor_time()
    for match in matches:
        match = match if given.pairs is None else replace(match, pairs=given.pairs)
        try:
            found = run(match, given.games)
        except EngineFailed as error:
            print(f"{match.name}: skipped, {error}")
            continue
        if given.turns:
            print("\n".join(found.turns_listed()))
    rewrite(saved(given.games))


if __name__ == "__main__":
    main()
