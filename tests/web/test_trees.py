"""What a screen reader is told of whole games that are played by keys alone: golden accessibility trees.

A tree that has changed on purpose is made anew: delete its file in `tests/web/trees` and run the test twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from parlour.kernel.moves import Step
from parlour.players.player import random_move
from tests.web.driving import Browser, Keys, ServerProcess, begin, needs_chromium, sit_down, until

pytestmark = [pytest.mark.long, needs_chromium]

TREES = Path(__file__).parent / "trees"
UNTOLD = {
    "InlineTextBox",
    "LineBreak",
    "LayoutTable",
    "none",
}  # roles that say nothing of their own

# Of each kind a game without chance: its name, and the position from which it is played at random to its end.
GAMES = {
    "placing": ("hex:pie=no,size=3", None),
    "moving": (
        "lines-of-action:move_limit=2",
        "lines-of-action:move_limit=2 "
        "o......./......../......../.......o/......../......../......../x......x x",
    ),
    "cards": (
        "chainn",
        "chainn KD,3C,2S,3S/3H,AH,AD,AC/3D,2H,2D,KS/2C,KH,KC,AS - - - 0/0",
    ),
}


def tree(browser: Browser) -> str:
    """The page's accessibility tree as text: a line for each node that has a name, deeper ones indented."""
    browser.script("document.activeElement.blur()")  # no card tells of the cell that has the focus
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    known = {node["nodeId"]: node for node in nodes}
    return "\n".join(_lines(nodes[0], known, 0, ""))


def _lines(node: dict[str, Any], known: dict[str, Any], deep: int, above: str) -> Iterator[str]:
    role = node.get("role", {}).get("value", "none")
    name = node.get("name", {}).get("value", "").strip()
    told = not node["ignored"] and name and role not in UNTOLD and name != above
    if told:
        yield f"{' ' * deep}{role}: {name}"
    for child in node.get("childIds", ()):
        if child in known:
            yield from _lines(known[child], known, deep + bool(told), name or above)


def enter(browser: Browser, step: Step) -> None:
    """Enter a part of a move by keys."""
    if step.kind == "cell":
        browser.arrows_to(step.text)
    else:
        browser.tab_to(f"#choices [data-part='{step.text}']")
    browser.keys(Keys.ENTER)
    until(browser.settled)


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_played_by_keys_is_told_as_it_was(
    served: ServerProcess, browser: Browser, kind: str
) -> None:
    name, position = GAMES[kind]
    game = parlour.game(name)
    state, rng = game.start() if position is None else game.read(position), Random(1)
    for link in begin(served, name, *["link"] * game.seats, position=position):
        sit_down(browser, link)
    told = [tree(browser)]
    while state.outcome is None:
        text = random_move(state, rng)
        for step in state.move(text).steps:
            enter(browser, step)
        state.play(text)
        until(lambda: len(browser.moves()) == len(state.history))
    until(browser.over)
    told.append(tree(browser))
    path = TREES / f"{kind}.txt"
    found = "\n\n== the end\n\n".join(told) + "\n"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
        pytest.fail(f"{path} was made; look at it and keep it")
    assert found == path.read_text(encoding="utf-8")
