"""Merger Chess: chess where it coincides, a slow reading of the page, laws, and what the search sees."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations

import pytest

import parlour
from parlour.games.merger_chess.board import KING, KINGS, SIDE
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from tests.games.merger_chess_texts import ID, board, crowded
from tests.oracles.merger_chess import FILES, PIECES, SQUARES, Slow

# -- the same as chess where the Pieces are single ones --------------------------------------------


def lone_pieces(rng: random.Random) -> dict[str, str]:
    """All 32 pieces on squares of their own, pawns on ranks 2 to 7."""
    inner = [square for square in SQUARES if square[1] not in "18"]
    pawns = [piece for piece in PIECES if piece[1] in "27"]
    where = dict(zip(pawns, rng.sample(inner, 16), strict=True))
    rest = [square for square in SQUARES if square not in where.values()]
    others = [piece for piece in PIECES if piece not in pawns]
    return {**where, **dict(zip(others, rng.sample(rest, 16), strict=True))}


def just_passed(where: dict[str, str], turn: str) -> str:
    """An ENPASSANT that the pawns of the seat that is not to move allow, if there is one."""
    rank, step = ("5", 1) if turn == "w" else ("4", -1)
    for piece, square in where.items():
        if piece[1] == ("7" if turn == "w" else "2") and square[1] == rank:
            behind = [f"{square[0]}{int(rank) + k * step}" for k in (1, 2)]
            if not set(behind) & set(where.values()):
                return f"{behind[0]}+{square}"
    return "-"


def against_chess(moves_wanted: int, seed: int) -> None:
    chess = pytest.importorskip("chess")
    rng = random.Random(seed)
    compared = passing = 0
    while compared < moves_wanted:
        where, turn = lone_pieces(rng), rng.choice("wb")
        passed = just_passed(where, turn)
        theirs = chess.Board(None)
        for piece, square in where.items():
            letter = "P" if piece[1] in "27" else "RNBQKBNR"[FILES.index(piece[0])]
            letter = letter if piece[1] in "12" else letter.lower()
            theirs.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(letter))
        theirs.turn = turn == "w"
        theirs.ep_square = None if passed == "-" else chess.parse_square(passed[:2])
        expected = {move.uci() for move in theirs.pseudo_legal_moves}
        state = parlour.game(ID).read(f"{ID} {board(where)} {turn} - {passed} 0 0")
        found = [as_uci(move) for move in state.moves()]
        assert len(found) == len(expected)
        assert set(found) == expected
        compared += len(found)
        passing += sum(theirs.is_en_passant(move) for move in theirs.pseudo_legal_moves)
    assert passing > 0


def as_uci(move: str) -> str:
    cells, _, letter = move.partition("=")
    return cells.replace("x", "-").replace("-", "") + letter.lower()


def test_single_pieces_move_as_in_chess() -> None:
    against_chess(12_000, 1)


@pytest.mark.long
def test_many_single_pieces_move_as_in_chess() -> None:
    against_chess(150_000, 2)


# -- a slow reading of the page --------------------------------------------------------------------

REASONS_OF_COUNTS = ("fifty-moves", "repetition", "move-limit")


def check_by_the_page(state: parlour.State, every: int = 1) -> None:
    """Compare the legal moves, and the position after one in `every` of them, with the slow reading."""
    expected = Slow(state.text).moves()
    assert state.moves() == sorted(expected)
    for move in state.moves()[::every]:
        after = state.copy().play(move)
        text, reason = expected[move]
        assert after.text.partition(" #")[0] == text, move
        if after.outcome is not None and after.outcome.reason == "stalemate":
            assert Slow(text).moves() == {}
        elif after.outcome is None or after.outcome.reason not in REASONS_OF_COUNTS:
            assert (after.outcome.reason if after.outcome else None) == reason
            assert after.outcome is None or after.outcome.scores[state.turn or 0] == 1


def play_by_the_page(positions: int, seed: int, every: int) -> None:
    """Random games that avoid their end most of the time, so that composites become common."""
    rng = random.Random(seed)
    seen = 0
    while seen < positions:
        state = parlour.game(ID, split=rng.choice(("two-two", "any")), move_limit=0).start()
        while state.outcome is None and seen < positions:
            check_by_the_page(state, every)
            seen += 1
            for _ in range(9):
                move = rng.choice(state.moves())
                if state.copy().play(move).outcome is None:
                    break
            state.play(move)


def test_games_by_the_page() -> None:
    play_by_the_page(60, 1, every=5)


def variant(rng: random.Random) -> dict[str, str]:
    """Options of promotion and of sending home, at least one not at its default."""
    promotion, sent_home = rng.choice(
        [("may", "quiet"), ("any", "quiet"), ("any", "captures"), ("must", "captures")]
    )
    return {"promotion": promotion, "sent_home": sent_home}


def check_variants(positions: int, seed: int, every: int) -> Counter[str]:
    """Compare crowded positions under the variants' options; counts what came up in them."""
    rng, met = random.Random(seed), Counter[str]()
    for _ in range(positions):
        state = crowded(rng, **variant(rng))
        check_by_the_page(state, every)
        expected = Slow(state.text).moves()
        met.update(reason for _, reason in expected.values() if reason)
        met["P"] += sum("P" in move for move in expected)
        met["K"] += sum("K" in move for move in expected)
    return met


