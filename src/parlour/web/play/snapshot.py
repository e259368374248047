"""The snapshot of a game for a page: all that its viewer may know, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Entry, Given, Move, NowhereError
from parlour.kernel.scene import Scene
from parlour.language import _, language, translate
from parlour.matches.series import keeps_of
from parlour.picture.svg_skin import skin
from parlour.picture.svg_state import viewed
from parlour.picture.svg_stock import ladder_heads_drawn, stocks_drawn
from parlour.picture.viewpoint import Viewpoint
from parlour.play.game_in_progress import BOT, Seat
from parlour.play.position import CHANCE_SEAT, ObservedMove, Position, Viewer
from parlour.players.kinds import called, suggested
from parlour.table.familiar_moves import familiar_hooks, written_line
from parlour.table.game import Game, State
from parlour.table.outcome import headline, score_text
from parlour.table.refusals import why_not
from parlour.table.telling import ending_words, last_move
from parlour.web.bots.worker import BotAnswer
from parlour.web.common.board_drawing import board
from parlour.web.common.game_registry import apply_rules
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import is_arrangeable
from parlour.web.play.room import Room

T = TypeVar("T")

MOST_PARTS = 400  # choices sent; others can be typed


@dataclass(frozen=True)
class ViewRequest:
    """A requester's owned seats and permitted viewpoint.

    `digest` identifies the requester, for arrangements of unplayed pieces.
    """

    owned: frozenset[int]
    viewpoint: Viewpoint
    digest: str = ""

    @classmethod
    def at(
        cls, room: Room, owned: frozenset[int], asked: Viewpoint, digest: str = ""
    ) -> ViewRequest:
        """Limit the viewpoint asked for to an owned seat; the board faces its player, or is flipped."""
        seat = asked.seat if asked.seat in owned else None
        if seat is None and owned and (not room.game.position.game.spec.hidden or len(owned) == 1):
            seat = min(owned)
        view = asked.view if asked.view in views(room.game.position) else None
        flip = asked.flip != room.is_upside_down(seat)
        return cls(owned, replace(asked, seat=seat, flip=flip, view=view), digest)

    @property
    def seat(self) -> Viewer:
        """The seat whose view is sent."""
        return self.viewpoint.seat


async def view_room(
    show: Callable[[Room, ViewRequest], T],
    room: Room,
    owned: frozenset[int],
    asked: Viewpoint,
    digest: str = "",
) -> T:
    """What `show` makes of a room for a requester, such as its `snapshot`."""
    return await apply_rules(
        room.game.position.game, lambda: show(room, ViewRequest.at(room, owned, asked, digest))
    )


def views(position: Position) -> list[str]:
    """The names of the game's alternative board views."""
    return sorted(position.game.notation.VIEWS)


def snapshot(room: Room, request: ViewRequest, in_parts: bool = False) -> dict[str, Any]:
    """The current game for a page or program; its picture is one text, or a list of parts."""
    position = room.game.position
    may_move = _acting_seat(room, request) is not None
    return {
        "id": room.id,
        "ply": position.log_length(request.seat),
        "game": {**game_facts(position.game), "views": views(position)},
        "turn": _turn(room),
        "seats": _seats(room, request),
        "view": request.seat,
        "may_move": may_move,
        **_last_move_facts(position, request.seat),
        "moves": _moves(position, request.seat),
        "familiar": _familiar_moves(position, request.seat),
        "position": position.state.view(_viewer(position, request.seat)),
        **_picture_facts(room, position, request, in_parts),
        "next_parts": partial(room, (), request) if may_move else None,
        "ready": list(suggested(position.state)) if may_move else [],
        "arrangeable": bool(request.owned)
        and is_arrangeable(position)
        and room.game.outcome is None,
        "reviewable": not position.game.spec.hidden and position.game.seats <= 2,
        "outcome": _outcome(room, request),
        "claimable": _claimable(room, request),
        "offer": _offer(room, request),
        "shared_hint": _shared_hint(room),
        "thinking": _thinking(room),
        "trouble": room.barred or room.trouble,
        "rematch": room.next,
        "chat": [list(line) for line in room.chat] if request.owned else [],
        "clock": None if room.game.clock is None else room.game.clock.payload,
        **({} if room.game.clock is None else {"now": room.now()}),
    }


