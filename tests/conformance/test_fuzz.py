"""Everything that parses is given broken texts: only typed errors may come of them.

Position, move, option and game texts of every game: valid ones with random changes. Whatever is
accepted must be written back as it was read.
"""

from __future__ import annotations

import os
import random
import string

import pytest

import parlour
from tests.conformance.test_laws import random_states
from tests.conftest import first_everyday, option_sets, standard_games

EVERYDAY = 250  # inputs for each option set
LONG = int(os.environ.get("PARLOUR_FUZZ", "1000"))  # inputs for each game

LETTERS = string.printable + "é∅"


def broken(text: str, others: list[str], rng: random.Random) -> str:
    """`text` with one to three random changes: letters, fields, pieces of other texts."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice(CHANGES)(text, others, rng)
    return text


def _letter(text: str, others: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    return text[:i] + rng.choice(LETTERS) + text[i + 1 :]


def _own_letter(text: str, others: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    return text[:i] + rng.choice(text or " ") + text[i + 1 :]


def _insert(text: str, others: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    return text[:i] + rng.choice(LETTERS) + text[i:]


def _drop(text: str, others: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    return text[:i] + text[i + rng.randint(1, 3) :]


def _swap_field(text: str, others: list[str], rng: random.Random) -> str:
    mine, theirs = text.split(" "), rng.choice(others).split(" ")
    i = rng.randrange(len(mine))
    mine[i] = rng.choice(theirs)
    return " ".join(mine)


def _drop_field(text: str, others: list[str], rng: random.Random) -> str:
    fields = text.split(" ")
    fields.pop(rng.randrange(len(fields)))
    return " ".join(fields)


def _number(text: str, others: list[str], rng: random.Random) -> str:
    i = rng.randrange(len(text) + 1)
    return (
        text[:i] + rng.choice(["0", "00", "-1", "1", "2", "99999999999", "1.0", "1/2"]) + text[i:]
    )


def _end(text: str, others: list[str], rng: random.Random) -> str:
    ends = [
        " #draw:1/2,1/2",
        " #move-limit:1/2,1/2",
        " #repetition:1/2,1/2",
        " #joined:1,0",
        " #:",
        " #x:",
    ]
    return text + rng.choice(ends)


CHANGES = (
    _letter,
    _own_letter,
    _own_letter,
    _insert,
    _drop,
    _swap_field,
    _drop_field,
    _number,
    _end,
)


def fuzz(name: str, inputs: int, seed: int) -> None:
    rng = random.Random(seed)
    states = random_states(name, games=2, plies=60, seed=seed)
    game = states[0].game
    texts, moves = [], []
    for state in states:
        moves += state.history
        while state.history:
            texts.append(state.text)
            state.undo()
        texts.append(state.text)
    start = game.start()
    for _ in range(inputs):
        text = broken(rng.choice(texts), texts, rng)
        try:
            state = game.read(text)
        except parlour.BadPosition as error:
            assert str(error)
        else:
            assert text in (state.text, state.text.rpartition(" #")[0])
            state.moves()
        try:
            start.play(broken(rng.choice(moves or ["a1"]), moves or ["a1"], rng))
        except parlour.IllegalMove as error:
            assert str(error)
        else:
            start.undo()
        try:
            parlour.game(broken(name, texts, rng))
        except (parlour.UnknownGame, parlour.BadOption) as error:
            assert str(error)


@pytest.mark.parametrize("name", first_everyday(option_sets(), most=2))
def test_broken_texts(name: str) -> None:
    fuzz(name, EVERYDAY, 1)


@pytest.mark.long
@pytest.mark.parametrize("identifier", standard_games())
def test_many_broken_texts(identifier: str) -> None:
    names = [name for name in option_sets() if name.partition(":")[0] == identifier]
    for seed, name in enumerate(names, 2):
        fuzz(name, -(-LONG // len(names)), seed)