def test_variants_by_the_page() -> None:
    met = check_variants(8, 4, every=50)
    assert all(met[what] for what in ("P", "K", "king-capture", "grey-win"))


@pytest.mark.parametrize(("seed", "promotion"), [(3, "any"), (22, "must")])
def test_kings_captured_at_home_by_the_page(seed: int, promotion: str) -> None:
    state = crowded(random.Random(seed), promotion=promotion, sent_home="captures")
    check_by_the_page(state)
    quiet = Slow(state.text.replace("sent_home=captures", "sent_home=quiet")).moves()
    wins = {move: reason for move, (_, reason) in Slow(state.text).moves().items() if reason}
    at_home = {move for move in wins if not quiet[move][1]}
    assert at_home
    assert all(state.game.plain.rules.noisy(state.record, state.code(move)) for move in wins)


@pytest.mark.long
def test_many_variants_by_the_page() -> None:
    check_variants(100, 5, every=20)


def test_crowded_positions_by_the_page() -> None:
    rng = random.Random(1)
    cascades = 0
    for _ in range(12):
        state = crowded(rng)
        check_by_the_page(state, every=50)
        cascades += sum(move.count(",") > 2 for move in state.moves() if "/" in move)
    assert cascades > 20


def random_states(count: int, seed: int) -> list[parlour.State]:
    """Running positions out of random games, and as many crowded ones."""
    rng = random.Random(seed)
    found = []
    while len(found) < 2 * count:
        state = parlour.game(ID, split=rng.choice(("two-two", "any"))).start()
        for _ in range(rng.randrange(150)):
            before = state.copy()
            if state.play(rng.choice(state.moves())).outcome is not None:
                state = before
        found += [state, crowded(rng)]
    return found


def test_what_is_kept_beside_the_board_agrees_with_it() -> None:
    for state in random_states(10, 3):
        for move in state.moves()[::40]:
            after = state.copy().play(move)
            again = state.game.read(after.text)
            for name in set(after.record.__slots__) - {"turn", "reason", "winner"}:
                assert getattr(after.record, name) == getattr(again.record, name)


def mirrored(text: str) -> str:
    """A text with ranks and colours changed over."""
    fields = text.split(" ")
    swapped = [re.sub("[1-8]", lambda rank: str(9 - int(rank[0])), f) for f in fields[1:5]]
    entries = [entry.split(":") for entry in swapped[0].split("/")]
    ordered = sorted((square, sorted(inside.split(","))) for square, inside in entries)
    swapped[0] = "/".join(f"{square}:{','.join(inside)}" for square, inside in ordered)
    swapped[1] = "wb"["bw".index(fields[2])]
    swapped[2] = "".join(letter for letter in "KQkq" if letter.swapcase() in fields[3]) or "-"
    return " ".join([fields[0], *swapped, *fields[5:]])


def test_the_game_is_the_same_from_the_other_side() -> None:
    """Light squares become dark ones, so that grey Pieces change their mover too."""

    def ways(state: parlour.State) -> list[str]:
        return sorted(re.sub(r"{.*}|[/=].*", "", move) for move in state.moves())

    for state in random_states(10, 4):
        other = state.game.read(mirrored(state.text))
        expected = [re.sub("[1-8]", lambda rank: str(9 - int(rank[0])), m) for m in ways(state)]
        assert ways(other) == sorted(expected)
        evaluate, seat = state.game.plain.rules.evaluate, state.record.next
        value = evaluate(state.record, seat)
        assert evaluate(other.record, 1 - seat) == value
        assert evaluate(state.record, 1 - seat) == -value


