"""A study's bot: it analyses while the study is viewed, and reviews a whole game on request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.players.kinds import engines_for
from parlour.records import Node
from parlour.review import Judged, Review
from parlour.table.game import Game, State
from parlour.table.player import Advice
from parlour.table.verdict import percent
from parlour.web.bots.worker import BotAnswer, BotGame
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.common.game_registry import own_file
from parlour.web.http.error_responses import Refused
from parlour.web.play.snapshot import arrows
from parlour.web.studies.study import Study
from parlour.web.studies.study_edits import Annotate, MachineNote
from parlour.web.studies.study_tree import StudyTree

THINKER = "strongest:seconds=0.7"  # asked again and again, it goes on where it was
ROUNDS = 12  # in which a bot thinks about one position
ANNOTATOR = "strongest:seconds=0.4"
LONGEST = 400  # moves of a game that is looked back at
MOST_LINES = 5
SHOWN = 12  # moves of a line
SEED = 1


def offered(game: Game, engines: bool) -> list[str]:
    """The outside engines that may think beside a study, where the server offers `engines` at all."""
    return engines_for(game) if engines else []


def check_thinker(game: Game, engines: bool, by: str) -> None:
    """Raise Refused for a thinker that is neither "", the game's strongest player, nor offered."""
    if by and by not in offered(game, engines):
        raise Refused(422, "no-such-engine", f"There is no {by!s:.40} to think about {game.name}.")


async def thoughts(
    bots: Bots, study: Study, key: str, lines: int, client: str, by: str = ""
) -> AsyncIterator[dict[str, Any]]:
    """What a bot thinks of the position at a node, better from time to time, until it is sure or has enough.

    It thinks only as long as the next thought is requested. An engine (`by`) thinks once: its time is
    its own.
    """
    thinker, rounds = (by, 1) if by else (THINKER, ROUNDS)
    state = await study.work(lambda tree: _state(tree, tree.node(key)))
    if state.turn is None or state.turn == CHANCE:
        yield {"key": key, "lines": [], "words": "There is no move to think about here."}
        return
    sheet = _sheet(f"study {study.id} {client}", state)
    nodes = 0
    for round_number in range(1, rounds + 1):
        try:
            answer = await bots.ask("several", sheet, thinker, SEED, None, client, lines)
        except BotTrouble as error:
            yield {"key": key, "lines": [], "words": f"The bot cannot think here: {error}"}
            return
        nodes += sum(advice.nodes for advice in answer.several)
        yield {
            **_analysis_payload(key, state, answer, nodes),
            "round": round_number,
            "rounds": rounds,
        }
        if answer.several[0].proven:
            return


def _state(tree: StudyTree, node: Node) -> State:
    if not tree.has_positions:
        raise Refused(409, "only-heard", "There is no analysis of moves that were only heard.")
    return node.state()


def _sheet(table: str, state: State) -> BotGame:
    start = state.copy()
    while start.history:
        start.undo()
    return BotGame(table, state.game.name, start.text, state.history, own_file(state.game))


def _analysis_payload(key: str, state: State, answer: BotAnswer, nodes: int) -> dict[str, Any]:
    best = answer.several[0]
    return {
        "key": key,
        "chance": first_chance(state, best.chance),
        "verdict": answer.verdict,
        "words": best.words,
        "depth": best.depth,
        "nodes": nodes,
        "sure": best.proven,
        "lines": [_line(state, advice) for advice in answer.several],
    }


def first_chance(state: State, chance: float | None) -> float | None:
    """The first seat's chance of winning, from that of the seat to move; None if unknown."""
    if chance is None or state.game.seats > 2:
        return None
    return chance if state.turn == 0 else 1 - chance


def _line(state: State, advice: Advice) -> dict[str, Any]:
    chance = advice.chance
    return {
        "chance": "" if chance is None else percent(chance, advice.proven),
        "moves": list(advice.line or (advice.move,))[:SHOWN],
        "arrows": arrows(state.move(advice.move)),
    }


# -- looking back at a whole game ----------------------------------------------------------------------


async def annotated(
    bots: Bots, study: Study, client: str, told: Callable[[float], None], by: str = ""
) -> Annotate:
    """A bot's review of the main line, as one change; `told` is called with the part done. Raises Refused."""
    end = await study.work(lambda tree: _state(tree, [*tree.tree.root.line()][-1]))
    if len(end.history) > LONGEST:
        raise Refused(413, "too-long", f"Games of at most {LONGEST} moves are annotated.")
    sheet = _sheet(f"annotated {study.id} {client}", end)
    try:
        answer = await bots.ask(
            "review", sheet, by or ANNOTATOR, SEED, lambda answer: told(answer.part), client
        )
    except BotTrouble as error:
        raise Refused(409, "no-review", f"This game cannot be annotated: {error}.") from error
    assert answer.review is not None
    found = answer.review
    return await study.work(lambda tree: _as_edit(tree, found))


def _as_edit(tree: StudyTree, found: Review) -> Annotate:
    nodes = [tree.tree.root, *tree.tree.line()]
    judged = {each.ply: each for each in found.judged}
    notes = [
        _note(tree, node, text, judged.get(ply))
        for ply, (node, text) in enumerate(zip(nodes, found.evaluations, strict=False))
    ]
    return Annotate(do="annotate", notes=[note for note in notes if note is not None])


def _note(
    tree: StudyTree, node: Node, evaluation: str | None, judged: Judged | None
) -> MachineNote | None:
    key = tree.keys[node]
    if judged is None or judged.glyph is None:
        return MachineNote(at=key, evaluation=evaluation) if evaluation else None
    words = judged.words(tree.tree.game.seat_names[judged.seat])
    return MachineNote(
        at=key,
        glyphs=[judged.glyph],
        evaluation=evaluation or "",
        comment=words[:400],
        better=_legal(node, judged.line) if judged.move != judged.best else [],
    )


def _legal(node: Node, line: tuple[str, ...]) -> list[str]:
    """A line in place of a move, as far as it is legal."""
    assert node.parent is not None
    state, legal = node.parent.state(), []
    for text in line[:6]:
        if state.turn is None or state.turn == CHANCE or text not in state.moves():
            break
        state.play(text)
        legal.append(text)
    return legal
