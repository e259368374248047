"""Recorded games: written, read back, replayed; broken ones told of; nonsense raises nothing else."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.errors import BadRecord
from parlour.records import Record, read, result_text, write
from tests.conformance.test_laws import step
from tests.one_file import write_game
from tests.search.toys import toy

GOOD = """[Game "four-in-line:line=3,size=4"]
[Event "Tea time"]
[Black "Ann \\"the line\\" Lee"]
[White "Bo\\\\b"]
[Result "1-0"]
[Termination "row"]

1. a1 b1 2. a2 b2 3. a3 1-0
"""


@pytest.fixture(autouse=True, scope="module")
def _game(tmp_path_factory: pytest.TempPathFactory) -> None:
    parlour.game(write_game(tmp_path_factory.mktemp("games")))


def parsed(text: str, replay: bool = True) -> tuple[list[Record], list[str]]:
    broken: list[str] = []
    records = list(read(io.StringIO(text), lambda error: broken.append(str(error)), replay))
    return records, broken


def only(text: str) -> Record:
    records, broken = parsed(text)
    assert broken == []
    assert len(records) == 1
    return records[0]


def test_a_record_is_read_written_and_replayed() -> None:
    record = only(GOOD)
    assert record.tags["Black"] == 'Ann "the line" Lee'
    assert record.tags["White"] == "Bo\\b"
    assert record.moves == ("a1", "b1", "a2", "b2", "a3")
    assert record.result == "1-0"
    assert record.text == GOOD
    state = record.state()
    assert state.history == record.moves
    assert state.outcome is not None


def test_from_a_state_and_back() -> None:
    state, rng = parlour.game("four-in-line:size=7").start(), random.Random(5)
    while state.outcome is None:
        record = Record.from_state(state, {"Black": "Ann"})
        assert only(record.text) == record
        assert record.state().text == state.text
        state.play(rng.choice(state.moves()))
    final = Record.from_state(state)
    assert final.tags["Termination"] == state.outcome.reason
    assert only(final.text).state() == state
    assert all(len(line) <= 80 for line in final.text.splitlines())


def test_a_game_that_began_elsewhere_has_its_position() -> None:
    game = parlour.game("four-in-line:line=3,size=4")
    middle = game.start().play("a1").text
    state = game.read(middle).play("b1").play("a2")
    record = Record.from_state(state)
    assert record.tags["Position"] == middle
    assert "1... b1 2. a2 *" in record.text
    assert only(record.text).state() == state


def test_the_table_may_end_a_game() -> None:
    state = parlour.game("four-in-line").start().play("a1")
    record = Record.from_state(state, {"Result": "0-1", "Termination": "resignation"})
    assert only(record.text).result == "0-1"
    assert record.text.rstrip().endswith("1. a1 0-1")


def test_what_is_not_kept_is_told() -> None:
    text = GOOD.replace("b1 2.", "b1! {a comment\nover lines (with [things] } in it 2.").replace(
        " in it", "(1... c1? (1... d1 {deeper ) }) 2. d2) $14 ; the rest ( { of it\n"
    )
    record = only(text)
    assert record.moves == ("a1", "b1", "a2", "b2", "a3")
    assert [notice.split(": ")[1] for notice in record.notices] == [
        "annotation glyphs are not kept",
        "comments are not kept",
        "variations are not kept",
    ]


def test_many_games_stream_and_broken_ones_are_told() -> None:
    broken = [
        GOOD.replace("a3 1-0", "a1 1-0"),  # an occupied cell
        GOOD.replace("four-in-line:", "no-such-game:"),
        GOOD.replace("1-0\n", "0-1\n"),
        GOOD.replace('[Result "1-0"]', '[Result "one"]'),
        GOOD.replace('[Event "Tea time"]', "[Event Tea time]"),
        GOOD.replace("2. a2", "2. { a2"),
        GOOD.replace("2. a2", "2. ( a2"),
        GOOD.replace("2. a2", "2. ) a2"),
        GOOD.replace('[Game "four-in-line:line=3,size=4"]\n', ""),
        GOOD.replace("[Event", '[White "Twice"]\n[Event'),
        GOOD.replace("[Event", '[Position "four-in-line 0"]\n[Event'),
        GOOD.replace("size=4", "size=400"),
        GOOD.replace("four-in-line:", "four_in_line.py:"),
        GOOD.replace("1-0", "1:0:0"),
    ]
    text = "\n".join([GOOD, *[part + "\n" + GOOD for part in broken]])
    records, told = parsed(text)
    assert len(records) == len(broken) + 1
    assert all(record.text == GOOD for record in records)
    assert len(told) == len(broken)
    assert told[0].startswith("line 17: move 5: a1 is not a legal move")
    for message in told:
        number = int(message.split(":")[0].removeprefix("line "))
        assert 0 < number <= text.count("\n") + 1
    with pytest.raises(BadRecord, match="move 5: a1"):
        list(read(io.StringIO(text), replay=True))


def test_the_first_broken_game_does_not_stop_the_others() -> None:
    records = read(io.StringIO("e4 e5 *\n" + GOOD))
    assert next(records).text == GOOD
    with pytest.raises(BadRecord, match="line 1: there is no tag Game"):
        next(records)


def test_lenient_in_what_does_not_matter() -> None:
    text = "\ufeff% an escaped line\n" + GOOD.replace("1. a1 b1 2. a2", "1.a1 1... b1\n%{\n2 a2\n")
    assert only(text.removeprefix("\ufeff")).state().outcome is not None
    cut = GOOD.replace(" 1-0\n", "")
    record = only(cut)
    assert record.result == "1-0"
    assert "no result" in record.notices[0]


def test_results() -> None:
    for scores, text in [
        ((1, 0), "1-0"),
        ((2, 0), "2:0"),
        ((3, 3, 0, 0), "3:3:0:0"),
        ((1,), "1"),
    ]:
        assert result_text(tuple(map(parlour.table.outcome.Fraction, scores))) == text
    assert result_text(None) == "*"


def test_a_solitaire_ends_with_a_number() -> None:
    text = '[Game "chainn"]\n[Result "1"]\n\n1. b2-c3 2. -c4 1\n\n' + GOOD
    first, second = read(io.StringIO(text))
    assert (first.moves, first.result) == (("b2-c3", "-c4"), "1")
    assert second.text == GOOD


def test_moves_with_braces_and_moves_that_are_numbers() -> None:
    text = '[Game "x"]\n\n1. e5{b1,g1}-f7 18@c4 3 {a comment} 1+3+5 e4{and another} L1-L31 *\n'
    (record,) = read(io.StringIO(text))
    assert record.moves == ("e5{b1,g1}-f7", "18@c4", "3", "1+3+5", "e4", "L1-L31")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    record = only(GOOD)
    write(path, [record] * 3)
    assert list(read(path)) == [record] * 3
    write(path, [record])
    assert path.read_text() == GOOD
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]
    with pytest.raises(OSError, match="No such file"):
        list(read(tmp_path / "nothing.pgn"))
    path.write_bytes(b"\xff\xfe\x00[Game \x80")
    with pytest.raises(BadRecord):
        list(read(path))


PIECES = st.sampled_from(
    ['[Game "four-in-line"]', '[Game "', '"]', "[", "]", "{", "}", "(", ")", ";", "%", "\n", " ", "1.",
     "a1", "b2", "*", "1-0", "0:1", "$3", "!?", "\\", '"', "[Result \"1\"]", "1", "\x00", "é", "¹"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60).map("".join) | st.text())
def test_nonsense_raises_nothing_but_bad_record(text: str) -> None:
    records, broken = parsed(text)
    for record in records:
        again, trouble = parsed(record.text)
        assert trouble == []
        assert again == [record]
    assert all(message.startswith("line ") for message in broken)


def test_mutated_records_raise_nothing_but_bad_record() -> None:
    rng = random.Random(11)
    for _ in range(3000):
        letters = list(GOOD + "\n" + GOOD)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 3)] = rng.choice(
                ["", "{", "}", '"', "[", "(", "\n", "z"]
            )
        parsed("".join(letters))


def test_lines_with_and_without_marks_are_read_alike() -> None:
    rng = random.Random(3)
    words = ["1.", "2...", "a1", "b2", "3", "1.a1", "*", "1-0", "2:0", "1/2-1/2", "12", "e5x"]
    for _ in range(300):
        moves = "\n".join(" ".join(rng.choices(words, k=5)) for _ in range(4))
        plain, _ = parsed('[Game "x"]\n\n' + moves + "\n", replay=False)
        marked, _ = parsed('[Game "x"]\n\n' + moves.replace("\n", " {}\n") + " {}\n", replay=False)
        assert plain == marked


@pytest.mark.parametrize("toy_name", ["kuhn", "guess", "wide"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_a_seat_heard_can_be_read_but_not_replayed(toy_name: str, seat: int | None) -> None:
    state, rng = toy(toy_name).start(), random.Random(f"{toy_name} {seat}")
    while step(state, rng):
        record = Record.as_heard(state, seat, {"Date": "2026.11.21"})
        assert parsed(record.text, replay=False) == ([record], [])
        assert record.heard_by == ("onlooker" if seat is None else state.game.seat_names[seat])
        with pytest.raises(BadRecord, match="the tag Heard says that this"):
            record.state()


def test_a_seat_does_not_hear_what_is_hidden() -> None:
    state = toy("kuhn").start().play("deal:KJ").play("pass")
    assert Record.as_heard(state, 0).moves == ("deal:K?", "pass")
    assert Record.as_heard(state, None).moves == ("deal:??", "pass")
    later = state.game.read("toy-kuhn KJ p").play("bet")
    assert Record.as_heard(later, 1).tags["Position"] == "toy-kuhn ?J p"
    assert later.view(0) not in Record.as_heard(later, 1).text
    named = toy("wide").start().play("5")
    assert Record.as_heard(named, 0).moves == ("5",)
    assert Record.as_heard(named, 1).moves == ()  # it hears nothing, and so nothing stands there
    assert Record.as_heard(parlour.game("hex").start().play("a1"), 0).state()  # nothing is hidden


def test_a_heard_game_among_others_is_told_of_as_broken_when_replayed() -> None:
    state = toy("kuhn").start().play("deal:KJ")
    text = Record.as_heard(state, 0).text + "\n" + Record.from_state(state).text
    records, broken = parsed(text)
    assert len(records) == 1
    assert "heard by First" in broken[0]
    assert len(parsed(text, replay=False)[0]) == 2
