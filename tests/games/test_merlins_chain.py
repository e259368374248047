"""Merlin's Chain: the page's rules, texts and ends; legality and arrangements against trying everything."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.cli.design import check_command
from parlour.games.merlins_chain.arrange import arrange
from parlour.kernel.layout import OVER, new_compiled, new_plain, to_compiled
from parlour.kernel.loader import PlainInstance, SourceFile
from tests.conftest import at_length
from tests.oracles.common import Chooser, walk
from tests.oracles.merlins_chain import Slow

RULES = SourceFile.of_module("parlour.games.merlins_chain.rules")
EMPTY = "/".join([".,.,.,.,.,.,.,."] * 8)


def read(pieces: str, turn: int, end: str = "", stop: str = "") -> parlour.State:
    """A position from its played pieces, as ``18@c4 5@a1``."""
    name = f"merlins-chain:stop={stop}" if stop else "merlins-chain"
    at = {cell: number for number, cell in (piece.split("@") for piece in pieces.split())}
    ranks = range(8, 0, -1)
    rows = "/".join(",".join(at.get(f"{f}{rank}", ".") for f in "abcdefgh") for rank in ranks)
    return parlour.game(name).read(f"{name} {rows} {turn} {end}".strip())


# -- the page's rules ----------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("merlins-chain").start()
    assert state.text == f"merlins-chain {EMPTY} 0"
    assert state.game.seat_names == ("Green", "White")
    moves = state.moves()
    assert {int(move.split("@")[0]) % 2 for move in moves} == {0}
    assert {"2@a1", "2@a2", "18@c4", "64@h8", "58@c2", "8@d8"} < set(moves)
    assert not {"2@a3", "64@h7", "60@c2", "6@d8"} & set(moves)


def test_a_move() -> None:
    state = parlour.game("merlins-chain").start().play("18@c4")
    rows = EMPTY.split("/")
    rows[4] = ".,.,18,.,.,.,.,."
    assert state.text == f"merlins-chain {'/'.join(rows)} 1"
    assert state.turn == 1
    assert all(int(move.split("@")[0]) % 2 for move in state.moves())


def test_columns_rise() -> None:
    moves = parlour.game("merlins-chain").start().play("18@c4").moves()
    assert "17@c3" in moves
    assert "19@c3" not in moves
    assert "19@c5" in moves
    assert "17@c5" not in moves


def test_a_cell_out_of_reach_by_numbers_spent_elsewhere() -> None:
    """a1 and a2 take two of 1, 2 and 3; with 2 on c2, and so 1 on c1, only one would be left."""
    state = read("4@a3 5@b1", 0)
    assert {"2@a1", "2@a2", "2@c1"} < set(state.moves())
    with pytest.raises(parlour.IllegalMove, match="could not be arranged"):
        state.play("2@c2")


def test_refusals() -> None:
    state = parlour.game("merlins-chain").start().play("18@c4").play("5@a2")
    for text, why in (
        ("18@d4", "18 is played already"),
        ("7@d4", "Green plays the even numbers"),
        ("6@c4", "18 was played there"),
        ("20@c3", "rise from bottom to top"),
        ("2@c8", "rise from bottom to top"),
        ("4@a2", "5 was played there"),
        ("6@d9", "NUMBER@CELL"),
        ("06@d5", "NUMBER@CELL"),
        ("d5", "NUMBER@CELL"),
    ):
        with pytest.raises(parlour.IllegalMove, match=why):
            state.copy().play(text)


# -- chains and ends -----------------------------------------------------------------------------


def board_text(numbers: dict[tuple[int, int], int]) -> str:
    return "/".join(
        ",".join(str(numbers.get((x, y), ".")) for x in range(8)) for y in range(7, -1, -1)
    )


def full_board(parities: list[list[int]]) -> str:
    """A full board: rank y has the numbers 8y+1 to 8y+8, the even ones where `parities` has 0."""
    numbers = {}
    for y, row in enumerate(parities):
        pools = {p: [n for n in range(8 * y + 1, 8 * y + 9) if n % 2 == p] for p in (0, 1)}
        for x, parity in enumerate(row):
            numbers[x, y] = pools[parity].pop(0)
    return board_text(numbers)


NO_LINE = [[(x // 2 + y) % 2 for x in range(8)] for y in range(8)]


def test_a_full_board_without_a_chain_is_a_draw() -> None:
    state = parlour.game("merlins-chain").read(f"merlins-chain {full_board(NO_LINE)} 0")
    assert state.outcome == parlour.Outcome((Fraction(1, 2), Fraction(1, 2)), "no-chain")
    assert state.text.endswith(" 0 #no-chain:1/2,1/2")


def test_the_lowest_chain_wins() -> None:
    rows = [list(row) for row in NO_LINE]
    rows[3] = [0, 0, 0, 0, 1, 1, 1, 1]  # 26 28 30 32, and 25 27 29 31
    state = parlour.game("merlins-chain").read(f"merlins-chain {full_board(rows)} 0")
    assert state.text.endswith(" #lowest-chain:0,1")
    assert state.outcome is not None
    assert state.outcome.details == {
        "green's lowest chain": "32", "white's lowest chain": "31"
    }  # fmt: skip


def test_all_chains_are_listed_with_their_ranks() -> None:
    board = full_board(NO_LINE)
    notes = parlour.game("merlins-chain").read(f"merlins-chain {board} 0").scene(None).notes
    assert len(notes) == 1, "without chains only the colours are said"
    rows = [list(row) for row in NO_LINE]
    rows[3] = [0, 0, 0, 0, 1, 1, 1, 1]
    state = parlour.game("merlins-chain").read(f"merlins-chain {full_board(rows)} 0")
    assert state.scene(None).notes[:2] == (
        "Green's chains: 32 (a4–d4)",
        "White's chains: 31 (e4–h4)",
    )


def chains_in(notes: tuple[str, ...], what: str) -> dict[tuple[str, str], int]:
    """The ranks that the notes give, by player and cells."""
    return {
        (note.split("'")[0], cells): int(rank)
        for note in notes
        if what in note
        for rank, cells in re.findall(r"(\d+) \((\S+)\)", note)
    }


def test_chains_to_come_and_sure_wins_come_true() -> None:
    rng, promised, sure = random.Random(4), [], set()
    state = parlour.game("merlins-chain").start()
    while state.turn is not None:
        state.play(rng.choice(state.moves()))
        notes = state.scene(None).notes
        promised += chains_in(notes, "to come").items()
        sure |= {note.split(" ")[0] for note in notes if "is sure to win" in note}
    last = chains_in(state.scene(None).notes, "chains: ")
    assert promised
    assert all(last[chain] <= rank for chain, rank in promised)
    assert state.outcome is not None
    assert sure == {("Green", "White")[state.outcome.scores.index(1)]}


def after_placing(pieces: str) -> Any:
    """The plain record with these pieces played, whoever's turn it may be."""
    rules = plain(8, 8)
    s = new_plain(rules.STATE)
    rules.start(s)
    for number, cell in (piece.split("@") for piece in pieces.split()):
        rules.place(s, int(number) % 2, int(number), rules.BOARD.index[cell])
    return s


