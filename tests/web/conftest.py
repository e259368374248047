"""A server for tests: the application in this process, with one worker and its games in a fresh folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.web.app import create_app
from parlour.web.settings import Settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("parlour")
    settings = Settings(
        database=f"sqlite:///{folder / 'games.sqlite'}",
        workers=1,
        rate=10_000,
        burst=10_000,
        new_games=10_000,
    )
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client
