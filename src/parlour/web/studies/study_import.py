"""From a pasted text to a study: its game, and as much as can be read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from parlour.errors import BadRecord, ParlourError
from parlour.records import Guess, Item, Tree, read, recognise
from parlour.web.common.game_registry import known_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import option_words
from parlour.web.studies.study_tree import MOST_NODES, too_many

TOLD = 12  # notices that are shown
GUESSES = 8  # games that a text may be of, of which one can be chosen


@dataclass(frozen=True)
class Opened:
    """A recorded game out of a text: its tree, and in words what was not understood."""

    tree: Tree
    told: tuple[str, ...]


def opened(text: str, game: str = "", number: int = 1) -> Opened:
    """The `number`-th recorded game of a text, of the game with this name if one is given.

    Raises Refused, in words for people, where there is none.
    """
    source = f'[Game "{known_game(game).name}"]\n\n{text}' if game else text
    item = next(islice(read(source), number - 1, None), None)
    if item is None or item.tree is None:
        raise Refused(422, "no-record", _why(item))
    if sum(1 for _ in islice(item.tree.nodes(), MOST_NODES + 1)) > MOST_NODES:
        raise too_many()
    return Opened(item.tree, tuple(_notices(item)))


def _why(item: Item | None) -> str:
    if item is not None and item.error is not None:
        return f"No game was found in this. {item.error}."
    return (
        "No game was found in this. A record in any usual form will do (Parlour's own, PGN, SGF, PDN, KIF, "
        "CSA, USI, UHP), or a list of moves."
    )


def _notices(item: Item) -> list[str]:
    told = [f"{item.error}. What follows there is kept as a comment."] if item.error else []
    told += [str(notice) for notice in item.notices[:TOLD]]
    if len(item.notices) > TOLD:
        told.append(f"and {len(item.notices) - TOLD} more")
    return [line.replace("\n", " ")[:400] for line in told]


@dataclass(frozen=True)
class Recognised:
    """What a text may be: the games, the likeliest first; `tie`: how many of them fit equally well."""

    guesses: tuple[Guess, ...]
    tie: int
    several: bool  # whether it holds more than one game


def recognised(text: str) -> Recognised:
    """Which games a text may be of, and whether it holds several."""
    guesses = tuple(recognise(text)[:GUESSES])
    best = guesses[0] if guesses else None
    tie = sum(
        best is not None and (guess.accepted, guess.of) == (best.accepted, best.of)
        for guess in guesses
    )
    items = [item for item in islice(read(text), 2) if item.tree is not None]
    return Recognised(guesses, tie, len(items) > 1)


def guess_words(guess: Guess) -> str:
    """A guess in words, such as ``Hex, size 9: all 24 moves are legal``."""
    try:
        game = known_game(guess.game)
    except ParlourError as error:
        raise BadRecord(str(error)) from error
    options = option_words(game.name.partition(":")[2])
    name = f"{game.title} ({options})" if options else game.title
    if guess.accepted == guess.of:
        return f"{name}: {_moves(guess.of)}, all legal"
    where = f" – it stops at line {guess.line}" if guess.line else ""
    return f"{name}: {guess.accepted} of {_moves(guess.of)} legal{where}"


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count} moves"
