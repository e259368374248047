"""Linearizability: whether some order explains all that was acknowledged (Wing and Gong's search).

In that order each operation takes effect at one moment between its request and its answer. An operation
without an answer may take effect at any moment after its request, or never; a refused one never does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from parlour.durability.history import OK, REFUSED, Operation

S = TypeVar("S", bound=Hashable)

Step = Callable[[S, Operation], S | None]  # the state after an operation; None: impossible there

MOST_STEPS = 500_000  # of one search


@dataclass(frozen=True)
class Contradiction:
    """No order explains the history: at best it gets as far as `before` this operation."""

    operation: Operation
    before: object


def linearize(operations: Sequence[Operation], start: S, step: Step[S]) -> Contradiction | None:
    """None if an order explains the operations; otherwise where the longest explanation ends."""
    waiting = sorted((o for o in operations if o.result != REFUSED), key=lambda o: o.begun)
    certain = sum(1 << n for n, o in enumerate(waiting) if o.result == OK)
    stack: list[tuple[int, S]] = [(0, start)]  # the operations that took effect, and the state
    seen = set(stack)
    furthest = (0, start)
    while stack:
        done, state = stack.pop()
        if done & certain == certain:
            return None
        if (done & certain).bit_count() > (furthest[0] & certain).bit_count():
            furthest = done, state
        for number in _candidates(waiting, done):
            after = step(state, waiting[number])
            following = (done | 1 << number, after)
            if after is not None and following not in seen:
                seen.add(following)  # type: ignore[arg-type]
                stack.append(following)  # type: ignore[arg-type]
        if len(seen) > MOST_STEPS:
            break
    missing = min(
        (o for n, o in enumerate(waiting) if o.result == OK and not furthest[0] >> n & 1),
        key=lambda o: o.ended,
    )
    return Contradiction(missing, furthest[1])


def _candidates(waiting: Sequence[Operation], done: int) -> list[int]:
    """The operations that may take effect next, the one to try first last.

    None was sent after the answer to another that has not taken effect.
    """
    found: list[int] = []
    first_answer: int | None = None
    for number, operation in enumerate(waiting):
        if first_answer is not None and operation.begun > first_answer:
            break
        if not done >> number & 1:
            found.append(number)
            if first_answer is None or operation.ended < first_answer:
                first_answer = operation.ended
    # those without an answer last: usually they never took effect
    found.sort(key=lambda n: waiting[n].ended, reverse=True)
    return found
