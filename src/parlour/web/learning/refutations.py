"""Why a wrong move fails: a bot's process looks for the answer to it."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from parlour.puzzles.help import REFUTER
from parlour.table.game import State
from parlour.web.bots.worker import BotGame
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.common.game_registry import source_file
from parlour.web.http.error_responses import Refused

SEED = 1


async def refutation_payload(request: Request, task: str, state: State) -> dict[str, Any]:
    """The line that follows the wrong move, the last that led to `state`. Raises Refused."""
    bots: Bots = request.app.state.bots
    client = request.client.host if request.client else "?"
    start = state.copy()
    while start.history:
        start.undo()
    game = BotGame(
        f"{task} {client}", state.game.name, start.text, state.history, source_file(state.game)
    )
    try:
        answer = await bots.ask("refute", game, REFUTER, SEED, None, client)
    except BotTrouble as error:
        raise Refused(503, "no-refutation", f"No answer was found: {error}.") from error
    assert answer.refutation is not None
    return {"words": answer.refutation.words, "line": answer.refutation.line}
