"""Games of bots or of records, as a table for learning: a row for each ply, in Parquet, Arrow's stream
format or CSV (there lists are numbers parted by blanks).

==============  =============  ==================================================================
column          type           what it holds
==============  =============  ==================================================================
``game``        int64          the game's number; with the seed it decides all chance in it
``ply``         int32          moves played before, from 0
``turn``        int8           the seat to move, from 0
``position``    string         the whole position, as `Game.read` reads it
``view``        string         what the seat to move sees of it; null where nothing is hidden
``legal``       list<int32>    the indices of the legal moves (`parlour.adapters.actions`),
                               rising; null where a position has too many to be listed
``planes``      list<int16>    if asked for: the observation of the seat to move, layer by layer
                               (`parlour.adapters.observations`); the metadata have the shape
``move``        int32          the index of the move played; null where `legal` is
``text``        string         the move played, as it is written
``value``       float32        the score that the player expected for the seat to move; null where
                               it has no idea, or blundered on purpose
``result``      list<float32>  each seat's score at the end; null if the game was broken off
==============  =============  ==================================================================

The schema's metadata have the game with its options, the version, players, seed and number of actions.
Games are written as they come, so memory does not grow with their number; a file that is broken off by
Ctrl-C is closed properly and holds whole games from the first on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib

from parlour import __version__
from parlour.adapters.actions import Actions
from parlour.adapters.observations import Observations
from parlour.errors import IllegalMove, MissingExtra, ParlourError
from parlour.kernel.layout import CHANCE, MANY
from parlour.players import player
from parlour.players.game_runner import run_game
from parlour.records import read
from parlour.records.tree import Tree
from parlour.table.game import Game, State
from parlour.table.player import Player

FORMATS = (".parquet", ".arrow", ".csv")
CHUNK = 20  # games that a process plays before it hands them over
MAX_MOVES = 1000  # after which a game is broken off, unless another number is given

Row = dict[str, Any]


@dataclass(frozen=True)
class GameSeries:
    """Games to be played: `count` from number `first` on, each seat by a player's text."""

    game: Game
    players: tuple[str, ...]  # one for all seats, or one for each
    count: int
    first: int = 0
    seed: int = 0
    max_moves: int = MAX_MOVES
    planes: bool = False
    records: Path | None = None  # a file whose games are written; nothing is played


