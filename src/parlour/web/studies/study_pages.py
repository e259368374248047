"""The pages of studies: where one is begun, the study itself, invitations to change one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.records import FORMS
from parlour.web.common.game_registry import known_specs
from parlour.web.dependencies import limit_new_games
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, option_words, page
from parlour.web.http.query_parameters import AskedView
from parlour.web.people.identity import Visitor
from parlour.web.studies import study_store
from parlour.web.studies.study import Study
from parlour.web.studies.study_api import (
    LONGEST_TEXT,
    NewStudy,
    StudyId,
    begin_study,
    seen_study,
    studies_of,
)
from parlour.web.studies.study_bots import offered
from parlour.web.studies.study_import import guess_words, recognised
from parlour.web.studies.study_tree import ROOT
from parlour.web.studies.study_views import node_shown, study_shown

router = APIRouter(prefix="/study")

Secret = Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("")
async def start(request: Request, game: str = "", position: str = "") -> HTMLResponse:
    """Where a study is begun."""
    return await _start_page(request, {"game": game[:500], "position": position[:20_000]}, "")


async def _start_page(
    request: Request, given: dict[str, str], trouble: str, **more: Any
) -> HTMLResponse:
    browser = Visitor(request).browser
    mine = await study_store.of_browser(studies_of(request).store, browser)
    return page(
        request,
        "studies.html",
        422 if trouble else 200,
        games=list(known_specs().values()),
        given=given,
        trouble=trouble,
        mine=[(line, line.game.partition(":")[0], _title_of(line.game)) for line in mine],
        longest=LONGEST_TEXT,
        **more,
    )


def _title_of(game: str) -> str:
    spec = known_specs().get(game.partition(":")[0])
    return spec.title if spec else game


@router.post("")
async def begin(request: Request) -> Response:
    """Begin a study from a form; where several games fit equally well, ask which it is."""
    limit_new_games(request)
    given, visitor = await form_of(request), Visitor(request)
    text, game = given.get("text", ""), given.get("game", "")
    try:
        if len(text) > LONGEST_TEXT:
            words = f"This text is longer than {LONGEST_TEXT:,} characters."
            raise Refused(413, "too-large", f"{words} Open it as a collection instead.")
        if text.strip() and not game:
            found = await run_in_threadpool(recognised, text)
            if found.tie > 1:
                ties = [(guess.game, guess_words(guess)) for guess in found.guesses[: found.tie]]
                return await _start_page(request, given, "", ties=ties)
        if text.strip():
            wanted = NewStudy(text=text, game=game)
        else:
            wanted = NewStudy(game=game[:500], position=given.get("position", "").strip()[:20_000])
        study = await begin_study(request, wanted, visitor)
    except ParlourError as error:
        return await _start_page(request, given, str(error))
    return _to(study, visitor)


def _to(study: Study, visitor: Visitor) -> Response:
    response = RedirectResponse(f"/study/{study.id}", 303)
    visitor.name(response)
    return response


@router.get("/{study_id}")
async def show(request: Request, study_id: StudyId, asked: AskedView) -> HTMLResponse:
    """A study."""
    study, visitor = await seen_study(request, study_id)
    board = await study.work(lambda tree: node_shown(tree, ROOT, asked))
    shown = await study.work(lambda tree: study_shown(study, visitor.browser))
    studies = studies_of(request)
    invite = f"/study/{study.id}/edit/{studies.secret(study.id)}" if shown["owner"] else ""
    return page(
        request,
        "study.html",
        game=study.tree.tree.game,
        options=option_words(study.tree.tree.game.name.partition(":")[2]),
        study=shown,
        shown=board,
        data={**board, "study": shown},
        picture=Markup(board["picture"]),
        invite=invite,
        forms=FORMS,
        skins=[name for name in skins() if name != USUAL_SKIN],
        engines=offered(study.tree.tree.game, request.app.state.rooms.engines),
    )


@router.get("/{study_id}/edit/{secret}")
async def invitation(request: Request, study_id: StudyId, secret: Secret) -> HTMLResponse:
    """An invitation to change a study together."""
    if not studies_of(request).opens(study_id, secret):
        raise Refused(404, "no-such-study", "This link does not open a study.")
    return page(request, "study_invitation.html")


@router.post("/{study_id}/edit/{secret}")
async def accept(request: Request, study_id: StudyId, secret: Secret) -> Response:
    """Take part in a study."""
    visitor = Visitor(request)
    study = await studies_of(request).invited(study_id, secret, visitor.browser)
    return _to(study, visitor)
