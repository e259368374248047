"""From typed text to moves: other spellings, what can follow."""

from __future__ import annotations

from parlour.cli.session.move_matching import continuations, group_moves, match_move

LEGAL = ["a1-a2", "a1-a3", "a1xb2", "b1-b2", "pass", "swap"]


def test_exact_and_loose_spellings() -> None:
    assert match_move("a1-a2", LEGAL) == "a1-a2"
    assert match_move("A1 a2", LEGAL) == "a1-a2"
    assert match_move("a1b2", LEGAL) == "a1xb2"
    assert match_move("PASS", LEGAL) == "pass"
    assert match_move("a1", LEGAL) is None
    assert match_move("", LEGAL) is None
    assert match_move("--", LEGAL) is None


def test_a_spelling_that_could_be_two_moves_is_none() -> None:
    assert match_move("c5d4", ["c5-d4", "c5xd4"]) is None


def test_few_continuations_are_whole_moves() -> None:
    assert list(continuations("a1", LEGAL)) == ["a1-a2", "a1-a3", "a1xb2"]
    assert continuations("z", LEGAL) == {}
    assert list(continuations("", LEGAL)) == LEGAL


def test_many_continuations_are_shown_part_by_part() -> None:
    many = [f"{f}{r}-{f}{t}" for f in "abc" for r in "12" for t in "3456"]
    assert continuations("", many) == {"a1": 4, "a2": 4, "b1": 4, "b2": 4, "c1": 4, "c2": 4}
    assert continuations("a1", many) == dict.fromkeys(["a1-a3", "a1-a4", "a1-a5", "a1-a6"], 1)
    stacked = [f"a1-{f}{r}=Q" for f in "abcdefgh" for r in "12"]
    assert continuations("a1-", stacked)["a1-a1"] == 1


def test_moves_are_grouped_by_their_first_part() -> None:
    assert group_moves(LEGAL) == {
        "a1": ["a1-a2", "a1-a3", "a1xb2"],
        "b1": ["b1-b2"],
        "pass": ["pass"],
        "swap": ["swap"],
    }
    assert list(group_moves(["-c4", "-d4"])) == ["-c4", "-d4"]
