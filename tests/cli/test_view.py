"""What stands round the board: the last move's cells, the ending in words."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console

import parlour
from parlour.cli.session.game_view import table_view
from parlour.picture.viewpoint import Viewpoint
from parlour.table.game import State


def played(name: str, *moves: str) -> State:
    state = parlour.game(name).start()
    for move in moves:
        state.play(move)
    return state


def shown(state: State, width: int = 100, height: int | None = None) -> str:
    out = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        record=True,
        no_color=True,
        force_terminal=height is not None,
    )
    out.print(table_view(out, state, ["you"] * state.game.seats, Viewpoint()))
    return out.export_text()


@pytest.mark.parametrize(
    ("name", "moves", "cells"),
    [
        ("lines-of-action", [], set()),
        ("lines-of-action", ["b1-b3"], {"b1", "b3"}),
        ("lines-of-action", ["c1xa3"], {"c1", "a3"}),
        ("english-draughts", ["a3-b4", "d6-c5", "b4xd6"], {"b4", "d6"}),
        ("hex", ["k11"], {"k11"}),
        ("hex", ["c2", "swap"], {"c2"}),
        ("stones-of-fortune", ["cast1", "2", "L7-L5", "cast1"], {"L7", "L5"}),
    ],
)
def test_the_last_move_is_marked(name: str, moves: list[str], cells: set[str]) -> None:
    state = played(name, *moves)
    assert set(state.last_cells(None)) == cells


@pytest.mark.parametrize("name", parlour.games())
def test_a_view_fits_80_by_24_or_says_so(name: str) -> None:
    state = parlour.game(name).start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(Random(1)))
    lines = shown(state, 80, 24).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) <= 22 or "This view has" in lines[-1]
    assert (name == "naval-qi") == (len(lines) > 22)


def test_the_panel_stands_beside_the_board_or_below() -> None:
    state = played("lines-of-action", "b1-b3", "a2-c2")
    assert "8     x" in shown(state).splitlines()[1]
    assert "Lines of Action" in shown(state).splitlines()[1]
    narrow = shown(state, 40).splitlines()
    assert "Lines of Action" not in narrow[1]
    assert any("1. b1-b3  a2-c2" in line for line in narrow)


@pytest.mark.parametrize(
    ("name", "moves", "line"),
    [
        ("chess", ["e2-e4", "e7-e5", "g1-f3"], "1. e4  e5"),
        ("english-draughts", ["a3-b4", "d6-c5", "b4xd6"], "1. 12-16"),
        ("hex", ["k11"], "1. k11"),
    ],
)
def test_moves_are_listed_as_players_write_them(name: str, moves: list[str], line: str) -> None:
    assert line in shown(played(name, *moves))
