"""The laws of hidden information: what a seat may not know changes nothing that it sees or hears.

Two states that a seat cannot tell apart are made by `redeal`. The seat's view and scene of both, its
moves and the errors that it gets must be the same; and what it hears of a move tells no more than its
view shows afterwards.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from _pytest.mark import ParameterSet

import parlour
from parlour.adapters.observations import Observations
from parlour.kernel.layout import (
    CHANCE,
    MANY,
    OVER,
    new_compiled,
    new_plain,
    to_compiled,
    to_plain,
)
from parlour.kernel.protocol import view_key
from parlour.players.kinds import suggestions
from parlour.table.game import State
from tests.conformance.test_laws import NONSENSE, random_states, same_record
from tests.conftest import at_length, first_everyday, option_sets

TOYS = Path(__file__).parent.parent / "search" / "toys"
PLIES = 60  # of a game in which many plies are looked at
LOOKS = 15  # so many, evenly spread
MOST = 1500  # plies of such a game
OPENINGS = 8  # from which such games go on
GAMES = 10  # random games of each option set in which one ply is looked at
LONG = 200  # of each game, or $PARLOUR_LOOKS
FEW = 2000  # moves; where there are more, some are drawn and compared
STRANGE = 2  # illegal moves that are tried in each of these; their refusals take the most time


def hidden_games() -> list[str]:
    """The listed option sets of games with hidden information, and the toys that have it."""
    names = [name for name in option_sets() if parlour.game(name).spec.hidden]
    return [*names, *(str(TOYS / f"{toy}.py") for toy in ("kuhn", "guess"))]


def stem(name: str) -> str:
    """How a test says which game it is about, a file being told by its name."""
    return Path(name).stem


def is_naval(name: str) -> bool:
    return name.startswith("naval-qi")


def naval_long(names: list[str]) -> list[ParameterSet]:
    """The names as parameters; NavalQi's are long, as it has tests of its own of the same every day."""
    return [
        pytest.param(name, marks=[pytest.mark.long] if is_naval(name) else []) for name in names
    ]


every_hidden_game = pytest.mark.parametrize("name", hidden_games(), ids=stem)

every_hidden_game_in_time = pytest.mark.parametrize("name", naval_long(hidden_games()), ids=stem)

every_compiled_hidden_game = pytest.mark.parametrize(
    "name",
    [
        *first_everyday([name for name in hidden_games() if not is_naval(name)]),
        *naval_long([name for name in hidden_games() if is_naval(name)]),
    ],
    ids=stem,
)


def redealt(state: State, seat: int, rng: random.Random) -> State:
    """A state that `seat` should not be able to tell from `state`; by the compiled rules, which are quick."""
    layout = state.game.plain.rules.STATE
    twin = new_compiled(layout)
    to_compiled(state.record, layout, twin)
    state.game.compiled.rules.redeal(twin[0], seat, np.array([rng.getrandbits(63)]))
    other = state.copy()
    to_plain(twin, layout, other.record)
    other._legal = None
    return other


@cache
def observations(game: parlour.Game) -> Observations:
    """How a game is seen, made once."""
    return Observations(game)


def check_indistinguishable(
    state: State, seat: int, rng: random.Random, strange: int = 1000
) -> None:
    """All that `seat` can see, do and be told is the same in a state redealt for it.

    So many `strange` moves, drawn from all that there are, are refused in the same words.
    """
    other = redealt(state, seat, rng)
    assert other.record.turn == state.record.turn
    for who in (seat, None):
        assert other.view(who) == state.view(who)
        assert other.scene(who) == state.scene(who)
        seen = observations(state.game)
        assert np.array_equal(seen.of(other, who), seen.of(state, who))
    key = state.game.plain.rules.view_key
    assert key(other.record, seat) == key(state.record, seat)
    if state.record.turn == OVER:
        end = other.game.endings.final(other.record)
        assert end == state.outcome
        assert end.details == state.outcome.details  # type: ignore[union-attr]
    elif state.turn == seat:
        check_choices(state, other, rng, strange)
    check_hearing(state, other, seat, rng)


def check_choices(state: State, other: State, rng: random.Random, number: int) -> None:
    """The moves of the seat whose turn it is are the same in both states, and so are the errors."""
    assert choices(state, 7) == choices(other, 7)
    strange = [*NONSENSE, *rng.sample(state.history, min(3, len(state.history)))]
    strange += [text[:-1] + rng.choice("019abz") for text in strange]
    for text in rng.sample(strange, min(number, len(strange))):
        assert complaint(state, text) == complaint(other, text)


