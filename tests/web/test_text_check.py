"""Text that cannot be stored, and numbers that nobody means, are refused before anybody reads them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from parlour.web.http.text_check import MOST_DIGITS, UnusableText, check_json, check_text
from parlour.web.http.text_refusal import FILES
from tests.conftest import ALL
from tests.web.site import FORM_FIELDS, SiteRoute, site_routes, things

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
BAD = {
    "nul": "a\0b",
    "digits": "9" * 5000,
    "option": f"hex:size={'9' * 4400}",
    "fewer digits": "9" * (MOST_DIGITS - 1),
    "lone surrogate": "a\ud800b",
}


@pytest.mark.parametrize(
    "text",
    [
        r'{"a": "\u0000"}',
        r'{"a": "\\\u0000"}',
        '{"a": "\0"}',
        r'"\ud83d"',
        r'"\ude00"',
        r'"\uD83D\ud83d\ude00"',
        r'"\ud83d\ude00\ude00"',
        f"[{'9' * 5000}]",
        f'["{"9" * 5000}"]',
    ],
)
def test_json_that_cannot_be_used_is_refused(text: str) -> None:
    with pytest.raises(UnusableText):
        check_json(text.encode())


@pytest.mark.parametrize(
    "text", [r'"\\u0000"', r'"\ud83d\ude00"', r'"\\ud83d"', "9" * MOST_DIGITS, '"é😀\\n"']
)
def test_other_json_is_not(text: str) -> None:
    check_json(text.encode())


@pytest.mark.parametrize(
    "shape", ["\\", "\\\\u000", "\\ud83d\\ude00", "9" * MOST_DIGITS + " ", "a", "0 "]
)
def test_checking_takes_time_in_proportion_to_the_text(shape: str) -> None:
    def seconds(size: int) -> float:
        text = (shape * (size // len(shape))).encode()
        took = []
        for _ in range(3):
            began = time.process_time()
            check_json(text)
            check_text(text)
            took.append(time.process_time() - began)
        return min(took)

    assert seconds(800_000) < 6 * seconds(200_000) + 0.01


def test_the_words_say_what_is_wrong(server: TestClient) -> None:
    for answer in (
        server.get("/api/games/x%00y"),
        server.get("/api/catalogue?q=%00"),
        server.post("/api/studies", json={"text": "a\0b"}),
        server.post("/api/games/any/say", json={"text": "a\0b"}),
    ):
        assert answer.status_code == 400
        assert "NUL" in answer.json()["error"]["message"]
    page = server.get("/study?game=" + "9" * 5000)
    assert (page.status_code, "more than 1,000 digits" in page.text) == (400, True)
    assert page.headers["content-security-policy"]
    form = server.post("/study", content="text=a%00b", headers=FORM)
    assert (form.status_code, "NUL" in form.text) == (400, True)
    half = server.post("/api/studies", content=rb'{"text": "\ud800"}', headers=JSON)
    assert (half.status_code, half.json()["error"]["code"]) == (400, "unusable")
    assert server.get("/static/%00.css").status_code == 400


def test_files_may_have_any_bytes(server: TestClient) -> None:
    answer = server.post("/api/studies/decode", content=b"a\0b" + b"9" * 5000)
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["games", "studies"])
def test_a_live_connection_with_unusable_text_is_closed(server: TestClient, kind: str) -> None:
    names = things(server)
    path = f"/api/{kind}/{names['game_id' if kind == 'games' else 'study_id']}/live"
    cookie = {"Cookie": f"parlour={server.cookies['parlour']}"}
    with server.websocket_connect(path, headers=cookie) as live:
        live.receive_json()
        live.send_text(r'{"move": "a1\u0000"}')
        with pytest.raises(WebSocketDisconnect) as closed:
            receive_to_the_end(live)
    assert closed.value.code == 1007


def receive_to_the_end(live: WebSocketTestSession) -> None:
    while True:
        live.receive_json()


def requests_of(
    route: SiteRoute, names: dict[str, str], bad: str
) -> Iterator[tuple[str, bytes | None, dict[str, str]]]:
    """Requests for a route with a bad text in each place in turn: address, body, headers."""
    value = quote(bad.encode("utf-8", "surrogatepass"), safe="")
    here = route.address(names)
    for name in route.in_path:
        yield route.address({**names, name: bad}), None, {}
    for name in {*route.in_query, "after", "said"}:
        yield f"{here}?{name}={value}", None, {}
    if route.method != "POST":
        return
    for name in FORM_FIELDS:
        yield here, f"{name}={value}".encode(), FORM
    shapes: list[object] = [bad, [bad], {bad: bad}, [["cell", bad]]]
    shapes += [
        {"do": "tags", "tags": {"Event": bad}},
        {"do": "comment", "at": "start", "after": bad},
    ]
    shapes += [{"do": "marks", "at": "start", "labels": {bad: bad}}]
    for name in route.in_body:
        for shape in shapes:
            yield here, json.dumps({name: shape}).encode(), JSON
        yield here, f'{{"{name}": {"9" * 5000}}}'.encode(), JSON


@pytest.mark.long
@pytest.mark.parametrize("kind", BAD)
def test_no_route_stumbles_over_bad_text(server: TestClient, kind: str) -> None:
    """Each route meets two kinds of bad text, or all where $PARLOUR_ALL is set."""
    names, count, first = things(server), 0, list(BAD).index(kind)
    bad = BAD[kind]
    for number, route in enumerate(site_routes()):
        is_turn = ALL or (number + first) % len(BAD) < 2
        if route.path in FILES or not is_turn:  # any bytes may be sent to files
            continue
        for address, body, headers in requests_of(route, names, bad):
            answer = server.request(
                route.method, address, content=body, headers=headers, follow_redirects=False
            )
            assert answer.status_code < 500, (route.method, route.path, address[:80], body)
            count += 1
    assert count > 200
