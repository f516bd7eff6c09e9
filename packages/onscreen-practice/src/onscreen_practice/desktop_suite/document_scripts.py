"""Start scripts that create the documents of desktop programs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
_WRITE_DOCUMENT = """
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as out:
    for name, text in zip(sys.argv[2::2], sys.argv[3::2]):
        out.writestr(name, text)
"""
_WRITE_DATABASE = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as out:
    out.execute("create table prices (item text, price integer)")
    out.executemany("insert into prices values (?, ?)", zip(sys.argv[2::2], map(int, sys.argv[3::2])))
"""


def run_python(program: str, *arguments: str) -> str:
    """Return the shell command that runs a Python program with arguments."""
    return " ".join(map(shlex.quote, ("python3", "-c", program, *arguments)))


def document_file(name: str, rows: Mapping[str, int]) -> str:
    """Return the script that creates an OpenDocument spreadsheet with a text and a number per row."""
    cells = "".join(
        f'<table:table-row><table:table-cell office:value-type="string"><text:p>{text}</text:p>'
        f'</table:table-cell><table:table-cell office:value-type="float" office:value="{number}">'
        f"<text:p>{number}</text:p></table:table-cell></table:table-row>"
        for text, number in rows.items()
    )
    spaces = " ".join(f'xmlns:{each}="{_OFFICE}:{each}:1.0"' for each in ("office", "table", "text"))
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.2">'
        f'<office:body><office:spreadsheet><table:table table:name="Sheet1">{cells}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    entries = (("/", _MIMETYPE), ("content.xml", "text/xml"))
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in entries
    )
    manifest = f'<manifest:manifest xmlns:manifest="{_OFFICE}:manifest:1.0">{listed}</manifest:manifest>'
    parts = ("mimetype", _MIMETYPE, "content.xml", content, "META-INF/manifest.xml", manifest)
    return run_python(_WRITE_DOCUMENT, name, *parts)


def table_file(name: str, rows: Mapping[str, int]) -> str:
    """Return the script that creates a Gnumeric spreadsheet with a text and a number per row."""
    lines = "\\n".join(f"{text},{number}" for text, number in rows.items())
    return f"printf '{lines}\\n' > .rows.csv; ssconvert .rows.csv {name}"


def database_file(name: str, rows: Mapping[str, int]) -> str:
    """Return the script that creates an SQLite database with the table prices (item, price)."""
    return run_python(
        _WRITE_DATABASE, name, *(part for text, number in rows.items() for part in (text, str(number)))
    )


def password_file(name: str, users: Mapping[str, int], *, password: str) -> str:
    """Return the script that creates a KeePass file with a user name per entry.

    The key is derived in 100 ms, so that the file opens quickly.
    """
    create = f"printf '{password}\\n{password}\\n' | keepassxc-cli db-create -q -t 100 -p {name}"
    add = (
        f"echo {password} | keepassxc-cli add -q -u {user} {name} {shlex.quote(title)}"
        for title, user in users.items()
    )
    return "; ".join((create, *add))


def notebook_folder(text: str) -> str:
    """Return the script that creates a Zim notebook whose page Home contains a text."""
    notebook = "[Notebook]\nversion=0.4\nname=Notes\nhome=Home\n"
    page = f"Content-Type: text/x-zim-wiki\n\n{text}\n"
    written = "; ".join(
        f"printf %s {shlex.quote(content)} > Notes/{name}"
        for name, content in (("notebook.zim", notebook), ("Home.txt", page))
    )
    return f"mkdir Notes; {written}"


def account_file(name: str, balances: Mapping[str, int]) -> str:
    """Return the script that creates a HomeBank file with accounts and their initial balances."""
    accounts = "".join(
        f'<account key="{key}" flags="0" pos="{key}" type="1" curr="1" name="{account}" '
        f'initial="{balance}" minimum="0"/>\n'
        for key, (account, balance) in enumerate(sorted(balances.items()), 1)
    )
    text = (
        '<?xml version="1.0"?>\n<homebank v="1.4" d="050504">\n'
        '<properties title="Home" curr="1" auto_smode="1" auto_weekday="1"/>\n'
        '<cur key="1" flags="0" iso="EUR" name="Euro" symb="€" syprf="0" dchar="." gchar="" frac="2" '
        f'rate="0" mdate="0"/>\n{accounts}</homebank>\n'
    )
    return f"printf %s {shlex.quote(text)} > {name}"
