"""A recorded game's tags: those given, and those derived from the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Protocol

from parlour.records.game_result import UNFINISHED
from parlour.table.game import Game

FIRST = ("Game", "Event", "Site", "Date", "Round")
LAST = ("Result", "Termination", "Position")


def seat_tag(name: str) -> str:
    """The tag under which a record names who plays the seat called `name`."""
    return re.sub(r"\W", "_", name)


class TaggedTree(Protocol):
    """The attributes of a tree that its tags use."""

    game: Game

    def own_tag(self, name: str) -> str | None: ...


class Tags(MutableMapping[str, str]):
    """Tags by name, in the order in which they are written: the event's, the seats', others as given.

    Game and Position are always the tree's own. Result and Termination are those given, or else those of
    the main line's last position.
    """

    def __init__(self, tree: TaggedTree, given: Mapping[str, str]) -> None:
        self._tree = tree
        self._given: dict[str, str] = {}
        for name, value in given.items():
            self[name] = value

    def __getitem__(self, name: str) -> str:
        own = self._tree.own_tag(name) if name in ("Game", "Position") else self._given.get(name)
        if own is None and name in ("Result", "Termination"):
            own = self._tree.own_tag(name)
        if own is None:
            raise KeyError(name)
        return own

    def __setitem__(self, name: str, value: str) -> None:
        """Game and Position are the tree's own and stay; a Result of ``*`` is none."""
        if name == "Result" and value == UNFINISHED:
            self._given.pop(name, None)
        elif name not in ("Game", "Position"):
            self._given[str(name)] = str(value)

    def __delitem__(self, name: str) -> None:
        del self._given[name]

    def __iter__(self) -> Iterator[str]:
        seats = [seat_tag(name) for name in self._tree.game.seat_names]
        placed = {*FIRST, *seats, *LAST}
        given = [name for name in self._given if name not in placed]
        return (name for name in (*FIRST, *seats, *given, *LAST) if self._has(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]  # tags change

    @property
    def given(self) -> dict[str, str]:
        """The tags that were given, without the tree's own."""
        return dict(self._given)

    def is_given(self, name: str) -> bool:
        """Whether a tag was given, be there one of the tree's own or not."""
        return name in self._given

    def _has(self, name: str) -> bool:
        return name in self._given or self._tree.own_tag(name) is not None
