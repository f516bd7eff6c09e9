"""Queries and changes of content providers for the shell commands `content` and `sqlite3`."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from onscreen_practice.phone.providers.provider_database import connect, find_database, open_database
from onscreen_practice.phone.providers.provider_uri import ProviderTarget
from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    CommandError,
    Result,
    decode_text,
    encode_text,
    error_output,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import Json
from onscreen_practice.phone.shell.simulated_system import Machine

_NO_RESULT = "No result found."
_EXIT_NOT_FOUND = 127
_COLUMN_OPTION, _SEPARATOR_OPTION = "header", "separator"


def use_provider(
    machine: Machine,
    verb: str,
    *,
    target: ProviderTarget,
    options: Mapping[str, str],
    values: Mapping[str, Json],
) -> Result:
    """Query, insert, update or delete rows of a content provider.

    `verb` is the operation, and `options` are those of the shell command `content`.

    Raises:
        CommandError: a column or the selection is invalid, or the URI is read-only.
    """
    authority = options["uri"].removeprefix("content://").partition("/")[0]
    if verb != "query" and not target.writable:
        raise _failure(authority, "java.lang.UnsupportedOperationException: Unknown URI " + options["uri"])
    try:
        with open_database(machine, target.database) as connection:
            if verb == "query":
                return _query(connection, target, options=options)
            _change(connection, verb, target=target, where=options.get("where", "1"), values=values)
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
        problem = f"android.database.sqlite.SQLiteException: {error} (code 1 SQLITE_ERROR)"
        raise _failure(authority, problem) from error
    return Result()


def _failure(authority: str, problem: str) -> CommandError:
    return CommandError(f"Error while accessing provider:{authority}\n{problem}")


def _query(connection: sqlite3.Connection, target: ProviderTarget, *, options: Mapping[str, str]) -> Result:
    columns = ", ".join(options["projection"].split(":")) if options.get("projection") else "*"
    where, order = options.get("where", "1"), options.get("sort") or target.order
    cursor = connection.execute(
        f"SELECT {columns} FROM {target.table} WHERE ({target.selection}) AND ({where}) ORDER BY {order}"  # noqa: S608  Android also passes these texts to SQLite
    )
    names = [column[0] for column in cursor.description]
    lines = [
        f"Row: {number} "
        + ", ".join(f"{name}={_format(value)}" for name, value in zip(names, row, strict=True))
        for number, row in enumerate(cursor)
    ]
    return output("\n".join(lines) if lines else _NO_RESULT)


def _format(value: object) -> str:
    return "NULL" if value is None else str(value)


def _change(
    connection: sqlite3.Connection,
    verb: str,
    *,
    target: ProviderTarget,
    where: str,
    values: Mapping[str, Json],
) -> None:
    bound = {name: _sql_value(value) for name, value in values.items()}
    if verb == "insert":
        row = {**target.values, **bound}
        names, marks = ", ".join(row), ", ".join("?" for _ in row)
        connection.execute(f"INSERT INTO {target.writable} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608  as above
        return
    condition = f"_id IN (SELECT _id FROM {target.table} WHERE ({target.selection}) AND ({where}))"  # noqa: S608  as above
    if verb == "delete":
        connection.execute(f"DELETE FROM {target.writable} WHERE {condition}")  # noqa: S608  as above
    elif bound:
        changes = ", ".join(f"{name} = ?" for name in bound)
        connection.execute(f"UPDATE {target.writable} SET {changes} WHERE {condition}", tuple(bound.values()))  # noqa: S608  as above


def _sql_value(value: Json) -> int | float | str | None:
    return value if isinstance(value, int | float | str) or value is None else str(value)


def run_sqlite(call: Call) -> Result:
    """Run SQL statements on a database file (`sqlite3 [-header] [-separator S] FILE [SQL...]`).

    Only a rootable phone has this command, as only userdebug builds of Android do.
    """
    if not call.machine.build.rootable:
        return error_output("/system/bin/sh: sqlite3: inaccessible or not found", _EXIT_NOT_FOUND)
    words = [
        f"-{word}" if word in {"-header", "-separator", "-batch", "-bail"} else word
        for word in call.arguments
    ]
    options = parse_options(
        msgspec.structs.replace(call, arguments=tuple(words)),
        "",
        long_options=("header", "separator=", "batch", "bail"),
    )
    if not options.rest:
        return error_output("sqlite3: a database file is required", 1)
    path, *statements = options.rest
    script = ";".join(statements) if statements else decode_text(call.stdin.read())
    try:
        return _run_script(call, call.environment.path(path), script=script, options=options.values)
    except (sqlite3.Error, sqlite3.Warning) as error:
        return error_output(f"Error: in prepare, {error}", 1)


def _run_script(call: Call, path: str, *, script: str, options: Mapping[str, str]) -> Result:
    """Run SQL statements on a content provider's database, or on a database file."""
    machine, database = call.machine, find_database(path)
    if path.startswith("/data/") and not path.startswith("/data/local/tmp/"):
        if database is None or not call.environment.is_root:
            return error_output(f'Error: unable to open database "{path}": unable to open database file', 1)
        with open_database(machine, database) as connection:
            return _run_statements(connection, script, options=options)
    stored = machine.storage.read(path)
    connection = connect(stored or b"")
    before = connection.total_changes
    result = _run_statements(connection, script, options=options)
    changed = connection.serialize()
    if (connection.total_changes != before or stored is None) and changed != stored:
        problem = machine.storage.write(path, changed)
        if problem:
            return error_output(f'Error: unable to open database "{path}": {problem}', 1)
    return result


def _run_statements(connection: sqlite3.Connection, script: str, *, options: Mapping[str, str]) -> Result:
    separator, lines = options.get(_SEPARATOR_OPTION, "|"), []
    for statement in split_statements(replace_invalid_unicode(script)):
        sql = _dot_command(statement) if statement.startswith(".") else statement
        cursor = connection.execute(sql)
        rows = cursor.fetchall()
        if _COLUMN_OPTION in options and rows:
            lines.append(separator.join(column[0] for column in cursor.description))
        lines += [separator.join("" if value is None else str(value) for value in row) for row in rows]
    return Result(encode_text("".join(f"{line}\n" for line in lines)))


def _dot_command(command: str) -> str:
    """Translate a sqlite3 dot command, `.tables` or `.schema [TABLE]`, to an SQL statement.

    Raises:
        CommandError: the command is not supported.
    """
    name, _, argument = command.strip().partition(" ")
    if name == ".tables":
        return "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    if name == ".schema":
        quoted = argument.strip().replace("'", "''")
        condition = f" AND name = '{quoted}'" if quoted else ""
        return f"SELECT sql || ';' FROM sqlite_master WHERE sql IS NOT NULL{condition} ORDER BY name"  # noqa: S608  quoted
    raise CommandError(f'Error: unknown command or invalid arguments:  "{name[1:]}". Enter ".help" for help')


def split_statements(script: str) -> Iterator[str]:
    """Split a sqlite3 script into SQL statements and dot commands such as `.tables`."""
    statement = ""
    for piece in _pieces(script):
        if not statement.strip() and piece.startswith("."):
            yield piece.rstrip("; \n")
            continue
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def _pieces(script: str) -> Sequence[str]:
    """Split a script after each semicolon and each line break."""
    return [
        piece for line in script.splitlines(keepends=True) for piece in re.findall(r"[^;]*;|[^;]+$", line)
    ]


TABLE: Mapping[str, Command] = {"sqlite3": run_sqlite}
