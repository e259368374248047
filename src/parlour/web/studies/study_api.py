"""The HTTP interface of studies: create, view, edit, share."""

from __future__ import annotations

import io
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.records.source import Source
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.query_parameters import RequestedView
from parlour.web.http.security import address_of
from parlour.web.play.dependencies import (
    LONGEST_POSITION,
    GameId,
    find_room,
    limit_new_games,
    readers_of,
)
from parlour.web.play.game_record import may_study, record_of
from parlour.web.studies.study import Studies, Study
from parlour.web.studies.study_bots import annotate_line, check_thinker
from parlour.web.studies.study_edits import Add, Edit, Key
from parlour.web.studies.study_reading import guess_games, import_study, new_study
from parlour.web.studies.study_views import node_payload, steps_after, study_payload

router = APIRouter(prefix="/api/studies", tags=["studies"])
games = APIRouter(prefix="/api/games", tags=["studies"])

LONGEST_TEXT = 200_000  # characters of a pasted or dropped text; larger files become collections

StudyId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
NodeKey = Annotated[str, Path(max_length=16, pattern=r"^[A-Za-z0-9_-]+$")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TextBody(_Body):
    """A text with a recorded game."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class NewStudy(_Body):
    """The start of a study: a recorded `text`, or a `game` alone, optionally from a `position`.

    With a text, `game` names the game to read it as, and `number` chooses one of several.
    """

    text: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    game: Annotated[str, Field(max_length=500)] = ""
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] = ""
    number: Annotated[int, Field(ge=1, le=100_000)] = 1


class EditBody(_Body):
    """One change."""

    edit: Edit


class StudyStepsBody(_Body):
    """The steps of a move entered so far."""

    steps: Annotated[
        list[tuple[Literal["cell", "word"], Annotated[str, Field(max_length=2000)]]],
        Field(max_length=64),
    ]


class SharingBody(_Body):
    """Whether anyone with the link may view the study."""

    open: bool


class LinksBody(_Body):
    """The link to renew: of the study itself, or of editing it."""

    renew: Literal["view", "edit"]


class Annotator(_Body):
    """The annotator: an engine that the server offers; "" for the game's strongest bot."""

    by: Annotated[str, Field(max_length=80)] = ""


class StudyPath(BaseModel):
    """A study's id and path."""

    id: str
    path: str


def studies_of(request: Request) -> Studies:
    """The studies of the running server."""
    studies: Studies = request.app.state.studies
    return studies


async def viewable_study(request: Request, study_id: str) -> tuple[Study, Visitor]:
    """A study that the visitor may view."""
    visitor = Visitor(request)
    return await studies_of(request).find(study_id, visitor.browser), visitor


async def editable_study(request: Request, study_id: str) -> tuple[Study, Visitor]:
    """A study that the visitor may edit."""
    visitor = Visitor(request)
    return await studies_of(request).find_to_change(study_id, visitor.browser), visitor


# -- creating ----------------------------------------------------------------------------------------


@router.post("/recognise")
async def recognise(body: TextBody, request: Request) -> dict[str, Any]:
    """The games that a text may record, best first; `tie`: how many fit equally well."""
    limit_new_games(request)
    found = await readers_of(request).read_for(request, guess_games, body.text)
    guesses = [asdict(guess) for guess in found.games]
    return {"guesses": guesses, "tie": found.tie, "several": found.several}


@router.post("/decode")
async def decode(request: Request) -> dict[str, str]:
    """Decode a small file, sent as the request body, whatever its encoding."""
    limit_new_games(request)
    content = bytearray()
    async for block in request.stream():
        content += block
        if len(content) > LONGEST_TEXT:
            raise Refused(413, "too-long", f"A file may have at most {LONGEST_TEXT:,} bytes.")
    return {"text": await run_in_threadpool(_decode, bytes(content))}


def _decode(content: bytes) -> str:
    source = Source(io.BytesIO(content))
    return "".join(iter(source.read, ""))


@router.post("", status_code=201)
async def create(body: NewStudy, request: Request, response: Response) -> StudyPath:
    """Create a study of a recorded game, or of a game alone. It belongs to this browser."""
    limit_new_games(request)
    visitor = Visitor(request)
    study = await create_study(request, body, visitor)
    visitor.set_cookie(response)
    return StudyPath(id=study.id, path=f"/study/{study.id}")


async def create_study(request: Request, body: NewStudy, visitor: Visitor) -> Study:
    """A new study; raises ParlourError."""
    readers = readers_of(request)
    if body.text.strip():
        given = (body.text, body.game, body.number)
        read = await readers.read_for(request, import_study, *given)
    elif body.game or body.position:
        read = await readers.read_for(request, new_study, body.game, body.position)
    else:
        raise Refused(422, "nothing-given", "Enter a recorded game, a list of moves or a position.")
    return await studies_of(request).create(read, visitor.browser)


async def study_of_record(
    request: Request, text: str, visitor: Visitor, losses: bool = True
) -> Study:
    """A new study of a saved record; `losses`: with messages about its import."""
    read = await readers_of(request).read_for(request, import_study, text)
    return await studies_of(request).create(read, visitor.browser, losses)


@games.post("/{game_id}/study", status_code=201)
async def analyse(game_id: GameId, request: Request, response: Response) -> StudyPath:
    """Create a study of a finished game, or of your own game against bots."""
    limit_new_games(request)
    room, owned = await find_room(request, game_id)
    if not may_study(room, owned):
        words = (
            "Rated games, games between people and games with hidden information can be analysed "
            "when they are over."
        )
        raise Refused(403, "not-over", words)
    visitor = Visitor(request)
    text = await run_in_threadpool(lambda: record_of(room).write().text)
    study = await study_of_record(request, text, visitor)
    visitor.set_cookie(response)
    return StudyPath(id=study.id, path=f"/study/{study.id}")


# -- viewing -----------------------------------------------------------------------------------------


@router.get("/{study_id}")
async def show(study_id: StudyId, request: Request) -> dict[str, Any]:
    """A study with its tree as a list of nodes, each with the indices of its children."""
    study, visitor = await viewable_study(request, study_id)
    return await study.work(lambda tree: study_payload(study, visitor.browser))


@router.get("/{study_id}/nodes/{key}")
async def show_node(
    study_id: StudyId, key: NodeKey, request: Request, view: RequestedView
) -> dict[str, Any]:
    """The board at a node, and the possible moves."""
    study, _ = await viewable_study(request, study_id)
    return await study.work(lambda tree: node_payload(tree, key, view))


@router.post("/{study_id}/nodes/{key}/steps")
async def steps(
    study_id: StudyId, key: NodeKey, body: StudyStepsBody, request: Request
) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    study, _ = await viewable_study(request, study_id)
    return await study.work(lambda tree: steps_after(tree, tree.node(key), list(body.steps)))


# -- editing -----------------------------------------------------------------------------------------


async def _answer(study: Study, visitor: Visitor, at: str = "") -> dict[str, Any]:
    payload = await study.work(lambda tree: study_payload(study, visitor.browser))
    return {"at": at, "study": payload}


@router.post("/{study_id}/edits")
async def edit(study_id: StudyId, body: EditBody, request: Request) -> dict[str, Any]:
    """Apply an edit. It is saved before the response; `at` is the node to show next."""
    study, visitor = await editable_study(request, study_id)
    return await _answer(study, visitor, await study.edit(body.edit, visitor.browser))


@router.post("/{study_id}/nodes/{key}/draw")
async def draw(study_id: StudyId, key: NodeKey, request: Request) -> dict[str, Any]:
    """Draw a chance outcome at a node and add it."""
    study, visitor = await editable_study(request, study_id)
    text = await study.work(lambda tree: tree.node(key).state().draw())
    at = await study.edit(Add(do="add", at=key, moves=[text]), visitor.browser)
    return await _answer(study, visitor, at)


@router.post("/{study_id}/undo")
async def undo(study_id: StudyId, request: Request) -> dict[str, Any]:
    """Undo the last edit."""
    study, visitor = await editable_study(request, study_id)
    await study.undo(visitor.browser)
    return await _answer(study, visitor)


@router.post("/{study_id}/redo")
async def redo(study_id: StudyId, request: Request) -> dict[str, Any]:
    """Redo the last undone edit."""
    study, visitor = await editable_study(request, study_id)
    await study.redo(visitor.browser)
    return await _answer(study, visitor)


@router.post("/{study_id}/annotate")
async def annotate(
    study_id: StudyId, request: Request, body: Annotator | None = None
) -> dict[str, Any]:
    """Have a bot annotate the main line: evaluations, glyphs for mistakes, better moves."""
    study, visitor = await editable_study(request, study_id)
    limit_new_games(request)
    by = "" if body is None else body.by
    check_thinker(study.tree.tree.game, request.app.state.rooms.engines, by)
    if study.annotating is not None:
        raise Refused(409, "at-work", "A bot is already annotating this game.")

    def report(part: float) -> None:
        study.annotating = part
        study.notify_watchers()

    report(0.0)
    try:
        address = address_of(request.scope)
        annotations = await annotate_line(request.app.state.bots, study, address, report, by)
    finally:
        study.annotating = None
        study.notify_watchers()
    if annotations.notes:
        await study.edit(annotations, visitor.browser)
    return await _answer(study, visitor)


# -- sharing -----------------------------------------------------------------------------------------


@router.post("/{study_id}/sharing")
async def sharing(study_id: StudyId, body: SharingBody, request: Request) -> dict[str, Any]:
    """Share the study with anyone who has the link, or only with its editors."""
    study, visitor = await editable_study(request, study_id)
    _for_owner(study, visitor)
    await study.set_open(body.open)
    return await _answer(study, visitor)


@router.post("/{study_id}/links")
async def renew_links(study_id: StudyId, body: LinksBody, request: Request) -> StudyPath:
    """Renew a link: of the study itself, or of editing it, which also ends the others' editing.

    The old link opens nothing any more, and the answer has the new one.
    """
    study, visitor = await editable_study(request, study_id)
    _for_owner(study, visitor)
    studies = studies_of(request)
    if body.renew == "view":
        new_id = await studies.move(study)
        return StudyPath(id=new_id, path=f"/study/{new_id}")
    await study.remove_editors()
    return StudyPath(id=study.id, path=f"/study/{study.id}/edit/{await studies.secret(study.id)}")


@router.post("/{study_id}/copy", status_code=201)
async def copy(study_id: StudyId, request: Request, response: Response) -> StudyPath:
    """Copy a study for this browser."""
    limit_new_games(request)
    study, visitor = await viewable_study(request, study_id)
    text = await study.work(lambda tree: tree.text)
    copied = await study_of_record(request, text, visitor, losses=False)
    visitor.set_cookie(response)
    return StudyPath(id=copied.id, path=f"/study/{copied.id}")


@router.post("/{study_id}/remove")
async def remove(study_id: StudyId, request: Request) -> dict[str, str]:
    """Delete a study permanently."""
    study, visitor = await editable_study(request, study_id)
    _for_owner(study, visitor)
    await studies_of(request).remove(study)
    return {"result": "done"}


def _for_owner(study: Study, visitor: Visitor) -> None:
    if not study.is_owned_by(visitor.browser):
        raise Refused(403, "not-yours", "Only the owner of the study can do that.")


__all__ = ["Key", "create_study", "editable_study", "router", "studies_of", "viewable_study"]
