"""A season on the server: a match for each chapter. Its address has the matches; nothing else is stored."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from parlour.errors import BadMatch, ParlourError
from parlour.matches.season import Season, season, season_story, shipped_seasons
from parlour.table.outcome import score_text
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import form_of, page, redirect_to
from parlour.web.matches import server_match
from parlour.web.matches.match_pages import REFRESH, begin_form, sides_of_form
from parlour.web.matches.server_match import ServerMatch
from parlour.web.play.dependencies import form_clock, limit_new_games, rooms_of

router = APIRouter(prefix="/matches/season", include_in_schema=False)

LONGEST = 200  # characters of the matches' names

Names = Annotated[str, Path(max_length=LONGEST)]


@router.post("")
async def begin(request: Request) -> Response:
    """Begin the matches of a season between two sides."""
    limit_new_games(request)
    form, browser = await form_of(request), Visitor(request).browser
    sides, started = sides_of_form(form), list[str]()
    try:
        clock = form_clock(form)
        for chapter in season_story(_season_name()).chapters:
            started.append(
                await server_match.create(
                    rooms_of(request), chapter.group, {}, sides, clock, browser
                )
            )
    except ParlourError as error:
        return begin_form(request, form, str(error))
    return redirect_to(request, f"/matches/season/{','.join(started)}")


def _season_name() -> str:
    return shipped_seasons()[0]


@router.get("/{names}")
async def show(request: Request, names: Names) -> HTMLResponse:
    """The story so far, the standings, and at the end the ceremony."""
    given = names.split(",")
    if len(given) != len(season_story(_season_name()).chapters):
        raise _no_season()
    matches = [await server_match.find(rooms_of(request), name) for name in given]
    current = _season_of(matches)
    sides = matches[0].names()
    last = current.current
    told = len(matches) if last is None else last + 1
    return page(
        request,
        "season.html",
        story=current.story,
        names=sides,
        points=[score_text(points) for points in current.points],
        chapters=[
            _chapter(current, place, match, place < told) for place, match in enumerate(matches)
        ],
        playing=last,
        ceremony=current.ceremony(sides),
        refresh=None if last is None else REFRESH,
    )


def _season_of(matches: list[ServerMatch]) -> Season:
    """The season that these matches are; raises Refused if they are none."""
    found = season(_season_name())
    if len({match.stored.owner for match in matches}) > 1:
        raise _no_season()
    try:
        for place, match in enumerate(matches):
            found = found.with_match(place, match.state)
    except BadMatch as error:
        raise _no_season() from error
    return found


def _no_season() -> Refused:
    return Refused(404, "no-such-season", "These matches are no season.")


def _chapter(current: Season, place: int, match: ServerMatch, told: bool) -> dict[str, Any]:
    """A chapter for the page; its story only once its turn has come."""
    chapter, outcome = current.story.chapters[place], match.state.outcome
    return {
        "id": match.stored.id,
        "season": chapter.season,
        "title": match.state.group.title,
        "story": chapter.story if told else "",
        "points": [score_text(points) for points in match.state.points],
        "over": outcome is not None,
        "winner": match.names()[outcome[1]] if outcome and outcome[1] is not None else "",
    }
