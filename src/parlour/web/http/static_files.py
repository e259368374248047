"""Style sheets, scripts and icons, under names that change with their content.

Pages name them `/static/EDITION/…`, so that browsers keep them for good. Imports between scripts are
relative and have the same edition.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parents[1] / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"  # the browser asks whether the file has changed


@cache
def edition() -> str:
    """A digest of all files."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    digest = sha256()
    for path in files:
        digest.update(f"{path.relative_to(FOLDER)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


class EditionFiles(StaticFiles):
    """The files with or without the current edition before their path."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; one of the current edition never changes."""
        plain = path.removeprefix(f"{edition()}/")
        response = await super().get_response(plain, scope)
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = FOR_GOOD if plain != path else EACH_TIME
        return response
