"""What the bots say about a move: their answer to it, and how good it is."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from parlour.language import language
from parlour.puzzles.help import REFUTER
from parlour.table.familiar_moves import written_line
from parlour.table.game import State
from parlour.web.bots.worker import BotAnswer, BotGame, TaskKind
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.common.game_registry import source_file
from parlour.web.http.error_responses import Refused

SEED = 1


async def refutation_payload(request: Request, task: str, state: State) -> dict[str, Any]:
    """The line that follows the wrong move, the last that led to `state`. Raises Refused.

    `written` is the wrong move with the line, as players write them.
    """
    try:
        answer = await ask_about(request, "refute", task, state, REFUTER)
    except BotTrouble as error:
        raise Refused(503, "no-refutation", f"No answer was found: {error}.") from error
    assert answer.refutation is not None
    words, line = answer.refutation.words, answer.refutation.line
    before = state.copy().undo()
    written = written_line(before, [state.history[-1], *line])
    return {"words": words, "line": line, "written": written}


async def ask_about(
    request: Request, kind: TaskKind, task: str, state: State, player: str
) -> BotAnswer:
    """What a bot says about a position, for the client of a request. Raises BotTrouble."""
    bots: Bots = request.app.state.bots
    client = request.client.host if request.client else "?"
    start = state.copy()
    while start.history:
        start.undo()
    game = BotGame(
        f"{task} {client}", state.game.name, start.text, state.history, source_file(state.game)
    )
    return await bots.ask(kind, game, player, SEED, None, client, language=language())
