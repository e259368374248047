"""The record of a game on the server: its moves, players, end and clock times."""

from __future__ import annotations

from parlour.records import Tree, result_text
from parlour.records.timed import noted
from parlour.review import annotate
from parlour.web.http.error_responses import Refused
from parlour.web.play.room import Room
from parlour.web.store.database_export import seat_tags


def record_of(room: Room) -> Tree:
    """The record of a room's game so far; raises Refused if it would reveal hidden information."""
    state = room.game.position.state
    if state.game.spec.hidden and room.game.outcome is None:
        raise Refused(
            403,
            "hidden",
            "The record shows hidden information; it is available after the end.",
        )
    tags = seat_tags(state.game, room.game.seats)
    if room.game.agreed is not None:
        tags |= {
            "Result": result_text(room.game.agreed.scores),
            "Termination": room.game.agreed.reason,
        }
    tree, found = Tree.from_state(state, tags), room.review.result
    if found is not None:
        annotate(tree, found)
    return noted(tree, room.game.clock.timing) if room.game.clock else tree


def may_study(room: Room, owned: frozenset[int]) -> bool:
    """Whether the owner of these seats may analyse the game with a bot.

    Everybody may after the end. Before, only a person playing alone against bots may, in games
    without hidden information that are not rated.
    """
    if room.game.outcome is not None:
        return True
    return (
        not room.game.rated
        and len(room.game.people) == 1
        and owned == set(room.game.people)
        and not room.game.position.game.spec.hidden
    )
