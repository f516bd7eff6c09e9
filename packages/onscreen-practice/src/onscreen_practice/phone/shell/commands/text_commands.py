"""Shell commands that filter and transform text."""

from __future__ import annotations

import base64
import binascii
import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

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
from onscreen_practice.phone.shell.file_system import NO_ENTRY
from onscreen_practice.phone.shell.lexer import unescape

_BASE64_WIDTH = 76
_DEFAULT_LINES = 10


def read_inputs(call: Call, names: Sequence[str]) -> list[tuple[str, bytes]]:
    """Read the named files, or standard input for "-" or if no file is named.

    Raises:
        CommandError: a file cannot be read.
    """
    inputs: list[tuple[str, bytes]] = []
    for name in names or ("-",):
        data = call.stdin.read() if name == "-" else call.machine.storage.read(call.environment.path(name))
        if data is None:
            raise CommandError(f"{call.name}: {name}: {NO_ENTRY}")
        inputs.append((name, data))
    return inputs


def wc(call: Call) -> Result:
    """Print the number of lines, words, bytes or characters in each file."""
    options = parse_options(call, "lwcm")
    lines: list[str] = []
    selected = [letter for letter in "lwcm" if options.has(letter)] or ["l", "w", "c"]
    for name, data in read_inputs(call, options.rest):
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(decode_text(data))}
        numbers = " ".join(str(counts[letter]) for letter in selected)
        lines.append(numbers if name == "-" else f"{numbers} {name}")
    return output("\n".join(lines))


def head(call: Call) -> Result:
    """Print the first lines or bytes of each file."""
    count, names, in_bytes = _parse_count_options(call)
    parts = [
        data[:count] if in_bytes else b"".join(_split_lines(data)[:count])
        for _, data in read_inputs(call, names)
    ]
    return Result(b"".join(parts))


def tail(call: Call) -> Result:
    """Print the last lines or bytes of each file."""
    count, names, in_bytes = _parse_count_options(call)
    inputs = [(data if in_bytes else _split_lines(data)) for _, data in read_inputs(call, names)]
    start = -count if count else 1 << 62
    parts = [data[start:] if isinstance(data, bytes) else b"".join(data[start:]) for data in inputs]
    return Result(b"".join(parts))


def _parse_count_options(call: Call) -> tuple[int, tuple[str, ...], bool]:
    words = tuple(f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) else word for word in call.arguments)
    options = parse_options(msgspec.structs.replace(call, arguments=words), "n:c:qvf")
    count = options.values.get("c", options.values.get("n", str(_DEFAULT_LINES)))
    if not re.fullmatch(r"[-+]?\d{1,9}", count):
        raise CommandError(f"{call.name}: bad number '{count}'")
    return abs(int(count)), options.rest, options.has("c")


def _split_lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True) if b"\r" not in data else re.findall(rb"[^\n]*\n|[^\n]+", data)


def grep(call: Call) -> Result:
    """Print matching lines (`grep [-EFivcnoqwlx] [-m N] [-A N] [-B N] [-C N]`)."""
    letters = "EFivcnoqwlrsxHhm:A:B:C:e:a"
    options = parse_options(call, letters, long_options=("color=", "line-buffered", "text"))
    rest = options.rest
    pattern = options.values.get("e")
    if pattern is None:
        if not rest:
            return error_output("grep: no REGEX", 2)
        pattern, rest = rest[0], rest[1:]
    matches = _build_matcher(pattern, options.values, extended=options.has("E") or call.name == "egrep")
    output_lines: list[str] = []
    total = 0
    for name, data in read_inputs(call, rest):
        lines = decode_text(data).removesuffix("\n").split("\n") if data else []
        prefix = f"{name}:" if (len(rest) > 1 or options.has("H")) and not options.has("h") else ""
        matching = [number for number, line in enumerate(lines) if bool(matches(line)) != options.has("v")]
        matching = matching[: int(options.values.get("m", "1000000"))]
        total += len(matching)
        output_lines += _format_matches(
            lines, matching, matches=matches, flags=options.values, prefix=prefix, name=name
        )
    text = "" if options.has("q") else "".join(f"{line}\n" for line in output_lines)
    return Result(encode_text(text), status=0 if total else 1)


def _build_matcher(pattern: str, flags: Mapping[str, str], *, extended: bool) -> Callable[[str], list[str]]:
    alternatives = [
        _convert_pattern(each, fixed="F" in flags, extended=extended) for each in pattern.split("\n")
    ]
    expression = "|".join(alternatives)
    expression = (
        rf"\b(?:{expression})\b" if "w" in flags else rf"^(?:{expression})$" if "x" in flags else expression
    )
    try:
        compiled = re.compile(expression, re.IGNORECASE if "i" in flags else 0)
    except re.error as error:
        raise CommandError(f"grep: bad REGEX '{pattern}': {error}", status=2) from error
    return lambda line: [match.group() for match in compiled.finditer(line)]


