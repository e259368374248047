"""Lessons over HTTP, and one done by mouse in Chromium."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.web.driving import Browser, ServerProcess, needs_chromium, until

STEP = "/api/lessons/hex/2"


def test_a_step_is_shown_entered_and_played(server: TestClient) -> None:
    stands = server.post(STEP, json={"played": []}).json()
    assert stands["may_move"]
    assert "one row below" in stands["task"]
    assert "c3" in stands["next_parts"]["cells"]
    whole = server.post(f"{STEP}/steps", json={"steps": [["cell", "c3"]]}).json()
    assert whole["move"] == "c3"
    wrong = server.post(f"{STEP}/moves", json={"move": "c1"}).json()
    assert not wrong["right"]
    assert wrong["stands"]["played"] == []
    right = server.post(f"{STEP}/moves", json={"move": "b3"}).json()
    assert right["right"]
    assert right["stands"]["done"]
    assert right["stands"]["played"] == ["b3"]


def test_nonsense_is_refused(server: TestClient) -> None:
    illegal = server.post(f"{STEP}/moves", json={"move": "z9"})
    assert illegal.status_code == 422
    assert "no such cell" in illegal.json()["error"]["message"]
    assert server.post(f"{STEP}/moves", json={"move": "b3", "played": ["b3"]}).status_code == 409
    assert server.post(STEP, json={"played": ["a1"]}).status_code == 422
    assert server.post("/api/lessons/hex/9", json={}).status_code == 404
    assert server.get("/learn/hex/9").status_code == 404
    assert server.get("/learn/nothing").status_code == 422
    taken = server.post(f"{STEP}/steps", json={"steps": [["cell", "c2"]]})
    assert taken.json()["error"]["message"].endswith(".")


def test_the_start_page_leads_to_the_lesson(server: TestClient) -> None:
    assert 'href="/learn/hex"' in server.get("/new/hex").text
    page = server.get("/learn/hex").text
    assert "Red wins with an unbroken chain" in page
    assert 'href="/learn/hex/2"' in page


def test_a_lesson_ends_with_a_small_game(server: TestClient) -> None:
    page = server.get("/learn/naval-qi/3").text
    fields = dict(re.findall('type="hidden" name="([^"]+)" value="([^"]+)"', page))
    assert fields["seat-0"] == "here"
    assert (fields["seat-1"], fields["option-chests"], fields["option-sea"]) == ("1", "50", "8")
    begun = server.post("/new/naval-qi", data=fields)
    assert "bot, level 1" in begun.text
    assert "chests 50, sea 8" in begun.text


@pytest.mark.long
@needs_chromium
def test_a_step_is_done_by_mouse(served: ServerProcess, browser: Browser) -> None:
    browser.open(f"{served.url}/learn/hex/5")
    browser.press("[data-do=hint]")
    until(lambda: "d3" in browser.text("#said"))
    browser.click_cell("a5")
    until(lambda: "does not do the task" in browser.text("#said"))
    for cell, said in (("d3", "tries the top"), ("e1", "the bottom"), ("c5", "you have won")):
        browser.click_cell(cell)
        until(lambda said=said: said in browser.text("#said"))  # type: ignore[misc]
    assert browser.script("return document.querySelector('#next').classList.contains('main')")


def test_lessons_and_puzzles_fit_a_phone_that_is_held_upright(server: TestClient) -> None:
    narrow = {"Cookie": "narrow=yes"}
    for path in ("/learn/tiger-bridge", "/puzzles/tiger-bridge/1"):
        wide, tall = (
            server.get(path, headers=headers).text.partition('id="board"')[2]
            for headers in ({}, narrow)
        )
        assert wide.partition("</svg>")[0] != tall.partition("</svg>")[0], path
    shown = server.post("/api/lessons/tiger-bridge/1?view=none", json={"played": []})
    assert shown.json()["game"]["views"] == ["tall"]
