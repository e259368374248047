"""Exports of a study: records, pictures, animations, a page to embed, a page to print."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from markupsafe import Markup

from parlour.errors import BadForm
from parlour.picture.annotated import Marks, annotated_svg, moving, strip_svg
from parlour.picture.svg_png import png
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint
from parlour.records import FORMS, Node
from parlour.records.formats.format_registry import suffix_of
from parlour.records.pgn_syntax.numbering import number_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import limit_new_games, readers_of
from parlour.web.studies.study_api import NodeKey, StudyId, viewable_study
from parlour.web.studies.study_tree import StudyTree
from parlour.web.studies.study_views import study_viewpoint

router = APIRouter()

LARGE, SMALL = 720, 320  # pixels
MOST = 120  # positions in an animation or a strip
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
# Browsers follow this policy where there is also an X-Frame-Options header.
FRAMED = ALONE.replace("frame-ancestors 'none'", "frame-ancestors *")
PRINTED = 24  # boards on a printed page

Form = Annotated[str, Query(max_length=10)]


@router.get("/study/{study_id}/record", include_in_schema=False)
async def record(study_id: StudyId, request: Request, form: Form = "native") -> Response:
    """The study as a file in one of the formats."""
    study, _ = await viewable_study(request, study_id)
    text = await study.work(lambda tree: tree.tree.write(form).text)
    name = re.sub(r"[^A-Za-z0-9]+", "-", study.stored.title).strip("-")[:60] or "study"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{suffix_of(form)}"'}
    return PlainTextResponse(text.encode("utf-8", "replace"), headers=headers)


@router.get("/api/studies/{study_id}/losses/{form}", tags=["studies"], name="losses")
async def list_losses(study_id: StudyId, form: str, request: Request) -> dict[str, Any]:
    """Whether a format supports the study's game, and what it cannot save."""
    study, _ = await viewable_study(request, study_id)
    if form not in FORMS:
        raise BadForm(f"there is no format {form:.20}: there are {', '.join(FORMS)}")
    try:
        losses = await study.work(lambda tree: tree.tree.write(form).losses)
    except BadForm as error:
        return {"able": False, "losses": [], "words": f"{error}."}
    return {"able": True, "losses": [str(loss)[:200] for loss in losses[:50]], "words": ""}


# -- pictures ----------------------------------------------------------------------------------------


def _board_svg(tree: StudyTree, node: Node, view: Viewpoint, size: int) -> str:
    """The board at a node with its drawings."""
    if not tree.has_positions:
        raise Refused(409, "only-heard", "A record from one player's view has no boards.")
    state = tree.tree.visit(node)
    at = replace(study_viewpoint(tree, state, view), size=size)
    return annotated_svg(state, Marks(node.cells, node.arrows, node.labels), at)


@router.get("/study/{study_id}/picture/{key}.svg", include_in_schema=False)
async def picture(
    study_id: StudyId, key: NodeKey, request: Request, view: RequestedView
) -> Response:
    """The board at a node as SVG."""
    study, _ = await viewable_study(request, study_id)
    svg = await study.work(lambda tree: _board_svg(tree, tree.node(key), view, LARGE))
    return Response(svg, media_type="image/svg+xml")


@router.get("/study/{study_id}/picture/{key}.png", include_in_schema=False)
async def picture_png(
    study_id: StudyId, key: NodeKey, request: Request, view: RequestedView
) -> Response:
    """The board at a node as PNG."""
    limit_new_games(request)
    study, _ = await viewable_study(request, study_id)
    svg = await study.work(lambda tree: _board_svg(tree, tree.node(key), view, LARGE))
    content = await readers_of(request).read_for(request, png, svg)
    return Response(content, media_type="image/png")


def _line(tree: StudyTree, key: str, after: str) -> list[Node]:
    """The path to a node, from the root or from the node `after`."""
    nodes = tree.node(key).path()
    if after and tree.node(after) in nodes:
        nodes = nodes[nodes.index(tree.node(after)) :]
    return nodes[-MOST:]


@router.get("/study/{study_id}/line/{key}.{form}", include_in_schema=False)
async def line(
    study_id: StudyId,
    key: NodeKey,
    form: Literal["gif", "webp"],
    request: Request,
    view: RequestedView,
) -> Response:
    """An animation of the line to a node."""
    limit_new_games(request)
    study, _ = await viewable_study(request, study_id)
    after = request.query_params.get("after", "")

    def draw(tree: StudyTree) -> list[bytes]:
        """The boards, compressed: sending megabytes to a process keeps the interpreter's lock."""
        boards = (_board_svg(tree, node, view, SMALL) for node in _line(tree, key, after))
        return [zlib.compress(board.encode(), 1) for board in boards]

    boards = await study.work(draw)
    content = await readers_of(request).read_for(request, _animation, boards, form)
    return Response(content, media_type=f"image/{form}")


