"""Notices by mail: your turn, a deadline that comes near, the end; to one's own address, once."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.web.common import post_office
from parlour.web.common.mail import BadMail, Mailer
from parlour.web.serve import _mailer
from parlour.web.store import letters
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
    call(at, at.app.state.rooms.notifications.wait_until_posted)
    assert at.app.state.rooms.post.flush()


def reader(at: Server, office: Office, name: str) -> Browser:
    """A browser whose person gets mail at name@example.org."""
    made = Browser(at, name)
    made.about(zone="Asia/Kolkata", mail=f"{name}@example.org")
    sent(at)
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
    sent(at)
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


def test_confirmations_are_bounded_for_an_address_and_for_a_client_each_day(
    at: Server, office: Office
) -> None:
    """The client is one address, whatever browsers it makes up; ten letters a day are its due."""
    at.now += 10 * DAY
    many = [Browser(at, f"many-{n}") for n in range(8)]
    asked = [player.about(mail="Victim@example.org") for player in many]
    words = "this address has got 3 confirmation emails today"
    assert [answer.status_code for answer in asked] == [303] * 3 + [422] * 5
    assert all(words in answer.text for answer in asked[3:])
    assert many[7].get("/me").text.count("ictim@example.org") == 0  # nothing is saved
    for number in range(20):
        one = Browser(at, f"spread-{number}")
        late = one.about(mail=f"victim-{number}@example.org")
        assert late.status_code == (303 if number < 7 else 422)
    sent(at)
    assert len(office.taken()) == 10
    at.now += DAY
    assert many[7].about(mail="victim@example.org").status_code == 303
    sent(at)
    assert len(office.taken()) == 1


def test_notifications_are_bounded_for_an_address_each_day(
    at: Server, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "NOTIFICATIONS_TO", 5)
    at.now += 10 * DAY
    one, two = Browser(at, "one"), reader(at, office, "bounded")
    room = game(at, one, two, name="hex:size=11,pie=no")
    cells = iter(f"{column}{row}" for row in range(1, 3) for column in "abcdefghijk")
    for _ in range(7):
        move(one, room, next(cells))
        move(two, room, next(cells))
    move(one, room, next(cells))
    sent(at)
    assert len(office.taken()) == 5


class _Asleep(socketserver.BaseRequestHandler):
    """A mail server that takes a connection and says nothing."""

    def handle(self) -> None:
        threading.Event().wait(60)


def test_a_slow_post_office_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, each letter kept a thread that everybody shares for as long as it was not sent."""
    monkeypatch.setattr(post_office, "PATIENCE", 0.1)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Asleep) as asleep:
        asleep.daemon_threads = True
        threading.Thread(target=asleep.serve_forever, daemon=True).start()
        mailer = Mailer(f"smtp://127.0.0.1:{asleep.server_address[1]}", "parlour@example.org", SITE)
        server = Server(tmp_path, FRIDAY, mailer=mailer)
        try:
            began = time.monotonic()
            for number in range(10):
                one = Browser(server, f"one-{number}")
                assert one.about(mail=f"{number}@example.org").status_code == 303
                assert one.get("/me").status_code == 200
            assert time.monotonic() - began < 5
            assert not server.app.state.rooms.post.flush(0.01)
        finally:
            began = time.monotonic()
            server.stop()
            assert time.monotonic() - began < 5
            asleep.shutdown()


def test_a_full_queue_takes_no_more_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_office, "MOST_WAITING", 2)
    leave = threading.Event()
    monkeypatch.setattr(Mailer, "send", lambda *letter: leave.wait(10))
    office = post_office.PostOffice(Mailer("smtp://127.0.0.1", "parlour@example.org", SITE))
    for _ in range(2):
        office.post("a@example.org", "Subject", "text")
    with pytest.raises(BadMail, match="try again later"):
        _fill(office)
    leave.set()
    assert office.flush()


def _fill(office: post_office.PostOffice) -> None:
    for _ in range(3):
        office.post("a@example.org", "Subject", "text")
