"""Bots for studies: analysis while a page is open, and annotation of whole games."""

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
from parlour.web.common.game_registry import source_file
from parlour.web.http.error_responses import Refused
from parlour.web.play.snapshot import arrows
from parlour.web.studies.study import Study
from parlour.web.studies.study_edits import Annotate, MoveNote
from parlour.web.studies.study_tree import StudyTree

THINKER = "strongest:seconds=0.7"  # each round continues the last one
ROUNDS = 12  # for one position
ANNOTATOR = "strongest:seconds=0.4"
LONGEST = 400  # moves of a game to annotate
MOST_LINES = 5
MOST_MOVES = 12  # moves of a line
SEED = 1


def offered_engines(game: Game, engines: bool) -> list[str]:
    """The external engines that may analyse a game, if the server offers `engines`."""
    return engines_for(game) if engines else []


def check_thinker(game: Game, engines: bool, by: str) -> None:
    """Raise Refused unless `by` is "" (the strongest bot) or an offered engine."""
    if by and by not in offered_engines(game, engines):
        raise Refused(422, "no-such-engine", f"There is no engine {by!s:.40} for {game.name}.")


async def thoughts(
    bots: Bots, study: Study, key: str, lines: int, client: str, by: str = ""
) -> AsyncIterator[dict[str, Any]]:
    """Analyse the position at a node in rounds, until the result is proven.

    The bot thinks only while the caller asks for the next round. An engine (`by`) thinks once, for as
    long as its settings say.
    """
    thinker, rounds = (by, 1) if by else (THINKER, ROUNDS)
    state = await study.work(lambda tree: _state(tree, tree.node(key)))
    if state.turn is None or state.turn == CHANCE:
        yield {"key": key, "lines": [], "words": "There is nothing to analyse here."}
        return
    bot_game = _bot_game(f"study {study.id} {client}", state)
    nodes = 0
    for round_number in range(1, rounds + 1):
        try:
            answer = await bots.ask("several", bot_game, thinker, SEED, None, client, lines)
        except BotTrouble as error:
            yield {"key": key, "lines": [], "words": f"The bot cannot think here: {error}"}
            return
        nodes += sum(advice.nodes for advice in answer.several)
        yield {
            **_thought_payload(key, state, answer, nodes),
            "round": round_number,
            "rounds": rounds,
        }
        if answer.several[0].proven:
            return


def _state(tree: StudyTree, node: Node) -> State:
    if not tree.has_positions:
        raise Refused(409, "only-heard", "A record from one player's view cannot be analysed.")
    return node.state()


def _bot_game(table: str, state: State) -> BotGame:
    start = state.copy()
    while start.history:
        start.undo()
    return BotGame(table, state.game.name, start.text, state.history, source_file(state.game))


def _thought_payload(key: str, state: State, answer: BotAnswer, nodes: int) -> dict[str, Any]:
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
    """The first player's chance of winning, given that of the player to move; None if unknown."""
    if chance is None or state.game.seats > 2:
        return None
    return chance if state.turn == 0 else 1 - chance


def _line(state: State, advice: Advice) -> dict[str, Any]:
    chance = advice.chance
    return {
        "chance": "" if chance is None else percent(chance, advice.proven),
        "moves": list(advice.line or (advice.move,))[:MOST_MOVES],
        "arrows": arrows(state.move(advice.move)),
    }


# -- annotating a whole game ---------------------------------------------------------------------------


async def annotate_line(
    bots: Bots, study: Study, client: str, report: Callable[[float], None], by: str = ""
) -> Annotate:
    """Annotate the main line as one edit; `report` receives the progress. Raises Refused."""
    end = await study.work(lambda tree: _state(tree, [*tree.tree.root.line()][-1]))
    if len(end.history) > LONGEST:
        raise Refused(413, "too-long", f"Only games of at most {LONGEST} moves can be annotated.")
    bot_game = _bot_game(f"annotated {study.id} {client}", end)
    try:
        answer = await bots.ask(
            "review", bot_game, by or ANNOTATOR, SEED, lambda answer: report(answer.part), client
        )
    except BotTrouble as error:
        raise Refused(409, "no-review", f"This game cannot be annotated: {error}.") from error
    assert answer.review is not None
    review = answer.review
    return await study.work(lambda tree: _as_edit(tree, review))


def _as_edit(tree: StudyTree, review: Review) -> Annotate:
    nodes = [tree.tree.root, *tree.tree.line()]
    judged = {each.ply: each for each in review.judged}
    notes = [
        _note(tree, node, text, judged.get(ply))
        for ply, (node, text) in enumerate(zip(nodes, review.evaluations, strict=False))
    ]
    return Annotate(do="annotate", notes=[note for note in notes if note is not None])


def _note(
    tree: StudyTree, node: Node, evaluation: str | None, judged: Judged | None
) -> MoveNote | None:
    key = tree.keys[node]
    if judged is None or judged.glyph is None:
        return MoveNote(at=key, evaluation=evaluation) if evaluation else None
    words = judged.words(tree.tree.game.seat_names[judged.seat])
    return MoveNote(
        at=key,
        glyphs=[judged.glyph],
        evaluation=evaluation or "",
        comment=words[:400],
        better=_legal(node, judged.line) if judged.move != judged.best else [],
    )


def _legal(node: Node, line: tuple[str, ...]) -> list[str]:
    """The legal part of a line that replaces a move."""
    assert node.parent is not None
    state, legal = node.parent.state(), []
    for text in line[:6]:
        if state.turn is None or state.turn == CHANCE or text not in state.moves():
            break
        state.play(text)
        legal.append(text)
    return legal
