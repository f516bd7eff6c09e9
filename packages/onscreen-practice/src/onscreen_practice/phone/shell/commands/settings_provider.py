"""Android's content provider for settings, as used by the shell command `content`.

The supported selections, columns and errors are those of AOSP's `SettingsProvider.Arguments`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen_practice.phone.shell.command_interface import CommandError, Result, output
from onscreen_practice.phone.shell.commands.settings_commands import (
    NAMESPACES,
    get_value,
    list_values,
    put_value,
)
from onscreen_practice.phone.shell.file_system import replace_invalid_unicode
from onscreen_practice.phone.shell.phone_interface import Json, PhoneAccess

SETTINGS_AUTHORITY = "settings"
_COLUMNS = ("_id", "name", "value")
_NAME_SELECTION = re.compile(r"\s*(\(?)\s*name\s*=\s*['\"](?P<name>.*)['\"]\s*(\)?)\s*", re.DOTALL)
_SUPPORTED = (
    "Supported SQL:\n"
    "  uri content://some_table/some_property with null where and where args\n"
    "  uri content://some_table with query name=? and single name as arg\n"
    "  uri content://some_table with query name=some_name and null args\n"
    "  but got - uri:{address}, where:{where} whereArgs:null"
)


def use_settings(
    phone: PhoneAccess, verb: str, *, options: Mapping[str, str], values: Mapping[str, Json]
) -> Result:
    """Query, insert, update or delete Android settings through their content provider.

    `verb` is the operation, and `options` are those of the shell command `content`.

    Raises:
        CommandError: the URI or the selection is not supported.
    """
    address, where = options["uri"], options.get("where")
    table, _, name = address.removeprefix(f"content://{SETTINGS_AUTHORITY}").strip("/").partition("/")
    if table not in NAMESPACES:
        raise _failure(f"Invalid Uri path:{address}")
    if where is not None:
        name = _parse_selection(where, address=address) if not name else ""
    is_single = bool(name) or where is not None
    if verb == "query":
        return _query(
            phone, table, name=name if is_single else None, projection=options.get("projection", "")
        )
    if verb == "delete":
        if not name:
            raise _failure(_SUPPORTED.format(address=address, where=where or "null"))
        phone.call("deleteSetting", table, replace_invalid_unicode(name))
        return Result()
    key, value = str(values.get("name", name)), str(values.get("value", "null"))
    if key:
        put_value(phone, table, key=replace_invalid_unicode(key), value=replace_invalid_unicode(value))
    return Result()


def _query(phone: PhoneAccess, table: str, *, name: str | None, projection: str) -> Result:
    values = dict(sorted(list_values(phone, table).items()))
    if name is not None:
        value = get_value(phone, table, key=replace_invalid_unicode(name))
        shown = {name: value} if value is not None else {}
    else:
        shown = dict(values)
    numbers = {key: str(number) for number, key in enumerate(values, start=1)}
    columns = projection.split(":") if projection else _COLUMNS
    rows = [
        _format_row(columns, {"_id": numbers.get(key, "0"), "name": key, "value": value})
        for key, value in shown.items()
    ]
    lines = [f"Row: {number} {row}" for number, row in enumerate(rows)]
    return output("\n".join(lines) if lines else "No result found.")


def _format_row(columns: Sequence[str], row: Mapping[str, str]) -> str:
    return ", ".join(f"{column}={row.get(column, 'NULL')}" for column in columns)


def _parse_selection(where: str, *, address: str) -> str:
    """Extract the name from a selection such as name='wifi_on'."""
    match = _NAME_SELECTION.fullmatch(where)
    if match is None or bool(match[1]) != bool(match[3]):
        raise _failure(_SUPPORTED.format(address=address, where=where))
    return match["name"]


def _failure(message: str) -> CommandError:
    return CommandError(
        f"Error while accessing provider:{SETTINGS_AUTHORITY}\njava.lang.IllegalArgumentException: {message}"
    )
