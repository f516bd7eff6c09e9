"""Reads a script: lists, pipelines, commands, redirections."""

from __future__ import annotations

import re

from onscreen_practice.phone.shell.lexer import BREAKS, MAX_DEPTH, Lexer, SyntaxProblem
from onscreen_practice.phone.shell.syntax_tree import (
    Command,
    For,
    Group,
    If,
    Literal,
    Loop,
    Pipeline,
    Redirection,
    Script,
    Simple,
    Word,
)

_REDIRECTION = re.compile(r"(\d?)(&>|>>|>&|>\||<&|<<-?|>|<)")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_CLOSING = frozenset(("then", "elif", "else", "fi", "do", "done", "}"))


def parse(text: str) -> Script:
    """Read a script.

    Raises:
        SyntaxProblem: it is none.
    """
    lexer = Lexer(text, _script)
    found = _script(lexer)
    if not lexer.is_over:
        raise _unexpected(lexer)
    return found


def is_unfinished(text: str) -> bool:
    """Whether a script would go on: a quote, a list or a word in it is still open."""
    try:
        parse(text)
    except SyntaxProblem as problem:
        return str(problem).endswith(("'EOF'", "no closing quote", "unmatched '('"))
    return text.endswith("\\")


def _script(lexer: Lexer) -> Script:
    pipelines: list[Pipeline] = []
    joined = ";"
    while True:
        _skip_lines(lexer)
        if lexer.is_over or lexer.ahead(")") or _keyword(lexer) in _CLOSING:
            break
        pipelines.append(_pipeline(lexer, joined))
        lexer.skip_blanks()
        joined = next((sign for sign in ("&&", "||") if lexer.take(sign)), "")
        if not joined:
            joined = ";"
            if not any(lexer.take(sign) for sign in (";", "&", "\n")):
                break
    if joined != ";":
        raise _unexpected(lexer)
    return Script(tuple(pipelines))


def _pipeline(lexer: Lexer, joined: str) -> Pipeline:
    negated = _keyword(lexer) == "!"
    lexer.at += int(negated)
    commands = [_command(lexer)]
    lexer.skip_blanks()
    while lexer.ahead("|") and not lexer.ahead("||"):
        lexer.at += 1
        _skip_lines(lexer)
        commands.append(_command(lexer))
        lexer.skip_blanks()
    return Pipeline(tuple(commands), negated, joined)


def _command(lexer: Lexer) -> Command:
    lexer.skip_blanks()
    if lexer.take("("):
        return Group(_body(lexer, ")"), apart=True, redirections=_redirections(lexer))
    match _keyword(lexer):
        case "{":
            lexer.at += 1
            return Group(_body(lexer, "}"), apart=False, redirections=_redirections(lexer))
        case "if":
            return _choice(lexer)
        case "while" | "until" as word:
            lexer.at += 5
            condition = _body(lexer, "do")
            body = _body(lexer, "done")
            return Loop(condition, body, until=word == "until", redirections=_redirections(lexer))
        case "for":
            return _for(lexer)
    return _simple(lexer)


def _choice(lexer: Lexer) -> If:
    branches: list[tuple[Script, Script]] = []
    otherwise: Script | None = None
    lexer.at += 2
    while True:
        condition = _body(lexer, "then")
        branches.append((condition, _inner(lexer)))
        if _took(lexer, "elif"):
            continue
        if _took(lexer, "else"):
            otherwise = _inner(lexer)
        if not _took(lexer, "fi"):
            raise _unexpected(lexer)
        return If(tuple(branches), otherwise, redirections=_redirections(lexer))


def _for(lexer: Lexer) -> For:
    lexer.at += 3
    lexer.skip_blanks()
    name = lexer.word()
    if name is None or not isinstance(name.parts[0], Literal):
        raise _unexpected(lexer)
    words: list[Word] = []
    lexer.skip_blanks()
    if _took(lexer, "in"):
        lexer.skip_blanks()
        while (word := lexer.word()) is not None:
            words.append(word)
            lexer.skip_blanks()
    lexer.take(";")
    _skip_lines(lexer)
    if not _took(lexer, "do"):
        raise _unexpected(lexer)
    return For(name.parts[0].text, tuple(words), _body(lexer, "done"), redirections=_redirections(lexer))


