"""Commands about files and folders."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from onscreen_practice.phone.shell.command_call import Call, Command, Result, encoded, options, said
from onscreen_practice.phone.shell.storage import NO_ENTRY, Entry, Storage

BLOCK = 512
ROOM_KB = 8 * 1024 * 1024
_MODE_WIDTH = 4


def told(lines: list[str], problems: list[str]) -> Result:
    """Return a result with lines on stdout and problems on stderr."""
    out, err = "".join(f"{line}\n" for line in lines), "".join(f"{line}\n" for line in problems)
    return Result(encoded(out), encoded(err), 1 if problems else 0)


def listed(call: Call) -> Result:
    """List files and folders: ls [-l] [-a] [-1] [-d] [-R] [-h] [-t] [-S] [-r]."""
    found = options(call, "la1dRhAFtSrnips", words=("color=",))
    lines: list[str] = []
    problems: list[str] = []
    storage = call.machine.storage
    names = found.rest or (".",)
    for name in names:
        path = call.environment.path(name)
        entry = storage.stat(path)
        if entry is None:
            problems.append(f"ls: {name}: {NO_ENTRY}")
        elif found.has("d") or not entry.is_folder:
            lines.append(_line(entry, name, long=found.has("l")))
        else:
            heads = len(names) > 1 or found.has("R")
            shown = (*([".", ".."] if found.has("a") else []),)
            lines += _folder_lines(storage, path, name=name if heads else "", flags=found.given, before=shown)
    return told(lines, problems)


def _folder_lines(
    storage: Storage, path: str, *, name: str, flags: Mapping[str, str], before: tuple[str, ...]
) -> list[str]:
    long, entries = "l" in flags, list(storage.list(path) or ())
    if "t" in flags:
        entries.sort(key=lambda entry: -entry.mtime)
    if "S" in flags:
        entries.sort(key=lambda entry: -entry.size)
    entries = entries[::-1] if "r" in flags else entries
    shown = [entry for entry in entries if not entry.name.startswith(".") or "a" in flags or "A" in flags]
    lines = [f"{name}:"] if name else []
    if long:
        lines.append(f"total {sum(-(-entry.size // BLOCK) for entry in shown)}")
    lines += [_line(Entry(each, "dir", 4096), each, long=long) for each in before]
    lines += [_line(entry, entry.name, long=long) for entry in shown]
    if "R" in flags:
        for entry in (entry for entry in shown if entry.is_folder):
            inner = posixpath.join(path, entry.name)
            lines += [
                "",
                *_folder_lines(
                    storage, inner, name=posixpath.join(name, entry.name), flags=flags, before=before
                ),
            ]
    return lines


def _line(entry: Entry, name: str, *, long: bool) -> str:
    if not long:
        return name
    mode, links = ("drwxrws---", 2) if entry.is_folder else ("-rw-rw----", 1)
    return f"{mode} {links} u0_a100 media_rw {entry.size:>8} {moment(entry.mtime, '%Y-%m-%d %H:%M')} {name}"


def moment(seconds: int, form: str) -> str:
    """Return a time as text."""
    return datetime.fromtimestamp(min(max(seconds, 0), 1 << 34), UTC).strftime(form)


def concatenated(call: Call) -> Result:
    """Write files one after the other; the input where none is named."""
    found = options(call, "uevtn")
    pieces: list[bytes] = []
    problems: list[str] = []
    for name in found.rest or ("-",):
        data = call.stdin.read() if name == "-" else call.machine.storage.read(call.environment.path(name))
        if name == "/dev/null":
            continue
        if data is None:
            entry = call.machine.storage.stat(call.environment.path(name))
            problems.append(f"cat: {name}: {'Is a directory' if entry else NO_ENTRY}")
        pieces.append(data or b"")
    return Result(b"".join(pieces), told([], problems).stderr, 1 if problems else 0)


def removed(call: Call) -> Result:
    """Remove files: rm [-r] [-f]."""
    found = options(call, "rRfiv")
    problems: list[str] = []
    for name in found.rest:
        problem = call.machine.storage.remove(call.environment.path(name), recursive=found.has("r", "R"))
        if problem and not (problem == NO_ENTRY and found.has("f")):
            problems.append(f"rm: {name}: {problem}")
    if not found.rest and not found.has("f"):
        problems.append('rm: Needs 1 argument (see "rm --help")')
    return told([], problems)


def removed_folder(call: Call) -> Result:
    """Remove empty folders."""
    problems: list[str] = []
    for name in options(call, "p").rest:
        path = call.environment.path(name)
        inside = call.machine.storage.list(path)
        problem = (
            "Directory not empty"
            if inside
            else call.machine.storage.remove(path, recursive=inside is not None)
        )
        if problem:
            problems.append(f"rmdir: {name}: {problem}")
    return told([], problems)


def made_folder(call: Call) -> Result:
    """Make folders: mkdir [-p]."""
    found = options(call, "pvm:")
    problems: list[str] = []
    for name in found.rest:
        problem = call.machine.storage.make_folder(call.environment.path(name), parents=found.has("p"))
        if problem:
            problems.append(f"mkdir: '{name}': {problem}")
    if not found.rest:
        problems.append('mkdir: Needs 1 argument (see "mkdir --help")')
    return told([], problems)


def _goal(call: Call, source: str, *, target: str) -> str:
    path = call.environment.path(target)
    found = call.machine.storage.stat(path)
    return posixpath.join(path, posixpath.basename(source.rstrip("/"))) if found and found.is_folder else path


def moved(call: Call) -> Result:
    """Move files: mv SOURCE... TARGET."""
    found = options(call, "fniv")
    if len(found.rest) < 2:  # noqa: PLR2004  a source and a target
        return told([], ['mv: Needs 2 arguments (see "mv --help")'])
    problems: list[str] = []
    *sources, target = found.rest
    for name in sources:
        problem = call.machine.storage.rename(call.environment.path(name), _goal(call, name, target=target))
        if problem:
            problems.append(f"mv: bad '{name}': {problem}")
    return told([], problems)


def copied(call: Call) -> Result:
    """Copy files: cp [-r] SOURCE... TARGET."""
    found = options(call, "rRafpniv")
    if len(found.rest) < 2:  # noqa: PLR2004  a source and a target
        return told([], ['cp: Needs 2 arguments (see "cp --help")'])
    *sources, target = found.rest
    problems: list[str] = []
    for name in sources:
        goal = _goal(call, name, target=target)
        problem = _copy(
            call.machine.storage, call.environment.path(name), goal=goal, whole=found.has("r", "R", "a")
        )
        if problem:
            problems.append(f"cp: bad '{name}': {problem}")
    return told([], problems)


def _copy(storage: Storage, source: str, *, goal: str, whole: bool) -> str:
    entry = storage.stat(source)
    if entry is None:
        return NO_ENTRY
    if not entry.is_folder:
        return storage.write(goal, storage.read(source) or b"")
    if not whole:
        return "Is a directory"
    if (goal + "/").startswith(source.rstrip("/") + "/"):
        return "Invalid argument"
    problem = storage.make_folder(goal, parents=True)
    for inner in storage.list(source) or ():
        problem = problem or _copy(
            storage, posixpath.join(source, inner.name), goal=posixpath.join(goal, inner.name), whole=True
        )
    return problem


def touched(call: Call) -> Result:
    """Make files that are not there."""
    found = options(call, "acmd:t:r:")
    problems: list[str] = []
    for name in found.rest:
        path = call.environment.path(name)
        there = call.machine.storage.stat(path)
        if there and there.is_folder:
            continue
        data = (call.machine.storage.read(path) if there else b"") or b""
        problem = "" if found.has("c") and not there else call.machine.storage.write(path, data)
        if problem:
            problems.append(f"touch: '{name}': {problem}")
    return told([], problems)


def status(call: Call) -> Result:
    """Say what is known of files: stat [-c FORMAT]."""
    found = options(call, "c:tfL")
    lines: list[str] = []
    problems: list[str] = []
    for name in found.rest:
        entry = call.machine.storage.stat(call.environment.path(name))
        if entry is None:
            problems.append(f"stat: '{name}': {NO_ENTRY}")
        else:
            lines.append(_told(entry, name, form=found.given.get("c", _STAT)))
    return told(lines, problems)


_STAT = (
    "  File: %n\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\n"
    "Access: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nModify: %y"
)


def _told(entry: Entry, name: str, *, form: str) -> str:
    mode, octal = ("drwxrws---", "2770") if entry.is_folder else ("-rw-rw----", "660")
    kind = "directory" if entry.is_folder else "regular file"
    values = {
        "n": name,
        "s": entry.size,
        "b": -(-entry.size // BLOCK),
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
    values |= {"y": moment(entry.mtime, "%Y-%m-%d %H:%M:%S.000000000 +0000"), "i": 1, "B": BLOCK, "o": BLOCK}
    text = form
    for letter, value in values.items():
        text = text.replace(f"%{letter}", str(value))
    return text


def walked(storage: Storage, path: str) -> Iterator[tuple[str, Entry]]:
    """Give every file and folder below a path, the folder itself first."""
    entry = storage.stat(path)
    if entry is None:
        return
    yield path, entry
    for inner in (storage.list(path) or ()) if entry.is_folder else ():
        yield from walked(storage, posixpath.join(path, inner.name))


def used(call: Call) -> Result:
    """Say how much room folders take, in kilobytes: du [-s] [-h]."""
    found = options(call, "shkmabcd:")
    lines: list[str] = []
    problems: list[str] = []
    for name in found.rest or (".",):
        path = call.environment.path(name)
        entries = list(walked(call.machine.storage, path))
        if not entries:
            problems.append(f"du: {name}: {NO_ENTRY}")
        folders = [inner for inner, entry in entries if entry.is_folder and inner != path]
        for inner in ([] if found.has("s") else sorted(folders, reverse=True)) + ([path] if entries else []):
            total = sum(entry.size for at, entry in entries if at == inner or at.startswith(inner + "/"))
            lines.append(f"{-(-total // 1024)}\t{name + inner[len(path) :]}")
    return told(lines, problems)


def free(call: Call) -> Result:
    """Say how much room is left."""
    found = options(call, "hkmP")
    total = sum(entry.size for _, entry in walked(call.machine.storage, "/sdcard")) // 1024
    head = "Filesystem     1K-blocks     Used Available Use% Mounted on"
    numbers = f"{ROOM_KB:>8} {total:>8} {ROOM_KB - total:>9} {100 * total // ROOM_KB:>3}%"
    row, data = f"/dev/fuse       {numbers} /storage/emulated", f"/dev/block/dm-5 {numbers} /data"
    shared = [name for name in found.rest if not name.startswith("/data")]
    return told([head, *([row] if not found.rest or shared else []), *([] if shared else [data])], [])


def searched(call: Call) -> Result:
    """Find files: find PATH... [-name PATTERN] [-iname PATTERN] [-type f|d] [-maxdepth N]."""
    words = list(call.arguments)
    paths: list[str] = []
    while words and not words[0].startswith("-"):
        paths.append(words.pop(0))
    tests = dict(zip(words[::2], words[1::2], strict=False))
    unknown = set(tests) - {"-name", "-iname", "-type", "-maxdepth"}
    if unknown:
        return told([], [f"find: bad arg '{min(unknown)}'"])
    lines: list[str] = []
    problems: list[str] = []
    for name in paths or ["."]:
        path = call.environment.path(name)
        found = list(walked(call.machine.storage, path))
        problems += [] if found else [f"find: '{name}': {NO_ENTRY}"]
        lines += [name + at[len(path) :] for at, entry in found if _passes(at, entry, tests=tests, top=path)]
    return told(lines, problems)


def _passes(path: str, entry: Entry, *, tests: Mapping[str, str], top: str) -> bool:
    depth = path[len(top) :].count("/")
    kind = {"f": "file", "d": "dir"}.get(tests.get("-type", ""), entry.kind)
    return (
        fnmatch.fnmatchcase(entry.name, tests.get("-name", "*"))
        and fnmatch.fnmatchcase(entry.name.lower(), tests.get("-iname", "*").lower())
        and entry.kind == kind
        and depth <= int(tests.get("-maxdepth", "99"))
    )


def real_path(call: Call) -> Result:
    """Say the whole path of a name."""
    return said(
        "\n".join(posixpath.normpath(call.environment.path(name)) for name in options(call, "efm").rest)
    )


TABLE: Mapping[str, Command] = {
    "ls": listed,
    "cat": concatenated,
    "rm": removed,
    "rmdir": removed_folder,
    "mkdir": made_folder,
    "mv": moved,
    "cp": copied,
    "touch": touched,
    "stat": status,
    "du": used,
    "df": free,
    "find": searched,
    "realpath": real_path,
    "readlink": real_path,
}
