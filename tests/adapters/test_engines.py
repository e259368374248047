"""Our bots as other people's engines, and other people's engines as our bots: both ends, and bad ones."""

from __future__ import annotations

import contextlib
import random
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.adapters.engines import PROTOCOLS, engine, serve
from parlour.adapters.engines.engine_thinking import BackgroundSearch, Limits
from parlour.errors import BadPlayer
from parlour.games.draughts import hub
from parlour.players import Advice, player
from parlour.players.engine_players import PROGRAMS, EngineFailed, ProgramPlayer
from tests.adapters import both_ends, transcripts
from tests.conftest import ALL

OURS = f"{sys.executable} -m parlour engine"
GAMES = {
    "ugi": "hex:pie=no,size=3",
    "uci": "chess",
    "usi": "shogi",
    "gtp": "hex:size=5",
    "uhp": "hive",
    "hub": "english-draughts",
}
TRANSCRIPTS = sorted(transcripts.HERE.glob("*.txt"))


def talk(protocol: str, name: str, bot: str, *lines: str) -> list[str]:
    """What an engine answers to some lines, waiting for its moves."""
    said: list[str] = []
    speaking = engine(protocol, parlour.game(name), bot, said.append)
    for line in lines:
        speaking.hear(line)
        if line.startswith("go") and "infinite" not in line:
            speaking.thinking.wait()  # type: ignore[attr-defined]
    speaking.close()
    return said


def test_every_protocol_has_its_transcript() -> None:
    assert {path.stem for path in TRANSCRIPTS} == set(PROTOCOLS) == set(GAMES)


@pytest.mark.long
@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_an_engine_answers_as_it_did(path: Path) -> None:
    """`python -m tests.adapters.transcripts` writes them anew."""
    heading, lines = transcripts.read(path)
    answers = transcripts.held(*heading, transcripts.said_to(lines))  # type: ignore[arg-type]
    assert "\n".join(answers).split("\n") == lines


def test_a_ugi_engine_plays() -> None:
    said = talk(
        "ugi",
        "hex:pie=no,size=3",
        "mcts:seconds=1",
        "ugi",
        "isready",
        "position startpos moves b2 c1",
        "go nodes 50",
        "query p1turn",
        "query gameover",
        "query result",
        "go infinite",
        "stop",
    )
    assert said[0].startswith("id name Parlour")
    assert "ugiok" in said
    assert "readyok" in said
    moves = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert len(moves) == 2
    state = parlour.game("hex:pie=no,size=3").start().play("b2").play("c1")
    assert set(moves) <= set(state.moves())
    assert said.count("response true") == 1
    assert said.count("response false") == 1
    assert "response none" in said
    assert any(re.match(r"info .*nodes 50 nps \d+ time \d+ score cp -?\d+ pv ", x) for x in said)


@pytest.mark.parametrize("name", ["stones-of-fortune", "tiger-chequers", "twindraughts"])
def test_what_chance_brought_stands_among_the_moves_of_ugi(name: str) -> None:
    state, rng = parlour.game(name).start(), random.Random(3)
    while len(state.history) < 12 or state.turn == parlour.CHANCE:
        by_chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if by_chance else rng.choice(state.moves()))
    said = talk(
        "ugi",
        name,
        "random",
        f"position startpos moves {' '.join(state.history)}",
        "d",
        "isready",
        "go",
    )
    assert said[0] == f"info string {state.text}"
    assert said[1] == "readyok"
    assert said[-1].removeprefix("bestmove ") in state.moves()


def test_an_engine_is_not_asked_for_what_chance_brings() -> None:
    said = talk("ugi", "tiger-chequers", "random", "position startpos", "go")
    assert said == ["info string it is chance's turn: write what it brings among the moves"]


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    said = talk(
        "ugi",
        "hex:pie=no,size=3",
        "mcts:seconds=1",
        "position startpos moves b2",
        "position startpos moves b2 b2",
        "position fen nonsense",
        "position",
        "position startpos moves b2",  # after a refused one, no move is made
        "go movetime soon",
        "query weather",
        "zap",
        "",
        "setoption name Colour value blue",
        "setoption name Player value nobody",
        "d",
    )
    assert "b2 is not a legal move" in said[0]
    assert len(said) == 9
    assert all(line.startswith("info string") for line in said)
    assert said[-1] == "info string " + parlour.game("hex:pie=no,size=3").start().play("b2").text


