"""Conversations with our engines as golden files: what each protocol's engine answers, line by line.

`python -m tests.adapters.transcripts` writes them anew. What follows ``> `` was said to the engine, all else
it answered; times and rates are left out of answers, and so is what depends on the version.
"""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour.adapters.engines import engine

HERE = Path(__file__).parent / "transcripts"
STARTED = re.compile(r"(go\b|ponder-?hit)")
LIMITS = re.compile(r"> (?:go|level)\b.*?(?:(depth|nodes)|time|infinite|ponder|byoyomi)")
UNSURE = re.compile(r"(\b(?:time|nps)[ =])[0-9.]+")


def held(protocol: str, name: str, bot: str, lines: list[str]) -> list[str]:
    """A conversation; after a move was asked for, it is waited for unless the engine is to be stopped.

    Of thinking by the clock there is the move alone.
    """
    said: list[str] = []
    speaking = engine(protocol, parlour.game(name), bot, said.append)
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        said.append(f"> {line}")
        speaking.hear(line)
        if STARTED.match(line) and not re.match(r"stop|ponder", after):
            speaking.thinking.wait()  # type: ignore[attr-defined]
    speaking.close()
    return _settled(said)


def _settled(said: list[str]) -> list[str]:
    lines: list[str] = []
    counted = False
    for line in said:
        if line.startswith("> "):
            limits = LIMITS.match(line)
            counted = bool(limits[1]) if limits else counted
            lines.append(line)
            continue
        if re.match(r"info (?!string)", line) and not counted:
            continue
        if not counted:
            line = re.sub(r" ponder.*", "", line) if re.match("bestmove|done", line) else line
        lines.append(UNSURE.sub(r"\1*", line.replace(parlour.__version__, "VERSION")).rstrip())
    return lines


def read(path: Path) -> tuple[list[str], list[str]]:
    """The heading of a transcript, as ``# ugi hex:size=3 mcts:simulations=20``, and its lines."""
    heading, *lines = path.read_text(encoding="utf-8").splitlines()
    return heading.removeprefix("# ").split(" "), lines


def said_to(lines: list[str]) -> list[str]:
    """What was said to the engine."""
    return [line.removeprefix("> ") for line in lines if line.startswith("> ")]


def write() -> None:
    """Hold every conversation anew."""
    for path in sorted(HERE.glob("*.txt")):
        heading, lines = read(path)
        answers = "\n".join(held(*heading, said_to(lines)))  # type: ignore[arg-type]
        found = [f"# {' '.join(heading)}", *answers.split("\n")]
        path.write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
