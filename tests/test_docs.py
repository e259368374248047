"""The README's examples run as they are written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from types import FunctionType

import pytest

import parlour
from parlour.kernel import notation, protocol

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_readmes_session_runs() -> None:
    failures, tests = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tests > 10
    assert failures == 0


@pytest.mark.long
def test_the_readmes_players_run() -> None:
    blocks = [b for b in BLOCK.findall((ROOT / "README.md").read_text()) if ">>>" not in b]
    game = parlour.game("hex", size=3)
    for block in blocks:
        exec(block, {"game": game, "state": game.start()})


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_a_click_is_followed_through_at_most_ten_files() -> None:
    """The walk that CONTRIBUTING shows: each file has what is named there, and leads on to the next."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    rows = re.findall(r"^\| (\d+) \| `([^`]+)` \| ([^|]+) \|", text, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    assert len(rows) <= 10
    for _, path, names in rows:
        source = (ROOT / "src/parlour" / path.replace("NAME", "hive")).read_text()
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"\b{name}\b", source), f"{path}: {name}"
    leads = {
        "web/static/table/main.js": ("play.js", "listenToPointer"),
        "web/static/table/play.js": ("table.live.move(",),
        "web/play/room.py": ("position.after(", "KeptGame", "keep_plies("),
        "table/game.py": ("_rules.advance(", "_notation"),
        "web/play/stored_game.py": ("_watchers",),
        "web/play/live.py": ("/live", "room.move(", ".watch(", "snapshot("),
    }
    for path, words in leads.items():
        source = (ROOT / "src/parlour" / path).read_text()
        assert all(word in source for word in words), path


def test_the_page_on_the_kernel_lists_both_protocols() -> None:
    """Every name that a rules file or a notation gives or may give stands there as code."""
    page = (ROOT / "docs" / "develop" / "protocols.md").read_text()
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", page))))
    for module in (protocol, notation):
        own = {
            name
            for name, value in vars(module).items()
            if (isinstance(value, FunctionType) and value.__module__ == module.__name__)
            or (name.isupper() and name not in ("R", "N", "REQUIRED"))
        }
        assert len(own) > 20
        assert own | {*module.REQUIRED} <= named | {"CHANCE", "OVER"}, own - named
