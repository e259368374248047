"""Exception handlers: errors become JSON under /api/ and pages elsewhere."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from parlour.errors import ParlourError
from parlour.language import _, mark, translate
from parlour.web.http import page_templates
from parlour.web.http.error_responses import error_response, not_saved
from parlour.web.http.security_headers import HEADERS

MESSAGES = {
    404: mark("This page does not exist."),
    405: mark("This action is not available here."),
}
# A page prefers that an illegal move is an answer: browsers show each 4xx as an error of the page.
PREFERENCE = "illegal-moves=answered"
CODES = {404: "not-found", 405: "not-allowed", 413: "too-large", 400: "unusable"}


def add_error_handlers(app: FastAPI) -> None:
    """Install the handlers in an application."""
    app.add_exception_handler(ParlourError, _rejected_request)
    app.add_exception_handler(RequestValidationError, _rejected_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(SQLAlchemyError, _database_error)
    app.add_exception_handler(Exception, _failure)


def error_answer(request: Request, status: int, code: str, message: str) -> Response:
    """An error as JSON under /api/ and as a page elsewhere."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": code, "message": message}}, status)
    return page_templates.error_page(request, status, message)


async def _rejected_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, (ParlourError, RequestValidationError))
    if isinstance(error, RequestValidationError) and not request.url.path.startswith("/api/"):
        return page_templates.error_page(request, *_bad_address(error))
    status, code, message = error_response(error)
    if code == "illegal-move" and request.headers.get("prefer") == PREFERENCE:
        status = 200
    return error_answer(request, status, code, message)


def _bad_address(error: RequestValidationError) -> tuple[int, str]:
    """Status and words for an address that no page has."""
    first = error.errors()[0]
    place, name = (*first["loc"], "")[:2]
    if place == "query":
        value = str(first.get("input", ""))[:40]
        return 422, _(
            "This address says %(name)s=%(value)s, which is not possible here.",
            name=name,
            value=value,
        )
    return 404, translate(MESSAGES[404])


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    code = CODES.get(status, "refused")
    return error_answer(request, status, code, translate(MESSAGES.get(status, str(error.detail))))


async def _database_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SQLAlchemyError)
    return error_answer(request, *error_response(not_saved(error)))


async def _failure(request: Request, error: Exception) -> Response:
    """A fault of ours; it is answered outside the middleware, and logged by the server."""
    words = _(
        "Something went wrong on the server. Try again; if it happens again, please report it."
    )
    response = error_answer(request, 500, "failed", words)
    response.headers.update(HEADERS)
    return response
