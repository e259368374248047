"""What environments let a seat see: all that decides its moves, nothing hidden, and as the page has it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.adapters.actions import Actions
from parlour.adapters.observations import LENGTH, Observations
from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.table.game import State
from tests.conformance.test_hidden import TOYS, plies, redealt
from tests.conformance.test_laws import random_states
from tests.conftest import at_length, first_everyday, listed_games, option_sets

PAGES = sorted((Path(__file__).parents[2] / "docs" / "research").glob("observations*.md"))
PLIES = 60
CHANGED = 4  # other positions that are made of each


def is_hidden(name: str) -> bool:
    return parlour.game(name).spec.hidden


HIDDEN = [
    "revolver",
    "tiger-bridge",
    at_length("naval-qi:chests=20,sea=8"),
]
OPEN = [name for name in option_sets() if not is_hidden(name)]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_cannot_tell_it_does_not_see(name: str) -> None:
    """States that differ only in what is hidden from a seat are the same tensor to it, and to onlookers.

    `tests/conformance` compares the planes of many more.
    """
    rng, game = random.Random(name), parlour.game(name)
    seen = Observations(game)
    differs = False
    for end in random_states(name, games=2, plies=PLIES):
        for state in plies(end):
            for seat in range(game.seats):
                other = redealt(state, seat, rng)
                for who in (seat, None):
                    assert np.array_equal(seen.of(state, who), seen.of(other, who))
                differs |= other.text != state.text
            if state.turn not in (None, CHANCE):
                assert len({seen.of(state, seat).tobytes() for seat in range(game.seats)}) > 1
    assert differs


@pytest.mark.parametrize("name", first_everyday(OPEN, longest=3))
def test_planes_tell_which_moves_are_legal(name: str) -> None:
    """Positions of equal planes have equal moves: compared with positions that are hardly different."""
    game, rng = parlour.game(name), random.Random(name)
    seen, state = Observations(game), parlour.game(name).start()
    for _ in range(PLIES):
        if state.turn is None:
            break
        if state.turn == CHANCE:
            state.play(state.draw(rng))
            continue
        planes, moves = seen.of(state, state.turn), state.moves()
        assert planes.shape == seen.shape
        assert np.array_equal(seen.of(game.read(state.text), state.turn), planes)
        for other in neighbours(state, rng):
            if other.turn == state.turn and other.moves() != moves:
                assert not np.array_equal(seen.of(other, other.turn), planes), other.text
        state.play(rng.choice(moves))


def neighbours(state: State, rng: random.Random) -> list[State]:
    """Positions that can be read once two characters of the text have changed places, or one is another."""
    found, begun = [], len(state.game.name) + 1
    for _ in range(CHANGED):
        text = list(state.text)
        one, two = (rng.randrange(begun, len(text)) for _ in range(2))
        text[one], text[two] = text[two], rng.choice((text[one], text[two]))
        try:
            found.append(state.game.read("".join(text)))
        except ParlourError:
            continue
    return found


@pytest.mark.parametrize("name", HIDDEN)
def test_planes_of_a_view_tell_which_moves_are_legal(name: str) -> None:
    game = parlour.game(name)
    seen = Observations(game)
    known: dict[bytes, list[str]] = {}
    for end in random_states(name, games=2, plies=PLIES, seed=4):
        for state in plies(end):
            if state.turn in (None, CHANCE):
                continue
            assert state.turn is not None
            planes = seen.of(state, state.turn)
            assert planes.shape == seen.shape
            assert known.setdefault(planes.tobytes(), state.moves()) == state.moves()
            assert np.array_equal(seen.of(game.read(state.text), state.turn), planes)


def test_planes_are_seen_by_the_seat_to_move() -> None:
    game = parlour.game("lines-of-action")
    seen = Observations(game)
    state = game.start()
    first = seen.of(state, 0)
    assert first.shape == seen.shape == (3, 64)
    assert first[0].sum() == first[1].sum() == 12
    assert set(first[2]) == {0}
    state.play("b1-b3")
    assert set(seen.of(state, 1)[2]) == {1}


def test_a_hand_is_seen_by_who_holds_it() -> None:
    game = parlour.game("tiger-bridge")
    state, seen = game.start(), Observations(game)
    state.play(state.draw(random.Random(5)))
    hands = [seen.names.index(f"{who}'s hand") for who in ("North", "East", "South", "West")]
    for seat in range(4):
        planes = seen.of(state, seat)
        assert [planes[hand].sum() for hand in hands] == [
            13 * (hand == hands[seat]) for hand in hands
        ]
        assert set(planes[seen.names.index("seat")]) == {seat}


def test_a_game_without_planes_is_seen_as_its_view() -> None:
    game = parlour.game(str(TOYS / "kuhn.py"))
    state, seen = game.start(), Observations(game)
    while state.turn == CHANCE:
        state.play(state.draw(random.Random(1)))
    told = seen.of(state, 0)
    assert told.shape == seen.shape == (LENGTH,)
    assert bytes(told).rstrip(b"\0").decode() == state.view(0)


# -- the page --------------------------------------------------------------------------------------


def sections() -> dict[str, str]:
    """The parts of both pages by the games' ids in their headings."""
    text = "\n".join(page.read_text() for page in PAGES)
    parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return {
        game: body
        for heading, body in (part.split("\n", 1) for part in parts)
        for game in re.findall(r"`([a-z-]+)`", heading)
    }


@pytest.mark.parametrize("name", option_sets())
def test_the_page_has_every_games_actions_and_shape(name: str) -> None:
    """The numbers are computed by the page's own formulas of the options; all layers are there."""
    game = parlour.game(name)
    body = sections()[game.id]
    seen, actions = Observations(game), Actions(game)
    told, shape = (
        re.search(rf"^\* {what}: (.*)", body, re.MULTILINE)[1]  # type: ignore[index]
        for what in ("actions", "shape")
    )
    layers, cells = shape.split(" layers of ")
    assert actions.n in numbers(told, game)
    assert actions.hashed == told.startswith("hashed")
    assert seen.shape[0] in numbers(layers, game)
    assert seen.shape[1] in numbers(cells.partition(", the ")[0], game)
    rows = re.findall(r"^\| (`.+`) \|", body, re.MULTILINE)
    page = [re.compile(pattern(layer)) for row in rows for layer in re.findall(r"`([^`]+)`", row)]
    assert not [layer for layer in seen.names[:-1] if not any(p.fullmatch(layer) for p in page)]


def numbers(text: str, game: parlour.Game) -> list[int]:
    """The values of the formulas in a text."""
    return [eval(formula, dict(game.chosen)) for formula in re.findall(r"`([^`]+)`", text)]


def pattern(text: str) -> str:
    """A layer's name on the page, in which K and N stand for numbers."""
    words = ("[0-9]+" if word in ("K", "N") else re.escape(word) for word in text.split(" "))
    return " ".join(words) if " " in text else re.escape(text)


def test_the_page_has_no_other_games() -> None:
    assert set(sections()) == set(listed_games())
