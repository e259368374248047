"""Answer an inventor's questions in plain words, from games at three strengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite

from parlour.kernel.layout import CHANCE
from parlour.lab.inventor.inventor_plan import EVEN, REPLAYS, STEP
from parlour.lab.inventor.rule_use import Use, use_of
from parlour.lab.inventor.rule_worth import RuleWorth, worth_sentences, worths
from parlour.lab.inventor.version_changes import changes
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures import Measure
from parlour.lab.measures.arm_tables import TableRow
from parlour.lab.measures.facts import UNFINISHED
from parlour.lab.measures.skill import per_doubling
from parlour.lab.report.results import ArmResults, Results
from parlour.lab.report.wording import interval, number
from parlour.lab.restricted_play import forbidden_kind
from parlour.lab.stats import Contrast, Estimate, contrast, holm, proportion
from parlour.lab.trace import Trace

GOOD, BAD, OPEN = "good", "bad", "open"  # as an inventor would take it; open: too few games to say

DRAWN = 0.2  # of games: more draws than that are many
RUNAWAY = 0.9  # of the points for who leads half-way: from there on the second half is a formality
STILL_TELLS = 0.6  # of the points for ten times the thought: less is little
MOST_KINDS = 12  # of moves that are listed
MOST_IDLE = 8  # spans of lines that never ran
HARDLY = 0.02  # of the positions in which a kind of move is on offer: played so rarely, it is hardly used
OFTEN_ENOUGH = 50  # such positions, from which that says something
MOST_CHANGES = 3  # that are listed of an optional rule
MANY_GAMES = 100  # games of which none ended in some way: it may be dead


@dataclass(frozen=True)
class InventorAnswer:
    """A question with its answer in a sentence, details, and how to read it.

    `key` is the measure that is shown for each strength, empty where there is none. `advice` is what an
    inventor might try.
    """

    question: str
    short: str
    verdict: str = OPEN
    more: tuple[str, ...] = ()
    advice: str = ""
    key: str = ""


@dataclass(frozen=True)
class InventorExperiment:
    """The games of an inventor's experiment, weak players first, and their measures."""

    results: Results
    laboratory: Laboratory
    trends: dict[str, Contrast] = field(default_factory=dict)

    @cached_property
    def use(self) -> Use:
        """What the strongest players use of the rules."""
        traces = self.laboratory.traces(self.results.experiment, *self.strong.place)
        return use_of(traces, self.strong.arm.game)

    @cached_property
    def worths(self) -> list[RuleWorth]:
        """What kinds of moves are worth."""
        return worths(self.results)

    @property
    def self_play_arms(self) -> tuple[ArmResults, ...]:
        """The arms of players against themselves, the weakest first."""
        return self.results.played

    @property
    def strong(self) -> ArmResults:
        """The strongest players' arm."""
        return self.self_play_arms[-1]

    def measure(self, key: str) -> Measure | None:
        """What the strongest players' games say."""
        return self.strong.measures.get(key)


def ask(results: Results, laboratory: Laboratory) -> list[InventorAnswer]:
    """All the questions that the games can answer."""
    asked = InventorExperiment(results, laboratory, _trends(results))
    found: list[InventorAnswer] = []
    for question in QUESTIONS:
        found += [answer for answer in [question(asked)] if answer is not None]
    return found


def to_mend(answers: list[InventorAnswer]) -> list[InventorAnswer]:
    """The answers that call for a change."""
    return [answer for answer in answers if answer.verdict == BAD]


# -- with strength ---------------------------------------------------------------------------------


def _trends(results: Results) -> dict[str, Contrast]:
    """How measures differ between the strongest and the weakest players, p corrected for their number."""
    weak, strong = results.played[0], results.played[-1]
    if weak is strong:
        return {}
    keys = [key for key in strong.measures if key in weak.measures and key in _followed(results)]
    found = [contrast(strong.measures[k].estimate, weak.measures[k].estimate) for k in keys]
    corrected = holm([c.p for c in found])
    return {k: replace(c, p=p) for k, c, p in zip(keys, found, corrected, strict=True)}


