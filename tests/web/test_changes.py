"""What is told of a game after the first time, where a page wants only what is new."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from parlour.web.play.deltas import changes
from tests.web.table import Table

JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=4)
)


def changed(before: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What a page makes of it (static/table/changes.js)."""
    after = {**before, **told.get("set", {})}
    for name, (length, news) in told.get("lists", {}).items():
        values = [*before[name], *[None] * length][:length]
        for index, value in news:
            values[index] = value
        after[name] = values
    return after


@given(st.data())
def test_what_is_new_makes_the_later_of_the_earlier(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from("abcde"), unique=True))
    before, after = ({name: data.draw(JSON) for name in names} for _ in range(2))
    assert changed(before, json.loads(json.dumps(changes(before, after)))) == after
    assert changes(after, after) == {}


def test_a_page_that_wants_only_changes_knows_as_much(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    headers, path = {**table.headers(1), "Host": "localhost"}, f"/api/games/{table.id}/live"
    with (
        server.websocket_connect(path, headers=headers) as usual,
        server.websocket_connect(f"{path}?changes=true", headers=headers) as lean,
    ):
        all_told, known = usual.receive_json(), lean.receive_json()
        for seat, move in enumerate(("a1", "b1")):
            assert {**known, "picture": "".join(known["picture"])} == all_told
            table.move(seat, move)
            all_told, text = usual.receive_json(), lean.receive_text()
            assert len(text) < len(json.dumps(all_told)) / 3
            known = changed(known, json.loads(text))
        assert {**known, "picture": "".join(known["picture"])} == all_told
