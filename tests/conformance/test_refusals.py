"""Every wrong first or second click, in every game, gets a reason in the rules' own words."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator

import pytest

import parlour
from parlour.kernel.moves import Given, NowhereError, Refusal
from parlour.kernel.scene import Cell
from parlour.table.entry import possible_entry
from parlour.table.game import State
from parlour.table.player import has_few_moves, random_move
from parlour.table.refusals import USUAL, why_not
from tests.conftest import first_everyday, option_sets

PLIES = (0, 5, 14, 31)  # after which every click is tried
STARTS = 4  # legal first clicks after which every second one is tried
TYPED = 12  # pairs of cells, and legal moves, that are typed where they are not legal
OF_PLACES = ("path",)  # reasons that speak of the cell itself, whatever stands there
TYPING = re.compile(
    r"typed|written|\bwrite\b|[a-z]\d+[-x>@:][a-z]\d|:[A-Z]\b|FROM|POS\b|legal are|\bascending\b"
)

every_option_set = pytest.mark.parametrize("name", first_everyday(option_sets()))


def positions(name: str) -> Iterator[State]:
    """Positions of one random game in which a seat is to move."""
    rng, state = random.Random(name), parlour.game(name).start()
    for ply in range(max(PLIES) + 1):
        while state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        if state.turn is None:
            return
        if ply in PLIES:
            yield state
        state.play(random_move(state, rng))


def clicks(state: State) -> list[Cell]:
    scene = state.scene(state.turn)
    shown = scene.picture or scene
    cells = {cell.name: cell for cell in (*scene.cells, *scene.aside, *shown.cells, *shown.aside)}
    return list(cells.values())


def refused(state: State, before: tuple[Given, ...]) -> dict[str, Refusal]:
    """Why each cell cannot be clicked after `before`, by name; those that can be are left out."""
    found, legal = {}, state.legal if has_few_moves(state) else ()
    for cell in clicks(state):
        try:
            possible_entry(state, [*before, ("cell", cell.name)], lambda: legal)
        except NowhereError as error:
            found[cell.name] = why_not(state, error.given)
    return found


def check(state: State, found: dict[str, Refusal], usual: Collection[str] = ()) -> None:
    """The reasons are among those that the game declares, or of `usual`; the words speak of rules."""
    known = {*state.game.notation.REFUSALS, *usual}
    reasons: dict[str, str] = {}
    for name, why in found.items():
        assert why.reason in known, f"{name}: {why}"
        assert not TYPING.search(why.text), f"{name}: {why}"
        assert why.text, name
        assert not why.text.endswith("."), f"{name}: {why}"
        assert "{" not in why.text
        assert reasons.setdefault(why.text, why.reason) == why.reason
        assert why.sentence.endswith(".")


def check_kinds(state: State, found: dict[str, Refusal]) -> None:
    """No reason is given both for an empty cell, another's and one's own piece, where one may choose."""
    scene = state.scene(state.turn)
    if scene.shape == "card" or not possible_entry(state).cells or state.turn is None:
        return
    own = scene.colours[state.turn] if state.turn < len(scene.colours) else ""
    kinds: dict[str, set[str]] = {}
    for cell in scene.cells:
        if cell.name in found and found[cell.name].reason not in OF_PLACES:
            top = cell.pieces[-1].colour if cell.pieces else "empty"
            kind = "own" if top == own else "empty" if top == "empty" else "other"
            kinds.setdefault(found[cell.name].reason, set()).add(kind)
    for reason, several in kinds.items():
        assert not {"empty", "own"} <= several, (reason, several)
        assert not {"empty", "other"} <= several, (reason, several)


@every_option_set
def test_wrong_clicks_are_told_why(name: str) -> None:
    for state in positions(name):
        found = refused(state, ())
        check(state, found)
        check_kinds(state, found)
        starts = list(possible_entry(state).cells)
        for start in random.Random(name).sample(starts, min(STARTS, len(starts))):
            if possible_entry(state, [("cell", start)]).move is None:
                check(state, refused(state, (("cell", start),)), USUAL)
        for word in possible_entry(state).words[:STARTS]:
            if possible_entry(state, [("word", word.text)]).move is None:
                check(state, refused(state, (("word", word.text),)), USUAL)


@every_option_set
def test_wrong_texts_are_told_why(name: str) -> None:
    """What is typed gets a reason too: cells, pairs of cells, legal moves of other moments, nonsense."""
    rng, said = random.Random(name), {"pass", "swap", "zz9"}
    for state in positions(name):
        cells = [cell.name for cell in clicks(state)]
        pairs = (rng.choices(cells, k=2) for _ in range(TYPED)) if cells else ()
        texts = {*said, *(sign.join(pair) for pair in pairs for sign in ("-", "x", ""))}
        said |= {*state.moves()[:TYPED]} if has_few_moves(state) else set()
        known = {*state.game.notation.REFUSALS, "grammar"}
        for text in sorted(texts):
            try:
                state.code(text)
            except parlour.IllegalMove as error:
                assert error.reason in known, str(error)