@pytest.mark.long
def test_a_uci_engine_writes_moves_as_uci_does() -> None:
    said = talk(
        "uci",
        "chess",
        "alphabeta:seconds=1",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
        "d",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "go depth 2",
    )
    assert "Q" in said[0]
    assert said[-1].split()[:2] == ["bestmove", "a7a8q"]


def test_a_gtp_engine_plays_hex() -> None:
    said = talk(
        "gtp",
        "hex",
        "mcts:seconds=1",
        "1 protocol_version",
        "boardsize 3",
        "play b b2",
        "2 play b a1",
        "undo",
        "known_command genmove",
        "final_score",
        "boardsize 99",
        "zap",
    )
    assert said[0] == "=1 2\n"
    assert said[3].startswith("?2 it is not the turn of b")
    assert said[5] == "= true\n"
    assert said[6].startswith("? cannot score")
    assert "from 3 to 19" in said[7]
    assert said[8] == "? unknown command\n"


def test_a_uhp_engine_introduces_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs for Hive, uhp-utils among them, wait for it before they ask anything."""
    serve("uhp", parlour.game("hive"), "random", [])
    assert capsys.readouterr().out.splitlines()[-1] == "ok"


def test_a_uhp_engine_hears_lower_case_and_cells_told_by_the_moving_piece() -> None:
    lines = ["newgame base+m", "play wb1", "play bg1 wb1-", "play wq -wb1", "play bq bg1-"]
    said = talk("uhp", "hive", "random", *lines, "play wq wq\\")
    assert said[-2:] == [
        "Base+M;InProgress;Black[3];wB1;bG1 wB1-;wQ -wB1;bQ bG1-;wQ /wB1",
        "ok",
    ]


def test_every_setting_is_told_with_its_type_and_range() -> None:
    bot = "mcts:simulations=5,cut=9"
    assert talk("uhp", "hive", bot, "options")[1:-1] == [
        "threads;int;1;1;1;256",
        "exploration;double;0.35;0.35;0;1000000000",
        "urgency;double;1.0;1.0;0;1000000000",
        "cut;int;9;1000000000;0;1000000000",
        "scale;int;200;200;1;1000000000",
        "blunder;double;0.0;0.0;0;1",
    ]
    assert talk("uhp", "hive", bot, "options set threads 257", "options get cut") == [
        "err threads=257: expected 1 to 256",
        "ok",
        "cut;int;9;1000000000;0;1000000000",
        "ok",
    ]
    told = talk("ugi", "hex:size=3", bot, "ugi")
    assert "option name threads type spin default 1 min 1 max 256" in told
    assert "option name exploration type string default 0.35" in told
    told = talk("hub", "english-draughts", bot, "hub")
    assert "param name=scale value=200 type=int min=1 max=1000000000" in told


def test_hub_makes_no_move_for_another_position_than_the_last() -> None:
    refused = 'error message="the last position was refused: no move is made for another"'
    said = talk("hub", "english-draughts", "random", "pos pos=W", "go think")
    assert said[-1] == refused
    start = hub.position_of(parlour.game("english-draughts").start())
    again = talk(
        "hub",
        "english-draughts",
        "random",
        "pos pos=W",
        f"pos pos={start}",
        "level nodes=1",
        "go think",
    )
    assert again[-1].startswith("done move=")


@pytest.mark.parametrize(("limit", "asked"), [("movetime 0", 1), ("movetime 100", 2)])
def test_a_time_is_kept_and_positions_are_added_up(
    limit: str, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No time at all is as little as there is; each line tells of all that was looked at until then."""

    def thinks(self: BackgroundSearch, budget: str, amount: float, *_: object) -> list[Advice]:
        time.sleep(amount)
        return [Advice("a1", nodes=10)]

    monkeypatch.setattr(BackgroundSearch, "_advise", thinks)
    monkeypatch.setattr(BackgroundSearch, "_takes", lambda self, budget: True)
    said = talk("ugi", "hex:pie=no,size=3", "random", f"go {limit}")
    nodes = [line.split()[2] for line in said if line.startswith("info nodes")]
    assert nodes[:2] == ["10", "20"][: len(nodes)]
    assert 1 <= len(nodes) <= asked


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_somebody_who_waits_for_a_move_gets_one_whatever_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(BackgroundSearch, "_advise", fails)
    assert talk("ugi", "hex:pie=no,size=3", "random", "go movetime 50") == ["bestmove a1"]


