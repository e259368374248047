"""What a page is sent of a game: all that its viewer may know of it, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Entry, Given, Move, NowhereError
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import viewed
from parlour.picture.viewpoint import Viewpoint
from parlour.play.game_in_progress import BOT, Seat
from parlour.play.position import CHANCE_SEAT, Position, Viewer
from parlour.players.kinds import called, suggested
from parlour.table.outcome import headline, score_text
from parlour.table.refusals import why_not
from parlour.table.telling import ending_words, last_move
from parlour.web.common.board_drawing import board
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import is_arrangeable
from parlour.web.play.room import Room

MOST_PARTS = 400  # choices that are sent; whoever wants another types it


@dataclass(frozen=True)
class Asker:
    """Who asks about a room: the seats that are held, and the viewpoint that may be had.

    `digest` names whoever asks: unplayed pieces may lie as each viewer likes.
    """

    held: frozenset[int]
    viewpoint: Viewpoint
    digest: str = ""

    @classmethod
    def at(cls, room: Room, held: frozenset[int], asked: Viewpoint, digest: str = "") -> Asker:
        """Somebody who holds some seats and asks for a viewpoint: only a held seat's view is given.

        Boards lie before whoever looks; what is asked for as `flip` is turned round from that.
        """
        seat = asked.seat if asked.seat in held else None
        if seat is None and held and (not room.game.position.game.spec.hidden or len(held) == 1):
            seat = min(held)
        view = asked.view if asked.view in views(room.game.position) else None
        flip = asked.flip != room.is_upside_down(seat)
        return cls(held, replace(asked, seat=seat, flip=flip, view=view), digest)

    @property
    def seat(self) -> Viewer:
        """The seat whose view is shown."""
        return self.viewpoint.seat


def views(position: Position) -> list[str]:
    """The names of the game's other ways to look at its board."""
    return sorted(position.game.notation.VIEWS)


def snapshot(room: Room, asker: Asker, in_parts: bool = False) -> dict[str, Any]:
    """The game as it stands, for a page or a program; its picture is one text, or a list of its parts."""
    position = room.game.position
    may_move = _acting_seat(room, asker) is not None
    return {
        "id": room.id,
        "ply": position.log_length(asker.seat),
        "game": {**game_facts(position), "views": views(position)},
        "turn": _turn(room),
        "seats": _seats(room, asker),
        "view": asker.seat,
        "may_move": may_move,
        "last_cells": last_cells(position, asker.seat),
        "captures": _captures(position, asker.seat),
        "cast": _cast(position, asker.seat),
        "moves": [[heard.seat, heard.text] for heard in position.log_for(asker.seat)],
        "position": position.state.view(_viewer(position, asker.seat)),
        **_shown(room, position, asker, in_parts),
        "next_parts": partial(room, (), asker) if may_move else None,
        "ready": list(suggested(position.state)) if may_move else [],
        "arrangeable": bool(asker.held) and is_arrangeable(position) and room.game.outcome is None,
        "told": _told(position, asker.seat),
        "reviewable": not position.game.spec.hidden and position.game.seats <= 2,
        "outcome": _outcome(room, asker),
        "offer": _offer(room, asker),
        "thinking": _thinking(room),
        "trouble": room.barred or room.trouble,
        "rematch": room.next,
        "chat": [list(line) for line in room.chat] if asker.held else [],
        "clock": None if room.game.clock is None else room.game.clock.payload,
        **({} if room.game.clock is None else {"now": room.now()}),
    }


def game_facts(position: Position) -> dict[str, Any]:
    """What a page says of the game that is played."""
    game = position.game
    return {
        "id": game.id,
        "name": game.name,
        "title": game.title,
        "goal": game.goal,
        "hidden": game.spec.hidden,
    }


def last_cells(position: Position, viewer: Viewer) -> list[str]:
    """The cells of the last move, as the viewer heard of it, in order."""
    heard = position.log_for(viewer)
    if not heard:
        return []
    last = position.state.past[heard[-1].ply - 1]
    return list(position.game.notation.heard_cells(last.record, last.code, viewer))