def _convert_pattern(pattern: str, *, fixed: bool, extended: bool) -> str:
    """Convert a POSIX regular expression to Python's syntax."""
    if fixed:
        return re.escape(pattern)
    text = re.sub(r"\[:(\w+):\]", lambda match: _CHARACTER_CLASSES.get(match.group(1), ""), pattern)
    if extended:
        return text
    return re.sub(
        r"\\?[(){}|+?]",
        lambda match: match.group()[1:] if len(match.group()) > 1 else f"\\{match.group()}",
        text,
    )


_CHARACTER_CLASSES = {
    "digit": "0-9",
    "alpha": "a-zA-Z",
    "alnum": "a-zA-Z0-9",
    "space": r"\s",
    "upper": "A-Z",
    "lower": "a-z",
}


def _format_matches(
    lines: Sequence[str],
    matching: Sequence[int],
    *,
    matches: Callable[[str], list[str]],
    flags: Mapping[str, str],
    prefix: str,
    name: str,
) -> list[str]:
    if "l" in flags:
        return [name] if matching else []
    if "c" in flags:
        return [f"{prefix}{len(matching)}"]
    if "o" in flags:
        return [f"{prefix}{part}" for number in matching for part in matches(lines[number])]
    after = int(flags.get("A", flags.get("C", "0")))
    before = int(flags.get("B", flags.get("C", "0")))
    selected = {
        neighbour
        for matched in matching
        for neighbour in range(matched - before, matched + after + 1)
        if 0 <= neighbour < len(lines)
    }
    numbered = "n" in flags
    return [f"{prefix}{f'{number + 1}:' if numbered else ''}{lines[number]}" for number in sorted(selected)]


def sort(call: Call) -> Result:
    """Sort the lines of the input (`sort [-r] [-n] [-u]`)."""
    options = parse_options(call, "rnuk:t:f")
    data = b"".join(data for _, data in read_inputs(call, options.rest))
    lines = decode_text(data).removesuffix("\n").split("\n") if data else []
    if options.has("n"):
        lines.sort(key=lambda line: float((re.match(r"\s*-?\d+(\.\d+)?", line) or [0])[0]))
    else:
        lines.sort()
    lines = list(dict.fromkeys(lines)) if options.has("u") else lines
    return output("".join(f"{line}\n" for line in (lines[::-1] if options.has("r") else lines)))


def uniq(call: Call) -> Result:
    """Collapse repeated adjacent lines into one (`uniq [-c]`)."""
    options = parse_options(call, "c")
    data = b"".join(data for _, data in read_inputs(call, options.rest))
    runs: list[tuple[bytes, int]] = []
    for line in _split_lines(data):
        content = line.removesuffix(b"\n")
        if runs and runs[-1][0] == content:
            runs[-1] = (content, runs[-1][1] + 1)
        else:
            runs.append((content, 1))
    rows = [(b"%7d " % number if options.has("c") else b"") + line + b"\n" for line, number in runs]
    return Result(b"".join(rows))


def cut(call: Call) -> Result:
    """Print selected fields or characters of each line (`cut -d DELIMITER -f LIST`, `cut -c LIST`)."""
    options = parse_options(call, "d:f:c:b:s")
    field_list = options.values.get("f") or options.values.get("c") or options.values.get("b") or ""
    ranges = [_parse_range(part) for part in field_list.split(",") if part]
    if not ranges:
        return error_output('cut: Needs -fbc (see "cut --help")')
    by_field, delimiter = options.has("f"), options.values.get("d", "\t")
    rows: list[str] = []
    for line in decode_text(b"".join(data for _, data in read_inputs(call, options.rest))).splitlines():
        cells: Sequence[str] = line.split(delimiter) if by_field else line
        if by_field and len(cells) == 1:
            rows += [] if options.has("s") else [line]
            continue
        selected = [
            cell
            for position, cell in enumerate(cells, 1)
            if any(low <= position <= high for low, high in ranges)
        ]
        rows.append((delimiter if by_field else "").join(selected))
    return output("".join(f"{row}\n" for row in rows))


def _parse_range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d*)(-?)(\d*)", text)
    if match is None or not (match.group(1) or match.group(3)):
        raise CommandError(f"cut: bad list '{text}'")
    low = int(match.group(1) or 1)
    return low, int(match.group(3) or (1 << 30)) if match.group(2) else low