def _followed(results: Results) -> set[str]:
    """The measures that answers show for each strength."""
    seats = results.played[0].arm.game.seat_names
    return {f"points:{seats[0]}", "completion", "length", "draws", "half-time", "decided"}


def _trend(asked: InventorExperiment, key: str) -> str:
    """In words, how an answer moves as players think ten and a hundred times as long."""
    measures = [p.measures[key] for p in asked.self_play_arms if key in p.measures]
    if len(measures) < 2:
        return "Asked at one strength only: stronger players may give another answer."
    row = ", ".join(number(m.estimate.value, m.is_share) for m in measures)
    change = asked.trends.get(key)
    if change is not None and change.p < 0.05:
        way = "rises" if change.value > 0 else "falls"
        return (
            f"It {way} with strength: {row}, weak players first. Stronger players may go further."
        )
    return f"No clear change with strength: {row}, weak players first."


def _estimate_text(e: Estimate, share: bool) -> str:
    return f"{number(e.value, share)} ({interval(e.low, e.high, share)})"


# -- the questions ---------------------------------------------------------------------------------


def _even(asked: InventorExperiment) -> InventorAnswer | None:
    question, seats = "Is it even?", asked.strong.arm.game.seat_names
    if len(seats) < 2:
        return None
    level = 1 / len(seats)
    shares = {name: asked.strong.measures[f"points:{name}"].estimate for name in seats}
    name = max(seats, key=lambda seat: abs(shares[seat].value - level))
    name = seats[0] if len(seats) == 2 else name
    e, key = shares[name], f"points:{name}"
    words = f"{name} has {_estimate_text(e, True)} of the points between the strongest players"
    trend = _trend(asked, key)
    if level - EVEN <= e.low and e.high <= level + EVEN:
        return InventorAnswer(
            question, f"Yes, within five points: {words}.", GOOD, (trend,), key=key
        )
    if e.low <= level <= e.high:
        unseen = f"{e.n} games cannot tell a difference of less than about {100 * e.half_width:.0f} points."
        return InventorAnswer(
            question, f"Not clearly uneven: {words}.", OPEN, (trend, unseen), key=key
        )
    side = "better off" if e.low > level else "worse off"
    advice = "Try a swap after the first move, a weaker first move, or another start."
    return InventorAnswer(question, f"No, {name} is {side}: {words}.", BAD, (trend,), advice, key)


def _ends(asked: InventorExperiment) -> InventorAnswer | None:
    question, measure = "Does it end?", asked.measure("completion")
    if measure is None:
        return None
    e = measure.estimate
    reasons = asked.strong.arm.reasons.common()
    count = len(asked.strong.arm)
    ways = ", ".join(f"{word} {number(n / count, True)}" for word, n in reasons)
    more = f"How the strongest players' games ended: {ways}."
    if e.value == 1:
        at_most = number(1 - e.low, True)
        short = f"Yes: all {e.n} games came to an end by the rules (at most {at_most} may not)."
        return InventorAnswer(question, short, GOOD, (more,), key="completion")
    broken = f"{number(1 - e.value, True)} ({interval(1 - e.high, 1 - e.low, True)})"
    short = f"Not always: {broken} of the games were broken off at the move limit."
    if e.value == 0:
        short = f"No: all {e.n} games were broken off at the move limit."
    advice = (
        "Give it a rule that forces progress: no passing, no going back, or a count after which "
        "a player wins."
    )
    return InventorAnswer(
        question, short, BAD, (more, _trend(asked, "completion")), advice, "completion"
    )


def _length(asked: InventorExperiment) -> InventorAnswer | None:
    m = asked.strong.measures
    if "length" not in m:
        return None
    low, high = (
        number(m[f"length:{part}"].estimate.value) for part in ("lower-quartile", "upper-quartile")
    )
    longest = asked.strong.arm.column("length").max()
    short = (
        f"{_estimate_text(m['length'].estimate, False)} moves of all players together; "
        f"the middle half of the games takes {low} to {high}, the longest took {longest:.0f}."
    )
    more = [_trend(asked, "length")]
    if "branching" in m:
        choice = _estimate_text(m["branching"].estimate, False)
        more.append(f"A player has {choice} moves to choose from.")
    return InventorAnswer("How long is it?", short, OPEN, tuple(more), key="length")