def _captures(position: Position, viewer: Viewer) -> bool:
    """Whether the last move took something; where information is hidden nothing is said of it."""
    heard = position.log_for(viewer)
    if not heard or position.game.spec.hidden:
        return False
    last = position.state.past[heard[-1].ply - 1]
    made: Move = position.game.notation.move(last.record, last.code)
    return bool(made.captures)


def _cast(position: Position, viewer: Viewer) -> list[str]:
    """The numbers of the newest cast of dice or stones, until the next move but one."""
    for heard in reversed(position.log_for(viewer)[-2:]):
        ply = position.state.past[heard.ply - 1]
        made: Move = position.game.notation.move(ply.record, ply.code)
        if made.cast:
            return [str(number) for number in made.cast]
    return []


def past(room: Room, asker: Asker, ply: int) -> dict[str, Any]:
    """An earlier position of the game, to be looked at."""
    heard = room.game.position.log_for(asker.seat)
    if not 0 <= ply <= len(heard):
        raise Refused(404, "no-such-ply", f"The game has {len(heard)} moves.")
    position = room.game.position.back(heard[ply - 1].ply if ply else 0)
    return {
        "ply": ply,
        "position": position.state.view(_viewer(position, asker.seat)),
        **_shown(room, position, asker),
    }


def _shown(room: Room, position: Position, asker: Asker, in_parts: bool = False) -> dict[str, Any]:
    """The picture of a position of the room's game, and what the picture does not show."""
    return board_facts(position, asker.viewpoint, _scene(room, position, asker), in_parts)


def board_facts(
    position: Position, at: Viewpoint, scene: Scene | None = None, in_parts: bool = False
) -> dict[str, Any]:
    """A board as a picture and as data, and what they do not show; `scene` as for `board`."""
    drawn = board(position, at, scene)
    shown = scene or position.scene(at.seat)
    ladder = [[asdict(rung) for rung in row] for row in (shown.picture or shown).ladder]
    picture = drawn.parts if in_parts else drawn.picture
    return {
        "picture": picture,
        "board": drawn.cells,
        "notes": list(shown.notes),
        "ladder": ladder,
    }


def _scene(room: Room, position: Position, asker: Asker) -> Scene | None:
    """The scene, where it is not the same for all who may know as much."""
    if asker.viewpoint.view:
        return viewed(position.state, asker.viewpoint)
    return room.arrangements.scene(asker.digest, room.game.position, position)


def _viewer(position: Position, seat: Viewer) -> Viewer:
    """Where nothing is hidden, all see the same."""
    return seat if position.game.spec.hidden else None


def _acting_seat(room: Room, asker: Asker) -> int | None:
    """The seat for which the viewer may move now."""
    turn = room.game.turn
    if turn is None or turn not in asker.held:
        return None
    return turn if not room.game.position.game.spec.hidden or turn == asker.seat else None


def _turn(room: Room) -> int | None:
    turn = room.game.turn
    return CHANCE_SEAT if turn == CHANCE else turn


def _seats(room: Room, asker: Asker) -> list[dict[str, Any]]:
    scene = _scene(room, room.game.position, asker) or room.game.position.scene(asker.seat)
    colours = scene.colours
    alone = len(asker.held) == 1
    return [
        {
            "seat": i,
            "name": room.game.position.game.seat_names[i],
            "colour": colours[i] if i < len(colours) else "",
            "kind": seat.kind,
            "who": _who(room, i, alone and i in asker.held),
            "yours": i in asker.held,
            "taken": seat.kind == BOT or room.is_taken(i),
        }
        for i, seat in enumerate(room.game.seats)
    ]


def _who(room: Room, seat: int, is_you: bool) -> str:
    sitter = room.game.seats[seat]
    if is_you and sitter.kind != BOT:
        return f"{sitter.name} (you)" if sitter.name else "you"
    return sitter_words(sitter, room.is_taken(seat))


