"""Commands that read text and write some of it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from onscreen_practice.phone.shell.command_call import (
    Call,
    Command,
    Refused,
    Result,
    decoded,
    encoded,
    failed,
    options,
    said,
)
from onscreen_practice.phone.shell.lexer import unescaped
from onscreen_practice.phone.shell.storage import NO_ENTRY

_BASE64_WIDTH = 76
_TEN = 10


def contents(call: Call, names: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return each named file with its content; the input for none and for "-".

    Raises:
        Refused: a file cannot be read.
    """
    found: list[tuple[str, bytes]] = []
    for name in names or ("-",):
        data = call.stdin.read() if name == "-" else call.machine.storage.read(call.environment.path(name))
        if data is None:
            raise Refused(f"{call.name}: {name}: {NO_ENTRY}")
        found.append((name, data))
    return found


def count(call: Call) -> Result:
    """Count lines, words, bytes or characters."""
    found = options(call, "lwcm")
    lines: list[str] = []
    asked = [letter for letter in "lwcm" if found.has(letter)] or ["l", "w", "c"]
    for name, data in contents(call, found.rest):
        counted = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(decoded(data))}
        numbers = " ".join(str(counted[letter]) for letter in asked)
        lines.append(numbers if name == "-" else f"{numbers} {name}")
    return said("\n".join(lines))


def head(call: Call) -> Result:
    """Write the first lines."""
    number, names, in_bytes = _number_of(call)
    cut = [
        data[:number] if in_bytes else b"".join(_lines(data)[:number]) for _, data in contents(call, names)
    ]
    return Result(b"".join(cut))


def tail(call: Call) -> Result:
    """Write the last lines."""
    number, names, in_bytes = _number_of(call)
    pieces = [(data if in_bytes else _lines(data)) for _, data in contents(call, names)]
    start = -number if number else 1 << 62
    cut = [piece[start:] if isinstance(piece, bytes) else b"".join(piece[start:]) for piece in pieces]
    return Result(b"".join(cut))


def _number_of(call: Call) -> tuple[int, tuple[str, ...], bool]:
    words = tuple(f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.arguments)
    found = options(msgspec.structs.replace(call, arguments=words), "n:c:qvf")
    given = found.given.get("c", found.given.get("n", str(_TEN)))
    if not re.fullmatch(r"[-+]?\d{1,9}", given):
        raise Refused(f"{call.name}: bad number '{given}'")
    return abs(int(given)), found.rest, found.has("c")


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True) if b"\r" not in data else re.findall(rb"[^\n]*\n|[^\n]+", data)


def search(call: Call) -> Result:
    """Write the lines that match: grep [-EFivcnoqwlx] [-m N] [-A N] [-B N] [-C N]."""
    letters = "EFivcnoqwlrsxHhm:A:B:C:e:a"
    found = options(call, letters, words=("color=", "line-buffered", "text"))
    rest = found.rest
    pattern = found.given.get("e")
    if pattern is None:
        if not rest:
            return failed("grep: no REGEX", 2)
        pattern, rest = rest[0], rest[1:]
    matches = _matcher(pattern, found.given, extended=found.has("E") or call.name == "egrep")
    out: list[str] = []
    total = 0
    for name, data in contents(call, rest):
        lines = decoded(data).removesuffix("\n").split("\n") if data else []
        prefix = f"{name}:" if (len(rest) > 1 or found.has("H")) and not found.has("h") else ""
        hits = [number for number, line in enumerate(lines) if bool(matches(line)) != found.has("v")]
        hits = hits[: int(found.given.get("m", "1000000"))]
        total += len(hits)
        out += _shown(lines, hits, matches=matches, flags=found.given, prefix=prefix, name=name)
    text = "" if found.has("q") else "".join(f"{line}\n" for line in out)
    return Result(encoded(text), status=0 if total else 1)


def _matcher(pattern: str, flags: Mapping[str, str], *, extended: bool) -> Callable[[str], list[str]]:
    alternatives = [_pattern(each, plain="F" in flags, extended=extended) for each in pattern.split("\n")]
    whole = "|".join(alternatives)
    whole = rf"\b(?:{whole})\b" if "w" in flags else rf"^(?:{whole})$" if "x" in flags else whole
    try:
        compiled = re.compile(whole, re.IGNORECASE if "i" in flags else 0)
    except re.error as error:
        raise Refused(f"grep: bad REGEX '{pattern}': {error}", status=2) from error
    return lambda line: [found.group() for found in compiled.finditer(line)]


