"""Parser for shell scripts: lists, pipelines, commands and redirections."""

from __future__ import annotations

import re

import msgspec

from onscreen_practice.phone.shell.lexer import MAX_DEPTH, WORD_BREAKS, Lexer, ShellSyntaxError
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
    SimpleCommand,
    Word,
)

_REDIRECTION = re.compile(r"(\d?)(&>|>>|>&|>\||<&|<<-?|>|<)")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_CLOSING_WORDS = frozenset(("then", "elif", "else", "fi", "do", "done", "}"))


def parse_script(text: str) -> Script:
    """Parse a shell script.

    Raises:
        ShellSyntaxError: the script has a syntax error.
    """
    lexer = Lexer(text, _parse_list)
    script = _parse_list(lexer)
    if not lexer.is_at_end:
        raise _unexpected_token(lexer)
    return script


def is_incomplete(text: str) -> bool:
    """Return True if a script ends inside a quote, compound command or continued line."""
    try:
        parse_script(text)
    except ShellSyntaxError as problem:
        return str(problem).endswith(("'EOF'", "no closing quote", "unmatched '('"))
    return text.endswith("\\")


def _parse_list(lexer: Lexer) -> Script:
    pipelines: list[Pipeline] = []
    operator = ";"
    while True:
        _skip_newlines(lexer)
        if lexer.is_at_end or lexer.starts_with(")") or _peek_word(lexer) in _CLOSING_WORDS:
            break
        pipelines.append(_parse_pipeline(lexer, operator))
        lexer.skip_blanks()
        operator = next((sign for sign in ("&&", "||") if lexer.accept(sign)), "")
        if not operator:
            operator = ";"
            separator = next((sign for sign in (";", "&", "\n") if lexer.accept(sign)), "")
            if separator == "&":
                pipelines[-1] = msgspec.structs.replace(pipelines[-1], background=True)
            if not separator:
                break
    if operator != ";":
        raise _unexpected_token(lexer)
    return Script(tuple(pipelines))


def _parse_pipeline(lexer: Lexer, operator: str) -> Pipeline:
    negated = _peek_word(lexer) == "!"
    lexer.position += int(negated)
    commands = [_parse_command(lexer)]
    lexer.skip_blanks()
    while lexer.starts_with("|") and not lexer.starts_with("||"):
        lexer.position += 1
        _skip_newlines(lexer)
        commands.append(_parse_command(lexer))
        lexer.skip_blanks()
    return Pipeline(tuple(commands), negated, operator)


def _parse_command(lexer: Lexer) -> Command:
    lexer.skip_blanks()
    if lexer.accept("("):
        return Group(_parse_body(lexer, ")"), subshell=True, redirections=_parse_redirections(lexer))
    match _peek_word(lexer):
        case "{":
            lexer.position += 1
            return Group(_parse_body(lexer, "}"), subshell=False, redirections=_parse_redirections(lexer))
        case "if":
            return _parse_if(lexer)
        case "while" | "until" as word:
            lexer.position += 5
            condition = _parse_body(lexer, "do")
            body = _parse_body(lexer, "done")
            return Loop(condition, body, until=word == "until", redirections=_parse_redirections(lexer))
        case "for":
            return _parse_for(lexer)
    return _parse_simple_command(lexer)


def _parse_if(lexer: Lexer) -> If:
    branches: list[tuple[Script, Script]] = []
    otherwise: Script | None = None
    lexer.position += 2
    while True:
        condition = _parse_body(lexer, "then")
        branches.append((condition, _parse_nested_list(lexer)))
        if _accept_word(lexer, "elif"):
            continue
        if _accept_word(lexer, "else"):
            otherwise = _parse_nested_list(lexer)
        if not _accept_word(lexer, "fi"):
            raise _unexpected_token(lexer)
        return If(tuple(branches), otherwise, redirections=_parse_redirections(lexer))


def _parse_for(lexer: Lexer) -> For:
    lexer.position += 3
    lexer.skip_blanks()
    name = lexer.read_word()
    if name is None or not isinstance(name.parts[0], Literal):
        raise _unexpected_token(lexer)
    words: list[Word] = []
    lexer.skip_blanks()
    if _accept_word(lexer, "in"):
        lexer.skip_blanks()
        while (word := lexer.read_word()) is not None:
            words.append(word)
            lexer.skip_blanks()
    lexer.accept(";")
    _skip_newlines(lexer)
    if not _accept_word(lexer, "do"):
        raise _unexpected_token(lexer)
    return For(
        name.parts[0].text, tuple(words), _parse_body(lexer, "done"), redirections=_parse_redirections(lexer)
    )


