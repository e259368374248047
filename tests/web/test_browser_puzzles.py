"""Ten puzzles in a row by a person at the board, with their lines, a wrong move and why it fails."""

from __future__ import annotations

import pytest

from parlour.puzzles import Puzzle, puzzles
from tests.web.driving import Browser, ServerProcess, needs_chromium, until

pytestmark = [needs_chromium, pytest.mark.long]

GAME = "lines-of-action"
RECORD = "return JSON.parse(localStorage.getItem('puzzle record'))"


def play(page: Browser, puzzle: Puzzle, ply: int, move: str) -> None:
    """Click a move's cells, and wait until the page shows it with the answer."""
    state = puzzle.tree.root.state().copy()
    for before in puzzle.tree.moves()[:ply]:
        state.play(before)
    for step in state.move(move).steps:
        until(page.settled)
        page.click_cell(step.text)
    until(page.settled)


def solve(page: Browser, puzzle: Puzzle) -> None:
    """Play the whole line of the solution."""
    line = puzzle.tree.moves()
    for ply in range(0, len(line), 2):
        play(page, puzzle, ply, line[ply])
    until(lambda: page.script("return document.querySelector('#next').matches('.main')"))


def test_ten_puzzles_in_a_row_and_why_a_wrong_move_fails(
    served: ServerProcess, browser: Browser
) -> None:
    found = puzzles(GAME)[:11]
    browser.open(f"{served.url}/puzzles/{GAME}/1")
    for puzzle in found[:10]:
        until(lambda p=puzzle: browser.text("h1") == p.title)  # type: ignore[misc]
        solve(browser, puzzle)
        browser.press("#next")
    record = browser.script(RECORD)
    assert record["streak"] == 10
    assert record["rating"] > 1000

    puzzle = found[10]
    until(lambda: browser.text("h1") == puzzle.title)
    wrong = next(m for m in puzzle.tree.root.state().moves() if m != puzzle.tree.moves()[0])
    play(browser, puzzle, 0, wrong)
    browser.press("[data-do=why]")
    shown = "return document.querySelectorAll('#line li').length"
    until(lambda: browser.script(shown) > 1)
    until(lambda: browser.script("return document.querySelector('#line [aria-current]')"))
    assert "answers it" in browser.text("#said") or "slower" in browser.text("#said")
    assert browser.script(RECORD)["streak"] == 0
    browser.press("[data-do=leave]")
    until(browser.settled)
    solve(browser, puzzle)
    assert browser.script(RECORD)["streak"] == 0, "each puzzle counts once"
    assert not browser.errors()
