"""The command `parlour serve`: runs the server and opens a browser."""

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
from parlour.web.http.connection_limits import (
    ConnectionLimits,
    affordable_connections,
    limited_protocols,
)
from parlour.web.http.logs import set_up
from parlour.web.play.invitations import EVERYWHERE, network_address
from parlour.web.settings import DEFAULT_PORT, LOOPBACK, Settings, default_database
from parlour.web.store.database_lock import DatabaseInUse, DatabaseLock
from parlour.web.store.game_store import Store
from parlour.web.store.schema import database_file, not_opened

GIB = 1 << 30
GRACE = 3  # seconds for requests to finish when the server stops
# Seconds for which a connection may be idle: longer than in proxies, which reuse connections.
# New connections replace idle ones where there are too many (`connection_limits`).
IDLE = 300
PONG = 60  # seconds for a page to answer a ping; a busy machine needs some
LEVELS = ("debug", "info", "warning", "error")


class ServeError(ParlourError):
    """The server cannot be started with these settings."""


@dataclass(frozen=True)
class ServeOptions:
    """The command line's options; a port of None is the default one or, if taken, any free one."""

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


def serve(options: ServeOptions) -> None:
    """Serve until the process is stopped; if a server uses the database already, open its lobby.

    Raises ServeError, and StoreError for the database.
    """
    if options.log_level not in LEVELS:
        raise ServeError(f"the log level {options.log_level} is not one of {', '.join(LEVELS)}")
    for path in options.files:
        if not Path(path).is_file():
            raise ServeError(f"there is no file {path}")
    if options.engines:
        engines(PROTOCOLS)  # a mistake in their file is reported now
    settings = _settings(options)
    set_up(options.log_level)
    try:
        lock = _lock(settings.database)
    except DatabaseInUse as in_use:
        if not in_use.address or options.files:  # the other server does not have these files
            raise
        print(f"{in_use}. Opening that one instead.", flush=True)
        if options.browser:
            webbrowser.open(in_use.address)
        return
    with releasing(lock):
        Store(settings.database).close()  # a mistake in it is reported now
        _run(options, settings, lock)


def _lock(database: str) -> DatabaseLock | None:
    """Lock a database file; None for other databases, which may have several servers."""
    try:
        file = database_file(database)
        if file is None and make_url(database).get_backend_name() == "sqlite":
            raise ServeError("a database in memory does not save games: name a file")
        return None if file is None else DatabaseLock(file)
    except (SQLAlchemyError, OSError) as error:
        raise not_opened(error) from error


@contextmanager
def releasing(lock: DatabaseLock | None) -> Iterator[None]:
    """Release the lock at the end."""
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _run(options: ServeOptions, settings: Settings, lock: DatabaseLock | None) -> None:
    listening = _socket(options.host, options.port)
    address = _address(listening)
    if lock is not None:
        lock.publish(address)
    limits = ConnectionLimits(
        affordable_connections(settings.connections),
        settings.address_connections,
        settings.proxies,
    )
    http, live = limited_protocols(limits)
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
    print(f"Parlour is at {address} (Ctrl-C stops it; games are saved).", flush=True)
    if options.host in EVERYWHERE and (here := network_address()):
        print(f"On your network: http://{here}:{listening.getsockname()[1]}/", flush=True)
    if not _is_loopback(options.host):
        print(
            "The server is reachable from other machines: anyone who reaches it can start games and "
            "watch those whose address they know. The connection is not encrypted.",
            file=sys.stderr,
            flush=True,
        )
    server = uvicorn.Server(config)
    if options.browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    with warm_up(settings.database):
        server.run(sockets=[listening])


def _settings(options: ServeOptions) -> Settings:
    names = (*options.names, options.host, socket.gethostname())
    hosts = (*LOOPBACK, *(name.lower() for name in names))
    default = Settings()
    each = _number("PARLOUR_CONNECTIONS", default.address_connections, "connections of one address")
    room = _number("PARLOUR_COLLECTIONS", default.collection_bytes / GIB, "GiB")
    memory = _number("PARLOUR_BOT_MEMORY", default.bot_megabytes, "megabytes")
    rate = _number("PARLOUR_RATE", default.rate, "requests a second")
    return Settings(
        pace=_number("PARLOUR_PACE", default.pace, "seconds"),
        gives_back=_yes_or_no("PARLOUR_GIVE_BACK", default.gives_back),
        mailer=_mailer(),
        rate=rate,
        burst=5 * rate,
        new_games=rate,
        database=options.database or default_database(),
        workers=options.workers or default.workers,
        bot_megabytes=round(memory),
        host=options.host,
        hosts=hosts,
        collection_bytes=round(room * GIB),
        collection_days=_number("PARLOUR_COLLECTION_DAYS", default.collection_days, "days"),
        proxies=options.proxies,
        files=options.files,
        laboratory=options.laboratory,
        engines=options.engines,
        address_connections=round(each),
        sockets=round(each),
        connections=max(default.connections, round(each)),
    )


def _number(name: str, default: float, unit: str) -> float:
    """An environment variable's number, or the default; raises ServeError."""
    value = os.environ.get(name)
    if not value:
        return default
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", value):
        raise ServeError(
            f"{name} is {value:.20}; expected a number of {unit} with up to nine digits "
            "and three decimals"
        )
    return float(value)


def _mailer() -> Mailer | None:
    """The mail server of ``$PARLOUR_SMTP``, if set; raises ServeError."""
    smtp = os.environ.get("PARLOUR_SMTP")
    if not smtp:
        return None
    sender, site = (os.environ.get(name, "") for name in ("PARLOUR_MAIL_FROM", "PARLOUR_SITE"))
    if not sender or not site:
        raise ServeError("PARLOUR_SMTP also needs PARLOUR_MAIL_FROM and PARLOUR_SITE")
    try:
        return Mailer(smtp, sender, site.rstrip("/"))
    except BadMail as error:
        raise ServeError(f"PARLOUR_SMTP, PARLOUR_MAIL_FROM, PARLOUR_SITE: {error}") from error


def _yes_or_no(name: str, default: bool) -> bool:
    """An environment variable's yes or no, or the default; raises ServeError."""
    value = os.environ.get(name)
    if not value:
        return default
    if value not in ("yes", "no"):
        raise ServeError(f"{name} is {value:.20}; expected yes or no")
    return value == "yes"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _socket(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, the default one or, if taken, any free one."""
    for number in (DEFAULT_PORT, 0) if port is None else (port,):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            opened = socket.socket(family, socket.SOCK_STREAM)
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind((host, number))
            opened.listen(512)
            return opened
        except OSError as error:
            opened.close()
            failure = error
    raise ServeError(f"cannot listen at {host}, port {port}: {failure.strerror or failure}")


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
