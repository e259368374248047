"""Access that is withdrawn ends at once: on open connections, for old links, and in races."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from parlour.web.http.error_responses import Refused
from parlour.web.play.live import UNKNOWN
from parlour.web.play.rooms import HERE, LINK, GameRequest
from parlour.web.store import audit
from parlour.web.studies.study_tree import key_after
from tests.web.table import Table, refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, link_of, server

__all__ = ["at", "server"]

HEX = "hex:size=5,pie=no"


class Study:
    """A study with its owner, an editor and a stranger."""

    def __init__(self, at: Server, **body: Any) -> None:
        self.at = at
        self.owner, self.editor, self.stranger = (
            Browser(at, name) for name in ("owner", "editor", "stranger")
        )
        body = body or {"game": HEX}
        self.id = self.owner.send("/api/studies", **body).json()["id"]
        self.owner.send(f"{self.api}/edits", edit={"do": "add", "at": "start", "moves": ["a1"]})
        self.invite = self.invitation()
        assert self.editor.post(self.invite).status_code == 303

    @property
    def api(self) -> str:
        return f"/api/studies/{self.id}"

    def invitation(self) -> str:
        found = re.search(r"/study/[\w-]+/edit/[\w-]+", self.owner.get(f"/study/{self.id}").text)
        assert found is not None
        return found[0]

    def comment(self, player: Browser, text: str) -> int:
        edit = {"do": "comment", "at": "start", "after": text}
        status: int = player.send(f"{self.api}/edits", edit=edit).status_code
        return status

    def share(self, is_open: bool) -> None:
        assert self.owner.send(f"{self.api}/sharing", open=is_open).status_code == 200


def watch(player: Browser, path: str) -> Any:
    return player._asking().websocket_connect(path, headers={"Host": "localhost"})


def is_closed(page: Any) -> bool:
    """Whether the server closes a live connection because its page has no access."""
    try:
        for _ in range(20):
            page.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code == UNKNOWN
    return False


def make_private(study: Study) -> None:
    study.share(False)


def renew_the_link(study: Study) -> None:
    assert study.owner.send(f"{study.api}/links", renew="view").status_code == 200


def remove(study: Study) -> None:
    assert study.owner.send(f"{study.api}/remove").status_code == 200


@pytest.mark.parametrize("withdraw", [make_private, renew_the_link, remove])
def test_a_viewer_is_cut_off_when_a_study_is_withdrawn(
    at: Server, withdraw: Callable[[Study], None]
) -> None:
    study = Study(at)
    study.share(True)
    with watch(study.stranger, f"{study.api}/live") as page:
        assert page.receive_json()["version"] >= 0
        withdraw(study)
        assert is_closed(page)
    for path in (study.api, f"{study.api}/nodes/start", f"/study/{study.id}/record"):
        assert study.stranger.get(path).status_code == 404


def test_editors_are_cut_off_when_the_editing_link_is_renewed(at: Server) -> None:
    study = Study(at)
    assert study.comment(study.editor, "mine") == 200
    assert study.editor.send(f"{study.api}/links", renew="edit").status_code == 403
    assert study.stranger.send(f"{study.api}/links", renew="edit").status_code == 404
    with watch(study.editor, f"{study.api}/live") as page:
        page.receive_json()
        answer = study.owner.send(f"{study.api}/links", renew="edit")
        assert is_closed(page)
    assert study.comment(study.editor, "again") == 404
    assert study.editor.post(study.invite).status_code == 404
    assert study.comment(study.owner, "mine alone") == 200
    assert study.invitation() == answer.json()["path"] != study.invite
    assert study.stranger.post(answer.json()["path"]).status_code == 303
    assert study.comment(study.stranger, "ours") == 200


def test_a_renewed_study_keeps_its_contents_and_editors(at: Server) -> None:
    study = Study(at)
    old, nodes = study.id, study.owner.get(study.api).json()["nodes"]
    study.id = study.owner.send(f"{study.api}/links", renew="view").json()["id"]
    assert study.owner.get(f"/api/studies/{old}").status_code == 404
    assert study.editor.post(study.invite).status_code == 404
    assert study.owner.get(study.api).json()["nodes"] == nodes
    assert study.comment(study.editor, "still here") == 200
    assert study.owner.send(f"{study.api}/undo").status_code == 200
    assert study.id in study.owner.get("/study").text
    assert old not in study.owner.get("/study").text


def test_an_edit_or_an_invitation_that_waits_comes_too_late(at: Server) -> None:
    """Both were allowed when they arrived, and wait for the study's lock."""
    study = Study(at)
    held = call(at, at.app.state.studies.find, study.id, study.owner.digest)
    studies, secret = at.app.state.studies, study.invite.rpartition("/")[2]

    async def race() -> list[Any]:
        async with held.lock:
            waiting = [
                asyncio.create_task(work)
                for work in (
                    held.remove_editors(),
                    held.undo(study.editor.digest),
                    studies.accept_invitation(study.id, secret, study.stranger.digest),
                )
            ]
            await asyncio.sleep(0.05)
        return await asyncio.gather(*waiting, return_exceptions=True)

    withdrawn, late, invited = call(at, race)
    assert withdrawn is None
    assert [type(error) for error in (late, invited)] == [Refused, Refused]
    assert study.comment(study.stranger, "nothing") == 404
    assert len(study.owner.get(study.api).json()["nodes"]) == 2


