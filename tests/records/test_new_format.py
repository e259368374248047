"""A new format is one folder: it is found, recognised, read and written without an edit elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.records import Tree, read, recognise
from parlour.records.formats import format_registry
from parlour.records.pgn_syntax.dialect import dialects

FORMAT = '''
"""Hex moves on one line after the word HEXLINE."""

from parlour.records.formats.format_registry import Format
from parlour.records.record_items import Item
from parlour.records.losses import losses_of
from parlour.records.tree import Tree
from parlour.records.written import Written

FORMATS = (Format("hexline", (".hexline",), __name__),)


def claims(text):
    return float(text.startswith("HEXLINE "))


def read(source):
    for number, line in enumerate(source.lines(), 1):
        item = Item(Tree("hex"), line=number, form="hexline")
        node = item.tree.root
        for move in line.split()[1:]:
            node = node.add(move)
        yield item


def write(tree):
    text = " ".join(["HEXLINE", *tree.moves()]) + "\\n"
    return Written(text, losses_of(tree, text, read))
'''


@pytest.fixture
def _hexline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "hexline"
    folder.mkdir()
    (folder / "__init__.py").write_text(FORMAT, encoding="utf-8")
    package = sys.modules[format_registry.PACKAGE]
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    format_registry.formats.cache_clear()
    dialects.cache_clear()
    yield
    sys.modules.pop(f"{format_registry.PACKAGE}.hexline", None)
    format_registry.formats.cache_clear()
    dialects.cache_clear()


@pytest.mark.usefixtures("_hexline")
def test_a_new_format_is_one_folder() -> None:
    tree = Tree("hex")
    tree.root.add("a1").add("b2")
    written = tree.write("hexline")
    assert written.text == "HEXLINE a1 b2\n"
    assert written.losses == ()
    (item,) = read(written.text)
    assert item.form == "hexline"
    assert item.tree is not None
    assert item.tree.moves() == ("a1", "b2")
    assert recognise(written.text)[0].game == "hex"
    assert format_registry.format_for_suffix(".hexline") == "hexline"


@pytest.mark.usefixtures("_hexline")
def test_a_new_format_reports_losses() -> None:
    tree = Tree("hex")
    tree.root.add("a1").comments = ("", "a corner")
    (loss,) = tree.write("hexline").losses
    assert loss.field == "comments"
