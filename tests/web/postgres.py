"""A PostgreSQL of its own for a test, on a socket in its folder; skipped where none is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

_INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
needs_postgres = pytest.mark.skipif(
    not _INSTALLED or find_spec("psycopg") is None,
    reason="there is no PostgreSQL: apt-get install postgresql, pip install psycopg[binary]",
)


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a database of its own."""
    bin_folder, data = _INSTALLED[-1].parent, folder / "data"
    folder.mkdir()
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    if user is not None:
        shutil.chown(folder, user)
        for above in folder.parents[:3]:
            above.chmod(above.stat().st_mode | 0o111)

    def run(*command: str) -> None:
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

    run(str(bin_folder / "initdb"), "-D", str(data), "-A", "trust", "-U", "parlour", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    control = str(bin_folder / "pg_ctl")
    run(control, "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql+psycopg://parlour@/postgres?host={folder}"
    finally:
        run(control, "-D", str(data), "-w", "-m", "immediate", "stop")
