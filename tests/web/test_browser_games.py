"""Every game is played to its end in a real browser by mouse, by touch and by keys; and looked at.

Nothing is known here of any game: what is clicked is what the page offers. Where $PARLOUR_SHOTS names a
folder, pictures of the pages are kept in it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from tests.conftest import unlike
from tests.web.driving import (
    Browser,
    Keys,
    ServerProcess,
    begin,
    needs_chromium,
    sit_down,
    until,
    violations,
)

pytestmark = [pytest.mark.long, needs_chromium]

SHORT = {  # options by which games played at random come to an end soon
    "chess": "move_limit=10",
    "english-draughts": "move_limit=10",
    "focus": "move_limit=10",
    "hex": "size=4",
    "hive": "move_limit=10",
    "lines-of-action": "move_limit=10",
    "leopard-princess": "move_limit=10",
    "merger-chess": "move_limit=10",
    "merlins-chain": "stop=decided,move_limit=10",
    "naval-qi": "chests=20,move_limit=8,sea=8",
    "revolver": "players=5,rounds=4",
    "royal-draughts": "move_limit=10",
    "shogi": "move_limit=10",
    "sovereign": "move_limit=10",
    "stones-of-fortune": "move_limit=10",
    "tantrix": "move_limit=5",
    "tiger-bridge": "deals=2",
    "tiger-chequers": "move_limit=10",
    "tumbling-down": "move_limit=10,setup=short",
    "twindraughts": "move_limit=10",
    "unlur": "size=4",
    "y": "size=5",
    "yavalath": "size=4",
}
WAYS = ("mouse", "touch", "keys")
CLICKS = 160  # in one game; and then it must be over
LOOKED_AT = 4  # moves of one's own before pictures are taken

OFFERED = """
const all = (what) => [...document.querySelectorAll(what)].map((e) => e.dataset);
return [all('#grid [aria-label$=", legal"]').map((d) => d.cell),
        all('#choices [data-part]:enabled').map((d) => d.part),
        all('#choices [data-choice]:enabled').map((d) => d.choice),
        document.querySelectorAll('#ready button').length];
"""


TOO_WIDE = """
const wide = document.documentElement.scrollWidth > 360;
return [...document.querySelectorAll('body *')].filter(
  (e) => wide && !e.closest('svg, .unseen') && e.getBoundingClientRect().right > 361
).map((e) => e.outerHTML.slice(0, 200));
"""


def offered(browser: Browser) -> list[Any] | None:
    """What the page offers, once it offers anything: news may be drawn meanwhile."""
    found: list[Any] = browser.script(OFFERED)
    return found if any(found) else None


def enter_something(browser: Browser, rng: Random, way: str) -> None:
    """Enter one thing that the page offers: a legal cell, or a part of a move."""
    cells, parts, buttons, ready = until(lambda: offered(browser))
    if ready and rng.random() < 0.3:
        press(browser, "#ready button", way)
        return
    parts = ["ready"] if "ready" in parts else parts[:12] if way == "keys" else parts
    cells = [] if parts == ["ready"] else cells  # whoever has all that he needs says so
    choice = rng.randrange(len(cells) + len(parts))
    if choice >= len(cells):
        press(browser, f"#choices [data-part={json.dumps(parts[choice - len(cells)])}]", way)
    elif way == "keys":
        browser.arrows_to(cells[choice])
        browser.keys(Keys.ENTER)
    elif cells[choice] in buttons:
        press(browser, f"#choices [data-choice='{cells[choice]}']", way)
    elif way == "touch":
        browser.tap_cell(cells[choice])
    else:
        browser.click_cell(cells[choice])


def press(browser: Browser, selector: str, way: str) -> None:
    if way == "keys":
        browser.tab_to(selector)
        browser.keys(Keys.ENTER)
    elif way == "touch":
        browser.tap_button(selector)
    else:
        browser.press(selector)


def shot(browser: Browser, name: str) -> None:
    """Keep a picture of the page, where they are asked for."""
    folder = os.environ.get("PARLOUR_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        until(lambda: browser.script("return document.getAnimations().every(a => !a.pending)"))
        browser.script(
            "for (const a of document.getAnimations())"
            " if (a.effect.getComputedTiming().endTime < Infinity) a.finish();"
            "scrollTo(0, 0)"
        )
        browser.driver.save_screenshot(str(Path(folder) / f"{name}.png"))


def look_at(browser: Browser, name: str) -> None:
    """The page on a screen and on a telephone, where nothing may be wider than it."""
    browser.size(1280, 900)
    shot(browser, f"{name}-desktop")
    browser.size(360, 740)
    shot(browser, f"{name}-phone")
    assert browser.script(TOO_WIDE) == []


@pytest.mark.parametrize("name", unlike(parlour.games()))
def test_every_game_is_played_to_its_end(
    served: ServerProcess, browser: Browser, name: str
) -> None:
    """A whole game against random bots, two moves by mouse, two by touch, two by keys, and so on."""
    browser.size(1280, 900)
    browser.errors()  # those of a game before are not this one's
    options = SHORT.get(name, "")
    text = f"{name}:{options}" if options else name
    seats = parlour.game(text).seats
    sit_down(browser, begin(served, text, "link", *["random"] * (seats - 1))[0])
    rng, mine, way = Random(1), 0, "mouse"
    for _ in range(CLICKS):
        until(browser.my_turn)
        if browser.over():
            break
        played = len(browser.moves())
        enter_something(browser, rng, way)
        until(browser.settled)
        if len(browser.moves()) > played:
            mine += 1
            if mine == LOOKED_AT:
                until(browser.my_turn)
                look_at(browser, name)
            way = WAYS[mine // 2 % len(WAYS)]
            browser.size(*((360, 740) if way == "touch" else (1280, 900)))
    assert browser.over(), f"{mine} moves were played"
    assert browser.newest_is_seen()
    look_at(browser, f"{name}-end")
    if not parlour.game(text).spec.hidden:
        state = parlour.game(text).start()
        for move in browser.move_texts():
            state.play(move)
        assert state.outcome is not None
        assert re.search("won|lost|A draw", browser.text("#ending"))
    assert [e for e in browser.errors() if "409" not in e] == []


# -- accessibility ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_accessibility(
    served: ServerProcess, browser: Browser, axe: str, scheme: str, width: int
) -> None:
    browser.size(width, 900)
    browser.emulate(color_scheme=scheme)
    for path in ("/", "/new/hex", "/rules/hex", "/nothing"):
        browser.open(served.url + path)
        assert violations(browser, axe) == [], path
    for name in ("tumbling-down", "merlins-chain", "tiger-bridge", "chainn", "y"):
        seats = parlour.game(name).seats
        sit_down(browser, begin(served, name, "link", *["random"] * (seats - 1))[0])
        browser.script("for (const d of document.querySelectorAll('details')) d.open = true")
        until(browser.my_turn)
        assert violations(browser, axe) == [], name
        assert browser.script("return document.documentElement.scrollWidth") <= width, name
        browser.script("document.getElementById('rules').open = false")
        browser.press("[data-do=resign]")
        browser.press("[data-do=give]")
        until(lambda: browser.over() or not browser.my_turn())
        assert violations(browser, axe) == [], f"{name}, over"
    browser.emulate()
