"""Contact sheets: each page of every game at three widths, by day and by night; and the home page.

    python -m tests.web.contact FOLDER [GAME …]

makes FOLDER/GAME-PAGE.png for the game's page, a table, a lesson, the end and a puzzle: a row for each
scheme, a column for each width. The games are level 1's against itself, always the same ones. Look at the
sheets before a look is called done.
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
from parlour.puzzles.book import has_puzzles
from parlour.records import Tree
from parlour.table.game import Game
from tests.web.driving import Browser, ServerProcess, until
from tests.web.test_browser_games import SHORT

SIZES = {"desk": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
SCHEMES = ("light", "dark")
SHOWN = 0.45  # of a picture's size on a sheet
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
    found = {
        "page": f"{served.url}/game/{name}",
        "table": served.url + opened(browser, served, played(parlour.game(short), AT_TABLE)),
        "lesson": f"{served.url}/learn/{name}/{LESSON_STEP}",
        "end": served.url + opened(browser, served, played(parlour.game(short), LONGEST)),
    }
    return found | ({"puzzle": f"{served.url}/puzzles/{name}/1"} if has_puzzles(name) else {})


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


def shots(browser: Browser, address: str) -> dict[str, list[str]]:
    """A page's pictures for each scheme, as PNG in base 64."""
    found: dict[str, list[str]] = {scheme: [] for scheme in SCHEMES}
    for size in SIZES.values():
        browser.size(*size)
        for scheme in SCHEMES:
            browser.emulate(color_scheme=scheme)
            browser.open(address)
            until(lambda: browser.script(SETTLED))
            if browser.script("return !!document.querySelector('#curtain:not([hidden])')"):
                browser.press("[data-do=look]")
                until(
                    lambda: browser.script(
                        SETTLED + " && document.querySelector('#curtain').hidden"
                    )
                )
            found[scheme].append(browser.driver.get_screenshot_as_base64())
    return found


def sheet(browser: Browser, rows: dict[str, list[str]]) -> bytes:
    """One picture of all pictures."""
    page = ["<!doctype html><body style='margin:0'>"]
    for row in rows.values():
        page.append("<div style='display:flex;gap:8px;margin-bottom:8px;align-items:start'>")
        page += [
            f"<img width={round(wide * SHOWN)} src='data:image/png;base64,{data}'>"
            for (wide, _), data in zip(SIZES.values(), row, strict=True)
        ]
        page.append("</div>")
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write("".join(page))
        file.flush()
        browser.size(sum(round(wide * SHOWN) + 8 for wide, _ in SIZES.values()), 900)
        browser.open(f"file://{file.name}")
        whole = browser.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True}
        )
    return base64.b64decode(whole["data"])


def main(folder: Path, names: list[str]) -> None:
    """Make the sheets of some games, or of all games and the home page."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        served, browser = ServerProcess(Path(kept)), Browser()
        served.start()
        try:
            if not names:
                (folder / "home.png").write_bytes(sheet(browser, shots(browser, served.url)))
            for name in names or parlour.games():
                for what, address in pages(served, browser, name).items():
                    file = folder / f"{name}-{what}.png"
                    file.write_bytes(sheet(browser, shots(browser, address)))
                    print(file, flush=True)
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
