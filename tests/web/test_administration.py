"""Administrators and people manage what is on a server, while it runs and while it is stopped."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour import cli
from parlour.web import other_servers
from parlour.web.play.rooms import HERE, LINK, GameRequest
from parlour.web.store import stored_collections
from parlour.web.store.stored_collections import FOLDER, READY, StoredCollection
from tests.web.driving import until
from tests.web.postgres import needs_postgres, postgres
from tests.web.table import refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, link_of, server
from tests.web.test_ratings import begin, resign
from tests.web.test_tournaments import board, create, enter
from tests.web.test_withdrawn_access import is_closed, watch

__all__ = ["at", "server"]

HEX = "hex:size=5,pie=no"
Run = Callable[..., str]


@pytest.fixture
def run(at: Server, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command on the server's database; returns what it prints."""

    def command(*arguments: str) -> str:
        capsys.readouterr()
        try:
            main([*arguments, "--database", at.url])
        except SystemExit as ended:
            assert not ended.code, capsys.readouterr().err
        return capsys.readouterr().out

    return command


def main(arguments: list[str]) -> None:
    """Run the command line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["parlour", *arguments])
        cli.main()


def named(at: Server, name: str) -> Browser:
    browser = Browser(at, name)
    assert browser.about(name=name).status_code == 303
    return browser


def test_an_administrator_lists_shows_and_renames_people(at: Server, run: Run) -> None:
    one, two = named(at, "Rowdy words"), named(at, "Quentin")
    room = begin(at, one, two)
    link = f"/join/{room.id}/0/{at.app.state.rooms.secret(room, 0)}"
    assert one.post(link).status_code == 303
    assert "Rowdy words" in two.get(f"/games/{room.id}").text
    assert re.search(r"1 games +0 rated +Quentin", run("people", "list"))
    assert "Quentin" not in run("people", "list", "rowdy")
    assert "finished rated ones: 0" in run("people", "show", "Rowdy Words")
    assert "is called Rosalind now" in run("people", "rename", "rowdy words", "Rosalind")
    until(lambda: "Rosalind" in two.get(f"/games/{room.id}").text, 10)
    assert "Rowdy" not in two.get(f"/games/{room.id}").text
    assert 'value="Rosalind"' in one.get("/me").text
    assert "Rowdy words → Rosalind" in run("audit", "-n", "5")
    assert one.about(name="Rowdy words").status_code == 303  # no name is barred for good
    at.stop()
    try:
        assert "Rowena" in run("people", "rename", "Rowdy words", "Rowena")  # the server is stopped
    finally:
        at.start()
    assert 'value="Rowena"' in one.get("/me").text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("people", "show", "Nobody of that name"), "nobody with the name or id"),
        (("people", "rename", "Unlucky", "bot, level 1"), "reserved"),
        (("people", "rename", "Unlucky", "Already There"), "already taken"),
        (("games", "show", "nothing"), "there is no game"),
        (("games", "remove", "nothing", "--yes"), "there is no game"),
    ],
)
def test_what_cannot_be_done_is_said(
    at: Server, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    for name in ("Unlucky", "Already there"):
        Browser(at, name).about(name=name)  # or it is there from the last case
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--database", at.url])
    assert ended.value.code
    assert words in capsys.readouterr().err


def test_there_must_be_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["people", "list", "--database", f"sqlite:///{tmp_path / 'none.sqlite'}"])
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()


def test_the_list_of_games_that_can_be_played_is_as_ever(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["games"])
    assert "lines-of-action" in capsys.readouterr().out


def test_a_removed_person_is_gone_and_the_opponents_results_stay(at: Server, run: Run) -> None:
    one, two = named(at, "Removed"), named(at, "Stays here")
    resign(one, begin(at, one, two, name="hex:size=6"))
    running = begin(at, one, two, name="hex:size=6")
    study = one.send("/api/studies", game=HEX).json()["id"]
    link = link_of(one)
    path = f"/api/games/{running.id}/live"
    with one._asking().websocket_connect(path, headers={"Host": "localhost"}) as page:
        assert page.receive_json()["view"] == 0
        assert "is removed" in run("people", "remove", "Removed", "--yes")
        assert page.receive_json()["view"] is None  # the server that runs follows
    assert one.send(f"/api/games/{running.id}/moves", move="a1").status_code == 403
    until(lambda: one.get(f"/api/studies/{study}").status_code == 404, 10)
    assert two.post(link).status_code == 404
    assert "Removed" not in one.get("/me").text
    shown = two.get("/ratings").text.partition("size 6")[2].partition("</table>")[0]
    assert ("former player" in shown, "Stays here" in shown) == (True, True)
    assert "Removed" not in two.get(f"/games/{running.id}").text


def test_a_removed_persons_collections_are_gone_with_their_files(at: Server, run: Run) -> None:
    store, folder = at.app.state.store, Path(at.url.removeprefix("sqlite:///")).parent / FOLDER
    folder.mkdir(exist_ok=True)
    for name in ("Collector", "Keeper"):
        kept = StoredCollection(name[0], named(at, name).digest, size=5, state=READY)
        call(at, stored_collections.create, store, kept)
        (folder / f"{kept.id}.sqlite").write_text("games")
    run("people", "remove", "Collector", "--yes")
    assert [one.id for one in call(at, stored_collections.every, store)] == ["K"]
    assert [file.name for file in folder.glob("*.sqlite")] == ["K.sqlite"]


def test_an_administrator_removes_a_game(at: Server, run: Run) -> None:
    one = named(at, "Gamester")
    room = call(at, at.app.state.rooms.create, GameRequest(HEX, (HERE, LINK)), one.digest)
    assert room.id in run("games", "stored")
    assert "running" in run("games", "show", room.id)
    path = f"/api/games/{room.id}/live"
    with one._asking().websocket_connect(path, headers={"Host": "localhost"}) as page:
        page.receive_json()
        run("games", "remove", room.id, "--yes")
        assert is_closed(page)
    assert one.get(f"/games/{room.id}").status_code == 404
    assert f"remove game  {room.id}" in run("audit", "--about", room.id)


@pytest.mark.long
@needs_postgres
def test_the_commands_work_on_postgresql(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with postgres(tmp_path / "postgres") as url:
        running = Server.__new__(Server)
        running.url, running.now, running.more = url, 1_772_798_400_000, {}
        running.start()
        try:
            one = named(running, "Pollyanna")
            room = begin(running, one, named(running, "Polycarp"))
            main_of(capsys, "people", "rename", "Pollyanna", "Polly", "--database", url)
            until(lambda: 'value="Polly"' in one.get("/me").text, 10)
            main_of(capsys, "people", "remove", "Polly", "--yes", "--database", url)
            until(lambda: one.get(f"/api/games/{room.id}").json()["view"] is None, 10)
            assert one.get("/ratings").status_code == 200
        finally:
            running.stop()


def main_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
    try:
        main([*arguments])
    except SystemExit as ended:
        assert not ended.code, capsys.readouterr().err


# -- what is one's own ---------------------------------------------------------------------------------


def test_a_person_signs_other_browsers_out_and_gets_the_seats(at: Server) -> None:
    one, lost, other = named(at, "Signe"), Browser(at, "lost"), named(at, "Opponent")
    assert lost.post(link_of(one)).status_code == 303
    link, room = link_of(one), begin(at, lost, other)  # played in the browser that is lost
    path = f"/api/games/{room.id}/live"
    with lost._asking().websocket_connect(path, headers={"Host": "localhost"}) as page:
        assert page.receive_json()["view"] == 0
        assert other.post("/me/sign-out").status_code == 303  # somebody else's changes nothing
        assert one.post("/me/sign-out").status_code == 303
        assert page.receive_json()["view"] is None
    assert lost.send(f"/api/games/{room.id}/moves", move="a1").status_code == 403
    assert one.send(f"/api/games/{room.id}/moves", move="a1").status_code == 200
    assert other.get(f"/api/games/{room.id}").json()["view"] == 1
    assert "Signe" not in lost.get("/me").text
    assert lost.post(link).status_code == 404  # it may have been copied there
    place = create(lost, name="Signe")
    (beside,) = enter(at, place, lost, "Beside")
    assert lost.post(link_of(one)).status_code == 303
    assert one.post("/me/sign-out").status_code == 303
    assert lost.post(f"{place}/start").status_code == 403
    assert one.post(f"{place}/start").status_code == 303
    assert board(one, place) == board(beside, place) is not None
    assert board(lost, place) is None
    mine = call(at, at.app.state.rooms.create, GameRequest(HEX, (HERE, LINK)), lost.digest)
    assert lost.post(link_of(one)).status_code == 303
    assert one.post("/me/sign-out").status_code == 303
    assert lost.get(f"/api/games/{mine.id}").json()["view"] == 0  # a game before it was Signe's


def put_collection(at: Server, name: str, owner: Browser) -> None:
    stored = StoredCollection(name, owner.digest, 1, READY)
    call(at, stored_collections.create, at.app.state.store, stored)


def test_studies_and_collections_follow_a_person_until_a_browser_is_signed_out(at: Server) -> None:
    """What a browser has before it is the person's stays its own; what is made there comes back."""
    one, other, friend = Browser(at, "one"), Browser(at, "other"), Browser(at, "friend")
    first, before, shared = (
        player.send("/api/studies", game=HEX).json()["id"] for player in (one, other, friend)
    )
    put_collection(at, "follows", one)
    invitation = re.search(r"/study/[\w-]+/edit/[\w-]+", friend.get(f"/study/{shared}").text)
    assert invitation is not None
    assert one.post(invitation[0]).status_code == 303
    assert one.about(name="Follower").status_code == 303
    assert other.get(f"/api/studies/{first}").status_code == 404
    assert other.post(link_of(one)).status_code == 303

    page = other.get("/study").text
    assert all(name in page for name in (first, before, shared, "/collection/follows"))
    assert before not in one.get("/study").text
    for study, owns in ((first, True), (shared, False)):
        told = other.get(f"/api/studies/{study}").json()
        assert (told["yours"], told["owner"]) == (True, owns)
    assert other.send(f"/api/studies/{first}/sharing", open=False).status_code == 200
    new = other.send("/api/studies", game=HEX).json()["id"]
    exported = one.get("/me/export").json()
    assert [len(exported[kind]) for kind in ("studies", "collections")] == [2, 1]
    assert friend.send("/api/collections/follows/remove").status_code == 403

    with watch(other, f"/api/studies/{first}/live") as live:
        live.receive_json()
        assert one.post("/me/sign-out").status_code == 303
        assert is_closed(live)
    for study in (first, shared, new):
        assert other.get(f"/api/studies/{study}").status_code == 404
        assert one.get(f"/api/studies/{study}").json()["yours"]
    assert other.get(f"/api/studies/{before}").json()["owner"]
    assert refused(other.send("/api/collections/follows/remove")) == (403, "not-yours")
    assert one.post("/me/delete", sure="yes").status_code == 303
    for study in (first, new):
        assert one.get(f"/api/studies/{study}").status_code == 404
    assert one.get("/collection/follows").status_code == 404
    assert friend.get(f"/api/studies/{shared}").status_code == 200