def choices(state: State, seed: int) -> object:
    """The legal moves; where they are very many, their number and some of them."""
    rules, word = state.game.plain.rules, [seed]
    if number_of_moves(state) < FEW:
        return state.moves()
    some = [rules.random_move(state.record, room(state), word) for _ in range(8)]
    return number_of_moves(state), some


def number_of_moves(state: State) -> int:
    """How many legal moves there are."""
    return int(state.game.plain.rules.count_moves(state.record, room(state)))


def room(state: State) -> list[int]:
    """Room for a list of moves, where rules need it to count or draw them."""
    rules = state.game.plain.rules
    return [0] * (rules.MAX_MOVES if rules.MAX_MOVES <= MANY else 0)


def complaint(state: State, text: str) -> str:
    try:
        state.code(text)
    except parlour.IllegalMove as error:
        return str(error)
    return ""


def check_hearing(state: State, other: State, seat: int, rng: random.Random) -> None:
    """If `seat` sees the same after a move in one and a move in the other, it has heard the same of them.

    Chance is not looked at, nor a deal's last move: cards that are then put away are heard, not seen.
    """
    if state.turn in (None, CHANCE):
        return
    code = any_code(state, rng)
    for twin, home, twin_code in (
        (other, other, any_code(other, rng)),
        (other, state, code),
        (state, state, any_code(state, rng)),
    ):
        text = home.game.notation.move_text(home.record, twin_code)
        if complaint(twin, text) or twin.code(text) != twin_code:
            continue  # what is legal in one of them need not be so in the other
        for who in (seat, None):
            mine, theirs = state.copy(), twin.copy()
            mine.play_code(code)
            theirs.play_code(twin_code)
            for text in (state.heard(code, who), twin.heard(twin_code, who)):
                assert text  # a record can hold it
                assert not set(text) & set(" {}()[];\n")
            if mine.turn not in (None, CHANCE) and mine.view(who) == theirs.view(who):
                assert state.heard(code, who) == twin.heard(twin_code, who)


def any_code(state: State, rng: random.Random) -> int:
    """The code of a random legal move."""
    rules, word = state.game.plain.rules, [rng.getrandbits(63)]
    if state.game.plain.rules.MAX_MOVES <= MANY:
        return rng.choice(state.codes())
    return rules.random_move(state.record, [], word)  # type: ignore[no-any-return]


