"""Every adapter takes the file of a game: the starters and two more, from their paths.

MCP is in `tests/cli/test_assistant.py`, tables of games in `tests/cli/test_every_command.py`.
"""

from __future__ import annotations

import pickle
import shutil
import warnings
from pathlib import Path

import pytest

import parlour
from parlour.adapters import vector
from parlour.cli.design.starter import KINDS, new_game
from parlour.web.common.game_registry import GameFiles

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyspiel = pytest.importorskip("pyspiel")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test  # noqa: E402

from parlour.adapters import gymnasium, openspiel, pettingzoo  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(params=(*KINDS, "lines.py", "dark_hex.py"))
def path(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A starter, or an example copied."""
    if request.param not in KINDS:
        return str(shutil.copy(EXAMPLES / request.param, tmp_path / request.param))
    return str(new_game(str(tmp_path / "my_game"), request.param)[0])


def test_pettingzoo(path: str) -> None:
    api_test(pettingzoo.env(path), num_cycles=30)


def test_gymnasium(path: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.env(path))


def test_openspiel(path: str) -> None:
    (name,) = openspiel.register(path)
    assert name == f"parlour_{Path(path).stem}"
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    again = pickle.loads(pickle.dumps(game))
    assert again.get_type().long_name == parlour.game(path).title


def test_openspiel_takes_the_newer_of_two_files(tmp_path: Path) -> None:
    for folder, kind in (("one", "board"), ("two", "teams")):
        (tmp_path / folder).mkdir()
        (name,) = openspiel.register(str(new_game(str(tmp_path / folder / "my_game"), kind)[0]))
        assert pyspiel.load_game(name).num_players() == {"board": 2, "teams": 4}[kind]


@pytest.mark.long
def test_vector(path: str) -> None:
    games = vector(path, n=4, seed=1)
    for _ in range(20):
        games.step(games.random_actions())


@pytest.mark.long
def test_the_browser(path: str) -> None:
    files = GameFiles([path])
    files.reload()
    assert [file.trouble for file in files.files] == [""]
    assert parlour.game(path).start().svg().startswith("<svg")
