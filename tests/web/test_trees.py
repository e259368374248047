"""What a screen reader says of whole games: golden accessibility trees, and golden announcements.

After an intended change delete the files in `tests/web/trees` and run the tests twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from parlour.kernel.moves import Step
from parlour.table.player import random_move
from tests.web.driving import (
    Browser,
    Keys,
    ServerProcess,
    begin,
    needs_chromium,
    post,
    sit_down,
    until,
)

pytestmark = [pytest.mark.long, needs_chromium]

TREES = Path(__file__).parent / "trees"
UNTOLD = {
    "InlineTextBox",
    "LineBreak",
    "LayoutTable",
    "none",
}  # roles that say nothing of their own

STOP = "#choices [data-part='']"  # where a move may go on, that it does not
SEEN = "document.querySelector('#curtain').hidden"

# A game of each kind, and the position from which it is played to its end at random, without chance.
GAMES = {
    "placing": ("hex:pie=no,size=3", None),
    "moving": (
        "lines-of-action:move_limit=2",
        "lines-of-action:move_limit=2 "
        "o......./......../......../.......o/......../......../......../x......x x",
    ),
    "solitaire": (
        "chainn",
        "chainn KD,3C,2S,3S/3H,AH,AD,AC/3D,2H,2D,KS/2C,KH,KC,AS - - - 0/0",
    ),
    "cards": (
        "tiger-bridge",
        "tiger-bridge play E 1-1 2-5 0-0 9 576 ..P6./...63/..S.S/B6... 5L,8R,9L,9F,decline,decline,decline "
        "WR,BM,BR,TR,PL,SL,1L,4L,BL,8L,TL,3L,2F,WF,PF,3F,7F,5M,SF,1R,TM,WM,4M,7M,2L,6L,TF,WL,PR,7R,4F,5R,"
        "5F,2R,1F,2M,8F,8R,3M,4R,5L,8M,1M,7L",
    ),
    "seas": (
        "naval-qi:chests=20,move_limit=3,sea=8",
        "naval-qi:chests=20,move_limit=3,sea=8 primary:0:2:0:- 0 "
        "land2:a14,land2:b11,land2:c14,land2:e15,land2:f9/large:a9h,small:a11,medium:d12v,small:f11,"
        "small:f13,flagship:h10v/eagle:a14,standardgun:b15*2,standardgun:c14*2,eagle:d15,bowman:e15,"
        "standardgun:e16*2,eagle:f9,standardgun:f10*2,standardgun:h10*1,largegun:h11,bowman:h12,"
        "largegun:h13,standardgun:h14*2/a13,a14,a15,b13,b14,b15,c13,c14,c15/12345/- "
        "land2:a5,land2:b1,land2:c3,land2:d7,land2:f6/large:a2v,medium:a8h,medium:d2h,small:e4,small:g2,"
        "flagship:h4v/bowman:a5,largegun:a6,standardgun:c3*2,bowman:d8,standardgun:e7*2,eagle:f6,"
        "standardgun:g7*2,largegun:h5,bowman:h6,largegun:h7,standardgun:h8*2/a4,a5,a6,b4,b5,b6,c4,c5,c6/"
        "12345/- 0:standardgun>h1=none;1:standardgun>d14+e12=standardgun*1",
    ),
    "dice": (
        "stones-of-fortune",
        "stones-of-fortune A/././T/F/A/T/./././././././././././././././A/././././T/A/T/./T "
        "./TA/T/./././././././././././A/././TT/./T/././TT/F/./././A/./././. mid-path 1:2 30,29",
    ),
}


def tree(browser: Browser) -> str:
    """The page's accessibility tree as text: a line for each node that has a name, deeper ones indented."""
    browser.script("document.activeElement.blur()")  # no card tells of the cell that has the focus
    browser.script(
        "document.getElementById('turns').style.display = 'none'"
    )  # counts other tests' games
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    return "\n".join(_lines(nodes[0], known, 0, ""))


def _lines(node: dict[str, Any], known: dict[str, Any], deep: int, above: str) -> Iterator[str]:
    role = node.get("role", {}).get("value", "none")
    name = node.get("name", {}).get("value", "").strip()
    told = not node["ignored"] and name and role not in UNTOLD and name != above
    if told:
        yield f"{' ' * deep}{role}: {name}"
    for child in node.get("childIds", ()):
        if child in known:
            yield from _lines(known[child], known, deep + bool(told), name or above)


def look(browser: Browser) -> None:
    """Whoever is to move sits down before the screen."""
    browser.tab_to("[data-do=look]")
    browser.keys(Keys.ENTER)
    until(lambda: browser.settled() and browser.script(f"return {SEEN}"))


