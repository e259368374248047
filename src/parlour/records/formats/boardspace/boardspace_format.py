r"""Games of Hive as boardspace.net keeps them: ``P0[4 dropb wA1 M 12 /wQ]``, ``P1[5 move B Q N 13 wA1-]``.

Each step of the mouse is a node: a piece is picked up, dropped, maybe dropped elsewhere, then ``done``. The
last drop before ``done`` or before the other player's step is the move. Pieces are numbered here in the
order in which they come into play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadForm, ParlourError
from parlour.records.builder import Builder, contradiction
from parlour.records.formats.sgf import sgf_syntax
from parlour.records.formats.sgf.sgf_syntax import GameText
from parlour.records.formats.uhp.uhp_format import GAME, HOOKS, game_of
from parlour.records.record_items import Item, oversized
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_BEGIN = re.compile(r"\A[\s\ufeff]*\(\s*;[^\0]{0,2000}?\bP[01]\s*\[")
_PLAYER = re.compile(r'id\s+"([^"]*)"')
_STEP = re.compile(r"(?:\d+\s+)?(\w+)\s*(.*)", re.DOTALL)
_PIECE = re.compile(r"([wb])?([QSBGAMLP])([123])?", re.IGNORECASE)
_SETUP = re.compile(rf"{GAME}(?:-([mlp]{{1,3}}))?", re.IGNORECASE)
_PROPERTY = re.compile(r"\b([A-Z][A-Z0-9])\s*\[((?:[^\\\]]++|\\.)*+)(\]|\\?\Z)", re.DOTALL)
PLAYERS = {"P0": "White", "P1": "Black"}
NUMBERED = "SBGA"  # bugs of which a side has several


def claims(text: str) -> float:
    """SGF with the properties P0 and P1, and Hive's number."""
    begun = text[:4000]
    return 0.99 if _BEGIN.match(begun) and re.search(r"\bGM\s*\[\s*27\s*\]", begun) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source."""
    for game in sgf_syntax.games(source):
        yield _Reader(game).item if game.text else oversized(game.line, "boardspace")


class _Reader:
    """A game being read."""

    def __init__(self, game: GameText) -> None:
        self.game = game
        self.item = Item(line=game.line, form="boardspace")
        self.builder: Builder | None = None
        # player, piece, cell, beside which piece, the offset
        self.pending: tuple[str, str, str, str, int] | None = None
        self.stacks: dict[str, list[str]] = {}  # our names of the pieces on cells, the lowest first
        self.moved = ""  # the player who moved last: another one's bare done is a pass
        self.colour = ""  # of the piece that was picked up
        self.names: dict[str, str] = {}  # of pieces here, by theirs
        root: dict[str, str] = {}
        for match in _PROPERTY.finditer(game.text):
            if match[3] != "]":  # broken off
                break
            name, value = match[1], sgf_syntax.simple(match[2])
            if name not in PLAYERS or _PLAYER.search(value):
                root.setdefault(name, value)
            elif self.builder is not None or self._begin(root):
                self._step(name, value, match.start())
        if self.builder is None and self.item.error is None:
            self._begin(root)
        if self.builder is not None:
            self._commit()
            self.builder.finish()
            if what := contradiction(self.builder):
                self.item.broke(what, game.line)
        if game.cut:
            self.item.broke(game.cut, game.line)

    def _begin(self, root: dict[str, str]) -> bool:
        """Begin the tree by the pieces that are played with; False if they are of no game here."""
        if self.item.error is not None:
            return False
        setup = root.get("SU", GAME).split(" ")[0] or GAME  # players and revision may follow
        match = _SETUP.fullmatch(setup)
        if match is None:
            self.item.broke(f"{setup:.40} (SU): not a game here", self.game.line)
            return False
        letters = (match[1] or "").upper()
        try:
            self.item.tree = Tree(game_of(f"Base+{letters}" if letters else "Base", {}))
        except ParlourError as error:
            self.item.broke(str(error), self.game.line)
            return False
        for name, seat in PLAYERS.items():
            if found := _PLAYER.search(root.get(name, "")):
                self.item.tree.tags[seat] = found[1]
        self.builder = Builder(self.item.tree, self.item)
        return True

    def _step(self, player: str, text: str, offset: int) -> None:
        match = _STEP.fullmatch(text.strip())
        if match is None:
            return
        if self.pending is not None and self.pending[0] != player:
            self._commit()
        word, rest = match[1].lower(), match[2].split()
        if word in ("pick", "pickb"):
            self.colour = rest[0][:1].lower() if word == "pick" and rest else ""
        elif word in ("dropb", "pdropb") and len(rest) >= 4:
            cell = " ".join(rest[1:3])
            self.pending = (player, self._coloured(rest[0]), cell, rest[-1], offset)
        elif word.removesuffix("done") in ("move", "pmove") and len(rest) >= 5:
            self.colour = rest[0][0].lower()
            cell = " ".join(rest[2:4])
            self.pending = (player, self._coloured(rest[1]), cell, rest[-1], offset)
        elif word in ("pass", "passdone") or (word == "done" and self._passes(player)):
            self.pending = (player, "pass", "", "", offset)
        if word.endswith("done"):
            self._commit()

    def _passes(self, player: str) -> bool:
        """Whether a player who is done without a move passes; after offers and resignations he does not."""
        if self.pending is not None or self.moved in ("", player) or self.builder is None:
            return False
        state = self.builder.state
        return not self.builder.broken and state is not None and state.moves() == ["pass"]

    def _coloured(self, piece: str) -> str:
        """A piece with its colour, where only the step, or the one before, says so."""
        match = _PIECE.fullmatch(piece)
        return piece if match is None or match[1] else f"{self.colour}{piece}"

    def _commit(self) -> None:
        """Make the move that is pending."""
        if self.pending is None or self.builder is None:
            return
        (self.moved, piece, cell, to, offset), self.pending, builder = (
            self.pending,
            None,
            self.builder,
        )
        raw = f"{piece} {to}".strip()
        name = "pass" if piece == "pass" else self._name(piece)
        under = self._put_piece(name, cell) if name != "pass" else ""
        text = f"{name} {under or self._beside(to)}".strip()
        if builder.broken:
            builder.rest(f";{raw}")
        else:
            builder.move(HOOKS.read_move(text), *self.game.place(offset), raw)

    def _name(self, piece: str) -> str:
        """Our name of a piece: bugs of a kind are numbered as they come into play."""
        match = _PIECE.fullmatch(piece)
        if match is None:
            return piece
        turn = self.builder.turn if self.builder is not None else 0
        colour, bug = (match[1] or "wb"[turn or 0]).lower(), match[2].upper()
        if bug not in NUMBERED:
            return colour + bug
        own = f"{colour}{bug}{match[3] or 1}"
        same = sum(name[:2] == own[:2] for name in self.names)
        return self.names.setdefault(own, f"{own[:2]}{same + 1}")

    def _put_piece(self, name: str, cell: str) -> str:
        """Put a piece on a cell; the piece below it there, of which the record says nothing, or ""."""
        for stack in self.stacks.values():
            if name in stack:
                stack.remove(name)
        stack = self.stacks.setdefault(cell, [])
        stack.append(name)
        return stack[-2] if len(stack) > 1 else ""

    def _beside(self, to: str) -> str:
        return "" if to == "." else _PIECE.sub(lambda found: self._name(found[0]), to)


def write(tree: Tree) -> Written:
    """Never: UHP and SGF say the same."""
    raise BadForm(f"boardspace is read only; write sgf or uhp for games of {GAME}")
