"""The games of the draughts set: their options, which of these go together, and the rules they choose.

Each game is a choice of the parameters of ``rules.py``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from parlour.errors import BadOption
from parlour.games.draughts.constants import (
    CLOSED,
    ELECTS,
    OPEN,
    PROMOTES,
    REBOUNDS,
    RESETS,
    ROYAL_CAPTURE,
    TRANSFER,
    WINS,
)
from parlour.games.draughts.levels import levels, strongest
from parlour.kernel.spec import WHOLE, YES_NO, Chosen, Option, Spec, Value

PACKAGE = "parlour.games.draughts"
BOTH_SIDES, SOUTH_ONLY, NORTH_ONLY = 3, 1, 2  # who has champions from the start
RESET_FORMS: dict[Value, int] = {
    "open": OPEN,
    "closed": CLOSED,
    "transfer": TRANSFER,
    "promotion": OPEN,
}
ENDS: dict[Value, int] = {
    "practice": WINS,
    "rebound": REBOUNDS,
    "reset": RESETS,
    "election": ELECTS,
}

SETS = Option("sets", "dark", ("dark", "both"), "the sets of diagonals that are played on")
FORMAT = Option(
    "format",
    "dual",
    ("dual", "parallel"),
    "two sets: a turn may be on either, or turns go round them",
)
WIN = Option(
    "win",
    "decisive",
    ("decisive", "first"),
    "two sets: win both, or the first set won ends the game",
)
STREAK = Option(
    "streak",
    3,
    range(10),
    "two sets, dual: how many moves a seat may make in succession on one set; 0 = any number",
)
CARDS = Option(
    "cards", "no", YES_NO, "two sets: the first move of each side is drawn from fourteen cards"
)
CARD_MOVES = Option(
    "card_moves", 1, range(1, 4), "cards: how many moves of each side are drawn from them"
)
# The options of a game that can be played on both sets.
TWO_SETS = (
    SETS,
    FORMAT,
    WIN,
    STREAK,
    replace(CARDS, help=f"{CARDS.help} (with both sets in dual play: yes)"),
    CARD_MOVES,
)
RANKS = Option("ranks", 2, range(2, 4), "how many ranks each side fills")


def _draw_moves(default: int) -> Option:
    text = "moves by each seat on a set with no capture and no man's move before it is drawn; 0 = never"
    return Option("draw_moves", default, WHOLE, text)


# -- options that go together --------------------------------------------------------------------------


def _needs(chosen: Chosen, name: str, default: Value, why: str) -> None:
    """Refuse an option that is not at its default, since it can have no effect."""
    if chosen[name] != default:
        raise BadOption(f"{name}={chosen[name]} has no effect here: {name} {why}")


def _check_sets(chosen: Chosen) -> None:
    """The options of games on two sets, in games that can be played on one."""
    if chosen["sets"] == "dark":
        _needs(chosen, "format", "dual", "is for sets=both")
        _needs(chosen, "win", "decisive", "is for sets=both")
        _needs(chosen, "cards", "no", "is for sets=both")
        _needs(chosen, "streak", 3, "is for sets=both")
    if chosen["format"] == "parallel":
        _needs(chosen, "streak", 3, "is for format=dual")
    _check_cards(chosen)


def _check_cards(chosen: Chosen) -> None:
    if chosen["cards"] == "no":
        _needs(chosen, "card_moves", 1, "is for cards=yes")


def _cards_in_dual(chosen: Chosen, sets: Value) -> str:
    """Whether cards are drawn where nothing is said of them."""
    return "yes" if sets == "both" and chosen.get("format", "dual") == "dual" else "no"


def _two_sets_defaults(chosen: Chosen) -> dict[str, Value]:
    return {"cards": _cards_in_dual(chosen, chosen.get("sets", "dark"))}


def _twin_defaults(chosen: Chosen) -> dict[str, Value]:
    practice = chosen.get("game") == "practice"
    sets = "dark" if practice else "both"
    cards = _cards_in_dual(chosen, chosen.get("sets", sets))
    return {"sets": sets, "champions": "no" if practice else "yes", "cards": cards}


def _check_twin(chosen: Chosen) -> None:
    _check_sets(chosen)
    game, reset, both = chosen["game"], chosen["reset"], chosen["sets"] == "both"
    if game == "practice":
        _needs(chosen, "champions", "no", "is no in practice, where all are men")
    if game != "election":
        for name, default in (("choice", "full"), ("royal", "no"), ("transferable", "no")):
            _needs(chosen, name, default, "is for game=election")
    if game != "rebound":
        _needs(chosen, "rebound", "stay", "is for game=rebound")
    if game == "election" and reset not in ("open", "closed"):
        _needs(chosen, "reset", "open", "is open or closed in game=election")
    if game in ("practice", "rebound"):
        _needs(chosen, "reset", "open", "is for game=reset and game=election")
    if game in ("practice", "rebound") or reset == "promotion":
        _needs(chosen, "reset_limit", 0, "is for games in which men are reset")
    if reset == "transfer" and not both:
        _needs(chosen, "reset", "open", "is transfer with sets=both only")
    if not both:
        _needs(chosen, "transferable", "no", "is for sets=both")
    if chosen["champions"] == "no":
        _needs(chosen, "royal", "no", "is for games with champions")
    _check_seats(chosen)


def _check_seats(chosen: Chosen) -> None:
    if chosen["seats"] == 4 and chosen["format"] != "parallel":
        raise BadOption("seats=4 needs format=parallel and both sets: a set for each player")
    if chosen["seats"] != 4 or chosen["win"] != "first":
        _needs(chosen, "teams", "yes", "is no with seats=4 and win=first only")


def _check_royal(chosen: Chosen) -> None:
    _check_sets(chosen)
    if chosen["sets"] == "dark":
        _needs(chosen, "transfer", "no", "is for sets=both")


def _twin_seats(chosen: Chosen) -> tuple[str, ...]:
    if chosen["seats"] == 4:
        return ("South dark", "North dark", "South light", "North light")
    return ("South", "North")


# -- parameters ----------------------------------------------------------------------------------------


def _common(chosen: Chosen) -> dict[str, Any]:
    """The parameters of options that games on one set or two share."""
    both = chosen.get("sets", "both") == "both"
    parallel = chosen.get("format") == "parallel"
    return {
        "SETS": 2 if both else 1,
        "PARALLEL": parallel,
        "STREAK": chosen.get("streak", 0) if both and not parallel else 0,
        "FIRST_WIN": chosen.get("win") == "first",
        "CARDS": chosen["cards"] == "yes",
        "CARD_ROUNDS": chosen["card_moves"],
        "DRAW_MOVES": chosen["draw_moves"],
        "MOVE_LIMIT": chosen["move_limit"],
    }


def _english(chosen: Chosen) -> dict[str, Any]:
    return {**_common(chosen), "RANKS": 3, "END_RANK": PROMOTES}


def _twin(chosen: Chosen) -> dict[str, Any]:
    promotion = chosen["reset"] == "promotion"
    return {
        **_common(chosen),
        "RANKS": chosen["ranks"],
        "CHAMPIONS": BOTH_SIDES if chosen["champions"] == "yes" else 0,
        "ROYAL_START": chosen["game"] == "reset",
        "END_RANK": PROMOTES if promotion else ENDS[chosen["game"]],
        "RESET_SQUARES": RESET_FORMS[chosen["reset"]],
        "RESET_LIMIT": chosen["reset_limit"],
        "REBOUND_TRANSFER": chosen["rebound"] == "transfer",
        "FIRST_ONLY": chosen["choice"] == "first-only",
        "ROYAL_CHOICE": chosen["royal"] == "yes",
        "TRANSFERABLE": chosen["transferable"] == "yes",
        "SEATS": chosen["seats"],
        "TEAMS": chosen["teams"] == "yes",
    }


def _royal(chosen: Chosen) -> dict[str, Any]:
    return {
        **_common(chosen),
        "RANKS": chosen["ranks"],
        "CHAMPIONS": BOTH_SIDES,
        "ROYAL_START": True,
        "END_RANK": PROMOTES,
        "PROMOTION_TRANSFER": chosen["transfer"] == "yes",
        "CLEARANCE_NAMED": ROYAL_CAPTURE,
    }


def _sovereign(chosen: Chosen) -> dict[str, Any]:
    return {
        **_common(chosen),
        "RANKS": 3,
        "CHAMPIONS": SOUTH_ONLY if chosen["sovereign"] == "south" else NORTH_ONLY,
        "ROYAL_START": True,
        "END_RANK": PROMOTES,
    }


def _leopard(chosen: Chosen) -> dict[str, Any]:
    return {
        **_common(chosen),
        "RANKS": 2,
        "CHAMPIONS": BOTH_SIDES,
        "ROYAL_START": True,
        "END_RANK": WINS,
        "ANY_PIECE_WINS": True,
        "PHASES": True,
    }


# -- the games -----------------------------------------------------------------------------------------


def _game(identifier: str, title: str, goal: str, options: tuple[Option, ...], **more: Any) -> Spec:
    return Spec(
        id=identifier,
        title=title,
        goal=goal,
        package=PACKAGE,
        moves=r"card:.*|[a-h][1-8](?:[-x][a-h][1-8])+(?::.*|@.*)?",
        options=options,
        move_limit=200,
        rules_count_moves=True,
        count_options={"no-progress": "draw_moves"},
        about=f"about/{identifier}.md",
        tags=("draughts", "capture", "square board"),
        minutes=25,
        levels=partial(levels, identifier),
        strongest=partial(strongest, identifier),
        **{"seats": ("South", "North"), **more},
    )


ENGLISH = _game(
    "english-draughts",
    "English draughts",
    "Capture all opposing pieces, or leave them no move.",
    (SETS, FORMAT, WIN, STREAK, CARDS, CARD_MOVES, _draw_moves(40)),
    appeal="Forced captures and long plans: the draughts of the café table.",
    shelf="guest",
    parameters=_english,
    check=_check_sets,
    conventions={"pdn": "pdn", "hub": "hub", "familiar": "square_numbers"},
)

TWIN = _game(
    "twindraughts",
    "TwinDraughts",
    "Two games of draughts on one board: win on both sets of diagonals.",
    (
        Option(
            "game",
            "election",
            ("practice", "rebound", "reset", "election"),
            "men on their end rank win, turn homeward, are reset, or do as their seat elects",
        ),
        RANKS,
        Option("champions", "yes", YES_NO, "whether the sides have champions (in practice: no)"),
        replace(SETS, default="both", help=f"{SETS.help} (in practice: dark)"),
        FORMAT,
        WIN,
        STREAK,
        replace(CARDS, help=f"{CARDS.help} (with both sets in dual play: yes)"),
        CARD_MOVES,
        Option(
            "reset",
            "open",
            ("open", "closed", "transfer", "promotion"),
            "where a man is reset to: any square, only on his file, on both sets; or he is promoted",
        ),
        Option(
            "rebound", "stay", ("stay", "transfer"), "whether a man may be moved on his end rank"
        ),
        Option(
            "choice",
            "full",
            ("full", "first-only"),
            "who elects: each seat, or the first to arrive",
        ),
        Option(
            "royal",
            "no",
            YES_NO,
            "elections: whether royal can be elected, while champions are left",
        ),
        Option(
            "transferable", "no", YES_NO, "elections: transfers while both elections are the same"
        ),
        Option("reset_limit", 0, WHOLE, "resets allowed to each seat; 0 = any number"),
        Option("seats", 2, range(2, 5, 2), "two players, or four with one set each"),
        Option("teams", "yes", YES_NO, "four seats: partners share their side's score"),
        _draw_moves(50),
    ),
    seats=_twin_seats,
    appeal="Two games of draughts on one board, and you choose where to move.",
    parameters=_twin,
    defaults=_twin_defaults,
    conventions={"stand-alone-worth": "worth"},
    check=_check_twin,
)

ROYAL = _game(
    "royal-draughts",
    "RoyalDraughts",
    "Capture the royal champion.",
    (
        replace(RANKS, default=3),
        *TWO_SETS,
        Option(
            "transfer", "no", YES_NO, "two sets: a promoted man may be put on his file's first rank"
        ),
        _draw_moves(50),
    ),
    appeal="Draughts with a king of its own: capture him and the game is over.",
    parameters=_royal,
    defaults=_two_sets_defaults,
    conventions={"stand-alone-worth": "worth"},
    check=_check_royal,
)

SOVEREIGN = _game(
    "sovereign",
    "Sovereign",
    "Twelve men hunt the Sovereign, who clears the board of them.",
    (
        Option("sovereign", "north", ("north", "south"), "the side that has the Sovereign"),
        *TWO_SETS,
        _draw_moves(50),
    ),
    appeal="One Sovereign against twelve hunters.",
    parameters=_sovereign,
    defaults=_two_sets_defaults,
    check=_check_sets,
)

LEOPARD = _game(
    "leopard-princess",
    "Leopard Princess",
    "Capture a champion or reach the end rank, on one set of diagonals and then on the other.",
    (
        replace(CARDS, default="yes", help="the first move of each side is drawn"),
        CARD_MOVES,
        _draw_moves(50),
    ),
    appeal="One set of pieces, two battles: win on one set of diagonals, then on the other.",
    parameters=_leopard,
    check=_check_cards,
)

GAMES = (ENGLISH, TWIN, ROYAL, SOVEREIGN, LEOPARD)
