"""Text that the project writes for readers is read by readers only: no code decides by it."""

from __future__ import annotations

import ast
import fnmatch
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SOURCES = tuple(sorted((Path(__file__).parents[2] / "packages").glob("*/src")))

RENDERERS = frozenset(
    f"onscreen.perceive.{module}"
    for module in (
        *("action_description", "element_outline", "screen_prompt_text", "screen_text_header"),
        *("screen_text_truncation", "step_description", "text_layout"),
    )
)
"""Modules that write screens, actions and steps as text."""

READERS: Mapping[str, str] = {
    "onscreen.perceive.*": "the renderers themselves",
    "onscreen.think.prompt_templates": "prompts",
    "onscreen.policy.language_model_policy": "prompts",
    "onscreen.policy.luci_policy": "prompts",
    "onscreen.policy.appagent_policy": "prompts",
    "onscreen.agent.criteria_verification": "prompts",
    "onscreen.think.appagent_reflection": "prompts",
    "onscreen.explore.task_exploration": "prompts",
    "onscreen.explore.mirror_agent": "notes and reasons for a person",
    "onscreen.run.screen_session": "the screen for the caller of a session",
    "onscreen.run.screen_values": "prompts",
    "onscreen.report.*": "reports",
    "onscreen.convert.*": "trajectories and scripts for other tools",
    "onscreen.bench.gym": "observations for agents outside the project",
    "onscreen.cli.*": "output of the command line",
}
"""Modules that may import renderers, as shell-style patterns, with what they use the text for."""

PARSERS = frozenset(
    {
        *("compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"),
        *("casefold", "count", "endswith", "find", "index", "lower", "partition", "removeprefix"),
        *("removesuffix", "rindex", "rpartition", "rsplit", "splitlines", "startswith"),
    }
)
"""Methods of texts and functions of `re` that take a text apart."""

PROSE_FIELDS = frozenset({"detail", "details", "evidence", "fault", "stop", "trouble", "why"})
"""Fields of values that hold text for readers, and `Result.stop`, which once held a reason and its detail."""

