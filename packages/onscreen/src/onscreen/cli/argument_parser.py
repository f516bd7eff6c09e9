"""Argument parser that suggests the closest valid option for a misspelled one."""

from __future__ import annotations

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from typing import NoReturn

from onscreen.types.errors import UsageError


class Parser(ArgumentParser):
    """An argument parser that raises usage errors instead of exiting."""

    def __init__(self, *, prog: str, description: str) -> None:
        """Create a parser that rejects abbreviated options.

        The meaning of an abbreviation could change when an option is added.
        """
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise a usage error that suggests the closest valid options.

        Raises:
            UsageError: always.
        """
        chosen = re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message)
        if chosen:
            invalid, valid = [chosen[1]], re.findall(r"[\w-]+", chosen[2])
        else:
            valid = re.findall(r"--([a-z][a-z-]*)", self.format_usage())
            invalid = re.findall(r"--([\w-]+)", message) if message.startswith("unrecognized") else []
        dashes = "" if chosen else "--"
        suggestions = [dashes + match for word in invalid for match in get_close_matches(word, valid, n=1)]
        hint = f"; did you mean {' '.join(suggestions)}?" if suggestions else ""
        raise UsageError(f"{message}{hint}; see {self.prog} --help")
