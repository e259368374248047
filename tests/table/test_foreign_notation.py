"""The hooks that games declare for foreign notations are complete."""

from __future__ import annotations

import inspect

import pytest

from parlour.table.catalogue import hooks, specs
from parlour.table.foreign_notation import HOOKS

DECLARED = [
    (convention, name)
    for name, spec in specs().items()
    for convention, module in spec.conventions.items()
    if module
]


def test_every_kind_of_hooks_is_declared_by_a_game() -> None:
    assert {convention for convention, _ in DECLARED} == HOOKS.keys()


@pytest.mark.parametrize(("convention", "name"), DECLARED)
def test_hooks_have_all_names_of_their_convention(convention: str, name: str) -> None:
    module, kind = hooks(convention, name), HOOKS[convention]
    wanted = {key for key in vars(kind) if not key.startswith("_")} | set(kind.__annotations__)
    assert wanted <= vars(module).keys()
    for key in wanted:
        declared, given = getattr(kind, key, None), getattr(module, key)
        if inspect.isfunction(declared):
            parameters = list(inspect.signature(declared).parameters)[1:]
            assert list(inspect.signature(given).parameters) == parameters, key
