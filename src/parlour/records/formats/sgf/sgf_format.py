"""SGF FF[4], every game: those with a number by SGF's pages, chance and all else as private properties."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import IllegalMove, ParlourError
from parlour.kernel.cell_names import mirrored
from parlour.kernel.sgf_conventions import SgfConventions
from parlour.records.builder import Builder
from parlour.records.detection import Recogniser
from parlour.records.formats.sgf import sgf_games, sgf_moves, sgf_notes, sgf_syntax
from parlour.records.formats.sgf.sgf_syntax import GameText, MoveRun, RawNode
from parlour.records.record_items import Item, oversized
from parlour.records.source import Source
from parlour.records.tree import Node, Tree, is_chance
from parlour.records.written import Written
from parlour.table.game import Game

_BEGIN = re.compile(r"\A[\s\ufeff]*\(\s*(?:;|(?:FF|GM|CA|AP|SZ|EV|RU|PB|PW)\s*\[)")
_WITHIN = re.compile(
    r"\(\s*;\s*(?:[A-Z]{2}\s*\[[^\]]{0,200}\]\s*){0,20}(?:FF|GM|SZ|RU|AP|EV|B|W)\s*\["
)
_FIRST_MOVE = re.compile(r";\s*([BW])\s*\[")
_Token = RawNode | MoveRun | str
_MOVES = ("B", "W", "XCHANCE", "XMOVE")
_SETUP = ("AB", "AW", "AE", "PL")


def claims(text: str) -> float:
    """Nothing else begins with a parenthesis and a semicolon."""
    if _BEGIN.match(text):
        return 0.95
    return 0.6 if _WITHIN.search(text) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a collection."""
    recogniser = Recogniser()
    for game in sgf_syntax.games(source):
        if game.text:
            yield _Reader(game, source.game, recogniser).item
        else:
            yield oversized(game.line, "sgf")


