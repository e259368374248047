"""Plan the experiment that answers an inventor's questions in a given time.

A pilot plays a few games to measure their length and the cost of thought. The plan is saved as an
experiment file, so that the same command resumes it.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from statistics import fmean

from parlour.errors import BadOption
from parlour.kernel.layout import CHANCE
from parlour.kernel.spec import Option, parse_options
from parlour.lab.cost import STRONG
from parlour.lab.lab_players import lab_player
from parlour.lab.restricted_play import (
    budget_unit,
    can_restrict,
    kind_of,
    piece_names,
    restricted,
)
from parlour.lab.unlike_players import alike
from parlour.players.game_runner import run_game
from parlour.players.levels import level_texts, rounded, strongest
from parlour.table import catalogue
from parlour.table.game import Game, State
from parlour.table.player import has_few_moves, random_move

STEP = 10  # times as much thought from one strength to the next
STRENGTHS = ("weak", "middling", "strong")
LEVELS = (1, 4, 7)  # the three strengths of a game whose players cannot be given ten times as much
GAMES = (40, 200, 2000)  # at each strength: the fewest, as many as are wanted, the most
THOUGHT = (STRONG, 1.0)  # seconds a move of the strongest: what is wanted, and the most
LEAST = 4  # of what the weakest player counts, for a move
REPLAYS = 10  # of each deal, where chance is asked about
COST = 2.6  # all games beside those of the strongest players, these being 1: matches, an analysis, luck
TRIED = 8  # random games
LONGEST = 2000  # moves of a random game that is tried
SHORTEST_LIMIT = 100  # moves a seat, of the limit that is set where a game has none
ENDLESS_LIMIT = 250  # the same where random games do not end
FEWEST_GROUPS = 8  # of deals that are replayed
SAMPLE = 0.1  # seconds of thought from which its cost is told
LONGEST_NAME = 80  # of an experiment, beside what is done and the time
EVEN = 0.05  # points by which a seat may be off an even share in a game that counts as even
THOUGHT_OF = 4  # positions in which it is told
MOST_THOUGHT = 1 << 20  # of what a player counts, while its cost is told
OFF = ("no", "none", "off")  # values by which an option is switched off
MOST_RULES = 4  # optional rules that are switched off in turn
KINDS_IN = 1500  # plies of random games in which kinds of moves are looked for
MOST_FORBIDDEN = 8  # kinds of moves that are forbidden to a player in turn
RESTRICTED = 4  # times as many games of restricted players, all kinds together, as of a strength
FEWEST_RESTRICTED = 20  # of each kind


@dataclass(frozen=True)
class Pilot:
    """The result of a pilot: moves a game, whether there is chance, the processor seconds for each unit
    of the strongest player's thought (0 if it counts none), how many games did not end, and the kinds of
    moves beside which another kind was legal, those most often on offer first."""

    moves: float
    chance: bool
    unit: float
    endless: int = 0
    kinds: tuple[str, ...] = ()


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
    kinds = _optional_kinds(game, states)
    game = with_limit(game, moves)
    moves = min(moves, (game.move_limit or LONGEST) * game.seats)
    unit = cost_of_thought(game, strongest(game), decisions(game, rng))
    return Pilot(max(1.0, moves), chance, unit, endless, kinds)


def decisions(game: Game, rng: random.Random) -> list[State]:
    """A position from each of some random games, after two thirds of it have been taken back."""
    states = [_random_game(game, rng) for _ in range(THOUGHT_OF)]
    for state in states:
        _rewind(state, rng)
    return states


def cost_of_thought(game: Game, player: str, states: Sequence[State]) -> float:
    """Processor seconds for each unit of a player's thought, 0 if it counts none; compiles it.

    A player that sees the end answers at once: what thought costs is seen where it costs most.
    """
    return max(_unit(game, state, player) for state in states)


def _optional_kinds(game: Game, ended: Sequence[State]) -> tuple[str, ...]:
    """The kinds of moves that a player can do without somewhere, those most often on offer first."""
    found: Counter[str] = Counter()
    left = KINDS_IN if can_restrict(game) else 0
    for state in ended:
        again = game.start()
        for ply in state.past[:left]:
            if ply.record.turn != CHANCE and has_few_moves(again):
                pieces = piece_names(again)
                kinds = {kind_of(move, pieces) for move in again.legal}
                found.update(kinds if len(kinds) > 1 else ())
            again.play_code(ply.code)
        left -= min(left, len(state.past))
    return tuple(kind for kind, _ in found.most_common() if "/" not in kind)


def _random_game(game: Game, rng: random.Random) -> State:
    """A game of random moves at its end, or after `LONGEST` plies."""
    return run_game(game.start(), lambda state: random_move(state, rng), rng, plies=LONGEST)


def _rewind(state: State, rng: random.Random) -> None:
    """Go back to the first decision after a third of the game."""
    for _ in range(len(state.past) - len(state.past) // 3):
        state.undo()
    state.play_chance(rng)


def _unit(game: Game, state: State, text: str) -> float:
    """Seconds that a player takes for each unit of its thought in a position."""
    counted = budget_unit(text)
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


def _with(player: str, counted: str, amount: int) -> str:
    """The player with this budget."""
    return re.sub(rf"\b{counted}=[0-9]+", f"{counted}={amount}", player)


def plan(
    game: Game, tried: Pilot, seconds: float, least: int = 0, beside: Sequence[Game] = ()
) -> InventorPlan:
    """Which players play how many games in the given processor seconds, at least `least` each.

    They know no more of the game than of those `beside` it, with which it is compared.

    The wanted number of games at the wanted thought come first. Where there is more time it goes into
    thought, then into games; where there is less, games are fewer, then thought is less.
    """
    fewest, wanted, most = (max(number, least) for number in GAMES)
    usual, longest = THOUGHT
    per_move = seconds / (tried.moves * COST)  # games times seconds a move of the strongest
    thought = min(max(per_move / wanted, usual), longest)
    games = int(min(max(per_move / thought, fewest), most))
    thought = min(thought, per_move / games)
    best = alike(strongest(game), (game, *beside))
    counted = budget_unit(best)
    if not counted:
        texts = level_texts(game)
        chosen = [texts[min(level, len(texts)) - 1] for level in LEVELS]
        return InventorPlan((chosen[0], chosen[1], chosen[2]), games - games % 2, 0.0)
    lowest = max(LEAST, rounded(thought / max(tried.unit, 1e-9) / STEP**2))
    weak, middling, strong = (_with(best, counted, lowest * STEP**k) for k in range(3))
    used = lowest * STEP**2 * tried.unit
    return InventorPlan((weak, middling, strong), games - games % 2, used)


def name_of(what: str, game: Game, hours: float, more: str = "") -> str:
    """What an experiment is called: by what is done, the game, its options, what is more, and the time."""
    return f"{stem_of(what, game, more)}-{hours:g}h"


def stem_of(what: str, game: Game, more: str = "") -> str:
    """The same without the time.

    A game in a file is called by the file's path and contents too: an edited game is another game.
    """
    label = re.sub(r"[^a-z0-9]+", "-", f"{game.name} {more}".lower()).strip("-")
    if game.address != game.name:
        label += "-" + sha256(game.spec.package.encode()).hexdigest()[:6]
    if len(label) > LONGEST_NAME:
        label = f"{label[:LONGEST_NAME]}-{sha256(label.encode()).hexdigest()[:6]}"
    return f"{what}-{label}"


def with_limit(game: Game, moves: float) -> Game:
    """The game with a move limit if it has none: four times a random game's `moves`, so that games end.

    Random games that do not end say nothing of the length: there the limit is short.
    """
    if game.spec.rules_count_moves or game.move_limit:
        return game
    usual = max(SHORTEST_LIMIT, rounded(4 * moves / game.seats))
    limit = ENDLESS_LIMIT if moves > LONGEST / 2 else usual
    return catalogue.game(game.address, move_limit=limit)


def together(tried: Sequence[Pilot]) -> Pilot:
    """The pilot's costs for the most expensive of several games, times their number."""
    return Pilot(
        sum(one.moves for one in tried),
        any(one.chance for one in tried),
        max(one.unit for one in tried),
        sum(one.endless for one in tried),
        tuple(dict.fromkeys(kind for one in tried for kind in one.kinds)),
    )


