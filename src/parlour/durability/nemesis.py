"""The nemesis: kills servers and injects other faults, in an order that a seed decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from parlour.durability.faults import Injector
from parlour.durability.history import History
from parlour.durability.run_settings import RunSettings
from parlour.durability.servers import Server

BETWEEN_FAULTS = 2  # kills
GAPS = (0.25, 0.25, 0.25, 0.25, 4.0)
STEP = 0.01  # seconds between two looks at the number of moves


class Nemesis:
    """Kills servers, all through the moves of a run."""

    def __init__(
        self,
        servers: Sequence[Server],
        injectors: Sequence[Injector],
        history: History,
        settings: RunSettings,
    ) -> None:
        self._servers, self._injectors = servers, list(injectors)
        self._history, self._settings = history, settings
        self._rng = Random(f"{settings.seed}/nemesis")
        self._waiting: list[Injector] = []
        self.kills = 0
        self.injected: dict[str, int] = {}

    async def run(self) -> None:
        """Kill until there were enough kills and moves."""
        settings, due = self._settings, 0.0
        for number in range(settings.kills):
            due += self._gap() * settings.moves / settings.kills
            await self._wait_for(min(round(due), settings.moves))
            if number % BETWEEN_FAULTS == 0:
                await self._next_fault()
            await self._kill(self._rng.choice(self._servers))
        await self._wait_for(settings.moves)

    def _gap(self) -> float:
        """The moves until the next kill, on average 1 for all gaps.

        Most are short, so that servers are killed while they recover; some are long enough for bots
        and readers to start.
        """
        return self._rng.choice(GAPS) * 2 * self._rng.random()

    @property
    def _moves(self) -> int:
        return self._history.acknowledged.get("move", 0)

    async def _wait_for(self, moves: int) -> None:
        while self._moves < moves:
            await asyncio.sleep(STEP)

    async def _kill(self, server: Server) -> None:
        await asyncio.sleep(self._rng.random() * STEP)  # at any moment of a write
        self._history.note("kill", server=server.url)
        server.kill()
        self.kills += 1
        await server.restart()

    async def _next_fault(self) -> None:
        """Inject the next fault: all have their turn, in a new order each time."""
        if not self._waiting:
            self._waiting = self._rng.sample(self._injectors, len(self._injectors))
        if self._waiting:
            await self._inject(self._waiting.pop())

    async def _inject(self, injector: Injector) -> None:
        self._history.note("fault", fault=injector.fault)
        await injector.inject(self._rng)
        self._history.note("fault over", fault=injector.fault)
        self.injected[injector.fault] = self.injected.get(injector.fault, 0) + 1
