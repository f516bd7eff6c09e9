"""Interpreter for shell scripts with pipelines, control flow and redirections."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import msgspec

from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Environment,
    Input,
    LoopControl,
    Result,
    ShellExit,
    encode_text,
    error_output,
)
from onscreen_practice.phone.shell.file_system import IS_FOLDER, NO_ENTRY
from onscreen_practice.phone.shell.lexer import ShellSyntaxError
from onscreen_practice.phone.shell.output_channels import Channels, FileSink, Sink, discard
from onscreen_practice.phone.shell.script_parser import parse_script
from onscreen_practice.phone.shell.simulated_system import Machine
from onscreen_practice.phone.shell.syntax_tree import Command as CommandNode
from onscreen_practice.phone.shell.syntax_tree import (
    For,
    Group,
    If,
    Loop,
    Pipeline,
    Redirection,
    Script,
    SimpleCommand,
    Word,
)
from onscreen_practice.phone.shell.word_expansion import Expander

SHELL = "/system/bin/sh"
EXIT_NOT_FOUND = 127
MAX_SHELL_DEPTH = 20
_COMMAND_FOLDERS = ("/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/", "/product/bin/")
_DEPTH_VARIABLE = "SHLVL"


class Shell:
    """Interpreter that runs shell scripts in one environment."""

    def __init__(
        self, machine: Machine, commands: Mapping[str, Command], *, environment: Environment | None = None
    ) -> None:
        self._machine = machine
        self._commands = commands
        self._environment = environment or Environment(is_root=machine.is_adb_root)

    @property
    def environment(self) -> Environment:
        """Variables, working directory and other state of the shell."""
        return self._environment

    def run(self, text: str, channels: Channels) -> int:
        """Run a script and return its exit status, writing errors to the script's stderr."""
        try:
            return self._run_script(parse_script(text), channels)
        except LoopControl:
            return 0
        except ShellSyntaxError as problem:
            channels.stderr(encode_text(f"{SHELL}: {problem}\n"))
            return 1
        except CommandError as error:
            channels.stderr(encode_text(f"{error}\n"))
            return error.status
        except PhoneError as error:
            channels.stderr(encode_text(f"{SHELL}: {error}\n"))
            return 1
        except ShellExit as shell_exit:
            self._environment.has_exited = True
            return shell_exit.status

    def _run_script(self, script: Script, channels: Channels) -> int:
        for pipeline in script.pipelines:
            skip = {"&&": bool(self._environment.status), "||": not self._environment.status}
            if skip.get(pipeline.operator):
                continue
            detached = msgspec.structs.replace(channels, stdin=Input()) if pipeline.background else channels
            status = self._run_pipeline(pipeline, detached)
            self._environment.status = int(not status) if pipeline.negated else status
        return self._environment.status

    def _run_pipeline(self, pipeline: Pipeline, channels: Channels) -> int:
        if len(pipeline.commands) == 1:
            return self._run_command(pipeline.commands[0], channels)
        stdin = channels.stdin
        for command in pipeline.commands[:-1]:
            buffer = io.BytesIO()
            self._run_in_subshell(command, Channels(stdin, _buffer_sink(buffer), channels.stderr))
            stdin = Input.from_bytes(buffer.getvalue())
        return self._run_in_subshell(pipeline.commands[-1], msgspec.structs.replace(channels, stdin=stdin))

    def _run_in_subshell(self, command: CommandNode, channels: Channels) -> int:
        """Run a command in a copy of the environment."""
        shell = Shell(self._machine, self._commands, environment=self._environment.copy())
        try:
            return shell._run_command(command, channels)
        except LoopControl:
            return 0
        except ShellSyntaxError as problem:
            channels.stderr(encode_text(f"{SHELL}: {problem}\n"))
            return 1
        except ShellExit as shell_exit:
            return shell_exit.status

    def _run_command(self, command: CommandNode, channels: Channels) -> int:
        self._environment.budget.spend()
        files: list[FileSink] = []
        try:
            redirected = self._redirect(command.redirections, channels, files=files)
        except OSError as error:
            channels.stderr(encode_text(f"{SHELL}: {error.strerror}\n"))
            return 1
        try:
            return self._run_node(command, redirected)
        finally:
            for problem in [problem for sink in files if (problem := sink.write())]:
                channels.stderr(encode_text(f"{SHELL}: write: {problem}\n"))

    def _run_node(self, command: CommandNode, channels: Channels) -> int:
        match command:
            case SimpleCommand():
                return self._run_simple_command(command, channels)
            case Group(script, apart):
                if not apart:
                    return self._run_script(script, channels)
                return self._run_in_subshell(Group(script, subshell=False), channels)
            case If(branches, otherwise):
                selected_body = next(
                    (body for condition, body in branches if not self._run_script(condition, channels)),
                    otherwise,
                )
                self._environment.status = 0
                return self._run_script(selected_body, channels) if selected_body else 0
            case Loop():
                return self._run_loop(command, channels)
            case For(name, words, body):
                return self._run_for(name, words, body=body, channels=channels)

    def _run_loop(self, loop: Loop, channels: Channels) -> int:
        self._environment.status = 0
        while bool(self._run_script(loop.condition, channels)) == loop.until:
            if not self._run_loop_body(loop.body, channels):
                break
        return 0

    def _run_for(self, name: str, words: Sequence[Word], *, body: Script, channels: Channels) -> int:
        self._environment.status = 0
        for value in self._expand_words(words, channels):
            self._environment.variables[name] = value
            if not self._run_loop_body(body, channels):
                break
        return self._environment.status

    def _run_loop_body(self, body: Script, channels: Channels) -> bool:
        """Run a loop's body once and return whether the loop continues."""
        self._environment.loop_depth += 1
        try:
            self._run_script(body, channels)
        except LoopControl as control:
            if control.loops > 1:
                raise LoopControl(control.loops - 1, is_continue=control.is_continue) from control
            return control.is_continue
        finally:
            self._environment.loop_depth -= 1
        return True

    def _run_simple_command(self, command: SimpleCommand, channels: Channels) -> int:
        expander = self._make_expander(channels)
        words = self._expand_words(command.words, channels)
        assignments = {name: expander.text(word) for name, word in command.assignments}
        if not words:
            self._environment.variables.update(assignments)
            return 0
        environment = self._environment
        saved_variables = dict(environment.variables)
        environment.variables.update(assignments)
        result = self._invoke(words, channels.stdin, stdout=channels.stdout)
        if assignments:
            environment.variables = saved_variables
        if result.stdout:
            channels.stdout(result.stdout)
        if result.stderr:
            channels.stderr(result.stderr)
        return result.status

    def _invoke(self, words: tuple[str, ...], stdin: Input, *, stdout: Sink) -> Result:
        name = words[0]
        for folder in _COMMAND_FOLDERS:
            name = name.removeprefix(folder) if name.startswith(folder) else name
        command = self._commands.get(name)
        if command is None:
            return error_output(f"{SHELL}: {words[0]}: inaccessible or not found", EXIT_NOT_FOUND)
        call = Call(
            name=name,
            arguments=words[1:],
            stdin=stdin,
            machine=self._machine,
            environment=self._environment,
            commands=frozenset(self._commands),
            interpret=lambda text, arguments: self._interpret(text, arguments, stdin=stdin),
            invoke=lambda others, piped: self._invoke(others, piped, stdout=stdout),
            write=stdout,
        )
        try:
            return command(call)
        except CommandError as error:
            return error_output(str(error), error.status)
        except PhoneError as error:
            return error_output(f"{name}: {error}", 1)
        except (ValueError, LookupError, OverflowError, RecursionError) as error:
            return error_output(f"{name}: invalid arguments {' '.join(words[1:])!r}: {error}", 1)

    def _interpret(self, text: str, arguments: tuple[str, ...], *, stdin: Input) -> Result:
        """Run a nested script in a copy of the environment."""
        environment = self._environment.copy()
        depth = int(environment.variables.get(_DEPTH_VARIABLE, "1")) + 1
        if depth > MAX_SHELL_DEPTH:
            return error_output(f"{SHELL}: more than {MAX_SHELL_DEPTH} nested shells", 1)
        environment.variables[_DEPTH_VARIABLE] = str(depth)
        environment.name, *positional = arguments
        environment.arguments, environment.status = tuple(positional), 0
        environment.loop_depth = 0
        out, err = io.BytesIO(), io.BytesIO()
        shell = Shell(self._machine, self._commands, environment=environment)
        status = shell.run(text, Channels(stdin, _buffer_sink(out), _buffer_sink(err)))
        return Result(out.getvalue(), err.getvalue(), status)

    def _expand_words(self, words: Sequence[Word], channels: Channels) -> tuple[str, ...]:
        expander = self._make_expander(channels)
        return tuple(field for word in words for field in expander.fields(word))

    def _make_expander(self, channels: Channels) -> Expander:
        def run(script: Script) -> bytes:
            buffer = io.BytesIO()
            captured = msgspec.structs.replace(channels, stdout=_buffer_sink(buffer))
            self._environment.status = self._run_in_subshell(Group(script, subshell=False), captured)
            return buffer.getvalue()

        return Expander(self._environment, self._machine.storage, run_script=run)

    def _redirect(
        self, redirections: Sequence[Redirection], channels: Channels, *, files: list[FileSink]
    ) -> Channels:
        expander = self._make_expander(channels)
        stdin, sinks = channels.stdin, {1: channels.stdout, 2: channels.stderr}
        for each in redirections:
            target = expander.text(each.target)
            if each.operator == "<<":
                stdin = Input.from_bytes(encode_text(target))
            elif each.operator in {"<", "<&"}:
                stdin = self._open_input(target) if each.operator == "<" else stdin
            elif each.operator == ">&" and target in {"1", "2"}:
                sinks[each.descriptor] = sinks[int(target)]
            else:
                sink = self._open_sink(target, append=each.operator == ">>", sinks=sinks, files=files)
                both = each.operator in {"&>", ">&"}
                sinks.update({1: sink, 2: sink} if both else {each.descriptor: sink})
        return Channels(stdin, sinks[1], sinks[2])

    def _open_input(self, target: str) -> Input:
        if target == "/dev/null":
            return Input()
        data = self._machine.storage.read(self._environment.path(target))
        if data is None:
            raise OSError(2, f"can't open {target}: {NO_ENTRY}")
        return Input.from_bytes(data)

    def _open_sink(
        self, target: str, *, append: bool, sinks: Mapping[int, Sink], files: list[FileSink]
    ) -> Sink:
        special = {
            "/dev/null": discard,
            "/dev/stdout": sinks[1],
            "/dev/tty": sinks[1],
            "/dev/stderr": sinks[2],
        }
        if target in special:
            return special[target]
        storage, path = self._machine.storage, self._environment.path(target)
        prefix = (storage.read(path) or b"") if append else b""
        entry = storage.stat(path)
        problem = (
            IS_FOLDER if entry and entry.is_folder else "" if append and entry else storage.write(path, b"")
        )
        if problem:
            raise OSError(1, f"can't create {target}: {problem}")
        sink = FileSink(storage, path, prefix=prefix)
        files.append(sink)
        return sink


def _buffer_sink(buffer: io.BytesIO) -> Sink:
    def write(data: bytes) -> None:
        buffer.write(data)

    return write
