"""Play in the terminal: typed moves, bots, chance, saved games, resuming, endings."""

from __future__ import annotations

import io
import random
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from parlour.cli import main
from parlour.cli.background_work import UserLeft, figures, run_in_background
from parlour.cli.session import saved_games, session
from parlour.cli.session.line_input import PlainLines
from parlour.clocks.timing import Timing
from parlour.players import Advice
from parlour.records import Tree, first
from parlour.table.game import State
from parlour.table.player import Progress
from tests.one_file import write_game

Play = Callable[..., str]
WIN = ["a1", "b1", "a2", "b2", "a3"]  # Black makes three in a row on the small board
SMALL = ["-o", "size=4,line=3"]


class LastMove:
    """A bot that plays the last of the legal moves."""

    chance = 0.5

    def choose(self, state: State, progress: Progress | None = None) -> str:
        return state.moves()[-1]

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        line = tuple(state.moves()[:-4:-1])
        return Advice(line[0], line=line, words="at a glance", chance=self.chance)


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand-ins for the players; the list has what was asked for."""
    asked: list[str] = []

    def make(text: str, *_: object) -> LastMove:
        asked.append(text)
        return LastMove()

    monkeypatch.setattr("parlour.cli.session.session.make_bot", make)
    monkeypatch.setattr("parlour.cli.session.session_commands.make_bot", make)
    return asked


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path / "data" / "games"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path) -> Play:
    """Run `parlour play` with these arguments and typed lines: all that was printed."""

    def play(arguments: list[str], *lines: str) -> str:
        monkeypatch.setattr(sys, "argv", ["parlour", "play", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        try:
            main()
        except SystemExit as end:
            assert end.code in (0, None), capsys.readouterr().err
        return capsys.readouterr().out

    return play


@pytest.fixture
def path(tmp_path: Path) -> str:
    return write_game(tmp_path)


def kept(data: Path) -> list[str]:
    """The moves of the only game that was kept."""
    (file,) = data.iterdir()
    record, _ = first(file)
    return list(record.moves())


def test_two_people_play_to_the_end(play: Play, path: str, data: Path) -> None:
    out = play([path, *SMALL, "--people"], *WIN, "")
    assert "Black won: row." in out
    assert "Black 1 · White 0" in out
    assert kept(data) == WIN
    assert "The game is saved in" in out
    assert "continues it" not in out


def test_a_person_against_a_bot(play: Play, path: str, data: Path, bots: list[str]) -> None:
    out = play([path, *SMALL, "--level", "5"], "a1", "quit")
    assert "White plays d4" in out
    assert kept(data) == ["a1", "d4"]
    assert bots == ["5"]
    assert "Black  you" in out
    assert "White  level 5" in out


def test_the_other_seat_and_named_players(
    play: Play, path: str, bots: list[str], data: Path
) -> None:
    play([path, *SMALL, "--seat", "white", "--player", "0=2"], "a1", "quit")
    assert kept(data) == ["d4", "a1", "d3"]
    assert bots == ["2"]


def test_bots_alone_play_it_out(play: Play, path: str) -> None:
    out = play([path, "-o", "size=3,line=3", "--seat", "none"])
    assert "won: row." in out
    assert "Black plays c3" in out


def test_moves_in_other_spellings_and_beginnings(play: Play, data: Path) -> None:
    out = play(["lines-of-action", "--people"], "b1", "B1 B3", "a2", "a2c", "zz", "quit")
    assert "Completions of b1:" in out
    assert "b1-b3  b1-d3  b1-h1" in out
    assert "Completions of a2:" in out
    assert "zz is not a legal move" in out
    assert kept(data) == ["b1-b3"]


def test_the_commands(play: Play, path: str) -> None:
    out = play(
        [path, *SMALL, "--people"],
        "?", "moves", "moves a", "hint line", "names", "flip", "rules", "position", "board", "undo", "q",
    )  # fmt: skip
    for text in (
        "show a good move",
        "a1  a2  a3  a4",
        "A good move is d4  Black: 50% chance of winning",
        "at a glance",
        "How it ends",
        "four-in-line:line=3,size=4 0 0 -1 16",
        "There is no move of yours to take back.",
    ):
        assert text in out


def test_undo_goes_back_to_ones_own_turn(play: Play, path: str, data: Path) -> None:
    play([path, *SMALL], "a1", "a2", "undo", "b1", "quit")
    assert kept(data) == ["a1", "d4", "b1", "d3"]


def test_undo_after_the_end(play: Play, path: str, data: Path) -> None:
    out = play([path, *SMALL, "--people"], *WIN, "undo", "d4", "quit")
    assert kept(data) == [*WIN[:-1], "d4"]
    assert "Black won: row." in out


def test_save_load_and_no_overwriting(play: Play, path: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.pgn"
    play([path, *SMALL, "--people"], "a1", f"save {file}", "b1", f"save {file}", "quit")
    record, _ = first(file)
    assert list(record.moves()) == ["a1", "b1"]
    out = play(
        [path, "--people"], "c3", f"save {file}", "n", f"load {file}", "a2", "position", "quit"
    )
    assert "exists. Overwrite it? [y/N] n" in out
    assert "four-in-line:line=3,size=4 1 0 -1 13" in out
    assert list(first(file)[0].moves()) == ["a1", "b1"]
    out = play([path], "load", "load /no/such", "save", "quit")
    assert "No such file" in out
    assert "Load which file?" in out
    assert "Save to which file?" in out


def test_a_game_is_kept_in_a_named_file(play: Play, path: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.pgn"
    play([path, *SMALL, "--people", "--save", str(file)], "a1")
    assert list(first(file)[0].moves()) == ["a1"]
    play([path, "--load", str(file), "--save", str(file)], "b1")
    assert list(first(file)[0].moves()) == ["a1", "b1"]


def test_resuming_the_last_unfinished_game(
    play: Play, path: str, data: Path, bots: list[str]
) -> None:
    play([path, *SMALL, "--seat", "White", "--level", "6"], "a1", "quit")
    (file,) = data.iterdir()
    tags = first(file)[0].tags
    assert (tags["White"], tags["WhiteType"], tags["Black"]) == ("person", "human", "level 6")
    assert tags["File"] == path
    bots.clear()
    out = play(["--resume"], "b1", "quit")
    assert kept(data) == ["d4", "a1", "d3", "b1", "d2"]
    assert "You lost: row." in out
    assert bots == ["6"]


def test_a_record_does_not_choose_the_file_that_is_run(
    play: Play, path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('run')")
    file = tmp_path / "from-elsewhere.pgn"
    file.write_text(f'[Game "trap"]\n[File "{trap}"]\n\n*\n')
    with pytest.raises(AssertionError, match="to load it: parlour play"):
        play(["--load", str(file)])


def test_resigning(play: Play, path: str, data: Path) -> None:
    out = play([path, *SMALL], "a1", "resign", "n", "resign", "y", "")
    assert "You lost: you resigned." in out
    (file,) = data.iterdir()
    record, _ = first(file)
    assert (record.tags["Result"], record.tags["Termination"]) == ("0-1", "resignation")
    assert record.end().outcome is None


def test_resigning_in_a_game_of_three(play: Play, data: Path) -> None:
    out = play(["yavalath:players=3,size=4", "--people"], "d4", "resign", "y", "quit")
    assert "Black resigns; a bot plays on for Black." in out
    assert "Black plays" in out


def test_a_draw_is_agreed_by_people_and_by_bots_without_hope(
    play: Play, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = play([path, *SMALL, "--people"], "draw", "n", "draw", "y", "")
    assert "White plays on." in out
    assert "A draw: both sides agreed to a draw." in out
    assert "White plays on." in play([path, *SMALL], "draw", "quit")
    monkeypatch.setattr(LastMove, "chance", 0.8)
    assert "A draw: both sides agreed to a draw." in play([path, *SMALL], "draw", "")


def test_a_draw_is_claimed(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    shuffle = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
    out = play(["chess", "--people"], "claim", *shuffle * 2, "claim", "")
    assert "There is no draw to claim now" in out
    assert "A draw can be claimed" in out
    assert "A draw: " in out
    assert "A draw: " in play(["chess", "--people"], *(shuffle * 2)[:7], "claim Ng8", "")
    monkeypatch.setattr(session, "ADVISER", "random")
    monkeypatch.setattr(session, "claims_draw", lambda chance: True)
    bare = "chess:draws=claim 8/8/8/3k4/8/8/1Q6/K7 b - - 120 100"
    out = play(["chess:draws=claim", "--position", bare, "--player", "Black=random"], "")
    assert "Black claims a draw." in out


def test_chance_is_drawn_and_shown(play: Play, data: Path) -> None:
    out = play(["stones-of-fortune", "--people", "--seed", "3"], "cast2", "quit")
    assert "Chance: " in out
    assert len(kept(data)) == 2
    first = play(["chainn", "--seed", "5"], "moves", "quit")
    assert "Chance: deal:" in first
    again = play(["chainn", "--seed", "5"], "moves", "quit")
    assert first.count("Chance: deal:") == again.count("Chance: deal:") == 1
    assert re.findall("deal:.*", first) == re.findall("deal:.*", again)


def test_a_solitaire_is_played(play: Play) -> None:
    out = play(["chainn", "--seed", "5"], "position", "resign", "y", "")
    again = play(["chainn", "--seed", "5"], "position", "quit")
    assert next(line for line in again.splitlines() if "deal:" in line) in out
    assert "Not won this time: you resigned." in out
    assert "Player  you" in out


def test_a_file_that_cannot_be_written_is_told_and_play_goes_on(
    play: Play, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    out = play([path, *SMALL, "--people"], *WIN[:3], "quit")
    assert out.count("The game cannot be saved") == 1
    assert "The game could not be saved" in out


def test_every_prefix_of_nonsense_is_survived(play: Play, path: str) -> None:
    rng = random.Random(7)
    letters = "abcd1234- x?mhusqz=#é"
    lines = ["".join(rng.choices(letters, k=rng.randint(0, 6))) for _ in range(150)]
    lines = [line for line in lines if not line.startswith(("q", "s"))]
    assert "Traceback" not in play([path, "--people"], *lines)


def test_ctrl_c_at_the_prompt_asks_before_leaving(
    play: Play, path: str, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    real, lines = PlainLines.read, iter(["a1", KeyboardInterrupt, "b1", KeyboardInterrupt, "y"])

    def read_line(self: PlainLines, prompt: str, *arguments: object) -> str:
        if "[y/N]" not in prompt and next(lines) is KeyboardInterrupt:
            raise KeyboardInterrupt
        return real(self, prompt, ())

    monkeypatch.setattr(PlainLines, "read", read_line)
    out = play([path, *SMALL, "--people"], "a1", "n", "b1", "y", "c1")
    assert out.count("Leave the game? It is saved. [y/N]") == 2
    assert kept(data) == ["a1", "b1"]
    assert "continues it" in out


@pytest.fixture
def heard_interrupts() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, as it does by default: a worker of pytest-xdist ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_interrupts")
def test_ctrl_c_while_a_bot_thinks() -> None:
    """The work goes on if the person stays; if not, nobody waits for it."""
    out, released, answers = Console(), threading.Event(), iter([False, True])

    def interrupt_soon() -> None:
        time.sleep(0.15)
        signal.raise_signal(signal.SIGINT)

    def leave() -> bool:
        answer = next(answers)
        if not answer:
            threading.Thread(target=interrupt_soon).start()
        return answer

    threading.Thread(target=interrupt_soon).start()
    with pytest.raises(UserLeft):
        run_in_background(out, "thinking", lambda told: released.wait(), leave)
    released.set()
    assert list(answers) == []
    assert run_in_background(out, "thinking", lambda told: 5, leave) == 5
    with pytest.raises(ZeroDivisionError):
        run_in_background(out, "thinking", lambda told: 1 // 0, leave)


def test_who_waits_is_told_of_compiling_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert figures(3.2, 0) == "3 s"
    assert figures(3.2, 0.5) == "3 s, 50%"
    monkeypatch.setattr("parlour.kernel.compilation.compile_watch._under_way", 1)
    assert figures(3.2, 0) == "3 s, compiling the game"


def test_the_kept_game_survives_at_every_moment(play: Play, path: str, data: Path) -> None:
    """What is on disk after each move is a whole record of all moves so far."""
    seen: list[int] = []
    real = saved_games.Autosave.write

    def keep(self: saved_games.Autosave, record: Tree) -> None:
        real(self, record)
        seen.append(len(first(self.path)[0].moves()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saved_games.Autosave, "write", keep)
        play([path, *SMALL, "--people"], *WIN)
    assert sorted(set(seen)) == [1, 2, 3, 4, 5]
    assert seen == sorted(seen)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A watch that is a second later each time one looks; its moment may be set."""
    moment = [1_000_000]

    def now() -> int:
        moment[0] += 1000
        return moment[0]

    monkeypatch.setattr("parlour.cli.session.session.now_ms", now)
    return moment


