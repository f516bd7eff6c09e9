"""The house rules, checked on the source; each test is one rule, stated in its docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
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
MAX_RULE_LINES, MAX_RULE_DEFINITIONS = 3780, 234
"""Limits of the package `policy/lexical`: its lines, and its functions and classes."""
MAX_BROAD = 2
BANNED_NAMES = {"utils", "util", "helpers", "helper", "manager", "service", "common", "misc", "base_agent"}
BROAD_ALLOWED = {"onscreen/run/suite_run.py", "onscreen/run/worker.py", "onscreen/cli/main.py"}
INPUT_ALLOWED = ("onscreen/cli/", "onscreen/agent/human")
# Third-party async code runs on its own thread there, so that everything else stays synchronous.
ASYNC_ALLOWED = {
    "onscreen/model/synchronous_client.py",
    "onscreen/cli/mcp_http.py",
    "onscreen/cli/mcp_tools.py",
}
# Wire code: parses third-party documents (JSON of a browser, of a provider).
WIRE: set[str] = set()

GERUND_NOUNS = {
    *("planning", "testing", "training", "grounding", "routing", "quoting", "mapping", "timing", "string"),
    "setting",
}
"""Nouns of the field that end like a gerund or participle, allowed at the end of a module's name."""
BANNED_WORDING = (
    *(r"(goes?|gone|went) on with", r"anew", r"mend(s|ed|ing)?", r"manieth", r"stands? nowhere", r"in vain"),
    *(r"fixes chance", r"kept for the question", r"the begin", r"no beginning for", r"goes? nowhere"),
    *(
        r"gives? (it |them )?back",
        r"(is|are|was) told",
        r"never sure",
        r"what (comes|came) of",
        r"whoever wants",
    ),
    *(r"can(not)? be had", r"of now", r"there is none", r"lies over", r"as wished", r"so many"),
    *(r"worth naming", r"told apart", r"takes? hold"),
)
"""Phrases of private English, as regular expressions; CONTRIBUTING.md describes the style."""
KEPT_PROMPTS = ("benchmarks/reflex_paraphrases.py",)
"""Files with a prompt that recorded answers depend on, so that its wording must stay."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BLOCKS = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match)


def source_path(path: Path) -> str:
    """Return the path relative to its source folder, starting with the import package."""
    source = next(source for source in SOURCES if path.is_relative_to(source))
    return path.relative_to(source).as_posix()


def files() -> list[Path]:
    """Return every module of every package."""
    return sorted(path for source in SOURCES for path in source.rglob("*.py"))


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    """Return the name and the syntax tree of every module."""
    return tuple(
        (source_path(path), ast.parse(path.read_text(encoding="utf-8"), str(path))) for path in files()
    )


def nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yield every syntax node of these kinds, with the name of its module."""
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield name, node


def functions() -> Iterator[tuple[str, Function]]:
    """Yield every function and method, with the name of its module."""
    for name, node in nodes(*FUNCTIONS):
        assert isinstance(node, FUNCTIONS)
        yield name, node


def length(node: Function) -> int:
    """Return the number of lines of a function without its decorators."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def texts() -> Iterator[tuple[str, str]]:
    """Yield path and content of every text file in the repository."""
    loose = [*ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / "mkdocs.yml"]
    nested = [p for folder in TEXTS for p in sorted((ROOT / folder).rglob("*"))]
    for path in [*loose, *nested]:
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
    """Return the nesting depth of a body's blocks; an elif counts as its if."""
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
    """Return the number of positional parameters without self and cls."""
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    return len(names) - (1 if names[:1] in (["self"], ["cls"]) else 0)


def annotations(node: Function) -> Iterator[ast.expr]:
    """Yield every annotation of a signature; string annotations are parsed."""
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
    """Whether an annotation is untyped: Any, or a dict without type arguments."""
    subscripted = {id(n.value) for n in ast.walk(annotation) if isinstance(n, ast.Subscript)}
    for node in ast.walk(annotation):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name == "Any" or (name in {"dict", "Dict"} and id(node) not in subscripted):
            return True
    return False


def named(expression: ast.expr | None) -> set[str]:
    """Return the names an except clause catches; a bare except has the empty name."""
    if expression is None:
        return {""}
    return {n.id for n in ast.walk(expression) if isinstance(n, ast.Name)}


