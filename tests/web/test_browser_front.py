"""Finding things and playing at three widths: telephone, tablet, desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.driving import Browser, ServerProcess, begin, needs_chromium, sit_down, until

pytestmark = [needs_chromium, pytest.mark.long]

SIZES = [(390, 844), (820, 1180), (1280, 800)]
PHONE, DESK = SIZES[0], SIZES[2]
WITHIN = (  # the elements of a selector that are displayed and end inside the window
    "return [...document.querySelectorAll(arguments[0])].filter(e => {"
    "const r = e.getBoundingClientRect();"
    "return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight + 1 && r.right <= innerWidth + 1;"
    "}).length"
)
SHIFT = """
let sum = 0;
new PerformanceObserver((list) => { for (const each of list.getEntries()) sum += each.value; })
  .observe({type: 'layout-shift', buffered: true});
const done = arguments[0];
setTimeout(() => done(sum), 300);
"""
WANTED = (  # a section, a link there, and what is then read
    ("Puzzles", "/puzzles/hex/", "Find the"),
    ("Learn", "/learn/twindraughts", "Two games on one board"),
    ("Laboratory", "/laboratory/findings/twindraughts", "How far from masters"),
)


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser at a size; afterwards at that of other tests."""
    browser.size(*request.param)
    yield browser
    browser.size(1280, 900)


def follow(page: Browser, name: str) -> None:
    """Follow a link of the header, by its menu where there is no room."""
    if not page.script(WITHIN, "#site a"):
        page.press(".menu-button")
        until(lambda: page.script(WITHIN, "#site a"))
    before = page.driver.current_url
    page.script(
        "[...document.querySelectorAll('#site a')].find(a => a.textContent === arguments[0]).click()",
        name,
    )
    until(lambda: page.driver.current_url != before)
    until(lambda: page.script("return document.readyState") == "complete")


@pytest.mark.parametrize("page", SIZES, indirect=True, ids=["phone", "tablet", "desk"])
def test_everything_is_two_clicks_from_any_page(served: ServerProcess, page: Browser) -> None:
    """A puzzle, a lesson, what the laboratory found about TwinDraughts: a phone's menu is one more."""
    sit_down(page, begin(served, "hex", "link", "random")[0])
    table = page.driver.current_url.removeprefix(served.url)
    for start in ("/puzzles/hex/1", table):  # every page has the same header
        for section, link, words in WANTED:
            page.open(served.url + start)
            follow(page, section)
            page.script("document.querySelector(`main a[href^='${arguments[0]}']`).click()", link)
            until(lambda words=words: words in page.text("main"))
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [PHONE, DESK], indirect=True, ids=["phone", "desk"])
def test_nothing_shifts_while_a_page_loads(served: ServerProcess, page: Browser) -> None:
    paths = ["/", "/game/hex", "/puzzles/hex/1", "/learn/hex/1", "/study/setup?game=hex"]
    for game in ("hive", "naval-qi"):
        sit_down(page, begin(served, game, "link", "random")[0])
        paths.append(page.driver.current_url.removeprefix(served.url))
    for path in paths:  # beside other tests scripts may come late, and all moves twice
        assert any(shift(page, served.url + path) < 0.05 for _ in range(3)), path


def shift(page: Browser, address: str) -> float:
    """How much shifts while a page loads."""
    page.open(address)
    return float(page.driver.execute_async_script(SHIFT))


