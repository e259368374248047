"""The base of players with a compiled search: small searches run plain until the code is compiled."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, Protocol, TypeVar

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

    def _waits(self) -> bool:
        """Whether it does without compiled code, which is being made beside."""
        beside = compiler()
        return beside is not None and self.is_small() and beside.ask(self.game, self.sample())

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
