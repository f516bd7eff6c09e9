"""The embedded brain: rules and near names, no weights, no network.

It reads the data behind a prompt (`Prompt.about`), splits an instruction into clauses, and matches their
words with what is on the screen. It writes nothing of its own: the words it types stand in the
instruction or on the screen.
"""

from onscreen.policy.lexical.lexical_policy import Lexical, lexical

__all__ = ["Lexical", "lexical"]
