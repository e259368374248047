"""A game's dossier: a page to print, for its inventor or a publisher, with all that is known about it.

The inventor's questions with the laboratory's answers and doubts, exact facts, the rules in brief, the
levels, and boards. Exact facts are a list in Markdown, ``ID.exact.md`` in the game's folder.
"""

from __future__ import annotations

import base64
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random

from jinja2 import Environment, PackageLoader, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup

from parlour.lab.shipped_findings import findings_about
from parlour.lessons.annotated_games import annotated_games
from parlour.picture.sheets import paper_size
from parlour.picture.svg_state import state_svg
from parlour.picture.viewpoint import Viewpoint
from parlour.players import band, level_texts
from parlour.puzzles import has_puzzles, puzzles
from parlour.table.game import Game, State
from parlour.table.rules_figures import parts

PICTURE = 360  # pixels
EXACT = ".exact.md"

_environment = Environment(
    loader=PackageLoader("parlour.showcase"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class DossierBoard:
    """A picture of a position, as an address that contains it."""

    caption: str
    address: str


@dataclass(frozen=True)
class LevelBand:
    """Levels with a name in common, and the strongest one's player."""

    name: str
    first: int
    last: int
    player: str


def dossier(game: Game, paper: str = "a4") -> str:
    """The whole page, which loads nothing; raises BadPicture for an unknown size of paper."""
    return _environment.get_template("dossier.html").render(
        game=game,
        paper=paper_size(paper),
        findings=findings_about(game.id),
        exact=_html(exact_facts(game)),
        rules=_html(rules_in_brief(game)),
        levels=list(level_bands(game)),
        boards=list(boards(game)),
        inline=lambda text: Markup(_markdown.renderInline(text)),
    )


def _html(text: str) -> Markup:
    return Markup(_markdown.render(text))


def exact_facts(game: Game) -> str:
    """What is proven or counted about a game, in Markdown; empty if nothing is."""
    package = importlib.import_module(game.spec.package)
    path = Path(str(package.__file__)).parent / f"{game.id}{EXACT}"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def rules_in_brief(game: Game) -> str:
    """The rules page without its title and figures, up to the options."""
    text = "\n\n".join(part for part in parts(game) if isinstance(part, str))
    brief = text.partition("\n## Options")[0]
    title, _, rest = brief.partition("\n")
    return rest if title.startswith("# ") else brief


def level_bands(game: Game) -> Iterator[LevelBand]:
    """The levels by their names."""
    texts = level_texts(game)
    for name, group in groupby(range(1, len(texts) + 1), key=lambda n: band(n, len(texts))):
        numbers = list(group)
        yield LevelBand(name, numbers[0], numbers[-1], texts[numbers[-1] - 1])


def boards(game: Game) -> Iterator[DossierBoard]:
    """The start; where a game is open, the end of an annotated game and a puzzle too."""
    hidden = game.spec.hidden
    yield _board("The start", game.start().play_chance(Random(0)), 0 if hidden else None)
    if hidden:
        return
    for tree in list(annotated_games(game.id))[:1]:
        yield _board(f"The end of “{tree.tags['Event']}”", tree.end())
    if has_puzzles(game.id):
        puzzle = puzzles(game.id)[len(puzzles(game.id)) // 2]
        yield _board(f"A puzzle. {puzzle.title}", puzzle.tree.root.state())


def _board(caption: str, state: State, seat: int | None = None) -> DossierBoard:
    svg = state_svg(state, Viewpoint(seat=seat, size=PICTURE, last=False))
    return DossierBoard(
        caption, f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
    )
