"""Collect short labels and their translations: python tools/label_catalogs.py FOLDER > labels.tsv.

FOLDER contains Debian packages (`apt-get download`) and, in `repositories`, clones. Read are gettext
catalogs (.mo, .po), Mozilla's .ftl, .dtd and .properties in .xpi files, Android's strings.xml, and JSON,
YAML and PHP files with one language each. A line of output: program, language, English label, translation.
"""

from __future__ import annotations

import io
import json
import re
import struct
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import yaml

LANGUAGES = frozenset(
    [
        "de",
        "fr",
        "es",
        "pt",
        "pt_BR",
        "it",
        "nl",
        "pl",
        "tr",
        "ru",
        "zh_CN",
        "zh_TW",
        "ja",
        "ko",
        "ar",
        "sv",
        "da",
        "nb",
        "no",
        "nn",
        "fi",
        "cs",
        "uk",
        "id",
        "hi",
    ]
)
MAX_WORDS, MAX_CHARACTERS = 5, 44
MO_HEADER_BYTES = 28
_MNEMONIC = re.compile(r"\s*\([_&]\w\)|[_&~](?=\w)|\.\.\.$|…$|:$")
_ANDROID_LANGUAGES = {"zh_rCN": "zh_CN", "zh_rTW": "zh_TW", "pt_rBR": "pt_BR", "in": "id", "nb_rNO": "nb"}


def main() -> None:
    """Print the labels of all packages and repositories in a folder."""
    seen = set()
    for program, language, english, translation in _read_all(Path(sys.argv[1])):
        row = (program, language, _plain(english), _plain(translation))
        if _is_label(row[2]) and row[3] and len(row[3]) <= 2 * MAX_CHARACTERS and row not in seen:
            seen.add(row)
            print("\t".join(row))


def _plain(text: str) -> str:
    return " ".join(_MNEMONIC.sub("", text).split())


def _is_label(text: str) -> bool:
    return (
        0 < len(text) <= MAX_CHARACTERS
        and len(text.split()) <= MAX_WORDS
        and text[0].isalpha()
        and not re.search(r"[%{}<>$|\\=@]|\w\.\w", text)
    )


