"""The interface is fuzzed against its own description: no request brings about anything undescribed."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import integers
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.conftest import part
from tests.web.driving import ServerProcess

QUIET = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
CHECKS = [  # all but that whatever fits the description is carried out: a legal move cannot be described
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
    unsupported_method,
]
REAL = 3  # of four requests go to a game that there is, from somebody who has a seat in it


class Fuzzed:
    """A server, and a game on it for two people."""

    def __init__(self, served: ServerProcess) -> None:
        self.url = served.url
        body = json.dumps({"game": "hex:size=3", "seats": ["link", "link"]}).encode()
        request = urllib.request.Request(
            f"{served.url}/api/games", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            started = json.load(answer)
        self.game = started["id"]
        self.secret = started["links"][0]["secret"]


@pytest.fixture(scope="module")
def fuzzed(served: ServerProcess) -> Iterator[Fuzzed]:
    return Fuzzed(served)


@pytest.fixture(scope="module")
def described(fuzzed: Fuzzed) -> BaseSchema:
    """The interface as the server describes it."""
    refused = {"negative_data_rejection": {"expected-statuses": ["4xx"]}}
    config = schemathesis.Config.from_dict({"checks": refused})
    address = f"{fuzzed.url}/api/openapi.json"
    found: BaseSchema = schemathesis.openapi.from_url(address, config=config)
    return found


def fuzz(described: BaseSchema, fuzzed: Fuzzed, examples: int) -> None:
    """Send so many requests to each operation; each answer must be one of those described for it."""
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @seed(1)
            @settings(
                max_examples=examples, deadline=None, database=None, suppress_health_check=QUIET
            )
            @given(case=operation.as_strategy(generation_mode=mode), number=integers(0, 3))
            def send(case: Case, number: int) -> None:
                headers, checks = {}, list(CHECKS)
                if case.operation.path == "/healthz":
                    checks.remove(not_a_server_error)  # 503, as described, of a busy machine's bots
                if "game_id" in (case.path_parameters or {}) and number < REAL:
                    case.path_parameters["game_id"] = fuzzed.game
                    headers["Authorization"] = f"Bearer {fuzzed.secret}"
                    # That id may have been all that was wrong.
                    checks.remove(negative_data_rejection)
                case.call_and_validate(headers=headers, checks=checks)

            with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
                send()


@pytest.mark.long
def test_every_answer_is_as_described(described: BaseSchema, fuzzed: Fuzzed) -> None:
    fuzz(described, fuzzed, part(16))
