"""Playing in a real browser: Debian's Chromium, driven by Selenium; a server in a process of its own."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import parlour
from parlour.puzzles import puzzles
from tests.web.driving import (
    ActionBuilder,
    Browser,
    Keys,
    ServerProcess,
    begin,
    needs_chromium,
    play,
    sit_down,
    until,
)

pytestmark = needs_chromium  # the longest of these tests are left to CI


@pytest.mark.long
def test_from_the_lobby_to_the_end_of_a_game_by_clicks(
    served: ServerProcess, browser: Browser
) -> None:
    """Two clicks begin a game; then a whole game against whoever needs no compiling."""
    browser.open(served.url)
    browser.press("#games a[href='/game/hex']")
    browser.press("summary")
    browser.script(
        "for (const [name, value] of [['option-size', '3'], ['option-pie', 'no'], ['seat-1', 'random']])"
        " document.querySelector(`[name=${name}]`).value = value"
    )
    browser.press("button.main")
    for _ in range(9):
        until(browser.my_turn)
        if browser.over():
            break
        free = browser.script(
            "return [...document.querySelectorAll('#board g[data-cell]')]"
            ".filter(g => !g.querySelector('.pieces')).map(g => g.dataset.cell)"
        )
        play(browser, free[0])
    assert browser.over()
    assert re.search("won|lost", browser.text("#ending"))
    assert browser.script("return document.querySelector('#status').hidden")  # told once
    state = parlour.game("hex:pie=no,size=3").start()
    for text in browser.moves():
        state.play(text)
    assert state.outcome is not None
    address = browser.driver.current_url
    browser.press("[data-do=rematch]")
    until(lambda: browser.driver.current_url != address)
    assert browser.errors() == []


@pytest.mark.long
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
    browser.press("[data-do=hint]")
    until(lambda: "Good move:" in browser.text("#said"))
    assert "chance of winning" in browser.text("#said")
    assert browser.script("return document.querySelectorAll('.arrows .head.advice').length") == 1
    browser.keys(Keys.ARROW_LEFT)
    until(lambda: "Viewing the position after 1. " in browser.text("#status"))
    browser.keys(Keys.END)
    until(browser.my_turn)
    browser.press("[data-do=undo]")
    until(lambda: browser.moves() == [])
    browser.press("[data-do=flip]")
    until(lambda: browser.script("return document.querySelector('#board svg text').textContent"))
    browser.script("document.querySelector('#move').value = 'b1-h1'")
    browser.press("#typed button")
    until(lambda: browser.moves()[:1] == ["b1-h1"])
    assert browser.errors() == []


@pytest.mark.long
def test_a_move_is_prepared_and_the_rules_are_read_beside_the_board(
    served: ServerProcess, browser: Browser
) -> None:
    other = Browser()
    try:
        links = begin(served, "lines-of-action", "link", "link")
        for page, link in ((browser, links[0]), (other, links[1])):
            sit_down(page, link)
        until(lambda: "White to move" not in other.text("#status") and not other.my_turn())
        other.click_cell("a2")
        other.click_cell("c2")
        assert other.script("return document.querySelectorAll('.prepared').length") == 2
        other.keys(Keys.ESCAPE)
        until(lambda: not other.script("return document.querySelectorAll('.prepared').length"))
        other.drag_cell("a2", "c2")
        assert "a2 c2" in other.text("#said")
        play(browser, "b1", "b3")
        until(lambda: browser.moves() == ["b1-b3", "a2-c2"])
        assert "Your move" in browser.driver.title
        assert "Your move" not in other.driver.title
        other.click_cell("a3")  # three squares it would go
        other.click_cell("b3")
        play(browser, "g1", "b1")
        until(lambda: "cannot be played now" in other.text("#said"))
        assert len(other.moves()) == 3
        for width in (1280, 360):
            other.size(width, 740)
            other.press("[data-do=rules]")
            board, rules = other.script(
                "return ['board', 'rules'].map(i => document.getElementById(i))"
                ".map(e => e.getBoundingClientRect().toJSON())"
            )
            beside = rules["left"] >= board["right"] if width > 500 else rules["top"] > board["top"]
            assert beside
            assert 0 <= rules["top"] < rules["bottom"] <= 740
            other.press("#rules summary")
    finally:
        other.close()


@pytest.mark.long
def test_compound_moves_are_asked_for_in_parts(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "tumbling-down", "link", "random")
    sit_down(browser, link)
    browser.click_cell("a2")
    browser.click_cell("a3")
    until(lambda: "Tumble" in browser.text("#choices"))
    assert browser.text(".beginning") == "a2 a3"
    browser.keys(Keys.ESCAPE)
    until(lambda: "Tumble" not in browser.text("#choices"))
    browser.click_cell("a3")
    until(lambda: "Tumble" in browser.text("#choices"))
    browser.press("[data-part='>']")
    until(lambda: browser.moves()[:1] == ["a2>a3"])


@pytest.mark.long
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
        state = parlour.game("lines-of-action").start()
        for text in kept:
            state.play(text)
        play(browser, *next(move for move in state.moves() if "-" in move).split("-"))
        until(lambda: len(browser.moves()) == 4)
    finally:
        assert server.stop() in (0, -15)


@pytest.mark.long
def test_two_browsers_and_nothing_of_the_others_cards(served: ServerProcess) -> None:
    """Two seats of a game with hidden hands: neither page is ever sent the other's cards."""
    one, other = pages = Browser(listening=True), Browser(listening=True)
    try:
        links = begin(served, "tiger-bridge", "link", "link", "random", "random")
        hands = []
        for page, link in zip(pages, links, strict=True):
            sit_down(page, link)
        until(lambda: one.moves() and other.moves())
        for place, page in enumerate(pages):
            deal = page.move_texts()[0].removeprefix("deal:").split("/")
            assert [hand == "?" for hand in deal] == [i != place for i in range(4)], deal
            hands.append(deal[place])
        until(lambda: "Your move" in other.text("#status"))
        other.press("[data-part='decline']")
        until(lambda: "decline" in one.moves())
        for page, secret in zip(pages, hands[::-1], strict=True):
            sent = page.received()
            assert "decline" in sent
            assert secret not in sent
            assert "deal:" in sent
    finally:
        for page in pages:
            page.close()


