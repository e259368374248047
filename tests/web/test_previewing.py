"""What a move would do is shown before it is made, and nothing is played by asking."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.web.driving import Browser, ServerProcess, begin, needs_chromium, sit_down, until
from tests.web.table import Table, refused


def test_a_cards_way_is_told_before_it_is_slipped_under_another(server: TestClient) -> None:
    table = Table(server, "chainn", "link")
    before = table.wait_for_turn(0)
    card = before["next_parts"]["cells"][0]
    other = table.do(0, "steps", steps=[["cell", card]]).json()["cells"][0]
    ahead = table.do(0, "preview", steps=[["cell", card], ["cell", other]]).json()
    assert ahead["move"] == f"{card}-{other}"
    assert any(note.startswith("In hand: ") for note in ahead["notes"])
    changed = re.findall(r'data-cell="(\w+)"', ahead["cells"])
    assert sorted(changed) == sorted([card, other])
    assert table.look(0) == before, "nothing was played"
    assert table.do(0, "preview", steps=[["cell", card]]).json() == {"move": None}


def test_what_a_throw_may_bring_is_told_before_it(server: TestClient) -> None:
    table = Table(server, "stones-of-fortune", "link", "link")
    ahead = table.do(0, "preview", steps=[["word", "cast2"]]).json()
    sums = [line.split(",")[0] for line in ahead["chances"]]
    assert sums == [str(n) for n in range(2, 11)]
    shares = [int(line.split(", ")[1].split("%")[0]) for line in ahead["chances"]]
    assert (shares[0], shares[4], sum(shares)) == (4, 20, 100)
    assert all("move" in line for line in ahead["chances"])


def test_nothing_is_shown_ahead_to_others_or_of_hidden_things(server: TestClient) -> None:
    table = Table(server, "focus", "link", "link")
    steps = [["cell", "e2"], ["cell", "f2"]]
    assert table.do(0, "preview", steps=steps).json()["move"]
    assert refused(table.do(1, "preview", steps=steps)) == (409, "not-your-turn")
    assert refused(table.do(None, "preview", steps=steps)) == (409, "not-your-turn")
    hidden = Table(server, "naval-qi", "link", "link")
    hidden.wait_for_turn(0)
    assert refused(hidden.do(0, "preview", steps=[])) == (409, "hidden")


@needs_chromium
@pytest.mark.long
def test_hovering_shows_what_a_click_will_do(served: ServerProcess, browser: Browser) -> None:
    tip = "return document.querySelector('#tip').hidden ? '' : document.querySelector('#tip').innerText"
    legal = "return [...document.querySelectorAll('#grid [aria-label$=legal]')].map(b => b.dataset.cell)"
    ahead = "return document.querySelectorAll('#board .ahead > g').length"
    sit_down(browser, begin(served, "chainn", "link")[0])
    until(browser.my_turn)
    card = browser.script(legal)[0]
    browser.click_cell(card)
    until(lambda: browser.chosen() == 1)
    browser.hover_cell(browser.script(legal)[-1])
    assert "In hand: " in until(lambda: browser.script(tip))
    assert browser.script(ahead) == 2
    browser.hover_cell(card)
    until(lambda: browser.script(ahead) == 0)
    sit_down(browser, begin(served, "stones-of-fortune", "link", "random")[0])
    browser.script("document.querySelector('[data-part=cast1]').focus()")
    assert "20%" in until(lambda: browser.script(tip))