@pytest.mark.parametrize(
    ("pieces", "ranks"),
    [
        ("2@a1 10@b1 8@c1 6@d1", (10, 65)),
        ("2@a1 10@a2 18@a3 40@a4", (40, 65)),
        ("2@a1 10@b2 18@c3 26@d4", (26, 65)),
        ("8@d1 10@c2 18@b3 26@a4", (26, 65)),
        ("9@d1 11@c2 19@b3 27@a4", (65, 27)),
        ("12@a1 10@b1 8@c1 6@d1 4@e1", (10, 65)),
        ("12@a1 10@b1 8@c1 4@e1 6@d1", (10, 65)),
        ("2@a1 10@b1 8@c1", (65, 65)),
        ("2@a1 10@b1 8@c1 6@e1", (65, 65)),
        ("2@a1 10@b1 7@c1 6@d1", (65, 65)),
        ("2@f1 10@g1 8@h1 6@a2", (65, 65)),
    ],
)
def test_chains_and_their_ranks(pieces: str, ranks: tuple[int, int]) -> None:
    """Five in a line hold two chains; the lower one counts."""
    assert tuple(after_placing(pieces).best) == ranks


GREEN_AHEAD = "2@a1 1@e1 4@b1 3@f1 6@c1 5@g1 64@h8 7@a2 8@d1"