@pytest.mark.long
def test_uhp_utils_reads_our_perft_as_it_is_published() -> None:
    """`tests/perft/hive.txt` has the counts of the Mzinga project."""
    utils = pytest.importorskip("uhp_utils", reason="there is no uhp-utils: pip install uhp-utils")
    ours = [*OURS.split(), "--protocol", "uhp", "--player", "random", "hive"]
    found = utils.compare_perft(ours, ours, "Base+M;NotStarted;White[1]", 3, timeout=300)
    assert found.ok, found.error
    assert found.results_a == {0: 1, 1: 5, 2: 150, 3: 2610}


def test_games_that_a_protocol_cannot_speak_of_are_refused() -> None:
    with pytest.raises(parlour.BadOption, match="hidden"):
        engine("ugi", parlour.game("tiger-bridge"), "1", print)
    with pytest.raises(parlour.BadOption, match="chess"):
        engine("uci", parlour.game("hex"), "1", print)
    with pytest.raises(parlour.BadOption, match="ugi, uci"):
        engine("morse", parlour.game("hex"), "1", print)
    with pytest.raises(parlour.BadPlayer, match="shogi"):
        player("usi:engine", parlour.game("hex"))
    with pytest.raises(parlour.BadPlayer, match="seconds=NUMBER"):
        player("gtp:engine", parlour.game("hex"), budget="nodes=5")


WORDS = ["play", "position", "boardsize", "setoption", "query", "time_left", "newgame", "options"]
WORDS += ["pos", "level", "set-param", "param_player", "undo"]  # perft with a digit may take hours
SIGNS = st.text(max_size=40) | st.text('pos="fenmovlsBWbwe0123456789 :=x-,;[]', max_size=60)


@settings(max_examples=12)
@given(st.lists(SIGNS, max_size=5), st.sampled_from(sorted(GAMES)))
def test_no_line_upsets_an_engine(lines: list[str], protocol: str) -> None:
    hear_all(lines, protocol)


@pytest.mark.long
@settings(max_examples=100)
@given(st.lists(SIGNS, max_size=5), st.sampled_from(sorted(GAMES)))
def test_none_of_many_lines_upsets_an_engine(lines: list[str], protocol: str) -> None:
    hear_all(lines, protocol)


@pytest.mark.parametrize("number", ["", "many", "-1", "1.5", "10", "3 4", "9" * 40])
def test_uhp_counts_moves_to_a_depth_it_can_reach(number: str) -> None:
    said = talk("uhp", GAMES["uhp"], "random", f"perft {number}")
    assert said == ["err expected perft and a number of plies up to 9", "ok"]


def hear_all(lines: list[str], protocol: str) -> None:
    """Send lines to an engine, alone and after the protocols' words."""
    speaking = engine(protocol, parlour.game(GAMES[protocol]), "random", lambda line: None)
    for line in lines:
        speaking.hear(line)
    for word in WORDS:
        for line in lines:
            speaking.hear(f"{word} {line}")
    speaking.close()


def test_both_ends_play_a_game() -> None:
    assert both_ends.play("ugi", GAMES["ugi"], games=1, most=8) >= 4
    assert both_ends.play("ugi", "stones-of-fortune", games=1, most=8) >= 4


