"""Syntax tree of a shell script, with nodes for words, commands, pipelines and lists."""

from __future__ import annotations

import msgspec


class Literal(msgspec.Struct, frozen=True, tag=True):
    """Literal text in a shell word.

    Quoted text is neither split into fields nor expanded as a file name pattern.
    """

    text: str
    quoted: bool = False


class Variable(msgspec.Struct, frozen=True, tag=True):
    """A parameter expansion such as `${name:-operand}`."""

    name: str
    quoted: bool = False
    operator: str = ""
    operand: Word | None = None


class Substitution(msgspec.Struct, frozen=True, tag=True):
    """A command substitution such as `$(command)`."""

    script: Script
    quoted: bool = False


class Arithmetic(msgspec.Struct, frozen=True, tag=True):
    """An arithmetic expansion such as `$((1 + 2))`."""

    expression: Word


Part = Literal | Variable | Substitution | Arithmetic


class Word(msgspec.Struct, frozen=True):
    """A shell word, which consists of literal text and expansions."""

    parts: tuple[Part, ...]


class Redirection(msgspec.Struct, frozen=True):
    """Redirection of a file descriptor to a file or to another descriptor."""

    descriptor: int
    operator: str
    target: Word


class SimpleCommand(msgspec.Struct, frozen=True, tag=True):
    """A command with its arguments, variable assignments and redirections."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


class Group(msgspec.Struct, frozen=True, tag=True):
    """A list of commands in braces, or in parentheses to run in a subshell."""

    script: Script
    subshell: bool
    redirections: tuple[Redirection, ...] = ()


class If(msgspec.Struct, frozen=True, tag=True):
    """An if statement with its branches and an optional else body.

    `branches` are pairs of condition and body.
    """

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirections: tuple[Redirection, ...] = ()


class Loop(msgspec.Struct, frozen=True, tag=True):
    """A while or until loop."""

    condition: Script
    body: Script
    until: bool
    redirections: tuple[Redirection, ...] = ()


class For(msgspec.Struct, frozen=True, tag=True):
    """A for loop over words."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirections: tuple[Redirection, ...] = ()


Command = SimpleCommand | Group | If | Loop | For


class Pipeline(msgspec.Struct, frozen=True):
    """A sequence of commands connected by pipes.

    `operator` is ";", "&&" or "||" and precedes the pipeline.

    A background pipeline is followed by "&".
    """

    commands: tuple[Command, ...]
    negated: bool = False
    operator: str = ";"
    background: bool = False


class Script(msgspec.Struct, frozen=True):
    """A sequence of pipelines."""

    pipelines: tuple[Pipeline, ...]