def _bot_words(text: str) -> str:
    if text.startswith("engine:"):
        return text.removeprefix("engine:")
    return "random bot" if text == "random" else f"bot, {called(text)}"


def sitter_words(sitter: Seat, taken: bool) -> str:
    """Who sits in a seat, to the others; `taken`: whether somebody has sat down there."""
    if sitter.kind == BOT:
        return _bot_words(sitter.player)
    return sitter.name or ("person" if taken else "not here yet")


def partial(room: Room, given: Sequence[Given], asker: Asker) -> dict[str, Any]:
    """What may come next after the steps that were given; raises Refused if they lead nowhere."""
    chosen = tuple(text for kind, text in given if kind == "cell")[-1:]
    lying = room.arrangements.piece(asker.digest, room.game.position, chosen)
    return next_steps(room.game.position, given, lying)


def next_steps(
    position: Position, given: Sequence[Given], lying: str | None = None
) -> dict[str, Any]:
    """What may come next in a position after the steps that were given; raises Refused if nothing may.

    `lying` is the unplayed piece on the cell that was chosen last: to play that one is offered first.
    """
    try:
        here = position.enter_steps(given)
    except NowhereError as error:
        why = why_not(position.state, error.given)
        raise Refused(422, "illegal-move", why.sentence) from error
    parts = [
        {"text": step.text, "label": f"flip {lying}" if step.text == lying else step.words}
        for step in sorted(here.words, key=lambda step: step.text != lying)
    ]
    return {
        "move": here.move,
        "cells": list(here.cells),
        "parts": parts[:MOST_PARTS],
        "beginning": _beginning(here),
    }


def _beginning(here: Entry) -> str:
    """What was given so far."""
    return " ".join(text for _, text in here.given)


def _told(position: Position, viewer: Viewer) -> str:
    """The last move in words, as the viewer heard of it."""
    heard = position.log_for(viewer)
    return last_move(position.state, viewer, heard[-1].ply - 1) if heard else ""


def _outcome(room: Room, asker: Asker) -> dict[str, Any] | None:
    outcome = room.game.outcome
    if outcome is None:
        return None
    return {
        "words": ending_words(room.game.position.game, outcome, asker.held),
        "headline": headline(room.game.position.game.seat_names, outcome),
        "reason": outcome.reason.replace("-", " "),
        "scores": [score_text(score) for score in outcome.scores],
        "details": [f"{key}: {value}" for key, value in outcome.details.items()],
    }


def _offer(room: Room, asker: Asker) -> dict[str, Any] | None:
    offer = room.game.offer
    if offer is None:
        return None
    return {
        "kind": offer.kind,
        "by": offer.seat,
        "yours": offer.seat in asker.held,
        "for_you": bool(room.game.unanswered & asker.held),
        "opened": room.game.is_revealed,
    }


def _thinking(room: Room) -> dict[str, Any] | None:
    """Which bot is at work. Where information is hidden, nothing of how it gets on once it plays."""
    thinking, hidden = room.driver.progress, room.game.position.game.spec.hidden
    if hidden and room.game.turn in room.game.bots:
        return {"seat": room.game.turn, "seconds": 0.0, "compiled": 0, "part": 0.0, "due": True}
    if thinking is None:
        return None
    return {
        "seat": thinking.seat,
        "seconds": round(time.monotonic() - thinking.since, 1),
        "compiled": thinking.compiled,
        "part": 0.0 if hidden else round(thinking.part, 2),
        "due": room.game.turn == thinking.seat and thinking.seat in room.game.bots,
    }


def arrows(move: Move) -> list[list[str]]:
    """A move as arrows for the page: a row of cells for each piece that moves, a row of one for a ring."""
    paths = [list(path) for path in move.moved if len(path) > 1]
    drawn = {name for path in paths for name in path}
    return [*paths, *([name] for name in move.cells if name not in drawn)]
