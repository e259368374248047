"""The interface: playing, taking back, offers, records; who may do what; what is refused and how."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import parlour
from parlour.web.app import create_app
from parlour.web.http.security_headers import HEADERS
from parlour.web.play import driver
from parlour.web.settings import Settings
from tests.web.driving import until
from tests.web.table import Table, refused


def test_the_catalogue_lists_all_games(server: TestClient) -> None:
    told = server.get("/api/catalogue").json()
    assert [game["id"] for game in told] == parlour.games()
    hex_options = {o["name"]: o for o in next(g for g in told if g["id"] == "hex")["options"]}
    assert hex_options["size"]["allowed"] == "a whole number from 3 to 19"


def test_a_whole_game_between_two_people(server: TestClient) -> None:
    table = Table(server, "hex:size=3,pie=no", "link", "link")
    for ply, text in enumerate(["a3", "b1", "a2", "b2", "a1"]):
        answer = table.move(ply % 2, text)
        assert answer.json() == {"ply": ply + 1}, answer.text
    told = table.look()
    assert told["outcome"]["headline"] == "Red wins"
    assert told["outcome"]["scores"] == ["1", "0"]
    assert [text for _, text in told["moves"]] == ["a3", "b1", "a2", "b2", "a1"]
    assert refused(table.move(1, "c3")) == (409, "game-over")


def test_only_the_seat_to_move_moves(server: TestClient) -> None:
    table = Table(server, "hex", "link", "link")
    assert refused(table.move(1, "a1")) == (409, "not-your-turn")
    assert refused(table.move(None, "a1")) == (403, "not-your-seat")
    other = Table(server, "hex", "link", "link")
    table.secrets[0] = other.secrets[0]
    assert refused(table.move(0, "a1")) == (403, "not-your-seat")
    for what in ("undo", "resign", "draw", "claim", "hint", "rematch", "steps"):
        body = {"steps": []} if what == "steps" else {}
        assert table.do(None, what, **body).status_code in (403, 409), what


def test_a_refused_move_has_its_reason(server: TestClient) -> None:
    table = Table(server, "lines-of-action", "link", "link")
    answer = table.move(0, "b1-b2")
    assert refused(answer) == (422, "illegal-move")
    assert "b1-b2 is not a legal move" in answer.json()["error"]["message"]
    assert table.look()["ply"] == 0


def test_a_move_for_a_position_that_has_changed_is_not_played(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    assert table.do(0, "moves", move="a1", ply=0).status_code == 200
    assert refused(table.do(1, "moves", move="b2", ply=0)) == (409, "position-changed")


def test_moves_are_entered_step_by_step(server: TestClient) -> None:
    table = Table(server, "lines-of-action", "link", "link")
    told = table.do(0, "steps", steps=[["cell", "b1"]]).json()
    assert told["cells"] == ["b3", "d3", "h1"]
    whole = table.do(0, "steps", steps=[["cell", "b1"], ["cell", "h1"]]).json()
    assert whole["move"] == "b1-h1"
    assert table.look()["ply"] == 0
    wrong = table.do(0, "steps", steps=[["cell", "b1"], ["cell", "b2"]])
    assert refused(wrong) == (422, "illegal-move")
    for prefer, status in (("illegal-moves=answered", 200), ("anything", 422)):
        server.headers["Prefer"] = prefer
        again = table.do(0, "steps", steps=[["cell", "b1"], ["cell", "b2"]])
        assert refused(again) == (status, "illegal-move")
        assert table.do(None, "steps", steps=[]).status_code in (403, 409)
    del server.headers["Prefer"]


def test_a_capture_is_told_where_nothing_is_hidden(server: TestClient) -> None:
    position = (
        "lines-of-action ......../.....x.o/.....x../......../..x..o../......../o......./........ x"
    )
    table = Table(server, "lines-of-action", "link", "link", position=position)
    assert not table.look(0)["captures"]
    table.move(0, "f7xf4")
    assert table.look(1)["captures"]


def test_options_that_make_other_boards_have_little_pictures(server: TestClient) -> None:
    page = server.get("/new/lines-of-action").text
    assert 'data-option="option-setup" data-value="scrambled-eggs"' in page
    (path,) = set(re.findall(r'src="(/pictures/[^"]*scrambled-eggs)"', page))
    assert server.get(path).text != server.get("/pictures/lines-of-action.svg").text
    assert "board-choice" not in server.get("/new/tiger-bridge").text


def test_each_admirals_own_sea_lies_before_him(server: TestClient) -> None:
    table = Table(server, "naval-qi", "link", "link")
    table.wait_for_turn(0)
    heights = [{cell["name"]: cell["y"] for cell in table.look(seat)["board"]} for seat in range(2)]
    own = {
        seat: max(found, key=lambda name, y=found: y[name]) for seat, found in enumerate(heights)
    }
    assert int(own[0][1:]) > int(own[1][1:])


def test_a_bot_by_thinking_time_has_a_seat(server: TestClient) -> None:
    table = Table(server, "hex:size=4", "link", "strongest:seconds=1")
    assert table.look(0)["seats"][1]["who"] == "bot, thinks 1 second"
    page = server.get("/new/hex").text
    assert '<option value="strongest:seconds=3">Bot, thinks 3 seconds</option>' in page
    assert "strongest:" not in server.get("/new/naval-qi").text
    for game, seat in (("hex", "strongest:seconds=60"), ("naval-qi", "strongest:seconds=1")):
        answer = server.post("/api/games", json={"game": game, "seats": ["link", seat]})
        assert refused(answer) == (422, "bad-seats")


def test_a_bot_answers_and_its_move_is_taken_back_with_ours(server: TestClient) -> None:
    table = Table(server, "hex:size=3,pie=no", "link", "random")
    first = table.wait_for_turn(0)["next_parts"]["cells"][0]
    assert table.move(0, first).status_code == 200
    assert table.wait_for_turn(0)["ply"] == 2
    assert table.do(0, "undo").json() == {"result": "done"}
    assert table.look(0)["ply"] == 0
    assert refused(table.do(0, "undo")) == (409, "nothing-to-undo")


def test_a_person_is_asked_before_moves_are_taken_back(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    table.move(0, "a1")
    assert table.do(0, "undo").json() == {"result": "asked"}
    assert table.look(1)["offer"] == {
        "kind": "undo",
        "by": 0,
        "yours": False,
        "for_you": True,
        "opened": False,
    }
    assert refused(table.do(0, "answer", agree=True)) == (409, "your-own-offer")
    assert table.do(1, "answer", agree=False).status_code == 200
    assert table.look(1)["ply"] == 1
    table.do(0, "undo")
    table.do(1, "answer", agree=True)
    assert table.look(1)["ply"] == 0
    assert refused(table.do(1, "answer", agree=True)) == (409, "no-offer")


def test_a_draw_is_offered_and_agreed_to(server: TestClient) -> None:
    table = Table(server, "lines-of-action", "link", "link")
    assert refused(table.do(1, "draw")) == (409, "not-your-turn")
    assert table.do(0, "draw").json() == {"result": "asked"}
    table.do(1, "answer", agree=True)
    outcome = table.look()["outcome"]
    assert (outcome["headline"], outcome["reason"], outcome["scores"]) == (
        "A draw",
        "agreement",
        ["½", "½"],
    )


def test_a_draw_is_claimed_by_a_player_only(server: TestClient) -> None:
    table = Table(server, "chess", "link", "link")
    assert table.look()["game"]["name"] == "chess:draws=claim"
    assert refused(table.do(0, "claim")) == (409, "no-claim")
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2:
        assert table.look(0)["claimable"] is None
        table.move(int(move in ("g8-f6", "f6-g8")), move)
    assert table.look(None)["claimable"] is None
    assert table.look(0)["claimable"] == table.look(1)["claimable"] == "repetition"
    assert refused(table.do(None, "claim")) == (403, "not-your-seat")
    assert table.do(0, "claim", why="x" * 1000).json() == {"result": "done"}
    outcome = table.look()["outcome"]
    assert (outcome["reason"], outcome["scores"]) == ("repetition", ["½", "½"])
    assert refused(table.do(1, "claim")) == (409, "game-over")
    assert "repetition" in server.get(f"/api/games/{table.id}/record").text


def test_a_draw_is_claimed_with_the_move_that_brings_it_about(server: TestClient) -> None:
    table = Table(server, "chess", "link", "link")
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1"):
        table.move(int(move in ("g8-f6", "f6-g8")), move)
    assert refused(table.do(0, "claim", move="f6-g8")) == (409, "not-your-turn")
    assert refused(table.do(1, "claim", move="e7-e5")) == (409, "no-claim")
    assert refused(table.do(1, "claim", move="zz")) == (422, "illegal-move")
    assert table.do(1, "claim", move="x" * 300).status_code == 422
    assert table.do(1, "claim", move=3).status_code == 422
    assert table.do(1, "claim", move="f6-g8").json() == {"result": "done"}
    assert table.look()["outcome"]["reason"] == "repetition"


def test_chess_may_still_be_automatic(server: TestClient) -> None:
    table = Table(server, "chess:draws=automatic", "link", "link")
    assert table.look()["game"]["name"] == "chess"
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2:
        table.move(int(move in ("g8-f6", "f6-g8")), move)
    assert table.look()["outcome"]["reason"] == "repetition"


def test_a_bot_claims_where_it_is_worse_off(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "ADVISER", "random")
    monkeypatch.setattr(driver, "claims_draw", lambda chance: True)
    bare = "chess:draws=claim 8/8/8/3k4/8/8/1Q6/K7 b - - 120 100"
    table = Table(server, "chess:draws=claim", "link", "random", position=bare)
    assert table.wait_for_turn(0)["outcome"]["reason"] == "fifty moves"


def test_the_next_table_of_a_linked_series(server: TestClient) -> None:
    table = Table(server, "revolver:players=5,rounds=4", *["link"] * 5)
    assert table.look(0)["game"]["keeps"] == ["all", "winner"]
    assert refused(table.do(0, "rematch", keep="all")) == (409, "game-goes-on")
    while (told := table.look())["outcome"] is None:
        if told["turn"] is not None and told["turn"] >= 0:
            assert table.move(told["turn"], "leave").status_code == 200
    assert table.do(0, "rematch", keep="some").status_code == 422
    assert table.do(0, "rematch", other=1).status_code == 422
    again = table.do(0, "rematch", keep="all").json()
    name = server.get(f"/api{again['path']}").json()["game"]["name"]
    assert name.startswith("revolver:forward=")
    assert name.endswith(",players=5,rounds=4")
    assert table.do(1, "rematch").json() == again


def test_there_is_no_next_table_of_another_game(server: TestClient) -> None:
    table = Table(server, "hex:size=3", "link", "link")
    assert table.do(0, "resign").status_code == 200
    assert table.do(0, "rematch", keep="all").status_code == 422
    assert table.look()["rematch"] is None


def test_resigning_and_the_rematch_with_seats_changed(server: TestClient) -> None:
    table = Table(server, "hex", "link", "1")
    assert refused(table.do(0, "rematch")) == (409, "game-goes-on")
    table.do(0, "resign")
    assert table.look()["outcome"]["headline"] == "Blue wins"
    again = table.do(0, "rematch").json()
    assert table.do(0, "rematch").json() == again
    told = server.get(f"/api/games/{again['id']}").json()
    assert [seat["kind"] for seat in told["seats"]] == ["bot", "person"]
    assert table.look()["rematch"] == again["id"]


def test_where_several_play_a_bot_takes_over(server: TestClient) -> None:
    table = Table(server, "revolver:players=5", "link", *["random"] * 4)
    table.do(0, "resign", seat=0)
    told = table.look()
    assert told["outcome"] is None or told["outcome"]["reason"] != "resignation"
    assert told["seats"][0]["kind"] == "bot"


def test_earlier_positions_can_be_looked_at(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    table.move(0, "a1")
    table.move(1, "b2")
    state = parlour.game("hex:pie=no").start()
    assert table.look(path="/plies/0")["position"] == state.text
    assert table.look(path="/plies/1")["position"] == state.play("a1").text
    assert server.get(f"/api/games/{table.id}/plies/3").status_code == 404


def test_records_are_written_and_opened(server: TestClient) -> None:
    table = Table(server, "lines-of-action", "link", "link")
    table.move(0, "b1-b3")
    text = server.get(f"/api/games/{table.id}/record").text
    assert '[Game "lines-of-action"]' in text
    opened = server.post("/api/records", json={"text": text}).json()
    told = server.get(f"/api/games/{opened['id']}").json()
    assert told["moves"] == [[0, "b1-b3"]]
    assert told["may_move"]
    server.cookies.clear()
    assert refused(server.post("/api/records", json={"text": "nonsense"}))[0] == 422
    assert refused(server.post("/api/records", json={"text": ""}))[0] == 422


def test_a_game_begins_from_a_position(server: TestClient) -> None:
    text = parlour.game("hex:size=3,pie=no").start().play("a1").text
    table = Table(server, "hex:size=3,pie=no", "link", "link", position=text)
    assert table.look()["position"] == text
    assert table.move(1, "b2").status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "nothing", "seats": ["here"]}, "unknown-game"),
        ({"game": "/etc/passwd.py", "seats": ["here"]}, "unknown-game"),
        ({"game": "hex:size=2", "seats": ["here", "1"]}, "bad-option"),
        ({"game": "hex", "seats": ["here"]}, "bad-seats"),
        ({"game": "hex", "seats": ["here", "mcts:a=1"]}, "bad-seats"),
        ({"game": "hex", "seats": ["here", "11"]}, "bad-player"),
        ({"game": "hex", "seats": ["here", "1"], "position": "hex z"}, "bad-position"),
        ({"game": "hex", "seats": ["here", "1"], "more": 1}, "bad-request"),
        ({"game": 7, "seats": ["here", "1"]}, "bad-request"),
        ({}, "bad-request"),
    ],
)
def test_games_that_cannot_be_started(server: TestClient, body: object, code: str) -> None:
    answer = server.post("/api/games", json=body)
    assert refused(answer) == (422, code)


def test_a_file_is_never_run(server: TestClient, tmp_path: object) -> None:
    path = f"{tmp_path}/evil.py"
    with open(path, "w") as file:
        file.write("raise SystemExit('it was run')")
    for name in (path, f"{path}:a=b"):
        answer = server.post("/api/games", json={"game": name, "seats": ["here"]})
        assert refused(answer) == (422, "unknown-game")
        record = server.post("/api/records", json={"text": f'[Game "{name}"]\n\n*\n'})
        assert record.status_code == 422


def test_what_is_not_there(server: TestClient) -> None:
    assert refused(server.get("/api/games/nothing")) == (404, "no-such-game")
    assert refused(server.get("/api/nothing")) == (404, "not-found")
    assert refused(server.put("/api/games/nothing")) == (405, "not-allowed")
    assert server.get("/nothing").status_code == 404
    assert server.get("/games/nothing").status_code == 404


# -- live connections --------------------------------------------------------------------------------


def test_a_live_page_is_told_of_every_move(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    path = f"/api/games/{table.id}/live"
    headers = {**table.headers(1), "Host": "localhost"}
    with server.websocket_connect(path, headers=headers) as socket:
        assert socket.receive_json()["ply"] == 0
        table.move(0, "a1")
        told = socket.receive_json()
        assert (told["ply"], told["may_move"], told["last_cells"]) == (1, True, ["a1"])


def test_moves_on_a_live_connection_are_kept_or_refused_as_posted_ones(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    path = f"/api/games/{table.id}/live"
    headers = {**table.headers(0), "Host": "localhost"}
    with server.websocket_connect(path, headers=headers) as socket:
        socket.receive_json()

        def answer(text: str) -> dict[str, Any]:
            socket.send_text(text)
            while "moved" not in (told := socket.receive_json()):
                pass
            return dict(told["moved"])

        for body in ({"move": "z9"}, {"move": "a1", "ply": 7}, {"move": "a1", "extra": 1}, {}):
            posted = table.do(0, "moves", **body)
            assert posted.status_code >= 400
            assert answer(json.dumps(body)) == posted.json()
        assert answer("nonsense")["error"]["code"] == "bad-request"
        assert answer('{"move": "a1", "ply": 0}') == {"ply": 1}
        assert table.look(1)["may_move"]
        assert answer('{"move": "b1"}')["error"]["code"] == "not-your-turn"
    with server.websocket_connect(path, headers={"Host": "localhost"}) as onlooker:
        onlooker.receive_json()
        onlooker.send_text('{"move": "b1"}')
        assert onlooker.receive_json()["moved"] == table.do(None, "moves", move="b1").json()


def test_an_answer_and_what_is_new_are_one_message(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    path = f"/api/games/{table.id}/live?changes=true"
    headers = {**table.headers(0), "Host": "localhost"}
    with server.websocket_connect(path, headers=headers) as socket:
        socket.receive_json()
        socket.send_text('{"move": "a1", "ply": 0}')
        told = socket.receive_json()
        assert (told["moved"], told["set"]["ply"]) == ({"ply": 1}, 1)
        socket.send_text('{"move": "b1"}')
        assert set(socket.receive_json()) == {"moved"}


def test_a_live_connection_that_says_too_much_is_ended(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", workers=1, rate=1, burst=6)
    with TestClient(create_app(settings), base_url="http://localhost") as server:
        table = Table(server, "hex:pie=no", "link", "link")
        headers = {**table.headers(0), "Host": "localhost"}
        with server.websocket_connect(f"/api/games/{table.id}/live", headers=headers) as socket:
            for _ in range(8):
                socket.send_text('{"move": "z9"}')
            told = [socket.receive()["type"] for _ in range(7)]
            while "websocket.close" not in told:
                told.append(socket.receive()["type"])


def test_a_live_page_of_another_site_or_of_no_game(server: TestClient) -> None:
    table = Table(server, "hex", "link", "link")
    for path, headers in (
        (f"/api/games/{table.id}/live", {"Origin": "http://evil.example", "Host": "localhost"}),
        (f"/api/games/{table.id}/live", {"Host": "evil.example"}),
        ("/api/games/nothing/live", {"Host": "localhost"}),
    ):
        with (
            pytest.raises(WebSocketDisconnect),
            server.websocket_connect(path, headers=headers) as socket,
        ):
            socket.receive_json()


# -- the guard ---------------------------------------------------------------------------------------


def test_other_hosts_and_origins_are_refused(server: TestClient) -> None:
    assert refused(server.get("/", headers={"Host": "evil.example"})) == (421, "wrong-host")
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = server.post("/api/games", json={}, headers=headers)
        assert refused(answer) == (403, "wrong-origin")
    assert server.get("/", headers={"Host": "127.0.0.1:99"}).status_code == 200


def test_large_requests_are_refused(server: TestClient) -> None:
    assert refused(server.post("/api/games", content=b"x" * 300_000)) == (413, "too-large")
    pieces = (b"x" * 50_000 for _ in range(8))
    assert refused(server.post("/api/games", content=pieces)) == (413, "too-large")


def test_frequent_requests_are_refused(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/g.sqlite"
    settings = Settings(database=url, workers=1, rate=0.001, burst=4, new_games=1)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        body = {"game": "hex", "seats": ["link", "link"]}
        assert client.post("/api/games", json=body).status_code == 201
        assert refused(client.post("/api/games", json=body)) == (429, "too-many-games")
        assert client.get("/healthz").status_code == 200
        assert client.get("/healthz").status_code == 200
        assert refused(client.get("/api/catalogue")) == (429, "too-many-requests")


def test_strict_headers_on_every_answer(server: TestClient) -> None:
    for path in ("/", "/api/catalogue", "/static/table/main.js", "/nothing", "/pictures/hex.svg"):
        headers = server.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_every_failure_has_the_strict_headers_too(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path}/g.sqlite", workers=0, rate=0.001, burst=9)
    app = create_app(settings)

    @app.get("/api/fault")
    @app.get("/fault")
    def fault() -> None:
        raise RuntimeError("a fault")

    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answers = [
            client.get("/api/fault"),
            client.get("/fault"),
            client.get("/nothing"),
            client.get("/static/nothing.js"),
            client.delete("/"),
            client.get("/", headers={"Host": "elsewhere"}),
            client.post("/api/games", headers={"Origin": "https://elsewhere"}),
            client.post("/api/games", headers={"Content-Length": "10000000"}),
            client.post("/api/games", content=iter([b"x" * 200_000] * 2)),
            *(client.get("/nothing") for _ in range(9)),
        ]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:9] == [500, 500, 404, 404, 405, 421, 403, 413, 413]
    assert statuses[-1] == 429
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answers[0].json()["error"]["code"] == "failed"
    assert "Something went wrong" in answers[1].text


def test_pages_have_neither_scripts_nor_styles_in_them(server: TestClient) -> None:
    table = Table(server, "stones-of-fortune", "link", "link")
    for path in ("/", "/new/hex", "/rules/hex", f"/games/{table.id}", table.links[0]):
        text = server.get(path).text
        assert "<style" not in text, path
        assert " style=" not in text, path
        assert " onclick" not in text, path
        scripts = [part.partition(">")[0] for part in text.split("<script")[1:]]
        assert all("src=" in s or "application/json" in s for s in scripts), path


def test_what_people_write_is_escaped(server: TestClient) -> None:
    table = Table(server, "hex", "here", "link", name="<script>alert(1)</script>")
    text = server.get(f"/games/{table.id}").text
    assert "<script>alert" not in text
    assert "</script>alert" not in text


def test_logs_hold_no_secrets(server: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        table = Table(server, "hex:pie=no", "link", "link")
        server.get(table.links[0])
        table.move(0, "a1")
        server.post(table.links[1], data={"name": "Ann"})
        cookie = server.cookies.get("parlour")
        server.cookies.clear()
    ours = [r for r in caplog.records if r.name.startswith(("parlour", "uvicorn"))]
    logged = json.dumps([str(vars(record)) for record in ours])
    assert "/join/{game_id}/{seat}/{secret}" in logged
    for secret in (*table.secrets.values(), cookie):
        assert secret
        assert secret not in logged


# -- browsers ----------------------------------------------------------------------------------------


def test_a_link_gives_a_seat_to_a_browser(server: TestClient) -> None:
    table = Table(server, "hex:pie=no", "link", "link")
    page = server.get(table.links[0])
    assert "You are invited to play Red" in page.text
    assert not table.look()["seats"][0]["taken"]  # looking at the invitation is not sitting down
    server.get("/")  # a browser gets its name
    server.post(table.links[0], data={"name": "Ann"})
    told = server.get(f"/api/games/{table.id}").json()
    assert (told["seats"][0]["who"], told["may_move"]) == ("Ann (you)", True)
    assert table.id in server.get("/").text
    server.cookies.clear()
    assert table.id not in server.get("/").text
    wrong = table.links[0][:-1] + ("A" if table.links[0][-1] != "A" else "B")
    assert server.get(wrong).status_code == 404
    assert server.post(wrong).status_code == 404
    assert server.get(table.links[0].replace("/0/", "/1/")).status_code == 404
    assert server.get(table.links[0].replace("/0/", "/99/")).status_code == 404


def test_the_cookie_is_for_servers_only(server: TestClient) -> None:
    server.cookies.clear()
    cookie = server.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    server.cookies.clear()


def test_two_clicks_and_a_game_has_begun(server: TestClient) -> None:
    assert 'href="/game/hex"' in server.get("/").text
    form = {"seat-0": "here", "seat-1": "random", "option-size": "5", "option-pie": "no"}
    page = server.post("/new/hex", data=form)
    assert page.status_code == 200
    assert page.url.path.startswith("/games/")
    told = server.get(f"/api{page.url.path}").json()
    assert told["game"]["name"] == "hex:pie=no,size=5"
    assert told["seats"][0]["who"] == "you"
    played = server.post(page.url.path, data={"move": "a1"})
    assert played.status_code == 200
    assert server.get(f"/api{page.url.path}").json()["moves"][0] == [0, "a1"]
    server.cookies.clear()


def test_a_first_visit_may_be_a_form(server: TestClient) -> None:
    """A game begun without an earlier page belongs to the cookie that its answer sets."""
    server.cookies.clear()
    form = {"seat-0": "here", "seat-1": "here"}
    begun = server.post("/new/hex", data=form, follow_redirects=False)
    assert begun.status_code == 303
    told = server.get(f"/api{begun.headers['location']}").json()
    assert [seat["yours"] for seat in told["seats"]] == [True, True]
    server.cookies.clear()


def test_seats_that_an_option_brings_are_asked_for(server: TestClient) -> None:
    form = {"seat-0": "here", "seat-1": "2", "option-players": "3"}
    asked = server.post("/new/yavalath", data=form)
    assert 'name="seat-2"' in asked.text
    begun = server.post("/new/yavalath", data=form | {"seat-2": "here"}, follow_redirects=False)
    assert begun.status_code == 303
    told = server.get(f"/api{begun.headers['location']}").json()
    assert [seat["yours"] for seat in told["seats"]] == [True, False, True]
    server.cookies.clear()


def test_a_form_that_cannot_be_is_shown_again_with_the_reason(server: TestClient) -> None:
    page = server.post("/new/hex", data={"seat-0": "here", "option-size": "2"})
    assert page.status_code == 422
    assert "size=2 is not allowed" in page.text
    server.cookies.clear()


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({}, "hex chainn tiger-bridge"),
        ({"players": "two", "board": "hexagon"}, "hex"),
        ({"kind": "hidden"}, "tiger-bridge"),
        ({"players": "one"}, "chainn"),
        ({"players": "one", "kind": "hidden"}, ""),
        ({"players": "nonsense", "kind": "<script>", "other": "x"}, "hex chainn tiger-bridge"),
    ],
)
def test_the_lobby_and_its_filters(server: TestClient, asked: dict[str, str], shown: str) -> None:
    page = server.get("/", params=asked)
    assert page.status_code == 200
    cards = re.findall(r'<li class="card" data-fits="[^"]*">\s*<a href="/game/([\w-]+)"', page.text)
    found = [name for name in ("hex", "chainn", "tiger-bridge") if name in cards]
    assert found == shown.split()
    assert "<script>" not in page.text
    server.cookies.clear()


def test_a_board_in_another_skin_but_never_from_a_folder(server: TestClient) -> None:
    table = Table(server, "hex:size=3", "link", "link")
    usual = table.look(0)["picture"]
    assert table.look(0, skin="wood")["picture"] != usual
    assert table.look(0, skin="/etc")["picture"] == usual
    assert table.look(0, skin="../default")["picture"] == usual
    assert table.look(0, view="standing", flip=True)["picture"] != usual


def test_at_the_standing_board_a_swap_says_which_colour_both_play(server: TestClient) -> None:
    table = Table(server, "y:size=5", "link", "link")
    table.move(0, "c1")
    labels = [table.look(1, view=view)["next_parts"]["parts"] for view in ("", "standing")]
    assert [part["label"] for part in labels[0] + labels[1]] == [
        "Swap sides",
        'Say "We play black"',
    ]
    table.move(1, "swap")
    for seat in range(2):
        shown = table.look(seat, view="standing")
        assert shown["notes"] == ["You both play black: your own stones are Black."]
        assert shown["seats"][seat]["colour"] == "black"


def test_it_is_well(server: TestClient) -> None:
    told = until(lambda: good if (good := server.get("/healthz").json())["ok"] else None)
    assert told is not None
    assert told["bots"] == 1  # it may have been compiling for a test before


@pytest.mark.long
def test_a_game_that_is_over_is_reviewed_and_its_record_keeps_it(server: TestClient) -> None:
    table = Table(server, "lines-of-action:size=4", "link", "link")
    for ply, text in enumerate(["c1xa3", "d3-b3", "b4-d4", "d2-b2"]):
        table.move(ply % 2, text)
    told = table.do(0, "review").json()
    while not told["done"]:
        assert 0 <= told["part"] <= 1
        told = table.do(0, "review").json()
    assert len(told["chances"]) == table.look()["ply"] + 1
    assert told["chances"][-1] in (0.0, 1.0)
    record = server.get(f"/api/games/{table.id}/record").text
    assert "[%eval" in record
    assert told["marked"]
    assert all(marked["words"] in record for marked in told["marked"])


def test_the_first_picture_fits_a_phone_that_is_held_upright(server: TestClient) -> None:
    table = Table(server, "shogi", "link", "link")

    def first_box(cookies: str) -> str:
        page = server.get(f"/games/{table.id}", headers={"Cookie": cookies}).text
        board = page.partition('id="board"')[2]
        return board.partition('viewBox="')[2].partition('"')[0]

    wide, tall = (first_box(cookies).split() for cookies in ("", "narrow=yes"))
    assert float(wide[2]) > float(wide[3])
    assert float(tall[2]) < float(tall[3])


def test_only_what_is_over_and_open_is_reviewed(server: TestClient) -> None:
    table = Table(server, "hex:size=4,pie=no", "link", "link")
    assert refused(table.do(0, "review")) == (409, "not-over")
    hidden = Table(server, "naval-qi", "link", "link")
    hidden.do(0, "resign")
    assert refused(hidden.do(0, "review")) == (409, "no-review")
