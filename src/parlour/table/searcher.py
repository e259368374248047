"""The base of players with a compiled search: small searches run plain until the code is compiled.

In a process that leaves compiling to others all searches do, with a small budget (`is_stopgap`).
"""

from __future__ import annotations

from functools import cached_property
from typing import Generic, Protocol, TypeVar

from parlour.kernel.compilation.compile_watch import may_compile
from parlour.table.background_compiler import compiler
from parlour.table.player import Player


class Search(Protocol):
    """What a searcher thinks with, in its plain or its compiled form."""

    compiled: bool

    def is_made(self) -> bool:
        """Whether the machine code of a compiled search is at hand."""

    def compile(self) -> None:
        """Go on compiled, with all that the plain search has found."""

    def stop(self) -> None:
        """End a search that another thread runs: it returns what it has found."""


S = TypeVar("S", bound=Search)

STOPGAP_SECONDS = 0.4  # for a move by the plain rules in place of any larger search


class Searcher(Player, Generic[S]):
    """A player with a compiled search; a small one begins with the plain rules, and goes on compiled."""

    patient = False  # whether it waits for the compiler even so

    @cached_property
    def search(self) -> S:
        """The search, with what it remembers."""
        search = self.new_search(compiled=True)
        if self.patient or search.is_made() or not self._waits():
            return search
        return self.new_search(compiled=False)

    def ready_search(self) -> S:
        """The search, compiled from when that has been done, or when it is no longer small."""
        search = self.search
        if not search.compiled and not self._waits():
            search.compile()
        return search

    @property
    def is_stopgap(self) -> bool:
        """Whether a small plain search takes the place of any other until another process has compiled."""
        return not self.search.compiled and not may_compile()

    def seconds_now(self, seconds: float | None) -> float | None:
        """The seconds that a search with this budget may take now."""
        if not self.is_stopgap:
            return seconds
        return STOPGAP_SECONDS if seconds is None else min(seconds, STOPGAP_SECONDS)

    def _waits(self) -> bool:
        """Whether it does without compiled code, which is being made beside."""
        beside = compiler()
        if beside is None or not (self.is_small() or not may_compile()):
            return False
        return beside.ask(self.game, self.sample())

    def prepare(self) -> None:
        if self.ready_search().compiled:
            super().prepare()

    def compile(self) -> None:
        self.patient = True
        super().compile()

    def stop(self) -> None:
        self.search.stop()

    def new_search(self, compiled: bool) -> S:
        """A search that remembers nothing yet."""
        raise NotImplementedError

    def is_small(self) -> bool:
        """Whether its searches are done by the plain rules in a second or two."""
        raise NotImplementedError

    def sample(self) -> str:
        """The text of the least player that needs the same code."""
        raise NotImplementedError
