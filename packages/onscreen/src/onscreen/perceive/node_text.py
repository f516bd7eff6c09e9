"""Text formatting for individual nodes: names, values, states and options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onscreen.perceive.element_kinds import kind_of
from onscreen.types import Element, Node

TEXT_CHARS = 60
"""Default length of a name or value, in characters."""

VISIBLE_STATES = (
    "checked",
    "selected",
    "pressed",
    "expanded",
    "collapsed",
    "disabled",
    "readonly",
    "required",
    "focused",
    "password",
    "scrollable",
    "draggable",
    "multiselectable",
    "more-on-hover",
    "covered",
)
"""States shown in the text of a screen, in this order; the others follow from the role."""

OPTION_CLUE_CHARS = 24
"""Length of the clue of an option without a name, in characters."""

LINE_BREAK = r"\n"
"""A line break in a value that is shown on one line."""

UTILITY_WORDS = frozenset(
    (
        "action", "align", "base", "block", "border", "btn", "button", "chakra", "clearfix", "container",
        "default", "flex", "focus", "gray", "grey", "hover", "inline", "justify", "lucide", "mui", "neutral",
        "radix", "relative", "root", "rounded", "size", "slate", "svg", "tailwind", "transition", "variant",
        "wrapper", "zinc",
    )
)  # fmt: skip
"""Words of class names that name a framework or arrange or style an element, and say nothing of its use."""

MIN_CLASSES = 6
"""Fewest words of an element's own attributes from which such words are left out."""

_GENERATED = re.compile(
    r"(?=\D*\d)(?=.*[^\W\d])\w{2,5}$|[A-Z]\w?$"
    r"|(?!(?:ai|b|go|i|id|in|no|ok|on|to|tv|u|up|x)$)[a-z]{1,2}$"
)
"""Pattern of generated or abbreviated class names, such as C1x, Bd and px, but not of short words."""

_MARK = re.compile(r"\[(\d[\d-]*)\]")


def truncate(text: str, chars: int = TEXT_CHARS) -> str:
    """Put text on one line and truncate it to `chars` characters."""
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: max(0, chars - 1)] + "…"


