"""Loading rules: parameters, plain and compiled instances, mistakes, and the cache of compiled code."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.itanium_mangler import mangle

from parlour.errors import BadRules
from parlour.kernel import primitives
from parlour.kernel.compilation import compile_watch
from parlour.kernel.compilation.cache import CacheWarning, prune
from parlour.kernel.compilation.intrinsics import TWINS
from parlour.kernel.layout import PlainTable, new_compiled, new_plain, record
from parlour.kernel.loader import CompiledInstance, Instance, PlainInstance, SourceFile
from tests.toys import NOUGHTS, write_rules

ENTRY = {  # a function of each algorithm
    "random.playout_compiled": "play_out",
    "mcts.mcts_compiled": "simulate",
    "mcts.rave_compiled": "simulate",
    "alphabeta.alphabeta_compiled": "search",
    "mcts.ismcts_compiled": "simulate",
}


def instance(folder: Path, text: str = NOUGHTS, **parameters: int) -> CompiledInstance:
    source = SourceFile(write_rules(folder, text), "toy_rules")
    return CompiledInstance(source, tuple(sorted(parameters.items())))


def played_compiled(compiled: CompiledInstance, seed: int = 5) -> tuple[int, int, bytes]:
    s, rng = new_compiled(compiled.rules.STATE), np.array([seed])
    out = np.zeros(compiled.rules.MAX_MOVES, np.int64)
    compiled.rules.start(s[0])
    plies = compiled.rules.finish(s[0], out, rng)
    return plies, int(rng[0]), s.tobytes()


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("PARLOUR_CACHE", str(folder))
    monkeypatch.setattr("parlour.kernel.compilation.cache._warned", set())
    return folder


@pytest.mark.parametrize("size", [3, 4])
def test_plain_and_compiled_play_the_same_game(tmp_path: Path, size: int) -> None:
    compiled = instance(tmp_path, SIZE=size)
    plain = PlainInstance(compiled.source, compiled.parameters)
    s, rng = new_plain(plain.rules.STATE), [5]
    plain.rules.start(s)
    plies = plain.rules.finish(s, [0] * plain.rules.MAX_MOVES, rng)
    assert len(s.board) == size * size
    twin = new_compiled(plain.rules.STATE)
    twin["board"][0] = s.board
    for name in ("turn", "next", "reason", "winner", "made"):
        twin[name][0] = getattr(s, name)
    assert (plies, rng[0], twin.tobytes()) == played_compiled(compiled)


def test_parameters_must_be_the_files_own(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="no parameter WIDTH"):
        instance(tmp_path, WIDTH=3)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="must define payoff"):
        instance(tmp_path, NOUGHTS.replace("def payoff", "def pay"))


def test_a_syntax_error_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"toy_rules\.py, line 4"):
        instance(tmp_path, "\n\n\ndef start(s:\n")


MISTAKES = {
    "s.winner = s.turn": ("s.winer = s.turn", AttributeError, "winer"),
    "s.board[m] = s.turn + 1": ("s.board[m + 99] = 1", IndexError, "list assignment"),
    "s.made += 1": ("s.made += mad", NameError, "mad"),
    "return h": ("return h + 'x'", TypeError, "unsupported"),
    "out[n] = i\n            n += 1": ("out[n] = i", BadRules, "legal_moves returns no move"),
}


@pytest.mark.parametrize("right", MISTAKES)
def test_a_mistake_is_pythons_own_error_at_its_line(tmp_path: Path, right: str) -> None:
    wrong, error, words = MISTAKES[right]
    with pytest.raises(error, match=words) as caught:
        played_compiled(instance(tmp_path, NOUGHTS.replace(right, wrong)))
    if error is not BadRules:
        text = (tmp_path / "toy_rules.py").read_text().splitlines()
        last = caught.traceback[-1]
        assert wrong.splitlines()[0] in text[last.lineno]


def test_what_only_the_compiler_refuses_has_its_line(tmp_path: Path) -> None:
    text = NOUGHTS.replace("x, y = m % SIZE", "x = f'{m:>3}'\n    x, y = m % SIZE")
    with pytest.raises(BadRules, match=r"toy_rules\.py, line \d+: ") as caught:
        played_compiled(instance(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_what_allocates_is_refused(tmp_path: Path) -> None:
    text = NOUGHTS.replace(
        "x, y = m % SIZE", "both = [m, m]\n    m = both[m % 2]\n    x, y = m % SIZE"
    )
    with pytest.raises(BadRules, match=r"toy_rules\.py.*: compiled functions make no arrays"):
        played_compiled(instance(tmp_path, text))


def test_a_changed_helper_is_never_stale(tmp_path: Path) -> None:
    first = played_compiled(instance(tmp_path))
    changed = NOUGHTS.replace("across == SIZE", "across == SIZE + 1")
    played_compiled(instance(tmp_path, changed, SIZE=3))
    helper = changed.replace("if s.board[i] == 0:", "if s.board[CELLS - 1 - i] == 0:")
    helper = helper.replace("out[n] = i", "out[n] = CELLS - 1 - i")
    assert played_compiled(instance(tmp_path, helper)) != first
    assert played_compiled(instance(tmp_path)) == first


def test_a_second_instance_comes_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits is told of the first one's compiling, until it is done."""
    waiting: list[bool] = []
    first, second = instance(tmp_path), instance(tmp_path)
    real = compile_watch._count

    def count(more: int) -> None:
        real(more)
        waiting.append(compile_watch.is_compiling())

    monkeypatch.setattr(compile_watch, "_count", count)
    played_compiled(first)
    assert sum(first.rules.finish.stats.cache_misses.values()) == 1
    assert (waiting[0], waiting[-1]) == (True, False)
    waiting.clear()
    played_compiled(second)
    assert sum(second.rules.finish.stats.cache_hits.values()) == 1
    assert not waiting


