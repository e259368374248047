"""Finds the sources and tests that one word concerns; `./check WORD` runs only these.

WORD is a game (`hex`), a folder under src/parlour (`records`, `web/play`) or a path under tests.
Prints three lines: the folders to type-check, the paths to lint, and pytest's arguments.
"""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import parlour
from parlour.table.catalogue import specs

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "parlour"
TESTS = ROOT / "tests"
OF_ALL_GAMES = (
    "games",
    "golden",
    "perft",
    "conformance",
)  # folders that test one game after another


@dataclass(frozen=True)
class Concerned:
    """What to check: source folders, and arguments for pytest."""

    sources: tuple[Path, ...]
    arguments: tuple[str, ...]


def concerned(word: str) -> Concerned:
    """What `word` concerns; raises SystemExit with what is allowed if it names nothing."""
    path = word.rstrip("/").removeprefix("./")
    if path.partition(":")[0].startswith("tests") and (ROOT / path.partition("::")[0]).exists():
        return Concerned((), (path,))
    if path in parlour.games():
        return _game([path], SOURCES / Path(*specs()[path].package.split(".")[1:]))
    folder = path.removeprefix("src/").removeprefix("parlour/")
    family = folder.removeprefix("games/")
    if folder and (SOURCES / "games" / family).is_dir() and family != "games":
        ids = [i for i, spec in specs().items() if spec.package == f"parlour.games.{family}"]
        return _game(ids, SOURCES / "games" / family)
    if folder and (SOURCES / folder).is_dir():
        return Concerned((SOURCES / folder,), tuple(_tests_of(folder)))
    raise SystemExit(
        f"check: nothing is called {word!r}. Name a game ({', '.join(parlour.games())}), "
        "a folder under src/parlour (records, web/play, …) or a path under tests."
    )


def _game(ids: list[str], folder: Path) -> Concerned:
    """The tests of these games: all those whose file or parameter bears a game's name."""
    words = {i.replace("-", "_") for i in ids} | {folder.name}
    names = {name for word in words for name in (f"test_{word}.py", f"test_{word}_")}
    names |= {name for i in {*ids, folder.name} for name in (f"[{i}]", f"[{i}:", f"[{i}-")}
    arguments = [f"tests/{name}" for name in OF_ALL_GAMES]
    return Concerned((folder,), (*arguments, "-k", " or ".join(sorted(names))))


def _tests_of(folder: str) -> list[str]:
    """The folder of tests of the same name, or the test files that import something from `folder`."""
    if (TESTS / folder).is_dir():
        return [f"tests/{folder}"]
    dotted = "parlour." + folder.replace("/", ".")
    top = TESTS / folder.partition("/")[0]
    files = sorted((top if top.is_dir() else TESTS).rglob("test_*.py"))
    return [str(f.relative_to(ROOT)) for f in files if dotted in f.read_text(encoding="utf-8")]


def main() -> None:
    found = concerned(sys.argv[1])
    tests = [ROOT / a.partition("::")[0] for a in found.arguments if a.startswith("tests")]
    sources = [str(path.relative_to(ROOT)) for path in found.sources]
    print(shlex.join(sources))
    print(shlex.join([*sources, *sorted({str(path.relative_to(ROOT)) for path in tests})]))
    print(shlex.join(found.arguments))


if __name__ == "__main__":
    main()
