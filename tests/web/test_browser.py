"""Playing in a real browser: Debian's Chromium, driven by Selenium; a server in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from tests.web.driving import CHROMIUM, DRIVER, Browser, Keys, ServerProcess, until

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (CHROMIUM and DRIVER),
        reason="there is no Chromium: apt-get install chromium chromium-driver",
    ),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    opened = Browser()
    yield opened
    opened.close()


def begin(server: ServerProcess, game: str, *seats: str, position: str | None = None) -> list[str]:
    """Start a game; the addresses of its people's links."""
    body = {"game": game, "seats": list(seats), "position": position}
    request = urllib.request.Request(
        f"{server.url}/api/games", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return [server.url + link["path"] for link in json.load(answer)["links"]]


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


def test_from_the_lobby_to_the_end_of_a_game_by_clicks(
    server: ServerProcess, browser: Browser
) -> None:
    """Two clicks begin a game; then a whole game against a bot."""
    browser.open(server.url)
    browser.press("a[href='/new/hex']")
    browser.press("summary")
    browser.script(
        "for (const [name, value] of [['option-size', '3'], ['option-pie', 'no'], ['seat-1', '1']])"
        " document.querySelector(`[name=${name}]`).value = value"
    )
    browser.press("button.main")
    for _ in range(9):
        until(browser.my_turn)
        if browser.over():
            break
        free = browser.script(
            "return [...document.querySelectorAll('#board g[data-cell]')]"
            ".filter(g => !g.querySelector('title')).map(g => g.dataset.cell)"
        )
        play(browser, free[0])
    assert browser.over()
    assert "wins" in browser.text("#ending")
    state = parlour.game("hex:pie=no,size=3").start()
    for text in browser.moves():
        state.play(text)
    assert state.outcome is not None
    address = browser.driver.current_url
    browser.press("[data-do=rematch]")
    until(lambda: browser.driver.current_url != address)
    assert browser.errors() == []


def test_a_refused_move_undo_and_looking_back(server: ServerProcess, browser: Browser) -> None:
    (link,) = begin(server, "lines-of-action", "link", "random")
    sit_down(browser, link)
    browser.click_cell("b1")
    until(lambda: browser.targets() == 3)
    browser.click_cell("b2")
    until(lambda: "2 tokens on that line" in browser.text("#said"))
    browser.click_cell("b1")
    until(lambda: browser.chosen() == 0)
    play(browser, "b1", "b3")
    until(lambda: len(browser.moves()) == 2 and browser.my_turn())
    browser.keys(Keys.ARROW_LEFT)
    until(lambda: "Looking back at move 1 of 2" in browser.text("#status"))
    browser.keys(Keys.END)
    until(browser.my_turn)
    browser.press("[data-do=undo]")
    until(lambda: browser.moves() == [])
    browser.press("[data-do=flip]")
    until(lambda: browser.script("return document.querySelector('#board svg text').textContent"))
    browser.script("document.querySelector('#move').value = 'b1-h1'")
    browser.press("#typed button")
    until(lambda: browser.moves()[:1] == ["b1-h1"])
    assert [e for e in browser.errors() if "422" not in e] == []


def test_compound_moves_are_asked_for_in_parts(server: ServerProcess, browser: Browser) -> None:
    (link,) = begin(server, "tumbling-down", "link", "random")
    sit_down(browser, link)
    browser.click_cell("a2")
    until(
        lambda: browser.script("return document.querySelectorAll('#choices .parts button').length")
    )
    assert "tumble" in browser.text("#choices")
    browser.press("[data-part='>']")
    until(lambda: "a2 >" in browser.text(".beginning"))
    browser.keys(Keys.ESCAPE)
    until(lambda: ">" not in browser.text(".beginning"))
    browser.press("[data-part='>']")
    until(lambda: ">" in browser.text(".beginning"))
    browser.click_cell("a3")
    until(lambda: browser.moves()[:1] == ["a2>a3"])


def test_a_reload_and_a_kill_in_mid_game(tmp_path: Path, browser: Browser) -> None:
    """What was played stays, and the open page goes on by itself."""
    server = ServerProcess(tmp_path)
    server.start()
    try:
        (link,) = begin(server, "lines-of-action", "link", "random")
        sit_down(browser, link)
        play(browser, "b1", "b3")
        until(lambda: len(browser.moves()) == 2 and browser.my_turn())
        kept = browser.moves()
        browser.driver.refresh()
        until(lambda: browser.moves() == kept)
        server.kill()
        until(lambda: "offline" in browser.script("return document.body.className"))
        server.start()
        until(lambda: "offline" not in browser.script("return document.body.className"))
        until(browser.my_turn)
        assert browser.moves() == kept
        play(browser, "c1", "c3") if "c3" not in "".join(kept) else play(browser, "g1", "g3")
        until(lambda: len(browser.moves()) == 4)
    finally:
        assert server.stop() in (0, -15)


def test_two_browsers_and_nothing_of_the_others_cards(
    server: ServerProcess, browser: Browser
) -> None:
    """Two seats of a game with hidden hands: neither page is ever sent the other's cards."""
    other = Browser()
    try:
        links = begin(server, "tiger-bridge", "link", "link", "random", "random")
        hands = []
        for page, link in ((browser, links[0]), (other, links[1])):
            page.driver.get_log("performance")
            sit_down(page, link)
        until(lambda: browser.moves() and other.moves())
        for place, page in enumerate((browser, other)):
            deal = page.moves()[0].removeprefix("deal:").split("/")
            assert [hand == "?" for hand in deal] == [i != place for i in range(4)], deal
            hands.append(deal[place])
        until(lambda: other.text("#status").startswith("Your move"))
        other.press("[data-part='decline']")
        until(lambda: "decline" in browser.moves())
        for page, secret in ((browser, hands[1]), (other, hands[0])):
            sent = page.received()
            assert "decline" in sent
            assert secret not in sent
            assert "deal:" in sent
    finally:
        other.close()


def test_a_phone(server: ServerProcess) -> None:
    phone = Browser(360, 740)
    try:
        for game, seats in (("lines-of-action", 2), ("merlins-chain", 2), ("stones-of-fortune", 2)):
            sit_down(phone, begin(server, game, "link", *["random"] * (seats - 1))[0])
            for path in (phone.driver.current_url, server.url, f"{server.url}/new/{game}"):
                phone.open(path)
                assert phone.script("return document.documentElement.scrollWidth") <= 360, path
    finally:
        phone.close()


def test_by_keyboard_alone(server: ServerProcess, browser: Browser) -> None:
    (link,) = begin(server, "lines-of-action", "link", "random")
    sit_down(browser, link)
    for _ in range(12):
        browser.keys(Keys.TAB)
        if browser.script("return document.activeElement.getAttribute('role')") == "gridcell":
            break
    name = "return document.activeElement.dataset.cell"
    assert browser.script(name) == "a8"
    browser.keys(*[Keys.ARROW_DOWN] * 7, Keys.ARROW_RIGHT)
    assert browser.script(name) == "b1"
    assert "Black" in browser.script("return document.activeElement.getAttribute('aria-label')")
    browser.keys(Keys.ENTER)
    until(lambda: browser.targets() == 3)
    browser.keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert "legal" in browser.script("return document.activeElement.getAttribute('aria-label')")
    browser.keys(Keys.ENTER)
    until(lambda: browser.moves()[:1] == ["b1-b3"])
    until(lambda: "Your move" in browser.text("#spoken"))


def enter_something(browser: Browser, seed: int) -> bool:
    """One click on whatever the page offers: a legal cell, or a part of a move; False if nothing is."""
    offered = browser.script(
        "const all = (what) => [...document.querySelectorAll(what)].map((e) => e.dataset);"
        "return [all('#grid [aria-label$=\", legal\"]').map((d) => d.cell),"
        " all('#choices [data-part]').map((d) => d.part)]"
    )
    cells, parts = offered
    if not cells and not parts:
        return False
    choice = (seed * 7919) % (len(cells) + len(parts))
    if choice < len(cells):
        browser.click_cell(cells[choice])
    else:
        browser.press(f"#choices [data-part={json.dumps(parts[choice - len(cells)])}]")
    return True


def shot(browser: Browser, name: str) -> None:
    """Keep a picture of the page, where CI asks for them by $PARLOUR_SHOTS."""
    folder = os.environ.get("PARLOUR_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        browser.driver.save_screenshot(str(Path(folder) / f"{name}.png"))


CLICKS = 40
MOVES = 5


@pytest.mark.parametrize("name", parlour.games())
def test_every_game_is_played_by_clicks(server: ServerProcess, browser: Browser, name: str) -> None:
    """Some moves of each game, entered by clicking what the page offers; nothing else is known of it."""
    seats = parlour.game(name).seats
    sit_down(browser, begin(server, name, "link", *["random"] * (seats - 1))[0])
    mine = 0
    for click in range(CLICKS):
        until(browser.my_turn)
        if browser.over() or mine >= MOVES:
            break
        played = len(browser.moves())
        assert enter_something(browser, click + 1)
        until(browser.settled)
        mine += len(browser.moves()) > played
    assert mine >= 1 or browser.over()
    shot(browser, f"{name}-desktop")
    browser.size(360, 740)
    shot(browser, f"{name}-phone")
    assert browser.script("return document.documentElement.scrollWidth") <= 360
    browser.size(1280, 900)
    assert [e for e in browser.errors() if "422" not in e and "409" not in e] == []


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, from npm."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm to fetch axe-core with")
    folder = tmp_path_factory.mktemp("axe")
    fetched = subprocess.run(
        [npm, "pack", "axe-core@4", "--silent"], cwd=folder, capture_output=True, timeout=120
    )
    if fetched.returncode != 0:
        pytest.skip("npm cannot fetch axe-core")
    (archive,) = folder.glob("axe-core-*.tgz")
    subprocess.run(["tar", "xzf", archive], cwd=folder, check=True)
    return (folder / "package" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["/", "/new/hex", "/rules/hex", "board"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(
    server: ServerProcess, browser: Browser, axe: str, path: str, scheme: str
) -> None:
    if path == "board":
        sit_down(browser, begin(server, "tumbling-down", "link", "random")[0])
    else:
        browser.open(server.url + path)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    told = browser.driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations.map("
        "v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))])))"
    )
    assert told == []