def _claimable(room: Room, request: ViewRequest) -> str | None:
    """The reason of the draw that this viewer may claim."""
    draw = room.game.claimable(request.owned)
    return None if draw is None else draw.reason


def _moves(position: Position, viewer: Viewer) -> list[Sequence[int | str]]:
    """The seat and text of each move; in games without hidden information in lists that are shared."""
    if position.game.spec.hidden:
        return [[move.seat, move.text] for move in position.log_for(viewer)]
    return [move.seat_and_text for move in position.log]


def _familiar_moves(position: Position, viewer: Viewer) -> list[str]:
    """The moves as the game's players write or say them."""
    if position.game.spec.hidden:
        listed = position.game.notation.listed_move
        return [listed(move.text) for move in position.log_for(viewer)]
    return [move.familiar for move in position.log]


def game_facts(game: Game) -> Mapping[str, Any]:
    """What a page displays about the game itself, in the language in use."""
    return _game_facts(game, language())


@lru_cache(maxsize=1024)
def _game_facts(game: Game, _language: str) -> Mapping[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "title": game.title,
        "goal": translate(game.goal),
        "hidden": game.spec.hidden,
        "keeps": keeps_of(game),
        "lifts": bool(game.notation.ARRANGEABLE),
        "figures": dict(own.FIGURES) if (own := familiar_hooks(game)) else None,
    }


def last_cells(position: Position, viewer: Viewer) -> list[str]:
    """The cells of the last move that the viewer has seen, in order."""
    last = position.last_seen(viewer)
    return _cells_of(position, viewer, last[-1]) if last else []


def _cells_of(position: Position, viewer: Viewer, seen: ObservedMove) -> list[str]:
    ply = position.state.past[seen.ply - 1]
    return list(position.game.notation.observed_cells(ply.record, ply.code, viewer))


def _last_move_facts(position: Position, viewer: Viewer) -> dict[str, Any]:
    """The last move that the viewer has seen: its cells, what it captured and cast, and in words.

    With hidden information nothing is said of captures. A cast of dice or stones is the latest, until
    the next move but one.
    """
    seen = position.last_seen(viewer, 2)
    if not seen:
        return {"last_cells": [], "captures": False, "cast": [], "told": ""}
    moves = [_move_at(position, move.ply - 1) for move in seen]
    casts = [move.cast for move in moves if move.cast]
    return {
        "last_cells": _cells_of(position, viewer, seen[-1]),
        "captures": not position.game.spec.hidden and bool(moves[-1].captures),
        "cast": list(map(str, casts[-1])) if casts else [],
        "told": last_move(position.state, viewer, seen[-1].ply - 1),
    }


def _move_at(position: Position, ply: int) -> Move:
    played = position.state.past[ply]
    move: Move = position.game.notation.move(played.record, played.code)
    return move


def past(room: Room, request: ViewRequest, ply: int) -> dict[str, Any]:
    """The payload of an earlier position."""
    log = room.game.position.log_for(request.seat)
    if not 0 <= ply <= len(log):
        raise Refused(404, "no-such-ply", f"The game has {len(log)} moves.")
    position = room.game.position.back(log[ply - 1].ply if ply else 0)
    return {
        "ply": ply,
        "position": position.state.view(_viewer(position, request.seat)),
        **_picture_facts(room, position, request),
    }


def _picture_facts(
    room: Room, position: Position, request: ViewRequest, in_parts: bool = False
) -> dict[str, Any]:
    """The picture of a position of the room's game, with its data and notes."""
    return board_facts(position, request.viewpoint, _scene(room, position, request), in_parts)


