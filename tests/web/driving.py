"""A real server in a process of its own, and Debian's Chromium in front of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

T = TypeVar("T")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
needs_chromium = pytest.mark.skipif(
    not (CHROMIUM and DRIVER),
    reason="there is no Chromium: apt-get install chromium chromium-driver",
)
SPOT = """
const group = document.querySelector(`#board g[data-cell="${arguments[0]}"]`);
const seen = () => {
  const {e: x, f: y} = group.getScreenCTM();
  const {left, right, top, bottom} = group.getBoundingClientRect();
  const points = [[x, y]];
  for (let i = 1; i < 40; i += 1) for (const j of [6, 2, 10, 1, 11])
    points.push([left + (right - left) * i / 40, top + (bottom - top) * j / 12]);
  return points.find(([u, v]) =>
    document.elementFromPoint(Math.trunc(u), Math.trunc(v))?.closest('g[data-cell]') === group);
};
let found = seen();
if (!found) {
  group.scrollIntoView({block: 'center'});
  found = seen();
}
return found;
"""
WAY = """
const place = (name) => {
  const m = document.querySelector(`#board g[data-cell="${name}"]`).transform.baseVal[0].matrix;
  return [m.e, m.f];
};
const here = document.activeElement.dataset.cell;
const [[x, y], [u, v]] = [place(here), place(arguments[0])];
return [here, u - x, v - y];
"""
TAB_WAY = """
const here = document.activeElement;
const there = [...document.querySelectorAll(arguments[0])].find((e) => !e.disabled);
if (!there) return ''; // news is drawn just now
return here === there ? 'here' : here.compareDocumentPosition(there) & 2 ? 'back' : 'on';
"""
NEWEST = """
const place = (node) => node.getBoundingClientRect();
const [list, now] = ['#moves', '#moves [aria-current]'].map(s => place(document.querySelector(s)));
return now.top >= list.top - 1 && now.bottom <= list.bottom + 1;
"""
WAIT = 90.0  # seconds: a bot may have to be compiled beside other tests


class ServerProcess:
    """``parlour serve`` on a free port, with its games in `folder`; `start` again after `kill`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._log = folder / "log"
        folder.mkdir(exist_ok=True, parents=True)
        self.port = 0

    def start(self, *more: str, before: Callable[[], None] | None = None) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--workers", "1"]
        rates = {"PARLOUR_RATE": "100000", "PARLOUR_PACE": "0"}
        self.environment = {**os.environ, "PARLOUR_DATA": str(self.folder), **rates}
        self.environment["PYTHONWARNINGS"] = "ignore"
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *more],
            stdout=subprocess.PIPE,
            stderr=self._log.open("ab"),
            text=True,
            env=self.environment,
            preexec_fn=before,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)/", line)
        assert found, line
        self.url, self.port = found[0].rstrip("/"), int(found[1])

    def logged(self) -> str:
        """What it has written to standard error."""
        return self._log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(15)
        finally:
            self.process.kill()


def until(found: Callable[[], T], seconds: float = WAIT) -> T:
    """What `found` gives as soon as that is true."""
    end = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        assert time.monotonic() < end, "that did not happen in time"
        time.sleep(0.05)


