"""Endgame tables: ranks against known counts, values against known figures, search and themselves."""

from __future__ import annotations

import json
import random
import threading
from math import comb
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.kernel.layout import new_plain
from parlour.search.alphabeta.alphabeta_compiled import WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.endgame.endgame_builder import build, materials
from parlour.search.endgame.endgame_table import (
    BadTables,
    Tables,
    Value,
    board_record,
    endgame_tables,
    forget_tables,
    material_text,
    merit,
    piece_count,
    tables_folder,
)
from parlour.table.game import State
from tests.conftest import at_length


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of these tests."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def data(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(folder))
    forget_tables()


def built(name: str, pieces: int) -> Tables:
    return build(parlour.game(name), pieces)


def positions(tables: Tables, count: int, seed: int) -> list[State]:
    """Running positions drawn at random among all that the tables have."""
    rules, rng = tables.game.plain.rules, random.Random(seed)
    ranks = tables.game.plain.algorithm("parlour.search.endgame.endgame_indexing")
    board = board_record(rules, False)
    found: list[State] = []
    while len(found) < count:
        one = rng.choice(tables.slices)
        row, record = [0] * rules.CODED_CELLS, new_plain(rules.STATE)
        there = ranks.unrank(board, one.material, rng.randrange(one.numbers), row)
        if there and rules.from_cells(record, row, rng.randrange(2)):
            found.append(State(tables.game, record))
    return found


# -- ranks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pieces", "count"), [(1, 120), (2, 6_972)])
def test_as_many_boards_of_english_draughts_as_are_known(pieces: int, count: int) -> None:
    """The counts of Schaeffer and others, "Checkers is solved", 2007, table 1."""
    game = parlour.game("english-draughts")
    assert boards(game, pieces) == count


@pytest.mark.long
def test_as_many_boards_of_three_pieces_as_are_known() -> None:
    assert boards(parlour.game("english-draughts"), 3) == 261_224


def boards(game: parlour.Game, pieces: int) -> int:
    """How many boards of so many pieces have a number; each is met once, and its number is found again."""
    rules, ranks = game.plain.rules, game.plain.algorithm("parlour.search.endgame.endgame_indexing")
    t = board_record(rules, False)
    row, n = [0] * rules.CODED_CELLS, 0
    for material in materials(rules, pieces):
        for number in range(ranks.size(t, material)):
            if ranks.unrank(t, material, number, row):
                n += 1
                assert ranks.collect(t, row) == material
                assert ranks.rank(t) == number
    return n


def test_boards_of_all_kings_waste_no_number() -> None:
    game = parlour.game("english-draughts")
    ranks = game.plain.algorithm("parlour.search.endgame.endgame_indexing")
    kings = 2 << 3 | 2 << 9
    assert ranks.size(board_record(game.plain.rules, False), kings) == comb(32, 2) * comb(30, 2)


@pytest.mark.parametrize(
    "name",
    [
        "english-draughts",
        "royal-draughts",
        "sovereign",
        "twindraughts:game=rebound,sets=dark",
        "chess",
    ],
)
def test_boards_become_codes_and_codes_the_same_boards(name: str) -> None:
    game, rng = parlour.game(name), random.Random(5)
    rules = game.plain.rules
    codes, again = [0] * rules.CODED_CELLS, new_plain(rules.STATE)
    for _ in range(3):
        state = game.start()
        while state.turn is not None:
            rules.cells(state.record, codes)
            standing = getattr(state.record, "castling", 0) == 0
            if rules.from_cells(again, codes, state.turn) and standing:
                back = [0] * rules.CODED_CELLS
                rules.cells(again, back)
                assert back == codes
                passed = getattr(state.record, "passed", 64)
                assert (rules.key(again) == rules.key(state.record)) == (passed == 64)
                assert {rules.may_stand(c, i) for i, c in enumerate(codes) if c} <= {True}
            state.play(rng.choice(state.moves()))


# -- values --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_chess_endings_take_as_long_as_is_known() -> None:
    """The longest wins, in moves of the side that mates: KQK 10, KRK 16, KPK 28 (Fine; Nunn 1992)."""
    tables = built("chess", 3)
    longest = {one.material: one.longest for one in tables.slices}
    kings = 1 << 15 | 1 << 33
    in_moves = {m: (longest[kings | 1 << 3 * (m - 1)] + 1) // 2 for m in (1, 4, 5)}
    assert in_moves == {1: 28, 4: 16, 5: 10}
    for minor in (1 << 3, 1 << 6):  # one Knight or Bishop wins nothing, so nothing need be stored
        assert longest.get(kings | minor, 0) == 0
    opposed = tables.game.read(fen("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"))
    assert str(tables.value(opposed)).startswith("win")
    assert (
        tables.value(tables.game.read(fen("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"))) is None
    )  # stalemate
    castling = tables.game.read(fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    assert tables.value(castling) is None
    rook_pawn = tables.game.read(fen("k7/8/K7/P7/8/8/8/8 w - - 0 1"))
    assert str(tables.value(rook_pawn)) == "draw"


def fen(text: str) -> str:
    return f"chess {text}"


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        at_length("english-draughts", 2),
        at_length("sovereign", 3),
        at_length("royal-draughts", 3),
    ],
)
def test_each_value_follows_from_those_after_it(name: str, pieces: int) -> None:
    tables = built(name, pieces)
    for state in positions(tables, 60, seed=7):
        value = tables.value(state)
        assert value is not None
        moves = tables.moves(state)
        assert list(moves)
        assert merit(value) == max(merit(one) for one in moves.values())