def _draws(asked: InventorExperiment) -> InventorAnswer | None:
    question, measure = "How often is it drawn?", asked.measure("draws")
    if measure is None:
        return None
    e, trend = measure.estimate, _trend(asked, "draws")
    if e.low > DRAWN:
        short = f"Often: {_estimate_text(e, True)} of the games."
        advice = "Give a win in positions that are draws now, or make the goal easier to reach."
        return InventorAnswer(question, short, BAD, (trend,), advice, "draws")
    short = f"{_estimate_text(e, True)} of the games."
    return InventorAnswer(question, short, GOOD if e.high <= DRAWN else OPEN, (trend,), key="draws")


def _skill(asked: InventorExperiment) -> InventorAnswer | None:
    matches = [
        p
        for p in asked.results.matches
        if "first-player" in p.measures and not forbidden_kind(p.budget.players[0])
    ]
    if not matches:
        return None
    scores = [match.measures["first-player"].estimate for match in matches]
    more = tuple(
        f"{match.budget.name}: {_estimate_text(e, True)} of the points, {elo_words(e)}."
        for match, e in zip(matches[:-1], scores, strict=False)
    )
    question, top = "Is skill rewarded?", scores[-1]
    between = (
        f"in {matches[-1].budget.name} ten times the thought scores {_estimate_text(top, True)}"
    )
    if top.low > 0.5:
        return InventorAnswer(question, f"Yes: {between}, {elo_words(top)}.", GOOD, more)
    verdict = BAD if top.high < STILL_TELLS else OPEN
    if scores[0].low > 0.5 and len(scores) > 1:
        short = f"At first; but {between}."
        advice = "Strong players may have exhausted the game: try a larger board or more choice."
        return InventorAnswer(question, short, verdict, more, advice)
    advice = "Give players choices that matter: less luck, more moves, a goal to be worked towards."
    return InventorAnswer(
        question, f"Not as far as these games tell: {between}.", verdict, more, advice
    )


def elo_words(share: Estimate) -> str:
    """Elo for each doubling in words; where a score is all or nothing, what it is at least."""
    e = per_doubling(share, STEP)
    if isfinite(e.value):
        return f"{e.value:.0f} Elo for each doubling ({e.low:.0f} to {e.high:.0f})"
    least = f"at least {e.low:.0f}" if e.value > 0 else f"at most {e.high:.0f}"
    return f"{least} Elo for each doubling"


def _dead(asked: InventorExperiment) -> InventorAnswer:
    use, worth = asked.use, asked.worths
    named = [word for word in _reasons(asked) if word not in ("", UNFINISHED)]
    arms = [p.arm for p in (*asked.self_play_arms, *asked.results.matches)]
    had, games = {word for arm in arms for word in arm.reasons.words}, sum(map(len, arms))
    unheard = [word for word in named if word not in had]
    more = [*_kinds(use), *_idle(use)]
    if unheard:
        more.append(f"Of {games:,} games at all strengths none ended by {' or '.join(unheard)}.")
    question = "Are there dead rules?"
    useless = _useless(use, worth)
    parts = [f"no game ended by {' or '.join(unheard)}"] if unheard else []
    if useless:
        words = ", ".join(f"“{kind}”" for kind in useless)
        advice = "Remove what is never played, or make it worth playing."
        parts.insert(0, f"the strongest players never or hardly play {words}, though they could")
        return InventorAnswer(question, f"Yes: {'; '.join(parts)}.", BAD, tuple(more), advice)
    if unheard and games >= MANY_GAMES:
        advice = "Remove the ending, or make it possible to reach."
        return InventorAnswer(question, f"Perhaps: {parts[0]}.", BAD, tuple(more), advice)
    parts += ["some lines of the rules never ran"] if use.idle else []
    if parts:
        short = f"No kind of move is; but {' and '.join(parts)}."
        return InventorAnswer(question, short, OPEN, tuple(more))
    return InventorAnswer(question, "None was found: all on offer was used.", GOOD, tuple(more))


