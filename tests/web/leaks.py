"""All that the server sends to a seat, to be compared byte by byte."""

from __future__ import annotations

from typing import Any

from tests.web.table import Table

VARYING = {"date", "set-cookie", "content-disposition"}

GETS = (
    *("", "?flip=true", "?seat=0", "?seat=1", "?coordinates=false", "/record"),
    *("/plies/0", "/plies/1", "/plies/2", "/plies/5", "/plies/60"),
)
POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("moves", {"move": "a1"}),
    ("moves", {"move": "ready", "ply": 0}),
    ("moves", {"move": "ready", "ply": 1}),
    ("moves", {"move": "ready", "ply": 4}),
    ("steps", {"steps": []}),
    ("steps", {"steps": [["cell", "a1"]]}),
    ("take", {"name": "spread"}),
    ("take", {"name": "nothing", "ply": 3}),
    ("undo", {}),
    ("draw", {}),
    ("claim", {}),
    ("hint", {}),
    ("answer", {"agree": True}),
    ("rematch", {}),
    ("say", {"text": " "}),
    ("resign", {"seat": 0}),
    ("arrange", {"piece": "x", "cell": "a1"}),
)


def everything(table: Table, seat: int | None, posts: bool = True) -> dict[str, bytes]:
    """Every answer that a seat or an onlooker can get, by what was asked; `posts`: by asking to act, too.

    Nothing that is asked goes on with the game, though an offer may stand afterwards.
    """
    found = {}
    headers = {**table.headers(seat), "Accept-Encoding": "identity"}  # ids are compressed unlike
    path = f"/api/games/{table.id}"
    requests: list[tuple[str, str, dict[str, Any] | None]] = [("GET", path + g, None) for g in GETS]
    if posts:
        mine = table.look(seat)["may_move"]  # then a ready row would be played, advice be at random
        left = {"take", "hint"} if mine else set()
        asked_too = [
            (what, body)
            for what, body in POSTS
            if what not in left and (what, body.get("seat")) != ("resign", seat)
        ]
        requests += [("POST", f"{path}/{what}", body) for what, body in asked_too]
    requests += [("GET", f"/games/{table.id}", None), ("GET", f"/games/{table.id}?flip=true", None)]
    for method, address, body in requests:
        answer = table.server.request(method, address, json=body, headers=headers)
        table.server.cookies.clear()
        told = sorted((k, v) for k, v in answer.headers.items() if k not in VARYING)
        whole = f"{answer.status_code} {told}\n".encode() + answer.content
        asked = f"{method} {address} {body}".replace(table.id, "ID")
        found[asked] = whole.replace(table.id.encode(), b"ID")
    return found
