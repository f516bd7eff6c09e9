"""Programs of the suite `desktop`, for the creation of tasks with a single program."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import msgspec

from onscreen.types import Answered, Check, PageValue
from onscreen_practice.task_recipe import DONE, Move, TaskRecipe, finish_with, press

SAVE = press("Control+s")


class Program(msgspec.Struct, frozen=True):
    """A program: its start address, the executables that its tasks need, and its script and first moves.

    `first` are the initial moves of every task, such as those that unlock a file.
    """

    address: str
    executables: tuple[str, ...]
    script: str = ""
    first: tuple[Move, ...] = ()

    def task(
        self, instruction: str, check: Check, *, moves: Sequence[Move], near_miss: Sequence[Move], script: str
    ) -> TaskRecipe:
        """Create a task whose check reads what the program saved.

        `script` prepares the files after the script of the program.
        """
        return self._recipe(
            instruction, check, moves=(*moves, DONE), near_miss=(*near_miss, DONE), script=script
        )

    def question(
        self, instruction: str, answer: str, *, others: Sequence[str], script: str, moves: Sequence[Move] = ()
    ) -> TaskRecipe:
        """Create a task that asks for something the program shows after `moves`.

        `others` are wrong answers; the first one is the near miss.
        """
        return self._recipe(
            instruction,
            Answered(answer, others=tuple(others)),
            moves=(*moves, finish_with(answer)),
            near_miss=(*moves, finish_with(others[0])),
            script=script,
        )

    def _recipe(
        self,
        instruction: str,
        check: Check,
        *,
        moves: tuple[Move, ...],
        near_miss: tuple[Move, ...],
        script: str,
    ) -> TaskRecipe:
        return TaskRecipe(
            instruction,
            check,
            (*self.first, *moves),
            (*self.first, *near_miss),
            start_path=self.address,
            start_command="; ".join(filter(None, (self.script, script))),
            applications=self.executables,
        )


def output_is(command: str, expected: str, *, about: str) -> PageValue:
    """Return a check that a shell command prints this text; trailing line breaks are ignored."""
    condition = f'[ "$({command})" = {shlex.quote(expected)} ]'
    return PageValue(f"{condition} && echo true || echo false", equals="true", about=about)


def python_command(program: str, *arguments: str) -> str:
    """Return the shell command that runs a Python program with arguments."""
    return shlex.join(("python3", "-c", program, *arguments))


def write_text(name: str, text: str) -> str:
    """Return the shell command that writes a file, with a line break at its end."""
    return f"printf '%s\\n' {shlex.quote(text)} > {shlex.quote(name)}"
