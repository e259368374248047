"""The record of a game at the table: its moves, who played, how it ended, the times of its clock."""

from __future__ import annotations

from parlour.records import Tree, result_text
from parlour.records.timed import noted
from parlour.review import annotate
from parlour.web.http.error_responses import Refused
from parlour.web.play.room import Room
from parlour.web.store.database_export import seat_tags


def recorded(room: Room) -> Tree:
    """The game of a room as a record, as far as it is played; raises Refused where that reveals too much."""
    state = room.game.position.state
    if state.game.spec.hidden and room.game.outcome is None:
        raise Refused(403, "hidden", "The record tells everything; it can be had when it is over.")
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


def may_be_studied(room: Room, held: frozenset[int]) -> bool:
    """Whether whoever holds these seats may look at the game with a bot's help.

    Of a game that is over everybody may. While it goes on, only who plays alone against bots, where
    nothing is hidden: never against people.
    """
    if room.game.outcome is not None:
        return True
    return (
        len(room.game.people) == 1
        and held == set(room.game.people)
        and not room.game.position.game.spec.hidden
    )