class _Reader:
    """A game being read."""

    def __init__(self, game: GameText, wanted: Game | None, recogniser: Recogniser) -> None:
        self.game = game
        self.recogniser = recogniser
        self.wanted = wanted  # the game if GM does not say it
        self.item = Item(line=game.line, form="sgf")
        self.golem = False
        self.mirrored = False  # whether a stone was moved by a swap, so that cells are mirrored
        self.swapped = False
        self.flip: bool | None = (
            False  # whether colours are written the other way; None: to be seen
        )
        self.builder: Builder | None = None
        self._read()
        if game.odd:
            self.item.notice(game.odd, game.line)
        if game.cut:
            self.item.broke(game.cut, *game.place(max(len(game.text) - 1, 0)))

    def _read(self) -> None:
        outer: list[tuple[bool, bool, bool | None]] = []
        skipped, opened = 0, False
        for token in self._without_refused(_with_setup(sgf_syntax.tokens(self.game))):
            builder = self.builder
            if isinstance(token, MoveRun):
                gone = 0 if builder is None or builder.broken else self._run(builder, token)
                for node in token.nodes(gone):
                    if not self._any_node(node, skipped):
                        return
            elif isinstance(token, RawNode):
                if not self._any_node(token, skipped):
                    return
            elif token[0] == "?":
                odd = self.game.text[int(token[1:])]
                place = self.game.place(int(token[1:]))
                self.item.broke(f"there is {odd!r}; expected a property, as B[a1]", *place)
            elif token == "(":
                if builder is None:
                    opened = True
                elif builder.broken:
                    skipped += 1
                    builder.rest("(")
                else:
                    builder.branch()
                    outer.append((self.mirrored, self.swapped, self.flip))
            elif builder is not None and opened:
                if skipped:
                    skipped -= 1
                    builder.rest(")")
                elif outer:
                    builder.close()
                    self.mirrored, self.swapped, self.flip = outer.pop()
        if self.builder is not None:
            self.builder.finish()
            self._check_result(self.builder)

    def _without_refused(self, tokens: Iterator[_Token]) -> Iterator[_Token]:
        """The tokens without those of variations that are too many, or too deep."""
        left_out = 0
        for token in tokens:
            why = self.builder.refusal if token == "(" and self.builder is not None else ""
            if why and not left_out:
                self.item.broke(why, self.item.line)
            if why or left_out:
                left_out += (token == "(") - (token == ")")
            else:
                yield token

    def _any_node(self, node: RawNode, skipped: int) -> bool:
        """Take a node, the root or another; False if the root's game is not known."""
        builder = self.builder
        if builder is None:
            return self._root(node)
        if builder.broken or skipped:
            builder.rest(self._raw(node))
        else:
            self._node(builder, node)
        return True

    def _run(self, builder: Builder, run: MoveRun) -> int:
        """Play a run of moves as far as compiled rules are sure of them; returns how many."""
        game = builder.tree.game
        if self.golem or self.mirrored or self.flip is not False:
            return 0
        colours, values = run.columns()
        conventions = game.spec.sgf
        if conventions.swaps:
            values = conventions.normalize_run(values)
            turn = builder.turn
            if turn is None:
                return 0
            letters = [sgf_games.colour_letter(game, turn ^ k, self.swapped) for k in (0, 1)]
            if colours[::2].count(letters[0]) + colours[1::2].count(letters[1]) < len(colours):
                return 0
        if not sgf_games.words().isdisjoint(values):
            values = values[: next(n for n, v in enumerate(values) if v in sgf_games.words())]
        if type(conventions).loose is SgfConventions.loose:
            return builder.go(values)
        loose = tuple(map(conventions.loose, values))
        return builder.go([str(value) for value in loose], loose=True)

    def _raw(self, node: RawNode) -> str:
        return self.game.text[node.start : node.end].strip()

    # -- the root ------------------------------------------------------------------------------------

    def _root(self, node: RawNode) -> bool:
        """Begin the tree; False if its game is not known."""
        values = {name: sgf_syntax.simple(raw[0]) for name, raw in node.values.items()}
        game, error = None, None
        try:
            self.golem = sgf_games.is_golem(values)
            game = sgf_games.game_of(values)
            position = values.get("XPOSITION")
            if game is None:
                game = self.wanted or self._recognised()
            elif position is None:
                position = self._setup(game, node)
            tree = Tree(game, None, position)
        except ParlourError as why:
            error = why
            if game is None:
                self.item.broke(str(error), *self.game.place(node.start))
                return False
            tree = Tree(game)  # what was set up cannot be: the moves are kept as a comment
        self.item.tree = tree
        self.swapped = sgf_games.begins_swapped(tree)
        self.builder = Builder(tree, self.item)
        sgf_notes.read_tags(tree, node, self.item, self.game, self.golem)
        self._annotate(self.builder, node, skip=(*_MOVES, *_SETUP, *sgf_notes.ROOT))
        if error is not None:
            set_up = {
                name: node.values[name] for name in (*_SETUP, "XPOSITION") if name in node.values
            }
            raw = "".join(name + "".join(f"[{value}]" for value in set_up[name]) for name in set_up)
            self.builder.illegal(str(error), *self.game.place(node.start), raw)
            return True
        if any(name in node.values for name in _MOVES):
            self._moves(self.builder, node)
        return True

    def _recognised(self) -> Game:
        moves = sgf_moves.main_line(self.game)
        found = self.recogniser.best_of(moves, {}, sgf_moves.DIALECTS)
        if found is None:
            raise IllegalMove("there is no GM, which means Go; no game here takes these moves")
        return found.game

    def _setup(self, game: Game, node: RawNode) -> str | None:
        """The position that the root sets up, or that the first move's colour tells."""
        cells = {name: node.values.get(name, []) for name in _SETUP[:3]}
        setup = {n: sgf_games.points(v) for n, v in cells.items() if v}
        if self.golem:
            setup = {n: [sgf_games.from_golem(cell) for cell in v] for n, v in setup.items()}
            setup = {{"AB": "AW", "AW": "AB"}.get(n, n): v for n, v in setup.items()}
        colour = node.values.get("PL", [""])[0].strip().upper()[:1]
        first = _FIRST_MOVE.search(self.game.text)
        label = colour if colour in ("B", "W") else first[1] if first else "B"
        if self.golem:
            label = {"B": "W", "W": "B"}[label]
        if not setup:
            default = sgf_games.colour_letter(game, 0) if game.seats == 2 else label
            return None if label == default else game.spec.sgf.start_for(game, label)
        return game.spec.sgf.position(game, setup, label)

    # -- nodes ---------------------------------------------------------------------------------------

    def _node(self, builder: Builder, node: RawNode) -> None:
        if any(name in node.values for name in _SETUP[:3]):
            place = self.game.place(node.start)
            builder.illegal("a position is set up in the midst of a game", *place, self._raw(node))
            return
        moved = any(name in node.values for name in _MOVES)
        if moved and not self._moves(builder, node):
            return
        if not moved and node.values:
            self.item.notice(
                "a node without a move is joined to the one before it", *self.game.place(node.start)
            )
        self._annotate(builder, node, skip=_MOVES)

    def _moves(self, builder: Builder, node: RawNode) -> bool:
        """Play a node's move; False if that broke its line."""
        for name, raws in node.values.items():
            if name in _MOVES:
                line, column = self.game.place(node.offsets[name])
                value = sgf_syntax.simple(raws[0])
                if self._ending(builder, name, value):
                    continue
                raw = f"{name}[{raws[0]}]"
                try:
                    text = self._text(builder, name, value, node.end)
                except IllegalMove as error:
                    builder.illegal(str(error), line, column, self._raw(node))
                    return False
                if builder.move(text, line, column, self._raw(node) or raw) is None:
                    return False
        return True

    def _ending(self, builder: Builder, name: str, value: str) -> bool:
        """Whether a move is giving up, which is no move in the rules; it is kept as tags."""
        reason = sgf_games.ENDINGS.get(value.strip().lower())
        if reason is None or name not in "BW":
            return False
        tree = builder.tree
        if not builder.depth:
            if tree.game.seats == 2 and not tree.tags.is_given("Result"):
                first = sgf_games.colour_letter(tree.game, 0)
                loser = 0 if (name == first) != (self.golem or bool(self.flip)) else 1
                tree.tags["Result"] = "0-1" if loser == 0 else "1-0"
            if not tree.tags.is_given("Termination"):
                tree.tags["Termination"] = reason
        else:
            builder.comment(builder.node, after=value.strip().lower())
        return True

    def _text(self, builder: Builder, name: str, value: str, end: int) -> str:
        """The rulebook's text of a move whose node ends at an offset; raises IllegalMove."""
        game = builder.tree.game
        if builder.tree.heard_by or name == "XCHANCE":
            return value
        if name == "XMOVE":
            return value.partition(":")[2]
        word = value.strip().lower()
        swaps = game.spec.sgf.swaps
        if word in swaps:
            self.mirrored ^= swaps[word] and not self._stays(name, end)
            self.swapped, self.flip = True, None
            return "swap"
        self._check_colour(builder, name)
        return sgf_games.read_move(game, builder, self._cell(value))

    def _stays(self, label: str, end: int) -> bool:
        """Whether a swap leaves the stone where it is: HexGui then continues with the colour that swapped."""
        after = _FIRST_MOVE.search(self.game.text, end)
        return not self.golem and after is not None and after[1] == label

    def _check_colour(self, builder: Builder, label: str) -> None:
        game = builder.tree.game
        if not game.spec.sgf.strict:
            return
        seat = builder.turn
        if seat is None or seat < 0:
            return
        expected = sgf_games.colour_letter(game, seat, self.swapped)
        colour = {"B": "W", "W": "B"}[label] if self.golem else label
        if (
            self.flip is None
        ):  # the first move after a swap shows how colours are written from here on
            self.flip = colour != expected
        if self.flip:
            colour = {"B": "W", "W": "B"}[colour]
        sgf_games.check_colour(colour, expected)

    def _cell(self, value: str) -> str:
        cell = sgf_games.from_golem(value) if self.golem else value
        return mirrored(cell) if self.mirrored else cell

    def _annotate(self, builder: Builder, raw: RawNode, skip: tuple[str, ...]) -> None:
        sgf_notes.read_notes(builder, raw, skip, self._cell, self.game)

    def _check_result(self, builder: Builder) -> None:
        from parlour.records.builder import contradiction

        what = contradiction(builder)
        if what:
            self.item.broke(what, self.item.line)


