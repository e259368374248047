"""The server's settings."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from parlour.data_folder import data_folder
from parlour.web.common.mail import Mailer
from parlour.web.reading.reading_process import ReadingLimits

FOREIGN_TEXT = ReadingLimits()
SAVED_STUDIES = ReadingLimits(niceness=0)
DEFAULT_PORT = 8650
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def default_database() -> str:
    """``$PARLOUR_DATABASE``, or a SQLite file in the data folder."""
    return os.environ.get("PARLOUR_DATABASE") or f"sqlite:///{data_folder() / 'parlour.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """The server's settings.

    `hosts` are the host names accepted besides its address. A client may send `burst` requests at
    once, `rate` a second on average, and start `new_games` games a minute. A bot takes about `pace`
    seconds for each move, so that its thinking time reveals nothing about hidden information.
    """

    database: str = field(default_factory=default_database)
    workers: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    bot_megabytes: int = 1024  # of memory above which a bot process drops players
    host: str = "127.0.0.1"  # the address to listen on
    hosts: tuple[str, ...] = LOOPBACK
    rate: float = 30.0
    burst: float = 150.0
    new_games: float = 30.0
    pace: float = 0.4
    largest_body: int = 256 * 1024
    gives_back: bool = True  # give players the time of an outage back
    mailer: Mailer | None = None  # sends notifications
    largest_file: int = 128 * 1024 * 1024  # of a file of games, in bytes
    collection_bytes: int = 10 << 30  # of all collections; a quarter for each browser
    collection_days: float = 365.0  # without use after which a collection is deleted
    sockets: int = 512  # live connections from one address
    connections: int = 4096  # in total
    address_connections: int = 600  # from one address
    files: tuple[str, ...] = ()  # game files
    laboratory: bool = False  # run experiments in the browser, on this machine only
    engines: bool = False  # offer the engines of this machine's engine file
    reading: ReadingLimits = FOREIGN_TEXT
    study_reading: ReadingLimits = SAVED_STUDIES
    proxies: tuple[str, ...] = ()  # trusted to report the client's address
