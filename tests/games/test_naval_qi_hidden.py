"""NavalQi dealt anew: seas that agree with what was heard, drawn without a look at the true one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import parlour
from parlour.errors import BadPlayer, BadPosition
from parlour.games.naval_qi.items import COST, DEPLOYING, NAMES, PRIMARY, SECONDARY, ship_kind
from parlour.games.naval_qi.players.admirals import PLAYERS, Admiral, scrubbed
from parlour.games.naval_qi.players.deployments import (
    HARDEST,
    STYLES,
    least_deployment,
    ready_deployments,
)
from parlour.kernel.layout import Record, new_compiled, new_plain, to_compiled, to_plain
from parlour.kernel.primitives import copy
from parlour.players import player
from parlour.table.game import State
from parlour.table.player import Player
from tests.conformance.test_hidden import opening, random_moment
from tests.conftest import at_length, hours
from tests.games.test_naval_qi import NORTH, SMALL, SOUTH, battle, deployed, random_game

GAME = parlour.game(SMALL)
RULES = GAME.plain.rules


def copied(record: Record) -> Record:
    other = new_plain(RULES.STATE)
    copy(other, record)
    return other


def redealt(state: State, seat: int, seed: int) -> Record:
    """The record after a compiled redeal."""
    twin = new_compiled(RULES.STATE)
    to_compiled(state.record, RULES.STATE, twin)
    GAME.compiled.rules.redeal(twin[0], seat, np.array([seed]))
    record = new_plain(RULES.STATE)
    to_plain(twin, RULES.STATE, record)
    return record


def moments(seed: int, count: int = 4) -> Iterator[State]:
    """Some moments of a random game."""
    state = random_game(SMALL, seed)
    plies = len(state.history)
    for part in range(count, 0, -1):
        while len(state.history) > max(1, plies * part // (count + 1)):
            state.undo()
        yield state


def text_of(state: State, record: Record) -> str:
    return " ".join([GAME.name, *GAME.notation.write(record), state.public_reports])


@pytest.mark.parametrize("seed", [*map(at_length, range(4))])
def test_a_redealt_state_is_a_position_and_keeps_what_the_seat_knows(seed: int) -> None:
    for state in moments(seed):
        if state.outcome is not None:
            continue
        for seat in (0, 1):
            record = redealt(state, seat, seed)
            text = text_of(state, record)
            again = GAME.read(text)
            assert again.text == text
            assert again.view(seat) == state.view(seat)
            assert again.scene(seat) == state.scene(seat)
            if state.turn == seat:
                assert RULES.count_moves(record, []) == RULES.count_moves(state.record, [])


@pytest.mark.parametrize("seed", [*map(at_length, range(3))])
def test_the_true_sea_is_never_looked_at(seed: int) -> None:
    """From a record without the other's sea the very same state is dealt."""
    for state in moments(seed + 10, 3):
        if state.outcome is not None:
            continue
        for seat in (0, 1):
            hidden = scrubbed(GAME, state.record, seat)
            # While the other puts its ships back, or deploys, how far it is is hidden as well.
            from_truth, from_view = copied(state.record), copied(state.record)
            to_plain_redeal(from_truth, seat, 5)
            from_view = copied(hidden)
            to_plain_redeal(from_view, seat, 5)
            assert GAME.notation.write(from_truth) == GAME.notation.write(from_view)


def to_plain_redeal(record: Record, seat: int, seed: int) -> None:
    twin = new_compiled(RULES.STATE)
    to_compiled(record, RULES.STATE, twin)
    GAME.compiled.rules.redeal(twin[0], seat, np.array([seed]))
    to_plain(twin, RULES.STATE, record)


@pytest.mark.long
def test_compiled_and_plain_deal_alike() -> None:
    state = (
        battle().play("largegun:b13>a1").play("no-action").play("eagle:a10>f7").play("no-action")
    )
    for seat in (0, 1):
        record = copied(state.record)
        word = [9]
        RULES.redeal(record, seat, word)
        assert GAME.notation.write(record) == GAME.notation.write(redealt(state, seat, 9))