def wins_by_the_page(own: set[int], king: int, taker: set[int], prey: set[int]) -> bool:
    """Whether `taker` wins by capturing `prey`, in which `king` is; `own` are the taker's side's pieces."""
    if 2 * len(prey & own) > len(prey):
        return False  # a Piece of one's own
    if len(taker | prey) <= 4:
        left = [taker | prey]
    elif len(prey) == 4:
        left = [taker | prey - set(home) for home in combinations(prey - {king}, len(taker))]
    else:
        left = []
    return any(2 * len(one & own) >= len(one) for one in left)


def test_who_hunts_a_king_is_told_as_by_the_page() -> None:
    plain, rng = parlour.game(ID).plain, random.Random(8)
    hunts = plain.algorithm("parlour.games.merger_chess.evaluation").hunts
    told = []
    for _ in range(3000):
        seat = rng.randrange(2)
        own = {i for i in range(32) if int(SIDE[seat]) >> i & 1}
        king = int(KING[1 - seat]).bit_length() - 1
        others = [i for i in range(32) if not int(KINGS) >> i & 1]
        rng.shuffle(others)
        company = rng.randrange(4)
        prey, taker = {king, *others[:company]}, set(others[3 : 4 + rng.randrange(3)])
        bits = [sum(1 << i for i in one) for one in (taker, prey)]
        told.append(wins_by_the_page(own, king, taker, prey))
        assert hunts(None, seat, *bits) == told[-1], (seat, taker, prey)
    assert 300 < sum(told) < 2700


@pytest.mark.long
def test_the_search_sees_kings_captured() -> None:
    """It wins where it can, and does not let the other seat win if it can help it."""
    wins = dangers = 0
    for state in random_states(6, 6):
        search = AlphaBeta(state.game)
        if any(wins_now(state, move) for move in state.moves()):
            wins += 1
            assert search.search(state, depth=1).distance == 1
        elif len(state.moves()) < 100:
            lost = {move for move in state.moves() if loses_next(state, move)}
            dangers += 0 < len(lost) < len(state.moves())
            chosen = search.search(state, depth=2).move
            assert chosen not in lost or len(lost) == len(state.moves())
    assert wins > 3
    assert dangers > 1


def loses_next(state: parlour.State, move: str) -> bool:
    after = state.copy().play(move)
    return any(wins_now(after, reply) for reply in after.moves())


def wins_now(state: parlour.State, move: str) -> bool:
    outcome = state.copy().play(move).outcome if "x" in move else None
    return outcome is not None and outcome.reason in ("king-capture", "grey-win")


@pytest.mark.long
def test_many_games_by_the_page() -> None:
    play_by_the_page(700, 2, every=1)


@pytest.mark.parametrize(
    ("king", "way"),
    [
        *[("e1", way) for way in ("a1-c1", "e1-c1", "e1-g1", "a8-c8")],
        *[("e8", way) for way in ("a8-c8", "e8-c8", "e8-g8", "a1-c1")],
    ],
)
def test_kings_in_pieces_beside_castlings_by_the_page(king: str, way: str) -> None:
    """Two squares along the ranks on which kings castle, while the other king still may."""
    cell = way[:2]
    other, turn, rights = ("e8", "w", "k") if king == "e1" else ("e1", "b", "K")
    away = [square for square in SQUARES if square[1] in "3456"]
    for seed in range(4):
        where = {p: p for p in PIECES if p[1] in "27" or p in (other, f"h{other[1]}")}
        rest = [piece for piece in PIECES if piece not in where]
        where |= dict(zip(rest, random.Random(seed).sample(away, len(rest)), strict=True))
        where |= {king: cell, f"d{king[1]}": cell}
        state = parlour.game(ID).read(f"{ID} {board(where)} {turn} {rights} - 0 20")
        assert way in state.moves()
        check_by_the_page(state)


@pytest.mark.long
def test_many_crowded_positions_by_the_page() -> None:
    rng = random.Random(2)
    for _ in range(120):
        check_by_the_page(crowded(rng), every=20)