@pytest.mark.long
@pytest.mark.parametrize("protocol", GAMES)
def test_both_ends_play_games_by_every_protocol(protocol: str) -> None:
    """1,000 games where $PARLOUR_ALL is set; what is not legal, or not understood, raises."""
    games = 1000 if ALL else 2
    assert both_ends.play(protocol, GAMES[protocol], games, most=0 if ALL else 40) > 4 * games


NONSENSE = st.sampled_from(
    [
        "bestmove",
        "bestmove z9",
        "done",
        "done move=1-2",
        'done move="x',
        "= z9",
        "?",
        "ok",
        "ready",
        "wait",
    ]
) | st.text(max_size=30)


@given(said=st.lists(NONSENSE, max_size=8), protocol=st.sampled_from(sorted(GAMES)))
def test_no_answer_upsets_a_player(said: list[str], protocol: str) -> None:
    """What an engine says is a legal move, or EngineFailed tells what was wrong."""
    game = parlour.game(GAMES[protocol])
    state = game.start()
    bot = PROGRAMS[protocol](game, "no command", 0.001)
    process = Recorded([*said, *INTRODUCED])
    bot._process = process  # type: ignore[assignment]
    with contextlib.suppress(EngineFailed):
        move = bot.advise(state).move
        assert move in state.moves()
        assert not process.ended
    assert state.history == ()


def test_hubs_texts_are_read_as_they_are_written() -> None:
    game, rng = parlour.game("english-draughts"), random.Random(5)
    for _ in range(3):
        state = game.start()
        while state.turn is not None and len(state.history) < 60:
            again = hub.read_position(game, hub.position_of(state))
            assert again.moves() == state.moves()
            for move in state.legal:
                found = hub.read_move(state, hub.written_move(move))
                assert state.copy().play(found).text == state.copy().play(move.text).text
            state.play(rng.choice(state.moves()))


@pytest.mark.parametrize(
    ("protocol", "text"), [("hub", "english-draughts:sets=both"), ("hub", "sovereign")]
)
def test_hub_speaks_of_the_dark_squares_alone(protocol: str, text: str) -> None:
    with pytest.raises(parlour.BadOption, match="english-draughts"):
        engine(protocol, parlour.game(text), "random", print)


@pytest.mark.long
def test_somebody_elses_program_plays_by_hub(tmp_path: Path) -> None:
    draughts = pytest.importorskip("draughts")
    from draughts.engine import HubEngine

    script = tmp_path / "engine"
    script.write_text(f"#!/bin/sh\nexec {OURS} --protocol hub --player random english-draughts\n")
    script.chmod(0o755)
    theirs = HubEngine([str(script)])
    assert theirs.variants == {"english"}
    theirs.init()
    theirs.ping()
    start = hub.position_of(parlour.game("english-draughts").start())
    board, moves = draughts.Board(variant="english"), list[str]()
    while not board.is_over() and len(moves) < 40:
        moves.append(theirs.go(start, " ".join(moves), movetime=0.01)[0])
        board.push(draughts.Move(board, hub_move=moves[-1]))
    assert len(moves) > 20
    theirs.quit()
    theirs.kill_process()


@pytest.mark.long
def test_somebody_elses_program_plays_by_uci() -> None:
    theirs = pytest.importorskip("chess.engine")
    import chess

    with theirs.SimpleEngine.popen_uci([*OURS.split(), "--protocol", "uci", "chess"]) as bot:
        assert "Player" in bot.options
        bot.configure({"Player": "alphabeta:seconds=1", "noise": "5"})
        board = chess.Board()
        for _ in range(6):
            board.push(bot.play(board, theirs.Limit(time=0.05), ponder=True).move)
        told = bot.analyse(board, theirs.Limit(depth=3))
        assert told["depth"] == 3
        assert told["pv"][0] in board.legal_moves