def fleet(page: Browser) -> set[str]:
    """What a page shows as placed: ships, Land and arms with their positions."""
    shown = page.move_texts()
    return {text for text in shown if re.fullmatch(r"(?!first)[a-z]+\d?:[a-z]\d+.*", text)}


@pytest.mark.long
def test_two_browsers_and_nothing_of_the_others_fleet(served: ServerProcess) -> None:
    """Both deploy their fleets and fire; no page is ever sent where the other's ships lie."""
    pages = [Browser(listening=True), Browser(listening=True)]
    try:
        links = begin(served, "naval-qi:chests=40,sea=10", "link", "link")
        for page, link in zip(pages, links, strict=True):
            sit_down(page, link)
        until(lambda: any(page.my_turn() for page in pages))
        if pages[1].my_turn():
            pages.reverse()
        fleets = []
        for page in pages:
            until(page.my_turn)
            page.press("[data-do=take]")
            fleets.append(until(lambda page=page: fleet(page)))
            page.press("#choices [data-part=ready]")
        received = [page.received() for page in pages]
        for mine, theirs, sent in zip(fleets, fleets[::-1], received, strict=True):
            assert len(theirs - mine) > 3
            assert all(f'"{text}"' in sent for text in mine)
            assert not [text for text in theirs - mine if f'"{text}"' in sent]
    finally:
        for page in pages:
            page.close()


@pytest.mark.long
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


