"""Templates of subtasks for the composition of tasks, and their file.

The fields are those of OmniBench (section 3.1). All texts are templates with placeholders such as {title}; a
literal brace is written twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from onscreen.routines.text_template import fill_template, placeholder_names
from onscreen.store.json_lines import read_json_lines, write_json_lines
from onscreen.types import Check, Start
from onscreen.types.errors import UsageError

NOTE = "note"
"""Resource type of a free text, such as a message, which any resource can fill."""
SUBTASKS_FILE = "subtasks.jsonl"
T = TypeVar("T")


class BadSubtask(UsageError):
    """Raised if a subtask template or its file cannot be used."""


class OutputResource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A resource that exists after a subtask, with the phrase that refers to it in instructions.

    `type` is its resource type; it can fill every input of the same type, and every note. `value` is a
    template over the parameters. If `values` is not empty, it maps each filled-in `value` to the actual
    value, which is known only from the screen and must not appear in the instruction.
    """

    name: str
    type: str
    phrase: str
    value: str
    values: Mapping[str, str] = {}


def fills(output: str, input_type: str) -> bool:
    """Check whether a resource of the type `output` can fill an input of another type."""
    return input_type in (output, NOTE)


class SubtaskTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subtask with parameters in one application, with its check and its trajectory.

    `instruction` is one sentence without its period. `inputs` maps parameters to the type of the resource
    that may fill them, which must exist before the subtask. `outputs` exist after the subtask. `candidates`
    maps parameters to the values that exist in the start state. `check` may contain the names of parameters
    and of outputs. `is_lasting` is False if the check holds only during the run, such as for looked-up
    information. `sets` is the name of what the subtask changes; subtasks with the same `sets` exclude each
    other. `start` is the required start. `trajectory` is the path of a recorded routine or episode.
    `person_steps` is the number of actions that a person needs. `device` is the name of the combined device
    on which the subtask runs, "" if there is only one device.
    """

    id: str
    instruction: str
    application: str
    check: Check
    platform: str = "web"
    parameters: tuple[str, ...] = ()
    inputs: Mapping[str, str] = {}
    outputs: tuple[OutputResource, ...] = ()
    candidates: Mapping[str, tuple[str, ...]] = {}
    is_lasting: bool = True
    sets: tuple[str, ...] = ()
    start: Start = Start()
    trajectory: str = ""
    person_steps: int = 1
    device: str = ""

    @property
    def address(self) -> str:
        """Start address of the subtask's device, "" for a device with a home screen."""
        if not self.device or self.device == self.start.device:
            return self.start.address
        return self.start.others.get(self.device, Start()).address

    def output(self, name: str) -> OutputResource:
        """Return the output resource with the given name.

        Raises:
            BadSubtask: there is no such output.
        """
        for output in self.outputs:
            if output.name == name:
                return output
        raise BadSubtask(f"subtask {self.id!r} has no output {name!r}; it has {self._output_names()}")

    def _output_names(self) -> str:
        return ", ".join(output.name for output in self.outputs) or "none"

    def output_value(self, name: str, values: Mapping[str, str]) -> str:
        """Compute the value of an output from the values of the parameters.

        Raises:
            BadSubtask: there is no such output, or its value is unknown for these parameters.
        """
        output = self.output(name)
        key = fill_template(output.value, values)
        if output.values and key not in output.values:
            raise BadSubtask(f"subtask {self.id!r} has no known {name!r} for {key!r}")
        return output.values.get(key, key)

    def filled_check(self, values: Mapping[str, str]) -> Check:
        """Return the check with the values of the parameters and of the resulting outputs filled in.

        Raises:
            BadSubtask: a value cannot be filled into a check, or the value of an output is unknown.
        """
        outputs = {output.name: self.output_value(output.name, values) for output in self.outputs}
        return fill_check(self.check, {**outputs, **values})


def fill_check(check: Check, values: Mapping[str, str]) -> Check:
    """Fill the placeholders in all texts of a check.

    Raises:
        BadSubtask: a value has a quotation mark, backslash or control character, which would change the
            meaning of an expression, or a placeholder has no value.
    """
    for name, value in values.items():
        if any(character in "\"'\\`" or not character.isprintable() for character in value):
            raise BadSubtask(
                f"the value {value!r} of {name!r} has a quotation mark, backslash or control character, "
                "which cannot be filled into a check"
            )
    try:
        filled = _fill(msgspec.to_builtins(check), values)
    except KeyError as error:
        raise BadSubtask(
            f"the check has the placeholder {error}, which is not a parameter or output"
        ) from error
    result: Check = msgspec.convert(filled, Check)
    return result


def _fill(data: object, values: Mapping[str, str]) -> object:
    """Fill the placeholders in all texts of nested lists and objects; keys and types stay."""
    if isinstance(data, str):
        return fill_template(data, values)
    if isinstance(data, list | tuple):
        return [_fill(each, values) for each in data]
    if isinstance(data, dict):
        return {key: _fill(each, values) for key, each in data.items()}
    return data


def validate_subtask(subtask: SubtaskTemplate) -> None:
    """Check that the fields of a subtask are consistent.

    Raises:
        BadSubtask: a placeholder is not a parameter, an input is not in the instruction, or a parameter has
            neither a candidate nor an input type.
    """
    parameters = set(subtask.parameters)
    where = f"subtask {subtask.id!r}"
    texts = (subtask.instruction, *subtask.sets, *(t for o in subtask.outputs for t in (o.phrase, o.value)))
    for text in texts:
        if unknown := set(placeholder_names(text)) - parameters:
            raise BadSubtask(f"{where}: {text!r} has the placeholders {sorted(unknown)}; add the parameters")
    if missing := parameters - set(placeholder_names(subtask.instruction)):
        raise BadSubtask(f"{where}: the instruction does not mention the parameters {sorted(missing)}")
    if unknown := {*subtask.inputs, *subtask.candidates} - parameters:
        raise BadSubtask(f"{where}: {sorted(unknown)} are not parameters; expected {sorted(parameters)}")
    if empty := {name for name in parameters if not subtask.candidates.get(name)} - set(subtask.inputs):
        raise BadSubtask(f"{where}: the parameters {sorted(empty)} have no candidate and no input type")


def read_subtasks(folder: Path) -> tuple[SubtaskTemplate, ...]:
    """Load the subtask templates in a folder.

    Raises:
        BadSubtask: the file or a line cannot be read, or two subtasks have the same id; states the line.
    """
    file = folder / SUBTASKS_FILE
    if not file.exists():
        raise BadSubtask(f"there is no file {file}; find subtasks with: onscreen discover APP --out {folder}")
    decoder = msgspec.json.Decoder(SubtaskTemplate)
    subtasks = tuple(read_json_lines(file, decoder, error_type=BadSubtask))
    if not subtasks:
        raise BadSubtask(f"{file} contains no subtask; expected one JSON object per line")
    found: set[str] = set()
    for subtask in subtasks:
        validate_subtask(subtask)
        if subtask.id in found:
            raise BadSubtask(f"{file} contains the subtask {subtask.id!r} twice; remove one of them")
        found.add(subtask.id)
    return subtasks


def write_subtasks(folder: Path, subtasks: tuple[SubtaskTemplate, ...]) -> None:
    """Write subtask templates to a folder.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    write_json_lines(folder / SUBTASKS_FILE, subtasks)