OLD_FILES: Mapping[str, str] = {"onscreen.run.suite_run": "results whose stop still contained its detail"}
"""Modules that may parse prose in files of earlier versions, with what they read."""


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return the dotted name and the syntax tree of every module."""
    return tuple(
        (
            ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"),
            ast.parse(path.read_text(encoding="utf-8"), str(path)),
        )
        for source in SOURCES
        for path in sorted(source.rglob("*.py"))
    )


def find_imports(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield line, renderer and local name of everything imported from a renderer, also within functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in RENDERERS:
                    yield node.lineno, alias.name, alias.asname or alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                renderer = node.module if node.module in RENDERERS else submodule
                if renderer in RENDERERS:
                    yield node.lineno, renderer, alias.asname or alias.name


def find_violations(name: str, tree: ast.Module) -> list[str]:
    """Return where a module imports a renderer without being a reader, or takes a rendered text apart."""
    imports = list(find_imports(tree))
    is_reader = any(fnmatch.fnmatchcase(name, pattern) for pattern in READERS)
    found = [f"{name}:{line} imports {renderer}" for line, renderer, _ in imports if not is_reader]
    if name in RENDERERS or not imports:
        return found
    imported = {local for _, _, local in imports}
    for scope in [tree, *(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))]:
        rendered = _rendered_names(scope, imported)
        found += [
            f"{name}:{node.lineno} reads rendered text: {ast.unparse(node)}"
            for node in ast.walk(scope)
            if isinstance(node, ast.Compare | ast.Call | ast.Subscript | ast.Match)
            and _reads(node, imported, rendered)
        ]
    return sorted(set(found))


def find_parsed_prose(name: str, tree: ast.Module) -> list[str]:
    """Return where a module searches or takes apart a field that holds text for readers."""
    return [
        f"{name}:{node.lineno} reads prose: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.Call | ast.Subscript) and _parses_prose(node)
    ]


def _is_prose(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in PROSE_FIELDS


def _parses_prose(node: ast.AST) -> bool:
    """Whether an expression searches a prose field or takes it apart."""
    if isinstance(node, ast.Compare):
        searched = zip(node.ops, node.comparators, strict=True)
        return any(isinstance(op, ast.In | ast.NotIn) and _is_prose(right) for op, right in searched)
    if isinstance(node, ast.Subscript):
        return _is_prose(node.value)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return node.func.attr in PARSERS and any(_is_prose(each) for each in (node.func.value, *node.args))


def _rendered_names(scope: ast.AST, imported: set[str]) -> set[str]:
    """Return the names that are assigned a rendered text in a scope."""
    names: set[str] = set()
    for node in ast.walk(scope):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            targets = [node.target]
        value = getattr(node, "value", None)
        if targets and isinstance(value, ast.expr) and _is_rendered(value, imported, names):
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _is_rendered(node: ast.expr, imported: set[str], rendered: set[str]) -> bool:
    """Whether an expression is a call of a renderer, a name that holds its text, or a change of its case."""
    if isinstance(node, ast.Name):
        return node.id in rendered
    if isinstance(node, ast.NamedExpr):
        return _is_rendered(node.value, imported, rendered)
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        inner = node.func.value if isinstance(node.func, ast.Attribute) else None
        is_renderer = called in imported or called.rpartition(".")[0] in imported
        return is_renderer or (inner is not None and _is_rendered(inner, imported, rendered))
    return False


def _reads(node: ast.AST, imported: set[str], rendered: set[str]) -> bool:
    """Whether an expression compares, searches or takes apart a rendered text."""
    if isinstance(node, ast.Compare):
        return any(_is_rendered(each, imported, rendered) for each in (node.left, *node.comparators))
    if isinstance(node, ast.Subscript):
        return _is_rendered(node.value, imported, rendered)
    if isinstance(node, ast.Match):
        return _is_rendered(node.subject, imported, rendered)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    operands = [node.func.value, *node.args]
    return node.func.attr in PARSERS and any(_is_rendered(each, imported, rendered) for each in operands)


_PATTERN_METHODS = frozenset({"search", "match", "fullmatch", "findall", "finditer", "split"})
"""Methods of patterns, and functions of `re`, that read a part of a text; `sub` may mask digits of a clue."""


def find_parsed_clues(name: str, tree: ast.Module) -> list[str]:
    """Return where a module takes a clue apart by a regular expression, directly or through a local name."""
    found: list[str] = []
    if not _contains_clue(tree, set()):
        return found
    for scope in [tree, *(n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))]:
        clues = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and _contains_clue(node.value, set())
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        found += [
            f"{name}:{node.lineno} parses a clue: {ast.unparse(node)}"
            for node in ast.walk(scope)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _PATTERN_METHODS
            and any(_contains_clue(argument, clues if scope is not tree else set()) for argument in node.args)
        ]
    return sorted(set(found))


def _contains_clue(node: ast.AST, names: set[str]) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "clue")
        or (isinstance(each, ast.Name) and each.id in names)
        for each in ast.walk(node)
    )


def test_clues_are_not_parsed() -> None:
    """Sizes, sides and attributes are read from fields of the node, not from its clue."""
    violations = [row for name, tree in modules() for row in find_parsed_clues(name, tree)]
    assert not violations, "\n".join(violations)


@pytest.mark.parametrize(
    "planted",
    [
        "def size(e): return _SIZE.search(e.clue)",
        "def size(e): return re.findall('x', f'{e.clue} {e.role}')",
        "def size(e):\n    clue = ' '.join(n.clue for n in e)\n    return _SIZE.search(clue)",
    ],
)
def test_planted_parsing_of_a_clue_is_found(planted: str) -> None:
    """A regular expression that reads a clue is found, also through a local name."""
    assert find_parsed_clues("onscreen_reflex.planted", ast.parse(planted))


def test_rendered_text_is_read_by_readers_only() -> None:
    """Renderers are imported for prompts, reports and output only, and nothing takes their text apart."""
    violations = [row for name, tree in modules() for row in find_violations(name, tree)]
    assert not violations, "\n".join(violations)


def test_renderers_and_readers_exist() -> None:
    """The lists of renderers and of their readers name existing modules that are still used."""
    parsed = dict(modules())
    assert set(parsed) >= RENDERERS
    users = {name for name, tree in parsed.items() if list(find_imports(tree))}
    unused = [pattern for pattern in READERS if not fnmatch.filter(users, pattern)]
    assert not unused


@pytest.mark.parametrize(
    "planted",
    [
        "from onscreen.perceive.step_description import describe_step",
        "from onscreen.perceive import step_description",
        "import onscreen.perceive.screen_prompt_text as view",
        "def act(step):\n    from onscreen.perceive.step_description import describe_step",
    ],
)
def test_planted_import_is_found(planted: str) -> None:
    """A policy or agent that imports a renderer is found, also if it does so within a function."""
    assert find_violations("onscreen.policy.planted", ast.parse(planted))
    assert find_violations("onscreen_reflex.planted", ast.parse(planted))
    assert not find_violations("onscreen.report.planted", ast.parse(planted))


@pytest.mark.parametrize(
    "planted",
    [
        "'nothing changed' in describe_step(step)",
        "describe_step(step) == 'done'",
        "re.search('failed', describe_step(step))",
        "describe_step(step).startswith('failed')",
        "describe_step(step).lower().count('new')",
        "said = describe_step(step)\nif 'failed' in said: pass",
        "if (said := describe_step(step)).endswith('changed'): pass",
        "match describe_step(step):\n    case 'done': pass",
        "describe_step(step)[:6]",
    ],
)
def test_planted_reading_is_found(planted: str) -> None:
    """Even a module that may render text does not compare, search or take apart what it rendered."""
    source = f"import re\nfrom onscreen.perceive.step_description import describe_step\n{planted}\n"
    assert find_violations("onscreen.report.planted", ast.parse(source))


def test_writing_a_rendered_text_is_no_reading() -> None:
    """A reader may join, print and format a rendered text."""
    source = (
        "from onscreen.perceive.step_description import describe_step\n"
        "text = describe_step(step)\nprint(f'{text}', '; '.join([text, describe_step(step)]))\n"
    )
    assert not find_violations("onscreen.report.planted", ast.parse(source))


def test_prose_is_not_parsed() -> None:
    """No code searches or takes apart a field that holds text for readers, such as a reason."""
    violations = {name: rows for name, tree in modules() if (rows := find_parsed_prose(name, tree))}
    unexpected = [row for name, rows in violations.items() for row in rows if name not in OLD_FILES]
    assert not unexpected, "\n".join(unexpected)
    assert set(violations) == set(OLD_FILES)


@pytest.mark.parametrize(
    "planted",
    [
        "result.stop.partition(':')[0]",
        "all(result.stop.startswith('killed') for result in results)",
        "'similarity' in stop.evidence",
        "re.search('[0-9]+', decision.why)",
        "state.trouble[:6]",
    ],
)
def test_planted_parsing_of_prose_is_found(planted: str) -> None:
    """Taking apart a reason is found, also without a call of a renderer."""
    assert find_parsed_prose("onscreen.run.planted", ast.parse(planted))


@pytest.mark.parametrize("planted", ["result.stop in FAILURES", "result.stop == 'killed'", "if x.why: pass"])
def test_comparing_a_kind_is_no_parsing_of_prose(planted: str) -> None:
    """The kind of a stop may be compared, and whether there is a reason may be asked."""
    assert not find_parsed_prose("onscreen.run.planted", ast.parse(planted))
