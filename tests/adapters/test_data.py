"""Tables of games: read back by pyarrow and polars, and replayed against the rules."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.adapters.actions import Actions
from parlour.adapters.data import GameSeries, play_games, recorded_games, schema_of, write_games
from parlour.adapters.observations import Observations
from parlour.errors import ParlourError
from parlour.table.player import random_move
from tests.conftest import at_length

pyarrow = pytest.importorskip("pyarrow")
polars = pytest.importorskip("polars")


def written(path: Path, **chosen: object) -> Path:
    given = {"game": parlour.game("hex", size=4), "players": ("random",), "count": 5, **chosen}
    assert [*write_games(GameSeries(**given), path)][-1] == given["count"]  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize("kind", [".arrow", at_length(".parquet")])
def test_the_games_are_read_back_and_replayed(tmp_path: Path, kind: str) -> None:
    import pyarrow.parquet

    path = written(tmp_path / f"games{kind}", players=("mcts:simulations=5", "random"))
    read = polars.read_parquet(path) if kind == ".parquet" else polars.read_ipc_stream(path)
    if kind == ".parquet":
        assert pyarrow.parquet.read_table(path).to_pylist() == read.to_dicts()
        about = pyarrow.parquet.read_schema(path).metadata
        assert about[b"parlour.game"] == b"hex:size=4"
    game = parlour.game("hex", size=4)
    actions = Actions(game)
    assert set(read["game"]) == set(range(5))
    for rows in read.partition_by("game", maintain_order=True):
        state = game.start()
        for ply, row in enumerate(rows.iter_rows(named=True)):
            assert (row["ply"], row["turn"]) == (ply, state.turn)
            assert game.read(row["position"]).text == row["position"] == state.text
            assert row["legal"] == sorted(actions.legal(state))
            assert row["text"] == actions.text(state, row["move"])
            assert row["view"] is None
            assert row["value"] is None or (row["turn"] == 0 and 0 <= row["value"] <= 1)
            state.play(row["text"])
        assert state.outcome is not None
        assert row["result"] == [float(score) for score in state.outcome.scores]


def test_the_rows_are_the_same_whoever_plays_them(tmp_path: Path) -> None:
    game = parlour.game("chainn")
    series = GameSeries(game, ("random",), 4, seed=7)
    one = play_games(series, range(4))
    assert one == play_games(series, range(2)) + play_games(series, range(2, 4))
    assert one != play_games(GameSeries(game, ("random",), 4, seed=8), range(4))


def test_a_long_game_is_broken_off_and_a_hidden_one_is_seen_by_its_mover() -> None:
    rows = play_games(GameSeries(parlour.game("revolver"), ("random",), 1, max_moves=20), [0])
    assert len(rows) == 20
    assert all(row["result"] is None for row in rows)
    assert all(row["view"] for row in rows)
    assert any(row["view"] != row["position"] for row in rows)


def test_where_moves_are_too_many_none_is_listed() -> None:
    rows = play_games(GameSeries(parlour.game("naval-qi"), ("random",), 1, max_moves=2), [0])
    assert [(row["legal"], row["move"]) for row in rows] == [(None, None)] * 2


@pytest.mark.parametrize(
    ("chosen", "name", "why"),
    [
        ({}, "games.txt", "ends neither in .parquet nor in .arrow nor in .csv"),
        ({}, "nowhere/games.arrow", "there is no folder .*nowhere to write games.arrow in"),
        ({"count": 0}, "games.arrow", "whole numbers from 1"),
        ({"players": ("random",) * 3}, "games.arrow", "name one or all"),
        ({"players": ("nobody",)}, "games.arrow", "nobody"),
    ],
)
def test_what_cannot_be_written_is_refused(
    tmp_path: Path, chosen: dict[str, object], name: str, why: str
) -> None:
    with pytest.raises(ParlourError, match=why):
        written(tmp_path / name, **chosen)
    assert not [*tmp_path.iterdir()]


def test_planes_are_a_column_and_csv_has_its_lists_as_texts(tmp_path: Path) -> None:
    game = parlour.game("hex", size=4)
    seen, first = Observations(game), game.start()
    read = polars.read_csv(written(tmp_path / "games.csv", planes=True))
    row = read.row(0, named=True)
    assert row["position"] == first.text
    planes = np.array(row["planes"].split(), np.int16).reshape(seen.shape)
    assert np.array_equal(planes, seen.of(first, 0))
    assert row["legal"].split() == [str(k) for k in sorted(Actions(game).legal(first))]
    schema = schema_of(GameSeries(game, ("random",), 1, planes=True))
    assert schema.metadata[b"parlour.shape"] == b"[5, 16]"


def test_recorded_games_are_written(tmp_path: Path) -> None:
    game, rng = parlour.game("stones-of-fortune"), random.Random(1)
    state = game.start()
    while state.turn is not None and len(state.history) < 30:
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else random_move(state, rng))
    record = tmp_path / "game.pgn"
    record.write_text(parlour.records.Tree.from_state(state).write("native").text)
    series = GameSeries(game, ("random",), 1, records=record)
    [(rows, _)] = recorded_games(series)
    texts = [
        ply_text
        for ply_text, ply in zip(state.history, state.past, strict=True)
        if ply.record.turn >= 0
    ]
    assert [row["text"] for row in rows] == texts
    assert rows[0]["ply"] == 0
    with pytest.raises(ParlourError, match=r"not of hex"):
        [*recorded_games(GameSeries(parlour.game("hex"), ("random",), 1, records=record))]


def test_what_was_written_before_a_break_is_kept(tmp_path: Path) -> None:
    writing = write_games(
        GameSeries(parlour.game("hex", size=3), ("random",), 60), tmp_path / "g.arrow"
    )
    assert next(writing) == 20
    writing.close()  # type: ignore[attr-defined]
    assert set(polars.read_ipc_stream(tmp_path / "g.arrow")["game"]) == set(range(20))
