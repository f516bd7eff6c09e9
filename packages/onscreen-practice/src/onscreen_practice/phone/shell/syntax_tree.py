"""A script of the shell as it is written: words, commands, pipelines, lists."""

from __future__ import annotations

import msgspec


class Literal(msgspec.Struct, frozen=True, tag=True):
    """Characters that stand for themselves; quoted ones are never split and never match files."""

    text: str
    quoted: bool = False


class Variable(msgspec.Struct, frozen=True, tag=True):
    """A variable, with what stands in for it when it is not set."""

    name: str
    quoted: bool = False
    operator: str = ""
    instead: Word | None = None


class Substitution(msgspec.Struct, frozen=True, tag=True):
    """The output of a script."""

    script: Script
    quoted: bool = False


class Sum(msgspec.Struct, frozen=True, tag=True):
    """The value of an arithmetic expression."""

    expression: Word


Part = Literal | Variable | Substitution | Sum


class Word(msgspec.Struct, frozen=True):
    """One word: its parts, side by side."""

    parts: tuple[Part, ...]


class Redirection(msgspec.Struct, frozen=True):
    """Where a descriptor goes: a file to read, write or append to, or another descriptor."""

    descriptor: int
    operator: str
    target: Word


class Simple(msgspec.Struct, frozen=True, tag=True):
    """A command with its words; assignments stand before them."""

    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...] = ()


class Group(msgspec.Struct, frozen=True, tag=True):
    """A list in parentheses (with variables of its own) or in braces."""

    script: Script
    apart: bool
    redirections: tuple[Redirection, ...] = ()


class If(msgspec.Struct, frozen=True, tag=True):
    """A choice: conditions with what is done, and what is done otherwise."""

    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script | None
    redirections: tuple[Redirection, ...] = ()


class Loop(msgspec.Struct, frozen=True, tag=True):
    """A list repeated while a condition holds, or until it does."""

    condition: Script
    body: Script
    until: bool
    redirections: tuple[Redirection, ...] = ()


class For(msgspec.Struct, frozen=True, tag=True):
    """A list repeated for each of some words."""

    name: str
    words: tuple[Word, ...]
    body: Script
    redirections: tuple[Redirection, ...] = ()


Command = Simple | Group | If | Loop | For


class Pipeline(msgspec.Struct, frozen=True):
    """Commands, each reading what the one before it wrote; `joined` is what stands before: ; && or ||."""

    commands: tuple[Command, ...]
    negated: bool = False
    joined: str = ";"


class Script(msgspec.Struct, frozen=True):
    """Pipelines one after the other."""

    pipelines: tuple[Pipeline, ...]
