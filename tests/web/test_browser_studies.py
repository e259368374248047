"""Studies in a real browser: a file's text to a study, played on, drawn on, kept; by keys; axe-core."""

from __future__ import annotations

import pytest

from parlour.web.collections.collection_import import fill
from tests.web.driving import Browser, Keys, ServerProcess, needs_chromium, until, violations

pytestmark = [needs_chromium, pytest.mark.long]

HEX = "(;FF[4]GM[11]SZ[5]C[A small game.];B[c3]C[The middle.]LB[b2:A];W[d2](;B[b4])(;B[d4]C[or this]))"


def opened(served: ServerProcess, browser: Browser) -> None:
    browser.open(f"{served.url}/study")
    browser.script("document.querySelector('#text').value = arguments[0]", HEX)
    browser.press("#drop button.main")
    until(lambda: browser.script("return !!document.querySelector('.tree .move')"))
    until(browser.settled)


def current(browser: Browser) -> str:
    return browser.text(".tree [aria-current]")


def test_a_text_becomes_a_study_that_is_played_on_and_kept(
    served: ServerProcess, browser: Browser
) -> None:
    opened(served, browser)
    assert "A small game." in browser.text("#tree")
    for key, shown in (
        (Keys.ARROW_RIGHT, "1. c3"),
        (Keys.END, "2. b4"),
        (Keys.ARROW_DOWN, "2. d4"),
        (Keys.ARROW_LEFT, "d2"),
    ):
        browser.keys(key)
        until(lambda shown=shown: shown in current(browser))  # type: ignore[misc]
    browser.click_cell("e1")
    until(lambda: "e1" in current(browser))
    browser.script("document.querySelector('#comment').focus()")
    browser.keys(" a new try ", Keys.ESCAPE)
    until(lambda: "a new try" in browser.text("#tree"))
    browser.press("[data-pen=R]")
    browser.click_cell("a1")
    until(lambda: browser.script("return !!document.querySelector('.drawn-marks .mark.pen-R')"))
    browser.press("[data-pen=R]")
    address = browser.driver.current_url
    served.kill()
    served.start()
    browser.open(address.replace("#", "?again#"))
    until(lambda: "a new try" in browser.text("#tree"))
    until(lambda: "e1" in current(browser))
    assert browser.script("return document.querySelector('#comment').value") == "a new try"
    browser.script("document.querySelector('#search').value = 'middle'")
    browser.script("document.querySelector('#search').dispatchEvent(new Event('input'))")
    browser.press(".found button")
    until(lambda: "c3" in current(browser))
    assert [line for line in browser.errors() if "live" not in line and "favicon" not in line] == []


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_is_found_fault_with(
    served: ServerProcess, browser: Browser, axe: str, width: int
) -> None:
    browser.size(width, 740)
    opened(served, browser)
    browser.press("summary")
    assert violations(browser, axe) == []
    for path in ("/study", "/study/setup?game=hex:size=5"):
        browser.open(served.url + path)
        assert violations(browser, axe) == []
    wide = browser.script("return document.documentElement.scrollWidth")
    assert wide <= width
    browser.size(1280, 900)


@pytest.mark.parametrize("width", [1280, 360])
def test_a_pattern_is_chosen_on_a_board(
    served: ServerProcess, browser: Browser, axe: str, width: int
) -> None:
    """By a click and by keys; it is found by the form as any reader without scripts would send it."""
    browser.size(width, 900)
    folder = served.folder / "collections"
    folder.mkdir(exist_ok=True)
    source = folder / "games.pgn"
    source.write_text('[Game "hex:size=5"]\n\n1. c3 b2 *\n\n[Game "hex:size=5"]\n\n1. b2 *\n')
    fill(source, folder / "games.sqlite", lambda news: None)
    browser.open(f"{served.url}/collection/games")
    browser.press("#pattern > summary")
    browser.press("#palette [title='Blue stone']")
    browser.script("document.querySelector('#pattern-board g[data-cell=b2]').focus()")
    browser.keys(Keys.ENTER)
    assert browser.script("return document.querySelector('#pattern-text').value") == "b2:o"
    assert violations(browser, axe) == []
    browser.press(".filter .button")
    until(lambda: browser.text("#games") == "1 game")
    until(
        lambda: (
            "Blue stone"
            in browser.script(
                "return document.querySelector('#pattern-board g[data-cell=b2]')?.ariaLabel ?? ''"
            )
        )
    )


def test_the_owner_renews_the_links(served: ServerProcess, browser: Browser) -> None:
    opened(served, browser)
    old = browser.driver.current_url
    invite = "return document.querySelector('#invite').value"
    before = browser.script(invite)
    browser.script("document.querySelector('#sharing').open = true")
    for _ in range(2):  # the second press is the answer to a question
        browser.press("[data-do=renew-edit]")
    until(lambda: browser.script(invite) != before)
    assert "/edit/" in browser.script(invite)
    for _ in range(2):
        browser.press("[data-do=renew-view]")
    until(lambda: browser.driver.current_url.partition("#")[0] != old.partition("#")[0])
    until(lambda: "A small game." in browser.text("#tree"))
    new = browser.driver.current_url.partition("#")[0]
    browser.open(old.partition("#")[0] + "?again")
    until(lambda: "does not exist" in browser.text("body"))
    browser.open(new)
    until(browser.settled)
    browser.script("document.querySelector('#sharing').open = true")
    for _ in range(2):
        browser.press("[data-do=remove]")
    until(lambda: browser.driver.current_url.endswith("/study"))
