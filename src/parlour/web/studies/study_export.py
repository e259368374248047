"""What can be taken away from a study: records in every form, pictures, a page to embed, one to print."""

from __future__ import annotations

import re
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
from parlour.records.formats.registry import suffix_of
from parlour.web.dependencies import limit_new_games
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import AskedView
from parlour.web.studies.study_api import NodeKey, StudyId, seen_study
from parlour.web.studies.study_tree import StudyTree
from parlour.web.studies.study_views import seen_from

router = APIRouter()

LARGE, SMALL = 720, 320  # pixels
MOST = 120  # positions in a moving picture or a strip
PRINTED = 24  # boards on a printed page, where comments stand

Form = Annotated[str, Query(max_length=10)]


@router.get("/study/{study_id}/record", include_in_schema=False)
async def record(study_id: StudyId, request: Request, form: Form = "native") -> Response:
    """The study as a file in one of the forms."""
    study, _ = await seen_study(request, study_id)
    text = await study.work(lambda tree: tree.tree.write(form).text)
    name = re.sub(r"[^A-Za-z0-9]+", "-", study.kept.title).strip("-")[:60] or "study"
    told = {"Content-Disposition": f'attachment; filename="{name}.{suffix_of(form)}"'}
    return PlainTextResponse(text.encode("utf-8", "replace"), headers=told)


@router.get("/api/studies/{study_id}/losses/{form}", tags=["studies"])
async def losses(study_id: StudyId, form: str, request: Request) -> dict[str, Any]:
    """Whether a form can hold the study's game, and what of it is lost there."""
    study, _ = await seen_study(request, study_id)
    if form not in FORMS:
        raise BadForm(f"there is no form {form:.20}: there are {', '.join(FORMS)}")
    try:
        lost = await study.work(lambda tree: tree.tree.write(form).losses)
    except BadForm as error:
        return {"able": False, "losses": [], "words": f"{error}."}
    return {"able": True, "losses": [str(loss)[:200] for loss in lost[:50]], "words": ""}


# -- pictures ----------------------------------------------------------------------------------------


def _draw_node(tree: StudyTree, node: Node, asked: Viewpoint, size: int) -> str:
    """The board at a node, with what is drawn on it."""
    if not tree.has_positions:
        raise Refused(409, "only-heard", "There are no boards to moves that were only heard.")
    state = tree.tree.visit(node)
    at = replace(seen_from(tree, state, asked), size=size)
    return annotated_svg(state, Marks(node.cells, node.arrows, node.labels), at)


@router.get("/study/{study_id}/picture/{key}.svg", include_in_schema=False)
async def picture(study_id: StudyId, key: NodeKey, request: Request, asked: AskedView) -> Response:
    """The board at a node as SVG."""
    study, _ = await seen_study(request, study_id)
    svg = await study.work(lambda tree: _draw_node(tree, tree.node(key), asked, LARGE))
    return Response(svg, media_type="image/svg+xml")


@router.get("/study/{study_id}/picture/{key}.png", include_in_schema=False)
async def painted(study_id: StudyId, key: NodeKey, request: Request, asked: AskedView) -> Response:
    """The board at a node as PNG."""
    limit_new_games(request)
    study, _ = await seen_study(request, study_id)
    made = await study.work(lambda tree: png(_draw_node(tree, tree.node(key), asked, LARGE)))
    return Response(made, media_type="image/png")


def _line(tree: StudyTree, key: str, after: str) -> list[Node]:
    """The nodes that lead to one, the start first; `after`: from that one on."""
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
    asked: AskedView,
) -> Response:
    """The line to a node as a moving picture."""
    limit_new_games(request)
    study, _ = await seen_study(request, study_id)
    after = request.query_params.get("after", "")

    def render(tree: StudyTree) -> bytes:
        boards = (_draw_node(tree, node, asked, SMALL) for node in _line(tree, key, after))
        return moving(boards, form=form)

    return Response(await study.work(render), media_type=f"image/{form}")


