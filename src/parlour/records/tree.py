"""A recorded and annotated game: a tree of positions, its root where the game began, a move to a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from parlour.errors import BadPosition, BadRecord
from parlour.kernel.layout import CHANCE
from parlour.records import notes
from parlour.records.game_result import UNFINISHED, result_text
from parlour.records.tags import Tags
from parlour.records.written import Written
from parlour.table.catalogue import game as find_game
from parlour.table.game import NULL_MOVE, Game, State
from parlour.table.outcome import Outcome
from parlour.table.plies import RedoMark

HEARD = "Heard"  # the tag of a record of what one seat, or an onlooker, heard of the game


class Node:
    """One move or chance outcome (the root: none) and what was noted about the position it leads to.

    `move` is the rulebook's text, "" for the root; `seat` who made it, CHANCE for an outcome, None for
    the root; `parent` None for the root; of `children` the first is the main line; `ply` counts the
    moves from the root. The notes may be assigned; each raises BadRecord for what it cannot be.
    """

    __slots__ = ("_mark", "_notes", "children", "move", "parent", "ply", "seat", "tree")

    def __init__(self, tree: Tree, parent: Node | None, move: str, seat: int | None) -> None:
        self.tree = tree
        self.parent = parent
        self.move = move
        self.seat = seat
        self.children: list[Node] = []
        self.ply: int = 0 if parent is None else parent.ply + 1
        self._notes: notes.Notes | None = None
        self._mark: RedoMark | None = None

    def __repr__(self) -> str:
        return f"<Node {self.ply} {self.move}>"

    comments = notes.Note("comments", notes.comments_checked)
    glyphs = notes.Note("glyphs", notes.glyphs_checked)
    cells = notes.Note("cells", notes.cells_checked)
    arrows = notes.Note("arrows", notes.arrows_checked)
    labels = notes.Note("labels", notes.labels_checked)
    clock = notes.Note("clock", notes.clock_checked)
    evaluation = notes.Note("evaluation", notes.text_checked)
    task = notes.Note("task", notes.text_checked)
    hint = notes.Note("hint", notes.text_checked)
    kept = notes.Note("kept", notes.kept_checked)

    # -- positions ---------------------------------------------------------------------------------

    def state(self) -> State:
        """The position here, with the moves to it in its history; it may be played on by itself."""
        return self.tree.visit(self).copy()

    def add(self, move: str) -> Node:
        """The child with this move, new or there already; raises IllegalMove."""
        found = self.child(move)
        if found is not None:
            return found
        seat = None
        if not self.tree.heard_by:
            state = self.tree.visit(self)
            if self.tree.game.spec.claims and self.tree.go_on(self):  # nobody has claimed the draw
                state = self.tree.visit(self)
            if move == NULL_MOVE:
                state.copy().leave_turn()
                return self.grow(move, state.turn)
            move, seat = state.move(move).text, state.turn
        return self.child(move) or self.grow(move, seat)

    def grow(self, move: str, seat: int | None) -> Node:
        """A new child, by a move already known to be legal, of the seat whose turn it is."""
        child = Node(self.tree, self, move, seat)
        self.children.append(child)
        return child

    def grow_line(self, moves: Iterable[tuple[str, int, int]]) -> Node:
        """The last of new nodes, each a child of the one before: text, seat and glyph (0: none) of each.

        As quick as may be, for readers of many games: `grow` and the notes' checks are left out.
        """
        node, tree, ply, new = self, self.tree, self.ply, object.__new__
        beside = self.children
        for text, seat, glyph in moves:
            ply += 1
            child: Node = new(Node)
            beside.append(child)
            child.tree, child.parent, child.move, child.seat, child.ply = (
                tree,
                node,
                text,
                seat,
                ply,
            )
            child._mark = child._notes = None
            beside = child.children = []
            node = child
            if glyph:
                child._notes = {"glyphs": [glyph]}
        return node

    def child(self, move: str) -> Node | None:
        """The child with this move, if there is one."""
        return next((child for child in self.children if child.move == move), None)

    # -- the tree around ---------------------------------------------------------------------------

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """This node and its line of first children."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def last(self) -> Node:
        """The last node of this node's line of first children."""
        *_, node = self.line()
        return node

    def below(self) -> Iterator[Node]:
        """This node and all after it, each before its children, main lines first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def promote(self, to: int = 0) -> None:
        """Make this node the `to`-th among its siblings, 0 being the main line."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent.children.insert(to, self)

    def remove(self) -> None:
        """Take this node, and all after it, out of the tree; raises BadRecord for the root."""
        if self.parent is None:
            raise BadRecord("the root cannot be taken out of its tree")
        self.parent.children.remove(self)
        self.tree.forget()


