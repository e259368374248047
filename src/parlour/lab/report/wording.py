"""Put the numbers and answers of a report into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import isfinite

from parlour.lab.compare import Comparison, even_at
from parlour.lab.contrast_answers import ContrastAnswer
from parlour.lab.cost import STRONG, seconds_a_move
from parlour.lab.measures import Measure
from parlour.lab.report.results import ArmResults, Results
from parlour.lab.stats import Estimate
from parlour.lab.unlike_players import unlike_players

MOST_SENTENCES = 6  # about variants
MOST_OTHERS = 4  # about matches, ladders and replays, which have their own tables


def number(value: float, share: bool = False) -> str:
    """A number as reports show it: three figures or so; a share in per cent."""
    if not isfinite(value):
        return "–"
    if share:
        return f"{100 * value:.1f}%"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def interval(low: float, high: float, share: bool = False) -> str:
    """An interval in words."""
    return f"{number(low, share)} to {number(high, share)}"


def estimate(measure: Measure) -> str:
    """A measure's number with its interval."""
    e = measure.estimate
    return f"{number(e.value, measure.is_share)} ({interval(e.low, e.high, measure.is_share)})"


def signed(value: float, share: bool = False) -> str:
    """A difference, with its sign; of shares in percentage points."""
    if not isfinite(value):
        return "–"
    shown = f"{100 * abs(value):.1f}" if share else number(abs(value))
    sign = "" if float(shown) == 0 else "+" if value > 0 else "−"
    return sign + shown


def p_words(p: float) -> str:
    """A p-value."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def verdict(results: Results) -> list[str]:
    """The answer to the experiment's question as far as figures give it: one sentence a finding."""
    if results.answers:
        found = [answer(results, asked) for asked in results.answers]
        return [*found, *_thinking_time(results), *_unlike(results), *_tenfold(results)]
    if not results.played or not results.headlines:
        return list(_other_answers(results))
    several = len(results.variants) > 1
    sentences = list(_compared(results) if several else _alone(results))
    others = islice(_other_answers(results), MOST_OTHERS)
    return [*sentences[:MOST_SENTENCES], *_unlike(results), *others]


def answer(results: Results, a: ContrastAnswer) -> str:
    """The answer to a declared question: which way, by how much, how sure, with whom, and where it goes."""
    sentence = a.asked.words_of(a.word) or _word(a)
    told = f"{_figures(results, a)}{_with_strength(results, a)}{_checks(results, a)}"
    return f"{a.asked.question} {sentence}. {told}"


def _checks(results: Results, a: ContrastAnswer) -> str:
    """Whether stronger and unlike players point the same way, where the file names who answers."""
    if not a.asked.one.budgets or set(a.budgets) - set(results.budgets):
        return ""
    words = []
    for s in a.strengths:
        if s.budget not in a.budgets:
            d = s.contrast
            same = (d.value > 0) == (a.contrast.value > 0)
            way = "the same way" if same else "the other way"
            clear = way if d.clear else f"{way}, not clearly"
            ends = [signed(x, a.is_share) for x in (d.value, d.low, d.high)]
            gap = f"{ends[0]} ({ends[1]} to {ends[2]})"
            words.append(f"{results.experiment.budgets[s.budget].name} {gap}, {clear}")
    return f" Checks: {'; '.join(words)}." if words else ""


def _word(a: ContrastAnswer) -> str:
    """An answer of which the file gives no words."""
    if a.word == "open":
        return f"Not shown; {signed(a.seen, a.is_share)[1:]}{_points(a)} would have been seen"
    if a.asked.against is not None:
        level = number(a.asked.against, a.is_share)
        return {
            "higher": f"More than {level}",
            "lower": f"Less than {level}",
            "same": f"About {level}",
        }[a.word]
    return {"higher": "Higher", "lower": "Lower", "same": "No difference that counts"}[a.word]


def _figures(results: Results, a: ContrastAnswer) -> str:
    who = " and ".join(results.experiment.budgets[b].name for b in a.budgets)
    reach = interval(a.one.low, a.one.high, a.is_share)
    sides = f"{a.title} ({who}): {number(a.one.value, a.is_share)} ({reach})"
    if a.asked.other is not None:
        d = a.contrast
        sides += (
            f" against {number(a.other.value, a.is_share)}, a difference of {signed(d.value, a.is_share)}"
            f"{_points(a)} ({signed(d.low, a.is_share)} to {signed(d.high, a.is_share)})"
        )
    margin = number(a.asked.margin, a.is_share)
    same = f"; equivalence within {margin}: {p_words(a.same_p)}" if a.asked.margin else ""
    return f"{sides}, {p_words(a.p)} corrected, {p_words(a.contrast.p)} alone{same}."


def _points(a: ContrastAnswer) -> str:
    return " points" if a.is_share else ""


def _with_strength(results: Results, a: ContrastAnswer) -> str:
    """Where the answer goes with strength, by how much with each doubling."""
    if a.slope is None:
        return " Asked at one strength only." if len(a.strengths) == 1 else ""
    d = a.slope
    sentence = (
        f"{signed(d.value, a.is_share)}{_points(a)} with each doubling of the players' thought "
        f"({signed(d.low, a.is_share)} to {signed(d.high, a.is_share)})"
    )
    if not a.is_straight:
        row = ", ".join(signed(one.contrast.value, a.is_share) for one in a.strengths)
        return f" It does not change in a straight line with strength: {row}, weak players first."
    return (
        f" It moves with strength: {sentence}."
        if a.moves
        else f" With strength no clear change: {sentence}."
    )