class Browser:
    """A browser of its own, with its own cookies; one that is `listening` can tell what it was sent."""

    def __init__(self, width: int = 1280, height: int = 900, listening: bool = False) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        options.add_argument("--headless=new")
        options.add_argument("--no-sandbox")
        options.add_argument("--disable-gpu")
        options.add_argument("--touch-events=enabled")
        kept = {"browser": "ALL", **({"performance": "ALL"} if listening else {})}
        options.set_capability("goog:loggingPrefs", kept)
        self.driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        self.size(width, height)

    def size(self, width: int, height: int) -> None:
        """Be as large as a screen or, below 500 pixels, a telephone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def emulate(self, **features: str) -> None:
        """Say what a person prefers, as ``color_scheme="dark"``; with nothing, what a new browser does."""
        media = [
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in features.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})

    def forget(self) -> None:
        """Be as a new one: no page, no cookies, nothing preferred, no errors."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.emulate()
        self.size(1280, 900)
        self.errors()

    def close(self) -> None:
        self.driver.quit()

    def open(self, address: str) -> None:
        self.driver.get(address)  # returns early, without style sheets, if a page was still loading
        until(lambda: self.script("return document.readyState") == "complete")

    def press(self, selector: str) -> None:
        """Click the first element that is there and can be clicked."""

        def work() -> bool:
            for element in self.driver.find_elements(By.CSS_SELECTOR, selector):
                with suppress(StaleElementReferenceException):
                    if element.is_displayed() and element.is_enabled():
                        element.click()
                        return True
            self.open_drawer(selector)
            return False

        until(work)

    def open_drawer(self, selector: str) -> None:
        """Open the drawer of a phone's page that has an element, if it is shut."""
        self.script(
            "const drawer = document.querySelector(arguments[0])?.closest('.drawer');"
            "if (drawer && getComputedStyle(drawer).display === 'none') drawer.showPopover();",
            selector,
        )

    def script(self, code: str, *given: object) -> Any:
        return self.driver.execute_script(code, *given)

    def text(self, selector: str) -> str:
        told: str = self.script(
            "return document.querySelector(arguments[0])?.innerText ?? ''", selector
        )
        return told

    def moves(self) -> list[str]:
        told: list[str] = self.script(
            "return [...document.querySelectorAll('#moves li')].map(e => e.innerText)"
        )
        return told

    def move_texts(self) -> list[str]:
        """The moves as the rules write them, which the list may show in words."""
        titles: list[str] = self.script(
            "return [...document.querySelectorAll('#moves button')].map(e => e.title)"
        )
        return [title.partition(": ")[2] for title in titles]

    def newest_is_seen(self) -> bool:
        """Whether the newest move stands in the part of the list of moves that is seen."""
        return bool(self.script(NEWEST))

    def my_turn(self) -> bool:
        """Whether the page says that it is one's turn, or that the game is over."""
        status = self.text("#status")
        return "Your move" in status or self.over()

    def settled(self) -> bool:
        """Whether nothing that was asked of the server is still unanswered."""
        return bool(self.script("return !document.body.dataset.busy"))

    def over(self) -> bool:
        return bool(self.script("return document.querySelector('#ending')?.hidden === false"))

    def spot(self, name: str) -> tuple[int, int]:
        """A point of the window where a cell is seen, as near to its middle as can be."""
        found = self.script(SPOT, name)
        assert found, f"{name} is covered by other cells"
        return int(found[0]), int(found[1])

    def click_cell(self, name: str) -> None:
        """Click a cell of the board with the mouse."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(*self.spot(name))
        actions.pointer_action.click()
        actions.perform()

    def hover_cell(self, name: str) -> None:
        """Move the mouse over a cell."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(*self.spot(name))
        actions.perform()

    def choose(self, selector: str, text: str) -> None:
        """Choose what a list calls `text`."""
        Select(self.driver.find_element(By.CSS_SELECTOR, selector)).select_by_visible_text(text)

    def drag_cell(self, name: str, other: str) -> None:
        """Drag what stands on a cell to another."""
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(*self.spot(name))
        actions.pointer_action.pointer_down()
        actions.pointer_action.move_to_location(*self.spot(other))
        actions.pointer_action.pointer_up()
        actions.perform()

    def swipe_cell(self, name: str, other: str) -> None:
        """Move a finger from a cell to another."""
        actions = ActionBuilder(self.driver, mouse=PointerInput(POINTER_TOUCH, "finger"))
        (x, y), (u, v) = self.spot(name), self.spot(other)
        actions.pointer_action.move_to_location(x, y)
        actions.pointer_action.pointer_down()
        actions.pointer_action.move_to_location((x + u) // 2, (y + v) // 2)
        actions.pointer_action.move_to_location(u, v)
        actions.pointer_action.pointer_up()
        actions.perform()

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the window."""
        finger = PointerInput(POINTER_TOUCH, "finger")
        actions = ActionBuilder(self.driver, mouse=finger)
        actions.pointer_action.move_to_location(int(x), int(y))
        actions.pointer_action.pointer_down()
        actions.pointer_action.pointer_up()
        actions.perform()

    def tap_cell(self, name: str) -> None:
        """Touch a cell, a second time where cells are so small that one is asked."""
        self.tap(*self.spot(name))
        if "Tap again" in self.text("#said"):
            self.tap(*self.spot(name))

    def tap_button(self, selector: str) -> None:
        """Touch the middle of a button."""
        self.open_drawer(selector)
        self.tap(
            *self.script(
                "const b = document.querySelector(arguments[0]); b.scrollIntoView({block: 'center'});"
                "const r = b.getBoundingClientRect();"
                "return [r.x + r.width / 2, r.y + r.height / 2]",
                selector,
            )
        )

    def tab_to(self, selector: str) -> None:
        """Press Tab, forwards or backwards, until the focus is on what `selector` means."""
        for _ in range(200):
            way = until(lambda: self.script(TAB_WAY, selector))
            if way == "here":
                return
            # which needs no element: the focus may just be moving
            actions = ActionChains(self.driver)
            if way == "back":
                actions.key_down(Keys.SHIFT)
            actions.send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        raise AssertionError(f"Tab does not lead to {selector}")

    def arrows_to(self, name: str) -> None:
        """From a cell in focus to another by arrow keys."""
        self.tab_to("#grid button[tabindex='0']")
        seen: dict[str, int] = {}
        while True:
            here, dx, dy = self.script(WAY, name)
            if here == name:
                return
            seen[here] = seen.get(here, 0) + 1
            assert seen[here] < 3, f"arrow keys do not lead from {here} to {name}"
            across = Keys.ARROW_RIGHT if dx > 0 else Keys.ARROW_LEFT
            along = Keys.ARROW_DOWN if dy > 0 else Keys.ARROW_UP
            first, second = (across, along) if abs(dx) > abs(dy) else (along, across)
            self.keys(first if seen[here] == 1 else second)

    def targets_or_parts(self) -> bool:
        """Whether something may be clicked to begin a move."""
        legal = "#grid [aria-label$=', legal'], #choices [data-part]"
        return bool(self.script("return !!document.querySelector(arguments[0])", legal))

    def targets(self) -> int:
        return int(self.script("return document.querySelectorAll('.hints .target').length"))

    def chosen(self) -> int:
        return int(self.script("return document.querySelectorAll('.hints .chosen').length"))

    def keys(self, *given: str) -> None:
        for key in given:
            self.driver.switch_to.active_element.send_keys(key)

    def errors(self) -> list[str]:
        """What the browser complained of, such as a broken content policy."""
        return [
            line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"
        ]

    def received(self) -> str:
        """All that was sent to the page since it was asked: bodies of answers and live messages."""
        parts = []
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.webSocketFrameReceived":
                parts.append(message["params"]["response"]["payloadData"])
            elif message["method"] == "Network.responseReceived":
                parts.append(self._body(message["params"]["requestId"]))
        return "\n".join(parts)

    def _body(self, request: str) -> str:
        try:
            body = self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": request})
        except Exception:  # bodies of earlier pages are gone
            return ""
        return str(body["body"])


def begin(
    served: ServerProcess, game: str, *seats: str, position: str | None = None, clock: str = ""
) -> list[str]:
    """Start a game; the addresses of its people's links."""
    answer = post(served, "/api/games", game=game, seats=seats, position=position, clock=clock)
    return [served.url + link["path"] for link in answer["links"]]


def post(served: ServerProcess, path: str, secret: str = "", **body: object) -> Any:
    """What the interface for programs answers, to the owner of a seat's secret."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    address = f"{served.url}{path}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def sit_down(browser: Browser, link: str) -> None:
    browser.open(link)
    browser.script("localStorage.clear()")
    browser.press("button.main")
    until(lambda: browser.script("return !!document.querySelector('#board svg .hints')"))


def play(browser: Browser, *cells: str) -> None:
    """Click cells, and wait until the move is played."""
    before = len(browser.moves())
    for number, cell in enumerate(cells):
        browser.click_cell(cell)
        if number + 1 < len(cells):
            until(lambda: browser.chosen() > 0)
    until(lambda: len(browser.moves()) > before)


def violations(browser: Browser, axe: str) -> list[object]:
    """What axe-core finds fault with on the page."""
    browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found: list[object] = browser.driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations.map("
        "v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))])))"
    )
    return found
