"""Servers for tests: in this process, with one worker, or in one of its own; their games in fresh folders."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.web import app
from parlour.web.app import create_app
from parlour.web.reading.reading_process import ReadingLimits
from parlour.web.settings import Settings
from tests.conftest import npm_package
from tests.web.driving import Browser, ServerProcess


@pytest.fixture(scope="session", autouse=True)
def no_sweeping_at_the_start() -> Iterator[None]:
    """A starting server sweeps memory: seconds of each test where a thousand have left things in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "no_full_collections", nullcontext)
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("parlour")
    settings = Settings(
        database=f"sqlite:///{folder / 'games.sqlite'}",
        workers=1,
        pace=0,
        rate=10_000,
        burst=10_000,
        new_games=10_000,
        reading=ReadingLimits(niceness=0),
    )
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in a process of its own, as people start it."""
    running = ServerProcess(tmp_path_factory.mktemp("served"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def opened() -> Iterator[Browser]:
    """The browser of all tests that need no other."""
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def browser(opened: Browser) -> Browser:
    """A real browser, with a screen of 1280 × 900, as if it were new."""
    opened.forget()
    return opened


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, from npm."""
    package = npm_package("axe-core@4", tmp_path_factory.mktemp("axe"))
    return (package / "axe.min.js").read_text(encoding="utf-8")
