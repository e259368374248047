"""Matches in the browser: begun, joined, played to their bonus, kept as one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parlour.matches.recorded import read_match
from tests.web.test_clocks import Server

TOSSED = {"group": "twindraughts-group", "settings": "toss=rebound"}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


def begun(client: TestClient, **form: str) -> str:
    """The address of a new match."""
    answer = client.post("/matches", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def next_game(client: TestClient, match: str, number: int) -> str:
    """The address of a game of a match in the interface, begun if it was not."""
    answer = client.post(f"{match}/games/{number}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return f"/api{answer.headers['location']}"


def score(client: TestClient, match: str) -> list[str]:
    return re.findall(
        r"<strong>([^<]*)</strong>", client.get(match).text.partition("</section>")[0]
    )


def test_a_twindraughts_group_against_a_bot_to_its_bonus(at: Server) -> None:
    client = at.client
    match = begun(client, **TOSSED, **{"side-0": "here", "side-1": "1"})
    page = client.get(match).text
    assert page.count("influential") >= 3
    assert (
        "Both can still win the match and its bonus. Games 1, 2 and 3 can change who wins." in page
    )
    assert "Play game 1: TwinDraughts" in page
    for number in (1, 3):  # the person gives up: games in any order
        game = next_game(client, match, number)
        assert client.post(f"{game}/resign", json={}).status_code == 200
        assert next_game(client, match, number) == game
    assert score(client, match) == ["0", "3"]
    assert "wins the match and its bonus, whatever is still to come." in client.get(match).text
    game = next_game(client, match, 2)
    told = client.get(game).json()
    assert [seat["kind"] for seat in told["seats"]] == ["bot", "person"]  # sides change
    assert client.post(f"{game}/resign", json={}).status_code == 200
    assert score(client, match) == ["0", "8"]
    page = client.get(match).text
    assert "bot, level 1 won the match." in page
    assert "bonus of bot, level 1" in page
    held, trees = read_match(client.get(f"{match}/record").text)
    assert sorted(trees) == [1, 2, 3]
    assert (held.points, held.bonus, held.outcome) == ((0, 8), 1, ((0, 8), 1))


def test_a_side_that_comes_by_its_link_has_its_seats_in_all_games(at: Server) -> None:
    client = at.client
    form = {"group": "", "game": "hex:size=3", "games": "2", "side-0": "here", "side-1": "link"}
    match = begun(client, **form)
    first = next_game(client, match, 1)
    link = link_of_side(client, match)
    mine = dict(client.cookies)
    client.cookies.clear()
    assert refused_page(client, f"{link[:-3]}xyz")
    assert client.get(link).status_code == 200
    assert client.post(link, follow_redirects=False).status_code == 303
    second = next_game(client, match, 2)
    for game, yours in ((first, 1), (second, 0)):
        assert [seat["yours"] for seat in client.get(game).json()["seats"]].index(True) == yours
    client.cookies.clear()
    assert refused_page(client, f"{match}/games/1", post=True)
    client.cookies.update(mine)
    assert client.get(second).json()["seats"][1]["yours"]
    assert f"/matches/{match.rpartition('/')[2]}" in client.get(first.removeprefix("/api")).text


def test_the_link_of_a_side_is_renewed_and_closes_when_it_is_used(at: Server) -> None:
    client = at.client
    form = {"group": "", "game": "hex:size=3", "games": "2", "side-0": "here", "side-1": "link"}
    match = begun(client, **form)
    link, renewal = link_of_side(client, match), f"{match}/renew/1"
    assert refused_page(client, f"{match}/renew/0", post=True)  # nobody comes by a link there
    assert client.post(f"{match}/renew/2").status_code == 404
    mine = dict(client.cookies)
    client.cookies.clear()
    assert refused_page(client, renewal, post=True)  # a stranger
    client.cookies.update(mine)
    assert client.post(renewal).status_code == 200
    newer = link_of_side(client, match)
    assert newer != link
    client.cookies.clear()
    assert refused_page(client, link)
    assert client.post(newer, follow_redirects=False).status_code == 303
    assert client.get(newer).status_code == 200  # who sits there may come again
    client.cookies.clear()
    assert refused_page(client, newer)
    assert refused_page(client, newer, post=True)
    client.cookies.clear()
    client.cookies.update(mine)
    assert refused_page(client, renewal, post=True)
    assert "/join/" not in client.get(match).text


def link_of_side(client: TestClient, match: str) -> str:
    (link,) = re.findall(r'value="(/matches/[^"]*/join/1/[^"]*)"', client.get(match).text)
    return str(link)


def refused_page(client: TestClient, path: str, post: bool = False) -> bool:
    answer = client.post(path) if post else client.get(path)
    return answer.status_code in (403, 404, 409)


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"group": "no-such-group"}, "there is no group"),
    ({"group": "", "game": "no-such-game", "games": "3"}, "no-such-game"),
    ({"group": "", "game": "/tmp/mine.py", "games": "3"}, "mine.py"),
    ({"group": "", "game": "hex", "games": "0"}, "games"),
    ({"group": "", "game": "hex", "games": "21"}, "at most 20"),
    ({"group": "", "game": "hex", "games": "²"}, "number of games"),
    ({"group": "sundry-trio", "settings": "third=/tmp/mine.py"}, "name of a game"),
    ({"group": "twindraughts-group", "settings": "toss=heads"}, "toss"),
    ({"group": "twindraughts-group", "side-0": "1", "side-1": "2"}, "tournament"),
    ({"group": "twindraughts-group", "side-1": "nobody"}, "a side is"),
    ({"group": "own", "group-file": "games ="}, "the group"),
    ({"group": "own", "group-file": ""}, "expected 1 to 100 games"),
    ({"group": "own", "group-file": "[[games]]\ngame = 'x.py'"}, "by their ids only"),
    ({"group": "own", "group-file": '[[games]]\ngame = "x\\u002epy"'}, "by their ids only"),
    ({"group": "own", "group-file": "[[games]]\ngame = 'hex'\n" * 21}, "at most 20 games"),
    ({"group": "own", "group-file": "#" * 10_001}, "at most 10,000 characters"),
    ({"group": "own", "group-file": "a = " + "[" * 9000}, "the group"),
    ({"group": "twindraughts-group", "settings": "preliminary=21"}, "from 0 to 20"),
    ({"group": "twindraughts-group", "clock": "sundial"}, "sundial"),
]


def test_a_group_of_ones_own_is_played_and_saved(at: Server, tmp_path: Path) -> None:
    client = at.client
    group = 'title = "Two and two"\n[[games]]\ngame = "hex:size=3"\n[[games]]\ngame = "y:size=3"\nworth = 2\n'
    match = begun(client, **{"group": "own", "group-file": group, "side-0": "here", "side-1": "1"})
    assert "Two and two" in client.get(match).text
    game = next_game(client, match, 2)
    assert client.post(f"{game}/resign", json={}).status_code == 200
    assert score(client, match) == ["0", "2"]
    saved = tmp_path / "match.pgn"
    saved.write_text(client.get(f"{match}/record").text, encoding="utf-8")
    held, trees = read_match(saved)
    assert held.group.title == "Two and two"
    assert [str(points) for points in held.points] == ["0", "2"]
    assert list(trees) == [2]


def test_practice_games_come_first_and_decide_nothing(at: Server) -> None:
    client = at.client
    settings = {"settings": "toss=rebound preliminary=2", "side-0": "here", "side-1": "1"}
    match = begun(client, group="twindraughts-group", **settings)
    page = client.get(match).text
    assert "Practice game -1: TwinDraughts" in page
    assert page.count("practice, decides nothing") == 2
    for number in (-1, 0):
        game = next_game(client, match, number)
        assert "game=practice" in client.get(game).json()["game"]["name"]
        assert client.post(f"{game}/resign", json={}).status_code == 200
    assert score(client, match) == ["0", "0"]
    assert "Play game 1: TwinDraughts" in client.get(match).text
    assert client.post(f"{match}/games/-2").status_code == 404


def test_matches_that_are_none_are_refused(at: Server) -> None:
    for form, said in REFUSED:
        answer = at.client.post("/matches", data=form, follow_redirects=False)
        assert answer.status_code == 422, form
        assert said in answer.text, form
    match = begun(at.client, group="diagonal-groupling")
    assert at.client.post(f"{match}/games/4").status_code == 404
    assert at.client.get("/matches/nothing").status_code == 404


def test_a_season_is_three_matches_with_one_page(at: Server) -> None:
    client = at.client
    answer = client.post(
        "/matches/season", data={"side-1": "1", "name-0": "Ann"}, follow_redirects=False
    )
    season = answer.headers["location"]
    page = client.get(season).text
    assert "A season at New-Camelot" in page
    matches = re.findall(r'<h2>[^<]*<a href="(/matches/[\w-]+)"', page)
    assert [f"/matches/{name}" for name in season.rpartition("/")[2].split(",")] == matches
    assert re.findall(r'button main" href="([^"]*)">Play', page) == matches[:1]
    assert "On the green" in page
    assert "Snow lies" not in page, "the story is told as it goes"
    for number in (1, 2, 3):
        game = next_game(client, matches[0], number)
        assert client.post(f"{game}/resign", json={}).status_code == 200
    page = client.get(season).text
    assert "won the match." in page
    assert "Princess" in page
    assert re.findall(r'button main" href="([^"]*)">Play', page) == matches[1:2]
    one, *others = season.rpartition("/")[2].split(",")
    for wrong in (one, ",".join([one, *others, one]), ",".join([*others, one]), "a,b,c"):
        assert client.get(f"/matches/season/{wrong}").status_code == 404
    refused = client.post("/matches/season", data={"side-0": "1", "side-1": "1"})
    assert refused.status_code == 422