# -- the keys of nodes -------------------------------------------------------------------------------


def test_the_key_of_a_node_cannot_be_computed_from_its_moves(at: Server) -> None:
    one, two = Study(at), Study(at)
    for study in (one, two):
        guessed = key_after("start", "a1")
        assert study.owner.get(f"{study.api}/nodes/{guessed}").status_code == 404
    keys = [study.owner.get(study.api).json()["nodes"][1]["key"] for study in (one, two)]
    assert keys[0] != keys[1]


def test_a_study_of_an_earlier_version_gets_keys_that_cannot_be_computed(tmp_path: Path) -> None:
    """Its link, its contents and its editors stay; an edit by an old key is merged."""
    running, old = Server(tmp_path), key_after("start", "a1")
    study = Study(running)
    running.stop()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("UPDATE studies SET secret = '', done = 2")
        edit = json.dumps({"do": "comment", "at": old, "after": "as ever"})
        connection.execute("INSERT INTO study_edits VALUES (?, 1, ?)", (study.id, edit))
    keys = set()
    for _ in range(2):  # a restart changes nothing
        running.start()
        node = study.editor.get(study.api).json()["nodes"][1]
        keys.add(node["key"])
        assert (node["move"], node["after"]) == ("a1", "as ever")
        assert study.owner.get(f"{study.api}/nodes/{old}").status_code == 404
        assert study.owner.get(f"{study.api}/nodes/{node['key']}").status_code == 200
        assert refused(study.owner.send(f"{study.api}/undo")) == (409, "nothing-there")
        running.stop()
    assert len(keys - {old}) == 1


# -- seats -------------------------------------------------------------------------------------------


@pytest.fixture
def table(at: Server) -> Table:
    """A hidden game; each test has its own."""
    return Table(at.client, "naval-qi:chests=20,sea=8", "link", "link")


def test_a_renewed_secret_ends_the_old_one_on_open_connections_too(
    at: Server, table: Table
) -> None:
    headers = {**table.headers(0), "Host": "localhost"}
    with at.client.websocket_connect(f"/api/games/{table.id}/live", headers=headers) as page:
        assert page.receive_json()["view"] == 0
        answer = table.do(0, "seats/0/renew")
        assert answer.status_code == 200
        told = page.receive_json()
        while told["view"] is not None:  # chance may have been drawn
            told = page.receive_json()
        assert not told["may_move"]
        page.send_json({"move": "ready"})
        assert page.receive_json()["moved"]["error"]["code"] == "not-your-seat"
    assert table.look(0)["view"] is None
    assert refused(table.do(0, "seats/0/renew")) == (403, "not-your-seat")
    assert at.client.get(table.links[0]).status_code == 404
    table.secrets[0] = answer.json()["secret"]
    assert table.look(0)["view"] == 0
    at.stop()
    at.start()
    table.server = at.client
    assert table.look(0)["view"] == 0
    assert at.client.get(answer.json()["path"]).status_code == 200


def test_only_the_player_renews_the_link_of_a_taken_seat(at: Server, table: Table) -> None:
    one, two, other = (Browser(at, name) for name in ("one", "two", "other"))
    assert one.post(table.links[0]).status_code == 303
    assert two.post(table.links[1]).status_code == 303
    for player in (two, other):
        assert refused(player.send(f"/api/games/{table.id}/seats/0/renew"))[0] == 403
    assert (
        table.do(0, "seats/0/renew").status_code == 403
    )  # a program with the link of a taken seat
    rooms = at.app.state.rooms
    room = call(at, rooms.find, table.id)
    found = f"/join/{table.id}/0/{rooms.secret(room, 0)}"
    assert other.post(found).status_code == 303  # somebody found the link that opens it again
    with watch(other, f"/api/games/{table.id}/live") as page:
        assert page.receive_json()["view"] == 0
        form = {"do": "renew", "seat": "0"}
        assert one.post(f"/games/{table.id}", **form).status_code == 303
        assert page.receive_json()["view"] is None
    assert one.get(f"/api/games/{table.id}").json()["view"] == 0
    assert two.get(f"/api/games/{table.id}").json()["view"] == 1
    assert other.post(found).status_code == 303
    assert other.get(f"/api/games/{table.id}").json()["view"] is None  # it leads to the game only


