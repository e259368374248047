"""Plan the experiment that answers an inventor's questions in a given time.

A pilot plays a few games to measure their length and the cost of thought. The plan is saved as an
experiment file, so that the same command resumes it.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import fmean

from parlour.kernel.layout import CHANCE
from parlour.kernel.spec import parse_options
from parlour.lab.cost import STRONG
from parlour.lab.lab_players import lab_player
from parlour.players.game_runner import run_game
from parlour.players.levels import COUNTED, level_texts, rounded, strongest
from parlour.table import catalogue
from parlour.table.game import Game, State
from parlour.table.player import random_move

STEP = 10  # times as much thought from one strength to the next
STRENGTHS = ("weak", "middling", "strong")
LEVELS = (1, 4, 7)  # the three strengths of a game whose players cannot be given ten times as much
GAMES = (40, 200, 2000)  # at each strength: the fewest, as many as are wanted, the most
THOUGHT = (STRONG, 1.0)  # seconds a move of the strongest: what is wanted, and the most
LEAST = 4  # of what the weakest player counts, for a move
REPLAYS = 10  # of each deal, where chance is asked about
COST = 2.1  # all games beside those of the strongest players, these being 1: matches, an analysis, luck
TRIED = 8  # random games
LONGEST = 2000  # moves of a random game that is tried
SHORTEST_LIMIT = 100  # moves a seat, of the limit that is set where a game has none
SAMPLE = 0.1  # seconds of thought from which its cost is told
LONGEST_NAME = 80  # of an experiment, beside what is done and the time
EVEN = 0.05  # points by which a seat may be off an even share in a game that counts as even
THOUGHT_OF = 4  # positions in which it is told
MOST_THOUGHT = 1 << 20  # of what a player counts, while its cost is told


@dataclass(frozen=True)
class Pilot:
    """The result of a pilot: moves a game, whether there is chance, the processor seconds for each unit
    of the strongest player's thought (0 if it counts none), and how many games did not end."""

    moves: float
    chance: bool
    unit: float
    endless: int = 0


@dataclass(frozen=True)
class InventorPlan:
    """Who plays and how many games: three players, weak to strong; `seconds` a move of the strongest."""

    players: tuple[str, str, str]
    games: int
    seconds: float


def pilot(game: Game) -> Pilot:
    """Try a game: random games for its length, then its strongest player for the cost of thought.

    Thought is tried with the move limit of the games to come: without one, a game's playouts may not end.
    """
    rng = random.Random(1)
    states = [_random_game(game, rng) for _ in range(TRIED)]
    endless = sum(state.outcome is None for state in states)
    plies = [[ply.record.turn for ply in state.past] for state in states]
    moves = fmean(sum(turn != CHANCE for turn in row) for row in plies)
    chance = any(CHANCE in row for row in plies)
    game = with_limit(game, moves)
    states = [_random_game(game, rng) for _ in range(THOUGHT_OF)]
    for state in states:
        _rewind(state, rng)
    # A player that sees the end answers at once: what thought costs is seen where it costs most.
    unit = max(_unit(game, state) for state in states)
    return Pilot(max(1.0, moves), chance, unit, endless)


def _random_game(game: Game, rng: random.Random) -> State:
    """A game of random moves at its end, or after `LONGEST` plies."""
    return run_game(game.start(), lambda state: random_move(state, rng), rng, plies=LONGEST)


