"""Studies over HTTP: opened from texts, looked at, changed, undone, shared, kept, taken away."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from parlour import records
from parlour.lessons.annotated_games import annotated_games, annotated_titles
from parlour.web.app import create_app
from parlour.web.settings import Settings
from parlour.web.studies.study_edits import EDIT, apply_edit
from parlour.web.studies.study_tree import StudyTree
from tests.web.table import Table

CHESS = "1. e4 {best by test} e5 (1... c5 2. Nf3 {[%csl Gf3]}) 2. Nf3 Nc6 *"


@pytest.fixture(autouse=True)
def _fresh_browser(server: TestClient) -> Iterator[None]:
    server.cookies.clear()
    yield
    server.cookies.clear()


class StudyClient:
    """A study on the server, as the browser that began it has it."""

    def __init__(self, server: TestClient, **body: Any) -> None:
        made = server.post("/api/studies", json=body)
        assert made.status_code == 201, made.text
        self.server, self.id = server, made.json()["id"]
        self.api = f"/api/studies/{self.id}"

    @property
    def shown(self) -> dict[str, Any]:
        told: dict[str, Any] = self.server.get(self.api).json()
        return told

    def key(self, *moves: str) -> str:
        """The key of the node after these moves; a key that is nowhere if there is none."""
        nodes = self.shown["nodes"]
        node = nodes[0]
        for move in moves:
            children = [nodes[place] for place in node.get("children", [])]
            node = next((child for child in children if child["move"] == move), {"key": "nowhere"})
        return str(node["key"])

    def edit(self, do: str, at: str | None = None, **more: Any) -> Any:
        body = {"do": do, **({} if at is None else {"at": at}), **more}
        return self.server.post(f"{self.api}/edits", json={"edit": body})

    def text(self) -> str:
        return self.server.get(f"/study/{self.id}/record").text


def test_a_text_is_recognised_opened_and_shown(server: TestClient) -> None:
    told = server.post("/api/studies/recognise", json={"text": CHESS}).json()
    assert told["guesses"][0]["game"] == "chess"
    assert told["tie"] == 1
    study = StudyClient(server, text=CHESS)
    nodes = study.shown["nodes"]
    assert [node["move"] for node in nodes] == [
        "",
        "e2-e4",
        "e7-e5",
        "g1-f3",
        "b8-c6",
        "c7-c5",
        "g1-f3",
    ]
    assert nodes[1]["after"] == "best by test"
    assert nodes[6]["cells"] == {"f3": "G"}
    stands = server.get(f"{study.api}/nodes/{nodes[3]['key']}").json()
    assert stands["status"] == "Black to move"
    assert "e7" not in stands["next_parts"]["cells"]
    assert stands["picture"].startswith("<svg")
    assert server.get(f"/study/{study.id}").status_code == 200


def test_a_small_file_is_decoded_whatever_its_encoding(server: TestClient) -> None:
    text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:02/00:00:02)\n"
    for encoding in ("cp932", "utf-8", "utf-16"):
        told = server.post("/api/studies/decode", content=text.encode(encoding))
        assert told.json() == {"text": text}
    assert server.post("/api/studies/decode", content=b"x" * 200_001).status_code == 413


def test_marks_of_a_foreign_file_are_drawn_on(server: TestClient) -> None:
    study = StudyClient(server, text="(;GM[11]SZ[5];B[b3]SL[a1]TR[b2]LN[a1:b2])")
    node = study.shown["nodes"][1]
    assert (node["cells"], node["arrows"]) == ({"a1": "S", "b2": "T"}, [["a1", "b2", "L"]])
    marks = {"cells": node["cells"] | {"c3": "X"}, "arrows": node["arrows"]}
    edit = {"do": "marks", "at": node["key"], **marks}
    assert server.post(f"{study.api}/edits", json={"edit": edit}).status_code == 200
    assert "SL[a1]" in server.get(f"/study/{study.id}/record?form=sgf").text
    edit["cells"] = {"c3": "x"}
    assert server.post(f"{study.api}/edits", json={"edit": edit}).status_code == 422


def test_ties_are_told_and_asked_about(server: TestClient) -> None:
    told = server.post("/api/studies/recognise", json={"text": "1. e2-e4 e7-e5"}).json()
    assert told["tie"] >= 2
    page = server.post("/study", data={"text": "1. e2-e4 e7-e5"})
    assert "Which one do you mean?" in page.text
    chosen = server.post(
        "/study", data={"text": "1. e2-e4 e7-e5", "game": "merger-chess"}, follow_redirects=False
    )
    assert chosen.status_code == 303
    shown = server.get(chosen.headers["location"].replace("/study/", "/api/studies/")).json()
    assert shown["tags"]["Game"] == "merger-chess"


CHOSEN = [
    ("1. e4 d5 2. exd5", "chess", 3),  # moves as chess players write them
    ("1. e4 d5", "chess", 2),  # also where it takes the choice to know that they are
    ("e2-e4 e7-e5", "chess", 2),
    ('[White "A"]\n\n1. e4 e5 *', "chess", 2),
    ("1. e4 d5", "hex", 2),
    ("a1; b2; c3; d4", "hex", 4),
    ("(;SZ[11];B[a1];W[b2])", "hex", 2),
    ("▲7六歩 △3四歩", "shogi", 2),
    ("1. 11-15 22-18", "english-draughts", 2),
    ("wS1; bG1 -wS1", "hive", 2),
    ("1. Nf3 d5", "chess:start=fischer-random-518", 2),
]


@pytest.mark.parametrize(("text", "game", "moves"), CHOSEN)
def test_moves_are_read_as_the_chosen_game_writes_them(
    server: TestClient, text: str, game: str, moves: int
) -> None:
    shown = StudyClient(server, text=text, game=game).shown
    assert len(shown["nodes"]) == 1 + moves
    assert shown["tags"].get("Game", game) == game
    assert not [message for message in shown["told"] if "not a legal move" in message]


def test_a_text_that_names_another_game_than_the_chosen_one_is_imported_as_it_says(
    server: TestClient,
) -> None:
    study = StudyClient(server, text='[Game "hex:size=5"]\n\n1. a1 b2 *', game="chess")
    assert len(study.shown["nodes"]) == 3
    assert study.shown["told"][0].startswith("The text is a game of Hex, not of Chess")


def test_errors_in_a_chosen_game_name_the_lines_of_the_text(server: TestClient) -> None:
    broken = StudyClient(server, text="1. a1 zz b2", game="hex:size=5").shown
    assert "line 1, column 7: zz is not a legal move" in broken["told"][0]


def test_where_a_text_breaks_is_told(server: TestClient) -> None:
    study = StudyClient(server, text='[Game "hex:size=5"]\n\n1. a1 b2 2. a1 c3')
    shown = study.shown
    assert len(shown["nodes"]) == 3
    assert "line 3" in shown["told"][0]
    none = server.post("/api/studies", json={"text": "hello there"})
    assert none.status_code == 422
    assert "contains no game" in none.json()["error"]["message"]
    assert "contains no game" in server.post("/study", data={"text": "hello"}).text


def test_changes_are_made_undone_and_done_again(server: TestClient) -> None:
    study = StudyClient(server, text=CHESS)
    at = study.key("e2-e4", "e7-e5")
    new = study.edit("add", at, moves=["f1-c4", "g8-f6"]).json()
    assert new["at"] == study.key("e2-e4", "e7-e5", "f1-c4", "g8-f6")
    study.edit("glyphs", new["at"], glyphs=[1, 14])
    study.edit("comment", new["at"], after="a } and a \\")
    study.edit(
        "marks", new["at"], cells={"e4": "R"}, arrows=[["e4", "e5", "B"]], labels={"d4": "A"}
    )
    study.edit("promote", new["at"])
    study.edit("tags", tags={"Event": "A café", "White": "Ann"})
    whole = study.text()
    (item,) = records.read(whole)
    assert item.tree is not None
    assert item.tree.line()[2].move == "f1-c4"
    noted = item.tree.line()[3]
    assert noted.glyphs == [1, 14]
    assert noted.comments[1] == "a } and a \\"
    assert noted.arrows == [("e4", "e5", "B")]
    assert study.shown["title"] == "A café: Ann"
    study.edit("delete", study.key("e2-e4"))
    assert len(study.shown["nodes"]) == 1
    assert server.post(f"{study.api}/undo").json()["study"]["redo"]
    assert study.text() == whole
    for _ in range(6):
        assert server.post(f"{study.api}/undo").status_code == 200
    assert server.post(f"{study.api}/undo").status_code == 409
    assert len(study.shown["nodes"]) == 7
    for _ in range(6):
        server.post(f"{study.api}/redo")
    assert study.text() == whole


def test_what_cannot_be_is_refused_and_changes_nothing(server: TestClient) -> None:
    study = StudyClient(server, text=CHESS)
    before = study.text()
    start = study.key()
    for status, body in (
        (422, {"do": "add", "at": start, "moves": ["d2-d4", "d7-d5", "e2-e5"]}),
        (422, {"do": "marks", "at": start, "cells": {"z9": "G"}}),
        (422, {"do": "delete", "at": start}),
        (404, {"do": "comment", "at": "nowhere", "after": "x"}),
        (422, {"do": "comment", "at": start, "after": "x" * 10_001}),
        (422, {"do": "fly", "at": start}),
        (422, {"do": "tags", "tags": {"a b": "c"}}),
    ):
        answer = server.post(f"{study.api}/edits", json={"edit": body})
        assert answer.status_code == status, answer.text
        assert answer.json()["error"]["message"]
    assert study.text() == before
    assert study.shown["version"] == 0


def test_a_study_is_private_until_it_is_shared(server: TestClient) -> None:
    study = StudyClient(server, text=CHESS)
    page = server.get(f"/study/{study.id}").text
    invite = page.split('readonly value="')[1].split('"')[0]
    mine = dict(server.cookies)
    server.cookies.clear()
    assert server.get(study.api).status_code == 404
    assert server.get(f"/study/{study.id}").status_code == 404
    server.cookies.update(mine)
    server.post(f"{study.api}/sharing", json={"open": True})
    server.cookies.clear()
    assert server.get(study.api).json()["yours"] is False
    assert study.edit("comment", "start", after="mine?").status_code == 403
    assert "Link to edit" not in server.get(f"/study/{study.id}").text
    copied = server.post(f"{study.api}/copy").json()
    assert server.get(copied["path"].replace("/study/", "/api/studies/")).json()["owner"]
    assert server.get(f"{invite[:-3]}xyz").status_code == 404
    assert ">Join<" in server.get(invite).text
    server.post(invite)
    assert study.edit("comment", "start", after="ours").status_code == 200
    assert server.post(f"{study.api}/remove").status_code == 403
    server.cookies.clear()
    server.cookies.update(mine)
    assert study.shown["nodes"][0]["after"] == "ours"
    assert server.post(f"{study.api}/remove").status_code == 200
    assert server.get(study.api).status_code == 404


def test_a_study_is_kept_as_it_goes(tmp_path: Path) -> None:
    """Another server on the same database, without any farewell of the first, has every change."""
    place = Settings(database=f"sqlite:///{tmp_path / 'g.sqlite'}", workers=0, new_games=1000)
    with TestClient(create_app(place), base_url="http://localhost") as one:
        study = StudyClient(one, game="hex:size=5")
        study.edit("add", "start", moves=["a1", "b2"])
        study.edit("comment", study.key("a1"), after="kept")
        one.post(f"{study.api}/undo")
        with TestClient(create_app(place), base_url="http://localhost", cookies=one.cookies) as two:
            there = two.get(study.api).json()
            assert [node["move"] for node in there["nodes"]] == ["", "a1", "b2"]
            assert (there["undo"], there["redo"]) == (True, True)
            stale = two.post(f"{study.api}/redo").json()["study"]
            assert stale["nodes"][1]["after"] == "kept"
        late = study.edit("comment", "start", after="late")
        assert late.status_code == 409
        assert study.edit("comment", "start", after="again").status_code == 200
        assert study.shown["nodes"][1]["after"] == "kept"


def test_many_changes_are_folded_into_the_beginning(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.web.studies.study.LEAST_UNDO", 3)
    study = StudyClient(server, game="hex:size=5")
    for number in range(9):
        study.edit("comment", "start", after=str(number))
    assert study.shown["nodes"][0]["after"] == "8"
    back = 0
    while server.post(f"{study.api}/undo").status_code == 200:
        back += 1
    assert 3 <= back < 9
    assert study.shown["nodes"][0]["after"] == str(8 - back)


def test_chance_and_hidden_games(server: TestClient) -> None:
    study = StudyClient(server, game="chainn")
    stands = server.get(f"{study.api}/nodes/start").json()
    assert stands["chance"]
    new = server.post(f"{study.api}/nodes/start/draw").json()
    assert len(new["study"]["nodes"]) == 2
    cards = StudyClient(server, game="tiger-bridge")
    at = server.post(f"{cards.api}/nodes/start/draw").json()["at"]
    seen = [server.get(f"{cards.api}/nodes/{at}", params={"seat": s}).json() for s in (0, 1)]
    assert seen[0]["picture"] != seen[1]["picture"]


def test_transpositions_know_each_other(server: TestClient) -> None:
    study = StudyClient(server, text='[Game "hex:size=4,pie=no"]\n\n1. a1 b2 2. c3 (2. d4 c3) d4 *')
    played, other = study.key("a1", "b2", "c3", "d4"), study.key("a1", "b2", "d4", "c3")
    same = {node["key"]: node["same"] for node in study.shown["nodes"] if "same" in node}
    assert same == {}  # Red's c3 and Blue's d4 are other stones than Red's d4 and Blue's c3
    study.edit("add", study.key("a1"), moves=["d1", "c3", "b2"])
    found = study.key("a1", "d1", "c3", "b2")
    assert study.edit("add", study.key("a1", "b2", "c3"), moves=["d1"]).status_code == 200
    same = {node["key"]: node["same"] for node in study.shown["nodes"] if "same" in node}
    there = study.key("a1", "b2", "c3", "d1")
    assert same == {found: [there], there: [found]}
    assert played not in same
    assert other not in same
    study.edit("delete", found)
    assert not any("same" in node for node in study.shown["nodes"])


def test_what_is_taken_away(server: TestClient) -> None:
    study = StudyClient(server, text=CHESS)
    at = study.key("e2-e4", "c7-c5", "g1-f3")
    for path, kind in (
        (f"picture/{at}.svg", "image/svg+xml"),
        (f"picture/{at}.png", "image/png"),
        (f"line/{at}.gif", "image/gif"),
        (f"line/{at}.webp", "image/webp"),
        (f"strip/{at}.svg", "image/svg+xml"),
        (f"embed/{at}.html", "text/html; charset=utf-8"),
        ("print", "text/html; charset=utf-8"),
        ("record?form=pgn", "text/plain; charset=utf-8"),
    ):
        answer = server.get(f"/study/{study.id}/{path}")
        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == kind
    assert "<circle" in server.get(f"/study/{study.id}/picture/{at}.svg").text
    printed = server.get(f"/study/{study.id}/print").text
    assert "best by test" in printed
    assert "#d2d2d2" in printed  # the squares of the skin for paper
    assert printed.index("e7-e5") < printed.index("c7-c5") < printed.index("b8-c6")
    lost = server.get(f"{study.api}/losses/usi").json()
    assert lost["able"] is False
    pgn = server.get(f"{study.api}/losses/pgn").json()
    assert pgn["able"]
    assert pgn["losses"] == []
    assert server.get(f"{study.api}/losses/none").status_code == 422


def test_a_position_is_framed_by_other_sites_only_where_its_study_is_open(
    server: TestClient,
) -> None:
    study = StudyClient(server, text=CHESS)
    at = study.key("e2-e4", "c7-c5", "g1-f3")
    path = f"/study/{study.id}/embed/{at}.html?frame=true"
    for is_open, allowed in ((False, "frame-ancestors 'none'"), (True, "frame-ancestors *")):
        server.post(f"{study.api}/sharing", json={"open": is_open})
        answer = server.get(path)
        assert allowed in answer.headers["content-security-policy"]
        assert "script" not in answer.headers["content-security-policy"]
        assert "content-disposition" not in answer.headers
    page = server.get(f"/study/{study.id}")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_pictures_that_cannot_be_made_are_not_offered(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = StudyClient(server, text=CHESS)
    assert 'data-picture="png"' in server.get(f"/study/{study.id}").text
    monkeypatch.setattr("parlour.web.studies.study_pages.can_paint", lambda: False)
    assert 'data-picture="png"' not in server.get(f"/study/{study.id}").text


EDITS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 300)
    | st.text(max_size=8)
    | st.sampled_from(["start", "e2-e4", "e4", "G", "R"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "do",
                    "at",
                    "moves",
                    "cells",
                    "arrows",
                    "labels",
                    "glyphs",
                    "before",
                    "after",
                    "tags",
                    "main",
                    "notes",
                    "better",
                ]
            )
            | st.text(max_size=4),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
DOES = st.sampled_from(
    ["add", "comment", "glyphs", "marks", "promote", "delete", "tags", "annotate"]
)


@settings(max_examples=40, deadline=None)
@given(
    DOES,
    EDITS,
    st.dictionaries(
        st.sampled_from(["moves", "cells", "arrows", "labels", "glyphs", "tags", "notes"]), EDITS
    ),
)
def test_whatever_is_sent_is_an_edit_or_refused(do: str, at: Any, more: dict[str, Any]) -> None:
    """Only ValueErrors come of nonsense, and the tree can still be written and read."""
    tree = StudyTree.read('[Game "hex:size=3"]\n\n1. a1 b2 (1... swap 2. c3) *')
    try:
        edit = EDIT.validate_json(json.dumps({"do": do, "at": at, **more}))
        apply_edit(tree, edit)
    except ValueError:
        pass
    assert StudyTree.read(tree.text).text == tree.text


@pytest.mark.long
def test_a_bot_thinks_along_and_looks_back(server: TestClient) -> None:
    game = '[Game "hex:pie=no,size=3"]\n\n1. a1 b2 2. a2 c1 3. a3 *'
    study = StudyClient(server, text=game)
    at = study.key("a1", "b2")
    cookie = {"Cookie": f"parlour={server.cookies['parlour']}", "Host": "localhost"}
    with server.websocket_connect(f"{study.api}/live", headers=cookie) as page:
        page.send_text("nonsense")
        page.send_json({"at": at, "lines": 2})
        thought = None
        while thought is None:
            thought = page.receive_json().get("thought")
        assert thought["key"] == at
        assert 0 <= thought["chance"] <= 1
        assert len(thought["lines"]) == 2
        assert thought["lines"][0]["arrows"]
        study.edit("comment", at, after="seen by others")
        while "version" not in (news := page.receive_json()):
            pass
        assert news["version"] == 1
    annotated = server.post(f"{study.api}/annotate").json()["study"]
    assert sum("evaluation" in node for node in annotated["nodes"]) >= 4
    assert all(0 <= node["chance"] <= 1 for node in annotated["nodes"] if "evaluation" in node)
    assert server.post(f"{study.api}/undo").json()["study"]["version"] == annotated["version"] + 1
    hidden = StudyClient(server, game="naval-qi")
    assert server.post(f"{hidden.api}/annotate").status_code == 409


FAILS = """
import sys
count = 0
for line in sys.stdin:
    word = line.split()[0]
    count += word == "go"
    if count == 2 and sys.argv[1] == "exits":
        sys.exit(3)
    move = "a1" if sys.argv[1] == "exits" else "<b>z9</b>"
    print({"ugi": "ugiok", "isready": "readyok", "go": f"bestmove {move}"}.get(word, "?"), flush=True)
