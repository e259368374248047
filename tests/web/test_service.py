"""What docs/play/running-for-many.md says to write down works: the unit, the containers, their commands."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser, SectionProxy
from ipaddress import ip_address, ip_network
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from parlour.cli import main

PAGE = (Path(__file__).parents[2] / "docs/play/running-for-many.md").read_text(encoding="utf-8")
UNIT, COMPOSE = (
    next(re.finditer(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL))[1] for kind in ("ini", "yaml")
)


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze: apt-get install systemd")
    path = tmp_path / "parlour.service"
    path.write_text(UNIT.replace("/opt/parlour/bin/parlour", sys.executable))
    run = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    own = [line for line in run.stderr.splitlines() if "parlour.service" in line]
    assert (run.returncode, own) == (0, [])


def test_the_containers_file_names_what_is_there() -> None:
    yaml = pytest.importorskip("yaml")
    file = yaml.safe_load(COMPOSE)
    services = file["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(file["networks"])
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(file["volumes"])
    words = shlex.split(services["parlour"]["command"])
    given = dict(pairwise(words))
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    (subnet,) = file["networks"]["inside"]["ipam"]["config"]
    assert ip_address(address) in ip_network(subnet["subnet"])
    assert given["--proxy"] == address
    database, url = services["database"]["environment"], make_url(given["--database"])
    assert (url.host, url.username, url.database) == ("database", *[database["POSTGRES_USER"]] * 2)
    assert url.password == database["POSTGRES_PASSWORD"]
    proxied = shlex.split(services["proxy"]["command"])
    assert proxied[-4:] == ["--from", given["--name"], "--to", f"parlour:{given['--port']}"]


@pytest.mark.parametrize("where", ["unit", "containers"])
def test_the_written_command_is_one_of_ours(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is taken as far as a log level that there is not, which is looked at after all else is read."""
    written = unit()["ExecStart"]
    if where == "containers":
        file = pytest.importorskip("yaml").safe_load(COMPOSE)
        written = file["services"]["parlour"]["command"]
    program, *words = shlex.split(written)
    assert program.rpartition("/")[2] == "parlour"
    monkeypatch.setattr(sys, "argv", [program, *words, "--log-level", "nonsense"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code
    assert "log level" in capsys.readouterr().err


def test_the_unit_keeps_its_games_where_it_may_write() -> None:
    assert unit()["StateDirectory"] in UNIT.partition("PARLOUR_DATA=/var/lib/")[2]


def unit() -> SectionProxy:
    """The service of the unit."""
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(UNIT.replace("\\\n", " "))
    return read["Service"]