def timed(data: Path) -> tuple[Tree, Timing]:
    """The only game that was kept, and its clock as the record tells it."""
    (file,) = data.iterdir()
    record, _ = first(file)
    timing = Timing.of_tags(record.tags, 2)
    assert timing is not None
    return record, timing


def test_a_clock_is_shown_kept_and_rebuilt(
    play: Play, path: str, data: Path, watch: list[int]
) -> None:
    out = play([path, *SMALL, "--people", "--clock", "countdown:time=60s,increment=1s"], *WIN, "")
    assert "Black [0:58 | 1:00] > a1" in out
    record, timing = timed(data)
    assert record.tags["Clock"] == "countdown:time=1m,increment=1s"
    assert [node.clock for node in record.line()] == [ms / 1000 for _, ms in timing.times()]
    assert len(timing.times()) == len(WIN)
    assert timing.face(watch[0] + 10**9).flag is None  # the game is over, and nobody's time passes


def test_who_thinks_too_long_has_lost(play: Play, path: str, data: Path, watch: list[int]) -> None:
    out = play([path, *SMALL, "--people", "--clock", "countdown:time=7s"], *WIN, "", "")
    record, timing = timed(data)
    assert record.tags["Termination"] == "time"
    flag = timing.face(watch[0]).flag
    assert flag is not None
    assert record.tags["Result"] == ("0-1", "1-0")[flag[0]]
    assert "time ran out" in out