class Tree:
    """A recorded game: `game`, `tags`, `root`; `beginning` is its first state, which is not to be played on.

    `game` is a Game or a game's full name; `tags` are texts by name; `position` is the text (or the
    State) the game begins with, where that is not the game's own start. Raises UnknownGame, BadOption,
    BadPosition. With the tag Heard the moves are what one seat heard of them: they are not checked,
    and such a tree has no positions.
    """

    def __init__(
        self,
        game: Game | str,
        tags: Mapping[str, str] | None = None,
        position: State | str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else find_game(game)
        if not isinstance(tags or {}, Mapping):
            raise BadRecord("tags are texts by name")
        given = dict(tags or {})
        self.heard_by = given.get(HEARD)
        start = self.game.started
        if isinstance(position, State):
            position = position.text
        if position is not None and position == start.text:
            position = None
        self.position = position
        if self.position is not None and not self.heard_by:
            start = self.game.read(self.position)
        self.root = Node(self, None, "", None)
        self.tags = Tags(self, given)
        self.beginning = start
        self._visited = self.root
        self._cursor: State | None = None  # the state at `_visited`, once somebody has asked

    def __repr__(self) -> str:
        return f"<Tree {self.game.name}: {self.root.children}>"

    @classmethod
    def from_state(cls, state: State, tags: Mapping[str, str] | None = None) -> Tree:
        """The tree of the one line that led to `state`."""
        seats, start = seats_of_history(state)
        tree = cls(state.game, tags, start)
        node = tree.root
        for move, seat in zip(state.history, seats, strict=True):
            node = node.grow(move, seat)
        if state.outcome is not None:
            tree.end_by(state.outcome)
        tree.stand(node, state.copy())
        return tree

    def end_by(self, outcome: Outcome) -> None:
        """Set the tags Result and Termination to the rules' own."""
        self.tags["Result"], self.tags["Termination"] = result_text(outcome.scores), outcome.reason

    def end(self) -> State:
        """The position at the end of the main line; raises BadRecord if heard."""
        return self.root.last().state()

    def visit(self, node: Node) -> State:
        """The tree's own state, stepped to `node`; it is not to be played. Raises BadRecord if heard."""
        if self.heard_by:
            raise BadRecord(
                f"the tag {HEARD} says that this is the game as heard by {self.heard_by!s:.40}; it "
                "can be read, but not replayed without what was hidden"
            )
        back, ahead = self._visited, []
        state = self._cursor = self._cursor or self.beginning.copy()
        goal = node
        while goal.ply > back.ply:
            ahead.append(goal)
            goal = goal.parent  # type: ignore[assignment]  # deeper than `back`, so not the root
        while back is not goal:
            if back.ply > goal.ply:
                state.undo()
                back = back.parent  # type: ignore[assignment]
            else:
                ahead.append(goal)
                goal = goal.parent  # type: ignore[assignment]
        for step in reversed(ahead):
            state.go_on()
            if step._mark is None:
                state.leave_turn() if step.move == NULL_MOVE else state.play(step.move)
                step._mark = state.mark()
            else:
                state.redo(step.move, step._mark)
        if node.children:
            state.go_on()
        self._visited = node
        return state

    def go_on(self, node: Node) -> bool:
        """Let the game go on at `node`, where a repetition or a count of moves ended it; whether it can.

        Where the game has an option for that, the tree is of the game with that option from now on.
        """
        outcome, game = self.visit(node).outcome, self.game
        if outcome is None:
            return True
        changed = game.without(outcome.reason)
        if changed is not None and not self._change(changed):
            return False
        state = self.visit(node)
        if state.outcome is None or (not game.spec.claims and state.go_on()):
            return True
        if changed is not None:
            self._change(game)
        return False

    def _change(self, game: Game) -> bool:
        """Make this the tree of a game with other options; whether the game has its first position."""
        position = self.position and " ".join([game.name, *self.position.split(" ")[1:]])
        try:
            self.beginning = game.started if position is None else game.read(position)
        except BadPosition:
            return False
        self.game, self.position = game, position
        for node in self.nodes():
            node._mark = None
        self.forget()
        return True

    def stand(self, node: Node, state: State) -> None:
        """Take over `state`, which a reader has come to at `node`; it is not to be played on."""
        self._visited, self._cursor = node, state
        if node.parent is not None and state.past:
            node._mark = state.mark()

    def forget(self) -> None:
        """Step back to the root, as after a branch was cut on which the tree's own state may stand."""
        self._visited, self._cursor = self.root, None

    def line(self) -> list[Node]:
        """The main line's nodes, without the root."""
        return list(self.root.line())[1:]

    def moves(self) -> tuple[str, ...]:
        """The main line's moves."""
        return tuple(node.move for node in self.line())

    def nodes(self) -> Iterator[Node]:
        """All nodes, the root first, each before its children, main lines first."""
        return self.root.below()

    def own_tag(self, name: str) -> str | None:
        """What the tree itself says for a tag: Game, Position, Result, Termination."""
        if name == "Game":
            return self.game.name
        if name == "Position":
            return self.position
        if name == "Result":
            return self._result()[0]
        if name == "Termination":
            return self._result()[1]
        return None

    def _result(self) -> tuple[str, str | None]:
        """The result and its reason that the main line's last position shows."""
        if self.heard_by:
            return UNFINISHED, None
        outcome = self.visit(self.root.last()).outcome
        return (
            (UNFINISHED, None) if outcome is None else (result_text(outcome.scores), outcome.reason)
        )

    def write(self, form: str = "native") -> Written:
        """The tree in one of the formats, with what that cannot hold; raises BadForm."""
        written: Written = _above["write"](self, form)
        return written

    def _repr_html_(self) -> str:
        """What Jupyter shows: the main line to step through, unless it is hidden, and the record."""
        return str(_above["show"](self))


# What a tree offers but lies above it: the formats, and the view for notebooks.
_above: dict[str, Callable[..., Any]] = {}


def install(write: Callable[[Tree, str], Written], show: Callable[[Tree], str]) -> None:
    """Say how trees are written in a format, and shown in a notebook; the package does at import."""
    _above.update(write=write, show=show)


def seats_of_history(state: State) -> tuple[list[int | None], State]:
    """Who made each move that led to `state`, and the state from which they began."""
    back, seats = state.copy(), []
    while back.history:
        back.undo()
        seats.append(back.turn)
    return seats[::-1], back


def is_chance(node: Node) -> bool:
    """Whether a node is a chance outcome rather than a seat's move."""
    return node.seat == CHANCE
