"""Every registered model passes `ModelContract`, except those that need an API key."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.plugins import BUILT_IN, plugin_paths
from onscreen.testing import ModelContract
from onscreen.testing.check_model import PURPOSES
from onscreen.types import FreeText, OneOf, Schema, SomeOf
from onscreen.types.prompt import Form, Purpose


class Case(msgspec.Struct, frozen=True):
    """The name of a model, the forms it answers, and the purposes it supports."""

    name: str
    forms: tuple[type[Form], ...] = (FreeText, OneOf, SomeOf, Schema)
    purposes: Mapping[type[Form], Purpose] = PURPOSES


CASES: Mapping[str, Case] = {
    "lexical": Case("lexical", (FreeText, OneOf, SomeOf), {**PURPOSES, OneOf: "verify"}),
    "reflex": Case("reflex", (FreeText, OneOf, SomeOf)),
}
A_KEY = "needs a key of the provider; tests/unit/model talks to a server of the same protocol"
NOT_TESTED: Mapping[str, str] = {
    "openai": A_KEY,
    "anthropic": A_KEY,
    "google": A_KEY,
    "mistral": A_KEY,
    "ollama": "needs a server; tests/unit/model talks to one of the same protocol",
    "compatible": "needs a server; tests/unit/model talks to one of the same protocol",
    "local": "needs weights, which are no part of the package; tests/unit/model runs a model it makes",
    "scripted": "answers what its script says, whatever is asked; tests/unit/model",
    "recorded": "answers what was recorded, and only that; tests/unit/model",
}
"""Models that cannot be tested here, with the reason."""


def test_every_model_has_a_case() -> None:
    """Every registered model is tested, or the reason why not is listed."""
    assert set(BUILT_IN["model"]) <= {*CASES, *NOT_TESTED}


class TestModels(ModelContract):
    """Contract tests of each model."""

    @pytest.fixture(autouse=True, params=sorted(set(CASES) & set(plugin_paths("model"))))
    def of_case(self, request: pytest.FixtureRequest) -> None:
        """Set the model's case."""
        self.case = CASES[str(request.param)]
        self.forms = self.case.forms
        self.purposes = self.case.purposes

    def make_model(self) -> Model:
        """Create the model by name."""
        return make_model(self.case.name)
