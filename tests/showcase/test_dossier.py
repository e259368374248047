"""Dossiers: every game has one; hidden hands stay hidden; exact facts are those that are documented."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadPicture
from parlour.lab.shipped_findings import findings_about
from parlour.showcase.dossier import boards, dossier, exact_facts, rules_in_brief

DOCS = Path(__file__).parents[2] / "docs"
EXACT = [name for name in parlour.games() if exact_facts(parlour.game(name))]


@pytest.mark.parametrize("name", ["unlur", "twindraughts", "revolver"])
def test_a_dossier_has_questions_answers_doubts_and_rules(name: str) -> None:
    game = parlour.game(name)
    text = unescape(dossier(game))
    assert text.count("<article>") == len(findings_about(name))
    for finding in findings_about(name):
        assert finding.question in text
        assert text.count("What is not known.") == len(findings_about(name))
    assert "Exact facts" in text
    assert "beginner" in text
    assert "master" in text, "the highest level's name, however few levels there are"
    assert "Options" not in rules_in_brief(game)
    assert "```" not in rules_in_brief(game)
    assert text.count("<figure>") == len(list(boards(game)))


def test_a_hidden_game_shows_its_start_only() -> None:
    assert [board.caption for board in boards(parlour.game("revolver"))] == ["The start"]


def test_paper_has_a_size_that_there_is() -> None:
    game = parlour.game("chainn")
    assert "size: Letter" in dossier(game, "letter")
    assert "Exact facts" not in dossier(game)
    with pytest.raises(BadPicture, match="expected a4, letter"):
        dossier(game, "legal")


@pytest.mark.parametrize("name", EXACT)
def test_the_figures_of_exact_facts_are_documented(name: str) -> None:
    """Every large number of a fact is in the documentation of its measurement or proof."""
    pages = [*(DOCS / "measurements").glob("*.md"), *DOCS.glob("research/*.md")]
    documented = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    for figure in re.findall(r"\d+(?:,\d{3})+", exact_facts(parlour.game(name))):
        assert figure in documented.replace("1820", "1,820"), figure
