"""The server's settings, as it is started with them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from parlour.web.common.mail import Mailer

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def data_folder() -> Path:
    """Where games are kept: ``$PARLOUR_DATA``, or the user's data folder."""
    return Path(os.environ.get("PARLOUR_DATA") or platformdirs.user_data_dir("parlour"))


def default_database() -> str:
    """``$PARLOUR_DATABASE``, or a SQLite file in the data folder."""
    return os.environ.get("PARLOUR_DATABASE") or f"sqlite:///{data_folder() / 'parlour.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """The server's settings. `hosts` are the names by which it may be called, beside its address.

    `rate` is a client's sustained number of requests a second, `burst` its number at once;
    `new_games` its number of new games a minute. `pace` is how many seconds
    a bot takes, about: a reply at once is no reply, and where information is hidden, how long it thinks
    should tell nothing of its hand.
    """

    database: str = field(default_factory=default_database)
    workers: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    host: str = "127.0.0.1"  # where it listens
    hosts: tuple[str, ...] = LOOPBACK
    rate: float = 30.0
    burst: float = 150.0
    new_games: float = 30.0
    pace: float = 0.4
    largest_body: int = 256 * 1024
    gives_back: bool = True  # whether the time of an outage is given back to clocks
    mailer: Mailer | None = None  # by which notices are sent
    largest_file: int = 128 * 1024 * 1024  # of games that is taken in
    sockets: int = 512  # live connections of one address
    connections: int = 4096  # of all together
    address_connections: int = 600  # of one address
    files: tuple[str, ...] = ()  # games of their own, each in one file
    laboratory: bool = False  # whether people at this machine may run experiments in the browser
    engines: bool = False  # whether the programs of this machine's file of engines may be chosen
    proxies: tuple[str, ...] = ()  # whose word on where a request comes from is taken