@pytest.mark.long
def test_small_cells_are_zoomed_and_a_tap_on_them_is_asked_about(served: ServerProcess) -> None:
    phone = Browser(360, 740)
    try:
        sit_down(phone, begin(served, "hex:pie=no,size=14", "link", "random")[0])
        phone.tap(*phone.spot("g7"))
        until(lambda: "Tap again" in phone.text("#said"))
        assert phone.moves() == []
        phone.tap(*phone.spot("g8"))
        until(lambda: "g8" in phone.text("#said"))
        phone.tap(*phone.spot("g8"))
        until(lambda: len(phone.moves()) == 2 and phone.my_turn())
        assert phone.moves()[0] == "g8"
        phone.tap_button("[data-do=zoom]")
        board = "const b = document.querySelector('#board');"
        assert phone.script(f"{board} return b.scrollWidth > 2 * 360 / 1.5 && b.clientWidth <= 360")
        phone.script(f"{board} b.scrollIntoView(); b.scrollTo(0, 0)")
        phone.tap(*phone.spot("b1"))
        until(lambda: len(phone.moves()) == 4)
        assert phone.script(f"{board} return b.classList.contains('zoomed')")
        assert phone.script("return document.documentElement.scrollWidth") <= 360
    finally:
        phone.close()


@pytest.mark.long
def test_by_keyboard_alone(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "lines-of-action", "link", "random")
    sit_down(browser, link)
    browser.keys(Keys.TAB, Keys.ENTER)  # skip to the content
    for _ in range(4):
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


@pytest.mark.long
def test_what_a_stack_holds_is_told_on_hover_and_by_keyboard(
    served: ServerProcess, browser: Browser
) -> None:
    stacked = parlour.game("focus").start().play("e2-f2").text.replace(" G ", " R ")
    (link,) = begin(served, "focus", "link", "random", position=stacked)
    sit_down(browser, link)
    tip = "return document.querySelector('#tip').hidden ? '' : document.querySelector('#tip').innerText"
    browser.hover_cell("f2")
    told = until(lambda: browser.script(tip))
    assert told.splitlines()[0] == "f2: 2 pieces"
    assert len(told.splitlines()) == 3
    browser.hover_cell("c1")
    until(lambda: not browser.script(tip))
    browser.arrows_to("f2")
    assert until(lambda: browser.script(tip)) == told


@pytest.mark.long
def test_unplayed_pieces_are_rearranged_by_hand(served: ServerProcess, browser: Browser) -> None:
    """While rearranging, a grey piece is dragged, or chosen with its new cell, in one's own sight alone."""
    sit_down(browser, begin(served, "merlins-chain", "link", "random")[0])
    one = number_on(browser)["1"]
    other = "h1" if one != "h1" else "g1"
    browser.press("[data-do=arrange]")
    browser.drag_cell(one, other)
    until(lambda: number_on(browser)["1"] == other)
    browser.drag_cell(other, f"{other[0]}8")
    until(lambda: "cannot lie there" in browser.text("#said"))
    browser.click_cell(other)
    until(lambda: browser.chosen() == 1)
    browser.click_cell(one)
    until(lambda: number_on(browser)["1"] == one)
    assert browser.moves() == []


@pytest.mark.long
def test_a_piece_is_lifted_and_played_where_it_fits(
    served: ServerProcess, browser: Browser
) -> None:
    """The gesture that a person tries first: click a number, or drag it, to the cell where it goes."""
    sit_down(browser, begin(served, "merlins-chain", "link", "random")[0])
    assert browser.targets() == 0
    where = number_on(browser)
    browser.click_cell(where["17"])
    until(lambda: "even numbers" in browser.text("#said"))
    browser.click_cell(where["18"])
    until(lambda: browser.chosen() == 1 and browser.targets() > 20)
    browser.click_cell("c4")
    until(lambda: browser.moves()[:1] == ["18@c4"])
    until(browser.my_turn)
    origin = number_on(browser)["2"]
    played = browser.moves()[-1].partition("@")[2]
    target = next(cell for cell in ("h1", "g1", "f1") if cell not in (origin, played))
    browser.drag_cell(origin, target)
    until(lambda: f"2@{target}" in browser.moves())


@pytest.mark.long
def test_a_finger_drags_a_piece_and_scrolls_elsewhere(
    served: ServerProcess, browser: Browser
) -> None:
    sit_down(browser, begin(served, "lines-of-action", "link", "random")[0])
    browser.size(390, 844)
    until(browser.targets_or_parts)
    browser.swipe_cell("c5", "c7")
    assert browser.chosen() == 0
    browser.swipe_cell("b8", "b6")
    until(lambda: browser.moves()[:1] == ["b8-b6"])