def _reasons(asked: InventorExperiment) -> tuple[str, ...]:
    return tuple(asked.strong.arm.game.plain.rules.REASONS)


def _useless(use: Use, worth: list[RuleWorth]) -> list[str]:
    """The kinds of moves that are never or rarely played, without a loss to who may not play them."""
    needed = {one.kind for one in worth if one.is_clear and not one.harms}
    hardly = [
        kind
        for kind, offered in use.offered.most_common()
        if use.played[kind] <= HARDLY * offered
        and (offered >= OFTEN_ENOUGH or not use.played[kind])
    ]
    return [kind for kind in hardly if kind not in needed]


def _worth(asked: InventorExperiment) -> InventorAnswer | None:
    """What kinds of moves are worth: which carry the game, which only harm."""
    question, found = "What is each kind of move worth?", asked.worths
    if not found:
        return None
    more = (*worth_sentences(found), "A restricted player does not plan for its restriction.")
    harmful = [worth for worth in found if worth.harms]
    carrying = [worth for worth in found if worth.carries]
    idle = [f"“{worth.kind}”" for worth in found if not worth.is_clear]
    parts = [f"without {worth.words} points are lost: it carries the game" for worth in carrying]
    parts += [f"nothing clear is lost without {', '.join(idle)}"] if idle else []
    if harmful:
        words = ", ".join(worth.words for worth in harmful)
        short = f"Players do better without {words} points; {'; '.join(parts)}".rstrip("; ")
        advice = "Such moves only lose, or mislead: remove them, or make them worth playing."
        return InventorAnswer(question, f"{short}.", BAD, more, advice)
    if not parts:
        return InventorAnswer(question, "Each is worth something.", GOOD, more)
    short = "; ".join(parts)
    return InventorAnswer(question, f"{short[:1].upper()}{short[1:]}.", OPEN, more)


def _kinds(use: Use) -> Iterator[str]:
    """How often each kind of move was played where it was on offer."""
    rows = []
    for kind, offered in use.offered.most_common(MOST_KINDS):
        rows.append(f"{kind} {number(use.played[kind] / offered, True)} of {offered:,}")
    if len(rows) > 1:
        yield (
            f"How often it was played where it could be, in {use.games} games of the strongest: "
            f"{'; '.join(rows)}."
        )


def _idle(use: Use) -> Iterator[str]:
    """Lines of the rules that no game reached."""
    if use.idle:
        rows = [f"{lines.where}: {lines.source}" for lines in use.idle[:MOST_IDLE]]
        left = len(use.idle) - len(rows)
        rest = f"; and {left} more" if left else ""
        yield f"Lines of {use.file} that never ran in {use.games} games: {'; '.join(rows)}{rest}."


def optional_rules(results: Results) -> InventorAnswer | None:
    """Which optional rules matter: what changes without each, from games of the rules' own experiment."""
    question, variants = "Which optional rules matter?", results.variants[1:]
    if not variants:
        return None
    more, changed = [], []
    for other in variants:
        name = results.experiment.variants[other].label
        clear = [change for change in changes(results, 0, other) if change.clear]
        if clear:
            changed.append(name)
        words = " ".join(change.sentence for change in clear[:MOST_CHANGES])
        more.append(f"With {name}: {words or 'no clear change.'}")
    idle = len(variants) - len(changed)
    short = f"Play changes with {', '.join(changed)}" if changed else "None changes play clearly"
    rest = f"; not clearly with {idle} others" if changed and idle else ""
    return InventorAnswer(question, f"{short}{rest}.", OPEN, tuple(more))