def variant(game: Game, tried: Pilot, label: str) -> list[str]:
    """The lines of a variant."""
    return toml_table("variant", game=with_limit(game, tried.moves).address, label=label)


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
    lines += _restrictions(tried.kinds[:MOST_FORBIDDEN], chosen)
    if tried.chance and game.seats > 1:
        lines += toml_table(
            "luck",
            name="the same chances, other players",
            players=chosen.players[1],
            keep="chance",
            groups=max(FEWEST_GROUPS, chosen.games // REPLAYS),
            replays=REPLAYS,
        )
    if game.seats > 1 and chosen.seconds:
        lines += ["", "[analysis]", f"player = {json.dumps(chosen.players[1])}"]
        lines += [f"games = {chosen.games // 2}"]
    lines += asked
    return "\n".join(lines) + "\n"


def _strengths(game: Game, chosen: InventorPlan) -> list[str]:
    """The lines of the three players, and of the matches between them."""
    counted, matched = budget_unit(chosen.players[0]), game.seats > 1
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
        lines += toml_table("budget", name=strength, players=player)
    if matched:
        lines += toml_table("match", name="middling against weak", players=[middling, weak])
        lines += toml_table("match", name="strong against middling", players=[strong, middling])
    return lines


def _restrictions(kinds: Sequence[str], chosen: InventorPlan) -> list[str]:
    """The lines of the matches of a player who may not make a kind of move against one who may."""
    lines = []
    for kind in kinds:
        games = max(FEWEST_RESTRICTED, min(chosen.games, RESTRICTED * chosen.games // len(kinds)))
        player = chosen.players[1]
        players = [restricted(kind, player), player]
        lines += toml_table("match", name=f"without {kind}", players=players, games=games)
    return lines


def evenness(game: Game, label: str) -> list[str]:
    """The lines of the question whether a variant is even, asked before it is played."""
    if game.seats == 1:
        return []
    seat = game.seat_names[0]
    return toml_table(
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
        *toml_table("budget", name="strong", players=player),
    ]
    return "\n".join(lines) + "\n"


def without_rules(game: Game) -> list[Game]:
    """The game without each of its optional rules in turn: options that can be switched off, and are not."""
    found: list[Game] = []
    for name, option in game.options.items():
        off = next((word for word in OFF if _allows(option, word)), None)
        if off is not None and game.chosen.get(name) != off and len(found) < MOST_RULES:
            with suppress(BadOption):
                found.append(game.variant(**{name: off}))
    return found


def _allows(option: Option, word: str) -> bool:
    return isinstance(option.allowed, tuple) and word in option.allowed


def rules_text(game: Game, tried: float, offs: Sequence[Game], player: str, games: int) -> str:
    """The experiment's file of a game and of the same without each optional rule, with one player."""
    pilot = Pilot(tried, False, 0.0)
    variants = [variant(one, pilot, one.name) for one in (game, *offs)]
    title, question = f"{game.title}: optional rules", "What changes without each optional rule?"
    return search_text(title, question, variants, alike(player, (game, *offs)), games, 1)


def _opening(player: str) -> list[str]:
    """Some moves at random for a player that would play one game again and again."""
    same = player.startswith("alphabeta") and "noise=" not in player
    return ["opening = 2  # the players leave nothing to chance"] if same else []


def toml_table(kind: str, **values: object) -> list[str]:
    """The lines of a table of an experiment's file."""
    return ["", f"[[{kind}]]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
