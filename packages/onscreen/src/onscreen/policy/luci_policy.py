"""Policy built from the LUCI components: tool selector, outline, verifier and UI selector."""

from __future__ import annotations

import msgspec

from onscreen.model.base import Model
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.element_relocation import pick_of, refind
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.policy.language_model_policy import VIEW_CHARS
from onscreen.think.app_selection import choose_app
from onscreen.think.element_selection import pick
from onscreen.think.subtask_necessity import verify
from onscreen.think.task_outline import outline
from onscreen.think.text_query import choose_options, write_answer, write_text
from onscreen.types import (
    Action,
    Click,
    Done,
    Element,
    Exchange,
    Pick,
    Proposal,
    Scroll,
    Select,
    Situation,
    Subtask,
    Type,
    Value,
)

LIST_ROLES = ("combobox", "listbox")
_QUESTION_WORDS = ("what", "which", "who", "when", "where", "how", "is", "are", "does", "tell")


class LuciPolicy(msgspec.Struct, frozen=True):
    """Policy that queries a model separately for each component of LUCI (section III).

    The policy clicks, types, selects and scrolls. Small models that can only choose options perform better
    with separate queries than with one query per step.
    """

    model: Model
    view_chars: int = VIEW_CHARS
    min_confidence: float = 0.0

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, situation: Situation) -> Proposal | None:
        """Query the LUCI component for the current stage and return its proposal.

        Raises:
            ModelError: the model cannot be used.
        """
        match situation.stage:
            case "choose_tools":
                return self._choose_tools(situation)
            case "plan" | "revise":
                return self._outline(situation)
            case "verify":
                return self._verify(situation)
            case "finish":
                return self._finish(situation)
        return self._act(situation)

    def _view(self, situation: Situation) -> str:
        return screen_text(situation.screen, cap_chars=self.view_chars)

    def _choose_tools(self, situation: Situation) -> Proposal:
        parsed = choose_app(self.model, situation)
        choice = parsed.value
        if choice is None:
            tools = tuple(tool.name for tool in situation.tools)
            return Proposal(self.name, tools=tools, asked=parsed.asked)
        if choice.tools or not choice.found:
            return Proposal(self.name, tools=choice.tools, asked=parsed.asked)
        answer = write_answer(self.model, situation, view="", earlier=parsed.asked)
        done = Done(answer.value) if answer.value else Done("no answer was found", achieved=False)
        return Proposal(self.name, actions=(done,), why="No tool required", asked=answer.asked)

    def _outline(self, situation: Situation) -> Proposal:
        parsed = outline(self.model, situation, view=self._view(situation))
        plan = parsed.value
        if plan is None and situation.stage == "plan":
            tool = situation.tools[0].name if situation.tools else ""
            plan = (Subtask(situation.instruction, tool),)
        return Proposal(self.name, plan=plan or (), why=parsed.unusable, asked=parsed.asked)

    def _verify(self, situation: Situation) -> Proposal:
        parsed = verify(self.model, situation)
        return Proposal(self.name, drop=parsed.value is False, asked=parsed.asked)

    def _finish(self, situation: Situation) -> Proposal:
        """End the run with the last result, or with the answer to a question."""
        instruction = situation.instruction.strip()
        is_question = instruction.endswith("?") or instruction.split(" ")[0].casefold() in _QUESTION_WORDS
        why = "every subtask is complete"
        if not is_question:
            last = situation.values[-1].text if situation.values else ""
            return Proposal(self.name, actions=(Done(last),), why=why)
        parsed = write_answer(self.model, situation, view=self._view(situation))
        return Proposal(self.name, actions=(Done(parsed.value or ""),), why=why, asked=parsed.asked)

    def _act(self, situation: Situation) -> Proposal:
        """Answer a subtask that needs no application, or use the next element for the subtask.

        The elements for a subtask are picked once and used in order.
        """
        subtask = situation.subtask or Subtask(situation.instruction)
        if not subtask.tool_required:
            parsed = write_answer(self.model, situation, view=self._view(situation))
            name = subtask.result or f"result {len(situation.completed) + 1}"
            value = Value(name, parsed.value or "")
            return Proposal(self.name, values=(value,), finished=True, asked=parsed.asked)
        dialog = situation.screen.shot.dialog
        last = situation.history[-1].outcome if situation.history else None
        if situation.picked and last and last.failed:
            return Proposal(self.name, why=last.message)
        if dialog is not None:
            return Proposal(self.name, why=f"a dialog: {dialog.message}")
        if not situation.picked:
            return self._pick(situation, subtask)
        element = refind(situation.picked[0], situation.screen)
        if element is None:
            return Proposal(self.name, why=f"{situation.picked[0].name!r} is not on the screen any more")
        return self._use(situation, element, rest=situation.picked[1:], asked=())

    def _pick(self, situation: Situation, subtask: Subtask) -> Proposal:
        parsed = pick(self.model, situation, view=self._view(situation))
        if parsed.value:
            first, *others = parsed.value
            rest = tuple(pick_of(element) for element in others)
            return self._use(situation, first, rest=rest, asked=parsed.asked)
        if situation.screen.shot.beyond.below and not _scrolled_without_new_nodes(situation):
            why = "what the subtask needs is not in view; more is below"
            return Proposal(self.name, actions=(Scroll("down"),), why=why, asked=parsed.asked)
        why = parsed.unusable or f"nothing on the screen fits {subtask.text!r}"
        return Proposal(
            self.name, why=why, asked=tuple(e for e in parsed.asked if not e.fault) or parsed.asked
        )

    def _use(
        self, situation: Situation, element: Element, *, rest: tuple[Pick, ...], asked: tuple[Exchange, ...]
    ) -> Proposal:
        """Propose the action for the kind of an element: select, type or click (LUCI, III-G)."""
        action: Action = Click(element)
        if options := _options(situation, element):
            chosen = choose_options(self.model, situation, element=element, options=options, earlier=asked)
            asked = chosen.asked
            action = Select(element, _selected(situation, element) + (chosen.value or options[:1]))
        elif kind_of(element) == "field" and element.has("editable"):
            text = write_text(
                self.model, situation, element=element, view=self._view(situation), earlier=asked
            )
            asked = text.asked
            action = Type(text.value or "", element)
        subtask = situation.subtask.text if situation.subtask else situation.instruction
        why = f"{subtask!r} needs {element.name or element.role!r}"
        return Proposal(self.name, actions=(action,), finished=not rest, picked=rest, why=why, asked=asked)


def _scrolled_without_new_nodes(situation: Situation) -> bool:
    """Check whether the last action was a scroll after which no nodes appeared."""
    last = situation.history[-1] if situation.history else None
    return last is not None and isinstance(last.action, Scroll) and not last.change.added


def _selected(situation: Situation, element: Element) -> tuple[str, ...]:
    """Return the selected options of a list with multiple selection, () for any other list."""
    if not element.has("multiselectable"):
        return ()
    nodes = situation.screen.shot.nodes
    return tuple(n.name for n in nodes if n.parent == element.index and n.has("selected"))


def _options(situation: Situation, element: Element) -> tuple[str, ...]:
    """Return the names of the options of a list, () for any other element."""
    if element.role not in LIST_ROLES or element.has("editable"):
        return ()
    nodes = situation.screen.shot.nodes
    return tuple(node.name for node in nodes if node.role == "option" and node.parent == element.index)