# -- agreement with the reports, by another way than the dealer's own -----------------------------


def first_deployment(state: State, seat: int, seed: int) -> list[str] | None:
    """The other's deployment at which a search for one arrives; None if it found none that agrees."""
    dealing = GAME.compiled.algorithm("parlour.games.naval_qi.inference.resampling")
    twin = new_compiled(RULES.STATE)
    to_compiled(scrubbed(GAME, state.record, seat), RULES.STATE, twin)
    twin[0]["stage"] = 1
    if dealing.search(twin[0], 1 - seat, np.array([seed]), 1):
        return None
    dealing.place_plan(twin[0], 1 - seat, RULES.DRAFT)
    record = new_plain(RULES.STATE)
    to_plain(twin, RULES.STATE, record)
    row = record.draft[(1 - seat) * RULES.DRAFT :][: record.drafted[1 - seat]]
    return [GAME.notation.placing_text(1 - seat, m) for m in row]


def can_be_heard(state: State, told: list[str]) -> bool:
    """Whether some play from here is heard as `told`, every origin of an action being tried."""
    so_far = state._logged
    if so_far != told[: len(so_far)]:
        return False
    if len(so_far) == len(told):
        return True
    if state.turn is None:
        return False
    seen = 1 if told[len(so_far)].partition(":")[2].startswith("sees") else 0
    action = told[len(so_far) + seen].partition(":")[2].partition("=")[0]
    return any(can_be_heard(state.copy().play(move), told) for move in origins(state, action))


def origins(state: State, action: str) -> list[str]:
    """The legal moves that are heard so."""
    name, _, targets = action.partition(">")
    if name == "flagship":
        return [move for move in state.moves() if move.startswith("move-flagship")]
    if name == "no-action":
        return [name]
    cells = GAME.notation.CELLS_OF[state.turn]
    texts = [f"{name}:{cell}" + (f">{targets}" if targets else "") for cell in cells]
    return [text for text in texts if GAME.notation.read_move(state.record, text) is not None]


SCRIPTS = (
    ("largegun:b13>a1", "undergroundgun:b1>a9+b9", "eagle:a10>f7", "no-action"),
    ("tigergun:b10>c6", "undergroundgun:b1>b13+b13+c13", "standardgun:a13>f7+g7", "eagle:f8>a9",
     "bowman:a9", "no-action"),
    ("standardgun:a13>a8+b8", "move-flagship:s", "eagle:a10>b5", "no-action", "largegun:b13>g7"),
    ("eagle:a10>b2", "largegun:b5>f15", "largegun:d13>a5", "standardgun:a5>f15", "no-action"),
)  # fmt: skip


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_is_dealt_agrees_with_every_report(script: tuple[str, ...]) -> None:
    """A whole game from the dealt deployment on, found by trying, is heard as the true one was."""
    south = SOUTH.replace("battleship:a7h", "battleship:a8h")
    state = deployed(0, NORTH, south)
    for move in script:
        state.play(move)
    for seat, own in ((0, NORTH), (1, south)):
        found = 0
        for seed in range(2):
            other = first_deployment(state, seat, seed)
            if other is None:
                continue
            found += 1
            seas = [own, " ".join(other)] if seat == 0 else [" ".join(other), own]
            assert can_be_heard(deployed(0, *seas), list(state._logged)), (script, seas)
        assert found


