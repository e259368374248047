"""Playing in a real browser: Debian's Chromium, driven by Selenium; a server in a process of its own."""

from __future__ import annotations

from pathlib import Path

import parlour
from tests.web.driving import (
    Browser,
    Keys,
    ServerProcess,
    begin,
    needs_chromium,
    play,
    sit_down,
    until,
)

pytestmark = needs_chromium


def test_from_the_lobby_to_the_end_of_a_game_by_clicks(
    served: ServerProcess, browser: Browser
) -> None:
    """Two clicks begin a game; then a whole game against a bot."""
    browser.open(served.url)
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
            ".filter(g => !g.dataset.tip).map(g => g.dataset.cell)"
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


def test_a_refused_move_undo_and_looking_back(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "lines-of-action", "link", "random")
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


def test_compound_moves_are_asked_for_in_parts(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "tumbling-down", "link", "random")
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
    served: ServerProcess, browser: Browser
) -> None:
    """Two seats of a game with hidden hands: neither page is ever sent the other's cards."""
    other = Browser()
    try:
        links = begin(served, "tiger-bridge", "link", "link", "random", "random")
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


def test_a_phone(served: ServerProcess) -> None:
    phone = Browser(360, 740)
    try:
        for game, seats in (("lines-of-action", 2), ("merlins-chain", 2), ("stones-of-fortune", 2)):
            sit_down(phone, begin(served, game, "link", *["random"] * (seats - 1))[0])
            for path in (phone.driver.current_url, served.url, f"{served.url}/new/{game}"):
                phone.open(path)
                assert phone.script("return document.documentElement.scrollWidth") <= 360, path
    finally:
        phone.close()


def test_by_keyboard_alone(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "lines-of-action", "link", "random")
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