def _thinking_time(results: Results) -> Iterator[str]:
    """How long the strongest of the experiment's own players thought, and whether that is strong."""
    top = results.budgets[-1]
    if results.effort(top) is None:
        return
    own = [p for p in results.played if p.place[1] == top]
    thought = [seconds_a_move(p.seconds, float(p.arm.column("length").sum())) for p in own]
    yield f"{results.experiment.budgets[top].name}: {thinking_time(thought)}"


def thinking_time(thought: Sequence[float]) -> str:
    """The seconds a move of players in several variants, and whether that is strong."""
    least, most = (f"{end(thought):.2g}" for end in (min, max))
    span = least if least == most else f"{least} to {most}"
    where = "" if max(thought) < STRONG else "in some variants "
    weak = f", {where}less than the {STRONG:g} from which players are called strong"
    return f"{span} seconds of the processor a move{weak if min(thought) < STRONG else ''}."


def _unlike(results: Results) -> Iterator[str]:
    return unlike_players((p.variant, p.budget) for p in results.played)


def _tenfold(results: Results) -> list[str]:
    """What ten times the thought would score against the players of the answers."""
    budgets = dict.fromkeys(b for a in results.answers for b in a.budgets if b in results.budgets)
    return [sentence for budget in budgets for sentence in _stronger(results, budget)]


def _stronger(results: Results, budget: int) -> Iterator[str]:
    name = results.experiment.budgets[budget].name
    matches = results.tenfold(budget)
    if not matches and results.played[0].arm.game.seats > 1:
        yield f"What ten times the thought would score against {name} was not measured."
    for played in matches:
        share = estimate(played.measures["first-player"])
        yield f"{played.variant.label}: ten times the thought scores {share} against {name}."


def _compared(results: Results) -> Iterator[str]:
    """What the strongest players say of the first headline, then clear differences in the others."""
    strongest = results.budgets[-1]
    for key in results.headlines:
        for comparison in results.comparisons:
            leading = key == results.headlines[0]
            at_top = comparison.budget == strongest and comparison.key == key
            if at_top and (leading or comparison.clear):
                yield _difference(results, comparison)


def _difference(results: Results, c: Comparison) -> str:
    one, other = results.find(c.one, c.budget), results.find(c.other, c.budget)
    assert one is not None
    assert other is not None
    two = one.measures[c.key], other.measures[c.key]
    share = two[0].is_share
    sentence = (
        f"{results.title(c.key)}: {number(two[0].estimate.value, share)} in {one.variant.label}, "
        f"{number(two[1].estimate.value, share)} in {other.variant.label}"
    )
    points = " points" if share else ""
    gap = (
        f"a difference of {signed(c.contrast.value, share)}{points} "
        f"({signed(c.contrast.low, share)} to {signed(c.contrast.high, share)}), {p_words(c.p)}"
    )
    strength = next(
        s for s in results.strengths if (s.key, s.one, s.other) == (c.key, c.one, c.other)
    )
    if strength.word == "nothing":
        return f"{sentence}: {gap}; {strength.sentence}."
    size = f"a {c.contrast.words} effect" if c.clear else "no clear difference"
    return f"{sentence}: {gap}, {size}; {strength.sentence}."


def _alone(results: Results) -> Iterator[str]:
    """What one variant's measures are, with the weakest and the strongest players."""
    weak, strong = results.played[0], results.played[-1]
    for key in results.headlines:
        if key in strong.measures:
            yield _value(key, weak, strong)


def _value(key: str, weak: ArmResults, strong: ArmResults) -> str:
    measure = strong.measures[key]
    sentence = f"{measure.title}: {estimate(measure)} {measure.unit}"
    if key.startswith("points:"):
        even = even_at(measure, 1 / strong.arm.game.seats)
        sentence += ", more than an even share" if even.low > 0 else ""
        sentence += ", less than an even share" if even.high < 0 else ""
        sentence += "" if even.clear else ", not clearly uneven"
    if weak is not strong and key in weak.measures:
        sentence += f" with the strongest players; {estimate(weak.measures[key])} with the weakest"
    return sentence + "."


def _other_answers(results: Results) -> Iterator[str]:
    """What matches, ladders and replays say."""
    for played in results.matches:
        if "first-player" in played.measures:
            measure = played.measures["first-player"]
            first = played.budget.players[0]
            named = f"level {first}" if first.isdecimal() else first
            match = f"{played.variant.label}, {played.budget.name}"
            yield f"{match}: {named} had {estimate(measure)} of the points."
    for ladder in results.ladders:
        clear = sum(step.share.low > 0.5 for step in ladder.rungs)
        yield (
            f"{ladder.variant}: more thought clearly won on {clear} of {len(ladder.rungs)} rungs "
            "of the ladder."
        )
    for replays in results.replays:
        if replays.luck.common.n:
            yield (
                f"{replays.variant}, {replays.budget.name}: {_shared(replays.luck.common)} of the "
                f"differences between results lies in what the games have in common."
            )


def ladder_words(value: float, low: float, high: float, trace: float | None) -> str:
    """What a ladder comes to: Elo for each doubling of thought, and Ludii's skill trace."""
    ends = [f"{end:.0f}" if isfinite(end) else "–" for end in (low, high)]
    sentence = f"Elo for each doubling: {value:.0f} ({ends[0]} to {ends[1]})."
    return sentence if trace is None else f"{sentence} Skill trace: {trace:.2f}."


def _shared(found: Estimate) -> str:
    return f"{number(found.value, True)} ({interval(found.low, found.high, True)})"