def _with_setup(tokens: Iterator[_Token]) -> Iterator[_Token]:
    """The tokens of a game; a node right after the root that only sets up joins it, as HexGui has it."""
    for root in tokens:
        following = next(tokens, None) if isinstance(root, RawNode) else None
        if (
            isinstance(root, RawNode)
            and isinstance(following, RawNode)
            and _only_sets_up(following)
        ):
            for name, values in following.values.items():
                root.values.setdefault(name, []).extend(values)
                root.offsets.setdefault(name, following.offsets[name])
            following = None
        yield root
        if following is not None:
            yield following
        if isinstance(root, RawNode):
            yield from tokens


def _only_sets_up(node: RawNode) -> bool:
    return any(name in node.values for name in _SETUP[:3]) and not any(
        name in node.values for name in _MOVES
    )


# -- writing -----------------------------------------------------------------------------------------


def write(tree: Tree) -> Written:
    """The whole tree: SGF's own properties where it has them, private ones (``XTASK`` …) beside them."""
    return Written(sgf_syntax.joined(_nodes(tree)), ())


def _nodes(tree: Tree) -> Iterator[str]:
    """The nodes and parentheses of a tree, in order."""
    yield "(;" + sgf_notes.root_properties(tree)
    begun = sgf_games.begins_swapped(tree)
    waiting: list[str | tuple[Node, bool]] = [")"]
    waiting += _after(tree.root, begun)
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            yield entry
            continue
        node, swapped = entry
        yield f";{_move(tree, node, swapped)}{sgf_notes.properties(node)}"
        waiting += _after(node, swapped or node.move == "swap")


def _after(node: Node, swapped: bool) -> list[str | tuple[Node, bool]]:
    """The entries to write after a node, the last first."""
    if len(node.children) < 2:
        return [(child, swapped) for child in node.children]
    entries: list[str | tuple[Node, bool]] = []
    for child in reversed(node.children):
        entries += [")", (child, swapped), "("]
    return entries


def _move(tree: Tree, node: Node, swapped: bool) -> str:
    text, game = sgf_syntax.quoted(tree.game.spec.sgf.move_value(node.move)), tree.game
    if is_chance(node) or node.seat is None:
        return f"XCHANCE[{text}]"
    letter = sgf_games.colour_letter(game, node.seat, swapped)
    return f"{letter}[{text}]" if letter else f"XMOVE[{node.seat}:{text}]"
