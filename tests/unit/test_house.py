"""The house rules, read from the source as it stands; each test is one rule, its docstring says it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median
from typing import TypeAlias

ROOT = Path(__file__).parents[2]
SOURCES = tuple(sorted((ROOT / "packages").glob("*/src")))
AGENT = ROOT / "packages" / "onscreen" / "src" / "onscreen"
TEXTS = ("packages", "tests", "tools", "docs", "design", "examples", "benchmarks", "changelog.d")

MAX_FILE_LINES, MEDIAN_FILE_LINES = 400, 130
MAX_FUNCTION_LINES, MEDIAN_FUNCTION_LINES = 60, 10
MAX_NESTING = 3
MAX_POSITIONAL = 2
MAX_BROAD = 2
BANNED_NAMES = {"utils", "util", "helpers", "helper", "manager", "service", "common", "misc", "base_agent"}
BROAD_ALLOWED = {"onscreen/run/suite_run.py", "onscreen/run/worker.py", "onscreen/cli/main.py"}
ASKING_ALLOWED = ("onscreen/cli/", "onscreen/agent/human")
# Where a library of others is awaited, on a thread of its own, so that nothing else has to be.
AWAITING_ALLOWED = {"onscreen/model/provider_session.py"}
# Wire code: where documents of others (JSON of a browser, of a provider) come in as they are.
WIRE: set[str] = set()

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)


def own(path: Path) -> str:
    """Return the path as the rules name it: the import package, then the file."""
    source = next(source for source in SOURCES if path.is_relative_to(source))
    return path.relative_to(source).as_posix()


def files() -> list[Path]:
    """Return every module of every package."""
    return sorted(path for source in SOURCES for path in source.rglob("*.py"))


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Return every module, named and parsed."""
    for path in files():
        yield own(path), ast.parse(path.read_text(encoding="utf-8"), str(path))


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Return every node of these kinds, with the name of its module."""
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield name, node


def functions() -> Iterator[tuple[str, Function]]:
    """Return every function and method."""
    for name, node in nodes(*FUNCTIONS):
        assert isinstance(node, FUNCTIONS)
        yield name, node


def length(node: Function) -> int:
    """Return how many lines a function has, its decorators left out."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def texts() -> Iterator[tuple[str, str]]:
    """Return every text that is kept, with its path from the root."""
    loose = [*ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "mkdocs.yml"]
    kept = [p for folder in TEXTS for p in sorted((ROOT / folder).rglob("*"))]
    for path in [*loose, *kept]:
        if path.is_file() and path.suffix in {
            ".py",
            ".md",
            ".sh",
            ".toml",
            ".yml",
            ".js",
            ".j2",
            ".html",
            "",
        }:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8", errors="replace")


def deepest(body: list[ast.stmt], depth: int = 0) -> int:
    """Return how deep the blocks of a body nest; an elif counts as its if."""
    found = depth
    for node in body:
        if not isinstance(node, BLOCKS):
            continue
        branches = [getattr(node, field, []) for field in ("body", "finalbody")]
        branches += [part.body for field in ("handlers", "cases") for part in getattr(node, field, [])]
        found = max([found, *(deepest(branch, depth + 1) for branch in branches)])
        rest = getattr(node, "orelse", [])
        elif_chain = len(rest) == 1 and isinstance(rest[0], ast.If)
        found = max(found, deepest(rest, depth if elif_chain else depth + 1)) if rest else found
    return found


def positional(node: Function) -> int:
    """Return how many parameters can be given by position, self and cls left out."""
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    return len(names) - (1 if names[:1] in (["self"], ["cls"]) else 0)


def annotations(node: Function) -> Iterator[ast.expr]:
    """Return every annotation of a signature; those written as text are parsed."""
    every = (
        *node.args.posonlyargs,
        *node.args.args,
        *node.args.kwonlyargs,
        node.args.vararg,
        node.args.kwarg,
    )
    for found in (node.returns, *(a.annotation for a in every if a)):
        if isinstance(found, ast.Constant) and isinstance(found.value, str):
            yield ast.parse(found.value, mode="eval").body
        elif found is not None:
            yield found


