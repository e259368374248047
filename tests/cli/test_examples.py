"""The whole games of the docs' example pages are sound, as copied."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import parlour
from parlour.cli.design.check_command import play_checked_games
from tests.one_file import PAGE

# A page, the file it shows, options, and the ends that ten random games reach.
EXAMPLES = [
    ("example-go", "little_go", {"size": 3, "swap": "yes"}, {"passes"}),
    ("example-graph", "last_colour", {"players": 3}, {"full"}),
    ("example-orchard", "orchard", {}, {"picked", "forty-moves"}),
]


def copied(folder: Path, page: str, name: str) -> str:
    """The path of the file that a page shows."""
    found = re.search(r"```python\n(.*?)```", (PAGE.parent / f"{page}.md").read_text(), re.DOTALL)
    assert found is not None
    path = folder / f"{name}.py"
    path.write_text(found[1])
    return str(path)


@pytest.mark.long
@pytest.mark.parametrize(("page", "name", "options", "ends"), EXAMPLES)
def test_the_game_of_an_example_is_sound(
    tmp_path: Path, page: str, name: str, options: dict[str, object], ends: set[str]
) -> None:
    game = parlour.game(copied(tmp_path, page, name), **options)
    found = play_checked_games(game, 10, random.Random(1))
    assert set(found.reasons) == ends
    assert [warning for warning in found.warnings if "no lesson" not in warning] == []


def test_superko_and_captures_in_the_example(tmp_path: Path) -> None:
    state = parlour.game(copied(tmp_path, "example-go", "little_go")).start()
    for move in ("a2", "d2", "b1", "c1", "b3", "c3", "pass", "b2", "c2"):
        state.play(move)  # Black's c2 has captured b2
    assert "b2" not in state.moves()  # it would bring the arrangement before it back
    for move in ("e5", "a5"):
        state.play(move)
    state.play("b2")  # with two more stones on the board it is another arrangement
    assert "c2" not in state.moves()  # and now Black has to wait


def test_the_graph_seats_its_players(tmp_path: Path) -> None:
    game = parlour.game(copied(tmp_path, "example-graph", "last_colour"), players=4)
    assert game.seat_names == ("Red", "Blue", "White", "Black")
    state = game.start().play("a")
    assert len(state.moves()) == 9  # the other colours may stand beside it
