"""The documentation is true: examples run, links lead somewhere, names and walks exist."""

from __future__ import annotations

import doctest
import re
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import parlour
from parlour.kernel import notation, protocol

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = ROOT / "src" / "parlour"
PARTS = ("play", "invent", "research", "develop")
LONGEST_PAGE = 220
WIDTH = 100
ROOT_PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
PAGES = [
    *(ROOT / name for name in ROOT_PAGES),
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / ".github").rglob("*.md")),
]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
METADATA = {
    "options",
    "version",
    "seed",
    "actions",
    "service",
    "shape",
    "layers",
}  # parlour.… that are no Python names
WALKS = {  # the most files of each
    "Follow a click": 9,
    "Follow an experiment": 12,
    "Follow a simulation": 8,
    "Add a page": 3,
    "Add a clock kind": 1,
    "Add a record format": 1,
}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def slugs(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = (re.sub(r"\]\([^)]*\)|[`*\[]", "", head).lower() for head in heads)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", head)).strip("-") for head in plain}


def test_the_readmes_session_runs() -> None:
    failures, tests = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tests > 10
    assert failures == 0


@pytest.mark.long
def test_the_readmes_players_run() -> None:
    blocks = [code for kind, code in FENCE.findall(text_of(ROOT / "README.md")) if kind == "python"]
    game = parlour.game("hex", size=3)
    for block in blocks:
        if ">>>" not in block:
            exec(block, {"game": game, "state": game.start()})


@pytest.mark.parametrize(
    "page", [page for page in DOCS.rglob("*.md") if "\n>>> " in text_of(page)], ids=name_of
)
def test_a_pages_session_runs(page: Path) -> None:
    failures, tests = doctest.testfile(str(page), module_relative=False)
    assert (failures, tests > 0) == (0, True)


@pytest.mark.parametrize(
    "address",
    [
        "play/pictures",
        "play/chess",
        "play/shogi",
        "research/observations",
        "research/observations-hidden",
        "research/endgames",
        "develop/architecture",
        "develop/protocols",
        *(
            pytest.param(address, marks=pytest.mark.long)
            for address in ("play/reviewing", "research/search", "develop/kernel")
        ),
    ],
)
def test_a_pages_python_runs(address: str) -> None:
    """In order, in one namespace; tests/adapters runs the pages that need other packages."""
    names: dict[str, object] = {}
    for kind, code in FENCE.findall(text_of(DOCS / f"{address}.md")):
        if kind == "python":
            exec(compile(code, address, "exec"), names)
    assert names


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(prose(page)):
        goal = (page.parent / target).resolve() if target else page
        assert goal.exists(), target
        if anchor:
            assert anchor in slugs(goal), f"{target}#{anchor}"


def test_what_changed_in_a_release_is_read_in_a_minute() -> None:
    releases = text_of(ROOT / "CHANGELOG.md").split("\n## ")[1:]
    assert [release.partition("\n")[0] for release in releases if release.count("\n") > 62] == []


@pytest.mark.parametrize("page", [p for p in PAGES if p.name != "CHANGELOG.md"], ids=name_of)
def test_every_module_and_file_exists(page: Path) -> None:
    """Of names such as parlour.search.perft, and of paths in backticks."""
    for name in re.findall(r"\bparlour((?:\.[A-Za-z_]\w*)+)", text_of(page)):
        module, *rest = SOURCES, *name.split(".")[1:]
        while rest and ((module / rest[0]).is_dir() or (module / f"{rest[0]}.py").is_file()):
            module = module / rest.pop(0)
        source = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        if rest and rest[0] not in METADATA:
            assert re.search(rf"\b{rest[0]}\b", text_of(source)), f"parlour{name}"
    for path in re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|toml|js|json|jsonl))`", prose(page)):
        if not re.search("[A-Z]{4}", path):
            assert any((base / path).is_file() for base in (ROOT, SOURCES)), path
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", prose(page)):
        assert f"def {name}(" in text_of(ROOT / path), name


SCRIPTS = sorted((DOCS / "pictures").glob("*.py"))


@pytest.mark.parametrize("page", [*PAGES, *SCRIPTS], ids=name_of)
def test_imported_names_and_typed_options_exist(page: Path) -> None:
    """Of Python examples and of commands."""
    whole = [("python", text_of(page))] if page.suffix == ".py" else []
    for kind, code in whole or FENCE.findall(text_of(page)):
        for module, names in re.findall(r"^from parlour\.?(\S*) import (.+)$", code, re.MULTILINE):
            folder = SOURCES / module.replace(".", "/")
            source = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
            for name in re.findall(r"\w+", names):
                found = re.search(rf"\b{name}\b", text_of(source)) or (folder / name).is_dir()
                assert found, f"{module}: {name}"
        if kind in ("sh", "console"):
            for line in re.findall(r"^(?:\$ )?parlour .*$", code, re.MULTILINE):
                for option in re.findall(r" --(?:no-)?([a-z-]+)", line.partition(" #")[0]):
                    name = option.replace("-", "_")
                    assert re.search(rf"--{option}\b|\b{name}: ", command_line()), line


@cache
def command_line() -> str:
    """The sources of the command line."""
    return "\n".join(map(text_of, (SOURCES / "cli").rglob("*.py")))


@pytest.mark.parametrize("page", [*PAGES, *sorted(SOURCES.rglob("*.md"))], ids=name_of)
def test_lines_are_not_wide(page: Path) -> None:
    lines = text_of(page).splitlines()
    assert [line for line in lines if len(line) > WIDTH and not line.startswith("|")] == []


def test_pages_are_short_and_in_the_navigation() -> None:
    navigation = text_of(ROOT / "mkdocs.yml")
    for page in DOCS.rglob("*.md"):
        address = page.relative_to(DOCS).as_posix()
        assert f": {address}\n" in navigation, address
        if address.partition("/")[0] in PARTS:
            told, _, _ = text_of(page).partition(
                "## The whole file\n"
            )  # a game is as long as it is
            assert len(told.splitlines()) <= LONGEST_PAGE, address
            assert FENCE.search(text_of(page)), f"{address} has no example"


def test_the_page_on_the_kernel_lists_both_protocols() -> None:
    """Every name that a rules file or a notation must or may define is there as code."""
    page = prose(DOCS / "develop" / "protocols.md")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", page))))
    for module in (protocol, notation):
        own = {
            name
            for name, value in vars(module).items()
            if (isinstance(value, FunctionType) and value.__module__ == module.__name__)
            or (name.isupper() and name not in ("R", "N", "REQUIRED", "TYPE_CHECKING"))
        }
        assert len(own) > 20
        assert own | {*module.REQUIRED} <= named | {"CHANCE", "OVER"}, own - named


def walk(heading: str) -> list[tuple[str, list[str]]]:
    """The rows of a walk in CONTRIBUTING: a path, and the names to look for in it."""
    text = text_of(ROOT / "CONTRIBUTING.md")
    part = re.split(r"^##+ ", text.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[
        0
    ]
    rows = re.findall(r"^\| (\d+) \| `([^`]+)` \| ([^|]*) \|", part, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    return [(path, re.findall(r"`(\w+)`", names)) for _, path, names in rows]


@pytest.mark.parametrize("heading", WALKS)
def test_a_walk_is_short_and_true(heading: str) -> None:
    """Its files exist and contain what the table names."""
    rows = walk(heading)
    assert 0 < len({path for path, _ in rows}) <= WALKS[heading]
    for path, names in rows:
        file = SOURCES / path.replace("NAME", "hive")
        files = [file] if file.is_file() else sorted(file.glob("*.py"))
        assert files, path
        source = "\n".join(map(text_of, files))
        for name in names:
            assert re.search(rf"\b{name}\b", source), f"{path}: {name}"


def test_a_clicks_files_lead_on_to_each_other() -> None:
    leads = {
        "web/static/table/play.js": ("pointer.js", "listenToPointer(", "table.live.move("),
        "web/play/room.py": ("position.after(", "StoredGame", "self.play("),
        "table/game.py": ("_rules.advance(", "_notation"),
        "web/play/stored_game.py": ("self.game.play", "_watchers"),
        "play/game_in_progress.py": ("clock.follow(", "def reply("),
        "web/play/live.py": ("/live", "room.move(", ".watch(", "view_room("),
    }
    for path, words in leads.items():
        assert path in {file for file, _ in walk("Follow a click")}
        assert all(word in text_of(SOURCES / path) for word in words), path