@pytest.mark.parametrize("page", SIZES, indirect=True, ids=["phone", "tablet", "desk"])
def test_the_first_screen_of_a_games_page_can_start_it(
    served: ServerProcess, page: Browser
) -> None:
    for game in ("twindraughts", "naval-qi", "merlins-chain", "hex"):
        page.open(f"{served.url}/game/{game}")
        for part in ("[name=seat-0]", "[name=seat-1]", "[name=clock]", "#start .button.main"):
            assert page.script(WITHIN, part) == 1, (game, part)
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [DESK], indirect=True, ids=["desk"])
def test_home_filters_without_a_reload_and_search_finds(
    served: ServerProcess, page: Browser
) -> None:
    shown = "return [...document.querySelectorAll('#games > li')].filter(c => !c.hidden).length"
    page.open(served.url)
    page.script("window.same = true")
    everything = page.script(shown)
    page.press("a[data-filter='board-cards']")
    until(lambda: 0 < page.script(shown) < everything)
    page.press("a[data-filter='players-one']")
    until(lambda: page.script(shown) == 1)
    page.press("a[data-filter='']")
    until(lambda: page.script(shown) == everything)
    page.script(
        "const f = document.getElementById('narrow'); f.value = 'fleet'; f.dispatchEvent(new Event('input'))"
    )
    assert page.script(shown) == 1
    assert page.script("return window.same")
    page.script(
        "const f = document.querySelector('.find'); f.elements.q.value = 'swap'; f.requestSubmit()"
    )
    until(lambda: "Hex: rules" in page.text(".results"))


@pytest.mark.parametrize("page", [DESK], indirect=True, ids=["desk"])
def test_dark_pages_are_chosen_at_once_and_kept(served: ServerProcess, page: Browser) -> None:
    paper = "return getComputedStyle(document.body).backgroundColor"
    page.open(f"{served.url}/game/hex")
    light, board = (
        page.script(paper),
        page.script("return document.querySelector('#board').innerHTML"),
    )
    page.press("[popovertarget=appearance]")
    page.press("[name=scheme][value=dark]")
    until(lambda: page.script(paper) != light)
    until(lambda: page.script("return document.querySelector('#board').innerHTML") != board)
    page.open(f"{served.url}/learn")
    assert page.script(paper) != light
    page.press("[popovertarget=appearance]")
    page.press("[name=scheme][value='']")
    until(lambda: page.script(paper) == light)


@pytest.mark.parametrize("page", [DESK], indirect=True, ids=["desk"])
@pytest.mark.parametrize("game", ["lines-of-action", "hex", "tiger-bridge", "naval-qi", "chess"])
def test_nothing_scrolls_on_a_desk(served: ServerProcess, page: Browser, game: str) -> None:
    seats = ["link", *["random"] * (3 if game == "tiger-bridge" else 1)]
    sit_down(page, begin(served, game, *seats)[0])
    assert page.script("return document.documentElement.scrollHeight") <= DESK[1]
    assert page.script(WITHIN, "#board svg") == 1


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_a_phone_has_its_controls_and_the_end_in_sight(
    served: ServerProcess, page: Browser
) -> None:
    sit_down(page, begin(served, "lines-of-action", "link", "random")[0])
    assert page.script(WITHIN, ".dock button") == 5
    assert page.script(WITHIN, "#board svg, .seated li") == 3
    page.press("[popovertarget=extras]")
    until(lambda: page.script(WITHIN, "#extras [data-do=resign]"))
    page.press("[data-do=resign]")
    page.press("[data-do=give]")
    until(lambda: page.text("#ending").startswith("You lost: you resigned."))
    page.script("document.getElementById('extras').hidePopover()")
    assert page.script(WITHIN, "#ending") == 1
    assert page.text("#alert").startswith("You lost")
    page.press("#ending .aside")
    until(lambda: not page.script(WITHIN, "#ending"))


@pytest.mark.parametrize("page", [DESK], indirect=True, ids=["desk"])
def test_offers_and_their_answers_are_announced(served: ServerProcess, page: Browser) -> None:
    other = Browser()
    try:
        links = begin(served, "hex:size=4,pie=no", "link", "link")
        for each, link in ((page, links[0]), (other, links[1])):
            sit_down(each, link)
        page.click_cell("a1")
        until(lambda: "Your move" in other.text("#spoken"))
        page.press("[data-do=undo]")
        until(lambda: "would like to undo" in other.text("#alert"))
        other.press("#offer [data-do=decline]")
        until(lambda: "was declined" in page.text("#alert"))
        assert "was declined" in page.text("#said")
        page.script("document.getElementById('move').focus()")
        other.click_cell("b2")
        until(lambda: "b2" in page.text("#spoken"))
        assert page.script("return document.activeElement.id") == "move"
        other.press("[data-do=resign]")
        other.press("[data-do=give]")
        until(lambda: page.text("#alert").startswith("You won"))
    finally:
        other.close()
