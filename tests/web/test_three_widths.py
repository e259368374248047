"""Finding things and the table, point by point, on a phone, a tablet and a desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.driving import Browser, ServerProcess, begin, needs_chromium, sit_down, until
from tests.web.test_browser_front import SIZES, WITHIN

pytestmark = [needs_chromium, pytest.mark.long]

OVERFLOW = "return document.documentElement.scrollWidth - innerWidth"
SHOWN = "return [...document.querySelectorAll('#games > li')].filter(c => !c.hidden).length"
CELL = (  # the smaller side of the smallest cell on the board
    "return Math.min(...[...document.querySelectorAll('#board g[data-cell]')].map(g => {"
    "const r = g.firstElementChild.nodeName === 'title' ? g.children[1] : g.firstElementChild;"
    "const b = r.getBoundingClientRect(); return Math.min(b.width, b.height); }))"
)
FINGER = 24  # pixels
NUMBER = (  # the cell with a number
    "return [...document.querySelectorAll('#board g[data-cell]')]"
    ".find(g => g.querySelector('text').textContent === arguments[0]).dataset.cell"
)


@pytest.fixture(params=SIZES, ids=["phone", "tablet", "desk"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser at a width; nothing on the last page goes beyond it."""
    browser.size(*request.param)
    yield browser
    overflow = browser.script(OVERFLOW)
    browser.size(1280, 900)
    assert overflow <= 0


def at_table(page: Browser, served: ServerProcess, game: str, bots: int = 1) -> None:
    sit_down(page, begin(served, game, "link", *["random"] * bots)[0])
    until(page.targets_or_parts)
    assert page.script(OVERFLOW) <= 0, game


def test_home_and_a_games_page(served: ServerProcess, page: Browser) -> None:
    """Tonight's games, a puzzle in its position, all games filtered; a board that can be touched."""
    page.open(served.url)
    assert (
        page.script("return document.querySelectorAll('[aria-labelledby=tonight] li').length") == 3
    )
    assert page.script("return !!document.querySelector('a[href^=\"/puzzles/\"] img')")
    everything = page.script(SHOWN)
    page.press("a[data-filter='board-cards']")
    until(lambda: 0 < page.script(SHOWN) < everything)
    assert page.script(OVERFLOW) <= 0
    page.open(f"{served.url}/game/lines-of-action")
    for part in ("found", "puzzles", "learn"):
        assert page.script("return !!document.getElementById(arguments[0])", part), part
    page.click_cell("b1")
    until(lambda: page.targets() > 0)
    page.click_cell("b3")
    until(lambda: "White to move" in page.text("#said"))


def test_the_table_and_its_end(served: ServerProcess, page: Browser) -> None:
    """Board, players and main controls are seen without scrolling; so is the end, with its reason."""
    at_table(page, served, "lines-of-action")
    assert page.script(WITHIN, "#board svg, .seated li") == 3
    assert page.script(WITHIN, "[data-do=hint]") >= 1
    assert page.script(WITHIN, "[data-do=undo]") >= 1
    assert page.script(CELL) >= FINGER
    page.press("[data-do=resign]")
    page.press("[data-do=give]")
    until(lambda: page.text("#ending").startswith("You lost: you resigned."))
    assert page.text("#alert").startswith("You lost")
    page.script("document.getElementById('extras').hidePopover?.()")
    assert page.script(WITHIN, "#ending") == 1
    if page.script("return innerWidth > 832"):
        assert page.script("return document.documentElement.scrollHeight <= innerHeight")


def test_a_number_is_clicked_and_dropped_where_it_fits(
    served: ServerProcess, page: Browser
) -> None:
    at_table(page, served, "merlins-chain")
    assert page.targets() == 0
    page.click_cell(page.script(NUMBER, "18"))
    until(lambda: page.chosen() == 1 and page.targets() > 0)
    page.click_cell("c4")
    until(lambda: page.move_texts()[:1] == ["18@c4"])
    assert page.script(CELL) >= FINGER


def test_ships_are_chosen_with_their_price(served: ServerProcess, page: Browser) -> None:
    at_table(page, served, "naval-qi:chests=20,sea=8")
    assert page.script("return document.querySelectorAll('#choices [data-part] svg').length") > 5
    assert "chests" in page.text("main").lower()
    page.press("#choices [data-part=small]")
    until(lambda: page.targets() > 0)
    assert page.script(CELL) >= FINGER


def test_tiles_are_told_by_their_lines(served: ServerProcess, page: Browser) -> None:
    """All six are in sight, and the page says what comes first."""
    at_table(page, served, "tantrix")
    assert page.script(WITHIN, "#choices .tile:enabled") == 6
    named = "return [...document.querySelectorAll('#choices .tile')].map(e => e.ariaLabel)"
    assert all(name.count(", ") == 2 for name in page.script(named))
    assert page.text("#choices .prompt").startswith("Choose the first tile")


def test_whoever_moves_on_a_board_for_all_takes_from_the_own_hand(
    served: ServerProcess, page: Browser
) -> None:
    page.open(f"{served.url}/game/hive")
    until(page.settled)  # after another width the board is drawn again
    for tile in ("wS1", "bS1"):
        page.press(f"#choices .tile[data-part={tile}]")
        until(lambda: page.targets() > 0)
        page.click_cell(page.script("return document.querySelector('[data-legal]').dataset.cell"))
        until(page.settled)
    until(lambda: page.script("return !!document.querySelector('.tile[data-part=wQ]:enabled')"))


@pytest.mark.parametrize("game", ["revolver", "tiger-bridge", "hive", "stones-of-fortune"])
def test_players_hands_and_places_are_pictured(
    served: ServerProcess, page: Browser, game: str
) -> None:
    bots = {"revolver": 6, "tiger-bridge": 3}.get(game, 1)
    sit_down(page, begin(served, game, "link", *["random"] * bots)[0])
    assert page.script(WITHIN, "#board svg") == 1
    assert "Seat 0" not in page.text("main")
    assert page.script(OVERFLOW) <= 0


def test_a_board_to_try_stands_upright_on_a_phone_alone(
    served: ServerProcess, page: Browser
) -> None:
    """Also on the first page after the window became wider."""
    ratio = (
        "const b = document.querySelector('#board svg').viewBox.baseVal; return b.height / b.width"
    )
    page.open(f"{served.url}/game/hex")
    wide = page.script("return innerWidth > 832")
    until(lambda: (page.script(ratio) > 1) is not wide)
