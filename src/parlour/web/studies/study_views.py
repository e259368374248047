"""JSON payloads of a study: its tree with notes, and the board at a node."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.language import _, translate
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


def study_payload(study: Study, browser: str) -> dict[str, Any]:
    """A study without its boards."""
    tree = study.tree.tree
    return {
        "id": study.id,
        "version": study.stored.version,
        "title": study.stored.title,
        "tags": dict(tree.tags),
        "told": [line for line in study.stored.losses.split("\n") if line],
        "open": study.stored.open,
        "yours": study.may_change(browser),
        "owner": study.is_owned_by(browser),
        "undo": study.can_undo,
        "redo": study.can_redo,
        "seats": list(tree.game.seat_names),
        "names": [translate(name) for name in tree.game.seat_names],
        "nodes": study.tree.node_list(),
    }


def node_payload(tree: StudyTree, key: str, requested: Viewpoint) -> dict[str, Any]:
    """The board at a node and the possible moves, in the format of the game page."""
    node = tree.node(key)
    position = Position(node.state() if tree.has_positions else tree.tree.beginning)
    payload: dict[str, Any] = {
        "key": key,
        "ply": node.ply,
        "game": {
            **game_facts(position.game),
            "views": views(position) if tree.has_positions else [],
        },
        "arrangeable": False,
    }
    if not tree.has_positions:
        return payload | _without_board(tree)
    state = position.state
    at = study_viewpoint(tree, state, requested)
    scene = viewed(state, at) if at.view else None
    return {
        **payload,
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


def study_viewpoint(tree: StudyTree, state: State, requested: Viewpoint) -> Viewpoint:
    """The viewpoint on a position for a request; skins are shipped ones only."""
    seat = viewer(state, requested.seat)
    view = requested.view if requested.view in state.game.notation.VIEWS else None
    skin = requested.skin if requested.skin in skins() else USUAL_SKIN
    far = seat is not None and lies_far(tree.tree.beginning.scene(seat), seat)
    return replace(requested, seat=seat, view=view, skin=skin, flip=requested.flip != far)


def _without_board(tree: StudyTree) -> dict[str, Any]:
    player = tree.tree.heard_by
    return {
        "picture": "",
        "board": [],
        "notes": [f"This record shows the moves that {player} observed. It has no boards."],
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


def steps_after(tree: StudyTree, node: Node, steps: list[tuple[Any, str]]) -> dict[str, Any]:
    """The possible next steps of a move at a node; raises Refused."""
    state = tree.tree.visit(node)
    if state.turn != CHANCE:
        return next_steps(Position(state), steps)
    if steps:  # a chance outcome is a single step
        outcome = steps[-1][1]
        state.code(outcome)
        return {"move": outcome, "cells": [], "parts": [], "beginning": outcome, "prompt": ""}
    outcomes = [text for text, _ in (state.chances() or [])][:MOST_PARTS]
    parts = [{"text": text, "label": text} for text in outcomes]
    return {"move": None, "cells": [], "parts": parts, "beginning": "", "prompt": ""}


def status(state: State) -> str:
    """The status line of a position."""
    if state.outcome is not None:
        result = headline(state.game.seat_names, state.outcome)
        return f"{result}: {state.outcome.reason.replace('-', ' ')}"
    if state.turn == CHANCE:
        return _("Chance decides")
    return _("%(name)s to move", name=translate(state.game.seat_names[state.turn or 0]))


def viewer(state: State, seat: int | None) -> int | None:
    """The seat whose view to show; None in games without hidden information."""
    if not state.game.spec.hidden:
        return None
    if seat is not None and seat < state.game.seats:
        return seat
    if state.turn is not None and state.turn >= 0:
        return state.turn
    moved = [ply.record.turn for ply in reversed(state.past) if ply.record.turn >= 0]
    return int(moved[0]) if moved else 0
