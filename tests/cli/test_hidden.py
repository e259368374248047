"""At the terminal, where information is hidden: nobody is shown what their seat may not know."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from parlour.cli.session.line_input import TerminalLines
from parlour.cli.session.secrecy import WIPE, Curtain
from parlour.records import first
from tests.cli.test_play import Play, bots, data, play  # noqa: F401 (fixtures)
from tests.search.toys import toy

TOYS = Path(__file__).parent.parent / "search" / "toys"
KUHN, GUESS, WIDE = (str(TOYS / f"{name}.py") for name in ("kuhn", "guess", "wide"))

DEALT = "toy-kuhn KJ -"


def position(text: str) -> list[str]:
    return ["--position", text]


def test_the_terminal_is_handed_over(play: Play) -> None:  # noqa: F811
    out = play([KUHN, "--people", *position(DEALT)], "", "bet", "", "", "position", "quit")
    before, _, after = out.partition("pass the terminal to Second.")
    assert "First, press Enter when only you can see the screen." in before
    assert "K?" in before
    assert "?J" not in before
    assert "Second, press Enter when only you can see the screen." in after
    assert "toy-kuhn ?J b" in after
    assert "K?" not in after


def test_nothing_is_shown_before_the_first_hand_over(play: Play) -> None:  # noqa: F811
    out = play([KUHN, "--people", *position(DEALT)])
    assert "pass the terminal" in out
    assert "K" not in out.split("press Enter")[0].replace("Kuhn", "").replace("toy-kuhn", "")


def test_one_person_keeps_the_terminal(play: Play) -> None:  # noqa: F811
    out = play([GUESS, "--seat", "Guesser"], "4", "moves", "position", "quit")
    assert "press Enter" not in out
    assert "Hider plays hide\n" in out  # the stand-in for the bot hides 7
    assert "toy-guess ? 4+" in out
    assert "hide7" not in out
    assert "do not open it before the end" in out


def test_the_file_is_whole(play: Play, data: Path) -> None:  # noqa: F811
    play([GUESS, "--seat", "Guesser"], "4", "quit")
    (file,) = data.iterdir()
    record, _ = first(file)
    assert record.moves() == ("hide7", "4")
    assert record.heard_by is None


def test_chance_is_told_as_it_is_heard(play: Play) -> None:  # noqa: F811
    out = play([KUHN, "--seat", "First"], "quit")
    assert out.count("deal:") == 2  # announced, and in the list of moves
    assert out.count("deal:J?") + out.count("deal:Q?") + out.count("deal:K?") == 2


def test_moves_stay_where_others_have_moved_or_something_was_told(play: Play) -> None:  # noqa: F811
    guesses = play([GUESS, "--people"], "", "hide3", "", "", "4", "undo", "3", "undo", "")
    assert guesses.count("only your own last move") == 2
    assert "4-" in guesses
    assert "The game is over: save FILE" in guesses


def test_a_draw_is_offered_behind_the_curtain(play: Play) -> None:  # noqa: F811
    out = play([KUHN, "--people", *position(DEALT)], "", "draw", "n", "", "quit")
    assert out.count("First, press Enter") == 2
    assert "Second plays on." in out


def test_very_many_moves_are_counted_and_some_shown(play: Play) -> None:  # noqa: F811
    out = play([WIDE, "--people"], "", "moves", "x", "070", "70", "", "", "quit")
    assert "There are 100,000, too many to list; for example:" in out
    assert "070 is not a legal move" in out
    assert "1. 70" in out
    assert "1. " not in out.split("press Enter when")[-1]


def test_what_is_ready_is_taken_whole(
    play: Play,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready = {"middle": ["4"], "halves": ["4", "2"]}
    monkeypatch.setattr(
        "parlour.cli.session.session_commands.suggestions", lambda state, seed: ready
    )
    out = play([GUESS, "--people"], "", "hide3", "", "", "take", "take halves", "position", "quit")
    assert "with one of middle, halves" in out
    assert "toy-guess ? 4-,2+" in out


def test_most_games_have_nothing_ready(play: Play) -> None:  # noqa: F811
    assert "There is no ready-made set-up" in play(["hex", "--people"], "take fortress", "quit")


class Typed:
    """Lines that are all empty; notes what was asked and when the past was forgotten."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read(self, prompt: str, legal: object, default: str = "") -> str:
        self.asked.append(prompt)
        return ""

    def agree(self, question: str, otherwise: bool = False) -> bool:
        return otherwise

    def forget(self) -> None:
        self.asked.append("forget")


def test_the_screen_and_what_was_typed_are_wiped() -> None:
    terminal, typed = io.StringIO(), Typed()
    out = Console(file=terminal, force_terminal=True)
    curtain = Curtain(out, typed, toy("kuhn").start(), [0, 1])
    curtain.hand_to(0)
    assert curtain.is_open_to(0)
    assert not curtain.is_open_to(1)
    curtain.hand_to(1)
    assert terminal.getvalue() == WIPE * 4
    hide, close, mine, open_ = typed.asked[3:]
    assert hide.startswith("Press Enter to hide this")
    assert mine.startswith("Second, press Enter")
    assert close == open_ == "forget"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_typed_lines_cannot_be_recalled() -> None:
    lines = TerminalLines({})
    lines._session.history.append_string("battleship:a1h")
    lines.forget()
    assert lines._session.history.get_strings() == []


def test_an_open_game_is_never_covered(play: Play) -> None:  # noqa: F811
    assert "press Enter" not in play(["hex", "-o", "size=3", "--people"], "a1", "quit")