def _runaway(asked: InventorExperiment) -> InventorAnswer | None:
    question, m = "Do leads run away?", asked.strong.measures
    if "half-time" not in m or "lead-changes" not in m:
        return None
    e, changes = m["half-time"].estimate, m["lead-changes"].estimate
    led = proportion(e.n, changes.n)
    words = (
        f"Half-way through, a player is ahead in {number(led.value, True)} of the games, and goes on to "
        f"make {_estimate_text(e, True)} of the points"
    )
    more = [
        _trend(asked, "half-time"),
        f"The lead changes {_estimate_text(changes, False)} times a game.",
    ]
    if "decisive-moment" in m:
        moment = _estimate_text(m["decisive-moment"].estimate, True)
        more.append(f"The winner takes the lead for good when {moment} of the game is over.")
    if e.value >= RUNAWAY and e.low >= RUNAWAY - EVEN and led.low > 0.5:
        advice = (
            "End the game sooner once it is decided, or give who is behind something to fight with."
        )
        return InventorAnswer(question, f"Yes. {words}.", BAD, tuple(more), advice, "half-time")
    if e.high < RUNAWAY:
        return InventorAnswer(question, f"No. {words}.", GOOD, tuple(more), key="half-time")
    return InventorAnswer(question, f"Not clear. {words}.", OPEN, tuple(more), key="half-time")


def _luck(asked: InventorExperiment) -> InventorAnswer | None:
    question = "How much is luck?"
    if not asked.results.replays:
        if _has_chance(asked):
            return None
        return InventorAnswer(question, "None of it: chance has no part in the rules.", GOOD)
    luck = asked.results.replays[0].luck
    common = luck.common
    if not common.n or not isfinite(common.value):
        return InventorAnswer(
            question, "Too few games with the same chances were played to say.", OPEN
        )
    short = f"Chance settles {_estimate_text(common, True)} of the differences between results."
    more = (
        f"{luck.groups} rows of chances (deals, casts), each played {REPLAYS} times by other players of "
        "middling strength; what chance does not settle is play.",
    )
    if common.low > 0.5:
        advice = "More decisions after chance has fallen, or several small chances for a large one."
        return InventorAnswer(question, short, BAD, more, advice)
    return InventorAnswer(question, short, GOOD if common.high < 0.5 else OPEN, more)


def _some_game(asked: InventorExperiment) -> Trace:
    """The first game of the strongest players that is kept."""
    return next(asked.laboratory.traces(asked.results.experiment, *asked.strong.place))


def _has_chance(asked: InventorExperiment) -> bool:
    return bool((_some_game(asked).movers == CHANCE).any())


def _first(asked: InventorExperiment) -> InventorAnswer | None:
    question, arm = "What should a first player do?", asked.strong.arm
    drawn = asked.results.experiment.opening or _some_game(asked).movers[0] == CHANCE
    if drawn or arm.game.seats < 2:
        return None
    table = next((table for table in asked.strong.tables if table.title == "First ply"), None)
    if table is None:
        ways = arm.first.words
        words = f"begin with {ways[0]}, always" if len(ways) == 1 else f"begin in {len(ways)} ways"
        return InventorAnswer(question, f"The strongest {words}.", OPEN)
    best, *others = table.rows
    share = number(best.share.value, True)
    short = f"Begin with {best.name}, as the strongest do in {share} of their games{_scored(best)}."
    listed = "; ".join(f"{r.name} {number(r.share.value, True)}{_scored(r)}" for r in others[:4])
    more = (
        f"Then: {listed}.",
        "What a rare first move scores may be chance: few games stand behind it.",
    )
    return InventorAnswer(question, short, OPEN, more)


def _scored(row: TableRow) -> str:
    return "" if row.points is None else f", scoring {_estimate_text(row.points, True)}"


def _win_rate(asked: InventorExperiment) -> InventorAnswer | None:
    """Of a solitaire: how often it is won."""
    measure = asked.measure("decided")
    if asked.strong.arm.game.seats > 1 or measure is None:
        return None
    short = f"The strongest win {_estimate_text(measure.estimate, True)} of the games."
    return InventorAnswer("Can it be won?", short, OPEN, (_trend(asked, "decided"),), key="decided")


QUESTIONS: tuple[Callable[[InventorExperiment], InventorAnswer | None], ...] = (
    _even,
    _win_rate,
    _ends,
    _length,
    _draws,
    _skill,
    _dead,
    _worth,
    _runaway,
    _luck,
    _first,
)
