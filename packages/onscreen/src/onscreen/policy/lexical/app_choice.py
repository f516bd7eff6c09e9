"""Selection of applications whose names or descriptions share words with the instruction."""

from __future__ import annotations

import re

import msgspec

from onscreen.policy.lexical.clause_expansion import expand_follow_up
from onscreen.text.arithmetic import evaluate_arithmetic
from onscreen.text.quotes import strip_quotes
from onscreen.text.word_equivalence import SHORT
from onscreen.text.words import content_words, normalize, split_words
from onscreen.types import Situation, Tool

_DIRECT_QUESTION = re.compile(
    r"^(?:please )?(?:what is|how much is|calculate|compute|summari[sz]e|rewrite|translate|write in|"
    r"reverse|count the (?:letters|words)|\(*\d+)\b",
    re.IGNORECASE,
)
SETTINGS = "Settings"
"""Name of the application for device settings, and for changes that fit no other application."""
_CHANGES = re.compile(r"(?:turn|set|connect|pair|make|change|enable|disable|switch|put)\b")
_WITHOUT = re.compile(r"\bwithout (?:using |opening )?(?:any|an|the) (?:application|app|tool)", re.IGNORECASE)


def choose_applications(situation: Situation) -> tuple[str, ...] | None:
    """Choose the applications to use for an instruction, in order.

    Returns () if no application is required and None if none fits. An application that the instruction names
    is always included, and a single application is always used if one is required. Ties go to an application
    that was used in an earlier turn, then to the first in alphabetical order.
    """
    used = {name for turn in situation.conversation for name in turn.tools}
    ordered = tuple(sorted(situation.tools, key=lambda tool: (tool.name not in used, tool.name.casefold())))
    chosen = choose_tools(msgspec.structs.replace(situation, tools=ordered))
    if not chosen and len(ordered) == 1 and _needs_application(situation):
        return (ordered[0].name,)
    missing = tuple(n for n in _names_in(situation.instruction, situation.tools) if n not in (chosen or ()))
    return (*missing, *(chosen or ())) if missing else chosen


def _needs_application(situation: Situation) -> bool:
    """Check whether an instruction neither excludes applications nor can be answered without one."""
    instruction = expand_follow_up(situation.instruction, situation.conversation)
    return not _WITHOUT.search(instruction) and answer_directly(instruction) is None


def _names_in(text: str, tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Return the tools named in a text, ignoring case, in the order of the text."""
    matches = [(re.search(rf"\b{re.escape(t.name.casefold())}\b", text.casefold()), t.name) for t in tools]
    return tuple(name for _, name in sorted((match.start(), name) for match, name in matches if match))


def choose_tools(situation: Situation) -> tuple[str, ...] | None:
    """Choose the applications that fit the instruction best, in order.

    Returns () if no application is required and None if none fits.
    """
    instruction = expand_follow_up(situation.instruction, situation.conversation)
    if _WITHOUT.search(instruction):
        return ()
    named = find_named_tools(instruction, situation.tools)
    if _is_setting(instruction, situation.tools, named=named):
        return (SETTINGS,)
    if answer_directly(instruction) is not None and not named:
        return ()
    if named or (described := _match_descriptions(instruction, situation)):
        return named or described
    return () if _DIRECT_QUESTION.match(instruction) else None


def find_named_tools(text: str, tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Find the applications named in an instruction outside quotes, in order of appearance."""
    bare = normalize(strip_quotes(text))
    matches = ((_find_word(tool.name, bare), tool.name) for tool in tools)
    return tuple(name for _, name in sorted((match.start(), name) for match, name in matches if match))


def _is_setting(instruction: str, tools: tuple[Tool, ...], *, named: tuple[str, ...]) -> bool:
    """Check whether an instruction that names an application actually changes a device setting."""
    text = normalize(strip_quotes(instruction))
    has_settings = any(tool.name == SETTINGS for tool in tools)
    if (
        not has_settings
        or not _CHANGES.match(text)
        or find_capitalised_tools(instruction, tools)
        or not named
    ):
        return False
    candidates = [tool for tool in tools if tool.name in named]
    return not any(_find_word(key, text) for tool in candidates for key in _keywords(tool))


def find_capitalised_tools(text: str, tools: tuple[Tool, ...]) -> tuple[str, ...]:
    """Find the applications named with exact capitalization, in order of appearance."""
    bare = strip_quotes(text)
    matches = ((re.search(rf"\b{re.escape(tool.name)}\b", bare), tool.name) for tool in tools)
    return tuple(name for _, name in sorted((match.start(), name) for match, name in matches if match))


def are_device_apps(tools: tuple[Tool, ...]) -> bool:
    """Check whether the given applications are device apps rather than web sites."""
    return bool(tools) and not any("://" in tool.address for tool in tools)


def is_application(situation: Situation) -> bool:
    """Check whether the run is in an application: a listed one, or a web page."""
    return bool(situation.tools) or "://" in situation.screen.shot.address


def is_web_application(situation: Situation) -> bool:
    """Check whether the run is in a web application rather than in an app of a device."""
    return is_application(situation) and not are_device_apps(situation.tools)


def strip_tool_names(text: str, tools: tuple[Tool, ...]) -> str:
    """Remove application names such as "in the Clock app" from a clause.

    Returns "" if nothing else is left.
    """
    for tool in tools:
        name = rf"(?:the\s+|my\s+)?{re.escape(tool.name)}(?:\s+app(?:lication)?)?"
        if re.fullmatch(rf'(?:open|start|launch|use|go to)\s+"?{name}"?', text.strip(" ."), re.IGNORECASE):
            return ""
        text = re.sub(rf"^(?:have|let)\s+{re.escape(tool.name)}\s+", "", text, flags=re.IGNORECASE)
        text = re.sub(rf",?\s*\b(?:in|on|with|using|from|inside)\s+{name}(?=[\s,.;?]|$)", "", text)
    return text


def _match_descriptions(instruction: str, situation: Situation) -> tuple[str, ...]:
    """Return the tool whose description shares most words with an instruction.

    Without shared words, returns the settings for a change, otherwise ().
    """
    text = normalize(strip_quotes(instruction))
    hits = {
        tool.name: sum(_find_word(key, text) is not None for key in _keywords(tool))
        for tool in situation.tools
    }
    best = max(hits, key=lambda name: hits[name], default="")
    if best and hits[best]:
        return (best,)
    return tuple(t.name for t in situation.tools if t.name == SETTINGS and _CHANGES.match(text))


def _keywords(tool: Tool) -> tuple[str, ...]:
    """Return the words of a tool's description that are compared with an instruction."""
    return tuple(key for key in content_words(tool.about) if len(key) >= SHORT)


def _find_word(word: str, text: str) -> re.Match[str] | None:
    """Find a word in a text, ignoring a plural s and allowing other endings."""
    return re.search(rf"\b{re.escape(_stem(normalize(word)))}", text)


def answer_directly(instruction: str) -> str | None:
    """Answer a question about numbers or quoted text without using an application.

    Returns None for any other question.
    """
    if not _DIRECT_QUESTION.match(instruction) and not _WITHOUT.search(instruction):
        return None
    if (value := evaluate_arithmetic(instruction)) is not None:
        return value
    quoted = re.search(r'"([^"]*)"', instruction)
    words = split_words(instruction)
    if quoted is None:
        return None
    if "words" in words:
        return str(len(quoted.group(1).split()))
    if "letters" in words:
        return str(sum(c.isalpha() for c in quoted.group(1)))
    return quoted.group(1)[::-1] if "reverse" in words else None


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > SHORT else word
