"""The moves of SGF games that do not say which game they are of, for finding that out."""

from __future__ import annotations

from parlour.kernel.spec import Spec
from parlour.records.detection import ROOM, Word
from parlour.records.formats.sgf import sgf_syntax
from parlour.records.formats.sgf.sgf_games import ENDINGS
from parlour.records.formats.sgf.sgf_syntax import GameText, MoveRun
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.table.game import State


class SgfMoves(Dialect):
    """Moves as each game's page of SGF writes them."""

    def move_text(self, state: State, word: str) -> str:
        conventions = state.game.spec.sgf
        if word.lower() in conventions.swaps:
            return "swap"
        return conventions.read(word, state.moves)

    def plain_text(self, spec: Spec, word: str) -> str:
        return spec.sgf.loose(word) or word


DIALECTS = (SgfMoves(),)


def main_line(game: GameText) -> list[Word]:
    """The moves and chance outcomes of a game's main line, without a resignation."""
    found: list[Word] = []
    for token in sgf_syntax.tokens(game):
        if token == ")" or len(found) >= ROOM:
            break
        nodes = token.nodes() if isinstance(token, MoveRun) else (token,)
        for node in nodes:
            if isinstance(node, str):
                continue
            for name in ("B", "W", "XCHANCE", "XMOVE"):
                if name in node.values:
                    value = sgf_syntax.simple(node.values[name][0]).strip()
                    text = value.partition(":")[2] if name == "XMOVE" else value
                    colour = name if len(name) == 1 else ""
                    if text.lower() not in ENDINGS:
                        found.append(Word(text, game.place(node.start)[0], colour))
    return found[:ROOM]