def test_a_clock_stands_while_nobody_is_there(
    play: Play, path: str, data: Path, watch: list[int]
) -> None:
    play([path, *SMALL, "--people", "--clock", "countdown:time=60s"], "a1", "quit")
    before = timed(data)[1].face(watch[0] + 10**8)
    watch[0] += 10**8
    play(["--resume", path], "b1", "undo", "quit")
    _, timing = timed(data)
    assert timing.face(watch[0]).flag is None
    assert timing.face(watch[0]).balances[0]["time"] > before.balances[0]["time"] - 10_000


def test_with_a_clock_no_move_is_taken_back(
    play: Play, path: str, data: Path, watch: list[int]
) -> None:
    out = play([path, *SMALL, "--people", "--clock", "countdown:time=60s"], "a1", "undo", "quit")
    assert "With a clock no move can be taken back" in out
    assert kept(data) == ["a1"]


def test_the_least_binding_move_is_made_for_who_is_late(
    play: Play, path: str, data: Path, watch: list[int]
) -> None:
    out = play([path, *SMALL, "--people", "--clock", "per-move:time=2s"], "a3", "a4", "quit")
    assert "The time is out; Black plays a1" in out
    assert kept(data)[:2] == ["a1", "a2"]
    assert timed(data)[0].tags["Clock"] == "per-move:time=2s"


