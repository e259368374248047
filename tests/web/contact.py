"""A contact sheet: every game's start page, table, lesson and end, at three widths, by day and by night.

    python -m tests.web.contact FOLDER [GAME …]

makes FOLDER/GAME.png for each game: a row for each page, a column for each width and scheme. The games
are level 1's against itself, always the same ones. Look at the sheets before a look is called done.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from random import Random

import parlour
from parlour.kernel.layout import CHANCE
from parlour.players import player
from parlour.records import Tree
from parlour.table.game import Game
from tests.web.driving import Browser, ServerProcess, until
from tests.web.test_browser_games import SHORT

SIZES = {"desk": (1280, 800), "tablet": (820, 1100), "phone": (360, 740)}
SCHEMES = ("light", "dark")
SHOWN = 0.32  # of a picture's size on a sheet
AT_TABLE = 14  # plies
LONGEST = 400  # plies; a game that is longer is shown as it stands then
LESSON_STEP = 2  # mostly the first that has a task
SETTLED = (
    "return !document.body.dataset.busy && document.readyState === 'complete'"
    " && [...document.images].every(i => i.complete || i.loading === 'lazy')"
)


def played(game: Game, plies: int) -> str:
    """The record of a game of level 1 against itself, as far as `plies`."""
    bots = [player("1", game, seed=seat) for seat in range(game.seats)]
    state, rng = game.start(), Random(1)
    while state.turn is not None and (len(state.history) < plies or state.turn == CHANCE):
        drawn = state.turn == CHANCE
        state.play(state.draw(rng) if drawn else bots[state.turn].choose(state))
    return Tree.from_state(state).write().text


def pages(served: ServerProcess, browser: Browser, name: str) -> dict[str, str]:
    """The addresses of a game's pages, by what they show."""
    options = SHORT.get(name, "") if parlour.game(name).spec.hidden else ""
    short = f"{name}:{options}" if options else name
    return {
        "start": f"{served.url}/new/{name}",
        "table": served.url + opened(browser, served, played(parlour.game(short), AT_TABLE)),
        "lesson": f"{served.url}/learn/{name}/{LESSON_STEP}",
        "end": served.url + opened(browser, served, played(parlour.game(short), LONGEST)),
    }


def opened(browser: Browser, served: ServerProcess, record: str) -> str:
    """The address of a recorded game, opened at this browser's screen."""
    browser.open(served.url)
    path: str = browser.driver.execute_async_script(
        "const done = arguments[1]; fetch('/api/records', {method: 'POST',"
        "headers: {'Content-Type': 'application/json'}, body: JSON.stringify({text: arguments[0]})})"
        ".then(r => r.json()).then(r => done(r.path ?? JSON.stringify(r)))",
        record,
    )
    return path


def shots(browser: Browser, address: str) -> list[tuple[int, str]]:
    """A page's pictures, each with its width on the sheet, as PNG in base 64."""
    found = []
    for scheme in SCHEMES:
        browser.emulate(color_scheme=scheme)
        for size in SIZES.values():
            browser.size(*size)
            browser.open(address)
            until(lambda: browser.script(SETTLED))
            if browser.script("return !!document.querySelector('#curtain:not([hidden])')"):
                browser.press("[data-do=look]")
                until(
                    lambda: browser.script(
                        SETTLED + " && document.querySelector('#curtain').hidden"
                    )
                )
            found.append((round(size[0] * SHOWN), browser.driver.get_screenshot_as_base64()))
    return found


def sheet(browser: Browser, title: str, rows: dict[str, list[tuple[int, str]]]) -> bytes:
    """One picture of all pictures."""
    page = [f"<!doctype html><title>{title}</title><body style='margin:8px;font:14px sans-serif'>"]
    for name, row in rows.items():
        page.append(
            f"<p style='margin:4px 0'>{title}: {name}</p><div style='display:flex;gap:8px'>"
        )
        page += [
            f"<img width={wide} style='align-self:start' src='data:image/png;base64,{data}'>"
            for wide, data in row
        ]
        page.append("</div>")
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write("".join(page))
        file.flush()
        browser.size(2 * sum(round(wide * SHOWN) for wide, _ in SIZES.values()) + 64, 900)
        browser.open(f"file://{file.name}")
        whole = browser.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True}
        )
    return base64.b64decode(whole["data"])


def main(folder: Path, names: list[str]) -> None:
    """Make the sheets of some games, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        served, browser = ServerProcess(Path(kept)), Browser()
        served.start()
        try:
            for name in names or parlour.games():
                found = pages(served, browser, name)
                rows = {what: shots(browser, address) for what, address in found.items()}
                (folder / f"{name}.png").write_bytes(sheet(browser, name, rows))
                print(folder / f"{name}.png", flush=True)
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