def _parse_simple_command(lexer: Lexer) -> SimpleCommand:
    assignments: list[tuple[str, Word]] = []
    words: list[Word] = []
    redirections: list[Redirection] = []
    while True:
        lexer.skip_blanks()
        redirection = _parse_redirection(lexer)
        if redirection:
            redirections.append(redirection)
            continue
        assigned = None if words else _ASSIGNMENT.match(lexer.text, lexer.position)
        if assigned:
            lexer.position = assigned.end()
            assignments.append((assigned.group(1), lexer.read_word() or Word(())))
            continue
        word = lexer.read_word()
        if word is None:
            break
        words.append(word)
    if not (assignments or words or redirections):
        raise _unexpected_token(lexer)
    return SimpleCommand(tuple(assignments), tuple(words), tuple(redirections))


def _parse_redirections(lexer: Lexer) -> tuple[Redirection, ...]:
    redirections: list[Redirection] = []
    while True:
        lexer.skip_blanks()
        redirection = _parse_redirection(lexer)
        if redirection is None:
            return tuple(redirections)
        redirections.append(redirection)


def _parse_redirection(lexer: Lexer) -> Redirection | None:
    match = _REDIRECTION.match(lexer.text, lexer.position)
    if match is None:
        return None
    lexer.position = match.end()
    lexer.skip_blanks()
    operator = match.group(2)
    descriptor = int(match.group(1) or ("0" if operator.startswith("<") else "1"))
    target = lexer.read_word()
    if target is None:
        raise _unexpected_token(lexer)
    if operator.startswith("<<"):
        return Redirection(descriptor, "<<", _read_here_document(lexer, target, strip_tabs=operator == "<<-"))
    return Redirection(descriptor, operator, target)


def _read_here_document(lexer: Lexer, target: Word, *, strip_tabs: bool) -> Word:
    """Cut a here-document out of the text and return its content as a word."""
    literals = [part for part in target.parts if isinstance(part, Literal)]
    delimiter = "".join(part.text for part in literals)
    start = lexer.text.find("\n", lexer.position) + 1 or len(lexer.text)
    lines: list[str] = []
    end = start
    for line in lexer.text[start:].splitlines(keepends=True):
        end += len(line)
        content = line.lstrip("\t") if strip_tabs else line
        if content.rstrip("\n") == delimiter:
            break
        lines.append(content)
    lexer.text = lexer.text[:start] + lexer.text[end:]
    body = "".join(lines)
    if any(part.quoted for part in literals):
        return Word((Literal(body, quoted=True),))
    inner = Lexer(body.replace('"', '\\"') + '"', _parse_list)
    return inner.read_quoted('"')


def _parse_body(lexer: Lexer, end: str) -> Script:
    body = _parse_nested_list(lexer)
    closed = lexer.accept(end) if end == ")" else _accept_word(lexer, end)
    if not closed:
        raise _unexpected_token(lexer)
    return body


def _parse_nested_list(lexer: Lexer) -> Script:
    lexer.depth += 1
    if lexer.depth > MAX_DEPTH:
        raise ShellSyntaxError(f"syntax error: more than {MAX_DEPTH} nested lists")
    script = _parse_list(lexer)
    lexer.depth -= 1
    return script


def _skip_newlines(lexer: Lexer) -> None:
    lexer.skip_blanks()
    while lexer.accept("\n"):
        lexer.skip_blanks()


def _peek_word(lexer: Lexer) -> str:
    """Return the characters up to the next word break without consuming them."""
    lexer.skip_blanks()
    end = lexer.position
    while end < len(lexer.text) and lexer.text[end] not in WORD_BREAKS:
        end += 1
    return lexer.text[lexer.position : end]


def _accept_word(lexer: Lexer, word: str) -> bool:
    accepted = _peek_word(lexer) == word
    lexer.position += len(word) if accepted else 0
    return accepted


def _unexpected_token(lexer: Lexer) -> ShellSyntaxError:
    token = _peek_word(lexer) or lexer.text[lexer.position : lexer.position + 1]
    shown = {"": "EOF", "\n": "newline"}.get(token, token)
    return ShellSyntaxError(f"syntax error: unexpected '{shown}'")
