"""Error responses: HTTP status, a code for programs and words for people."""

from __future__ import annotations

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from parlour.errors import ParlourError
from parlour.play.conduct import NotAllowed


class Refused(ParlourError):
    """A request that is not carried out: `status` is HTTP's, `code` a word for programs."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def unknown_game() -> Refused:
    """There is no such game here."""
    return Refused(404, "no-such-game", "There is no such game here.")


def damaged(what: str) -> Refused:
    """The error for a stored game that cannot be read; it can still be exported."""
    return Refused(
        410,
        "damaged",
        f"This game's stored data is damaged: {what}. `parlour export` still writes its moves.",
    )


def error_response(
    error: ParlourError | ValidationError | RequestValidationError,
) -> tuple[int, str, str]:
    """HTTP status, error code and message for a rejected request."""
    if isinstance(error, Refused):
        return error.status, error.code, str(error)
    if isinstance(error, NotAllowed):
        return 403 if error.code == "not-your-seat" else 409, error.code, str(error)
    if isinstance(error, ParlourError):
        return 422, _code(error), str(error)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return 422, "bad-request", f"{where}: {first['msg']}".lstrip(": ")


def _code(error: Exception) -> str:
    """A word for one of Parlour's errors: BadOption is ``bad-option``."""
    name = type(error).__name__
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")