def plies(state: State) -> Iterator[State]:
    """A game from its end back to its start, LOOKS plies of it or all if they are fewer."""
    step = max(1, len(state.history) // LOOKS)
    while True:
        if len(state.history) % step == 0:
            yield state
        if not state.history:
            return
        state.undo()


@every_hidden_game_in_time
def test_a_seat_cannot_tell(name: str) -> None:
    rng = random.Random(name)
    for end in random_states(name, games=1, plies=PLIES):
        for state in plies(end):
            for seat in range(state.game.seats):
                check_indistinguishable(state, seat, rng)


@every_hidden_game_in_time
def test_redealt_positions_can_be_read(name: str) -> None:
    rng = random.Random(name)
    for end in random_states(name, games=1, plies=PLIES, seed=1):
        for state in plies(end):
            other = redealt(state, rng.randrange(state.game.seats), rng)
            assert state.game.read(other.text).text == other.text


@every_hidden_game_in_time
def test_compiled_rules_redeal_as_the_plain_ones(name: str) -> None:
    game = parlour.game(name)
    rules, compiled = game.plain.rules, game.compiled.rules
    rng = random.Random(name)
    for end in random_states(name, games=1, plies=PLIES, seed=2):
        for state in plies(end):
            for seat in range(game.seats):
                word = [rng.getrandbits(63)]
                twin, twin_word = new_compiled(rules.STATE), np.array(word)
                to_compiled(state.record, rules.STATE, twin)
                plain = state.copied_record()
                rules.redeal(plain, seat, word)
                compiled.redeal(twin[0], seat, twin_word)
                same_record(plain, twin)
                assert word == twin_word.tolist()
                assert rules.view_key(plain, seat) == compiled.view_key(twin[0], seat)


def look_into_games(name: str, games: int, seed: int, strange: int = 1000) -> None:
    """Play random games by the compiled rules; look closely at one ply of each."""
    game = parlour.game(name)
    rng = random.Random(f"{name} {seed}")
    word = np.array([rng.getrandbits(63)])
    begun = [opening(game, rng) for _ in range(OPENINGS)]
    for _ in range(games):
        state = random_moment(game, rng.choice(begun), word, rng)
        check_indistinguishable(state, rng.randrange(game.seats), rng, strange)


def opening(game: parlour.Game, rng: random.Random) -> np.ndarray:
    """The start, or after what the game has ready for its seats: random deployments hardly ever end."""
    state = game.start()
    while rng.random() < 0.9:
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
        elif ready := suggestions(state, rng.getrandbits(31)):
            for text in rng.choice(list(ready.values())):
                state.play(text)
            state.play_code(game.plain.rules.READY)
        else:
            break
    s = new_compiled(game.plain.rules.STATE)
    to_compiled(state.record, game.plain.rules.STATE, s)
    return s


def random_moment(
    game: parlour.Game, begun: np.ndarray, word: np.ndarray, rng: random.Random
) -> State:
    """A state of a random game that goes on from `begun`, each of its first plies as likely as another."""
    rules, compiled = game.plain.rules, game.compiled.rules
    s, kept = begun.copy(), begun.copy()
    out = np.zeros(rules.MAX_MOVES, np.int64)
    whole, passed = True, 0
    while passed < MOST:
        if whole:  # not in the middle of an outcome of several words
            passed += 1
            if rng.random() * passed < 1:
                kept[:] = s
        if s[0]["turn"] == OVER:
            break
        if s[0]["turn"] == CHANCE:
            code = compiled.draw(s[0], word)
            whole = not compiled.unfinished(s[0], code)
        else:
            code = compiled.random_move(s[0], out, word)
            if is_ready(game, s[0], out):
                code = rules.READY
        compiled.play(s[0], code)
    record = new_plain(rules.STATE)
    to_plain(kept, rules.STATE, record)
    return State.from_record(game, record)


def is_ready(game: parlour.Game, s: np.void, out: np.ndarray) -> bool:
    """Whether a seat deploys and may stop: else most plies of random games would be deployment."""
    rules = game.plain.rules
    if not hasattr(rules, "READY") or not game.compiled.rules.is_drafting(s):
        return False
    return rules.READY in out[: game.compiled.rules.legal_moves(s, out)]


@every_compiled_hidden_game
def test_a_ply_of_many_games(name: str) -> None:
    look_into_games(name, GAMES, 1)


@pytest.mark.long
@every_hidden_game
def test_a_ply_of_very_many_games(name: str) -> None:
    """All listed option sets of a game share its games."""
    identifier = name.partition(":")[0]
    sets = [other for other in hidden_games() if other.partition(":")[0] == identifier]
    looks = int(os.environ.get("PARLOUR_LOOKS", LONG))
    look_into_games(name, -(-looks // len(sets)), 2, STRANGE)


@pytest.mark.parametrize("toy", ["kuhn", at_length("guess")])
def test_every_state_that_a_seat_cannot_tell_comes(toy: str) -> None:
    """By listing all states of a small game: redealing gives each that looks the same, equally often."""
    states = everywhere(parlour.game(str(TOYS / f"{toy}.py")).start())
    rng = random.Random(toy)
    for seat in range(2):
        alike: dict[str, set[str]] = defaultdict(set)
        for state in states:
            alike[state.view(seat)].add(state.text)
        for state in states:
            expected = alike[state.view(seat)]
            draws = [redealt(state, seat, rng).text for _ in range(60 * len(expected))]
            assert set(draws) == expected
            assert min(draws.count(text) for text in expected) > 25


def everywhere(state: State) -> list[State]:
    """`state` and all that can follow, in a game in which moves and outcomes can be listed."""
    found = [state]
    chances = state.chances() or []
    for text in [*state.moves(), *(text for text, _ in chances)]:
        found += everywhere(state.copy().play(text))
    return found


@every_hidden_game
def test_a_hash_of_what_is_known_tells_views_apart(name: str) -> None:
    """Where the rules give `view_key`, it differs as soon as the view does."""
    game = parlour.game(name)
    if game.plain.rules.view_key.__module__ == view_key.__module__:
        pytest.skip("these rules have no view_key")
    for seat in range(game.seats):
        views: dict[int, set[str]] = defaultdict(set)
        for end in random_states(name, games=2, plies=PLIES, seed=3):
            for state in plies(end):
                views[game.plain.rules.view_key(state.record, seat)].add(state.view(seat))
        assert all(len(same) == 1 for same in views.values())
