"""Studies over HTTP: opening, looking at a node, changing, sharing; described at /api/openapi.json."""

from __future__ import annotations

import io
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.records import Tree
from parlour.records.source import Source
from parlour.web.common.game_registry import known_game
from parlour.web.dependencies import LONGEST_POSITION, GameId, find_room, limit_new_games
from parlour.web.http.error_responses import Refused
from parlour.web.http.query_parameters import AskedView
from parlour.web.http.security import address_of
from parlour.web.people.identity import Visitor
from parlour.web.play.game_record import may_study, record_of
from parlour.web.studies.study import Studies, Study
from parlour.web.studies.study_bots import annotated, check_thinker
from parlour.web.studies.study_edits import Add, Edit, Key
from parlour.web.studies.study_import import guess_words, opened, recognised
from parlour.web.studies.study_views import node_shown, steps_after, study_shown

router = APIRouter(prefix="/api/studies", tags=["studies"])
games = APIRouter(prefix="/api/games", tags=["studies"])

LONGEST_TEXT = 200_000  # characters of what is pasted or dropped; larger files go to a collection

StudyId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
NodeKey = Annotated[str, Path(max_length=16, pattern=r"^[A-Za-z0-9_-]+$")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextBody(_Body):
    """A text in which a game is recorded."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class NewStudy(_Body):
    """What a study begins with: a recorded `text`, of the `game` with this name if one is given, or

    a `game` alone, from its start or from a `position`. `number`: which of the text's games.
    """

    text: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    game: Annotated[str, Field(max_length=500)] = ""
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] = ""
    number: Annotated[int, Field(ge=1, le=100_000)] = 1


class EditBody(_Body):
    """One change."""

    edit: Edit


class StudyStepsBody(_Body):
    """The parts of a move that were entered so far."""

    steps: Annotated[
        list[tuple[Literal["cell", "word"], Annotated[str, Field(max_length=2000)]]],
        Field(max_length=64),
    ]


class SharingBody(_Body):
    """Whether whoever has the link may look at the study."""

    open: bool


class Annotator(_Body):
    """Who looks back at a game: an engine that the server offers; "": the game's strongest player."""

    by: Annotated[str, Field(max_length=80)] = ""


class StudyPath(BaseModel):
    """Where a study is."""

    id: str
    path: str


def studies_of(request: Request) -> Studies:
    """The studies of the running server."""
    found: Studies = request.app.state.studies
    return found


async def seen_study(request: Request, study_id: str) -> tuple[Study, Visitor]:
    """A study that the visitor may look at."""
    visitor = Visitor(request)
    return await studies_of(request).find(study_id, visitor.browser), visitor


async def own_study(request: Request, study_id: str) -> tuple[Study, Visitor]:
    """A study that the visitor may change."""
    visitor = Visitor(request)
    return await studies_of(request).find_to_change(study_id, visitor.browser), visitor


# -- opening -----------------------------------------------------------------------------------------


@router.post("/recognise")
async def recognise(body: TextBody, request: Request) -> dict[str, Any]:
    """Which games a text may be of, the likeliest first; `tie`: how many of them fit equally well."""
    limit_new_games(request)
    found = await run_in_threadpool(recognised, body.text)
    guesses = [
        {
            "game": guess.game,
            "accepted": guess.accepted,
            "of": guess.of,
            "line": guess.line,
            "words": guess_words(guess),
        }
        for guess in found.guesses
    ]
    return {"guesses": guesses, "tie": found.tie, "several": found.several}


@router.post("/decode")
async def decode(request: Request) -> dict[str, str]:
    """The text of a small file in whatever encoding it is: its bytes are the request's body."""
    limit_new_games(request)
    given = bytearray()
    async for block in request.stream():
        given += block
        if len(given) > LONGEST_TEXT:
            raise Refused(413, "too-long", f"A file of at most {LONGEST_TEXT:,} bytes is decoded.")
    source = Source(io.BytesIO(given))
    return {"text": "".join(iter(source.read, ""))}


@router.post("", status_code=201)
async def create(body: NewStudy, request: Request, response: Response) -> StudyPath:
    """Begin a study, of a recorded game or of a game alone. It belongs to the browser that asks."""
    limit_new_games(request)
    visitor = Visitor(request)
    study = await begin_study(request, body, visitor)
    visitor.name(response)
    return StudyPath(id=study.id, path=f"/study/{study.id}")


async def begin_study(request: Request, body: NewStudy, visitor: Visitor) -> Study:
    """A new study; raises ParlourError."""
    if body.text.strip():
        found = await run_in_threadpool(opened, body.text, body.game, body.number)
        tree, told = found.tree, found.told
    elif body.game or body.position:
        name = body.position.partition(" ")[0] or body.game
        tree, told = Tree(known_game(name), {}, body.position or None), ()
    else:
        raise Refused(422, "nothing-given", "Give a recorded game, a list of moves or a position.")
    return await studies_of(request).create(tree, visitor.browser, told)


@games.post("/{game_id}/study", status_code=201)
async def analyse(game_id: GameId, request: Request, response: Response) -> StudyPath:
    """Begin a study of a game at the table: of one that is over, or of one's own against bots."""
    limit_new_games(request)
    room, held = await find_room(request, game_id)
    if not may_study(room, held):
        words = (
            "A game against people, or one with hidden information, is analysed when it is over."
        )
        raise Refused(403, "not-over", words)
    visitor = Visitor(request)
    tree = await run_in_threadpool(lambda: record_of(room))
    study = await studies_of(request).create(tree, visitor.browser)
    visitor.name(response)
    return StudyPath(id=study.id, path=f"/study/{study.id}")


# -- looking -----------------------------------------------------------------------------------------


@router.get("/{study_id}")
async def show(study_id: StudyId, request: Request) -> dict[str, Any]:
    """A study with its tree: the nodes, each with the numbers of its children."""
    study, visitor = await seen_study(request, study_id)
    return await study.work(lambda tree: study_shown(study, visitor.browser))


@router.get("/{study_id}/nodes/{key}")
async def show_node(
    study_id: StudyId, key: NodeKey, request: Request, asked: AskedView
) -> dict[str, Any]:
    """The board at a node, and what may be played there."""
    study, _ = await seen_study(request, study_id)
    return await study.work(lambda tree: node_shown(tree, key, asked))


@router.post("/{study_id}/nodes/{key}/steps")
async def steps(
    study_id: StudyId, key: NodeKey, body: StudyStepsBody, request: Request
) -> dict[str, Any]:
    """What may come next after the parts of a move that were entered; nothing is played."""
    study, _ = await seen_study(request, study_id)
    return await study.work(lambda tree: steps_after(tree, tree.node(key), list(body.steps)))


# -- changing ----------------------------------------------------------------------------------------


async def _answer(study: Study, visitor: Visitor, at: str = "") -> dict[str, Any]:
    shown = await study.work(lambda tree: study_shown(study, visitor.browser))
    return {"at": at, "study": shown}


@router.post("/{study_id}/edits")
async def edit(study_id: StudyId, body: EditBody, request: Request) -> dict[str, Any]:
    """Make a change. When this answers it is kept; `at` is the node to look at then."""
    study, visitor = await own_study(request, study_id)
    return await _answer(study, visitor, await study.edit(body.edit))


@router.post("/{study_id}/nodes/{key}/draw")
async def draw(study_id: StudyId, key: NodeKey, request: Request) -> dict[str, Any]:
    """Draw a chance outcome at a node, and go to it."""
    study, visitor = await own_study(request, study_id)
    text = await study.work(lambda tree: tree.node(key).state().draw())
    at = await study.edit(Add(do="add", at=key, moves=[text]))
    return await _answer(study, visitor, at)


@router.post("/{study_id}/undo")
async def undo(study_id: StudyId, request: Request) -> dict[str, Any]:
    """Take back the last change."""
    study, visitor = await own_study(request, study_id)
    await study.undo()
    return await _answer(study, visitor)


@router.post("/{study_id}/redo")
async def redo(study_id: StudyId, request: Request) -> dict[str, Any]:
    """Do again what was taken back."""
    study, visitor = await own_study(request, study_id)
    await study.redo()
    return await _answer(study, visitor)


@router.post("/{study_id}/annotate")
async def annotate(
    study_id: StudyId, request: Request, body: Annotator | None = None
) -> dict[str, Any]:
    """Have a bot look back at the main line: evaluations, glyphs for dear moves, what was better."""
    study, visitor = await own_study(request, study_id)
    limit_new_games(request)
    by = "" if body is None else body.by
    check_thinker(study.tree.tree.game, request.app.state.rooms.engines, by)
    if study.annotating is not None:
        raise Refused(409, "at-work", "A bot is looking at this game already.")

    def report(part: float) -> None:
        study.annotating = part
        study.tell()

    report(0.0)
    try:
        who = address_of(request.scope)
        found = await annotated(request.app.state.bots, study, who, report, by)
    finally:
        study.annotating = None
        study.tell()
    if found.notes:
        await study.edit(found)
    return await _answer(study, visitor)


# -- sharing -----------------------------------------------------------------------------------------


@router.post("/{study_id}/sharing")
async def sharing(study_id: StudyId, body: SharingBody, request: Request) -> dict[str, Any]:
    """Let whoever has the link look at the study, or only those who may change it."""
    study, visitor = await own_study(request, study_id)
    _for_owner(study, visitor)
    await study.open_to_all(body.open)
    return await _answer(study, visitor)


@router.post("/{study_id}/copy", status_code=201)
async def copy(study_id: StudyId, request: Request, response: Response) -> StudyPath:
    """A copy of a study for the browser that asks."""
    limit_new_games(request)
    study, visitor = await seen_study(request, study_id)
    text = await study.work(lambda tree: tree.text)
    found = await run_in_threadpool(opened, text)
    made = await studies_of(request).create(found.tree, visitor.browser)
    visitor.name(response)
    return StudyPath(id=made.id, path=f"/study/{made.id}")


@router.post("/{study_id}/remove")
async def remove(study_id: StudyId, request: Request) -> dict[str, str]:
    """Delete a study for good."""
    study, visitor = await own_study(request, study_id)
    _for_owner(study, visitor)
    await studies_of(request).remove(study)
    return {"result": "done"}


def _for_owner(study: Study, visitor: Visitor) -> None:
    if study.kept.owner != visitor.browser:
        raise Refused(403, "not-yours", "Only who began the study can do that.")


__all__ = ["Key", "begin_study", "own_study", "router", "seen_study", "studies_of"]
