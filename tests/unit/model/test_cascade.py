"""Two models as one: the first where it is sure, the second for the rest."""

from __future__ import annotations

import pytest

from onscreen.model.cascade import Cascade
from onscreen.model.model_factory import make_model
from onscreen.model.scripted_model import ScriptedAnswer, ScriptedModel
from onscreen.types import OneOf, Prompt, Reply, Situation
from onscreen.types.errors import BadText, UnknownName
from onscreen.types.prompt import Purpose


class Measured(ScriptedModel):
    """Scripted answers that count from a confidence of one half."""

    least = 0.5


def asked(
    first: tuple[ScriptedAnswer, ...], purpose: Purpose = "decide", *, plans: bool = False
) -> tuple[str, int]:
    """Return what a cascade of these answers and of "second" says, and how often the second was asked."""
    second = ScriptedModel(("second",), name="other")
    cascade = Cascade(Measured(first, name="one"), second, second_plans=plans)
    return cascade(Prompt("what now?", purpose=purpose)).text, len(second.prompts)


@pytest.mark.parametrize(
    ("confidence", "said"), [(0.5, "first"), (0.9, "first"), (0.49, "second"), (None, "second")]
)
def test_the_second_is_asked_only_where_the_first_is_not_sure(confidence: float | None, said: str) -> None:
    """From the first's own bound on its answer is taken; one that does not tell is not sure."""
    answer, calls = asked((Reply("first", confidence=confidence),))
    assert (answer, calls) == (said, int(said == "second"))


def test_what_the_first_cannot_answer_goes_to_the_second() -> None:
    """A question the first does not answer is no failure of the whole."""
    second = ScriptedModel((1,), name="other")
    cascade = Cascade(Measured(("no such option",)), second)
    assert cascade(Prompt("which?", form=OneOf(("a", "b")))).picked == (1,)


def test_planning_stays_with_a_second_that_plans() -> None:
    """A large model makes the outline even where the small one is sure of it, but does not decide."""
    sure = (Reply("first", confidence=1.0),)
    assert asked(sure, "outline", plans=True) == ("second", 1)
    assert asked(sure, "decide", plans=True) == ("first", 0)
    assert asked(sure, "outline") == ("first", 0)


def test_of_two_that_plan_each_carries_out_its_own_outline() -> None:
    """With the rules as second, an outline of the first is decided by it, sure or not, and theirs by them."""
    unsure = Measured((Reply("first", confidence=0.1),), name="one")
    for planner, said in (("one", "first"), ("other", "second"), ("", "second")):
        cascade = Cascade(Measured(unsure._answers, name="one"), ScriptedModel(("second",), name="other"))
        assert cascade(Prompt("now?", purpose="decide", about=Situation("go", planner=planner))).text == said


def test_two_models_are_named_with_a_plus() -> None:
    """FIRST+SECOND makes a cascade; the second plans unless it is the rules."""
    rules = make_model("reflex+lexical")
    assert isinstance(rules, Cascade)
    assert (rules.name, rules.second_plans) == ("reflex+lexical", False)


def test_a_first_that_never_says_how_sure_it_is_is_refused() -> None:
    """A model without a bound to be sure from cannot stand first; the message offers one that can."""
    with pytest.raises(BadText, match=r"reflex\+lexical"):
        make_model("lexical+lexical")
    with pytest.raises(UnknownName, match="reflex"):
        make_model("reflexx+lexical")