def test_a_decided_game_goes_on_unless_the_option_stops_it() -> None:
    assert read(GREEN_AHEAD, 1).turn == 1


def test_stopping_when_decided() -> None:
    """Green's chain has rank 8; White has played 1, 3, 5 and 7, but not in one line."""
    state = read(GREEN_AHEAD, 1, stop="decided")
    assert state.outcome == parlour.Outcome((Fraction(1), Fraction(0)), "decided")
    before = GREEN_AHEAD.rsplit(" ", 1)[0]
    state = read(before, 0, stop="decided")
    assert state.turn == 0
    assert state.play("8@d1").text.endswith(" 1 #decided:1,0")


def test_an_open_game_is_not_stopped() -> None:
    """White can still play 7 beside 1, 3 and 5."""
    assert read("2@a1 1@e1 4@b1 3@f1 6@c1 5@g1 8@d1", 1, stop="decided").turn == 1


# -- texts ---------------------------------------------------------------------------------------


def test_positions_read_back() -> None:
    state = read("18@c4 17@c3 2@a1", 1)
    assert state.turn == 1
    assert parlour.game("merlins-chain").read(state.text).text == state.text
    assert read("", 0).text == parlour.game("merlins-chain").start().text


@pytest.mark.parametrize(
    ("pieces", "turn", "end", "message"),
    [
        ("18@c4", 0, "", "TURN is 0; by the numbers of played pieces it is 1"),
        ("18@c4 2@a1", 1, "", "2 even and 0 odd pieces"),
        ("17@c4", 1, "", "0 even and 1 odd pieces"),
        ("18@c4 19@c3", 0, "", "no valid board"),
        ("2@c4", 1, "", "no valid board"),
        ("4@a4 3@h8", 0, "", "no valid board"),
        ("18@c4 18@c5", 0, "", "stands on the board twice"),
        ("18@c4 18@d4 17@c3", 1, "", "stands on the board twice"),
        ("65@c4", 1, "", "expected a number from 1 to 64"),
        ("018@c4", 1, "", "expected a number from 1 to 64"),
        ("18@c4", "x", "", "TURN is x; expected 0 or 1"),
        ("18@c4", 1, "#decided:1,0", "no game ends by decided"),
        ("18@c4", 1, "#lowest-chain:1/2,1/2", "lowest-chain is scored"),
    ],
)
def test_reading_errors(pieces: str, turn: Any, end: str, message: str) -> None:
    with pytest.raises(parlour.BadPosition, match=message):
        read(pieces, turn, end)


def test_rows_and_cells_are_counted() -> None:
    game = parlour.game("merlins-chain")
    with pytest.raises(parlour.BadPosition, match="the board has 7 rows; expected 8"):
        game.read(f"merlins-chain {EMPTY[:-16]} 0")
    with pytest.raises(parlour.BadPosition, match="rank 1 has 7 cells; expected 8"):
        game.read(f"merlins-chain {EMPTY[:-2]} 0")


# -- legality, against trying everything ---------------------------------------------------------


@cache
def plain(files: int, ranks: int, decided: int = 0) -> Any:
    chain = min(4, files, ranks)
    parameters = (("CHAIN", chain), ("DECIDED", decided), ("FILES", files), ("RANKS", ranks))
    return PlainInstance(RULES, parameters).rules


