"""What the games of a match say: the score of its pairs, time used, where lost games turned; the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

import parlour
from parlour.learn.gain import GainMatch, elo

PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "strength.md"
BEGIN, END = "<!-- matches: benchmarks/strength.py writes this -->", "<!-- end of matches -->"
HOLDS = 400  # thousandths: a player with this chance does not think that it is losing
HEADS = (
    "match",
    "games",
    "score",
    "Elo",
    "pairs of 0, ½, 1, 1½, 2 points",
    "seconds a move, ours and theirs",
    "turned at ply",
    "seen late by",
    "date, commit",
)


@dataclass(frozen=True)
class Turn:
    """Where a lost game turned: our last move with a fair chance, by our own judgement."""

    pair: int
    seat: int
    ply: int
    chance: float
    depth: int
    position: str
    move: str
    late: int | None  # plies after which the opponent saw its advantage for good until we did


@dataclass(frozen=True)
class MatchGames:
    """The saved games of one match."""

    games: list[dict[str, Any]]

    @property
    def pairs(self) -> list[float]:
        """Our points in each whole pair, 0 to 2."""
        points: dict[int, list[float]] = {}
        for entry in self.games:
            points.setdefault(entry["pair"], []).append(entry["points"])
        return [sum(both) for both in points.values() if len(both) == 2]

    @property
    def score(self) -> GainMatch:
        """The score of the whole pairs."""
        return GainMatch(tuple(points / 2 for points in self.pairs))

    def pentanomial(self) -> list[int]:
        """How many pairs brought 0, ½, 1, 1½ and 2 points; lesser wins are rounded."""
        counts = Counter(round(2 * points) for points in self.pairs)
        return [counts[place] for place in range(5)]

    def seconds(self, ours: bool) -> float | None:
        """The mean used time of the counted moves of one player."""
        used = [
            move[4] / 1000
            for entry in self.games
            for move in entry["moves"]
            if len(move) > 1 and (move[1] == entry["seat"]) == ours and move[4] is not None
        ]
        return mean(used) if used else None

    def line(self) -> str:
        """The score so far, in one line."""
        low, high = self.score.interval
        used = ", ".join("–" if s is None else f"{s:.3f}" for s in map(self.seconds, (True, False)))
        return (
            f"{len(self.games)} games, {self.score.share:.1%} ({low:.1%} to {high:.1%}) of whole "
            f"pairs, Elo {self.score}; pairs {self.pentanomial()}; {used} s a move"
        )

    def lost(self) -> list[dict[str, Any]]:
        """The games that we lost on the board."""
        return [game for game in self.games if game["points"] < 0.5 and "failed" not in game]

    def turns(self) -> list[Turn]:
        """Where each lost game turned; games in which our player never had a chance have no turn."""
        return [turn for turn in map(turn_of, self.lost()) if turn is not None]

    def turns_listed(self) -> Iterator[str]:
        """One line for each lost game."""
        for turn in self.turns():
            late = "" if turn.late is None else f", seen {turn.late} plies late"
            yield (
                f"pair {turn.pair} seat {turn.seat}: ply {turn.ply}, {turn.move} at "
                f"{turn.chance:.2f}, depth {turn.depth}{late}: {turn.position}"
            )

    def row(self) -> str:
        """This match's row of the page."""
        last, score, turns = self.games[-1], self.score, self.turns()
        low, high = score.interval
        used = " and ".join(
            "–" if s is None else f"{s:.3f}" for s in map(self.seconds, (True, False))
        )
        late = [turn.late for turn in turns if turn.late is not None]
        failed = sum("failed" in entry for entry in self.games)
        cells = (
            last["name"] + (f" ({failed} ended by a failing engine)" if failed else ""),
            str(len(self.games)),
            f"{score.share:.1%} ({low:.0%} to {high:.0%})",
            f"{elo(score.share):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})",
            ", ".join(map(str, self.pentanomial())),
            used,
            f"{median(turn.ply for turn in turns):g} ({len(turns)} of {len(self.lost())})"
            if turns
            else "–",
            f"{median(late):+g} plies" if late else "–",
            f"{last['date']}, {last['commit']}, {last['machine']}",
        )
        return f"| {' | '.join(cells)} |"


def turn_of(entry: dict[str, Any]) -> Turn | None:
    """Where a game that we lost turned; None if our player never said that it held."""
    ours = list(chances(entry, entry["seat"]))
    held = [at for at, chance in ours if chance >= HOLDS]
    if not held:
        return None
    at = held[-1]
    saw = next((ply for ply, _ in ours if ply > at), len(entry["moves"]))
    theirs = [ply for ply, chance in chances(entry, 1 - entry["seat"]) if chance <= 1000 - HOLDS]
    noticed = next(
        (p for p, _ in chances(entry, 1 - entry["seat"]) if p > max(theirs, default=-1)), None
    )
    move, _, chance, depth, _ = entry["moves"][at]
    return Turn(
        entry["pair"],
        entry["seat"],
        len(entry["begun"]) + at + 1,
        chance / 1000,
        depth,
        position(entry, at),
        move,
        None if noticed is None else saw - noticed,
    )


def chances(entry: dict[str, Any], seat: int) -> Iterator[tuple[int, int]]:
    """The chances that a seat's player named, in thousandths, with the moves' places."""
    for at, move in enumerate(entry["moves"]):
        if len(move) > 1 and move[1] == seat and move[2] is not None:
            yield at, move[2]


def position(entry: dict[str, Any], at: int) -> str:
    """The position text before a move of a game."""
    state = parlour.game(entry["match"].split(" ")[0]).start()
    for text in (*entry["begun"], *(move[0] for move in entry["moves"][:at])):
        state.play(text)
    return str(state.text)


def matches_of(games: list[dict[str, Any]]) -> list[MatchGames]:
    """The saved games, match by match."""
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in games:
        found.setdefault(entry["match"], []).append(entry)
    return [MatchGames(entries) for entries in found.values()]


def rewrite(games: list[dict[str, Any]]) -> None:
    """Put the table of all saved matches in its place on the page."""
    rows = [f"| {' | '.join(HEADS)} |", "|" + "---|" * len(HEADS)]
    rows += [match.row() for match in matches_of(games)]
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    table = "\n".join(rows)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{after}", encoding="utf-8")
