"""All routes of the site with addresses of things that exist, for tests that request each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.testclient import TestClient

from parlour.web.routes import ROUTERS

# The fields of all forms: their names are known to no route.
FORM_FIELDS = (
    *("text", "game", "position", "name", "number", "first", "last", "clock", "own-clock", "rated"),
    *("group", "games", "stop", "zone", "mail", "settings", "do", "step", "seat-0", "seat-1"),
    *("side-0", "name-0", "option-size", "off-monday"),
)


@dataclass
class SiteRoute:
    """A method of a route: its path, and the names of all that it reads."""

    method: str
    path: str
    in_path: list[str]
    in_query: list[str]
    in_body: list[str] = field(default_factory=list)

    def address(self, names: dict[str, str]) -> str:
        """The path with a thing's name for each parameter."""
        path = self.path
        for name in self.in_path:
            value = quote(names.get(name, "x").encode("utf-8", "surrogatepass"), safe="")
            path = path.replace(f"{{{name}}}", value).replace(f"{{{name}:path}}", value)
        return path


def site_routes() -> Iterator[SiteRoute]:
    """All routes of the site, of pages as well as of the interface."""
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute):
                for method in sorted(route.methods):
                    yield SiteRoute(
                        method,
                        route.path,
                        [one.alias for one in route.dependant.path_params],
                        list(_query(route.dependant)),
                        list(_body(route.dependant)) if method == "POST" else [],
                    )


def _query(dependant: Dependant) -> Iterator[str]:
    yield from (one.alias for one in dependant.query_params)
    for inner in dependant.dependencies:
        yield from _query(inner)


def _body(dependant: Dependant) -> Iterator[str]:
    for one in dependant.body_params:
        model = one.field_info.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            yield from model.model_fields


def things(server: TestClient) -> dict[str, str]:
    """The names of a game, a study and so on, for the parameters of routes."""
    seats = {"game": "hex:size=3", "seats": ["here", "link"]}
    game = server.post("/api/games", json=seats).json()
    study = server.post("/api/studies", json={"text": "a1 b2 c3", "game": "hex:size=5"}).json()
    return {
        "game_id": game["id"],
        "study_id": study["id"],
        "key": "start",
        "seat": "0",
        "ply": "0",
        "number": "1",
        "form": "native",
        "name": "hex",
        "secret": game["links"][0]["secret"],
    }