def number_on(browser: Browser) -> dict[str, str]:
    """The cell of each number on the board of Merlin's Chain."""
    found: dict[str, str] = browser.script(
        "return Object.fromEntries([...document.querySelectorAll('#board g[data-cell]')]"
        ".map(g => [g.querySelector('text').textContent, g.dataset.cell]))"
    )
    return found


@pytest.mark.long
def test_ships_are_dragged_onto_the_sea(served: ServerProcess, browser: Browser) -> None:
    """From its button to a position; a word that is a whole move is not played by dragging it about."""
    middle = (
        "const r = document.querySelector(`#choices [data-part=${arguments[0]}]`)"
        ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
    )
    (link,) = begin(served, "naval-qi:chests=20,sea=8", "link", "random")
    sit_down(browser, link)
    until(browser.targets_or_parts)
    before = len(browser.moves())
    actions = ActionBuilder(browser.driver)
    browser.script("document.querySelector('[data-part=platform]').scrollIntoView()")
    actions.pointer_action.move_to_location(*map(int, browser.script(middle, "platform")))
    actions.pointer_action.pointer_down()
    actions.pointer_action.move_to_location(*browser.spot("c12"))
    actions.pointer_action.pointer_up()
    actions.perform()
    until(lambda: len(browser.moves()) > before)
    assert browser.moves()[-1].endswith("Platform c12")


@pytest.mark.long
def test_a_cast_is_shown(served: ServerProcess, browser: Browser) -> None:
    (link,) = begin(served, "stones-of-fortune", "link", "random")
    sit_down(browser, link)
    browser.press("#choices [data-part=cast2]")
    until(lambda: len(browser.moves()) >= 2)
    assert "+".join(browser.text("#cast").split()) == browser.moves()[1]


@pytest.mark.long
def test_the_standing_y(served: ServerProcess, browser: Browser) -> None:
    """Both see their own stones as White, and seat 1 looks from behind."""
    (link,) = begin(served, "y:pie=no,size=5", "random", "link")
    sit_down(browser, link)
    until(browser.my_turn)
    (cell,) = browser.moves()
    words = "return document.querySelector(`#grid [data-cell='${arguments[0]}']`).ariaLabel"
    place = "return document.querySelector(`#board g[data-cell='a1']`).getScreenCTM().e"
    left = browser.script(place)
    assert "White" in browser.script(words, cell)
    browser.press(".more summary")
    browser.choose("#view", "standing")
    until(lambda: "your own stones are white" in browser.text("#notes").lower())
    right = browser.script(place)
    assert right > left + 100
    fill = "return document.querySelector('#seats .yours .swatch').style.backgroundColor"
    assert browser.script(fill) == "rgb(255, 255, 255)"
    browser.choose("#view", "default")
    until(lambda: browser.script(place) < right - 100)


@pytest.mark.long
def test_two_people_ask_each_other_and_an_onlooker_sees_it(
    served: ServerProcess, browser: Browser
) -> None:
    """Undo and a draw by asking; somebody without a seat looks on and can do nothing."""
    links = begin(served, "lines-of-action", "link", "link")
    other, onlooker = Browser(), Browser()
    try:
        sit_down(browser, links[0])
        sit_down(other, links[1])
        onlooker.open(browser.driver.current_url)
        play(browser, "b1", "b3")
        until(lambda: other.moves() == ["b1-b3"] and onlooker.moves() == ["b1-b3"])
        assert not onlooker.script("return !!document.querySelector('#typed')")
        browser.press("[data-do=undo]")
        other.press("[data-do=agree]")
        until(lambda: all(page.moves() == [] for page in (browser, other, onlooker)))
        browser.press("[data-do=draw]")
        other.press("[data-do=decline]")
        until(lambda: not any(page.text("#offer") for page in (browser, other)))
        browser.press("[data-do=draw]")
        other.press("[data-do=agree]")
        until(lambda: all("A draw" in page.text("#ending") for page in (browser, other, onlooker)))
        other.press("[data-do=rematch]")
        until(lambda: "rematch" in browser.text("#ending"))
        browser.press("#ending a")
        until(lambda: browser.text("#status").startswith("White") or other.my_turn())
    finally:
        other.close()
        onlooker.close()


