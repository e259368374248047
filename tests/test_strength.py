"""`benchmarks/strength.py` and `growth.py`.

Equal used time, engines that fail, games that go on, where they turned; curves of strength.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from math import exp
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.players import player

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("ugiok", flush=True)
    if words[0] == "isready":
        print("readyok", flush=True)
    if words[0] == "position":
        played = words[3:]
        if len(played) > 4:
            break
    if words[0] == "go":
        free = [c + r for c in "abcd" for r in "1234" if c + r not in played]
        print("info depth 3 cp -50\\nbestmove", free[0], flush=True)
"""

GTP = """
import sys
said = []
for line in sys.stdin:
    said.append(line.strip())
    print("=", "a1" if said[-1] == "genmove b" and "param max_time 0.250" in said else "", "\\n")
    sys.stdout.flush()
"""


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("strength")


def test_a_failing_engine_loses_its_games_and_the_match_goes_on(
    strength: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "engine.py").write_text(ENGINE)
    command = f"ugi:{sys.executable} {tmp_path / 'engine.py'}"
    match = strength.Match("dying", "hex:size=4,pie=no", "random", command, pairs=1, plies=2)
    found = strength.run(match, tmp_path / "games.jsonl")
    assert found.pairs == [2.0]
    assert found.pentanomial() == [0, 0, 0, 0, 1]
    assert all("ended" in entry["failed"] for entry in found.games)
    theirs = [move for move in found.games[0]["moves"] if move[1] == 1]
    assert theirs[0][2:4] == [454, 3], "the value and depth of a move are saved"
    assert strength.run(match, tmp_path / "games.jsonl").games == found.games, "nothing is replayed"
    assert found.row().startswith("| dying (2 ended by a failing engine) | 2 | 100.0%")


@pytest.mark.parametrize("follows", [0.3, 1.0, 2.5])
def test_a_pace_makes_used_time_equal(strength: ModuleType, follows: float) -> None:
    """Whatever part of what it is asked for an engine uses, also if it changes."""
    pace = strength.Pace(lambda: 0.1)
    for number in range(300):
        asked = pace.request()
        pace.count(asked, asked * follows * (1 if number < 150 else 1.5) + 0.005)
    assert pace.used / pace.moves == pytest.approx(0.1, rel=0.02)


def test_a_turn_is_the_last_move_with_a_fair_chance(strength: ModuleType) -> None:
    chances = [500, 480, 450, 650, 200, 700, 100, 900]  # ours first, alternating
    moves = [[f"{'abcd'[n % 4]}{n // 4 + 1}", n % 2, c, 5, 10] for n, c in enumerate(chances)]
    entry = {"match": "hex:size=4,pie=no", "seat": 0, "pair": 3, "begun": [], "moves": moves}
    turn = importlib.import_module("strength_page").turn_of(entry)
    assert (turn.ply, turn.move, turn.chance, turn.late) == (3, "c1", 0.45, 1)


def test_a_gtp_engine_gets_parts_of_a_second_by_its_own_command(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(GTP)
    text = f"gtp:{sys.executable} {tmp_path / 'engine.py'};time=param max_time"
    engine = player(text, parlour.game("hex:size=4"), budget="seconds=0.25")
    assert engine.choose(engine.game.start()) == "a1"


def test_a_wrong_file_of_opponents_is_refused(strength: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "opponents.toml"
    path.write_text('[one]\ngame = "hex"\ntheirs = "1"\npears = 3\n')
    with pytest.raises(BadPlayer, match=r"opponents.toml, line 4: .*pears.*pairs"):
        strength.read_matches(path, "now")


def test_a_growth_curve_is_found_with_its_uncertainty(strength: ModuleType) -> None:
    """Scores drawn from a known curve: it lies in the intervals, which shrink with more games."""
    growth = importlib.import_module("growth")
    rng, widths = random.Random(3), []
    for games in (40, 400):
        scores = []
        for lower in range(0, 10, 2):
            elo = 120 * (exp(-0.1 * lower) - exp(-0.1 * (lower + 2))) / 0.1
            share = 1 / (1 + 10 ** (-elo / 400))
            won = sum(rng.random() < share for _ in range(games))
            scores.append(growth.Score(lower, lower + 2, won / games, games))
        found = growth.Growth.fit(scores)
        low, _, high = found.gain(0, 10)
        assert low < 1200 * (1 - exp(-1)) < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2
    half = found.doublings(found.mean(10) / 2, 10)
    assert half < 5, "the first half of the strength takes less than half of the doublings"
    assert found.mean(half) == pytest.approx(found.mean(10) / 2, rel=1e-3)


def test_the_page_has_the_matches_whose_games_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    pages = importlib.import_module("strength_page")
    written = pages.PAGE.read_text(encoding="utf-8")
    copy = tmp_path / "strength.md"
    copy.write_text(written, encoding="utf-8")
    monkeypatch.setattr(pages, "PAGE", copy)
    kept = (BENCHMARKS / "results" / "strength.jsonl").read_text(encoding="utf-8")
    pages.rewrite([json.loads(line) for line in kept.splitlines()])
    assert copy.read_text(encoding="utf-8") == written