@pytest.mark.long
def test_seas_that_agree_are_nearly_always_found() -> None:
    """In both engagements; in the secondary one they leave the fleet that lies there later."""
    dealing = GAME.compiled.algorithm("parlour.games.naval_qi.inference.resampling")
    rng, word, left = random.Random(1), np.array([1]), []
    begun = [opening(GAME, rng) for _ in range(4)]
    while len(left) < 40:
        state = random_moment(GAME, rng.choice(begun), word, rng)
        twin = new_compiled(RULES.STATE)
        to_compiled(scrubbed(GAME, state.record, 0), RULES.STATE, twin)
        if state.record.stage == PRIMARY:
            twin[0]["stage"] = DEPLOYING
            left.append(dealing.search(twin[0], 1, word, 1))
        elif state.record.stage == SECONDARY:
            rounds = (dealing.find_both_seas(twin[0], 1, word) for _ in range(dealing.ROUNDS))
            left.append(next((0 for contradictions in rounds if contradictions == 0), 1))
    assert sum(contradictions > 0 for contradictions in left) <= 5


Ships = list[tuple[str, set[str]]]  # their kinds and positions


def ships_on(game: parlour.Game, record: Record, seat: int) -> Ships:
    """The ships that lie on a sea, whole."""
    cells, names = game.plain.rules.CELLS, list(game.notation.CELLS_OF[seat])
    found: dict[int, tuple[str, set[str]]] = {}
    for cell in range(cells):
        hull = int(record["hull"][seat * cells + cell])
        if hull:
            kind = ship_kind(int(record["ship"][seat * cells + hull - 1]))
            found.setdefault(hull, (NAMES[kind], set()))[1].add(names[cell])
    return list(found.values())


def heard_of(ships: Ships, volleys: list[str]) -> list[str]:
    """What is reported when these volleys, of targets joined by ``+``, are fired at the ships in turn."""
    told = []
    for volley in volleys:
        sunk, hit = [], []
        for kind, left in ships:
            struck = left & set(volley.split("+"))
            left -= struck
            if struck:
                (hit if left else sunk).append(f"hit-{kind}*{len(struck)}" if left else kind)
        order = [name for name in NAMES if name in sunk]
        parts = [f"sunk-{name}*{sunk.count(name)}" for name in order]
        parts += sorted(hit, key=lambda part: (NAMES.index(part[4:-2]), part))
        told.append(",".join(parts) or "none")
    return told


def sound_seas(name: str, steps: int, games: int) -> int:
    """Plays games of admirals; asserts that all seas of the secondary engagement give all reports.

    Both those that are dealt and those that an admiral counts; of the latter that their ships can be paid,
    and that some lie where nobody fired. Returns how many moments were looked at.
    """
    game, looked = parlour.game(name), 0
    dealing = game.compiled.algorithm("parlour.games.naval_qi.inference.resampling")
    for number in range(games):
        seated = [player(f"admiral:steps={steps}", game, 2 * number + seat) for seat in (0, 1)]
        state, rng = game.start(), random.Random(number)
        state.play(state.draw(rng))
        while state.turn is not None:
            seat = state.turn
            if state.record.stage == SECONDARY and rng.random() < 0.3:
                twin = new_compiled(game.plain.rules.STATE)
                to_compiled(scrubbed(game, state.record, seat), game.plain.rules.STATE, twin)
                dealing.find_both_seas(twin[0], 1 - seat, np.array([number]))
                fired = [told[7:] for told in state._logged if told.startswith(f"{seat}:fire>")]
                volleys, reports = zip(
                    *[told.split("=") for told in fired] or [("", "none")], strict=True
                )
                shots = {shot for volley in volleys for shot in volley.split("+")}
                for sea in twin[0], counted_sea(seated[seat], state):
                    ships = ships_on(game, sea, 1 - seat)
                    assert heard_of(ships, list(volleys)) == list(reports), (
                        state.public_reports,
                        ships,
                    )
                assert any(left - shots for _, left in ships), state.public_reports
                paid = [COST[NAMES.index(kind)] for kind, _ in ships]
                assert sum(paid) + chests_sunk(state, seat) <= game.plain.rules.MOST_ON_SHIPS
                looked += 1
            state.play(seated[seat].choose(state))
    return looked


def counted_sea(admiral: Player, state: State) -> Record:
    """A sea of the secondary engagement as an admiral counts it."""
    assert isinstance(admiral, Admiral)
    assert state.turn is not None
    known = scrubbed(state.game, state.record, state.turn)
    return admiral.ready_search().lay(known, state.turn, 0, admiral.steps)[0]


