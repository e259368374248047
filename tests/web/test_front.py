"""Finding things: the header, home, a game's page with its board, search, appearance, findings."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.lab.shipped_findings import findings, findings_about, has_report
from parlour.table.catalogue import specs
from parlour.table.familiar_moves import written_line
from parlour.web.lobby.site_search import find
from tests.web.table import Table, refused

OPEN = [name for name, spec in specs().items() if not spec.hidden]
SECTIONS = ("/", "/learn", "/puzzles", "/study", "/tournaments", "/laboratory", "/me")


@pytest.mark.parametrize("path", [*SECTIONS, "/game/hex", "/rules/hex", "/search", "/nowhere"])
def test_every_page_has_the_header(server: TestClient, path: str) -> None:
    text = server.get(path).text
    for section in SECTIONS:
        assert f'<li><a href="{section}"' in text
    assert 'role="search"' in text
    assert '<meta name="description"' in text
    assert text.count("<h1") == 1


def test_home_shows_the_inventors_games_first_and_the_guests_last(server: TestClient) -> None:
    text = server.get("/").text
    order = re.findall(r'href="/game/([\w-]+)"', text[text.index('id="games"') :])
    shelves = [specs()[name].shelf for name in order]
    assert sorted(order) == sorted(specs())
    assert shelves == sorted(shelves, key=("ours", "classic", "guest").index)
    tonight = text[text.index('id="tonight"') : text.index('id="month"')]
    proposed = re.findall(r'href="/game/([\w-]+)"', tonight)
    assert len(set(proposed)) == 3
    assert {specs()[name].shelf for name in proposed} == {"ours"}
    puzzle = re.search(r'src="(/puzzles/[\w-]+/\d+/picture.svg)"', tonight)
    assert puzzle is not None
    assert server.get(puzzle[1]).text.startswith("<svg")


def test_home_shows_the_game_of_the_month(server: TestClient) -> None:
    text = server.get("/").text
    month = text[text.index('id="month"') : text.index('id="open"')]
    for part in (r'href="/game/[\w-]+"', r'href="/puzzles/[\w-]+/\d+"', "Question for"):
        assert re.search(part, month)
    assert re.search(r'method="post" action="/annotated/[\w-]+/\d+"', month)


def test_a_dossier_loads_nothing(server: TestClient) -> None:
    answer = server.get("/game/unlur/dossier?paper=letter")
    assert "size: Letter" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert not re.search(r'(?:src|href)="(?!data:)', answer.text)
    assert server.get("/game/unlur/dossier?paper=legal").status_code == 422
    assert server.get("/game/nonsense/dossier").status_code == 404


@pytest.mark.parametrize("name", sorted(specs()))
def test_a_games_page_has_all_there_is_about_it(server: TestClient, name: str) -> None:
    spec, text = specs()[name], server.get(f"/game/{name}").text
    for part in (
        spec.title.replace("'", "&#39;"),
        'name="seat-0"',
        ">Play</button>",
        f"/rules/{name}",
        f"{name}/print",
        f"{name}/dossier",
    ):
        assert part in text
    assert spec.appeal.replace("'", "&#39;") in text
    assert ('id="board"' in text) is (not spec.hidden)
    assert ("What the laboratory found" in text) is bool(findings_about(name))
    assert text.count('class="asked"') == len(findings_about(name))
    assert ("today" in text.lower()) is bool(re.search(r"/puzzles/", text))
    assert server.get(f"/new/{name}").text.count("<form") == text.count("<form")
    assert "<svg" in server.get(f"/game/{name}/print").text


def test_a_link_sets_options(server: TestClient) -> None:
    text = server.get("/game/yavalath?option-size=7&option-swap=yes&option-players=<b>3").text
    assert re.search(r'name="option-size"[^>]* value="7"', text)
    assert "<option selected>yes</option>" in text
    assert '<details id="options" open>' in text
    assert "<b>3" not in text


@pytest.mark.parametrize("name", OPEN)
def test_the_board_of_a_games_page_can_be_touched(server: TestClient, name: str) -> None:
    path = f"/api/tries/{name}"
    board = server.post(path, json={}).json()
    for _ in range(4):
        state = parlour.game(name).start()
        for text in board["played"]:
            state.play(text)
        if state.turn is None:
            break
        given = {"played": board["played"]}
        steps = server.post(f"{path}/steps", json={**given, "steps": []})
        assert steps.status_code == 200
        move = state.moves()[0]
        answer = server.post(f"{path}/moves", json={**given, "move": move})
        assert answer.status_code == 200, answer.text
        board = answer.json()["stands"]
        assert move in board["played"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"played": ["z9"]}, 422),
        ({"played": ["a1"] * 300}, 422),
        ({"played": [], "move": "z9"}, 422),
        ({"played": [], "move": "a1", "options": "size=900"}, 422),
        ({"played": [], "move": "a1", "options": "size"}, 422),
        ({"played": [], "move": "a1", "other": 1}, 422),
        ({"played": [], "move": ""}, 422),
    ],
)
def test_a_bad_try_is_refused(server: TestClient, body: dict[str, object], status: int) -> None:
    answer = server.post("/api/tries/hex/moves", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_board_to_try_follows_options_and_shows_nothing_hidden(server: TestClient) -> None:
    answer = server.post("/api/tries/hex", json={"options": "size=5"}).json()
    assert answer["options"] == "size=5"
    assert len(answer["board"]["cells"] if "cells" in answer["board"] else answer["board"]) == 25
    assert server.post("/api/tries/hex?view=standing", json={}).status_code == 200
    tall, usual = (
        server.post(f"/api/tries/shogi{at}", json={}).json() for at in ("?view=tall", "")
    )
    assert tall["picture"] != usual["picture"]
    assert refused(server.post("/api/tries/naval-qi", json={})) == (409, "hidden")
    assert server.post("/api/tries/nothing", json={}).status_code == 404


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("merlin", "/game/merlins-chain"),
        ("Merlin's Chain", "/game/merlins-chain"),
        ("twin", "/game/twindraughts"),
        ("elo", "/ratings"),
        ("SGF", "/study"),
    ],
)
def test_search_finds_games_rules_and_pages(server: TestClient, query: str, first: str) -> None:
    assert find(query)[0].entry.path == first
    assert f'href="{first}"' in server.get("/search", params={"q": query}).text


def test_search_takes_any_text(server: TestClient) -> None:
    for query in ("", " ", "<script>alert(1)</script>", "\\", "(((", "a" * 5000, "é", "zzzz", "'"):
        answer = server.get("/search", params={"q": query})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
    assert "Nothing contains" in server.get("/search", params={"q": "zzzz"}).text
    assert any(match.entry.path == "/rules/hex" for match in find("swap rhombus"))


def test_the_appearance_is_chosen_for_all_pages(server: TestClient) -> None:
    server.cookies.clear()
    form = {"scheme": "dark", "skin": "wood"}
    headers = {"Referer": "http://localhost/puzzles?x=1"}
    answer = server.post("/appearance", data=form, headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/puzzles")
    assert '<html lang="en" data-scheme="dark" data-night>' in server.get("/").text
    assert '<option value="wood" selected>' in server.get("/").text
    server.post("/appearance", data={"scheme": "<b>", "skin": "../../etc"})
    assert "data-scheme" not in server.get("/").text
    for referer in (
        "https://elsewhere.example/x",
        "http://localhost//elsewhere.example",
        "nonsense",
    ):
        answer = server.post(
            "/appearance", data={}, headers={"Referer": referer}, follow_redirects=False
        )
        assert answer.headers["location"] == "/"
    server.cookies.clear()


def test_link_previews_have_the_board_where_png_can_be_made(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("/game/hex", "/rules/hex", "/puzzles/hex/1", "/learn/hex/1"):
        found = re.search('property="og:image" content="([^"]+)"', server.get(path).text)
        assert found, path
        assert found[1] == "http://localhost/pictures/hex.png"
    image = server.get("/pictures/hex.png", params={"options": "size=5"})
    assert image.headers["content-type"] == "image/png"
    assert image.content.startswith(b"\x89PNG")
    for path, options in (("nothing", ""), ("hex", "size=2"), ("hex", "x" * 500)):
        answer = server.get(f"/pictures/{path}.png", params={"options": options})
        assert answer.status_code in (404, 422)
    monkeypatch.setattr("parlour.web.http.page_templates.can_paint", lambda: False)
    assert "og:image" not in server.get("/game/hex").text
    assert "og:image" not in server.get("/").text


def test_you_confirms_what_was_saved(server: TestClient) -> None:
    server.cookies.clear()
    assert "Saved." not in server.get("/me?saved=yes").text  # nobody is known here
    answer = server.post("/me", data={"name": "Confirmed"})
    assert "Saved." in answer.text
    assert "Saved." not in server.post("/me", data={"zone": "nowhere"}).text
    assert server.get("/me?saved=perhaps").status_code == 422
    server.cookies.clear()


def test_a_match_without_a_begun_game_is_on_the_home_page(server: TestClient) -> None:
    server.cookies.clear()
    match = server.post("/matches", data={"group": "twindraughts-group"}, follow_redirects=False)
    path = match.headers["location"]
    assert f'<a href="{path}">Match: ' in server.get("/").text
    server.cookies.clear()
    assert path not in server.get("/").text


def test_a_games_page_lists_ones_games_of_it(server: TestClient) -> None:
    server.cookies.clear()
    assert "Your games of Hex will be listed here" in server.get("/game/hex").text
    begun = server.post("/api/games", json={"game": "hex:size=3", "seats": ["here", "link"]}).json()
    assert f'<a href="/games/{begun["id"]}">Your move' in server.get("/game/hex").text
    assert begun["id"] not in server.get("/game/y").text
    assert 'Of the same kind: <a href="/game/hex">' in server.get("/game/y").text
    bots = {"seat-0": "1", "seat-1": "1", "option-size": "3"}
    watched = server.post("/new/hex", data=bots, follow_redirects=False)
    assert watched.status_code == 303
    server.cookies.clear()
    assert begun["id"] not in server.get("/game/hex").text


def test_the_header_counts_the_games_that_wait(server: TestClient) -> None:
    server.cookies.clear()
    assert server.get("/api/turns").json() == {"games": []}
    game = {"game": "hex:size=3,pie=no", "seats": ["here", "link"]}
    begun = server.post("/api/games", json=game).json()
    assert server.get("/api/turns").json() == {"games": [begun["id"]]}
    server.post(f"/api/games/{begun['id']}/moves", json={"move": "a1"})
    assert server.get("/api/turns").json() == {"games": []}
    server.cookies.clear()
    other = Table(server, "hex:size=3", "link", "link")
    assert server.get("/api/turns").json() == {"games": []}, other.id


def test_the_laboratory_shows_what_it_found(server: TestClient) -> None:
    text = server.get("/laboratory").text
    assert findings()
    for finding in findings():
        assert f"/laboratory/findings/{finding.slug}" in text
        page = server.get(f"/laboratory/findings/{finding.slug}").text
        assert page.index("What it means for players") < page.index("<details>")
        assert "../" not in page
        links = set(re.findall(r'href="(/laboratory/findings/figures/[^"]+)"', page))
        assert bool(links) == bool(finding.reports)  # none where all was counted
        for link in sorted(links)[:1]:
            assert server.get(link).status_code == 200
    assert len({finding.slug for finding in findings()}) == len(findings())
    assert server.get("/laboratory/findings/nothing").status_code == 404
    for name in ("../questions/chainn-deals", "/etc/passwd", "chainn.json", "nothing"):
        assert not has_report(name)
        assert server.get(f"/laboratory/findings/figures/{name}").status_code == 404


def test_files_of_the_pages_are_kept_by_browsers(server: TestClient) -> None:
    text = server.get("/").text
    paths = re.findall(r'(?:src|href)="(/static/[^"#]+)"', text)
    assert paths
    for path in paths:
        assert "immutable" in server.get(path).headers["cache-control"]
    plain = re.sub(r"/static/[0-9a-f]{12}/", "/static/", paths[0])
    assert server.get(plain).headers["cache-control"] == "no-cache"
    assert server.get("/static/0123456789ab/parlour.css").status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/puzzles/hex/abc", 404, "This page does not exist."),
        ("/learn/hex/999", 404, "This page does not exist."),
        ("/matches/%25%25", 404, "This page does not exist."),
        ("/game/twin", 404, "There is no game twin. Did you mean TwinDraughts?"),
        ("/puzzles/hex/1?seat=99", 422, "This address says seat=99, which is not possible here."),
    ],
)
def test_wrong_addresses_get_words(server: TestClient, path: str, status: int, words: str) -> None:
    answer = server.get(path)
    assert answer.status_code == status
    assert words in answer.text
    assert "Input should" not in answer.text


def test_a_wrong_name_gets_suggestions() -> None:
    with pytest.raises(parlour.UnknownGame, match="did you mean twindraughts"):
        parlour.game("twin")
    with pytest.raises(parlour.UnknownGame, match="did you mean yavalath"):
        parlour.game("yavalat")
    with pytest.raises(parlour.UnknownGame, match="there is no game x: there are chainn"):
        parlour.game("x")


def test_the_table_shows_and_takes_the_notation_of_players(server: TestClient) -> None:
    table = Table(server, "chess", "link", "link")
    for seat, text in ((0, "e4"), (1, "e7-e5"), (0, "Nf3"), (1, "Nc6"), (0, "Bb5")):
        assert table.move(seat, text).status_code == 200
    shown = table.look()
    assert shown["familiar"] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert [text for _, text in shown["moves"]] == ["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f1-b5"]
    answer = table.move(1, "Nf9")
    assert refused(answer) == (422, "illegal-move")
    assert "Nf9" in answer.json()["error"]["message"]
    assert Table(server, "hex:size=3", "link", "link").look()["familiar"] == []


def test_lines_of_hints_and_reviews_are_in_the_notation_of_players() -> None:
    chess, hex5 = parlour.game("chess").start(), parlour.game("hex:size=5").start()
    assert written_line(chess, ["e2-e4", "e7-e5", "g1-f3", "nonsense"]) == ["e4", "e5", "Nf3"]
    assert chess.history == ()
    assert written_line(hex5, ["a1", "b2"]) == ["a1", "b2"]


def test_learn_lists_every_lesson(server: TestClient) -> None:
    answer = server.get("/learn")
    listed = re.findall(r'href="/learn/([\w-]+)"', answer.text)
    assert (answer.status_code, sorted(specs().keys() - set(listed))) == (200, [])
