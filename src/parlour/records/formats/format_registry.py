"""Finds the formats: every package in this folder lists its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from parlour.errors import BadForm
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

PACKAGE = __name__.rpartition(".")[0]
BY_SUFFIX = 0.15  # what a file's suffix adds to a claim
NATIVE = "native"  # reads what no other format claims


class FormatModule(Protocol):
    """What a format's module has; see the package."""

    def claims(self, text: str) -> float: ...

    def read(self, source: Source) -> Iterator[Item]: ...

    def write(self, tree: Tree) -> Written: ...


@dataclass(frozen=True)
class Format:
    """A format: its name, the `suffixes` of its files (the first is used for writing), its `module`.

    `is_default`: whether a file with such a suffix is written in this format unless another is named;
    `writes`: whether games are written in it at all, or only read.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    is_default: bool = True
    writes: bool = True

    def load(self) -> FormatModule:
        """The module that reads and writes the format."""
        module: FormatModule = import_module(self.module)
        return module


@cache
def formats() -> dict[str, Format]:
    """The formats by name, `native` first."""
    places = import_module(PACKAGE).__path__
    folders = sorted(found.name for found in pkgutil.iter_modules(places) if found.ispkg)
    listed = [one for folder in folders for one in import_module(f"{PACKAGE}.{folder}").FORMATS]
    return {one.name: one for one in sorted(listed, key=lambda one: one.name != NATIVE)}


def format_named(name: str) -> FormatModule:
    """The format of this name; raises BadForm."""
    if name not in formats():
        raise BadForm(f"there is no format {name!s:.40}; choose one of {', '.join(formats())}")
    return formats()[name].load()


def format_of(text: str, suffix: str = "") -> tuple[str, FormatModule]:
    """The format that claims a text most, with its name; the native one if none claims it.

    The `suffix` of the text's file speaks for the formats that have it.
    """
    loaded = {name: one.load() for name, one in formats().items()}
    claims = {name: one.claims(text) for name, one in loaded.items()}
    for name, one in formats().items():
        if claims[name] and suffix in one.suffixes:
            claims[name] += BY_SUFFIX
    name = max(claims, key=lambda name: claims[name])
    return name, loaded[name]


def suffix_of(name: str) -> str:
    """The suffix of files written in the format of this name, without the full stop."""
    return formats()[name].suffixes[0].removeprefix(".")


def format_for_suffix(suffix: str) -> str | None:
    """The name of the format in which files with this suffix are written; None if none is."""
    named = (one.name for one in formats().values() if one.is_default and suffix in one.suffixes)
    return next(named, None)
