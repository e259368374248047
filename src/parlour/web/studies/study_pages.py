"""The pages of studies: creating one, the study itself, invitations to edit."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from parlour.errors import ParlourError
from parlour.lessons.annotated_games import all_annotated_titles
from parlour.picture.svg_png import can_paint
from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.records import FORMS
from parlour.web.common.game_registry import registered_specs
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, option_words, page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import limit_new_games, readers_of
from parlour.web.store import stored_collections
from parlour.web.studies import study_store
from parlour.web.studies.study import Study
from parlour.web.studies.study_api import (
    LONGEST_TEXT,
    NewStudy,
    StudyId,
    create_study,
    studies_of,
    viewable_study,
)
from parlour.web.studies.study_bots import offered_engines
from parlour.web.studies.study_reading import guess_games
from parlour.web.studies.study_tree import ROOT
from parlour.web.studies.study_views import node_payload, study_payload

router = APIRouter(prefix="/study", include_in_schema=False)

Secret = Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("")
async def start(request: Request, game: str = "", position: str = "") -> HTMLResponse:
    """The page for creating a study."""
    return await _start_page(request, {"game": game[:500], "position": position[:20_000]}, "")


async def _start_page(
    request: Request, form: dict[str, str], trouble: str, **more: Any
) -> HTMLResponse:
    browser = Visitor(request).browser
    mine = await study_store.of_browser(studies_of(request).store, browser)
    return page(
        request,
        "studies.html",
        422 if trouble else 200,
        games=list(registered_specs().values()),
        given=form,
        trouble=trouble,
        mine=[(each, each.game.partition(":")[0], _title_of(each.game)) for each in mine],
        collections=await stored_collections.of_browser(studies_of(request).store, browser),
        longest=LONGEST_TEXT,
        annotated=[
            (_title_of(game_id), game_id, titles)
            for game_id, titles in all_annotated_titles().items()
        ],
        **more,
    )


def _title_of(game: str) -> str:
    spec = registered_specs().get(game.partition(":")[0])
    return spec.title if spec else game


@router.post("")
async def begin(request: Request) -> Response:
    """Create a study from a form; if several games fit equally well, ask which one."""
    limit_new_games(request)
    form, visitor = await form_of(request), Visitor(request)
    text, game = form.get("text", ""), form.get("game", "")
    try:
        if len(text) > LONGEST_TEXT:
            words = f"This text is longer than {LONGEST_TEXT:,} characters."
            raise Refused(413, "too-large", f"{words} Open it as a collection instead.")
        if text.strip() and not game:
            found = await readers_of(request).read_for(request, guess_games, text)
            if found.tie > 1:
                ties = [(guess.game, guess.words) for guess in found.games[: found.tie]]
                return await _start_page(request, form, "", ties=ties)
        if text.strip():
            new_study = NewStudy(text=text, game=game)
        else:
            new_study = NewStudy(
                game=game[:500], position=form.get("position", "").strip()[:20_000]
            )
        study = await create_study(request, new_study, visitor)
    except ParlourError as error:
        return await _start_page(request, form, str(error))
    return _redirect(study, visitor)


def _redirect(study: Study, visitor: Visitor) -> Response:
    response = RedirectResponse(f"/study/{study.id}", 303)
    visitor.set_cookie(response)
    return response


@router.get("/{study_id}")
async def show(request: Request, study_id: StudyId, view: RequestedView) -> HTMLResponse:
    """A study."""
    study, visitor = await viewable_study(request, study_id)
    board = await study.work(lambda tree: node_payload(tree, ROOT, view))
    payload = await study.work(lambda tree: study_payload(study, visitor.browser))
    studies = studies_of(request)
    secret = await studies.secret(study.id) if payload["owner"] else ""
    invite = f"/study/{study.id}/edit/{secret}" if secret else ""
    return page(
        request,
        "study.html",
        game=study.tree.tree.game,
        options=option_words(study.tree.tree.game.name.partition(":")[2]),
        study=payload,
        losses=payload["told"],
        shown=board,
        data={**board, "study": payload},
        picture=Markup(board["picture"]),
        invite=invite,
        paints=can_paint(),
        forms=FORMS,
        skins=[name for name in skins() if name != USUAL_SKIN],
        engines=offered_engines(study.tree.tree.game, request.app.state.rooms.engines),
    )


@router.get("/{study_id}/edit/{secret}")
async def invitation(request: Request, study_id: StudyId, secret: Secret) -> HTMLResponse:
    """An invitation to edit a study."""
    if not await studies_of(request).is_editing_secret(study_id, secret):
        raise Refused(404, "no-such-study", "This link is not valid.")
    return page(request, "study_invitation.html")


@router.post("/{study_id}/edit/{secret}")
async def accept(request: Request, study_id: StudyId, secret: Secret) -> Response:
    """Accept an invitation to edit a study."""
    visitor = Visitor(request)
    study = await studies_of(request).accept_invitation(study_id, secret, visitor.browser)
    return _redirect(study, visitor)