def enter(browser: Browser, step: Step) -> None:
    """Enter a part of a move by keys."""
    if step.kind == "cell":
        browser.arrows_to(step.text)
    else:
        browser.tab_to(f"#choices [data-part='{step.text}']")
    browser.keys(Keys.ENTER)
    until(browser.settled)


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_played_by_keys_is_told_as_it_was(
    served: ServerProcess, browser: Browser, kind: str
) -> None:
    name, position = GAMES[kind]
    game = parlour.game(name)
    state, rng = game.start() if position is None else game.read(position), Random(1)
    for link in begin(served, name, *["link"] * game.seats, position=position):
        sit_down(browser, link)
    told = [tree(browser)]
    while state.outcome is None:
        text = random_move(state, rng)
        if not browser.script(f"return {SEEN}"):
            look(browser)
        for step in state.move(text).steps:
            enter(browser, step)
        if browser.script(f"return !!document.querySelector({STOP!r})"):
            enter(browser, Step("", "word"))
        state.play(text)
        until(lambda: len(browser.moves()) == len(state.history))
    until(browser.over)
    told.append(tree(browser))
    assert_golden(kind, "\n\n== the end\n\n".join(told) + "\n")


def assert_golden(name: str, found: str) -> None:
    """Compare with the stored text, or store it."""
    path = TREES / f"{name}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
        pytest.fail(f"{path} was made; look at it and keep it")
    assert found == path.read_text(encoding="utf-8")


# -- announcements ---------------------------------------------------------------------------------

LISTEN = """
window.heard = [];
for (const region of document.querySelectorAll('[aria-live], [role=alert], [role=status], [role=log]'))
  new MutationObserver(() => {
    const text = region.innerText.trim();
    const how = region.role === 'alert' ? 'at once' : 'politely';
    if (text) heard.push(`${how}: ${text}`);
  }).observe(region, {childList: true, characterData: true, subtree: true});
"""


class Reading:
    """A game in the browser of whoever moves first; the others use the interface for programs."""

    def __init__(self, served: ServerProcess, browser: Browser, kind: str) -> None:
        self.served, self.browser = served, browser
        name, position = GAMES[kind]
        game = parlour.game(name)
        self.state = game.start() if position is None else game.read(position)
        links = begin(served, name, *["link"] * game.seats, position=position)
        self.api = f"/api/games/{links[0].split('/')[-3]}"
        self.secrets = [link.split("/")[-1] for link in links]
        self.me = self.state.turn or 0
        self.other = (self.me + 1) % game.seats
        sit_down(browser, links[self.me])
        self.lines: list[str] = []
        browser.script(LISTEN)

    def hear(self, what: str, act: Callable[[], object]) -> None:
        """Note what is announced after an action, which must announce something."""
        before = self.browser.script("return heard.length")
        act()
        until(
            lambda: self.browser.settled() and self.browser.script("return heard.length") > before
        )
        self.lines.append(f"[{what}]")
        self.lines += self.browser.script("return heard.slice(arguments[0])", before)

    def ask(self, seat: int, action: str, **body: object) -> None:
        """Another player does something."""
        post(self.served, f"{self.api}/{action}", self.secrets[seat], **body)

    def press(self, action: str) -> None:
        self.browser.press(f"[data-do={action}]")

    def exchange_offers(self) -> None:
        """Whoever is to move offers a draw, which is declined, and so is the request to undo."""
        if self.state.turn == self.me:
            self.hear("you offer a draw", lambda: self.press("draw"))
            self.hear("they decline", lambda: self.ask(self.other, "answer", agree=False))
            return
        self.hear("they offer a draw", lambda: self.ask(self.state.turn or 0, "draw"))
        self.hear("you decline", lambda: self.press("decline"))
        if not self.state.game.spec.hidden:
            self.hear("you ask to undo", lambda: self.press("undo"))
            self.hear("they decline", lambda: self.ask(self.other, "answer", agree=False))

    def play(self, text: str) -> None:
        """Play a move; whoever types it has the focus where it was."""
        seat, self.state = self.state.turn or 0, self.state.copy().play(text)
        if seat == self.me:
            field = self.browser.driver.find_element("id", "move")
            self.hear(f"you play {text}", lambda: field.send_keys(text, Keys.ENTER))
            assert self.browser.script("return document.activeElement.id") == "move"
        else:
            self.hear(f"they play {text}", lambda: self.ask(seat, "moves", move=text))


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_with_offers_is_announced_as_it_was(
    served: ServerProcess, browser: Browser, kind: str
) -> None:
    reading, rng = Reading(served, browser, kind), Random(1)
    offered = set() if reading.state.game.seats > 1 else {True}  # whether the offers are mine
    while reading.state.outcome is None:
        mine = reading.state.turn == reading.me
        if mine not in offered:
            offered.add(mine)
            reading.exchange_offers()
        reading.play(random_move(reading.state, rng))
    until(browser.over)
    assert_golden(f"{kind}-announced", "\n".join(reading.lines) + "\n")