@pytest.mark.long
def test_one_screen_is_covered_between_two_who_hide_something(
    served: ServerProcess, browser: Browser
) -> None:
    browser.open(f"{served.url}/new/naval-qi")
    browser.script("document.querySelector('[name=seat-1]').value = 'here'")
    browser.press("button.main")
    until(lambda: "Pass the screen to" in browser.text("#curtain"))
    browser.press("[data-do=look]")
    until(browser.targets_or_parts)
    browser.press("[data-do=take]")
    until(lambda: len(browser.moves()) > 10)
    browser.press("#choices [data-part=ready]")
    until(lambda: "Pass the screen to" in browser.text("#curtain"))


@pytest.mark.long
def test_nothing_moves_for_who_prefers_that(served: ServerProcess, browser: Browser) -> None:
    browser.emulate(reduced_motion="reduce")
    try:
        (link,) = begin(served, "lines-of-action", "link", "random")
        sit_down(browser, link)
        browser.script(
            "Element.prototype.animate = () => { document.title = 'it moves'; throw new Error() }"
        )
        play(browser, "b1", "b3")
        until(lambda: len(browser.moves()) == 2)
        assert browser.script("return document.title") != "it moves"
    finally:
        browser.emulate()


@pytest.mark.long
def test_an_advised_move_stays_on_the_board_in_another_dress(
    served: ServerProcess, browser: Browser
) -> None:
    """When it becomes night, or the board is turned; it goes with the position."""
    heads = "return document.querySelectorAll('.arrows .head.advice').length"
    picture = "return document.querySelector('#board svg').outerHTML"
    (link,) = begin(served, "lines-of-action", "link", "random")
    sit_down(browser, link)
    browser.press("[data-do=hint]")
    until(lambda: browser.script(heads) == 1)
    day = browser.script(picture)
    browser.emulate(color_scheme="dark")
    try:
        until(lambda: browser.script(picture) != day and browser.script(heads) == 1)
        night = browser.script(picture)
        browser.press(
            "[data-do=flip]"
        )  # the turned board comes later, and cells are then elsewhere
        until(lambda: browser.script(picture) != night and browser.script(heads) == 1)
        play(browser, "b1", "b3")
        until(lambda: len(browser.moves()) == 2)
        assert browser.script(heads) == 0
    finally:
        browser.emulate()


@pytest.mark.long
def test_notes_beside_a_puzzle_follow_its_moves(served: ServerProcess, browser: Browser) -> None:
    puzzle = puzzles("chainn")[0]
    browser.open(f"{served.url}/puzzles/chainn/{puzzle.number}")
    assert "moves 0" in browser.text("#notes")
    for step in puzzle.tree.root.state().move(puzzle.tree.moves()[0]).steps:
        browser.click_cell(step.text)
        until(browser.settled)
    until(lambda: "moves 1" in browser.text("#notes"))


@pytest.mark.long
def test_a_draw_is_claimed_with_a_move(served: ServerProcess, browser: Browser) -> None:
    """A move that brings no draw about is refused and not played; one that does ends the game."""
    browser.open(f"{served.url}/new/chess")
    browser.script("document.querySelector('[name=seat-1]').value = 'here'")
    browser.press("button.main")
    until(lambda: browser.script("return !!document.querySelector('#board svg .hints')"))

    def has_moves(number: int) -> bool:
        return len(browser.moves()) == number

    def typed(move: str) -> None:
        browser.script("document.querySelector('#move').value = arguments[0]", move)
        browser.press("#typed button")

    for number, move in enumerate(("g1-f3", "g8-f6", "f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1")):
        assert browser.script("return document.querySelector('[data-do=announce]').hidden")
        typed(move)
        until(partial(has_moves, number + 1))
    announce = ".actions [data-do=announce]"
    until(lambda: not browser.script("return document.querySelector('[data-do=announce]').hidden"))
    browser.press(announce)
    until(lambda: "brings the draw about" in browser.text("#said"))
    typed("e7-e5")
    until(lambda: "brings no draw to claim" in browser.text("#said"))
    assert len(browser.moves()) == 7
    browser.press(announce)
    typed("f6-g8")
    until(browser.over)
    assert "the same position" in browser.text("#ending")