def write_games(series: GameSeries, path: Path, workers: int = 1) -> Iterator[int]:
    """Write the games, played or recorded; yields how many are written, from time to time.

    The same series gives the same rows, however many processes play. The file has its name when it is
    complete, and ends in ``.part`` before. Raises ParlourError for a file name that is neither .parquet
    nor .arrow nor .csv, numbers below 1, or players that do not suit; MissingExtra without pyarrow.
    """
    arrow = _arrow()
    if path.suffix not in FORMATS:
        raise ParlourError(f"{path.name} ends neither in {' nor in '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise ParlourError(f"there is no folder {path.parent} to write {path.name} in")
    if min(series.count, series.max_moves, workers) < 1 or series.first < 0:
        raise ParlourError("numbers of games, moves and workers are whole numbers from 1")
    schema = schema_of(series)
    if series.records is None:
        _seated(series, 0)  # whatever is wrong with the players shows here
    part = path.with_name(path.name + ".part")
    done = 0
    try:
        with _writer(arrow, schema, part) as writer:
            made = recorded_games(series) if series.records else _play_games(series, workers)
            for rows, games in made:
                batch = arrow.RecordBatch.from_pylist(rows, schema)
                writer.write_batch(_flat(arrow, batch) if path.suffix == ".csv" else batch)
                done += games
                yield done
    finally:
        if done:
            part.replace(path)
        else:
            part.unlink(missing_ok=True)


def schema_of(series: GameSeries) -> Any:
    """The pyarrow schema of a series' rows, with its metadata. Raises MissingExtra."""
    arrow = _arrow()
    game = series.game
    about = {
        "game": game.name,
        "options": json.dumps(game.chosen),
        "version": __version__,
        "players": json.dumps(series.players),
        "seed": str(series.seed),
        "actions": str(Actions(game).n),
    }
    if series.planes:
        seen = Observations(game)
        about |= {"shape": json.dumps(seen.shape), "layers": json.dumps(seen.names)}
    columns = [
        ("game", arrow.int64()),
        ("ply", arrow.int32()),
        ("turn", arrow.int8()),
        ("position", arrow.string()),
        ("view", arrow.string()),
        *([("planes", arrow.list_(arrow.int16()))] if series.planes else []),
        ("legal", arrow.list_(arrow.int32())),
        ("move", arrow.int32()),
        ("text", arrow.string()),
        ("value", arrow.float32()),
        ("result", arrow.list_(arrow.float32())),
    ]
    return arrow.schema(columns, metadata={f"parlour.{key}": value for key, value in about.items()})


def play_games(series: GameSeries, numbers: Sequence[int]) -> list[Row]:
    """The rows of the games with these numbers."""
    rows = RowWriter(series)
    return [row for number in numbers for row in _game(series, rows, number)]


def recorded_games(series: GameSeries) -> Iterator[tuple[list[Row], int]]:
    """The rows of each game in the file of records, up to where it breaks.

    Raises ParlourError for a record of another game or of other options, or of what one seat heard.
    """
    assert series.records is not None
    writer = RowWriter(series)
    for number, item in enumerate(read(series.records, series.game), series.first):
        if item.tree is None:
            raise ParlourError(f"{series.records.name}: {item.error}")
        if item.tree.game != series.game:
            raise ParlourError(
                f"{series.records.name}, line {item.line}: a game of {item.tree.game.name}, "
                f"not of {series.game.name}"
            )
        if item.tree.heard_by:
            raise ParlourError(
                f"{series.records.name}, line {item.line}: one seat's record has no whole positions"
            )
        yield _recorded(writer, item.tree, number), 1


def _recorded(writer: RowWriter, tree: Tree, number: int) -> list[Row]:
    """The rows of one recorded game's main line."""
    state = tree.root.state().copy()
    rows: list[Row] = []
    for node in tree.line():
        try:
            state.code(node.move)
        except IllegalMove:
            break  # a null move, or a record that goes on after an end
        if state.turn != CHANCE:
            rows.append(writer.row(state, node.move, None))
        state.play(node.move)
    return _finished(rows, state, number)


def _play_games(series: GameSeries, workers: int) -> Iterator[tuple[list[Row], int]]:
    """Rows in the order of the games, with the number of games that they are of."""
    last = series.first + series.count
    chunks = [range(k, min(k + CHUNK, last)) for k in range(series.first, last, CHUNK)]
    run = joblib.Parallel(n_jobs=workers, return_as="generator", pre_dispatch=2 * workers)
    work = (joblib.delayed(play_games)(series, chunk) for chunk in chunks)
    for rows, chunk in zip(run(work), chunks, strict=True):
        yield rows, len(chunk)


def _seated(series: GameSeries, number: int) -> list[Player]:
    """The players of a game, by seat; raises BadPlayer."""
    game = series.game
    texts = series.players * game.seats if len(series.players) == 1 else series.players
    if len(texts) != game.seats:
        raise ParlourError(
            f"{len(texts)} players are named; {game.name} has {game.seats} seats: name one or all"
        )
    chance = random.Random(f"{series.seed} {number} players")
    return [player(text, game, chance.randrange(1 << 62)) for text in texts]


def _game(series: GameSeries, writer: RowWriter, number: int) -> list[Row]:
    """The rows of one game, from its start to its end."""
    seated = _seated(series, number)
    rows: list[Row] = []

    def choose(state: State) -> str:
        assert state.turn is not None
        chosen = seated[state.turn].decide(state)
        rows.append(writer.row(state, chosen.move, chosen.value))
        return chosen.move

    rng = random.Random(f"{series.seed} {number} chance")
    state = run_game(series.game.start(), choose, rng, moves=series.max_moves)
    return _finished(rows, state, number)


def _finished(rows: list[Row], state: State, number: int) -> list[Row]:
    """The rows of a game with its number, their plies and the result."""
    result = [float(score) for score in state.outcome.scores] if state.outcome else None
    for ply, row in enumerate(rows):
        row.update(game=number, ply=ply, result=result)
    return rows


class RowWriter:
    """Makes the rows of a series' positions."""

    def __init__(self, series: GameSeries) -> None:
        self.actions = Actions(series.game)
        self.observations = Observations(series.game) if series.planes else None
        self.listed = series.game.plain.rules.MAX_MOVES <= MANY

    def row(self, state: State, text: str, value: float | None) -> Row:
        """The row of a position in which `text` is played."""
        legal = self.actions.legal(state) if self.listed else {}
        row: Row = {
            "turn": state.turn,
            "position": state.text,
            "view": state.view(state.turn) if state.game.spec.hidden else None,
            "legal": sorted(legal) if self.listed else None,
            "move": next((index for index, move in legal.items() if move == text), None),
            "text": text,
            "value": value,
        }
        if self.observations is not None:
            row["planes"] = self.observations.of(state, state.turn).ravel().tolist()
        return row


def _flat(arrow: Any, batch: Any) -> Any:
    """The batch with lists as numbers parted by blanks, for CSV."""
    columns = {}
    for name in batch.schema.names:
        column = batch.column(name)
        if arrow.types.is_list(column.type):
            rows = (None if row is None else " ".join(map(str, row)) for row in column.to_pylist())
            column = arrow.array(list(rows), arrow.string())
        columns[name] = column
    return arrow.RecordBatch.from_pydict(columns)


def _writer(arrow: Any, schema: Any, path: Path) -> Any:
    """What takes record batches, as a context manager; `path` ends in ``.part``."""
    if path.suffixes[-2] == ".csv":
        import pyarrow.csv

        return pyarrow.csv.CSVWriter(
            str(path), _flat(arrow, arrow.RecordBatch.from_pylist([], schema)).schema
        )
    if path.suffixes[-2] == ".arrow":
        packed = arrow.ipc.IpcWriteOptions(compression="zstd")
        return arrow.ipc.new_stream(str(path), schema, options=packed)
    import pyarrow.parquet

    return pyarrow.parquet.ParquetWriter(str(path), schema, compression="zstd")


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("tables of games need pyarrow: pip install 'parlour[data]'") from None
    return pyarrow