def truncate_difference(old: str, new: str, *, chars: int = TEXT_CHARS) -> tuple[str, str]:
    """Truncate two texts to `chars` characters each, around the first difference if it would be cut off."""
    texts = " ".join(old.split()), " ".join(new.split())
    same = next((at for at, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]), chars)
    if max(map(len, texts)) <= chars or same < chars // 2:
        return truncate(old, chars), truncate(new, chars)
    start = texts[0].rfind(" ", 0, max(0, same - chars // 4)) + 1
    first, second = (f"…{text[start:]}" if start else text for text in texts)
    return truncate(first, chars), truncate(second, chars)


def truncate_words(text: str, chars: int) -> str:
    """Truncate as `truncate` does, but without cutting words shorter than half of `chars`."""
    cut = truncate(text, chars)
    words, _, rest = cut.rpartition(" ")
    is_cut = cut.endswith("…") and len(rest) <= chars // 2
    return f"{words} …" if words and is_cut else cut


def plain(text: str) -> str:
    """Put screen text on one line and replace brackets that could imitate element marks.

    For example, [3] becomes (3). Non-printable characters are removed.
    """
    line = " ".join(text.split())
    line = line if line.isprintable() else "".join(c for c in line if c.isprintable())
    return _MARK.sub(r"(\1)", line) if "[" in line else line


def plain_lines(text: str) -> str:
    """Put screen text on one line like `plain`, with line breaks written as a backslash and an n.

    Blank lines are left out. The spaces before the second and later lines are kept.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    return LINE_BREAK.join(
        " " * (i and len(line) - len(line.lstrip())) + plain(line) for i, line in enumerate(lines)
    )


def quote(line: str) -> str:
    """Put one line of text in quotes, with quotes and backslashes escaped as in an action."""
    if '"' not in line and "\\" not in line:
        return f'"{line}"'
    escaped = escape_backslashes(line).replace('"', r"\"")
    return f'"{escaped}"'


def quote_lines(line: str) -> str:
    """Quote a text that contains line breaks written as a backslash and an n; escape other quotes."""
    escaped = line.replace('"', r"\"")
    return f'"{escaped}"'


def escape_backslashes(line: str) -> str:
    """Double the backslashes of a text, as in an action."""
    return line.replace("\\", r"\\")


def shorten(line: str, chars: int) -> str:
    """Truncate one line of text to `chars` characters; of several lines, both ends are kept."""
    if LINE_BREAK in line:
        return shorten_middle(line, chars)
    return line if len(line) <= chars else f"{line[: max(0, chars - 1)]}…"


def shorten_middle(line: str, chars: int) -> str:
    """Truncate one line of text to `chars` characters, keeping its start and its end."""
    if len(line) <= chars:
        return line
    tail = chars // 2
    return f"{line[: max(0, chars - tail - 1)]}…{line[len(line) - tail :]}"


def clue_of(node: Node) -> str:
    """Return the clue of a node without words that only arrange or distinguish elements in a style sheet.

    Short clues, and those of fields, which may be hints, are returned as they are.
    """
    own = node.attributes.split()
    if len(own) < MIN_CLASSES or kind_of(node) == "field":
        return plain(node.clue)
    words = dict.fromkeys(node.clue.split())
    return plain(" ".join(word for word in words if word not in own or not _is_style_word(word)))


def _is_style_word(word: str) -> bool:
    return word in UTILITY_WORDS or _GENERATED.match(word) is not None


def quote_name(node: Node) -> str:
    """Return the node's name in quotes, or `the ROLE` and the clue in parentheses if it has no name."""
    if node.name:
        return quote(truncate(node.name))
    clue = truncate(clue_of(node))
    return f"the {node.role} ({clue})" if clue else f"the {node.role}"


def value_of(node: Node) -> str:
    """Return a node's value if it is informative, otherwise "".

    The values of links (addresses) and options are left out, as are values equal to the name. As in an action
    that types the value, a line break is written as a backslash and an n, and a backslash as two.
    """
    if node.role in {"link", "option"} or node.value == node.name:
        return ""
    return LINE_BREAK.join(escape_backslashes(plain(line)) for line in node.value.strip().splitlines())


def visible_states(node: Node) -> tuple[str, ...]:
    """Return the states of a node that are shown to a model, in a fixed order."""
    return tuple(s for s in VISIBLE_STATES if s in node.states) if node.states else ()


def choices(options: Sequence[Element], most: int, *, starred: bool) -> str:
    """Format the options of a field with their marks: `[4-6] Red | Green | Blue`.

    At most `most` options are named. With `starred`, a star follows selected options.
    """
    stars = ["*" * (starred and o.has("selected")) for o in options[:most]]
    names = [_choice_name(o) + star for o, star in zip(options, stars, strict=False)]
    more = f" | … {len(options) - most} more" if len(options) > most else ""
    span = span_of_marks(options)
    if not span:
        return " | ".join(f"[{o.mark}] {name}" for o, name in zip(options, names, strict=False)) + more
    return f"{span} " + " | ".join(names) + more


def _choice_name(option: Element) -> str:
    """Return the name of an option, or its clue in parentheses if it is drawn as an icon."""
    clue = "" if option.name.strip() else truncate(clue_of(option), OPTION_CLUE_CHARS)
    return f"({clue})" if clue else truncate(plain(option.name))


def span_of_marks(options: Sequence[Element]) -> str:
    """Return the first and last mark of options, as in `[4-6]`, or "" if the marks are not consecutive."""
    first, last = options[0].mark, options[-1].mark
    if [option.mark for option in options] != list(range(first, first + len(options))):
        return ""
    return f"[{first}-{last}]" if first != last else f"[{first}]"