def board_facts(
    position: Position, at: Viewpoint, scene: Scene | None = None, in_parts: bool = False
) -> dict[str, Any]:
    """A board as a picture and as data, with its notes; `scene` as for `board`."""
    drawing = board(position, at, scene)
    scene = scene or position.scene(at.seat).picture or position.scene(at.seat)
    look = skin(at.skin).look(position.game.id)
    ladder = [[asdict(rung) for rung in row] for row in scene.ladder]
    picture = drawing.parts if in_parts else drawing.picture
    return {
        "picture": picture,
        "board": drawing.cells,
        "notes": [translate(note) for note in scene.notes],
        "ladder": ladder,
        "ladder_heads": ladder_heads_drawn(scene, look),
        "stocks": stocks_drawn(scene, look),
    }


def _scene(room: Room, position: Position, request: ViewRequest) -> Scene | None:
    """The requester's own scene, if it differs from that of other viewers."""
    if request.viewpoint.view:
        return viewed(position.state, request.viewpoint)
    return room.arrangements.scene(request.digest, room.game.position, position)


def _viewer(position: Position, seat: Viewer) -> Viewer:
    """The viewer that matters: all see the same in games without hidden information."""
    return seat if position.game.spec.hidden else None


def _acting_seat(room: Room, request: ViewRequest) -> int | None:
    """The seat that the requester may move for now."""
    turn = room.game.turn
    if turn is None or turn not in request.owned:
        return None
    return turn if not room.game.position.game.spec.hidden or turn == request.seat else None


def _turn(room: Room) -> int | None:
    turn = room.game.turn
    return CHANCE_SEAT if turn == CHANCE else turn


def _seats(room: Room, request: ViewRequest) -> list[dict[str, Any]]:
    game, seats = room.game.position.game, room.game.seats
    scene = _scene(room, room.game.position, request) or room.game.position.scene(request.seat)
    facts = _seat_facts(game, tuple(scene.colours), request.viewpoint.skin, language())
    alone = len(request.owned) == 1
    return [
        {
            **facts[i],
            "kind": seat.kind,
            "who": _who(room, i, alone and i in request.owned),
            "yours": i in request.owned,
            "away": seat.kind != BOT and room.is_taken(i) and not room.is_attended(i),
            "taken": seat.kind == BOT or room.is_taken(i),
        }
        for i, seat in enumerate(seats)
    ]


@lru_cache(maxsize=1024)
def _seat_facts(
    game: Game, given: tuple[str, ...], skin_name: str, _language: str
) -> list[Mapping[str, Any]]:
    """What does not change at a table: a seat's name, and the colour of its pieces in a skin."""
    colours = [*given, *[""] * game.seats][: game.seats]
    look = skin(skin_name).look(game.id)
    return [
        {
            "seat": i,
            "name": translate(name),
            "colour": colour,
            "plays": "" if colour in ("", name.lower()) else translate(colour),
            "fill": look.paint(colour).fill if colour else "",
        }
        for i, (name, colour) in enumerate(zip(game.seat_names, colours, strict=True))
    ]


def _who(room: Room, seat: int, is_you: bool) -> str:
    player = room.game.seats[seat]
    if is_you and player.kind != BOT:
        return _("%(name)s (you)", name=player.name) if player.name else _("you")
    return player_words(player, room.is_taken(seat))


def bot_called(text: str) -> str:
    """What a bot is called, in the reader's language."""
    return _("level %(level)s", level=text) if text.isdecimal() else translate(called(text))


def _bot_words(text: str) -> str:
    if text.startswith("engine:"):
        return text.removeprefix("engine:")
    return _("random bot") if text == "random" else _("bot, %(words)s", words=bot_called(text))


def player_words(player: Seat, taken: bool) -> str:
    """The name of a player for others; `taken`: whether the seat has an owner."""
    if player.kind == BOT:
        return _bot_words(player.player)
    return player.name or (_("person") if taken else _("not here yet"))


