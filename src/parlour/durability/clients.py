"""A client does one kind of thing again and again until the run ends."""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from random import Random

from parlour.durability.requests import Credentials, Request, RequestOutcome, Requests
from parlour.durability.run_settings import RunSettings

PAUSE = 0.05  # seconds before a request is repeated


class Client(ABC):
    """A client with its own random numbers; `end` lets it finish what it does."""

    def __init__(self, requests: Requests, settings: RunSettings, number: int) -> None:
        self.requests, self.settings = requests, settings
        self.rng = Random(f"{settings.seed}/{type(self).__name__}/{number}")
        self.is_ending = False
        self.closing: list[Request] = []  # what is looked at when all is over

    async def run(self) -> None:
        """Play until `end`."""
        while not self.is_ending:
            await self.play()

    def end(self) -> None:
        """Finish soon."""
        self.is_ending = True

    async def until_ok(self, request: Request) -> RequestOutcome | None:
        """Send a request that may be repeated until it is acknowledged; None when all ends."""
        while not (outcome := await self.requests.send(request)).is_ok:
            if self.is_ending:
                return None
            await asyncio.sleep(PAUSE)
        return outcome

    @abstractmethod
    async def play(self) -> None:
        """One game, study, …"""


def link_in(page: str, start: str) -> str:
    """The path of the first link in a page that starts so; empty if there is none."""
    found = re.search(re.escape(start) + r"[A-Za-z0-9_/-]+", page)
    return found[0] if found else ""


def new_browser(rng: Random) -> Credentials:
    """A browser that nobody has seen."""
    return Credentials(cookie=unique(rng))


def unique(rng: Random) -> str:
    """A text that nobody else has."""
    return f"{rng.getrandbits(180):045x}"