def valid_boards(files: int, ranks: int, board: list[int]) -> Iterator[tuple[int, ...]]:
    """Every valid board with the played pieces of `board` (0 where free), number by number.

    Numbers are put down from 1 on, each on the lowest cell not yet filled of some column.
    """
    cells = files * ranks
    place = {n: c for c, n in enumerate(board) if n}
    filled = [0] * cells

    def put(n: int, heights: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if n > cells:
            yield tuple(filled)
            return
        for x, y in enumerate(heights):
            cell = y * files + x
            if y < ranks and place.get(n, cell) == cell and board[cell] in (0, n):
                filled[cell] = n
                yield from put(n + 1, (*heights[:x], y + 1, *heights[x + 1 :]))

    yield from put(1, (0,) * files)


@pytest.mark.parametrize(("files", "ranks"), [(2, 3), (4, 2), (3, 4), (2, 6)])
def test_what_may_be_played_is_what_lies_on_some_valid_board(files: int, ranks: int) -> None:
    rules = plain(files, ranks)
    for seed in range(3):
        rng = random.Random(seed)
        s = new_plain(rules.STATE)
        rules.start(s)
        boards = list(valid_boards(files, ranks, s.board))
        while s.turn != OVER:
            cells = range(rules.CELLS)
            expected = {
                (board[c] - 1) * rules.CELLS + c
                for board in boards
                for c in cells
                if s.board[c] == 0 and board[c] % 2 == s.turn
            }
            out = [0] * rules.MAX_MOVES
            listed = out[: rules.legal_moves(s, out)]
            assert sorted(listed) == sorted(expected)
            tried = {
                (n - 1) * rules.CELLS + c
                for n in range(1, rules.CELLS + 1)
                for c in cells
                if n % 2 == s.turn and n not in s.board and s.board[c] == 0
                and rules.fits(s, n, c)
            }  # fmt: skip
            assert tried == expected
            rules.play(s, rng.choice(listed))
            boards = [
                b for b in boards if all(n in (0, m) for n, m in zip(s.board, b, strict=True))
            ]


def test_listing_and_trying_agree_on_the_whole_board() -> None:
    rules = plain(8, 8)
    rng = random.Random(1)
    s = new_plain(rules.STATE)
    rules.start(s)
    for ply in range(64):
        out = [0] * rules.MAX_MOVES
        listed = out[: rules.legal_moves(s, out)]
        if ply % 7 == 0 or ply > 56:
            free = [c for c in range(64) if s.board[c] == 0]
            own = [n for n in range(1, 65) if n % 2 == s.turn and n not in s.board]
            tried = [(n - 1) * 64 + c for n in own for c in free if rules.fits(s, n, c)]
            assert sorted(listed) == sorted(tried)
        rules.play(s, rng.choice(listed))


def test_a_decided_game_is_won_whatever_follows() -> None:
    """And it is not decided before: by a slow reckoning of every line and cell."""
    rules, full = plain(8, 8, 1), plain(8, 8)
    for seed in range(3):
        rng = random.Random(seed)
        s = new_plain(rules.STATE)
        rules.start(s)
        while s.turn != OVER:
            assert not slowly_decided(rules, s)
            out = [0] * rules.MAX_MOVES
            rules.play(s, rng.choice(out[: rules.legal_moves(s, out)]))
        if rules.REASONS[s.reason] != "decided":
            continue
        assert slowly_decided(rules, s)
        for way in range(5):
            t = new_plain(full.STATE)
            full.start(t)
            for cell, number in enumerate(s.board):
                if number:
                    full.place(t, number % 2, number, cell)
            t.turn = s.next
            full.finish(t, [0] * full.MAX_MOVES, [way])
            assert t.winner == s.winner


def slowly_decided(rules: Any, s: Any) -> bool:
    """Whether a seat has a chain lower than any that the other can hope for, by the page's words."""
    for seat in (0, 1):
        own = min(
            (max(ranks) for ranks in lines(rules, s) if all(n and n % 2 == seat for n in ranks)),
            default=None,
        )
        if own is not None and all(own < rank for rank in hopes(rules, s, 1 - seat)):
            return True
    return False


def lines(rules: Any, s: Any) -> list[list[int]]:
    return [[s.board[c] for c in line] for line in rules.LINE_CELLS]


def hopes(rules: Any, s: Any, seat: int) -> list[int]:
    """The lowest rank that each line can still have for `seat`, cell by cell."""
    own = [n for n in range(1, 65) if n % 2 == seat and n not in s.board]
    lowest = {
        c: next((n for n in own if rules.fits(s, n, c)), None) for c in range(64) if s.board[c] == 0
    }
    found = []
    for line in rules.LINE_CELLS:
        numbers = [s.board[c] or lowest[c] for c in line]
        if all(n is not None and n % 2 == seat for n in numbers):
            found.append(max(numbers))
    return found


# -- arrangements --------------------------------------------------------------------------------


def moved(before: tuple[int, ...], after: tuple[int, ...], board: list[int]) -> int:
    """How many pieces that are still unplayed changed their cells."""
    return sum(b != a and b not in board for b, a in zip(before, after, strict=True))


@pytest.mark.parametrize(("files", "ranks"), [(4, 2), (3, 4), (2, 6)])
def test_arrangements_move_as_few_pieces_as_can_be(files: int, ranks: int) -> None:
    rules = plain(files, ranks)
    for seed in range(4):
        rng = random.Random(seed)
        s = new_plain(rules.STATE)
        rules.start(s)
        shown = arrange(files, ranks, {}, None)
        boards = list(valid_boards(files, ranks, s.board))
        assert shown in boards
        shown = rng.choice(boards)
        while s.turn != OVER:
            out = [0] * rules.MAX_MOVES
            rules.play(s, rng.choice(out[: rules.legal_moves(s, out)]))
            boards = [
                b for b in boards if all(n in (0, m) for n, m in zip(s.board, b, strict=True))
            ]
            played = {n: c for c, n in enumerate(s.board) if n}
            assert arrange(files, ranks, played, None) in boards
            after = arrange(files, ranks, played, shown)
            assert after in boards
            fewest = min(moved(shown, board, s.board) for board in boards)
            assert moved(shown, after, s.board) == fewest
            shown = after


def test_scene_shows_played_pieces_in_colour_and_the_others_in_grey() -> None:
    state = read("18@c4 17@c3", 0)
    pieces = {cell.name: cell.pieces[0] for cell in state.scene().cells}
    assert (pieces["c4"].text, pieces["c4"].colour) == ("18G", "green")
    assert (pieces["c3"].text, pieces["c3"].colour) == ("17W", "white")
    assert sum(piece.colour == "grey" for piece in pieces.values()) == 62
    notation = state.game.notation
    board = notation.arrangement(state.record)
    kept = notation.scene(state.record, board).cells
    assert [cell.pieces[0].text.rstrip("GW") for cell in kept] == [str(n) for n in board]


# -- compiled ------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["full", at_length("decided")])
def test_quick_games_are_the_same_compiled_and_plain(stop: str) -> None:
    game = parlour.game("merlins-chain", stop=stop)
    rules, compiled = game.plain.rules, game.compiled.rules
    s = new_plain(rules.STATE)
    twin, expected = new_compiled(rules.STATE), new_compiled(rules.STATE)
    rules.start(s)
    compiled.start(twin[0])
    word, twin_word = [3], np.array([3])
    rules.finish(s, [0] * rules.MAX_MOVES, word)
    compiled.finish(twin[0], np.zeros(rules.MAX_MOVES, np.int64), twin_word)
    to_compiled(s, rules.STATE, expected)
    assert expected.tobytes() == twin.tobytes()
    assert word[0] == twin_word[0]


@pytest.mark.long
def test_scratch_fields_do_not_count_where_compiled_and_plain_rules_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_command, "LONGEST_GAME", 8)
    found = check_command.play_checked_games(parlour.game("merlins-chain"), 1, random.Random(1))
    assert (found.lengths, found.warnings) == ([8], [])


@pytest.mark.long
def test_a_whole_game_is_as_the_page_says() -> None:
    assert walk(parlour.game("merlins-chain").start(), Slow(), Chooser(random.Random(1)))


def test_players_are_told_what_to_choose() -> None:
    state = parlour.game("merlins-chain").start()
    prompt = state.game.notation.prompt
    assert "even number" in prompt(state.record, ())
    assert "cell for 18" in prompt(state.record, (("word", "18"),))
    state.play("18@c4")
    assert "odd number" in prompt(state.record, ())
