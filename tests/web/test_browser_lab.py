"""The laboratory in a real browser: an experiment is followed, reports suit telephones and everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import write_report
from parlour.lab.running import run
from parlour.lab.workers import here
from tests.web.driving import Browser, ServerProcess, needs_chromium, until, violations

pytestmark = [needs_chromium, pytest.mark.long]

FILE = """
title = "Hex on boards of several sizes"
question = "Who wins?"
opening = 1
games = 30

[[variant]]
game = "hex:pie=no"
label = "a board that has so many cells in each of its rows: {size}"
options.size = [3, 4]

[[budget]]
name = "those who think of nothing"
players = "random"

[[budget]]
name = "those who think of a little"
players = "random:blunder=0.5"

[[event]]
name = "centre"
pattern = "^b2$"

[[luck]]
players = "random"
groups = 6
replays = 5
after = 2

[ladder]
players = "random:blunder=0.{}"
from = 1
rungs = 3
games = 12

[[match]]
players = ["random", "random:blunder=1"]
games = 10
"""
PRECISE = """
title = "Until it is clear"
question = "Which is longer?"
[precision]
measure = "length"
clear = true
round = 20
most = 400
[[variant]]
game = "hex"
options.size = [3, 6]
[[budget]]
players = "random"
"""


@pytest.fixture(scope="module")
def laboratory(served: ServerProcess) -> Laboratory:
    return Laboratory(served.folder / "laboratory")


@pytest.fixture(scope="module")
def experiment(laboratory: Laboratory) -> Experiment:
    """An experiment with everything that a report can show, and its report."""
    found = parse_experiment(FILE, stem="everything")
    run(found, laboratory, here, lambda *_: True)
    write_report(found, laboratory, laboratory.folder_of(found))
    return found


@pytest.fixture(params=[("light", 1280), ("dark", 390)], ids=str)
def seen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Browser]:
    """A browser on a screen, and on a telephone in the other scheme."""
    scheme, width = request.param
    browser.size(width, 844)
    browser.emulate(color_scheme=scheme)
    yield browser
    browser.emulate()
    browser.size(1280, 900)


def test_nothing_is_wider_than_the_screen_or_shut_to_anybody(
    served: ServerProcess, seen: Browser, experiment: Experiment, axe: str
) -> None:
    for path in ("", "/everything", "/everything/report.html"):
        seen.open(f"{served.url}/laboratory{path}")
        seen.script("for (const d of document.querySelectorAll('details')) d.open = true")
        page, window = seen.script(
            "const e = document.documentElement; return [e.scrollWidth, e.clientWidth]"
        )
        assert page <= window, path
        assert violations(seen, axe) == [], path
    tables = (
        "return [...document.querySelectorAll('.wide')].map(e => e.scrollWidth > e.clientWidth)"
    )
    assert any(seen.script(tables)) or window > 500


def test_the_answer_comes_first(
    served: ServerProcess, browser: Browser, experiment: Experiment
) -> None:
    browser.open(f"{served.url}/laboratory")
    browser.press("[aria-labelledby=experiments] .card > a")
    browser.press("a.button.main")
    assert browser.driver.current_url.endswith("/laboratory/everything/report.html")
    first = "return document.querySelector('.answer p').getBoundingClientRect().bottom"
    assert browser.script(first) < 500
    assert browser.errors() == []


def test_an_experiment_is_followed_without_a_reload(
    served: ServerProcess, browser: Browser, laboratory: Laboratory
) -> None:
    experiment = parse_experiment(PRECISE, stem="precise")
    games = laboratory.games(experiment)
    laboratory.note(experiment, games)
    with games.lock():
        browser.open(f"{served.url}/laboratory/precise")
        assert "The first games are running" in browser.text("main")
        assert "0 of 400" in browser.text("main")
    games.close()
    run(
        experiment,
        laboratory,
        here,
        lambda _, arms: all(len(games) >= 40 for games in arms.values()),
    )
    browser.script("window.same = true; document.querySelector('main a').focus()")
    until(lambda: "40 of 40" in browser.text("main"))
    assert "being played" not in browser.text("main")
    assert browser.script("return window.same && document.activeElement.innerText") == "Laboratory"