def _read_all(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    for package in sorted(folder.glob("**/*.deb")):
        yield from _read_package(package)
    for repository in sorted(folder.glob("repositories/*")):
        yield from _read_repository(repository)


def _read_package(package: Path) -> Iterator[tuple[str, str, str, str]]:
    name = package.name.partition("_")[0]
    with subprocess.Popen(
        ["dpkg-deb", "--fsys-tarfile", package],  # noqa: S607
        stdout=subprocess.PIPE,
    ) as process:
        with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
            for member in archive:
                path = member.name
                if not member.isfile() or not path.endswith((".mo", ".po", ".xpi", ".json")):
                    continue
                content = archive.extractfile(member).read()
                if path.endswith(".mo"):
                    yield from _read_mo(path, content, name)
                elif path.endswith(".po"):
                    yield from _read_po(path, content.decode(errors="replace"), name)
                elif path.endswith(".xpi"):
                    yield from _keyed(*_read_xpi(content, name))
                elif "/i18n/" in path:
                    yield from _read_mediawiki(path, content)
        process.wait()
    yield from _flush()


def _read_mo(path: str, content: bytes, name: str) -> Iterator[tuple[str, str, str, str]]:
    patterns = (r"locales?/(?:LC_MESSAGES/)?(\w+)/", r"[-/]([a-z]{2}(?:_[A-Z]{2})?)\.mo$")
    found = next(filter(None, (re.search(pattern, path) for pattern in patterns)), None)
    language = _language(found[1]) if found else None
    if language is None or len(content) < MO_HEADER_BYTES:
        return
    program = Path(path).stem if "/locale/" in path and "tryton" not in name else name
    program = "tryton" if "tryton" in name else program
    order = "<" if content[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack(order + "3I", content[8:20])
    for number in range(count):
        english, translation = (
            content[offset : offset + length].decode(errors="replace")
            for length, offset in (
                struct.unpack_from(order + "2I", content, table + 8 * number)
                for table in (originals, translations)
            )
        )
        english = english.rpartition("\x04")[2].partition("\0")[0]
        yield program, language, english, translation.partition("\0")[0]


def _read_po(path: str, text: str, name: str) -> Iterator[tuple[str, str, str, str]]:
    language = _language(Path(path).stem)
    program = "tryton" if "tryton" in name else name
    if language is not None:
        for english, translation in re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.MULTILINE):
            yield program, language, english, translation


def _language(text: str) -> str | None:
    text = text.replace("-", "_")
    text = _ANDROID_LANGUAGES.get(text, text)
    if text not in LANGUAGES:
        text = text.partition("_")[0]
    text = {"no": "nb", "nn": "nb"}.get(text, text)
    return text if text in LANGUAGES else None


_PENDING: dict[str, dict[str, dict[str, str]]] = {}
"""Program -> language -> key -> text, of formats that keep each language in a file of its own."""


def _keyed(program: str, language: str, texts: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    _PENDING.setdefault(program, {}).setdefault(language, {}).update(texts)
    return iter(())


def _flush() -> Iterator[tuple[str, str, str, str]]:
    for program, languages in _PENDING.items():
        english = languages.get("en", {})
        if english:
            for language in [each for each in languages if each != "en"]:
                for key, text in languages.pop(language).items():
                    if key in english:
                        yield program, language, english[key], text


def _read_xpi(content: bytes, name: str) -> tuple[str, str, dict[str, str]]:
    program, _, language = name.partition("-l10n-")
    texts: dict[str, str] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.namelist():
            if entry.endswith((".ftl", ".properties", ".dtd")):
                text = archive.read(entry).decode(errors="replace")
                file = "/".join(Path(entry).parts[-2:]).replace(language, "")
                texts |= {f"{file} {key}": value for key, value in _read_messages(text, entry)}
    code = {"en-gb": "en"}.get(language, language)
    parts = code.split("-")
    code = parts[0] + (f"_{parts[1].upper()}" if len(parts) > 1 else "")
    return program, "en" if code == "en" else _language(code) or code, texts


def _read_messages(text: str, entry: str) -> Iterator[tuple[str, str]]:
    if entry.endswith(".dtd"):
        yield from re.findall(r'<!ENTITY\s+([\w.-]+)\s+"([^"]*)"', text)
        return
    message = ""
    for line in text.splitlines():
        if found := re.match(r"([\w.-]+)\s*=\s*(.*)$", line):
            message = found[1]
            yield message, found[2]
        elif found := re.match(r"\s+\.(label|title|value|aria-label|buttonlabel\w*)\s*=\s*(.*)$", line):
            yield f"{message}.{found[1]}", found[2]


def _read_mediawiki(path: str, content: bytes) -> Iterator[tuple[str, str, str, str]]:
    code = {"zh-hans": "zh_CN", "zh-hant": "zh_TW", "pt-br": "pt_BR"}.get(Path(path).stem, Path(path).stem)
    language = "en" if code == "en" else _language(code)
    if language is None or (code != "en" and "-" in code):
        return iter(())
    texts = {str(Path(path).parent) + k: v for k, v in json.loads(content).items() if isinstance(v, str)}
    return _keyed("mediawiki", language, texts)


def _read_repository(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    git = ["git", "--git-dir", str(folder)]
    paths = subprocess.run(
        [*git, "ls-tree", "-r", "--name-only", "HEAD"], stdout=subprocess.PIPE, check=True, text=True
    )
    for path in paths.stdout.splitlines():
        kind = _file_language(path)
        if kind is None:
            continue
        content = subprocess.run([*git, "show", f"HEAD:{path}"], stdout=subprocess.PIPE, check=True).stdout
        key, language = kind
        if path.endswith(".mo"):
            yield from _read_mo(path, content, folder.name)
        else:
            texts = {f"{key} {k}": v for k, v in _read_texts(path, content)}
            yield from _keyed(folder.name, language, texts)
    yield from _flush()


def _file_language(path: str) -> tuple[str, str] | None:
    """Return a key of the file that is the same in every language, and the language."""
    patterns = (
        r"(?:^|/)locales?/([\w-]+)(\.default)?\.(?:json|yml)$",
        r"/values(?:-([\w-]+))?/strings[\w-]*\.xml$",
        r"/language/([\w-]+)/.*\.php$",
        r"lang/([\w-]+)/.*\.php$",
        r"locale/(\w+)/LC_MESSAGES/\w+\.mo$",
    )
    for pattern in patterns:
        if found := re.search(pattern, path):
            code = found[1] or "en"
            key = path.replace(f"/{code}/", "/*/", 1).replace(f"-{code}/", "/", 1) if "/" in path else path
            if path.endswith((".json", ".yml")):
                key = str(Path(path).parent)
            is_english = code in {"en", "en-gb"}
            language = "en" if is_english else _language(code)
            return (key, language) if language else None
    return None


def _read_texts(path: str, content: bytes) -> Iterator[tuple[str, str]]:
    text = content.decode(errors="replace")
    if path.endswith(".json"):
        text = re.sub(r"^/\*.*?\*/", "", text, flags=re.DOTALL)
        yield from _leaves(json.loads(text))
    elif path.endswith(".yml"):
        document = yaml.safe_load(text)
        yield from _leaves(next(iter(document.values())))
    elif path.endswith(".php"):
        for key, value in re.findall(r"""['"]([\w.]+)['"]\]?\s*=>?\s*'((?:[^'\\]|\\.)*)'""", text):
            yield key, value.replace("\\'", "'")
    else:
        for node in ET.fromstring(text).iter("string"):  # noqa: S314 - packages chosen by the caller
            yield node.get("name", ""), re.sub(r"\\(['\"])", r"\1", "".join(node.itertext()))


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, child in value.items():
            yield from _leaves(child, f"{path}.{key}")
    elif isinstance(value, str):
        yield path, value


if __name__ == "__main__":
    main()
