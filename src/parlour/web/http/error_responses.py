"""Error responses: an HTTP status, a code for programs and a message for people."""

from __future__ import annotations

from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.language import translate
from parlour.play.conduct import NotAllowed
from parlour.web.store.writer import MaybeSaved


class Why(BaseModel):
    """Why a request is rejected: a code for programs, a message for people."""

    code: str
    message: str


class ErrorBody(BaseModel, title="Refusal"):
    """The body of an error response."""

    __qualname__ = "Refusal"  # its public name in the OpenAPI document

    error: Why


RESPONSES: dict[int | str, dict[str, Any]] = {
    "4XX": {"description": "Rejected, and why.", "model": ErrorBody},
    503: {
        "description": "Not possible at the moment; nothing changed, unless the code is maybe-saved.",
        "model": ErrorBody,
    },
}


class Refused(ParlourError):
    """A rejected request: the HTTP status, and a code for programs."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def unknown_game() -> Refused:
    """There is no such game."""
    return Refused(404, "no-such-game", "There is no such game.")


def not_saved(error: SQLAlchemyError) -> Refused:
    """The error for a change that the database did not acknowledge."""
    if isinstance(error, MaybeSaved):
        words = (
            "The database was lost while it saved this. Look whether it did before you repeat it."
        )
        return Refused(503, "maybe-saved", words)
    return Refused(503, "not-kept", "The database does not respond; nothing has changed.")


def damaged(problem: str) -> Refused:
    """The saved game cannot be read; it can still be exported."""
    return Refused(
        410,
        "damaged",
        f"This saved game is damaged: {problem}. `parlour export` still writes its moves.",
    )


def error_response(
    error: ParlourError | ValidationError | RequestValidationError,
) -> tuple[int, str, str]:
    """HTTP status, error code and message for a rejected request."""
    if isinstance(error, Refused):
        return error.status, error.code, translate(str(error))
    if isinstance(error, NotAllowed):
        return 403 if error.code == "not-your-seat" else 409, error.code, translate(str(error))
    if isinstance(error, ParlourError):
        return 422, _code(error), translate(str(error))
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return 422, "bad-request", f"{where}: {first['msg']}".lstrip(": ")


def _code(error: Exception) -> str:
    """The error code of an exception class: BadOption is ``bad-option``."""
    name = type(error).__name__
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
