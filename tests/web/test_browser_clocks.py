"""Games by the clock in real browsers."""

from __future__ import annotations

import urllib.request
from datetime import datetime

import pytest

from parlour.clocks.timing import Timing
from parlour.records import first
from tests.web.driving import Browser, ServerProcess, begin, needs_chromium, sit_down, until

pytestmark = [needs_chromium, pytest.mark.long]


def typed(browser: Browser, move: str) -> None:
    """Type a move, and wait until it is played."""
    before = len(browser.moves())
    until(browser.my_turn)
    browser.script(
        "document.querySelector('#move').value = arguments[0];"
        "document.querySelector('#typed').requestSubmit()",
        move,
    )
    until(lambda: len(browser.moves()) > before or browser.over())


def told(browser: Browser) -> tuple[int, int]:
    """The seat whose time is out and the moment, in ms UTC, as the page tells them."""
    seat, title = browser.script(
        "const made = document.querySelector('[data-clock][title^=out]');"
        "return [Number(made.dataset.clock), made.title]"
    )
    moment = datetime.fromisoformat(title.removeprefix("out of time at "))
    return seat, round(moment.timestamp() * 1000)


def test_tiger_chequers_by_tigerswing_is_lost_on_time(
    served: ServerProcess, browser: Browser
) -> None:
    """Both pages, the record and a clock rebuilt from it tell the flag to the same millisecond."""
    other = Browser()
    try:
        clock = "swing:time=4s,reserve=5s,lag=1s"
        south, north = begin(served, "tiger-chequers", "link", "link", clock=clock)
        sit_down(browser, south)
        sit_down(other, north)
        typed(browser, "guard")
        typed(browser, "e2-e4")
        until(lambda: browser.over() and other.over())
        assert "time" in browser.text("#ending")
        seat, moment = told(browser)
        assert told(other) == (seat, moment)
        game = browser.driver.current_url.partition("#")[0].rpartition("/")[2]
        with urllib.request.urlopen(f"{served.url}/api/games/{game}/record") as answer:
            tree, _ = first(answer.read().decode())
        assert tree.tags["Termination"] == "time"
        assert tree.tags["Result"] == ("0:3", "3:0")[seat]
        timing = Timing.of_tags(tree.tags, 2)
        assert timing is not None
        assert timing.face(moment + 10**9).flag == (seat, moment)
        assert timing.face(moment - 1).flag is None
        assert browser.errors() == other.errors() == []
    finally:
        other.close()


def test_conditional_moves_are_entered_on_the_page_and_played_at_once(
    served: ServerProcess, browser: Browser
) -> None:
    """The page shows what is left of them; the other's move is made by its seat's secret."""
    clock = "calendar:bank=14d,per=1d"
    red, blue = begin(served, "hex:size=5,pie=no", "link", "link", clock=clock)
    sit_down(browser, blue)
    until(lambda: not browser.script("return document.querySelector('#conditions').hidden"))
    browser.script(
        "document.querySelector('#conditions textarea').value = 'if a1 then b2, if c3 then d4\\na2 b1';"
        "document.querySelector('#conditions form').requestSubmit()"
    )
    until(lambda: "Saved" in browser.text("#said"))
    other = Browser()
    try:
        sit_down(other, red)
        assert not other.script("return document.querySelector('#conditions textarea').value")
        typed(other, "a1")
        until(lambda: browser.moves() == ["a1", "b2"] == other.moves())
        left = "return document.querySelector('#conditions textarea').value"
        until(lambda: browser.script(left) == "c3 d4")
        assert "Move by" in browser.text("#clock-note")
    finally:
        other.close()