def _rewind(state: State, rng: random.Random) -> None:
    """Go back to the first decision after a third of the game."""
    for _ in range(len(state.past) - len(state.past) // 3):
        state.undo()
    state.play_chance(rng)


def _unit(game: Game, state: State) -> float:
    """Seconds that the strongest player takes for each unit of its thought in a position."""
    text = strongest(game)
    counted = _budget_unit(text)
    if not counted or state.turn is None:
        return 0.0
    lab_player(_with(text, counted, LEAST), game, 1).compile()  # the games are compiled too
    amount, spent = LEAST, 0.0
    while spent < SAMPLE and amount < MOST_THOUGHT:
        amount *= 2
        player = lab_player(_with(text, counted, amount), game, 1)
        begun = time.process_time()
        player.choose(state)
        spent = time.process_time() - begun
    return spent / amount


def _budget_unit(player: str) -> str:
    """The name of what a player's thought is counted in; empty where it is not."""
    settings = parse_options(given) if (given := player.partition(":")[2]) else {}
    return next((name for name in COUNTED if name in settings), "")


def _with(player: str, counted: str, amount: int) -> str:
    """The player with this budget."""
    return re.sub(rf"\b{counted}=[0-9]+", f"{counted}={amount}", player)


def plan(game: Game, tried: Pilot, seconds: float, least: int = 0) -> InventorPlan:
    """Which players play how many games in the given processor seconds, at least `least` each.

    The wanted number of games at the wanted thought come first. Where there is more time it goes into
    thought, then into games; where there is less, games are fewer, then thought is less.
    """
    fewest, wanted, most = (max(number, least) for number in GAMES)
    usual, longest = THOUGHT
    per_move = seconds / (tried.moves * COST)  # games times seconds a move of the strongest
    thought = min(max(per_move / wanted, usual), longest)
    games = int(min(max(per_move / thought, fewest), most))
    thought = min(thought, per_move / games)
    counted = _budget_unit(strongest(game))
    if not counted:
        texts = level_texts(game)
        chosen = [texts[min(level, len(texts)) - 1] for level in LEVELS]
        return InventorPlan((chosen[0], chosen[1], chosen[2]), games - games % 2, 0.0)
    lowest = max(LEAST, rounded(thought / max(tried.unit, 1e-9) / STEP**2))
    weak, middling, strong = (_with(strongest(game), counted, lowest * STEP**k) for k in range(3))
    used = lowest * STEP**2 * tried.unit
    return InventorPlan((weak, middling, strong), games - games % 2, used)


def name_of(what: str, game: Game, hours: float, more: str = "") -> str:
    """What an experiment is called: by what is done, the game, its options, what is more, and the time.

    A game in a file is called by the file's path and contents too: an edited game is another game.
    """
    label = re.sub(r"[^a-z0-9]+", "-", f"{game.name} {more}".lower()).strip("-")
    if game.address != game.name:
        label += "-" + sha256(game.spec.package.encode()).hexdigest()[:6]
    if len(label) > LONGEST_NAME:
        label = f"{label[:LONGEST_NAME]}-{sha256(label.encode()).hexdigest()[:6]}"
    return f"{what}-{label}-{hours:g}h"


def with_limit(game: Game, moves: float) -> Game:
    """The game with a move limit if it has none: four times a random game's `moves`, so that games end."""
    if game.spec.rules_count_moves or game.move_limit:
        return game
    limit = max(SHORTEST_LIMIT, rounded(4 * moves / game.seats))
    return catalogue.game(game.address, move_limit=limit)


def together(tried: Sequence[Pilot]) -> Pilot:
    """The pilot's costs for the most expensive of several games, times their number."""
    return Pilot(
        sum(one.moves for one in tried),
        any(one.chance for one in tried),
        max(one.unit for one in tried),
        sum(one.endless for one in tried),
    )


def variant(game: Game, tried: Pilot, label: str) -> list[str]:
    """The lines of a variant."""
    return _table("variant", game=with_limit(game, tried.moves).address, label=label)


def _head(title: str, question: str, games: int) -> list[str]:
    """The first lines of an experiment's file."""
    return [
        f"title = {json.dumps(title)}",
        f"question = {json.dumps(question)}",
        f"games = {games}",
    ]


def experiment_text(
    title: str,
    question: str,
    variants: Sequence[list[str]],
    game: Game,
    tried: Pilot,
    chosen: InventorPlan,
    asked: Sequence[str] = (),
) -> str:
    """The experiment's file: the `variants` at three strengths; `game` is one of them.

    `asked` are the lines of the questions that are declared.
    """
    lines = [
        *_head(title, question, chosen.games),
        *_opening(chosen.players[2]),
    ]
    lines += [line for each in variants for line in each]
    lines += _strengths(game, chosen)
    if tried.chance and game.seats > 1:
        lines += _table(
            "luck",
            name="the same chances, other players",
            players=chosen.players[1],
            keep="chance",
            groups=max(4, chosen.games // REPLAYS),
            replays=REPLAYS,
        )
    if game.seats > 1 and chosen.seconds:
        lines += ["", "[analysis]", f"player = {json.dumps(chosen.players[1])}"]
        lines += [f"games = {chosen.games // 2}"]
    lines += asked
    return "\n".join(lines) + "\n"


def _strengths(game: Game, chosen: InventorPlan) -> list[str]:
    """The lines of the three players, and of the matches between them."""
    counted, matched = _budget_unit(chosen.players[0]), game.seats > 1
    if chosen.seconds:
        hollow = re.sub(rf"\b{counted}=[0-9]+", f"{counted}={{}}", chosen.players[0])
        lowest = int(parse_options(chosen.players[0].partition(":")[2])[counted])
        match = {"match": chosen.games} if matched else {}
        lines = [f"{key} = {json.dumps(value)}" for key, value in match.items()]
        names = json.dumps(STRENGTHS)
        return [
            "",
            "[strengths]",
            f"players = {json.dumps(hollow)}",
            f"from = {lowest}",
            f"names = {names}",
            *lines,
        ]
    weak, middling, strong = chosen.players
    lines = []
    for strength, player in zip(STRENGTHS, chosen.players, strict=True):
        lines += _table("budget", name=strength, players=player)
    if matched:
        lines += _table("match", name="middling against weak", players=[middling, weak])
        lines += _table("match", name="strong against middling", players=[strong, middling])
    return lines


def evenness(game: Game, label: str) -> list[str]:
    """The lines of the question whether a variant is even, asked before it is played."""
    if game.seats == 1:
        return []
    seat = game.seat_names[0]
    return _table(
        "contrast",
        question=f"Is {label} even: has {seat} an even share of the points?",
        measure=f"points:{seat}",
        one=label,
        against=round(1 / game.seats, 6),
        margin=EVEN,
        higher=f"No, {seat} has more",
        lower=f"No, {seat} has less",
        same="Yes, within five points",
    )


def search_text(
    title: str, question: str, variants: Sequence[list[str]], player: str, games: int, seed: int
) -> str:
    """An experiment's file with one player alone."""
    lines = [
        *_head(title, question, games),
        f"seed = {seed}",
        *_opening(player),
        *(line for each in variants for line in each),
        *_table("budget", name="strong", players=player),
    ]
    return "\n".join(lines) + "\n"


def _opening(player: str) -> list[str]:
    """Some moves at random for a player that would play one game again and again."""
    same = player.startswith("alphabeta") and "noise=" not in player
    return ["opening = 2  # the players leave nothing to chance"] if same else []


def _table(kind: str, **values: object) -> list[str]:
    return ["", f"[[{kind}]]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