def _pattern(pattern: str, *, plain: bool, extended: bool) -> str:
    """Return a POSIX pattern as Python writes it; basic ones escape what extended ones do not."""
    if plain:
        return re.escape(pattern)
    text = re.sub(r"\[:(\w+):\]", lambda found: _CLASSES.get(found.group(1), ""), pattern)
    if extended:
        return text
    return re.sub(
        r"\\?[(){}|+?]",
        lambda found: found.group()[1:] if len(found.group()) > 1 else f"\\{found.group()}",
        text,
    )


_CLASSES = {
    "digit": "0-9",
    "alpha": "a-zA-Z",
    "alnum": "a-zA-Z0-9",
    "space": r"\s",
    "upper": "A-Z",
    "lower": "a-z",
}


def _shown(
    lines: Sequence[str],
    hits: Sequence[int],
    *,
    matches: Callable[[str], list[str]],
    flags: Mapping[str, str],
    prefix: str,
    name: str,
) -> list[str]:
    if "l" in flags:
        return [name] if hits else []
    if "c" in flags:
        return [f"{prefix}{len(hits)}"]
    if "o" in flags:
        return [f"{prefix}{part}" for number in hits for part in matches(lines[number])]
    after = int(flags.get("A", flags.get("C", "0")))
    before = int(flags.get("B", flags.get("C", "0")))
    kept = {near for hit in hits for near in range(hit - before, hit + after + 1) if 0 <= near < len(lines)}
    numbered = "n" in flags
    return [f"{prefix}{f'{number + 1}:' if numbered else ''}{lines[number]}" for number in sorted(kept)]


def sort(call: Call) -> Result:
    """Write the lines in order: sort [-r] [-n] [-u]."""
    found = options(call, "rnuk:t:f")
    data = b"".join(data for _, data in contents(call, found.rest))
    lines = decoded(data).removesuffix("\n").split("\n") if data else []
    if found.has("n"):
        lines.sort(key=lambda line: float((re.match(r"\s*-?\d+(\.\d+)?", line) or [0])[0]))
    else:
        lines.sort()
    lines = list(dict.fromkeys(lines)) if found.has("u") else lines
    return said("".join(f"{line}\n" for line in (lines[::-1] if found.has("r") else lines)))


def unique(call: Call) -> Result:
    """Write lines that are alike and follow each other once."""
    found = options(call, "c")
    data = b"".join(data for _, data in contents(call, found.rest))
    kept: list[tuple[bytes, int]] = []
    for line in _lines(data):
        bare = line.removesuffix(b"\n")
        if kept and kept[-1][0] == bare:
            kept[-1] = (bare, kept[-1][1] + 1)
        else:
            kept.append((bare, 1))
    rows = [(b"%7d " % number if found.has("c") else b"") + line + b"\n" for line, number in kept]
    return Result(b"".join(rows))


def cut(call: Call) -> Result:
    """Write some fields or characters of each line: cut -d SIGN -f LIST, cut -c LIST."""
    found = options(call, "d:f:c:b:s")
    listed = found.given.get("f") or found.given.get("c") or found.given.get("b") or ""
    ranges = [_range(part) for part in listed.split(",") if part]
    if not ranges:
        return failed('cut: Needs -fbc (see "cut --help")')
    by_field, sign = found.has("f"), found.given.get("d", "\t")
    rows: list[str] = []
    for line in decoded(b"".join(data for _, data in contents(call, found.rest))).splitlines():
        cells: Sequence[str] = line.split(sign) if by_field else line
        if by_field and len(cells) == 1:
            rows += [] if found.has("s") else [line]
            continue
        kept = [cell for at, cell in enumerate(cells, 1) if any(low <= at <= high for low, high in ranges)]
        rows.append((sign if by_field else "").join(kept))
    return said("".join(f"{row}\n" for row in rows))


