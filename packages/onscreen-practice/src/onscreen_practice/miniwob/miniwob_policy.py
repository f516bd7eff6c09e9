"""Policy for instructions with phrasings that occur only in MiniWoB++.

It is placed before the general rules. `--model miniwob-rules+lexical` uses this policy and `--model lexical`
does not, so that the success rate of the general rules can be reported separately. The policy abstains from
instructions without these phrasings.
"""

from __future__ import annotations

import msgspec

from onscreen.policy.lexical import LexicalPolicy
from onscreen.policy.lexical.clause import Clause, parse_clause
from onscreen.policy.lexical.clause_expansion import expand_clause, parse_clauses
from onscreen.policy.lexical.instruction_plan import as_subtasks, plan_clauses
from onscreen.types import Proposal, Situation, Subtask
from onscreen_practice.miniwob.miniwob_rules import expand_wording, find_rule

NAME = "miniwob-rules"


class MiniwobPolicy(msgspec.Struct, frozen=True):
    """Stateless policy that plans and executes instructions with MiniWoB++ phrasings."""

    name: str = NAME
    min_confidence: float = 0.0

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose a plan or the next action for an instruction with MiniWoB++ phrasings.

        Returns None for plans of other policies and for other instructions.
        """
        if situation.stage == "plan":
            return _plan(situation)
        if situation.planner != self.name:
            return None
        proposal = _act(situation) or LexicalPolicy()(situation)
        return msgspec.structs.replace(proposal, proposer=self.name) if proposal else None


def miniwob_rules(_rest: str) -> MiniwobPolicy:
    """Create the policy `miniwob-rules`.

    The text after the colon in the policy's name is ignored.
    """
    return MiniwobPolicy()


def _plan(situation: Situation) -> Proposal | None:
    """Plan an instruction in which at least one clause has a MiniWoB++ phrasing.

    Returns None for any other instruction.
    """
    if not any(_is_special(clause) for clause in parse_clauses(situation)):
        return None
    return Proposal(NAME, plan=plan_clauses(situation, _plan_clause))


def _is_special(clause: Clause) -> bool:
    return bool(expand_wording(clause)) or find_rule(clause) is not None


def _plan_clause(clause: Clause, situation: Situation) -> tuple[Subtask, ...]:
    return as_subtasks(_expand(clause), situation.tools)


def _expand(clause: Clause) -> tuple[str, ...]:
    """Split a clause into the texts of its subtasks; a clause with its own rule is not split."""
    if texts := expand_wording(clause):
        return texts
    return (clause.text,) if find_rule(clause) else expand_clause(clause)


def _act(situation: Situation) -> Proposal | None:
    """Propose the action of a subtask with a MiniWoB++ phrasing.

    Returns None for any other subtask.
    """
    subtask = situation.subtask
    if situation.stage != "act" or subtask is None or subtask.kind != "instruction":
        return None
    clause = parse_clause(subtask.text)
    rule = find_rule(clause)
    return rule(clause, situation) if rule else None
