"""The README's examples run as they are written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import parlour

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_readmes_session_runs() -> None:
    failures, tests = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tests > 10
    assert failures == 0


def test_the_readmes_players_run() -> None:
    blocks = [b for b in BLOCK.findall((ROOT / "README.md").read_text()) if ">>>" not in b]
    game = parlour.game("hex", size=3)
    for block in blocks:
        exec(block, {"game": game, "state": game.start()})


def test_every_link_of_the_docs_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
