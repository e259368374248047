"""`parlour picture`: files and standard output, what it takes, clean errors."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `parlour picture` in this process: its exit code, output and errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parlour", "picture", *arguments])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_without_a_file_svg_goes_to_standard_output(run: Run) -> None:
    code, out, _ = run("hex", "--option", "size=5")
    assert code == 0
    assert out == parlour.game("hex:size=5").start().svg() + "\n"


def test_a_file_of_either_kind(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    for name in ("x.svg", "x.png"):
        assert run("lines-of-action", "-o", str(tmp_path / name)) == (0, "", "")
    ElementTree.parse(tmp_path / "x.svg")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_all_that_can_be_wished(run: Run) -> None:
    state = parlour.game("y:size=5").start().play("a1").play("b2")
    wanted = state.svg(
        1,
        skin="wood",
        size=300,
        coordinates=False,
        flip=True,
        last=False,
        marks=["a2"],
        arrows=[("a1", "b2")],
        view="standing",
    )
    code, out, _ = run(
        *("y", "--option", "size=5", "--moves", "a1 b2", "--seat", "black", "--skin", "wood"),
        *("--size", "300", "--no-coordinates", "--flip", "--no-last", "--mark", "a2"),
        *("--arrow", "a1:b2", "--view", "standing"),
    )
    assert (code, out) == (0, wanted + "\n")


def test_a_position(run: Run) -> None:
    text = parlour.game("hex:size=3").start().play("b2").text
    code, out, _ = run("hex", "--option", "size=3", "--position", text)
    assert (code, out) == (0, parlour.game("hex:size=3").read(text).svg() + "\n")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("nothing",), "nothing"),
        (("hex", "-o", "x.gif"), "expected .svg or .png"),
        (("hex", "-o", "no/such/folder/x.svg"), "no/such/folder/x.svg"),
        (("hex", "--moves", "z99"), "z99"),
        (("hex", "--mark", "z99"), "there is no cell z99"),
        (("hex", "--arrow", "a1-b2"), "FROM:TO"),
        (
            ("hex", "--skin", "ugly"),
            "colour-blind, default, high-contrast, latin, night, plain, print, wood",
        ),
        (("hex", "--seat", "Green"), "Red (0), Blue (1)"),
        (("hex", "--size", "3"), "16 to 8192"),
        (("hex", "--view", "up"), "no view up"),
    ],
)
def test_mistakes_are_told_on_one_line(run: Run, arguments: tuple[str, ...], part: str) -> None:
    code, out, errors = run(*arguments)
    assert (code, out) == (2, "")
    assert part in errors
    assert errors.count("\n") == 1