def test_a_seat_of_a_named_person_is_renewed_by_nobody_else_in_it(at: Server) -> None:
    one, thief = Browser(at, "one"), Browser(at, "thief")
    one.about(name="Rightful owner")
    wanted = GameRequest(HEX, (HERE, LINK))
    room = call(at, at.app.state.rooms.create, wanted, one.digest)
    link = f"/join/{room.id}/0/{at.app.state.rooms.secret(room, 0)}"
    assert thief.post(link).status_code == 303
    assert thief.send(f"/api/games/{room.id}/seats/0/renew").status_code == 403
    assert one.send(f"/api/games/{room.id}/seats/0/renew").status_code == 200
    assert thief.send(f"/api/games/{room.id}/moves", move="a1").status_code == 403


def test_a_move_that_waits_while_access_is_withdrawn_is_not_played(at: Server) -> None:
    one, other = Browser(at, "one"), Browser(at, "other")
    wanted = GameRequest(HEX, (HERE, LINK))
    room = call(at, at.app.state.rooms.create, wanted, one.digest)
    call(at, room.sit_down, 0, other.digest, "")

    async def race() -> list[Any]:
        async with room.lock:
            waiting = [
                asyncio.create_task(work)
                for work in (
                    room.renew_link(0, one.digest),
                    room.move(room.seats_of(other.digest), "a1", None),
                    room.say(room.seats_of(other.digest), "still here"),
                )
            ]
            await asyncio.sleep(0.05)
        return await asyncio.gather(*waiting, return_exceptions=True)

    withdrawn, moved, said = call(at, race)
    assert withdrawn is None
    assert [error.code for error in (moved, said)] == ["position-changed"] * 2
    assert one.send(f"/api/games/{room.id}/moves", move="a1").status_code == 200


def test_the_pages_of_a_deleted_game_are_closed(at: Server) -> None:
    one, other = Browser(at, "one"), Browser(at, "other")
    room = call(at, at.app.state.rooms.create, GameRequest(HEX, (HERE, HERE)), one.digest)
    with watch(other, f"/api/games/{room.id}/live") as page:
        page.receive_json()
        assert one.post(f"/games/{room.id}/delete").status_code == 303
        assert is_closed(page)


# -- people and calendars ----------------------------------------------------------------------------


def test_the_links_of_a_calendar_and_of_a_person_are_renewed(at: Server) -> None:
    one, two, thief = (Browser(at, name) for name in ("one", "two", "thief"))
    one.about(name="Renata")

    def feed() -> str:
        found = re.search(r"/calendar/[0-9a-f]+/[\w-]+\.ics", one.get("/calendar").text)
        assert found is not None
        return found[0]

    calendar, person = feed(), link_of(one)
    assert two.get(calendar).status_code == 200
    assert thief.post("/calendar/renew").status_code == 303  # one's own only
    assert thief.post("/me/renew").status_code == 303
    assert (feed(), link_of(one)) == (calendar, person)
    assert one.post("/calendar/renew").status_code == 303
    assert one.post("/me/renew").status_code == 303
    assert two.get(calendar).status_code == thief.post(person).status_code == 404
    assert thief.get(person).status_code == 404
    assert two.get(feed()).status_code == 200
    assert two.post(link_of(one)).status_code == 303
    assert "Renata" in two.get("/me").text
    entries = call(at, at.app.state.store.read, lambda connection: audit.entries(connection, 9))
    renewed = [entry.subject.partition("/")[0] for entry in entries if entry.action == audit.RENEW]
    assert renewed[:3] == ["person", "calendar", "calendar"]  # the newest first; one is the thief's


def test_a_rated_game_is_no_study_while_it_runs(at: Server) -> None:
    one = Browser(at, "one")
    one.about(name="Rita")
    for rated in (False, True):
        wanted = GameRequest(HEX, (HERE, "1"), rated=rated)
        room = call(at, at.app.state.rooms.create, wanted, one.digest)
        answer = one.send(f"/api/games/{room.id}/study")
        assert answer.status_code == (403 if rated else 201)
    assert refused(answer) == (403, "not-over")
    one.send(f"/api/games/{room.id}/resign")
    assert one.send(f"/api/games/{room.id}/study").status_code == 201
