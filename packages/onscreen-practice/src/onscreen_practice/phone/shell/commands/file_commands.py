"""Shell commands for files and folders."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from onscreen_practice.phone.shell.command_interface import (
    Call,
    Command,
    Result,
    encode_text,
    output,
    parse_options,
)
from onscreen_practice.phone.shell.file_system import NO_ENTRY, Entry, Storage

BLOCK_BYTES = 512
_MODE_WIDTH = 4
_TIME_FORMATS = ("", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S.000000000 +0000")
_TIME_FORMAT = "time format"


def lines_output(lines: list[str], problems: list[str]) -> Result:
    """Create a command result from lines for stdout and error messages for stderr."""
    out, err = "".join(f"{line}\n" for line in lines), "".join(f"{line}\n" for line in problems)
    return Result(encode_text(out), encode_text(err), 1 if problems else 0)


def ls(call: Call) -> Result:
    """List files and folders (`ls [-l] [-ll] [-a] [-1] [-d] [-R] [-h] [-t] [-u] [-S] [-r]`)."""
    options = parse_options(call, "la1dRhAFtSrnipsucoq", long_options=("color=",))
    lines: list[str] = []
    problems: list[str] = []
    storage = call.machine.storage
    names = options.rest or (".",)
    time_format = _choose_time_format(call.arguments)
    for name in names:
        path = call.environment.path(name)
        entry = storage.stat(path)
        if entry is None:
            problems.append(f"ls: {name}: {NO_ENTRY}")
        elif options.has("d") or not entry.is_folder:
            lines.append(_format_entry(entry, name, time_format=time_format))
        else:
            with_header = len(names) > 1 or options.has("R")
            dot_entries = (*([".", ".."] if options.has("a") else []),)
            lines += _folder_lines(
                storage,
                path,
                name=name if with_header else "",
                flags={**options.values, _TIME_FORMAT: time_format},
                dot_entries=dot_entries,
            )
    return lines_output(lines, problems)


def _choose_time_format(words: Sequence[str]) -> str:
    """Return the time format: "" without -l, to the minute with -l, to the nanosecond with -ll."""
    count = sum(word.count("l") for word in words if word.startswith("-") and not word.startswith("--"))
    return _TIME_FORMATS[min(count, len(_TIME_FORMATS) - 1)]


def _folder_lines(
    storage: Storage, path: str, *, name: str, flags: Mapping[str, str], dot_entries: tuple[str, ...]
) -> list[str]:
    time_format, entries = flags[_TIME_FORMAT], list(storage.list(path) or ())
    if "t" in flags:
        entries.sort(key=lambda entry: -entry.mtime)
    if "S" in flags:
        entries.sort(key=lambda entry: -entry.size)
    entries = entries[::-1] if "r" in flags else entries
    shown = [entry for entry in entries if not entry.name.startswith(".") or "a" in flags or "A" in flags]
    lines = [f"{name}:"] if name else []
    if time_format:
        lines.append(f"total {sum(-(-entry.size // BLOCK_BYTES) for entry in shown)}")
    lines += [_format_entry(Entry(each, "dir", 4096), each, time_format=time_format) for each in dot_entries]
    lines += [_format_entry(entry, entry.name, time_format=time_format) for entry in shown]
    if "R" in flags:
        for entry in (entry for entry in shown if entry.is_folder):
            inner = posixpath.join(path, entry.name)
            lines += [
                "",
                *_folder_lines(
                    storage,
                    inner,
                    name=posixpath.join(name, entry.name),
                    flags=flags,
                    dot_entries=dot_entries,
                ),
            ]
    return lines


def _format_entry(entry: Entry, name: str, *, time_format: str) -> str:
    if not time_format:
        return name
    mode, links = ("drwxrws---", 2) if entry.is_folder else ("-rw-rw----", 1)
    return f"{mode} {links} u0_a100 media_rw {entry.size:>8} {format_time(entry.mtime, time_format)} {name}"


def format_time(seconds: int, time_format: str) -> str:
    """Format a Unix timestamp as UTC time with `strftime`."""
    return datetime.fromtimestamp(min(max(seconds, 0), 1 << 34), UTC).strftime(time_format)


def cat(call: Call) -> Result:
    """Print the content of files, or standard input if no file is named."""
    options = parse_options(call, "uevtn")
    chunks: list[bytes] = []
    problems: list[str] = []
    for name in options.rest or ("-",):
        if name == "-":
            for part in call.stdin.chunks():
                call.write(b"".join((*chunks, part)))
                chunks.clear()
        if name in {"-", "/dev/null"}:
            continue
        data = call.machine.storage.read(call.environment.path(name))
        if data is None:
            entry = call.machine.storage.stat(call.environment.path(name))
            problems.append(f"cat: {name}: {'Is a directory' if entry else NO_ENTRY}")
        chunks.append(data or b"")
    return Result(b"".join(chunks), lines_output([], problems).stderr, 1 if problems else 0)


def rm(call: Call) -> Result:
    """Remove files and folders (`rm [-r] [-f]`)."""
    options = parse_options(call, "rRfiv")
    problems: list[str] = []
    for name in options.rest:
        problem = call.machine.storage.remove(call.environment.path(name), recursive=options.has("r", "R"))
        if problem and not (problem == NO_ENTRY and options.has("f")):
            problems.append(f"rm: {name}: {problem}")
    if not options.rest and not options.has("f"):
        problems.append('rm: Needs 1 argument (see "rm --help")')
    return lines_output([], problems)


def rmdir(call: Call) -> Result:
    """Remove empty folders."""
    problems: list[str] = []
    for name in parse_options(call, "p").rest:
        path = call.environment.path(name)
        entries = call.machine.storage.list(path)
        problem = (
            "Directory not empty"
            if entries
            else call.machine.storage.remove(path, recursive=entries is not None)
        )
        if problem:
            problems.append(f"rmdir: {name}: {problem}")
    return lines_output([], problems)


def mkdir(call: Call) -> Result:
    """Create folders (`mkdir [-p]`)."""
    options = parse_options(call, "pvm:")
    problems: list[str] = []
    for name in options.rest:
        problem = call.machine.storage.make_folder(call.environment.path(name), parents=options.has("p"))
        if problem:
            problems.append(f"mkdir: '{name}': {problem}")
    if not options.rest:
        problems.append('mkdir: Needs 1 argument (see "mkdir --help")')
    return lines_output([], problems)


def _resolve_target(call: Call, source: str, *, target: str) -> str:
    path = call.environment.path(target)
    entry = call.machine.storage.stat(path)
    return posixpath.join(path, posixpath.basename(source.rstrip("/"))) if entry and entry.is_folder else path


def mv(call: Call) -> Result:
    """Move files and folders (`mv SOURCE... TARGET`)."""
    options = parse_options(call, "fniv")
    if len(options.rest) < 2:  # noqa: PLR2004  a source and a target
        return lines_output([], ['mv: Needs 2 arguments (see "mv --help")'])
    problems: list[str] = []
    *sources, target = options.rest
    for name in sources:
        problem = call.machine.storage.rename(
            call.environment.path(name), _resolve_target(call, name, target=target)
        )
        if problem:
            problems.append(f"mv: bad '{name}': {problem}")
    return lines_output([], problems)


def cp(call: Call) -> Result:
    """Copy files and folders (`cp [-r] SOURCE... TARGET`)."""
    options = parse_options(call, "rRafpniv")
    if len(options.rest) < 2:  # noqa: PLR2004  a source and a target
        return lines_output([], ['cp: Needs 2 arguments (see "cp --help")'])
    *sources, target = options.rest
    problems: list[str] = []
    for name in sources:
        destination = _resolve_target(call, name, target=target)
        problem = _copy(
            call.machine.storage,
            call.environment.path(name),
            destination=destination,
            recursive=options.has("r", "R", "a"),
        )
        if problem:
            problems.append(f"cp: bad '{name}': {problem}")
    return lines_output([], problems)


def _copy(storage: Storage, source: str, *, destination: str, recursive: bool) -> str:
    entry = storage.stat(source)
    if entry is None:
        return NO_ENTRY
    if not entry.is_folder:
        return storage.write(destination, storage.read(source) or b"")
    if not recursive:
        return "Is a directory"
    if (destination + "/").startswith(source.rstrip("/") + "/"):
        return "Invalid argument"
    problem = storage.make_folder(destination, parents=True)
    for inner in storage.list(source) or ():
        problem = problem or _copy(
            storage,
            posixpath.join(source, inner.name),
            destination=posixpath.join(destination, inner.name),
            recursive=True,
        )
    return problem


def touch(call: Call) -> Result:
    """Create missing files and update the modification time of existing files."""
    options = parse_options(call, "acmd:t:r:")
    problems: list[str] = []
    for name in options.rest:
        path = call.environment.path(name)
        entry = call.machine.storage.stat(path)
        if entry and entry.is_folder:
            continue
        data = (call.machine.storage.read(path) if entry else b"") or b""
        problem = "" if options.has("c") and not entry else call.machine.storage.write(path, data)
        if problem:
            problems.append(f"touch: '{name}': {problem}")
    return lines_output([], problems)


def stat(call: Call) -> Result:
    """Print the metadata of files (`stat [-c FORMAT]`)."""
    options = parse_options(call, "c:tfL")
    lines: list[str] = []
    problems: list[str] = []
    for name in options.rest:
        entry = call.machine.storage.stat(call.environment.path(name))
        if entry is None:
            problems.append(f"stat: '{name}': {NO_ENTRY}")
        else:
            lines.append(
                _format_status(entry, name, status_format=options.values.get("c", _DEFAULT_STATUS_FORMAT))
            )
    return lines_output(lines, problems)


_DEFAULT_STATUS_FORMAT = (
    "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\n"
    "Access: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nModify: %y"
)


def _format_status(entry: Entry, name: str, *, status_format: str) -> str:
    mode, octal = ("drwxrws---", "2770") if entry.is_folder else ("-rw-rw----", "660")
    kind = "directory" if entry.is_folder else "regular file"
    values = {
        "n": name,
        "s": entry.size,
        "b": -(-entry.size // BLOCK_BYTES),
        "F": kind,
        "a": octal,
        "A": mode,
        "h": 1,
    }
    values |= {
        "u": 10100,
        "U": "u0_a100",
        "g": 1023,
        "G": "media_rw",
        "Y": entry.mtime,
        "X": entry.mtime,
        "Z": entry.mtime,
    }
    values |= {
        "y": format_time(entry.mtime, "%Y-%m-%d %H:%M:%S.000000000 +0000"),
        "i": 1,
        "B": BLOCK_BYTES,
        "o": BLOCK_BYTES,
    }
    text = status_format
    for letter, value in values.items():
        text = text.replace(f"%{letter}", str(value))
    return text


def walk(storage: Storage, path: str) -> Iterator[tuple[str, Entry]]:
    """Iterate recursively over a folder and all files and folders below it."""
    entry = storage.stat(path)
    if entry is None:
        return
    yield path, entry
    for inner in (storage.list(path) or ()) if entry.is_folder else ():
        yield from walk(storage, posixpath.join(path, inner.name))


def du(call: Call) -> Result:
    """Print the disk usage of folders in kilobytes (`du [-s] [-h]`)."""
    options = parse_options(call, "shkmabcd:")
    lines: list[str] = []
    problems: list[str] = []
    for name in options.rest or (".",):
        path = call.environment.path(name)
        entries = list(walk(call.machine.storage, path))
        if not entries:
            problems.append(f"du: {name}: {NO_ENTRY}")
        folders = [inner for inner, entry in entries if entry.is_folder and inner != path]
        for inner in ([] if options.has("s") else sorted(folders, reverse=True)) + (
            [path] if entries else []
        ):
            total = sum(
                entry.size
                for location, entry in entries
                if location == inner or location.startswith(inner + "/")
            )
            lines.append(f"{-(-total // 1024)}\t{name + inner[len(path) :]}")
    return lines_output(lines, problems)


def df(call: Call) -> Result:
    """Print the used and free space of each file system."""
    options = parse_options(call, "hkmP")
    sizes = msgspec.convert(call.machine.phone.call("storage"), dict[str, int])
    capacity_kb, used_kb = sizes["capacity"] // 1024, sizes["used"] // 1024
    header = "Filesystem     1K-blocks     Used Available Use% Mounted on"
    numbers = f"{capacity_kb:>8} {used_kb:>8} {capacity_kb - used_kb:>9} {100 * used_kb // capacity_kb:>3}%"
    row, data = f"/dev/fuse       {numbers} /storage/emulated", f"/dev/block/dm-5 {numbers} /data"
    shared = [name for name in options.rest if not name.startswith("/data")]
    return lines_output(
        [header, *([row] if not options.rest or shared else []), *([] if shared else [data])], []
    )


def realpath(call: Call) -> Result:
    """Print the absolute path of each argument."""
    return output(
        "\n".join(posixpath.normpath(call.environment.path(name)) for name in parse_options(call, "efm").rest)
    )


TABLE: Mapping[str, Command] = {
    "ls": ls,
    "cat": cat,
    "rm": rm,
    "rmdir": rmdir,
    "mkdir": mkdir,
    "mv": mv,
    "cp": cp,
    "touch": touch,
    "stat": stat,
    "du": du,
    "df": df,
    "realpath": realpath,
    "readlink": realpath,
}
