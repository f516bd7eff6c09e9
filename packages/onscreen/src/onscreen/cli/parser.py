"""The parser of a command's options, which offers the nearest to one that there is not."""

from __future__ import annotations

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from typing import NoReturn

from onscreen.types.errors import UsageError


class Parser(ArgumentParser):
    """An argument parser whose errors are usage errors, told in one line."""

    def __init__(self, *, prog: str, description: str) -> None:
        """Take no abbreviations: they would change their meaning when an option is added."""
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the arguments.

        Raises:
            UsageError: always.
        """
        chosen = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        if chosen:
            wrong, there = [chosen[1]], re.findall(r"[\w-]+", chosen[2])
        else:
            there = re.findall(r"--[a-z][a-z-]*", self.format_usage())
            wrong = re.findall(r"--[\w-]+", message) if message.startswith("unrecognized") else []
        near = [match for word in wrong for match in get_close_matches(word, there, n=1)]
        hint = f"; did you mean {' '.join(near)}?" if near else ""
        raise UsageError(f"{message}{hint}; {self.prog} --help tells what there is")