def _animation(boards: list[bytes], form: str) -> bytes:
    return moving((zlib.decompress(board).decode() for board in boards), form=form)


@router.get("/study/{study_id}/strip/{key}.svg", include_in_schema=False)
async def strip(study_id: StudyId, key: NodeKey, request: Request, view: RequestedView) -> Response:
    """The boards of the line to a node, in rows."""
    limit_new_games(request)
    study, _ = await viewable_study(request, study_id)
    after = request.query_params.get("after", "")

    def render(tree: StudyTree) -> str:
        nodes = _line(tree, key, after)
        boards = [_board_svg(tree, node, view, SMALL) for node in nodes]
        return strip_svg(boards, [_move_label(node) for node in nodes])

    return Response(await study.work(render), media_type="image/svg+xml")


def _move_label(node: Node) -> str:
    return f"{number_of(node)} {node.move}"[:40] if node.parent else "start"


# -- pages -------------------------------------------------------------------------------------------


@router.get("/study/{study_id}/embed/{key}.html", include_in_schema=False)
async def embed(
    study_id: StudyId, key: NodeKey, request: Request, view: RequestedView, frame: bool = False
) -> HTMLResponse:
    """A board as an HTML file without scripts; `frame`: to be shown in a page of another site.

    Another site may frame a study that anyone with the link can view.
    """
    response = await _page(study_id, request, view, "study_embed.html", key)
    study, _ = await viewable_study(request, study_id)
    response.headers["Content-Security-Policy"] = FRAMED if study.stored.open else ALONE
    if not frame:
        response.headers["Content-Disposition"] = 'attachment; filename="position.html"'
    return response


@router.get("/study/{study_id}/print", include_in_schema=False)
async def print_page(study_id: StudyId, request: Request, view: RequestedView) -> HTMLResponse:
    """The study as a page to print, with a board at each comment or drawing."""
    on_paper = replace(view, skin="print") if view.skin == USUAL_SKIN else view
    return await _page(study_id, request, on_paper, "study_print.html", "")


async def _page(
    study_id: str, request: Request, view: Viewpoint, name: str, key: str
) -> HTMLResponse:
    limit_new_games(request)
    study, _ = await viewable_study(request, study_id)

    def content(tree: StudyTree) -> dict[str, Any]:
        boards: dict[str, Markup] = {}
        nodes = [tree.node(key)] if key else _nodes_to_draw(tree)
        if tree.has_positions:
            boards = {
                tree.keys[node]: Markup(_board_svg(tree, node, view, SMALL)) for node in nodes
            }
        shown, tags = tree.node_list(), dict(tree.tree.tags)
        return {"nodes": shown, "lines": _rows(shown), "boards": boards, "tags": tags}

    values = await study.work(content)
    here = f"{request.url.scheme}://{request.url.netloc}/study/{study.id}"
    address = f"{here}#{key}" if key else here
    return page(
        request,
        name,
        title=study.stored.title,
        address=address,
        game=study.tree.tree.game,
        picture=next(iter(values["boards"].values()), ""),
        **values,
    )


def _nodes_to_draw(tree: StudyTree) -> list[Node]:
    """The nodes of the main line with comments or drawings, and its end."""
    noted = [node for node in tree.tree.line() if any(node.comments) or node.cells or node.arrows]
    return [*noted[: PRINTED - 1], *tree.tree.line()[-1:]] or [tree.tree.root]


def _rows(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves in reading order: variations follow a move, marked by `opens` and `closes`."""
    rows: list[dict[str, Any]] = []
    waiting = _pending(nodes[0].get("children", []))
    while waiting:
        place, others, closes = waiting.pop()
        if closes:
            rows[-1]["closes"] = rows[-1].get("closes", 0) + 1
            continue
        rows.append({**nodes[place], "opens": others is None})
        waiting += _pending(nodes[place].get("children", []))
        for other in reversed(others or []):
            waiting += [(0, None, True), (other, None, False)]
    return rows


def _pending(children: list[int]) -> list[tuple[int, list[int] | None, bool]]:
    """The first child with its siblings; a variation has None in their place."""
    return [(children[0], children[1:], False)] if children else []