def test_compiled_code_has_the_same_name_in_whatever_order_algorithms_are_bound(
    tmp_path: Path,
) -> None:
    """Else what one process has kept calls modules that another does not know."""
    found = []
    for order in (list(ENTRY), list(ENTRY)[::-1]):
        one = instance(tmp_path)
        bound = {name: one.algorithm(f"parlour.search.{name}") for name in order}
        functions = (getattr(bound[name], ENTRY[name]) for name in ENTRY)
        found.append([function.py_func.__module__ for function in functions])
    assert found[0] == found[1]


def test_a_damaged_cache_is_told_of_and_made_anew(tmp_path: Path, own_cache: Path) -> None:
    first = played_compiled(instance(tmp_path))
    files = [path for path in own_cache.rglob("*") if path.is_file()]
    assert files
    for number, path in enumerate(files):
        data = path.read_bytes()
        path.write_bytes([b"", data[: len(data) // 2], data[:-1] + b"?"][number % 3])
    with pytest.warns(CacheWarning, match="damaged"):
        assert played_compiled(instance(tmp_path)) == first
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert played_compiled(instance(tmp_path)) == first


def test_a_cache_that_cannot_be_written_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.warns(CacheWarning, match="cannot be"):
        assert played_compiled(instance(tmp_path))[0] > 4


def made_and_found_again(folder: Path) -> tuple[bool, list[str]]:
    """Whether another instance of the rules finds the code in the cache, and all warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        again = instance(folder)
        played_compiled(again)
    hits = sum(again.rules.finish.stats.cache_hits.values())
    return hits > 0, [str(warning.message) for warning in caught]


def test_a_cache_is_for_its_user_alone(tmp_path: Path, own_cache: Path) -> None:
    before = os.umask(0o002)
    try:
        played_compiled(instance(tmp_path))
    finally:
        os.umask(before)
    for path in (own_cache, *own_cache.rglob("*")):
        assert not path.stat().st_mode & 0o077, path
    assert made_and_found_again(tmp_path) == (True, [])


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners")
@pytest.mark.parametrize(
    ("which", "mode"), [("root", 0o020), ("folder", 0o002), ("file", 0o020), ("file", 0o002)]
)
def test_code_that_others_could_have_written_is_not_loaded(
    which: str, mode: int, tmp_path: Path, own_cache: Path
) -> None:
    played_compiled(instance(tmp_path))
    folders = [path for path in own_cache.iterdir() if any(path.iterdir())]
    files = [path for folder in folders for path in folder.iterdir()]
    for path in {"root": [own_cache], "folder": folders, "file": files}[which]:
        path.chmod(path.stat().st_mode | mode)
    found, told = made_and_found_again(tmp_path)
    assert not found
    assert told
    assert "can be written by other users" in told[0]
    assert str(own_cache) in told[0]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners")
def test_code_of_another_user_is_not_loaded(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_compiled(instance(tmp_path))
    user = os.getuid() or 1234
    if os.getuid() == 0:
        for path in (own_cache, *own_cache.rglob("*")):
            os.chown(path, user, -1)
    else:
        monkeypatch.setattr(os, "getuid", lambda: user + 1)
    found, told = made_and_found_again(tmp_path)
    assert not found
    assert f"belongs to user {user}" in told[0]


def test_pruning_keeps_the_young_and_the_recent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.kernel.compilation.cache.KEEP_FOLDERS", 2)
    ages = {"now": 0, "hours": 4 * 3600, "days": 3 * 86400, "months": 90 * 86400}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        then = (tmp_path / name).stat().st_mtime - age
        os.utime(tmp_path / name, (then, then))
    prune(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"now", "hours"}


PROCESS = """
import sys; sys.path.insert(0, {root!r})
from tests.kernel.test_loader import *
print(played_compiled(instance(Path({folder!r}))))
"""


@pytest.mark.long
def test_two_processes_compile_at_once(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    write_rules(tmp_path)
    code = PROCESS.format(root=root, folder=str(tmp_path))
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(2)
    ]
    outputs = [process.communicate(timeout=120)[0] for process in running]
    assert outputs[0] == outputs[1] != b""


def test_numba_is_imported_only_to_compile() -> None:
    code = "import sys, parlour; parlour.games(); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tables_give_python_numbers() -> None:
    table = PlainTable(np.arange(6).reshape(2, 3))
    assert type(table[1, 2]) is int
    assert table[1, 2] == 5
    assert (table.shape, len(table)) == ((2, 3), 2)


def test_records_need_a_turn() -> None:
    with pytest.raises(ValueError, match="turn"):
        record(board=3)
    with pytest.raises(ValueError, match="one word"):
        record(turn=1, board=0)
    assert record(turn=1, row=(1,))["row"].shape == (1,)


def test_symbols_of_records_are_told_by_their_contents() -> None:
    """Numba numbers types in each process: code kept by two of them must not be taken for each other's."""
    few, more = (numba.from_dtype(np.dtype([("x", np.int64, (n,))])) for n in (2, 3))

    def symbol(record: Any, number: int) -> str:
        record._code = number
        return str(mangle("f", (record,)))

    kept = few._code, more._code
    try:
        assert symbol(few, 901) != symbol(more, 901)
        assert symbol(few, 901) == symbol(few, 902)
    finally:
        few._code, more._code = kept


@pytest.mark.parametrize("kind", [PlainInstance, CompiledInstance])
def test_game_files_may_use_the_old_name_of_the_primitives(
    tmp_path: Path, kind: type[Instance]
) -> None:
    old = NOUGHTS.replace("parlour.kernel.primitives", "parlour.kernel.fast")
    assert old != NOUGHTS
    rules = kind(SourceFile(write_rules(tmp_path, old), "toy_rules")).rules
    assert rules.mix is (TWINS[primitives.mix] if kind.compiled else primitives.mix)
    s = new_compiled(rules.STATE)[0] if kind.compiled else new_plain(rules.STATE)
    rules.start(s)
    assert isinstance(int(rules.key(s)), int)
