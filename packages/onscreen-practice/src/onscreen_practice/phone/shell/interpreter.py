"""Runs a script: its pipelines, its commands, where their output goes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import (
    Call,
    Command,
    Environment,
    Exit,
    Input,
    Jump,
    Refused,
    Result,
    encoded,
    failed,
)
from onscreen_practice.phone.shell.lexer import SyntaxProblem
from onscreen_practice.phone.shell.machine import Machine
from onscreen_practice.phone.shell.output_channels import Channels, FileSink, Sink, nowhere
from onscreen_practice.phone.shell.script_parser import parse
from onscreen_practice.phone.shell.storage import IS_FOLDER, NO_ENTRY
from onscreen_practice.phone.shell.syntax_tree import Command as Written
from onscreen_practice.phone.shell.syntax_tree import (
    For,
    Group,
    If,
    Loop,
    Pipeline,
    Redirection,
    Script,
    Simple,
    Word,
)
from onscreen_practice.phone.shell.word_expansion import Expander

SHELL = "/system/bin/sh"
NOT_FOUND = 127
MAX_NESTING = 20
_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/", "/product/bin/")
_LEVEL = "SHLVL"


class Shell:
    """Runs scripts in one environment."""

    def __init__(
        self, machine: Machine, commands: Mapping[str, Command], *, environment: Environment | None = None
    ) -> None:
        self._machine = machine
        self._commands = commands
        self._environment = environment or Environment()

    @property
    def environment(self) -> Environment:
        """What the shell remembers."""
        return self._environment

    def run(self, text: str, channels: Channels) -> int:
        """Run a script and return its exit status; whatever goes wrong is told on its stderr."""
        try:
            return self._script(parse(text), channels)
        except Jump:
            return 0
        except SyntaxProblem as problem:
            channels.stderr(encoded(f"{SHELL}: {problem}\n"))
            return 1
        except Refused as refusal:
            channels.stderr(encoded(f"{refusal}\n"))
            return refusal.status
        except PhoneError as error:
            channels.stderr(encoded(f"{SHELL}: {error}\n"))
            return 1
        except Exit as end:
            self._environment.has_left = True
            return end.status

    def _script(self, script: Script, channels: Channels) -> int:
        for pipeline in script.pipelines:
            skipped = {"&&": bool(self._environment.status), "||": not self._environment.status}
            if skipped.get(pipeline.joined):
                continue
            status = self._pipeline(pipeline, channels)
            self._environment.status = int(not status) if pipeline.negated else status
        return self._environment.status

    def _pipeline(self, pipeline: Pipeline, channels: Channels) -> int:
        if len(pipeline.commands) == 1:
            return self._command(pipeline.commands[0], channels)
        stdin = channels.stdin
        for command in pipeline.commands[:-1]:
            held = io.BytesIO()
            self._apart(command, Channels(stdin, _into(held), channels.stderr))
            stdin = Input.of(held.getvalue())
        return self._apart(pipeline.commands[-1], msgspec.structs.replace(channels, stdin=stdin))

    def _apart(self, command: Written, channels: Channels) -> int:
        """Run a command in an environment of its own."""
        shell = Shell(self._machine, self._commands, environment=self._environment.copy())
        try:
            return shell._command(command, channels)
        except Jump:
            return 0
        except SyntaxProblem as problem:
            channels.stderr(encoded(f"{SHELL}: {problem}\n"))
            return 1
        except Exit as end:
            return end.status

    def _command(self, command: Written, channels: Channels) -> int:
        self._environment.budget.spend()
        files: list[FileSink] = []
        try:
            within = self._redirected(command.redirections, channels, files=files)
        except OSError as error:
            channels.stderr(encoded(f"{SHELL}: {error.strerror}\n"))
            return 1
        try:
            return self._bare(command, within)
        finally:
            for problem in [problem for sink in files if (problem := sink.write())]:
                channels.stderr(encoded(f"{SHELL}: write: {problem}\n"))

    def _bare(self, command: Written, channels: Channels) -> int:
        match command:
            case Simple():
                return self._simple(command, channels)
            case Group(script, apart):
                if not apart:
                    return self._script(script, channels)
                return self._apart(Group(script, apart=False), channels)
            case If(branches, otherwise):
                chosen = next(
                    (body for test, body in branches if not self._script(test, channels)), otherwise
                )
                self._environment.status = 0
                return self._script(chosen, channels) if chosen else 0
            case Loop():
                return self._loop(command, channels)
            case For(name, words, body):
                return self._for(name, words, body=body, channels=channels)

    def _loop(self, loop: Loop, channels: Channels) -> int:
        self._environment.status = 0
        while bool(self._script(loop.condition, channels)) == loop.until:
            if not self._goes_on_after(loop.body, channels):
                break
        return 0

    def _for(self, name: str, words: Sequence[Word], *, body: Script, channels: Channels) -> int:
        self._environment.status = 0
        for value in self._fields(words, channels):
            self._environment.variables[name] = value
            if not self._goes_on_after(body, channels):
                break
        return self._environment.status

    def _goes_on_after(self, body: Script, channels: Channels) -> bool:
        """Run the body of a loop once, and say whether the loop has another round."""
        self._environment.loops += 1
        try:
            self._script(body, channels)
        except Jump as jump:
            if jump.loops > 1:
                raise Jump(jump.loops - 1, goes_on=jump.goes_on) from jump
            return jump.goes_on
        finally:
            self._environment.loops -= 1
        return True

    def _simple(self, command: Simple, channels: Channels) -> int:
        expander = self._expander(channels)
        words = self._fields(command.words, channels)
        assigned = {name: expander.text(word) for name, word in command.assignments}
        if not words:
            self._environment.variables.update(assigned)
            return 0
        environment = self._environment
        before = dict(environment.variables)
        environment.variables.update(assigned)
        result = self._invoked(words, channels.stdin, stderr=channels.stderr)
        if assigned:
            environment.variables = before
        if result.stdout:
            channels.stdout(result.stdout)
        if result.stderr:
            channels.stderr(result.stderr)
        return result.status

    def _invoked(self, words: tuple[str, ...], stdin: Input, *, stderr: Sink) -> Result:
        name = words[0]
        for folder in _FOLDERS:
            name = name.removeprefix(folder) if name.startswith(folder) else name
        command = self._commands.get(name)
        if command is None:
            return failed(f"{SHELL}: {words[0]}: inaccessible or not found", NOT_FOUND)
        call = Call(
            name=name,
            arguments=words[1:],
            stdin=stdin,
            machine=self._machine,
            environment=self._environment,
            commands=frozenset(self._commands),
            interpret=lambda text, arguments: self._interpreted(text, arguments, stdin=stdin),
            invoke=lambda others, given: self._invoked(others, given, stderr=stderr),
        )
        try:
            return command(call)
        except Refused as error:
            return failed(str(error), error.status)
        except PhoneError as error:
            return failed(f"{name}: {error}", 1)
        except (ValueError, LookupError, OverflowError, RecursionError) as error:
            return failed(f"{name}: cannot take {' '.join(words[1:])!r}: {error}", 1)

    def _interpreted(self, text: str, arguments: tuple[str, ...], *, stdin: Input) -> Result:
        """Run a script within this one, in an environment of its own."""
        environment = self._environment.copy()
        level = int(environment.variables.get(_LEVEL, "1")) + 1
        if level > MAX_NESTING:
            return failed(f"{SHELL}: more than {MAX_NESTING} shells within each other", 1)
        environment.variables[_LEVEL] = str(level)
        environment.name, *others = arguments
        environment.arguments, environment.status = tuple(others), 0
        environment.loops = 0
        out, err = io.BytesIO(), io.BytesIO()
        shell = Shell(self._machine, self._commands, environment=environment)
        status = shell.run(text, Channels(stdin, _into(out), _into(err)))
        return Result(out.getvalue(), err.getvalue(), status)

    def _fields(self, words: Sequence[Word], channels: Channels) -> tuple[str, ...]:
        expander = self._expander(channels)
        return tuple(field for word in words for field in expander.fields(word))

    def _expander(self, channels: Channels) -> Expander:
        def run(script: Script) -> bytes:
            held = io.BytesIO()
            within = msgspec.structs.replace(channels, stdout=_into(held))
            self._environment.status = self._apart(Group(script, apart=False), within)
            return held.getvalue()

        return Expander(self._environment, self._machine.storage, run=run)

    def _redirected(
        self, redirections: Sequence[Redirection], channels: Channels, *, files: list[FileSink]
    ) -> Channels:
        expander = self._expander(channels)
        stdin, sinks = channels.stdin, {1: channels.stdout, 2: channels.stderr}
        for each in redirections:
            target = expander.text(each.target)
            if each.operator == "<<":
                stdin = Input.of(encoded(target))
            elif each.operator in {"<", "<&"}:
                stdin = self._opened(target) if each.operator == "<" else stdin
            elif each.operator == ">&" and target in {"1", "2"}:
                sinks[each.descriptor] = sinks[int(target)]
            else:
                sink = self._sink(target, adds=each.operator == ">>", sinks=sinks, files=files)
                both = each.operator in {"&>", ">&"}
                sinks.update({1: sink, 2: sink} if both else {each.descriptor: sink})
        return Channels(stdin, sinks[1], sinks[2])

    def _opened(self, target: str) -> Input:
        if target == "/dev/null":
            return Input()
        data = self._machine.storage.read(self._environment.path(target))
        if data is None:
            raise OSError(2, f"can't open {target}: {NO_ENTRY}")
        return Input.of(data)

    def _sink(self, target: str, *, adds: bool, sinks: Mapping[int, Sink], files: list[FileSink]) -> Sink:
        special = {
            "/dev/null": nowhere,
            "/dev/stdout": sinks[1],
            "/dev/tty": sinks[1],
            "/dev/stderr": sinks[2],
        }
        if target in special:
            return special[target]
        storage, path = self._machine.storage, self._environment.path(target)
        begun = (storage.read(path) or b"") if adds else b""
        found = storage.stat(path)
        problem = (
            IS_FOLDER if found and found.is_folder else "" if adds and found else storage.write(path, b"")
        )
        if problem:
            raise OSError(1, f"can't create {target}: {problem}")
        sink = FileSink(storage, path, begun=begun)
        files.append(sink)
        return sink


def _into(held: io.BytesIO) -> Sink:
    def write(data: bytes) -> None:
        held.write(data)

    return write