@router.get("/study/{study_id}/strip/{key}.svg", include_in_schema=False)
async def strip(study_id: StudyId, key: NodeKey, request: Request, asked: AskedView) -> Response:
    """The line to a node as pictures in rows."""
    limit_new_games(request)
    study, _ = await seen_study(request, study_id)
    after = request.query_params.get("after", "")

    def render(tree: StudyTree) -> str:
        nodes = _line(tree, key, after)
        boards = [_draw_node(tree, node, asked, SMALL) for node in nodes]
        return strip_svg(boards, [_node_name(node) for node in nodes])

    return Response(await study.work(render), media_type="image/svg+xml")


def _node_name(node: Node) -> str:
    return f"{node.ply}. {node.move}"[:40] if node.parent else "start"


# -- pages -------------------------------------------------------------------------------------------


@router.get("/study/{study_id}/embed/{key}.html", include_in_schema=False)
async def embed(
    study_id: StudyId, key: NodeKey, request: Request, asked: AskedView
) -> HTMLResponse:
    """A picture with its moves as one file of HTML without any script, to put on another page."""
    made = await _page(study_id, request, asked, "study_embed.html", key)
    made.headers["Content-Disposition"] = 'attachment; filename="position.html"'
    return made


@router.get("/study/{study_id}/print", include_in_schema=False)
async def printed(study_id: StudyId, request: Request, asked: AskedView) -> HTMLResponse:
    """The whole study as a page for paper, with a board wherever something is said or drawn."""
    on_paper = replace(asked, skin="print") if asked.skin == USUAL_SKIN else asked
    return await _page(study_id, request, on_paper, "study_print.html", "")


async def _page(
    study_id: str, request: Request, asked: Viewpoint, name: str, key: str
) -> HTMLResponse:
    limit_new_games(request)
    study, _ = await seen_study(request, study_id)

    def render(tree: StudyTree) -> dict[str, Any]:
        boards: dict[str, Markup] = {}
        wanted = [tree.node(key)] if key else _worth_a_board(tree)
        if tree.has_positions:
            boards = {
                tree.keys[node]: Markup(_draw_node(tree, node, asked, SMALL)) for node in wanted
            }
        return {"nodes": tree.payload(), "boards": boards, "tags": dict(tree.tree.tags)}

    given = await study.work(render)
    here = f"{request.url.scheme}://{request.url.netloc}/study/{study.id}"
    address = f"{here}#{key}" if key else here
    return page(
        request,
        name,
        title=study.kept.title,
        address=address,
        game=study.tree.tree.game,
        picture=next(iter(given["boards"].values()), ""),
        lines=_rows(given["nodes"]),
        **given,
    )


def _worth_a_board(tree: StudyTree) -> list[Node]:
    """The nodes of the main line at which something is said or drawn, and its end."""
    said = [node for node in tree.tree.line() if any(node.comments) or node.cells or node.arrows]
    return [*said[: PRINTED - 1], *tree.tree.line()[-1:]] or [tree.tree.root]


def _rows(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves as one reads them: each with its variations after it, `opens` and `closes` about them."""
    rows: list[dict[str, Any]] = []
    waiting = _first_with_siblings(nodes[0].get("children", []))
    while waiting:
        place, others, closes = waiting.pop()
        if closes:
            rows[-1]["closes"] = rows[-1].get("closes", 0) + 1
            continue
        rows.append({**nodes[place], "opens": others is None})
        waiting += _first_with_siblings(nodes[place].get("children", []))
        for other in reversed(others or []):
            waiting += [(0, None, True), (other, None, False)]
    return rows


def _first_with_siblings(children: list[int]) -> list[tuple[int, list[int] | None, bool]]:
    """The first of some children with the others: a variation has None in their place."""
    return [(children[0], children[1:], False)] if children else []