def _simple(lexer: Lexer) -> Simple:
    assignments: list[tuple[str, Word]] = []
    words: list[Word] = []
    redirections: list[Redirection] = []
    while True:
        lexer.skip_blanks()
        redirection = _redirection(lexer)
        if redirection:
            redirections.append(redirection)
            continue
        assigned = None if words else _ASSIGNMENT.match(lexer.text, lexer.at)
        if assigned:
            lexer.at = assigned.end()
            assignments.append((assigned.group(1), lexer.word() or Word(())))
            continue
        word = lexer.word()
        if word is None:
            break
        words.append(word)
    if not (assignments or words or redirections):
        raise _unexpected(lexer)
    return Simple(tuple(assignments), tuple(words), tuple(redirections))


def _redirections(lexer: Lexer) -> tuple[Redirection, ...]:
    found: list[Redirection] = []
    while True:
        lexer.skip_blanks()
        redirection = _redirection(lexer)
        if redirection is None:
            return tuple(found)
        found.append(redirection)


def _redirection(lexer: Lexer) -> Redirection | None:
    match = _REDIRECTION.match(lexer.text, lexer.at)
    if match is None:
        return None
    lexer.at = match.end()
    lexer.skip_blanks()
    operator = match.group(2)
    descriptor = int(match.group(1) or ("0" if operator.startswith("<") else "1"))
    target = lexer.word()
    if target is None:
        raise _unexpected(lexer)
    if operator.startswith("<<"):
        return Redirection(descriptor, "<<", _document(lexer, target, strips=operator == "<<-"))
    return Redirection(descriptor, operator, target)


def _document(lexer: Lexer, target: Word, *, strips: bool) -> Word:
    """Cut the lines up to the word out of the text, and read them."""
    literals = [part for part in target.parts if isinstance(part, Literal)]
    name = "".join(part.text for part in literals)
    start = lexer.text.find("\n", lexer.at) + 1 or len(lexer.text)
    lines: list[str] = []
    end = start
    for line in lexer.text[start:].splitlines(keepends=True):
        end += len(line)
        shown = line.lstrip("\t") if strips else line
        if shown.rstrip("\n") == name:
            break
        lines.append(shown)
    lexer.text = lexer.text[:start] + lexer.text[end:]
    body = "".join(lines)
    if any(part.quoted for part in literals):
        return Word((Literal(body, quoted=True),))
    inner = Lexer(body.replace('"', '\\"') + '"', _script)
    return inner.within_quotes('"')


def _body(lexer: Lexer, end: str) -> Script:
    found = _inner(lexer)
    closed = lexer.take(end) if end == ")" else _took(lexer, end)
    if not closed:
        raise _unexpected(lexer)
    return found


def _inner(lexer: Lexer) -> Script:
    lexer.depth += 1
    if lexer.depth > MAX_DEPTH:
        raise SyntaxProblem(f"syntax error: more than {MAX_DEPTH} lists within each other")
    found = _script(lexer)
    lexer.depth -= 1
    return found


def _skip_lines(lexer: Lexer) -> None:
    lexer.skip_blanks()
    while lexer.take("\n"):
        lexer.skip_blanks()


def _keyword(lexer: Lexer) -> str:
    """Return the plain characters that come next, up to a sign that ends a word."""
    lexer.skip_blanks()
    end = lexer.at
    while end < len(lexer.text) and lexer.text[end] not in BREAKS:
        end += 1
    return lexer.text[lexer.at : end]


def _took(lexer: Lexer, word: str) -> bool:
    found = _keyword(lexer) == word
    lexer.at += len(word) if found else 0
    return found


def _unexpected(lexer: Lexer) -> SyntaxProblem:
    found = _keyword(lexer) or lexer.text[lexer.at : lexer.at + 1]
    shown = {"": "EOF", "\n": "newline"}.get(found, found)
    return SyntaxProblem(f"syntax error: unexpected '{shown}'")
