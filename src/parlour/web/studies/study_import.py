"""Importing a text as a study: detects the game and reads the record."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from parlour.errors import BadRecord, ParlourError
from parlour.records import Guess, Item, Tree, read, recognise
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import option_words
from parlour.web.studies.study_tree import MOST_NODES, too_many

MOST_NOTICES = 12  # shown
MOST_GUESSES = 8  # games to choose from


@dataclass(frozen=True)
class ImportedGame:
    """A recorded game: its tree, and messages about anything that was not imported."""

    tree: Tree
    losses: tuple[str, ...]


def import_text(text: str, game: str = "", number: int = 1) -> ImportedGame:
    """Import the `number`-th recorded game of a text, as `game` if it names none; raises Refused."""
    wanted = registered_game(game) if game else None
    item = next(islice(read(text, wanted), number - 1, None), None)
    if item is None or item.tree is None:
        raise Refused(422, "no-record", _why(item))
    if sum(1 for _ in islice(item.tree.nodes(), MOST_NODES + 1)) > MOST_NODES:
        raise too_many()
    losses = _losses(item)
    if wanted is not None and wanted.id != item.tree.game.id:
        titles = f"The text is a game of {item.tree.game.title}, not of {wanted.title}"
        losses.insert(0, f"{titles}: it is imported as what it says.")
    return ImportedGame(item.tree, tuple(losses))


def _why(item: Item | None) -> str:
    if item is not None and item.error is not None:
        return f"This text contains no game. {item.error}."
    return (
        "This text contains no game. Use a record (Parlour's own format, PGN, SGF, PDN, KIF, CSA, "
        "USI or UHP) or a list of moves."
    )


def _losses(item: Item) -> list[str]:
    losses = [f"{item.error}. The rest is kept as a comment."] if item.error else []
    losses += [str(notice) for notice in item.notices[:MOST_NOTICES]]
    if len(item.notices) > MOST_NOTICES:
        losses.append(f"and {len(item.notices) - MOST_NOTICES} more")
    return [line.replace("\n", " ")[:400] for line in losses]


@dataclass(frozen=True)
class Recognition:
    """The games that a text may be, best first; `tie`: how many fit equally well."""

    guesses: tuple[Guess, ...]
    tie: int
    several: bool  # whether it contains several games


def recognise_text(text: str) -> Recognition:
    """Detect which game a text records, and whether it contains several."""
    guesses = tuple(recognise(text)[:MOST_GUESSES])
    best = guesses[0] if guesses else None
    tie = sum(
        best is not None and (guess.accepted, guess.of) == (best.accepted, best.of)
        for guess in guesses
    )
    items = [item for item in islice(read(text), 2) if item.tree is not None]
    return Recognition(guesses, tie, len(items) > 1)


def guess_words(guess: Guess) -> str:
    """A guess in words, such as ``Hex, size 9: all 24 moves are legal``."""
    try:
        game = registered_game(guess.game)
    except ParlourError as error:
        raise BadRecord(str(error)) from error
    options = option_words(game.name.partition(":")[2])
    name = f"{game.title} ({options})" if options else game.title
    if guess.accepted == guess.of:
        return f"{name}: {_moves(guess.of)}, all legal"
    where = f" – first error in line {guess.line}" if guess.line else ""
    return f"{name}: {guess.accepted} of {_moves(guess.of)} legal{where}"


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count} moves"