def test_a_person_exports_what_is_theirs_and_nothing_else(at: Server) -> None:
    one, two = named(at, "Exporter"), named(at, "Somebody")
    room = begin(at, one, two)
    one.send(f"/api/games/{room.id}/moves", move="a1")
    for player, words in ((one, "my words"), (two, "their words")):
        assert player.send(f"/api/games/{room.id}/say", text=words).status_code == 200
    one.send("/api/studies", game=HEX)
    others_study = two.send("/api/studies", game=HEX).json()["id"]
    wanted = GameRequest("naval-qi:chests=20,sea=8", (HERE, LINK))
    hidden = call(at, at.app.state.rooms.create, wanted, one.digest)
    text = one.get("/me/export").text
    content = json.loads(text)
    found = {game["id"]: game for game in content["games"]}
    assert content["person"]["name"] == "Exporter"
    assert "a1" in found[room.id]["record"]
    assert found[room.id]["messages"] == ["my words"]
    assert ("record" in found[hidden.id], "problem" in found[hidden.id]) == (False, True)
    assert len(content["studies"]) == 1
    assert "their words" not in text
    assert others_study not in text
    assert Browser(at, "nobody").get("/me/export").json()["games"] == []


def test_a_deleted_persons_name_leaves_their_matches(at: Server) -> None:
    one, two = named(at, "Matchmaker"), named(at, "Watcher")
    form = {"game": "hex:size=3", "games": "2", "side-0": "here", "name-0": "Matchmaker"}
    begun = one.post("/matches", **form, **{"side-1": "link", "name-1": "Guest"})
    match = begun.headers["location"]
    assert "Matchmaker" in two.get(match).text
    assert one.post("/me/delete", sure="yes").status_code == 303
    assert "Matchmaker" not in two.get(match).text
    assert "Guest" in two.get(match).text