def module_name(name: str) -> str:
    """Return a module's dotted name from its path in the package."""
    parts = Path(name).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, known: set[str]) -> set[str]:
    """Return the modules in `known` that this module imports at the top level."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & known
            found |= submodules or {node.module}
    return found & known


def error_and_bases(error: str, parent: Mapping[str, str]) -> Iterator[str]:
    """Yield the name of an error and the names of its base classes."""
    while error in parent:
        yield error
        error = parent[error]


def assert_none(violations: Iterable[str]) -> None:
    """Fail with a line for each violation."""
    rows = sorted(violations)
    assert not rows, f"{len(rows)} violations\n" + "\n".join(rows)


def test_files_are_short() -> None:
    """A file has at most 400 lines."""
    sizes = {source_path(p): len(p.read_text(encoding="utf-8").splitlines()) for p in files()}
    assert_none(f"{name}: {n}" for name, n in sizes.items() if n > MAX_FILE_LINES)


def test_files_are_short_in_the_median() -> None:
    """The median of non-empty files is at most 130 lines."""
    sizes = [len(p.read_text(encoding="utf-8").splitlines()) for p in files()]
    assert median(n for n in sizes if n > 1) <= MEDIAN_FILE_LINES


def test_functions_are_short() -> None:
    """A function has at most 60 lines."""
    long = [
        f"{name}:{f.lineno} {f.name}: {length(f)}"
        for name, f in functions()
        if length(f) > MAX_FUNCTION_LINES
    ]
    assert_none(long)


def test_functions_are_short_in_the_median() -> None:
    """The median of functions is at most 10 lines."""
    assert median(length(f) for _, f in functions()) <= MEDIAN_FUNCTION_LINES


def test_rules_do_not_grow() -> None:
    """The rules do not grow: what they cannot do is the network's or a model's job."""
    rules = [path for path in files() if source_path(path).startswith("onscreen/policy/lexical/")]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in rules)
    definitions = [
        node
        for path in rules
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert (lines <= MAX_RULE_LINES, len(definitions) <= MAX_RULE_DEFINITIONS) == (True, True), (
        f"{lines} lines and {len(definitions)} functions and classes in policy/lexical"
    )


def test_nesting_is_limited() -> None:
    """Blocks nest at most 3 levels."""
    deep = [f"{name}:{f.lineno} {f.name}: {deepest(f.body)}" for name, f in functions()]
    assert_none([row for row in deep if int(row.rsplit(": ", 1)[1]) > MAX_NESTING])


def test_at_most_two_positional_parameters() -> None:
    """Parameters after the second (not counting self) are keyword-only, except in dunder methods."""
    many = [
        f"{name}:{f.lineno} {f.name}: {positional(f)}"
        for name, f in functions()
        if positional(f) > MAX_POSITIONAL and not (f.name.startswith("__") and f.name != "__init__")
    ]
    assert_none(many)


def test_imports_are_at_the_top() -> None:
    """No function imports, except in plugins.py and in the loaders of devices."""
    lazy = {
        f"{name}:{node.lineno}"
        for name, f in functions()
        for node in ast.walk(f)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and name != "onscreen/plugins.py"
        and not name.startswith("onscreen/device/")
    }
    assert_none(lazy)


def test_no_import_cycles() -> None:
    """Modules have no import cycles."""
    parsed = {module_name(name): tree for name, tree in trees()}
    graph = {module: imported(tree, set(parsed)) - {module} for module, tree in parsed.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = " <- ".join(error.args[1])
        raise AssertionError(cycle) from error


def test_signatures_are_typed() -> None:
    """No signature outside wire code has `Any` or a bare `dict`."""
    hidden = [
        f"{name}:{f.lineno} {f.name}"
        for name, f in functions()
        if name not in WIRE and any(opaque(a) for a in annotations(f))
    ]
    assert_none(hidden)


def test_broad_excepts_occur_in_two_places() -> None:
    """Broad excepts occur in two places only: in the suite runner and in the command line."""
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
    assert_none(b for b in broad if b.partition(":")[0] not in BROAD_ALLOWED)
    assert_none(broad if len(broad) > MAX_BROAD else [])


def test_module_names_are_specific() -> None:
    """No module is called utils, helpers, manager, service or common."""
    assert_none([source_path(p) for p in files() if {p.stem, p.parent.name} & BANNED_NAMES])


def test_core_is_synchronous() -> None:
    """One episode runs in one thread: only the provider session and the MCP server are async."""
    found = [
        f"{name}:{f.lineno} {f.name}"
        for name, f in functions()
        if isinstance(f, ast.AsyncFunctionDef) and name not in ASYNC_ALLOWED
    ]
    assert_none(found)


def test_only_the_command_line_reads_the_keyboard() -> None:
    """Only the command line reads from the keyboard."""
    asking = [
        f"{name}:{node.lineno}"
        for name, node in nodes(ast.Call)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "input"
        and not name.startswith(INPUT_ALLOWED)
    ]
    assert_none(asking)


def test_summaries_are_one_sentence() -> None:
    """A docstring starts with one sentence on its own line."""
    bad: list[str] = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
                continue
            first, _, rest = (ast.get_docstring(node) or "Fine.").partition("\n")
            several = re.search(r"[a-z)][.?] [A-Z]", first)
            if several or not first.endswith((".", "?", ":")) or (rest and not rest.startswith("\n")):
                bad.append(f"{name}:{getattr(node, 'lineno', 1)} {first!r}")
    assert_none(bad)


def test_public_functions_document_errors() -> None:
    """A public function that raises an OnscreenError lists it, or a base class, under `Raises:`."""
    tree = ast.parse((AGENT / "types/errors.py").read_text(encoding="utf-8"))
    parent = {c.name: ast.unparse(c.bases[0]) for c in tree.body if isinstance(c, ast.ClassDef)}
    silent: list[str] = []
    for name, f in functions():
        calls = (n.exc for n in ast.walk(f) if isinstance(n, ast.Raise) and n.exc)
        raised = {ast.unparse(c.func if isinstance(c, ast.Call) else c) for c in calls} & set(parent)
        documented = (ast.get_docstring(f) or "").partition("Raises:")[2]
        undocumented = sorted(
            e for e in raised if not any(base in documented for base in error_and_bases(e, parent))
        )
        if not f.name.startswith("_") and undocumented:
            silent.append(f"{name}:{f.lineno} {f.name}: {', '.join(undocumented)}")
    assert_none(silent)


def test_ports_document_errors() -> None:
    """Every method of a port has `Raises:`, or states that it never raises."""
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
    assert_none(silent)


def test_no_notes_for_later() -> None:
    """No file contains a note to do something later."""
    marks = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
    assert_none([name for name, text in texts() if marks.search(text)])


def test_nothing_is_mocked() -> None:
    """Tests use fakes, recordings and real components, no mocks."""
    marks = re.compile(
        r"unittest(\.| import )mo" + r"ck|Magic" + r"Mock|\bmo" + r"cker\b|import mo" + r"ck\b"
    )
    found = [name for name, text in texts() if name.endswith(".py") and marks.search(text)]
    assert_none(found)


def test_files_do_not_mention_the_development_environment() -> None:
    """No file mentions the development environment or a package host."""
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
    assert_none(found)


def test_wording_is_standard() -> None:
    """Code, tests and documentation use standard terms."""
    banned = re.compile(rf"\b({'|'.join(BANNED_WORDING)})\b", re.IGNORECASE)
    violations = [
        f"{name}:{number} {hit.group()!r}"
        for name, text in texts()
        if not name.startswith((*KEPT_PROMPTS, "tests/unit/test_house.py"))
        for number, line in enumerate(text.splitlines(), start=1)
        if (hit := banned.search(line))
    ]
    assert_none(violations)


def test_modules_are_nouns() -> None:
    """No module is named by a gerund or participle, except for nouns of the field."""
    names = {source_path(path): path.stem.rpartition("_")[2] for path in files()}
    assert_none(
        name for name, word in names.items() if word.endswith(("ing", "ed")) and word not in GERUND_NOUNS
    )


def test_only_devices_and_element_kinds_read_the_clickable_state() -> None:
    """Whether an element can be acted on is defined in `element_kinds` only; devices report what it reads.

    The synthetic applications of the training report states, like a device.
    """
    reporters = ("onscreen/device/", "onscreen/perceive/element_kinds.py", "onscreen_train/synthetic_")
    reading = re.compile(r"""\.has\(\s*["']clickable["']|["']clickable["'] (?:not )?in\b""")
    sources = [(name, AGENT.parents[3] / name) for name in ("benchmarks", "examples", "tools")]
    paths = [(source_path(path), path) for path in files()]
    paths += [(f"{name}/{p.relative_to(root)}", p) for name, root in sources for p in root.rglob("*.py")]
    assert_none(
        name
        for name, path in paths
        if not name.startswith(reporters) and reading.search(path.read_text(encoding="utf-8"))
    )