def test_who_may_deploy_no_more_is_deployed_for(play: Play, data: Path, watch: list[int]) -> None:
    clock = "composite:deploy=1s,primary=1h,redeploy=1h,secondary=1h"
    play(["naval-qi", "-o", "sea=8", "-o", "chests=50", "--people", "--clock", clock], "", "quit")
    record, timing = timed(data)
    made = record.end().history
    assert made.count("ready") == 2
    face = timing.face(watch[0])
    assert (face.phase, face.out) == ("primary", {"deploy"})


def test_a_bad_clock_is_refused(play: Play, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="there is no clock sundial"):
        play([path, "--clock", "sundial"])


def test_in_a_game_of_three_a_bot_plays_on_without_clocks(
    play: Play, data: Path, watch: list[int]
) -> None:
    game = ["yavalath:players=3,size=4", "--people", "--clock", "countdown:time=4s"]
    out = play(game, "d4", "a1", "b1", "g1", "quit")
    assert "is out of time; a bot plays on there, without clocks." in out
    assert "] >" not in out.partition("without clocks.")[2]


def test_a_ready_made_row_of_moves_takes_time_too(
    play: Play, path: str, data: Path, watch: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "parlour.cli.session.session_commands.suggestions",
        lambda state, seed: {"two": ["a1", "b1"]},
    )
    play([path, *SMALL, "--people", "--clock", "countdown:time=60s"], "take two", "quit")
    assert kept(data) == ["a1", "b1"]
    assert [seat for seat, _ in timed(data)[1].times()] == [0, 1]


def test_the_next_table_of_a_linked_series(play: Play) -> None:
    bots = [
        text
        for name in ("Red", "Green", "Brown", "Purple")
        for text in ("--player", f"{name}=random")
    ]
    table = ["revolver", "-o", "players=5,rounds=1", "--seat", "Blue", *bots, "--seed", "4"]
    out = play(table, "table all", "leave", "table some", "table all", "position", "quit")
    assert "not over yet" in out
    assert "all or winner" in out
    assert "revolver:forward=" in out.rpartition("table all")[2]
    assert "no table" in play(["hex:size=3"], "resign", "y", "table all", "")