"""


@pytest.mark.long
def test_an_engine_that_fails_at_the_analysis_board_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names it without its command, and the board goes on."""
    (tmp_path / "fails.py").write_text(FAILS)
    command = f"command = '{sys.executable} {tmp_path / 'fails.py'}"
    (tmp_path / "engines.toml").write_text(
        "".join(
            f"[{name}]\nprotocol = 'ugi'\nseconds = 0.1\n{command} {name}'\n"
            for name in ("exits", "nonsense")
        )
    )
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    settings = Settings(database=f"sqlite:///{tmp_path / 'g.sqlite'}", workers=1, engines=True)
    with TestClient(create_app(settings), base_url="http://localhost") as server:
        study = StudyClient(server, game="hex:pie=no,size=3")
        cookie = {"Cookie": f"parlour={server.cookies['parlour']}", "Host": "localhost"}
        with server.websocket_connect(f"{study.api}/live", headers=cookie) as page:

            def thought(by: str) -> Any:
                page.send_json({"at": study.key(), "lines": 1, "by": f"engine:{by}"})
                while (found := page.receive_json().get("thought")) is None:
                    pass
                return found

            assert thought("exits")["lines"][0]["moves"] == ["a1"]
            wrong = thought("nonsense")
            assert wrong["lines"] == []
            assert "the engine engine:nonsense answered <b>z9" in wrong["words"]
            assert "the engine engine:exits ended" in thought("exits")["words"]
            thought("nonsense")
            assert thought("exits")["lines"][0]["moves"] == ["a1"]
        answer = server.post(f"{study.api}/annotate", json={"by": "engine:nonsense"})
        assert answer.status_code == 409
        assert str(tmp_path) not in answer.text