@pytest.mark.long
@pytest.mark.parametrize("name", ["mcts:simulations=1", "alphabeta:depth=1"])
def test_a_search_is_stopped_within_its_part(name: str) -> None:
    moves: list[str] = []
    game = parlour.game("lines-of-action")
    thinking = BackgroundSearch(game, name)
    thinking.warm()
    bot = thinking._with("seconds", 3600.0)
    threading.Timer(0.2, bot.stop).start()
    assert bot.advise(game.start()).move in game.start().moves()
    thinking.start(game.start(), Limits(infinite=True), lambda advice, used: None, moves.append)
    thinking.stop()
    assert len(moves) == 1


def test_pondering_goes_on_by_the_clock() -> None:
    moves: list[str] = []
    game = parlour.game(GAMES["ugi"])
    thinking = BackgroundSearch(game, "mcts:seconds=1")
    thinking.start(game.start(), Limits(infinite=True), lambda advice, used: None, moves.append)
    assert moves == []
    thinking.hit(Limits(seconds=0.05))
    thinking.wait()
    assert len(moves) == 1


INTRODUCED = [f"{word}ok" for word in ("ugi", "uci", "usi")] + [
    "readyok",
    "=",
    "wait",
    "ready",
    "ok",
]


class Recorded:
    """Stands for a process that says some lines, whatever it is told, and then dies."""

    def __init__(self, lines: list[str]) -> None:
        self.said, self.process, self.ended = iter(lines), self, False

    def poll(self) -> None:
        """It runs."""

    def say(self, line: str) -> None:
        """It does not listen."""

    def lines(self, seconds: float, asked: str) -> Iterator[str]:
        """What it says."""
        yield from self.said
        raise self.failed("ended")

    def until(self, word: str, seconds: float, asked: str) -> str:
        """As a process does it."""
        return next(line for line in self.lines(seconds, asked) if line.split(" ", 1)[0] == word)

    def failed(self, what: str) -> EngineFailed:
        """The error that says why."""
        self.ended = True
        return EngineFailed(what)