def opaque(annotation: ast.expr) -> bool:
    """Whether an annotation hides the data: Any, or a dict that does not say of what."""
    subscripted = {id(n.value) for n in ast.walk(annotation) if isinstance(n, ast.Subscript)}
    for node in ast.walk(annotation):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name == "Any" or (name in {"dict", "Dict"} and id(node) not in subscripted):
            return True
    return False


def named(expression: ast.expr | None) -> set[str]:
    """Return the names an except clause catches; the empty name for a bare one."""
    if expression is None:
        return {""}
    return {n.id for n in ast.walk(expression) if isinstance(n, ast.Name)}


def module_name(name: str) -> str:
    """Return a module's dotted name from its path in the package."""
    parts = Path(name).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """Return our own modules that this one imports at its top."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & known
            found |= submodules or {node.module}
    return found & known


def kinds_of(error: str, parent: Mapping[str, str]) -> Iterator[str]:
    """Return an error's name and those of the kinds it is of."""
    while error in parent:
        yield error
        error = parent[error]


def none(breaches: Iterable[str]) -> None:
    """Fail with a line for each breach, if there are any."""
    rows = sorted(breaches)
    assert not rows, f"{len(rows)} breaches\n" + "\n".join(rows)


def test_files_are_short() -> None:
    """A file has at most 400 lines."""
    sizes = {own(p): len(p.read_text(encoding="utf-8").splitlines()) for p in files()}
    none(f"{name}: {n}" for name, n in sizes.items() if n > MAX_FILE_LINES)


def test_files_are_short_in_the_median() -> None:
    """The median file, empty ones left out, has at most 130 lines."""
    sizes = [len(p.read_text(encoding="utf-8").splitlines()) for p in files()]
    assert median(n for n in sizes if n > 1) <= MEDIAN_FILE_LINES


def test_functions_are_short() -> None:
    """A function has at most 60 lines."""
    long = [
        f"{name}:{f.lineno} {f.name}: {length(f)}"
        for name, f in functions()
        if length(f) > MAX_FUNCTION_LINES
    ]
    none(long)


def test_functions_are_short_in_the_median() -> None:
    """The median function has at most 10 lines."""
    assert median(length(f) for _, f in functions()) <= MEDIAN_FUNCTION_LINES


def test_functions_nest_little() -> None:
    """Blocks nest at most 3 deep."""
    deep = [f"{name}:{f.lineno} {f.name}: {deepest(f.body)}" for name, f in functions()]
    none([row for row in deep if int(row.rsplit(": ", 1)[1]) > MAX_NESTING])


def test_only_two_parameters_go_by_position() -> None:
    """After the second parameter (self not counted) they are keyword-only; dunder methods are Python's."""
    many = [
        f"{name}:{f.lineno} {f.name}: {positional(f)}"
        for name, f in functions()
        if positional(f) > MAX_POSITIONAL and not (f.name.startswith("__") and f.name != "__init__")
    ]
    none(many)


def test_imports_stand_at_the_top() -> None:
    """No function imports, but in plugins.py and in the loaders of devices."""
    lazy = {
        f"{name}:{node.lineno}"
        for name, f in functions()
        for node in ast.walk(f)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and name != "onscreen/plugins.py"
        and not name.startswith("onscreen/device/")
    }
    none(lazy)