def test_games_are_analysed_when_nothing_is_given_away(server: TestClient) -> None:
    own = Table(server, "hex:size=5", "link", "random")
    own.move(0, "a1")
    assert own.do(None, "study").status_code == 403
    made = own.do(0, "study")
    assert made.status_code == 201
    friends = Table(server, "hex:size=5", "link", "link")
    assert friends.do(0, "study").status_code == 403
    friends.do(0, "resign")
    assert friends.do(None, "study").status_code == 201
    cards = Table(server, "naval-qi", "link", "random")
    assert cards.do(0, "study").status_code == 403


def test_an_annotated_game_opens_as_a_study(server: TestClient) -> None:
    titles = annotated_titles("hex")
    for path in ("/study", "/game/hex"):
        page = server.get(path).text
        assert titles[1] in page
        assert 'action="/annotated/hex/2"' in page
    study = server.post("/annotated/hex/2")
    assert study.status_code == 200
    assert titles[1] in study.text
    record = server.get(f"{study.url.path}/record").text
    first_comment = next(annotated_games("hex")).root.comments[1]
    assert first_comment not in record


@pytest.mark.parametrize("path", ["hex/99", "hex/999", "hex/0", "hex/x", "nothing/1", "<b>/1"])
def test_a_missing_annotated_game_is_answered_with_those_there_are(
    server: TestClient, path: str
) -> None:
    for answer in (server.post(f"/annotated/{path}"), server.get(f"/annotated/{path}")):
        assert answer.status_code == 404
        assert "annotated games of" in answer.text
        assert 'action="/annotated/hex/2"' in answer.text
        assert "<b>" not in answer.text


@pytest.mark.parametrize("path", ["", "/hex", "/hex/1"])
def test_annotated_games_are_listed(server: TestClient, path: str) -> None:
    page = server.get(f"/annotated{path}")
    assert page.status_code == 200
    assert annotated_titles("hex")[1] in page.text
    assert ("annotated/chess/1" in page.text) == (path == "")