def _range(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if found is None or not (found.group(1) or found.group(3)):
        raise Refused(f"cut: bad list '{text}'")
    low = int(found.group(1) or 1)
    return low, int(found.group(3) or (1 << 30)) if found.group(2) else low


def translate(call: Call) -> Result:
    """Replace or delete characters: tr [-d] SET [SET]."""
    found = options(call, "ds")
    first, second = ([_set(unescaped(each)) for each in found.rest] + ["", ""])[:2]
    text = decoded(call.stdin.read())
    if found.has("d") or not second:
        return Result(encoded("".join(each for each in text if each not in first)))
    padded = second + second[-1] * (len(first) - len(second))
    return Result(encoded(text.translate(dict(zip(map(ord, first), padded, strict=False)))))


def _set(text: str) -> str:
    text = re.sub(r"\[:(\w+):\]", lambda found: _CLASSES.get(found.group(1), ""), text)
    return re.sub(
        r"(.)-(.)",
        lambda found: "".join(map(chr, range(ord(found.group(1)), ord(found.group(2)) + 1))),
        text,
    )


def substitute(call: Call) -> Result:
    """Replace in each line: sed [-E] s/PATTERN/TEXT/[g]."""
    found = options(call, "Eren")
    script = found.rest[0] if found.rest else ""
    parts = re.fullmatch(r"s(.)(.*?)(?<!\\)\1(.*?)(?<!\\)\1([gi]*)", script)
    if parts is None:
        return failed(f"sed: only s/PATTERN/TEXT/ is known here, found '{script}'")
    pattern = _pattern(
        parts.group(2).replace("\\" + parts.group(1), parts.group(1)),
        plain=False,
        extended=found.has("E", "r"),
    )
    new = re.sub(r"(?<!\\)&", r"\\g<0>", parts.group(3))
    text = decoded(b"".join(data for _, data in contents(call, found.rest[1:])))
    times = 0 if "g" in parts.group(4) else 1
    try:
        rows = [re.sub(pattern, new, line, count=times) for line in text.split("\n")]
    except re.error as error:
        raise Refused(f"sed: bad pattern '{script}': {error}") from error
    return Result(encoded("\n".join(rows)))


def tee(call: Call) -> Result:
    """Write the input to files and on."""
    found = options(call, "a")
    data = call.stdin.read()
    for name in found.rest:
        path = call.environment.path(name)
        before = (call.machine.storage.read(path) or b"") if found.has("a") else b""
        problem = call.machine.storage.write(path, before + data)
        if problem:
            return Result(data, encoded(f"tee: {name}: {problem}\n"), 1)
    return Result(data)


def base64_text(call: Call) -> Result:
    """Write as base64, or back with -d."""
    found = options(call, "diw:")
    data = b"".join(data for _, data in contents(call, found.rest))
    if found.has("d"):
        try:
            return Result(base64.b64decode(re.sub(rb"\s", b"", data), validate=not found.has("i")))
        except binascii.Error as error:
            raise Refused(f"base64: invalid input: {error}") from error
    whole = base64.b64encode(data).decode()
    width = int(found.given.get("w", str(_BASE64_WIDTH))) or len(whole) or 1
    return said("".join(f"{whole[start : start + width]}\n" for start in range(0, len(whole), width)))


def digest(call: Call) -> Result:
    """Write the digest of each file: md5sum, sha1sum, sha256sum."""
    found = options(call, "b")
    kind = call.name.removesuffix("sum")
    rows = [
        hashlib.new(kind, data, usedforsecurity=False).hexdigest()
        + ("\n" if found.has("b") else f"  {name}\n")
        for name, data in contents(call, found.rest)
    ]
    return said("".join(rows))


def last_part(call: Call) -> Result:
    """Write the last part of a path: basename PATH [SUFFIX]; its folder: dirname PATH."""
    path = call.argument(0)
    if call.name == "dirname":
        return said(posixpath.dirname(path.rstrip("/")) or ".")
    return said(posixpath.basename(path.rstrip("/")).removesuffix(call.argument(1)))


def sequence(call: Call) -> Result:
    """Count: seq [FIRST [STEP]] LAST."""
    numbers = [int(word) for word in call.arguments]
    first, step, last = {1: (1, 1, *numbers), 2: (*numbers[:1], 1, *numbers[1:])}.get(
        len(numbers), tuple(numbers)
    )
    span = range(first, last + (1 if step > 0 else -1), step)[: 1 << 16]
    return said("".join(f"{number}\n" for number in span))


TABLE: Mapping[str, Command] = {
    "wc": count,
    "head": head,
    "tail": tail,
    "grep": search,
    "egrep": search,
    "sort": sort,
    "uniq": unique,
    "cut": cut,
    "tr": translate,
    "sed": substitute,
    "tee": tee,
    "base64": base64_text,
    "md5sum": digest,
    "sha1sum": digest,
    "sha256sum": digest,
    "basename": last_part,
    "dirname": last_part,
    "seq": sequence,
}
