"""Other people's engines as opponents in the browser, by the names of the server's own file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from tests.web.driving import Browser, ServerProcess, needs_chromium, until

STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
OURS = f"{sys.executable} -m parlour engine --protocol gtp --player random hex"
ENGINES = f"""
[outsider]
protocol = "gtp"
command = "{OURS}"
seconds = 0.1
[dies]
protocol = "gtp"
command = "{sys.executable} -c pass"
[thinker]
protocol = "ugi"
command = "{sys.executable} THINKER"
seconds = 0.1
[stockfish]
protocol = "uci"
command = "{STOCKFISH}"
seconds = 0.1
options = {{ Threads = "1", Hash = "16" }}
"""
THINKER = """
import sys
for line in sys.stdin:
    answer = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove a1"}.get(line.split()[0], "")
    if answer.startswith("best"):
        print("info depth 7 nodes 4000 score cp 200 pv a1 b2")
    print(answer, flush=True)
"""

pytestmark = [pytest.mark.long, needs_chromium]


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that offers engines."""
    folder: Path = tmp_path_factory.mktemp("offering")
    (folder / "thinker.py").write_text(THINKER)
    (folder / "engines.toml").write_text(ENGINES.replace("THINKER", str(folder / "thinker.py")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_ENGINES", str(folder / "engines.toml"))
        running = ServerProcess(folder)
        running.start("--engines")
    yield running
    running.stop()


def begin(browser: Browser, offering: ServerProcess, game: str, engine: str) -> None:
    name, _, options = game.partition(":")
    browser.open(f"{offering.url}/new/{name}")
    browser.choose("[name=seat-1]", f"{engine}, external engine")
    for option in filter(None, options.split(",")):
        key, _, value = option.partition("=")
        browser.script(f"document.querySelector('[name=option-{key}]').value = '{value}'")
    browser.press("#start .main")
    until(browser.my_turn)


def test_an_engine_plays_a_game_to_its_end(browser: Browser, offering: ServerProcess) -> None:
    begin(browser, offering, "hex:size=4,pie=no", "outsider")
    state = parlour.game("hex", size=4, pie="no").start()
    for _ in range(8):
        browser.click_cell(state.moves()[0])
        until(lambda: browser.settled() and browser.my_turn())
        played = [text.split()[-1] for text in browser.moves()]
        state = parlour.game("hex", size=4, pie="no").start()
        for text in played:
            state.play(text)
        if browser.over():
            break
    assert browser.over()
    assert state.turn is None


def test_an_engine_that_dies_is_told_and_the_game_stands(
    browser: Browser, offering: ServerProcess
) -> None:
    begin(browser, offering, "hex:size=4,pie=no", "dies")
    browser.click_cell("b2")
    until(lambda: "ended" in browser.text("body"))
    assert len(browser.moves()) == 1


def test_an_engine_thinks_beside_a_study(browser: Browser, offering: ServerProcess) -> None:
    browser.open(f"{offering.url}/study")
    path = browser.script(
        "return fetch('/api/studies', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({game: 'hex:size=4,pie=no'})}).then((answer) => answer.json())"
    )["path"]
    browser.open(f"{offering.url}{path}")
    browser.script("document.querySelector('#lines').value = '1'")
    browser.choose("#thinker", "thinker")
    browser.press("[data-do=think]")
    until(lambda: "7 moves deep" in browser.text("#verdict"))
    assert browser.text("#thoughts").split() == ["68%", "a1", "b2"]
    browser.choose("#thinker", "dies")
    until(lambda: "ended" in browser.text("#verdict"))
    assert browser.moves() == []


@pytest.mark.skipif(STOCKFISH is None, reason="there is no stockfish: apt-get install stockfish")
def test_stockfish_plays_chess(browser: Browser, offering: ServerProcess) -> None:
    begin(browser, offering, "chess", "stockfish")
    for number, (start, end) in enumerate([("e2", "e4"), ("d2", "d3")], 1):
        browser.click_cell(start)
        browser.click_cell(end)
        until(lambda n=number: browser.settled() and len(browser.moves()) == 2 * n)  # type: ignore[misc]
        until(browser.my_turn)


def test_a_server_that_offers_none_takes_none(browser: Browser, served: ServerProcess) -> None:
    browser.open(f"{served.url}/new/chess")
    assert "another program" not in browser.text("body")
    told = browser.script(
        "return fetch('/api/games', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({game: 'chess', seats: ['here', 'engine:stockfish']})})"
        ".then((answer) => answer.status)"
    )
    assert told == 422
