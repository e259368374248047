"""Read a folder of real files, and report by source and kind what was read whole, cut or refused, and why.

    python benchmarks/corpus.py FOLDER [--save results.json]

Each folder directly in FOLDER is a source; a file's suffix is its kind. With --save the numbers are kept
in a file and compared with those that it held.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from parlour import records

COMMON = 5  # reasons that are shown of a kind
_PLACE = re.compile(r"^line \d+(?:, column \d+)?: ")
_VALUE = re.compile(r"['\"].*?['\"]|\d+|\([^)]*\)")


@dataclass
class Tally:
    """What became of the games of one source and kind."""

    whole: int = 0
    cut: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def read(self) -> int:
        """How many games there were."""
        return self.whole + self.cut.total() + self.refused.total()

    def numbers(self) -> dict[str, float]:
        """The numbers that are compared with the last run."""
        ms = round(1000 * self.seconds / max(self.read, 1), 2)
        cut, refused = self.cut.total(), self.refused.total()
        return {"whole": self.whole, "cut": cut, "refused": refused, "ms": ms}


def reason(error: records.BadRecord) -> str:
    """Why a game broke, without its place and values, so that equal reasons are counted as one."""
    words = _PLACE.sub("", str(error)).partition("; expected one of")[0]
    return _VALUE.sub("…", words)[:100]


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder with the name of their source, and kind."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            source = inside.parts[0] if len(inside.parts) > 1 else "."
            yield f"{source} {path.suffix.lower() or '(none)'}", path


def take(tally: Tally, path: Path) -> None:
    """Read a file into a tally."""
    begun, count = time.perf_counter(), 0
    for item in records.read(path):
        count += 1
        if item.tree is None:
            tally.refused[reason(item.error) if item.error else "no game"] += 1
        else:
            tally.games[item.tree.game.id] += 1
            if item.error is None:
                tally.whole += 1
            else:
                tally.cut[reason(item.error)] += 1
    if not count:
        tally.refused["nothing in the file"] += 1
    tally.seconds += time.perf_counter() - begun


def report(tallies: dict[str, Tally], last: dict[str, dict[str, float]]) -> Iterator[str]:
    """The lines of the report, with the changes since the last run."""
    for name, tally in tallies.items():
        before = last.get(name, {})
        told = []
        for word, number in tally.numbers().items():
            change = f" (was {before[word]:g})" if before.get(word, number) != number else ""
            told.append(f"{word} {number:g}{change}")
        games = ", ".join(f"{game} {count}" for game, count in tally.games.most_common())
        yield f"{name}: {', '.join(told)}; recognised as {games or 'nothing'}"
        for kind, why in (("cut", tally.cut), ("refused", tally.refused)):
            yield from (f"    {kind} {count}: {what}" for what, count in why.most_common(COMMON))


def main() -> None:
    """Read the folder and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for name, path in files(given.folder):
        take(tallies[name], path)
    kept = given.save is not None and given.save.exists()
    last = json.loads(given.save.read_text(encoding="utf-8")) if kept else {}
    print("\n".join(report(tallies, last)))
    if given.save is not None:
        numbers = {name: tally.numbers() for name, tally in tallies.items()}
        given.save.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
