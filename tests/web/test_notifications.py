"""Notices by mail: your turn, a deadline that comes near, the end; to one's own address, once."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.web.common.mail import BadMail, Mailer
from parlour.web.serve import _mailer
from tests.web.test_clocks import Server
from tests.web.test_hidden_steps import ROW
from tests.web.test_people import DAY, FRIDAY, HOUR, Browser, call, game

SITE = "https://games.example.org"


class _Session(socketserver.StreamRequestHandler):
    """One conversation by SMTP, as far as a sender needs it."""

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline().strip():
            word = line[:4].upper()
            if word == b"DATA":
                self.say("354 go on")
                data = b""
                while (row := self.rfile.readline()) != b".\r\n":
                    data += row
                self.server.letters.append(data)  # type: ignore[attr-defined]
            if word == b"RCPT":
                self.server.to.append(line.decode())  # type: ignore[attr-defined]
            self.say("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


class Office(socketserver.ThreadingTCPServer):
    """A post office on this machine that keeps what it gets."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.letters: list[bytes] = []
        self.to: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def taken(self) -> list[tuple[str, str, str]]:
        """To whom, subject and text of what came since it was last asked."""
        found = []
        for data in self.letters:
            letter = message_from_bytes(data)
            found.append(
                (letter["To"], letter["Subject"], letter.get_payload(decode=True).decode())
            )
        self.letters.clear()
        return sorted(found)


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with Office() as running:
        yield running
        running.shutdown()


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory, office: Office) -> Iterator[Server]:
    mailer = Mailer(f"smtp://127.0.0.1:{office.server_address[1]}", "parlour@example.org", SITE)
    server = Server(tmp_path_factory.mktemp("notices"), FRIDAY, mailer=mailer)
    yield server
    server.stop()


def sent(at: Server) -> None:
    """What is on its way has arrived."""
    call(at, at.app.state.rooms.notifications.reminders.check_due)
    call(at, at.app.state.rooms.notifications.wait_until_sent)


def reader(at: Server, office: Office, name: str) -> Browser:
    """A browser whose person gets mail at name@example.org."""
    made = Browser(at, name)
    made.about(zone="Asia/Kolkata", mail=f"{name}@example.org")
    ((to, _, text),) = office.taken()
    assert to == f"{name}@example.org"
    link = re.search(rf"{SITE}(/me/mail/\S+)", text)
    assert link is not None
    assert made.post(link[1][:-1] + "_").status_code == 404
    assert made.post(link[1]).status_code == 303
    return made


def move(player: Browser, room: Any, text: str) -> None:
    assert player.send(f"/api/games/{room.id}/moves", move=text).status_code == 200


def test_turn_deadline_and_end_are_told_once_to_the_one_concerned(
    at: Server, office: Office
) -> None:
    one, two = reader(at, office, "one"), reader(at, office, "two")
    room = game(at, one, two)
    move(one, room, "a1")
    sent(at)
    ((to, subject, text),) = office.taken()
    assert (to, subject) == ("two@example.org", "Hex: it is your move")
    assert "Deadline: Wed 11 Mar 2026, 17:30 Asia/Kolkata · Wed 11 Mar 2026, 12:00 UTC." in text
    assert f"{SITE}/games/{room.id}" in text
    assert "one@" not in text
    at.wait(4 * DAY - 1)
    sent(at)
    assert office.taken() == []
    at.wait(1)
    sent(at)
    ((to, subject, _),) = office.taken()
    assert (to, subject) == ("two@example.org", "Hex: your move is due soon")
    at.stop()
    at.start()  # what was told is not told again
    sent(at)
    assert office.taken() == []
    one.send(f"/api/games/{room.id}/resign")
    sent(at)
    assert [(to, subject) for to, subject, _ in office.taken()] == [
        (f"{name}@example.org", "Hex is over") for name in ("one", "two")
    ]
    for path in (f"/games/{room.id}", f"/api/games/{room.id}", f"/api/games/{room.id}/record"):
        assert "two@example.org" not in one.get(path).text


def test_nobody_gets_mail_about_a_hidden_step(at: Server, office: Office) -> None:
    players = [reader(at, office, name) for name in ("one", "two")]
    room = game(at, *players, name="naval-qi")
    while room.game.turn == CHANCE:
        time.sleep(0.01)
    seat = room.game.turn
    assert seat is not None
    move(players[seat], room, ROW[0])
    sent(at)
    office.taken()  # that the game began
    for text in ROW[1:3]:
        move(players[seat], room, text)
    sent(at)
    assert office.taken() == []
    players[seat].send(f"/api/games/{room.id}/resign")
    sent(at)
    office.taken()


def test_an_address_that_nobody_confirmed_gets_nothing(at: Server, office: Office) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    two.about(zone="UTC", mail="other@example.org")
    office.taken()
    room = game(at, one, two)
    move(one, room, "a1")
    at.wait(5 * DAY - HOUR)
    sent(at)
    assert office.taken() == []
    refused = two.about(zone="UTC", mail="not an email address")
    assert (refused.status_code, "name@host" in refused.text) == (422, True)


@pytest.mark.parametrize(
    ("office_url", "sender", "site"),
    [
        ("gopher://host", "a@b.org", SITE),
        ("smtp://", "a@b.org", SITE),
        ("smtp://host:99999", "a@b.org", SITE),
        ("smtp://host", "nobody", SITE),
        ("smtp://host", "a@b.org", "games.example.org"),
    ],
)
def test_a_post_office_that_is_none_is_refused(office_url: str, sender: str, site: str) -> None:
    with pytest.raises(BadMail, match="expected"):
        Mailer(office_url, sender, site)


def test_the_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _mailer() is None
    monkeypatch.setenv("PARLOUR_SMTP", "smtp://host")
    with pytest.raises(ParlourError, match="PARLOUR_SITE"):
        _mailer()
    monkeypatch.setenv("PARLOUR_MAIL_FROM", "a@b.org")
    monkeypatch.setenv("PARLOUR_SITE", SITE + "/")
    assert _mailer() == Mailer("smtp://host", "a@b.org", SITE)
