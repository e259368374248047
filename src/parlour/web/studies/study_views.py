"""What a page is sent of a study: the tree with all its notes, and a node's board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.picture.svg_skin import skins
from parlour.picture.svg_state import viewed
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint
from parlour.play.position import Position
from parlour.records import Node
from parlour.table.game import State
from parlour.table.outcome import headline
from parlour.web.common.board_drawing import lies_far
from parlour.web.play.snapshot import MOST_PARTS, board_facts, game_facts, next_steps, views
from parlour.web.studies.study import Study
from parlour.web.studies.study_tree import StudyTree


def study_shown(study: Study, browser: str) -> dict[str, Any]:
    """A study as it stands, without its boards."""
    tree = study.tree.tree
    return {
        "id": study.id,
        "version": study.kept.version,
        "title": study.kept.title,
        "tags": dict(tree.tags),
        "told": [line for line in study.kept.told.split("\n") if line],
        "open": study.kept.open,
        "yours": study.may_change(browser),
        "owner": browser == study.kept.owner,
        "undo": study.can_undo,
        "redo": study.can_redo,
        "seats": list(tree.game.seat_names),
        "nodes": study.tree.payload(),
    }


def node_shown(tree: StudyTree, key: str, asked: Viewpoint) -> dict[str, Any]:
    """The board at a node, and what may be played there, as the table's page knows games."""
    node = tree.node(key)
    position = Position(node.state() if tree.has_positions else tree.tree.beginning)
    told: dict[str, Any] = {
        "key": key,
        "ply": node.ply,
        "game": {**game_facts(position), "views": views(position) if tree.has_positions else []},
        "arrangeable": False,
    }
    if not tree.has_positions:
        return told | _unseen(tree)
    state = position.state
    at = seen_from(tree, state, asked)
    scene = viewed(state, at) if at.view else None
    return {
        **told,
        **board_facts(position, at, scene),
        "last_cells": list(state.last_cells(at.seat, 1)),
        "position": state.text,
        "status": status(state),
        "seat": at.seat,
        "turn": state.turn,
        "may_move": state.turn is not None,
        "next_parts": steps_after(tree, node, []) if state.turn is not None else None,
        "chance": state.turn == CHANCE,
        "colours": list(position.scene(at.seat).colours),
    }


def seen_from(tree: StudyTree, state: State, asked: Viewpoint) -> Viewpoint:
    """The viewpoint from which a position of a study is shown, where one is asked for.

    Skins are shipped ones, never a folder named by the request.
    """
    seat = viewer(state, asked.seat)
    view = asked.view if asked.view in state.game.notation.VIEWS else None
    skin = asked.skin if asked.skin in skins() else USUAL_SKIN
    far = seat is not None and lies_far(tree.tree.beginning.scene(seat), seat)
    return replace(asked, seat=seat, view=view, skin=skin, flip=asked.flip != far)


def _unseen(tree: StudyTree) -> dict[str, Any]:
    who = tree.tree.heard_by
    return {
        "picture": "",
        "board": [],
        "notes": [f"These are the moves as {who} heard them: there are no boards to them."],
        "last_cells": [],
        "position": "",
        "status": "",
        "seat": None,
        "turn": None,
        "may_move": False,
        "next_parts": None,
        "chance": False,
        "colours": [],
    }


def steps_after(tree: StudyTree, node: Node, given: list[tuple[Any, str]]) -> dict[str, Any]:
    """What may come next after the steps of a move that were entered at a node; raises Refused."""
    state = tree.tree.visit(node)
    if state.turn != CHANCE:
        return next_steps(Position(state), given)
    if given:  # an outcome is chosen whole
        state.code(given[-1][1])
        return {"move": given[-1][1], "cells": [], "parts": [], "beginning": given[-1][1]}
    outcomes = [text for text, _ in (state.chances() or [])][:MOST_PARTS]
    parts = [{"text": text, "label": text} for text in outcomes]
    return {"move": None, "cells": [], "parts": parts, "beginning": ""}


def status(state: State) -> str:
    """How a position stands, in a line."""
    if state.outcome is not None:
        said = headline(state.game.seat_names, state.outcome)
        return f"{said}: {state.outcome.reason.replace('-', ' ')}"
    if state.turn == CHANCE:
        return "Chance decides"
    return f"{state.game.seat_names[state.turn or 0]} to move"


def viewer(state: State, seat: int | None) -> int | None:
    """Whose view is shown: where information is hidden that of a seat, else everybody's."""
    if not state.game.spec.hidden:
        return None
    if seat is not None and seat < state.game.seats:
        return seat
    if state.turn is not None and state.turn >= 0:
        return state.turn
    moved = [ply.record.turn for ply in reversed(state.past) if ply.record.turn >= 0]
    return int(moved[0]) if moved else 0