def chests_sunk(state: State, seat: int) -> int:
    """What the ships cost that a seat sank in the primary engagement."""
    told = [
        one
        for one in state.public_reports.split(";")
        if one.startswith(f"{seat}:") and "gun>" in one
    ]
    reports = [part for one in told for part in one.partition("=")[2].split(",")]
    sunk = [part[5:].split("*") for part in reports if part.startswith("sunk-")]
    return sum(int(COST[NAMES.index(kind)]) * int(count) for kind, count in sunk)


@pytest.mark.long
def test_every_sea_dealt_in_the_secondary_engagement_gives_every_report() -> None:
    assert sound_seas("naval-qi:chests=20,sea=8", steps=40, games=12) >= 12


@hours
@pytest.mark.long
def test_so_does_every_sea_of_the_standard_size() -> None:
    assert sound_seas("naval-qi", steps=100, games=1) >= 12


def test_different_seas_are_dealt() -> None:
    state = battle().play("largegun:b13>h1").play("no-action")
    assert state.text.endswith("0:largegun>h1=none;1:no-action")
    dealt = {GAME.notation.write(redealt(state, 0, seed))[3] for seed in range(4)}
    assert len(dealt) == 4


# -- deployments and players -----------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", [SMALL, "naval-qi:chests=50,sea=8", "naval-qi:chests=60,sea=12"])
def test_ready_deployments_are_legal(style: str, name: str) -> None:
    for seed in range(2):
        state = parlour.game(name).start().play("first:0")
        for _ in (0, 1):
            moves = ready_deployments(state, style, seed)
            assert moves == ready_deployments(state, style, seed)
            for move in moves:
                state.play(move)
            state.play("ready")
        assert state.record.stage == 2


def test_a_ready_deployment_goes_on_from_what_stands() -> None:
    rng = random.Random(3)
    for seed in range(6):
        state = GAME.start().play("first:0")
        for _ in range(8):
            state.play(rng.choice(state.moves()))
        for move in ready_deployments(state, "spread", seed):
            state.play(move)
        assert "ready" in state.moves()
    with pytest.raises(ValueError, match="no style"):
        ready_deployments(GAME.start().play("first:0"), "heap", 1)
    with pytest.raises(ValueError, match="deploying"):
        ready_deployments(battle(), "spread", 1)


def putting_back(land: str) -> State:
    """A position in which both seats put many ships back, the first of them about this Land."""
    north = "flagship,battleship,battleship,platform,platform,platform,large"
    south = "flagship,battleship,battleship,battleship,battleship,platform"
    return parlour.game("naval-qi:chests=50,sea=8").read(
        "naval-qi:chests=50,sea=8 redeploy:0:5 0 "
        f"redraft/{land}/{north}/- redraft/land3:e5,land3:f2/{south}/- "
        "0:undergroundgun>a2+c4+c7=plate*1,hit-platform*1;1:no-action;0:no-action;1:no-action;0:no-action;counting"
    )


def test_ships_are_put_back_wherever_there_is_a_way() -> None:
    """Few ways to stand are left here: putting each ship where it took the least room found none."""
    for seed in range(4):
        state = putting_back("land3:c9,land3:e14")
        for deployment in (least_deployment, lambda at, seed: ready_deployments(at, "eyes", seed)):
            for move in deployment(state, seed):
                state.play(move)
            state.play("ready")
        assert state.text.split(" ")[1] == "secondary:0:5"


def test_where_there_is_no_way_that_is_told() -> None:
    """No game comes to such a position, but a text may tell of it."""
    state = putting_back("land3:a9,land3:a13,land3:e9,land3:e13")
    for deployment in (least_deployment, lambda at, seed: ready_deployments(at, "eyes", seed)):
        with pytest.raises(BadPosition, match="no way was found to put every ship back"):
            deployment(state, 1)