def tr(call: Call) -> Result:
    """Translate or delete characters (`tr [-d] SET [SET]`)."""
    options = parse_options(call, "ds")
    first, second = ([_expand_set(unescape(each)) for each in options.rest] + ["", ""])[:2]
    text = decode_text(call.stdin.read())
    if options.has("d") or not second:
        return Result(encode_text("".join(each for each in text if each not in first)))
    padded = second + second[-1] * (len(first) - len(second))
    return Result(encode_text(text.translate(dict(zip(map(ord, first), padded, strict=False)))))


def _expand_set(text: str) -> str:
    text = re.sub(r"\[:(\w+):\]", lambda match: _CHARACTER_CLASSES.get(match.group(1), ""), text)
    return re.sub(
        r"(.)-(.)",
        lambda match: "".join(map(chr, range(ord(match.group(1)), ord(match.group(2)) + 1))),
        text,
    )


def sed(call: Call) -> Result:
    """Replace text in each line (`sed [-E] s/PATTERN/TEXT/[g]`)."""
    options = parse_options(call, "Eren")
    script = options.rest[0] if options.rest else ""
    parts = re.fullmatch(r"s(.)(.*?)(?<!\\)\1(.*?)(?<!\\)\1([gi]*)", script)
    if parts is None:
        return error_output(f"sed: only s/PATTERN/TEXT/ is supported, found '{script}'")
    pattern = _convert_pattern(
        parts.group(2).replace("\\" + parts.group(1), parts.group(1)),
        fixed=False,
        extended=options.has("E", "r"),
    )
    replacement = re.sub(r"(?<!\\)&", r"\\g<0>", parts.group(3))
    text = decode_text(b"".join(data for _, data in read_inputs(call, options.rest[1:])))
    max_count = 0 if "g" in parts.group(4) else 1
    try:
        rows = [re.sub(pattern, replacement, line, count=max_count) for line in text.split("\n")]
    except re.error as error:
        raise CommandError(f"sed: bad pattern '{script}': {error}") from error
    return Result(encode_text("\n".join(rows)))


def tee(call: Call) -> Result:
    """Copy standard input to files and to standard output."""
    options = parse_options(call, "a")
    data = call.stdin.read()
    for name in options.rest:
        path = call.environment.path(name)
        prefix = (call.machine.storage.read(path) or b"") if options.has("a") else b""
        problem = call.machine.storage.write(path, prefix + data)
        if problem:
            return Result(data, encode_text(f"tee: {name}: {problem}\n"), 1)
    return Result(data)


def encode_base64(call: Call) -> Result:
    """Encode data as base64, or decode base64 data with `-d`."""
    options = parse_options(call, "diw:")
    data = b"".join(data for _, data in read_inputs(call, options.rest))
    if options.has("d"):
        try:
            return Result(base64.b64decode(re.sub(rb"\s", b"", data), validate=not options.has("i")))
        except binascii.Error as error:
            raise CommandError(f"base64: invalid input: {error}") from error
    encoded = base64.b64encode(data).decode()
    width = int(options.values.get("w", str(_BASE64_WIDTH))) or len(encoded) or 1
    return output("".join(f"{encoded[start : start + width]}\n" for start in range(0, len(encoded), width)))


def print_digest(call: Call) -> Result:
    """Print the checksum of each file (`md5sum`, `sha1sum` and `sha256sum`)."""
    options = parse_options(call, "b")
    algorithm = call.name.removesuffix("sum")
    rows = [
        hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
        + ("\n" if options.has("b") else f"  {name}\n")
        for name, data in read_inputs(call, options.rest)
    ]
    return output("".join(rows))


def basename(call: Call) -> Result:
    """Print the last part of a path (`basename PATH [SUFFIX]`) or its folder (`dirname PATH`)."""
    path = call.argument(0)
    if call.name == "dirname":
        return output(posixpath.dirname(path.rstrip("/")) or ".")
    return output(posixpath.basename(path.rstrip("/")).removesuffix(call.argument(1)))


def seq(call: Call) -> Result:
    """Print a sequence of numbers (`seq [FIRST [STEP]] LAST`)."""
    numbers = [int(word) for word in call.arguments]
    first, step, last = {1: (1, 1, *numbers), 2: (*numbers[:1], 1, *numbers[1:])}.get(
        len(numbers), tuple(numbers)
    )
    values = range(first, last + (1 if step > 0 else -1), step)[: 1 << 16]
    return output("".join(f"{number}\n" for number in values))


TABLE: Mapping[str, Command] = {
    "wc": wc,
    "head": head,
    "tail": tail,
    "grep": grep,
    "egrep": grep,
    "sort": sort,
    "uniq": uniq,
    "cut": cut,
    "tr": tr,
    "sed": sed,
    "tee": tee,
    "base64": encode_base64,
    "md5sum": print_digest,
    "sha1sum": print_digest,
    "sha256sum": print_digest,
    "basename": basename,
    "dirname": basename,
    "seq": seq,
}
