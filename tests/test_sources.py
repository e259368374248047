"""The page on statements of the sources names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/measurements/sources.md"


def test_the_evidence_of_every_statement_exists() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.endswith("|")]
    statements = [row for row in rows if not row.startswith(("|---", "| statement"))]
    assert len(statements) > 75
    for row in statements:
        *_, evidence, state = (cell.strip() for cell in row.strip("|").split("|"))
        assert state == "yes" or re.fullmatch("reason [1-6]", state), row
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", evidence)
        assert named or state != "yes", row
        for file, name in named:
            text = (ROOT / file).read_text(encoding="utf-8")
            assert not name or f"def {name}(" in text, row