BAD = {
    "dies": ("import sys; sys.exit(1)", "ended"),
    "cheats": (
        "import sys\nfor line in sys.stdin:\n"
        "  w = line.split()\n"
        "  print({'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove z9'}.get(w[0], ''), flush=True)",
        "answered z9",
    ),
    "floods": ("while True: print('x' * 1000)", "said more|ended"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_engine_is_ended_and_the_game_stands(kind: str, tmp_path: Path) -> None:
    program, why = BAD[kind]
    script = tmp_path / "engine.py"
    script.write_text(program)
    game = parlour.game("hex:size=3")
    bot = player(f"ugi:{sys.executable} {script}", game, budget="seconds=0.05")
    state = game.start()
    with pytest.raises(EngineFailed, match=why):
        bot.choose(state)
    assert state.history == ()
    assert bot._process is None or bot._process.process.poll() is not None  # type: ignore[attr-defined]


def test_an_engine_that_is_not_there_is_told() -> None:
    bot = player("ugi:/no/such/engine", parlour.game("hex"))
    with pytest.raises(EngineFailed, match="cannot be started"):
        bot.choose(parlour.game("hex").start())


TOLD = [  # by protocol: what an engine says, then chance, distance, depth, nodes and line as they are heard
    (
        "ugi",
        [
            "info depth 9 nodes 12 score cp 9",
            "info multipv 2 depth 3 score cp -9 pv a2",
            "info string x",
        ],
        [
            "info depth 4 nodes 12 score cp 0 pv a1 b2 z9",
            "info depth x nodes score cp soon",
            "bestmove a1",
        ],
        (0.5, None, 4, 12, ("a1", "b2")),
    ),
    (
        "uci",
        ["info score mate -2 pv e2e4 e7e5 g1f3"],
        ["bestmove e2e4"],
        (0, -4, 0, 0, ("e2-e4", "e7-e5", "g1-f3")),
    ),
    ("usi", ["info depth 3 score mate 3 pv 7g7f"], ["bestmove 7g7f"], (1, 3, 3, 0, ("7g7f",))),
    (
        "hub",
        ['info depth=5 score=0.00 nodes=70 nps=0.1 pv="11-15 22-18"'],
        ["done move=11-15"],
        (0.5, None, 5, 70, ("c3-d4", "f6-e5")),
    ),
    ("ugi", [], ["bestmove a1"], (None, None, 0, 0, ("a1",))),
]


@pytest.mark.parametrize(("protocol", "before", "said", "heard"), TOLD)
def test_what_an_engine_tells_of_its_thinking_is_heard(
    protocol: str, before: list[str], said: list[str], heard: tuple[object, ...]
) -> None:
    game = parlour.game(GAMES[protocol])
    bot = PROGRAMS[protocol](game, "no command", 0.001)
    bot._process = Recorded([*INTRODUCED[3:4], *before, *said])  # type: ignore[assignment]
    found = bot.advise(game.start())
    assert (found.chance, found.distance, found.depth, found.nodes, found.line) == heard
    assert found.proven == (found.distance is not None)
    assert found.value == found.chance


def test_what_an_engine_has_started_is_ended_with_it(tmp_path: Path) -> None:
    script = tmp_path / "engine"
    script.write_text("#!/bin/sh\nsleep 600 & echo $! >$0.child\necho ugiok\nwait\n")
    script.chmod(0o755)
    bot = player(f"ugi:{script}", parlour.game("hex:size=3"), budget="seconds=0.05")
    process = bot.process  # type: ignore[attr-defined]
    child = int((tmp_path / "engine.child").read_text())
    process.close()
    deadline = time.monotonic() + 20
    while is_running(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_running(number: int) -> bool:
    """Whether a process runs; one that is dead, but was not asked for, does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


SAYS_WHAT_IT_WAS_TOLD = """
import sys
told = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "setoption":
        told.append(line.strip())
    print({"ugi": "ugiok", "isready": "readyok"}.get(words[0], ""), flush=True)
    if words[0] == "go":
        open(sys.argv[1], "w").write("|".join(told))
        print("bestmove a1", flush=True)
"""


def test_an_engine_is_named_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, told = tmp_path / "engine.py", tmp_path / "told"
    script.write_text(SAYS_WHAT_IT_WAS_TOLD)
    (tmp_path / "engines.toml").write_text(
        f"[mine]\nprotocol = 'ugi'\ncommand = '{sys.executable} {script} {told}'\n"
        "seconds = 0.25\noptions = { Threads = '2', Skill = 'low' }\n"
    )
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    bot = player("engine:mine", parlour.game("hex:size=3"))
    assert bot.choose(parlour.game("hex:size=3").start()) == "a1"
    assert told.read_text() == "setoption name Threads value 2|setoption name Skill value low"
    assert (bot.name, bot.seconds) == ("engine:mine", 0.25)  # type: ignore[attr-defined]
    bot.close()  # type: ignore[attr-defined]


HEARS_BUDGETS = """
import sys
for line in sys.stdin:
    print({"ugi": "ugiok", "isready": "readyok"}.get(line.strip(), ""), flush=True)
    if line.startswith("go"):
        with open(sys.argv[1], "a") as out:
            out.write(line)
        if "depth 9" in line:
            sys.exit(1)
        print("info nodes 50 pv a1\\nbestmove a1", flush=True)
"""


def test_an_engine_behind_an_engine_hears_the_budget_and_is_missed(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(HEARS_BUDGETS)
    bot = f"ugi:{sys.executable} {tmp_path / 'engine.py'} {tmp_path / 'told'}"
    asked = ("go nodes 50", "go depth 3", "go movetime 10", "go depth 9")
    said = talk("ugi", "hex:pie=no,size=3", bot, "ugi", *asked)
    assert "ugiok" in said
    assert said.count("bestmove a1") == len(asked)
    assert "ended when it was asked go depth 9" in said[-2]
    told = (tmp_path / "told").read_text().splitlines()
    assert (told[:2], told[-1]) == (["go nodes 50", "go depth 3"], "go depth 9")
    assert all(re.fullmatch(r"go movetime \d+", line) for line in told[2:-1])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no engine mine: it has none"),
        ("[other]\n", "it has other"),
        ("[mine]\nprotocol = 'dxp'\ncommand = 'x'\n", "line 2.*protocol.*ugi or uci"),
        ("[mine]\nprotocol = 'ugi'\n", "command"),
        ("[mine]\nprotocol = 'ugi'\ncommand = 'x'\nsecs = 1\n", "line 4.*secs"),
        ("[mine", "engines.toml"),
        ("mine = 3", "mine"),
    ],
)
def test_a_file_of_engines_is_read_strictly(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engines.toml").write_text(text)
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    with pytest.raises(BadPlayer, match=why):
        player("engine:mine", parlour.game("hex:size=3"))


SHUFFLE = "g1f3 g8f6 f3g1 f6g8 "


@pytest.mark.parametrize(
    "position",
    [
        f"startpos moves {SHUFFLE * 2}",
        f"startpos moves {SHUFFLE * 4}",  # the fifth time
        f"startpos moves {SHUFFLE * 4}e2e4 e7e5",
        "fen 8/8/8/3k4/8/8/1Q6/K7 w - - 120 100",
        "fen 8/8/8/3k4/8/8/1Q6/K7 w - - 150 100",
        "fen 8/8/8/4k3/8/8/8/K7 w - - 0 1",  # neither side can win
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -",
    ],
)
def test_a_drawn_position_with_moves_is_answered(position: str) -> None:
    said = talk("uci", "chess:draws=claim", "random", f"position {position}", "go nodes 50")
    assert "0000" not in said[-1]
    assert said[-1].startswith("bestmove")


def test_other_games_answer_after_a_repetition_too() -> None:
    shuffle = "5i5h 5a5b 5h5i 5b5a "
    said = talk("usi", "shogi", "random", f"position startpos moves {shuffle * 3}", "go")
    assert "resign" not in said[-1]


def test_search_moves_are_the_only_ones_chosen() -> None:
    start = ["position startpos moves b2"]
    said = talk(
        "ugi", "hex:pie=no,size=3", "mcts:seconds=1", *start, "go nodes 40 searchmoves a1 c3"
    )
    assert said[-1].split()[1] in ("a1", "c3")
    said = talk("ugi", "hex:pie=no,size=3", "random", *start, "go searchmoves c3 movetime 5")
    assert said[-1] == "bestmove c3"
    said = talk("ugi", "hex:pie=no,size=3", "random", *start, "go searchmoves b2", "go searchmoves")
    assert "b2 is not a legal move" in said[0]
    assert said[1:] == ["info string searchmoves: expected one move at least"]


@pytest.mark.long
def test_several_lines_are_told_on_request() -> None:
    ask = ("setoption name MultiPV value 3", "position startpos moves b2", "go nodes 60")
    said = talk("ugi", "hex:pie=no,size=3", "mcts:seconds=1", *ask)
    ranks = [re.search(r"multipv (\d) .*pv (\w+)", line) for line in said[:-1]]
    assert [rank[1] for rank in ranks if rank] == ["3", "2", "1"]
    moves = [rank[2] for rank in ranks if rank]
    assert len(set(moves)) == 3
    assert said[-1].split()[:2] == ["bestmove", moves[-1]]
    for wrong in ("0", "99", "many", "-1"):
        said = talk("ugi", "hex", "random", f"setoption name MultiPV value {wrong}")
        assert said == [f"info string MultiPV {wrong}: expected 1 to 6"]


@pytest.mark.parametrize(
    ("protocol", "name"), [("uci", "Hash"), ("usi", "USI_Hash"), ("ugi", "Hash")]
)
def test_a_table_of_positions_has_the_size_that_is_asked_for(protocol: str, name: str) -> None:
    bot = "alphabeta:seconds=1"
    ask = (protocol, f"setoption name {name} value 64", protocol)
    said = [line for line in talk(protocol, GAMES[protocol], bot, *ask) if f" {name} " in line]
    spans = [f"option name {name} type spin default {size} min 1 max 65536" for size in (8, 64)]
    assert said == spans
    game = parlour.game(GAMES[protocol])
    small, large = (player(f"alphabeta:seconds=1,memory={size}", game) for size in (1, 3))
    assert (small._positions(), large._positions()) == (1 << 15, 1 << 16)  # type: ignore[attr-defined]
    for wrong in ("0", "many", "65537"):
        said = talk(protocol, GAMES[protocol], bot, f"setoption name {name} value {wrong}")
        assert said[0].startswith(f"info string memory={wrong}: expected ")


@pytest.mark.parametrize(
    "position",
    [
        "4k3/8/8/8/8/8/8/4K2R w K -",
        '4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id "one";',
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ],
)
def test_uci_takes_four_fields_and_operations(position: str) -> None:
    said = talk("uci", "chess", "random", f"position fen {position}", "d")
    assert said == ["info string chess 4k3/8/8/8/8/8/8/4K2R w K - 0 1"]


def test_settings_follow_an_engines_command() -> None:
    game = parlour.game("chess")
    made = player("uci:/bin/cat -u;seconds=0.25,Threads=2,UCI_Elo=1800", game)
    assert isinstance(made, ProgramPlayer)
    assert (made.command, made.seconds) == ("/bin/cat -u", 0.25)
    assert made.options == {"Threads": "2", "UCI_Elo": "1800"}
    plain = player("uci:/bin/a,b=1", game)
    assert isinstance(plain, ProgramPlayer)
    assert plain.command == "/bin/a,b=1"
    for wrong in ("seconds=soon", "seconds=0", "Threads=1,Threads=2"):
        with pytest.raises(parlour.errors.ParlourError):
            player(f"uci:/bin/cat;{wrong}", game)


CASTLED_960 = "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"


@pytest.mark.parametrize("rights", ["GB", "KQ", "HG", "G"])
def test_uci_plays_chess960_from_any_fen(rights: str) -> None:
    """Rights by files (Shredder-FEN) or by sides (X-FEN); the king takes its rook."""
    fen = f"4k3/8/8/8/8/8/8/1R2K1R1 w {rights} - 0 1"
    on = "setoption name UCI_Chess960 value true"
    said = talk("uci", "chess", "random", on, f"position fen {fen} moves e1g1", "d")
    assert said == [f"info string chess:start=fischer-random-518 {CASTLED_960}"]
    said = talk("uci", "chess", "random", on, f"position fen {fen}", "go searchmoves e1g1")
    assert said[-1] == "bestmove e1g1"


def test_chess960_is_switched_off_again() -> None:
    on, off = (f"setoption name UCI_Chess960 value {word}" for word in ("true", "false"))
    castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves "
    said = talk("uci", "chess", "random", "uci", on, "uci")
    assert "option name UCI_Chess960 type check default false" in said
    assert "option name UCI_Chess960 type check default true" in said
    said = talk("uci", "chess", "random", on, castling + "e1h1", off, castling + "e1h1", "d")
    assert "e1h1 is not a legal move" in said[0]
    assert said[1] == f"info string {parlour.game('chess').start().text}"
    said = talk("uci", "chess", "random", off.replace("false", "perhaps"))
    assert said == ["info string UCI_Chess960 perhaps: expected true or false"]


@pytest.mark.long
def test_somebody_elses_program_plays_chess960() -> None:
    theirs = pytest.importorskip("chess.engine")
    import chess

    command = [*OURS.split(), "--protocol", "uci", "--player", "random", "chess"]
    with theirs.SimpleEngine.popen_uci(command) as bot:
        castled = 0
        for number in (0, 137, 518, 959):
            board = chess.Board.from_chess960_pos(number)
            while not board.is_game_over() and board.ply() < 30:
                kings = [move for move in board.legal_moves if board.is_castling(move)]
                castled += len(kings[:1])
                board.push((kings or [bot.play(board, theirs.Limit(nodes=1)).move])[0])
        assert castled > 1
