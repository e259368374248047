"""The command `serve`: a socket, the application on it, a browser in front of it."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.players.engine_file import engines
from parlour.players.kinds import PROTOCOLS
from parlour.web.app import create_app
from parlour.web.bots.warm_up import warm_up
from parlour.web.common.mail import BadMail, Mailer
from parlour.web.http.connection_limits import Gate, protocols, room_for
from parlour.web.http.logs import set_up
from parlour.web.play.invitations import EVERYWHERE, network_address
from parlour.web.settings import LOOPBACK, Settings, default_database
from parlour.web.store.database_lock import Owned, Owner
from parlour.web.store.game_store import Store
from parlour.web.store.schema import database_file, not_opened

GRACE = 3  # seconds for requests to end when the server is stopped
# Seconds for which a connection may be idle: longer than proxies keep theirs, which must not be surprised.
# Where there are many connections, idle ones make room for others at once (`gate`).
IDLE = 300
PONG = 60  # seconds in which a page must answer a ping: a busy machine is no dead one
USUAL_PORT = 8650
LEVELS = ("debug", "info", "warning", "error")


class ServeError(ParlourError):
    """The server cannot be started as asked."""


@dataclass(frozen=True)
class ServeArguments:
    """The command line's arguments; a port of None is the usual one, or any free one."""

    host: str = "127.0.0.1"
    port: int | None = None
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    laboratory: bool = False
    database: str | None = None
    workers: int | None = None
    browser: bool = True
    log_level: str = "warning"
    engines: bool = False


def serve(asked: ServeArguments) -> None:
    """Serve until the process is asked to stop; where a server has the database, open that one's lobby.

    Raises ServeError, and StoreError for the database.
    """
    if asked.log_level not in LEVELS:
        raise ServeError(f"the log level {asked.log_level} is not one of {', '.join(LEVELS)}")
    for path in asked.files:
        if not Path(path).is_file():
            raise ServeError(f"there is no file {path}")
    if asked.engines:
        engines(PROTOCOLS)  # what is wrong with their file is told before anything is promised
    settings = _settings(asked)
    set_up(asked.log_level)
    try:
        owner = _owner(settings.database)
    except Owned as owned:
        if not owned.address or asked.files:  # the other server does not have these files
            raise
        print(f"{owned}. It is opened instead.", flush=True)
        if asked.browser:
            webbrowser.open(owned.address)
        return
    with closing_owner(owner):
        Store(
            settings.database
        ).close()  # what is wrong with it is reported before anything is promised
        _run(asked, settings, owner)


def _owner(database: str) -> Owner | None:
    """The lock on a database file; None where the database is no file, and may have several servers."""
    try:
        file = database_file(database)
        if file is None and make_url(database).get_backend_name() == "sqlite":
            raise ServeError("a database in memory keeps no games: name a file")
        return None if file is None else Owner(file)
    except (SQLAlchemyError, OSError) as error:
        raise not_opened(error) from error


@contextmanager
def closing_owner(owner: Owner | None) -> Iterator[None]:
    """Hold the lock meanwhile."""
    try:
        yield
    finally:
        if owner is not None:
            owner.release()


def _run(asked: ServeArguments, settings: Settings, owner: Owner | None) -> None:
    listening = _socket(asked.host, asked.port)
    address = _address(listening)
    if owner is not None:
        owner.says(address)
    gate = Gate(room_for(settings.connections), settings.address_connections, settings.proxies)
    http, live = protocols(gate)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=IDLE,
        ws_ping_timeout=PONG,
        http=http,
        ws=live,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=4096,
        h11_max_incomplete_event_size=32 * 1024,
    )
    print(f"Parlour is at {address} (Ctrl-C ends it; games are kept).", flush=True)
    if asked.host in EVERYWHERE and (here := network_address()):
        print(f"On your network: http://{here}:{listening.getsockname()[1]}/", flush=True)
    if not _is_loopback(asked.host):
        print(
            "It listens beyond this machine: whoever reaches that address can start games here and "
            "look at those whose address they know. The connection is not encrypted.",
            file=sys.stderr,
            flush=True,
        )
    server = uvicorn.Server(config)
    if asked.browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    with warm_up(settings.database):
        server.run(sockets=[listening])


def _settings(asked: ServeArguments) -> Settings:
    names = (*asked.names, asked.host, socket.gethostname())
    hosts = (*LOOPBACK, *(name.lower() for name in names))
    usual = Settings()
    each = _number("PARLOUR_CONNECTIONS", usual.address_connections, "connections of one address")
    rate = _number("PARLOUR_RATE", usual.rate, "requests a second")
    return Settings(
        pace=_number("PARLOUR_PACE", usual.pace, "seconds"),
        gives_back=_yes("PARLOUR_GIVE_BACK", usual.gives_back),
        mailer=_mailer(),
        rate=rate,
        burst=5 * rate,
        new_games=rate,
        database=asked.database or default_database(),
        workers=asked.workers or usual.workers,
        host=asked.host,
        hosts=hosts,
        proxies=asked.proxies,
        files=asked.files,
        laboratory=asked.laboratory,
        engines=asked.engines,
        address_connections=round(each),
        sockets=round(each),
        connections=max(usual.connections, round(each)),
    )


def _number(name: str, usual: float, what: str) -> float:
    """An environment variable's number, or the usual one; raises ServeError."""
    given = os.environ.get(name)
    if not given:
        return usual
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", given):
        raise ServeError(
            f"{name} is {given:.20}; expected a number of {what}: up to nine digits, and perhaps a point "
            "and three more"
        )
    return float(given)


def _mailer() -> Mailer | None:
    """The post office of ``$PARLOUR_SMTP``, if there is one; raises ServeError."""
    office = os.environ.get("PARLOUR_SMTP")
    if not office:
        return None
    sender, site = (os.environ.get(name, "") for name in ("PARLOUR_MAIL_FROM", "PARLOUR_SITE"))
    if not sender or not site:
        raise ServeError("PARLOUR_SMTP needs PARLOUR_MAIL_FROM and PARLOUR_SITE beside it")
    try:
        return Mailer(office, sender, site.rstrip("/"))
    except BadMail as error:
        raise ServeError(f"PARLOUR_SMTP, PARLOUR_MAIL_FROM, PARLOUR_SITE: {error}") from error


def _yes(name: str, usual: bool) -> bool:
    """An environment variable's yes or no, or the usual one; raises ServeError."""
    given = os.environ.get(name)
    if not given:
        return usual
    if given not in ("yes", "no"):
        raise ServeError(f"{name} is {given:.20}; expected yes or no")
    return given == "yes"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _socket(host: str, port: int | None) -> socket.socket:
    """A listening socket; where the usual port is taken and none was asked for, any free one."""
    for number in (USUAL_PORT, 0) if port is None else (port,):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            made = socket.socket(family, socket.SOCK_STREAM)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, number))
            made.listen(512)
            return made
        except OSError as error:
            made.close()
            trouble = error
    raise ServeError(f"cannot listen at {host}, port {port}: {trouble.strerror or trouble}")


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