def test_a_person_deletes_what_is_theirs(at: Server) -> None:
    one, two = named(at, "Deleter"), named(at, "Survivor")
    room = begin(at, one, two, rated=False)
    one.send(f"/api/games/{room.id}/say", text="forget this")
    study = one.send("/api/studies", game=HEX).json()["id"]
    other_study = two.send("/api/studies", game=HEX).json()["id"]
    solo = call(at, at.app.state.rooms.create, GameRequest(HEX, (HERE, "1")), one.digest)
    assert one.get("/me/delete").status_code == 200
    assert one.post("/me/delete").status_code == 303  # not sure
    assert 'value="Deleter"' in one.get("/me").text
    assert one.post("/me/delete", sure="yes").status_code == 303
    told: dict[str, Any] = two.get(f"/api/games/{room.id}").json()
    assert told["outcome"]["reason"] == "resignation"
    assert "forget this" not in json.dumps(told)
    assert "Deleter" not in two.get(f"/games/{room.id}").text
    assert one.get(f"/api/studies/{study}").status_code == 404
    assert two.get(f"/api/studies/{other_study}").status_code == 200
    assert one.get(f"/games/{solo.id}").status_code == 404
    assert "Deleter" not in one.get("/me").text
    assert named(at, "Deleter") is not None  # the name is free again


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_servers, "INTERVAL", 0.1)