def test_an_admiral_sees_its_own_view_alone() -> None:
    """Two games that a seat cannot tell apart: the same moves, with the same seed."""
    other = "land3:f4 flagship:a8h battleship:a3v platform:c1 largegun:f4 bowman:g4 eagle:h4"
    states = [deployed(0, NORTH, south) for south in (SOUTH, other)]
    for state in states:
        state.play("standardgun:a13>d4").play("no-action")
    moves = [Admiral(GAME, 7, steps=60).choose(state) for state in states]
    assert moves[0] == moves[1]


def test_the_record_that_an_admiral_works_on_has_no_other_sea() -> None:
    state = battle().play("largegun:b13>h1")
    known = scrubbed(GAME, state.record, 0)
    assert GAME.notation.write(known)[3] == "-/-/-/-/-/-"
    assert GAME.notation.write(known)[2] == GAME.notation.write(state.record)[2]


@pytest.mark.parametrize("text", ["random", "admiral:steps=40", "admiral:blunder=0.5,steps=40"])
def test_players_play_legal_games(text: str) -> None:
    assert set(PLAYERS) == {"admiral", "random"}
    state, rng = GAME.start(), random.Random(5)
    seated = [player(text, GAME, 3), player("random", GAME, 4)]
    state.play(state.draw(rng))
    for _ in range(60):
        if state.turn is None:
            break
        state.play(seated[state.turn].choose(state))
    assert state.history


def test_an_admiral_deploys_a_swarm_as_often_as_it_is_told() -> None:
    def fleet(text: str, seed: int) -> set[str]:
        state, admiral = GAME.start().play("first:0"), player(text, GAME, seed)
        while state.turn == 0 and state.record.stage == DEPLOYING:
            state.play(admiral.choose(state))
        ships = {move.partition(":")[0] for move in state.history[1:]}
        return ships & {"battleship", "platform", "large", "medium", "small"}

    assert HARDEST in STYLES
    assert all(fleet("admiral:steps=40", seed) == {"small"} for seed in range(4))
    assert any(fleet("admiral:steps=40,swarm=0", seed) > {"small"} for seed in range(4))
    with pytest.raises(BadPlayer, match=r"swarm=1\.5: expected a number from 0 to 1"):
        player("admiral:swarm=1.5", GAME)


@pytest.mark.long
def test_an_admiral_beats_random_fire() -> None:
    won = 0.0
    for number in range(20):
        seated = [player("random", GAME, number), player("random", GAME, number + 50)]
        seated[number % 2] = player("admiral:steps=100", GAME, number)
        state, rng = GAME.start(), random.Random(number)
        state.play(state.draw(rng))
        while state.turn is not None:
            state.play(seated[state.turn].choose(state))
        assert state.outcome is not None
        won += state.outcome.scores[number % 2] > state.outcome.scores[1 - number % 2]
    assert won >= 18


def test_an_admiral_fires_the_same_before_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its walks were compiled for twelve seconds when it first fired, in the middle of a game."""
    state = battle()
    plain, compiled = (player("admiral:steps=40", GAME, seed=5) for _ in (0, 1))
    for bot, is_compiled in ((plain, False), (compiled, True)):
        assert isinstance(bot, Admiral)
        bot.search = bot.new_search(compiled=is_compiled)
    monkeypatch.setattr(plain, "_waits", lambda: True)
    while state.turn is not None and len(state.history) < 30:
        move = compiled.choose(state.copy())
        assert plain.choose(state.copy()) == move
        state.play(move)


def test_an_admiral_that_waits_for_the_compiler_walks_less(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = player("admiral:steps=3000", GAME, seed=5)
    assert isinstance(bot, Admiral)
    bot.search = bot.new_search(compiled=False)
    monkeypatch.setattr("parlour.table.searcher.may_compile", lambda: False)
    assert bot.steps_now() == 40
    monkeypatch.undo()
    assert bot.steps_now() == 3000