def partial(room: Room, given: Sequence[Given], request: ViewRequest) -> dict[str, Any]:
    """The possible next steps of a move; raises Refused if the steps so far lead nowhere."""
    chosen = tuple(text for kind, text in given if kind == "cell")[-1:]
    position = room.game.position
    lying = room.arrangements.piece(request.digest, position, chosen)
    labels = {} if lying is None else {lying: f"flip {lying}"}
    if request.viewpoint.view:
        labels |= viewed(position.state, request.viewpoint).labels_of_moves
    return next_steps(position, given, labels)


def next_steps(
    position: Position, given: Sequence[Given], labels: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The possible next steps of a move in a position; raises Refused if there are none.

    `labels` replace the usual ones of some words, by text; the choices list these words first.
    """
    labels = labels or {}
    try:
        here = position.enter_steps(given)
    except NowhereError as error:
        why = why_not(position.state, error.given)
        raise Refused(422, "illegal-move", why.sentence) from error
    parts = [
        {
            "text": step.text,
            "label": labels.get(step.text, step.words),
            "main": step.main,
            "turned": step.turned,
        }
        for step in sorted(here.words, key=lambda step: step.text not in labels)
    ]
    return {
        "move": here.move,
        "cells": list(here.cells),
        "parts": parts[:MOST_PARTS],
        "beginning": _beginning(here),
        "prompt": position.prompt(here.given),
    }


def _beginning(here: Entry) -> str:
    """The steps entered so far, as text."""
    return " ".join(text for _, text in here.given)


def _outcome(room: Room, request: ViewRequest) -> dict[str, Any] | None:
    outcome = room.game.outcome
    if outcome is None:
        return None
    in_words = room.game.position.game.notation.detail_in_words
    return {
        "words": ending_words(room.game.position.game, outcome, request.owned),
        "headline": headline(room.game.position.game.seat_names, outcome),
        "reason": outcome.reason.replace("-", " "),
        "scores": [score_text(score) for score in outcome.scores],
        "details": [in_words(*detail) for detail in outcome.details.items()],
    }


def _offer(room: Room, request: ViewRequest) -> dict[str, Any] | None:
    offer = room.game.offer
    if offer is None:
        return None
    return {
        "kind": offer.kind,
        "by": offer.seat,
        "yours": offer.seat in request.owned,
        "for_you": bool(room.game.unanswered & request.owned),
        "opened": room.game.is_revealed,
    }


def _shared_hint(room: Room) -> dict[str, Any] | None:
    """The hint that all people agreed to, until the next move; empty while a bot looks for it."""
    if room.shared_hint is None or room.shared_hint[0] is not room.game.position:
        return None
    position, found = room.shared_hint
    return {} if found is None else hint_facts(position.state.copy(), found)


def hint_facts(state: State, found: BotAnswer) -> dict[str, Any]:
    """A hint for a page: its move with arrows, what it promises, and the line."""
    line = list(found.line[:8]) or [found.move]
    return {
        "move": found.move,
        "familiar": written_line(state, line) if familiar_hooks(state.game) else [],
        "arrows": arrows(state.move(found.move)),
        "chance": found.chance,
        "verdict": found.verdict or found.words,
        "line": list(found.line[:8]),
        "words": found.words,
    }


def _thinking(room: Room) -> dict[str, Any] | None:
    """Which bot is at work. With hidden information, nothing about the progress of its move."""
    progress, hidden = room.driver.progress, room.game.position.game.spec.hidden
    if hidden and room.game.turn in room.game.bots:
        return {"seat": room.game.turn, "seconds": 0.0, "compiled": 0, "part": 0.0, "due": True}
    if progress is None:
        return None
    return {
        "seat": progress.seat,
        "seconds": round(time.monotonic() - progress.since, 1),
        "compiled": progress.compiled,
        "part": 0.0 if hidden else round(progress.part, 2),
        "due": room.game.turn == progress.seat and progress.seat in room.game.bots,
    }


def arrows(move: Move) -> list[list[str]]:
    """A move as arrows for the page: the cells of each moving piece; a single cell means a ring."""
    paths = [list(path) for path in move.moved if len(path) > 1]
    drawing = {name for path in paths for name in path}
    return [*paths, *([name] for name in move.cells if name not in drawing)]