def test_imports_make_no_cycle() -> None:
    """Modules import each other in no circle."""
    parsed = {module_name(name): tree for name, tree in trees()}
    graph = {module: imported(tree, set(parsed)) - {module} for module, tree in parsed.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " <- ".join(error.args[1])
        raise AssertionError(circle) from error


def test_signatures_say_what_they_take() -> None:
    """No `Any` and no bare `dict` stands in a signature outside wire code."""
    hidden = [
        f"{name}:{f.lineno} {f.name}"
        for name, f in functions()
        if name not in WIRE and any(opaque(a) for a in annotations(f))
    ]
    none(hidden)


def test_broad_excepts_stand_in_two_places() -> None:
    """Everything is caught in two places only: once in the suite runner and once in the command line."""
    broad: list[str] = []
    for name, node in nodes(ast.ExceptHandler, ast.Call):
        if isinstance(node, ast.ExceptHandler):
            caught = named(node.type)
        elif isinstance(node, ast.Call) and "suppress" in ast.unparse(node.func):
            caught = set().union(*(named(a) for a in node.args))
        else:
            continue
        if caught & {"", "Exception", "BaseException"}:
            broad.append(f"{name}:{node.lineno}")
    none(b for b in broad if b.partition(":")[0] not in BROAD_ALLOWED)
    none(broad if len(broad) > MAX_BROAD else [])


def test_modules_are_named_for_what_they_hold() -> None:
    """No module is called utils, helpers, manager, service or common."""
    none([own(p) for p in files() if {p.stem, p.parent.name} & BANNED_NAMES])


def test_core_is_synchronous() -> None:
    """One episode runs in one thread: nothing of ours is async, but where a library must be awaited."""
    found = [
        f"{name}:{f.lineno} {f.name}"
        for name, f in functions()
        if isinstance(f, ast.AsyncFunctionDef) and name not in AWAITING_ALLOWED
    ]
    none(found)


def test_only_the_command_line_asks_at_the_prompt() -> None:
    """The library never waits for the keyboard."""
    asking = [
        f"{name}:{node.lineno}"
        for name, node in nodes(ast.Call)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "input"
        and not name.startswith(ASKING_ALLOWED)
    ]
    none(asking)


def test_summaries_are_one_sentence() -> None:
    """A docstring begins with one sentence on a line of its own."""
    bad: list[str] = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
                continue
            first, _, rest = (ast.get_docstring(node) or "Fine.").partition("\n")
            several = re.search(r"[a-z)][.?] [A-Z]", first)
            if several or not first.endswith((".", "?", ":")) or (rest and not rest.startswith("\n")):
                bad.append(f"{name}:{getattr(node, 'lineno', 1)} {first!r}")
    none(bad)


def test_public_functions_say_what_they_raise() -> None:
    """A public function that raises an error of ours has `Raises:`, naming it or the kind it is of."""
    tree = ast.parse((AGENT / "types/errors.py").read_text(encoding="utf-8"))
    parent = {c.name: ast.unparse(c.bases[0]) for c in tree.body if isinstance(c, ast.ClassDef)}
    silent: list[str] = []
    for name, f in functions():
        calls = (n.exc for n in ast.walk(f) if isinstance(n, ast.Raise) and n.exc)
        raised = {ast.unparse(c.func if isinstance(c, ast.Call) else c) for c in calls} & set(parent)
        told = (ast.get_docstring(f) or "").partition("Raises:")[2]
        untold = sorted(e for e in raised if not any(kind in told for kind in kinds_of(e, parent)))
        if not f.name.startswith("_") and untold:
            silent.append(f"{name}:{f.lineno} {f.name}: {', '.join(untold)}")
    none(silent)


def test_ports_say_what_they_raise() -> None:
    """Every method of a port has `Raises:`, or says that it never raises."""
    silent: list[str] = []
    for name, node in nodes(ast.ClassDef):
        assert isinstance(node, ast.ClassDef)
        if not any(ast.unparse(base).startswith("Protocol") for base in node.bases):
            continue
        for method in (m for m in node.body if isinstance(m, ast.FunctionDef)):
            text = ast.get_docstring(method) or ""
            readable = any(ast.unparse(d) == "property" for d in method.decorator_list)
            if not readable and "Raises:" not in text and "never raises" not in text:
                silent.append(f"{name}:{method.lineno} {node.name}.{method.name}")
    none(silent)


def test_nothing_is_left_for_later() -> None:
    """No text holds a note to do something later."""
    marks = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
    none([name for name, text in texts() if marks.search(text)])


def test_nothing_is_mocked() -> None:
    """Tests use fakes, recordings and real parts, no mocks."""
    marks = re.compile(
        r"unittest(\.| import )mo" + r"ck|Magic" + r"Mock|\bmo" + r"cker\b|import mo" + r"ck\b"
    )
    found = [name for name, text in texts() if name.endswith(".py") and marks.search(text)]
    none(found)


def test_package_speaks_of_itself_alone() -> None:
    """No text names the place it was written at, or a host that packages come from."""
    marks = re.compile(
        r"/wo"
        r"rk/|brie"
        r"f\.md|\bC"
        r"EO\b|py"
        r"pi\.org|npm"
        r"js\.|deb\.deb"
        r"ian|\bissue #?\d"
    )
    found = [f"{name}: {hit.group()}" for name, text in texts() if (hit := marks.search(text))]
    none(found)
