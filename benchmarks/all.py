"""Make every figure of docs/measurements/speed.md, in an hour at most, on one machine and commit.

`python benchmarks/all.py` runs the scripts below one after the other, each with a limit of time,
stores what they print in benchmarks/results/all.json with load and versions, and puts it in the
page. `--only WORD` renews the sections with that word in their names, `--render` only rewrites the
page. What a section needs and this machine lacks is said in its place.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "measurements" / "speed.md"
RESULTS = Path(__file__).parent / "results" / "all.json"
VERSIONS = ("parlour", "numba", "numpy", "open_spiel", "endplay", "sgfmill", "chess", "pgx", "jax")
WIDTH = 98  # characters of a line
MARKED = re.compile(r"(<!-- figures: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Section:
    """Commands whose output makes a section, minutes they may take, and the module they need."""

    name: str
    minutes: float
    commands: tuple[str, ...]
    needs: str = ""


SECTIONS = (
    Section("ratios", 1, ("ratios.py",)),
    Section("playouts", 7, ("speed.py",), "pyspiel"),
    Section("first-move", 2, ("first_moves.py",)),
    Section("tenth-level", 8, ("first_moves.py --level 10",)),
    Section("threads", 8, ("threads.py --positions 10",)),
    Section("vectors", 3, ("vectors.py",)),
    Section("openspiel-loop", 3, ("openspiel_loop.py",), "pyspiel"),
    Section("bench", 2, ("parlour bench chess", "parlour bench shogi")),
    Section("double-dummy", 2, ("double_dummy.py --deals 50 --rows 200",), "endplay"),
    Section("server", 6, ("web.py --games 200 --seconds 30 --settle 10",
                          "web.py --games 1000 --moving 0.2 --seconds 40 --settle 30",
                          "web.py --games 1000 --moving 0.2 --seconds 40")),
    Section("fairness", 2, ("fairness.py --seconds 20",)),
    Section("memory", 6, ("memory.py --games 200 --minutes 5",)),
    Section("records", 2, ("records.py --games 120",), "sgfmill"),
    Section("collections", 4, ("large_files.py --games 10000",)),
    Section("laboratory", 2, ("lab.py --part 0.3",)),
    Section("endgames", 2, ("parlour tables english-draughts --pieces 3",)),
)  # fmt: skip


def measure(section: Section) -> dict[str, Any]:
    """Run a section's commands: their output, load before and after, seconds; or what is missing."""
    if section.needs and find_spec(section.needs) is None:
        return {"missing": f"{section.needs} is not installed"}
    begun, load = time.monotonic(), os.getloadavg()[0]
    outputs = {}
    for command in section.commands:
        left = 60 * section.minutes - (time.monotonic() - begun)
        outputs[command] = output_of(command, max(left, 1))
    return {
        "commit": commit(),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "seconds": round(time.monotonic() - begun),
        "outputs": outputs,
    }


def output_of(command: str, seconds: float) -> str:
    """What a command prints; or that it failed, or took too long."""
    program, *arguments = command.split()
    known = [sys.executable, str(ROOT / "benchmarks" / program)]
    words = known if program.endswith(".py") else [str(Path(sys.executable).parent / program)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = subprocess.run(
                [*words, *arguments],
                cwd=ROOT,
                env={**os.environ, "COLUMNS": "98", "PARLOUR_DATA": folder},
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return f"not finished within {seconds:.0f} seconds"
    if run.returncode:
        return f"failed: {(run.stderr.strip().splitlines() or ['without a word'])[-1]}"
    return run.stdout.strip()


def commit() -> str:
    """The commit that is measured, marked if files have changed since."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.stdout.strip() or "unknown"


def versions() -> dict[str, str]:
    """Versions of what is compared, as far as it is installed."""
    found = {"python": platform.python_version()}
    for name in VERSIONS:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def rendered(found: dict[str, Any]) -> str:
    """A section's figures as Markdown."""
    if "missing" in found:
        return f"Not measured: {found['missing']}.\n"
    before, after = found["load"]
    lines = [f"{found['date']}, {found['commit']}, load {before} to {after}, {found['seconds']} s:"]
    for command, output in found["outputs"].items():
        text = "\n".join(narrow(line.rstrip()) for line in output.splitlines())
        lines += ["", f"`{command}`", "", "```text", text, "```"]
    return "\n".join(lines) + "\n"


def narrow(line: str) -> str:
    """A line broken as often as the page's width takes."""
    return "\n".join(wrap(line, WIDTH, subsequent_indent="  ")) if len(line) > WIDTH else line


def render(sections: dict[str, Any], page: str) -> str:
    """The page with the figures of these sections in their places."""

    def figures(marked: re.Match[str]) -> str:
        name = marked[2]
        return (
            f"{marked[1]}{rendered(sections[name])}{marked[3]}" if name in sections else marked[0]
        )

    return MARKED.sub(figures, page)


def main() -> None:
    """Measure, store and render."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", default="", help="sections with this word in their names")
    arguments.add_argument("--render", action="store_true", help="only rewrite the page")
    given = arguments.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"sections": {}}
    for section in SECTIONS:
        if given.only in section.name and not given.render:
            kept["sections"][section.name] = found = measure(section)
            kept["versions"], kept["processors"] = versions(), os.cpu_count()
            RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
            print(section.name, found.get("missing") or f"{found['seconds']} s", flush=True)
    PAGE.write_text(render(kept["sections"], PAGE.read_text()))
    print(f"the figures are in {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
