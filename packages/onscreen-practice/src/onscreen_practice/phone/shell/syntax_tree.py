"""Syntax tree of a shell script: words, commands, pipelines and lists."""

from __future__ import annotations

import msgspec


class Literal(msgspec.Struct, frozen=True, tag=True):
    """Literal characters; quoted ones are neither split nor expanded as patterns."""

    text: str
    quoted: bool = False


class Variable(msgspec.Struct, frozen=True, tag=True):
    """A parameter expansion such as ${name:-operand}."""

    name: str
    quoted: bool = False
    operator: str = ""
    operand: Word | None = None


class Substitution(msgspec.Struct, frozen=True, tag=True):
    """A command substitution: the output of a script."""

    script: Script
    quoted: bool = False


class Arithmetic(msgspec.Struct, frozen=True, tag=True):
    """An arithmetic expansion: the value of an expression."""

    expression: Word


Part = Literal | Variable | Substitution | Arithmetic


class Word(msgspec.Struct, frozen=True):
    """A word, the concatenation of its parts."""

    parts: tuple[Part, ...]


class Redirection(msgspec.Struct, frozen=True):
    """A redirection of a descriptor to a file or to another descriptor."""

    descriptor: int
    operator: str
    target: Word


class SimpleCommand(msgspec.Struct, frozen=True, tag=True):
    """A command's words, with the assignments before them."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


class Group(msgspec.Struct, frozen=True, tag=True):
    """A list in parentheses (a subshell) or in braces."""

    script: Script
    subshell: bool
    redirections: tuple[Redirection, ...] = ()


class If(msgspec.Struct, frozen=True, tag=True):
    """A conditional: pairs of condition and body, and an optional else body."""

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
    """Commands connected by pipes; `operator` before it is ";", "&&" or "||".

    A background pipeline is followed by "&".
    """

    commands: tuple[Command, ...]
    negated: bool = False
    operator: str = ";"
    background: bool = False


class Script(msgspec.Struct, frozen=True):
    """A sequence of pipelines."""

    pipelines: tuple[Pipeline, ...]
