"""The edits of a study: values that are saved, and applied again when the study is loaded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from parlour.errors import BadRecord
from parlour.records import Node
from parlour.review import JUDGING
from parlour.web.http.error_responses import Refused
from parlour.web.studies.study_tree import ROOT, StudyTree

Key = Annotated[str, Field(max_length=16, pattern=r"^[A-Za-z0-9_-]+$")]
Move = Annotated[str, Field(min_length=1, max_length=2000)]
Comment = Annotated[str, Field(max_length=10_000)]
Cell = Annotated[str, Field(min_length=1, max_length=20)]
# A colour of lichess, or a mark of `records.notes`.
Colour = Annotated[str, Field(pattern=r"^[A-Z]$")]
Glyph = Annotated[int, Field(ge=0, le=255)]
TagName = Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z][A-Za-z0-9_]*$")]
TagText = Annotated[str, Field(max_length=500, pattern=r"^[^\x00-\x1f]*$")]


class _Edit(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Add(_Edit):
    """Add a line of moves: a variation or a continuation."""

    do: Literal["add"]
    at: Key
    moves: Annotated[list[Move], Field(min_length=1, max_length=500)]


class SetComment(_Edit):
    """Set the comments before and after a move."""

    do: Literal["comment"]
    at: Key
    before: Comment = ""
    after: Comment = ""


class SetGlyphs(_Edit):
    """Replace the numeric glyphs of a move."""

    do: Literal["glyphs"]
    at: Key
    glyphs: Annotated[list[Glyph], Field(max_length=10)]


class SetMarks(_Edit):
    """Replace the drawings on a node's board: coloured cells, arrows, labels."""

    do: Literal["marks"]
    at: Key
    cells: Annotated[dict[Cell, Colour], Field(max_length=400)] = {}
    arrows: Annotated[list[tuple[Cell, Cell, Colour]], Field(max_length=200)] = []
    labels: Annotated[
        dict[Cell, Annotated[str, Field(min_length=1, max_length=12)]], Field(max_length=400)
    ] = {}


class Promote(_Edit):
    """Move a variation up by one; with `main`, make it the main line."""

    do: Literal["promote"]
    at: Key
    main: bool = False


class Delete(_Edit):
    """Delete a move and everything after it."""

    do: Literal["delete"]
    at: Key


class SetTags(_Edit):
    """Set tags of the game; an empty text removes a tag."""

    do: Literal["tags"]
    tags: Annotated[dict[TagName, TagText], Field(max_length=60)]


class MoveNote(_Edit, title="Note"):
    """A bot's annotation of a move: glyphs, evaluation, comment, better line."""

    __qualname__ = "Note"  # its public name in the OpenAPI document

    at: Key
    glyphs: Annotated[list[Glyph], Field(max_length=4)] = []
    evaluation: Annotated[str, Field(max_length=40)] = ""
    comment: Annotated[str, Field(max_length=400)] = ""
    better: Annotated[list[Move], Field(max_length=60)] = []


class Annotate(_Edit):
    """A bot's annotations of a line, as one edit."""

    do: Literal["annotate"]
    notes: Annotated[list[MoveNote], Field(max_length=1000)]


Edit = Annotated[
    Add | SetComment | SetGlyphs | SetMarks | Promote | Delete | SetTags | Annotate,
    Field(discriminator="do"),
]
EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)


def apply_edit(study: StudyTree, edit: Edit) -> str:
    """Apply an edit; returns the key of the node to show next.

    Raises ParlourError; some of several annotations may have been applied then.
    """
    if isinstance(edit, SetTags):
        for name, value in edit.tags.items():
            if value:
                study.tree.tags[name] = value
            elif name in study.tree.tags.given:
                del study.tree.tags[name]
        return ROOT
    if isinstance(edit, Annotate):
        for note in edit.notes:
            _annotate(study, study.node(note.at), note)
        return edit.notes[0].at if edit.notes else ROOT
    node = study.node(edit.at)
    if isinstance(edit, Add):
        return study.keys[_add_line(study, node, edit.moves)]
    if isinstance(edit, SetComment):
        node.comments = (edit.before, edit.after)
    elif isinstance(edit, SetGlyphs):
        node.glyphs = list(dict.fromkeys(edit.glyphs))
    elif isinstance(edit, SetMarks):
        _draw(study, node, edit)
    elif isinstance(edit, Promote):
        _promote(node, edit.main)
    else:
        above = node.parent
        if above is None:
            raise Refused(422, "bad-edit", "The start position cannot be deleted.")
        study.remove(node)
        return study.keys[above]
    return edit.at


def _add_line(study: StudyTree, node: Node, moves: list[str]) -> Node:
    """Add a line, or nothing if one of its moves is illegal."""
    if not study.has_positions:
        raise Refused(
            409, "only-heard", "This record shows one player's view; moves cannot be added."
        )
    before, at = len(study.nodes), node
    new: Node | None = None
    try:
        for text in moves:
            at = study.play(at, [text])
            if new is None and len(study.nodes) > before:
                new = at
    except ValueError:
        if new is not None:
            study.remove(new)
        raise
    return at


def _draw(study: StudyTree, node: Node, edit: SetMarks) -> None:
    """Set the drawings; raises BadRecord for a cell that is not on the board."""
    named = {*edit.cells, *edit.labels, *(cell for arrow in edit.arrows for cell in arrow[:2])}
    if (
        study.has_positions and named and not study.tree.game.spec.hidden
    ):  # players may see different cells
        scene = node.state().scene(None)
        shown = scene.picture or scene
        there = {cell.name for part in (scene, shown) for cell in (*part.cells, *part.aside)}
        if named - there:
            raise BadRecord(f"there is no cell {min(named - there)} on this board")
    node.cells, node.labels, node.arrows = edit.cells, edit.labels, edit.arrows


def _promote(node: Node, main: bool) -> None:
    if not main:
        # the nearest ancestor that is not a first child starts the variation
        while node.parent is not None and node.parent.children[0] is node:
            node = node.parent
        if node.parent is not None:
            node.promote(node.parent.children.index(node) - 1)
        return
    for each in node.path()[1:]:
        each.promote()


def _annotate(study: StudyTree, node: Node, note: MoveNote) -> None:
    if note.glyphs:
        node.glyphs = [*note.glyphs, *(g for g in node.glyphs if g not in JUDGING)]
    if note.evaluation:
        node.evaluation = note.evaluation
    if note.comment and note.comment not in node.comments[1]:
        before, after = node.comments
        node.comments = (before, f"{after}\n{note.comment}".strip())
    if note.better and node.parent is not None:
        _add_line(study, node.parent, note.better)
