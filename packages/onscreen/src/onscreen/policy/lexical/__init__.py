"""Baseline policy of hand-written rules, without model weights or network access.

The rules split an instruction into clauses and match their words with the elements on the screen. The policy
types only text that the instruction contains, that the screen shows, or that is the result of an arithmetic
expression.
"""

from onscreen.policy.lexical.lexical_policy import LexicalPolicy, lexical

__all__ = ["LexicalPolicy", "lexical"]