@pytest.mark.long
def test_a_plain_search_finds_the_same_wins_in_as_many_plies() -> None:
    tables = built("english-draughts", 2)
    search = AlphaBeta(tables.game, reductions=False)
    for state in positions(tables, 40, seed=3):
        value = tables.value(state)
        assert value is not None
        search.forget()
        found = search.search(state, depth=14, nodes=200_000)
        wins = value.plies if value.result == "win" else -value.plies if value.plies else None
        assert found.distance == wins


@pytest.mark.long
def test_search_asks_the_tables() -> None:
    tables = built("english-draughts", 3)
    with_them = AlphaBeta(tables.game, tables=tables)
    for state in positions(tables, 20, seed=11):
        value = tables.value(state)
        assert value is not None
        found = with_them.search(state, depth=3)
        signed = value.plies if value.result == "win" else -value.plies
        assert found.distance == (signed or None)
        assert value.result != "draw" or found.value == 0


@pytest.mark.long
def test_tables_are_asked_after_a_capture_that_follows_a_quiet_move() -> None:
    """Positions with too many pieces are not counted again until something is captured."""
    tables = built("english-draughts", 3)
    place = ".......m/......../......../....m.../......../..M...../......../......M."
    state = tables.game.read(f"english-draughts {place} 0* p,- --,-- -,- 0,0,0,0,0,0")
    found = AlphaBeta(tables.game, tables=tables).search(state, depth=2, every=True)
    value = tables.value(state.play("c3-d4").play("e5xc3"))
    assert value is not None
    assert value.plies > 2
    sign = 1 if value.result == "win" else -1
    assert found.values["c3-d4"] == (sign * (WIN - 2 - value.plies) if value.plies else 0)


def test_a_count_that_runs_out_first_leaves_nothing_to_be_told() -> None:
    tables = built("english-draughts", 2)
    state = next(
        s for s in positions(tables, 200, seed=1) if (v := tables.value(s)) and v.plies > 4
    )
    value = tables.value(state)
    assert value is not None
    state.record.quiet[0] = 80 - value.plies
    assert tables.value(state) == value
    state.record.quiet[0] += 1
    assert tables.value(state) is None


def test_positions_that_no_table_has() -> None:
    tables = built("english-draughts", 2)
    assert tables.value(tables.game.start()) is None
    assert tables.moves(tables.game.start()) == {}


def test_values_are_said_in_words() -> None:
    assert [str(Value.of(n)) for n in (0, 1, 6)] == ["draw", "win in 1 plies", "loss in 6 plies"]


# -- on the disk -----------------------------------------------------------------------------------------


def test_building_goes_on_and_ends_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "whole"))
    whole = built("english-draughts", 2)
    bytes_of_all = whole.values.tobytes()
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "parts"))

    def tire(what: str, part: float) -> None:
        assert threading.current_thread() is not threading.main_thread()  # that one hears Ctrl-C
        if Tables.load(whole.game, tables_folder(whole.game)).slices:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(whole.game, 2, tire)
    partial = endgame_tables(whole.game)
    assert partial is not None
    assert partial.pieces == 1  # not yet all of two
    assert 0 < Tables.load(whole.game, tables_folder(whole.game)).values.size < len(bytes_of_all)
    assert built("english-draughts", 2).values.tobytes() == bytes_of_all
    found = endgame_tables(whole.game)
    assert found is not None
    assert found.pieces == 2


def test_damaged_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    game = built("english-draughts", 2).game
    at = tables_folder(game)
    whole = bytearray((at / "values.bin").read_bytes())
    (at / "values.bin").write_bytes(bytes([*whole[:100], whole[100] ^ 1, *whole[101:]]))
    with pytest.raises(BadTables, match="damaged"):
        endgame_tables(game)
    (at / "values.bin").write_bytes(whole[:100])
    with pytest.raises(BadTables, match="damaged"):
        endgame_tables(game)
    for text in ("", "{}", "[]", "null", json.dumps({"format": 1, "pieces": 2, "slices": [3]})):
        (at / "index.json").write_text(text)
        with pytest.raises(BadTables):
            endgame_tables(game)


@pytest.mark.parametrize(
    ("name", "pieces", "why"),
    [
        ("hex", 3, "more than their boards"),
        ("leopard-princess", 3, "more than their boards"),
        ("twindraughts:sets=dark", 3, "more than their boards"),
        ("english-draughts", 0, "1 to 7"),
        ("english-draughts", 8, "1 to 7"),
    ],
)
def test_games_without_tables_say_why(name: str, pieces: int, why: str) -> None:
    with pytest.raises(BadTables, match=why):
        built(name, pieces)


def test_levels_play_the_same_with_and_without_tables() -> None:
    built("english-draughts", 2)
    game: Any = parlour.game("english-draughts")
    from parlour.players import player

    assert player("alphabeta:nodes=100", game).search.tables.pieces == 0  # type: ignore[attr-defined]
    assert player("alphabeta:seconds=1", game).search.tables.pieces >= 2  # type: ignore[attr-defined]


def test_materials_have_all_kings() -> None:
    game = parlour.game("chess")
    rules = game.plain.rules
    assert {"QK v K", "K v PK"} < {material_text(game, one) for one in materials(rules, 3)}
    assert [piece_count(one) for one in materials(rules, 3)] == [3] * 10
    assert list(materials(rules, 1)) == []
