"""The laws that every game keeps, under every listed option set: one battery for all games."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest

import parlour
from parlour.kernel.chance_codes import split_code
from parlour.kernel.layout import (
    CHANCE,
    MANY,
    OVER,
    new_compiled,
    new_plain,
    room_for_moves,
    to_compiled,
)
from parlour.kernel.moves import Given, Move
from parlour.kernel.primitives import copy as copy_record
from parlour.kernel.workspace import is_given
from parlour.table.entry import enter
from parlour.table.game import State
from parlour.table.player import has_few_moves, random_move
from tests.conftest import at_length, first_everyday, listed_games, option_sets, standard_games

GAMES = 3  # random games for each law, of at most PLIES plies each
PLIES = 160
NONSENSE = ("", " ", "a", "zz9", "-", "x", "pass?", "a1-", "a1-a1-a1", "#", "é", "a" * 5000, "\n")

STANDS = [name for name in standard_games() if is_given(parlour.game(name).plain.rules.stands)]
URGENT = [name for name in standard_games() if is_given(parlour.game(name).plain.rules.urgent)]
CHANGING = [name for name in standard_games() if is_given(parlour.game(name).plain.rules.changes)]

every_option_set = pytest.mark.parametrize("name", first_everyday(option_sets(), most=1))
# Perft holds the compiled rules of every option set to known counts; here one of each game will do.
SOME_COMPILED = first_everyday(option_sets(), longest=1)
some_compiled_option_sets = pytest.mark.parametrize("name", SOME_COMPILED)


def random_states(name: str, games: int = GAMES, plies: int = PLIES, seed: int = 0) -> list[State]:
    """Random games by legal moves, each at its end or after `plies` plies."""
    played = []
    for number in range(games):
        rng = random.Random(f"{name} {seed} {number}")
        state = parlour.game(name).start()
        for _ in range(plies):
            if not step(state, rng):
                break
        played.append(state)
    return played


def step(state: State, rng: random.Random) -> bool:
    """Play one random move or draw; False if the game is over."""
    if state.turn is None:
        return False
    state.play(state.draw(rng) if state.turn == parlour.CHANCE else random_move(state, rng))
    return True


def test_every_installed_game_is_listed() -> None:
    assert sorted(listed_games()) == standard_games()


@every_option_set
def test_name_and_options(name: str) -> None:
    game = parlour.game(name)
    assert game.name == name
    assert parlour.game(game.id, **game.chosen) == game
    assert game.id in parlour.games()
    assert game.title
    assert game.goal
    assert len(game.seat_names) == game.seats == len(set(game.seat_names))
    for option in game.options.values():
        assert option.help
        with pytest.raises(parlour.BadOption, match=option.name):
            parlour.game(game.id, **{option.name: "nonsense"})
    with pytest.raises(parlour.BadOption, match="no option"):
        parlour.game(game.id, colour="blue")


@every_option_set
def test_moves_are_unique_sorted_and_end_the_game_well(name: str) -> None:
    for state in random_states(name):
        replay = parlour.game(name).start()
        for text in state.history:
            moves = replay.moves() if has_few_moves(replay) else [text]
            if replay.turn == parlour.CHANCE:
                assert moves == []
                assert replay.outcome is None
            else:
                assert replay.turn in range(replay.game.seats)
                assert moves == sorted(set(moves))
                assert text in moves
            replay.play(text)
        assert replay.text == state.text
        assert replay.history == state.history
        check_end(state)


def check_end(state: State) -> None:
    if state.turn is not None:
        assert state.outcome is None
        return
    assert state.moves() == []
    outcome = state.outcome
    assert outcome is not None
    assert len(outcome.scores) == state.game.seats
    assert all(type(score) is Fraction and score >= 0 for score in outcome.scores)
    known = dict(state.game.notation.endings())
    if outcome.reason in known:
        assert outcome.scores in known[outcome.reason]
    else:
        assert outcome.reason in ("repetition", "move-limit")
    with pytest.raises(parlour.IllegalMove, match="over"):
        state.play("a1")


@every_option_set
def test_every_code_has_its_own_text(name: str) -> None:
    for state in random_states(name, games=1):
        while state.history:
            state.undo()
            if state.turn != parlour.CHANCE and has_few_moves(state):
                assert len(state.codes()) == len(state.moves())


@every_option_set
@pytest.mark.parametrize("games", [1, at_length(GAMES)])
def test_position_texts_read_back(name: str, games: int) -> None:
    for state in random_states(name, games):
        game = state.game
        while True:
            text = state.text
            assert text.isascii()
            assert text.count("\n") == 0
            again = game.read(text)
            assert again.text == text
            assert again.turn == state.turn
            assert again.outcome == state.outcome
            assert has_few_moves(again) == has_few_moves(state)
            if has_few_moves(state):
                assert again.moves() == state.moves()
            assert again.chances() == state.chances()
            if not state.history:
                break
            state.undo()


@every_option_set
def test_undo_and_copy(name: str) -> None:
    for state in random_states(name, games=1):
        texts = []
        end = state.copy()
        while state.history:
            last = state.history[-1]
            after = state.text
            moves_after = state.moves() if has_few_moves(state) else None
            state.undo()
            other = state.copy()
            before = state.text
            other.play(last)
            assert other.text == after
            assert moves_after is None or other.moves() == moves_after
            assert state.text == before
            texts.append(last)
        assert state.text == parlour.game(name).start().text
        with pytest.raises(parlour.IllegalMove, match="take back"):
            state.undo()
        for text in reversed(texts):
            state.play(text)
        assert state.text == end.text
        assert state.outcome == end.outcome


@some_compiled_option_sets
def test_pickled_and_copied_states_are_played_on_their_own(name: str) -> None:
    for state in random_states(name, games=1, plies=24, seed=11):
        text, history, rng = state.text, state.history, random.Random(5)
        for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert twin == state
            assert twin.game == state.game
            assert twin.outcome == state.outcome
            assert [ply.counted for ply in twin.past] == [ply.counted for ply in state.past]
            for _ in range(3):
                step(twin, rng)
            while twin.history:
                twin.undo()
            twin.play(state.history[0])
            assert (state.text, state.history) == (text, history)
    game = parlour.game(name)
    for same in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert same == game
        assert same.start() == game.start()
        same.chosen.clear()
        assert game.chosen


@every_option_set
def test_nonsense_moves_change_nothing(name: str) -> None:
    for state in random_states(name, games=1, plies=9):
        before = state.text
        for nonsense in NONSENSE:
            with pytest.raises(parlour.IllegalMove):
                state.play(nonsense)
        assert state.text == before


@every_option_set
def test_chances_are_listed_with_their_probabilities(name: str) -> None:
    for state in random_states(name, games=1):
        while state.history:
            state.undo()
            chances = state.chances()
            if state.turn != parlour.CHANCE:
                assert chances is None
                with pytest.raises(parlour.IllegalMove, match="no chance event"):
                    state.draw(1)
                continue
            assert state.draw(5) == state.draw(random.Random(5))
            if chances is None:
                continue
            texts = [text for text, _ in chances]
            assert texts == sorted(set(texts))
            assert sum(p for _, p in chances) == 1
            assert all(p > 0 for _, p in chances)
            assert {state.draw(seed) for seed in range(20)} <= set(texts)


@every_option_set
def test_views_and_scenes_can_be_made(name: str) -> None:
    for state in random_states(name, games=1, plies=30):
        for seat in (None, *range(state.game.seats)):
            assert isinstance(state.view(seat), str)
            scene = state.scene(seat)
            names = [cell.name for cell in scene.cells]
            assert len(names) == len(set(names))
        for wrong in (-1, state.game.seats, "0", 0.5):
            with pytest.raises(ValueError, match="no seat"):
                state.view(wrong)  # type: ignore[arg-type]


@pytest.mark.long
@some_compiled_option_sets
def test_compiled_rules_are_the_plain_rules(name: str) -> None:
    game = parlour.game(name)
    rules, compiled = game.plain.rules, game.compiled.rules
    twin = new_compiled(rules.STATE)
    out = np.zeros(rules.MAX_MOVES, np.int64)
    for state in random_states(name, games=2):
        record = new_plain(rules.STATE)
        rules.start(record)
        twin[:] = 0
        compiled.start(twin[0])
        for text in state.history:
            same_record(record, twin)
            same_answers(game, record, twin, out)
            for word in split_code(code_of(game, record, text)):
                rules.play(record, word)
                compiled.play(twin[0], word)
        same_record(record, twin)
        same_answers(game, record, twin, out)


def code_of(game: parlour.Game, record: object, text: str) -> int:
    copied = new_plain(game.plain.rules.STATE)
    copy_record(copied, record)
    return State(game, copied).code(text)


def same_record(plain: object, compiled: np.ndarray) -> None:
    expected = new_compiled(compiled.dtype)
    to_compiled(plain, compiled.dtype, expected)
    assert expected.tobytes() == compiled.tobytes()


def same_answers(game: parlour.Game, record: object, twin: np.ndarray, out: np.ndarray) -> None:
    """Moves, hash, payoffs, evaluation and random choices are the same, compiled and plain."""
    rules, compiled = game.plain.rules, game.compiled.rules
    assert rules.key(record) == compiled.key(twin[0])
    seats = range(game.seats)
    if record.turn == OVER:  # type: ignore[attr-defined]
        payoffs = [rules.payoff(record, seat) for seat in seats]
        assert payoffs == [compiled.payoff(twin[0], seat) for seat in seats]
        return
    word, twin_word = [77], np.array([77])
    if record.turn == CHANCE:  # type: ignore[attr-defined]
        assert rules.draw(record, word) == compiled.draw(twin[0], twin_word)
        return
    room = room_for_moves(rules, record)
    if room > MANY:
        assert room == compiled.count_moves(twin[0], out)
        move = rules.random_move(record, [], word)
        assert move == compiled.random_move(twin[0], out, twin_word)
        assert word[0] == twin_word[0]
        assert code_of(game, record, game.notation.move_text(record, move)) == move
        return
    plain_out = [0] * room
    n = rules.legal_moves(record, plain_out)
    assert n == compiled.legal_moves(twin[0], out)
    assert plain_out[:n] == out[:n].tolist()
    counted = rules.count_moves(record, [0] * room)
    assert n == counted == compiled.count_moves(twin[0], out.copy())
    move = rules.random_move(record, [0] * room, word)
    assert move in plain_out[:n]
    assert move == compiled.random_move(twin[0], out, twin_word)
    assert word[0] == twin_word[0]
    for seat in seats:
        assert rules.evaluate(record, seat) == compiled.evaluate(twin[0], seat)
        assert rules.still_in(record, seat) == compiled.still_in(twin[0], seat)
    assert [rules.noisy(record, m) for m in plain_out[:n]] == [
        compiled.noisy(twin[0], m) for m in plain_out[:n]
    ]
    assert [rules.stands(record, record.turn, m) for m in plain_out[:n]] == [
        compiled.stands(twin[0], record.turn, m) for m in plain_out[:n]
    ]
    urgent = rules.urgent(record, plain_out)
    assert urgent == compiled.urgent(twin[0], out)
    assert plain_out[: max(urgent, 0)] == out[: max(urgent, 0)].tolist()


@pytest.mark.parametrize("name", [*CHANGING, "lines-of-action:size=5"])
def test_changes_keep_codes_up_to_date(name: str) -> None:
    rules, rng = parlour.game(name).plain.rules, random.Random(name)
    for _ in range(GAMES):
        state = parlour.game(name).start()
        kept = [[0] * rules.KEPT_WORDS for _ in range(2)]
        codes = [[0] * rules.CODED_CELLS for _ in range(2)]
        while state.turn is not None and len(state.history) < PLIES:
            seat = state.turn
            if rng.random() < 0.7:  # else some changes are heard of together
                listed = [0] * (2 * rules.CODED_CELLS)
                count = rules.changes(state.record, kept[seat], listed)
                for cell, code in zip(listed[: 2 * count : 2], listed[1::2], strict=False):
                    codes[seat][cell] = code
                now = [0] * rules.CODED_CELLS
                rules.cells(state.record, now)
                assert codes[seat] == now
            step(state, rng)


@pytest.mark.parametrize("name", URGENT)
def test_what_is_urgent_wins_or_loses_at_once(name: str) -> None:
    """A win that is claimed is there; who makes another move than the listed ones loses to the next."""
    rules = parlour.game(name).plain.rules
    told = set()
    for number in range(12):
        rng = random.Random(number)
        state = parlour.game(name).start()
        while step(state, rng) and state.turn is not None and len(state.history) < PLIES:
            listed = [0] * rules.MAX_MOVES
            urgent = rules.urgent(state.record, listed)
            told.add(min(urgent, 1))
            if urgent < 0:
                assert wins_at_once(state)
            for code in set(state.codes()) - set(listed[:urgent]) if urgent > 0 else ():
                after = state.copy()
                after.play_code(code)
                assert (
                    after.outcome.scores[state.turn] == 0 if after.outcome else wins_at_once(after)
                )
    assert told >= {0, 1}


@pytest.mark.parametrize("name", STANDS)
def test_what_stands_at_the_end_was_played(name: str) -> None:
    """Of all moves that are legal in a position those stand at the end that its mover then played."""
    game = parlour.game(name)
    for number in range(3):
        rng, state = random.Random(number), game.start()
        while step(state, rng):
            pass
        played: dict[int, set[int]] = {seat: set() for seat in range(game.seats)}
        for ply in reversed(state.past):
            seat = ply.record.turn
            played[seat].add(ply.code)
            legal = set(State.from_record(game, ply.record).codes())
            stand = {m for m in legal if game.plain.rules.stands(state.record, seat, m)}
            assert stand == played[seat] & legal


def wins_at_once(state: State) -> bool:
    """Whether some move of the seat to move wins."""
    for code in state.codes():
        after = state.copy()
        after.play_code(code)
        if after.outcome and after.outcome.scores[state.turn] == max(after.outcome.scores) == 1:
            return True
    return False


@pytest.mark.parametrize(
    "name",
    [
        at_length(name) if name not in ("focus", "english-draughts") else name
        for (name,), *_ in SOME_COMPILED
    ],
)
def test_random_moves_are_uniform(name: str) -> None:
    """The random_move hook picks each legal move equally often (chi-squared, far beyond chance)."""
    game = parlour.game(name)
    compiled = game.compiled.rules
    out = np.zeros(compiled.MAX_MOVES, np.int64)
    rng = np.array([4])
    for state in random_states(name, games=2, plies=12):
        if state.turn in (None, parlour.CHANCE) or not has_few_moves(state):
            continue
        twin = new_compiled(compiled.STATE)
        to_compiled(state.record, compiled.STATE, twin)
        legal = state.codes()
        draws = 60 * len(legal)
        counts = Counter(compiled.random_move(twin[0], out, rng) for _ in range(draws))
        assert set(counts) <= set(legal)
        if len(legal) > 1:
            chi = sum((counts.get(code, 0) - 60) ** 2 / 60 for code in legal)
            spread = (2 * (len(legal) - 1)) ** 0.5
            assert chi < len(legal) - 1 + 6 * spread + 12


@every_option_set
def test_moves_are_values_whose_steps_tell_them_apart(name: str) -> None:
    """Text, steps and cells of every move agree; the trie of steps knows when a move is whole."""
    for state in random_states(name, games=1):
        for back in range(len(state.history)):
            last, after = state.past[-1], state.copy()
            state.undo()
            played = state.game.notation.move(last.record, last.code)
            assert played.text == after.history[-1]
            if state.turn == parlour.CHANCE or back % 6:
                continue
            seen = state.scene(state.turn)
            names = {cell.name for cell in (*seen.cells, *seen.aside)}
            if not has_few_moves(state):
                check_move(state, played, names)
                continue
            legal = state.legal
            assert [move.text for move in legal] == state.moves()
            assert len({given_of(move) for move in legal}) == len(legal)
            for move in legal:
                check_move(state, move, names)
            for move in (played, *legal[:: len(legal) // 3 + 1]):
                assert enter(legal, given_of(move)).move in (move.text, None)
                assert (move.text,) == tuple(whole(legal, move))
            check_captures(state, after, played)


def given_of(move: Move) -> tuple[Given, ...]:
    return tuple((step.kind, step.text) for step in move.steps)


def check_move(state: State, move: Move, names: set[str]) -> None:
    assert move.text == state.game.notation.move_text(state.record, state.code(move.text))
    assert move.steps
    for step in move.steps:
        assert step.kind == "word" or step.text in names
        assert step.words or step.text == ""
    for path in move.moved:
        assert len(path) > 1
        assert names.issuperset(path)
    assert names.issuperset(move.placed)
    assert names.issuperset(move.captures)
    assert len(set(move.captures)) == len(move.captures)


def whole(legal: Sequence[Move], move: Move) -> Iterator[str]:
    """What somebody enters who gives the steps of a move as they are offered, and says when to stop."""
    here = enter(legal)
    for kind, text in given_of(move):
        offered = here.cells if kind == "cell" else [step.text for step in here.words]
        if here.move is None and text in offered:
            here = enter(legal, [*here.given, (kind, text)])
    if here.move is None:
        here = enter(legal, [*here.given, ("word", "")])
    if here.move is not None:
        yield here.move


def check_captures(before: State, after: State, move: Move) -> None:
    """What is captured stood there before, and the same pieces do not stand there after it."""
    if before.game.spec.hidden:
        return
    stood, stands = ({c.name: c.pieces for c in s.scene().cells} for s in (before, after))
    for name in move.captures:
        assert stood[name]
        assert stood[name] != stands[name]
