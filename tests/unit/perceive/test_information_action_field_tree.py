"""Information, actions and fields."""

from hypothesis import given

from onscreen.perceive.information_action_field_tree import context, iaf, kind_of, pairs, walk
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.strategies import blank_picture, screens, shots
from onscreen.types import Box, Node, Screen, Shot

AREA = Box(0, 0, 100, 20)


def screen(*nodes: tuple[str, str, int | None]) -> Screen:
    """Return the screen of nodes given as role, name, parent; each stands below the one before it."""
    made = (
        Node(role, name, Box(0, 20 * i, 90, 20 * i + 18), parent=up)
        for i, (role, name, up) in enumerate(nodes)
    )
    return build_screen(Shot(blank_picture(), tuple(made)))


def taken(given: Screen) -> dict[str, str]:
    """Return field -> action, by name."""
    return {f.name: p.action.name if p.action else "no action" for p in pairs(iaf(given)) for f in p.fields}


@given(screens())
def test_nothing_lost_or_doubled(given: Screen) -> None:
    """The tree holds every element exactly once, whatever the screen."""
    marks = [item.element.mark for _, item in walk(iaf(given)) if item.element]
    assert sorted(marks) == [e.mark for e in given.elements]


@given(shots())
def test_reading_order(given: Shot) -> None:
    """Walking the tree of a screen that was looked at meets the marks from 1 upwards."""
    seen = build_screen(given)
    assert [item.element.mark for _, item in walk(iaf(seen)) if item.element] == [
        e.mark for e in seen.elements
    ]


@given(shots())
def test_every_field_is_in_one_pair(given: Shot) -> None:
    """Every field stands in exactly one pair, and every action heads one."""
    seen = build_screen(given)
    found = pairs(iaf(seen))
    fields = [f.mark for p in found for f in p.fields]
    assert sorted(fields) == [e.mark for e in seen.elements if kind_of(e) == "field"]
    actions = [e for e in seen.elements if kind_of(e) == "action"]
    assert [p.action.mark for p in found if p.action] == [e.mark for e in actions]


def test_fields_share_the_action_that_follows() -> None:
    """Several fields belong to the one button after them."""
    given = screen(("textbox", "User", None), ("textbox", "Password", None), ("button", "Log in", None))
    assert taken(given) == {"User": "Log in", "Password": "Log in"}


def test_branches() -> None:
    """A field belongs to the action of its own branch, not to a later one."""
    given = screen(
        ("form", "Search", None),
        ("searchbox", "Find", 0),
        ("button", "Go", 0),
        ("form", "News", None),
        ("button", "Join", 3),
        ("textbox", "Mail", 3),
        ("button", "Help", None),
    )
    assert taken(given) == {"Find": "Go", "Mail": "Join"}


def test_no_action() -> None:
    """A field on a screen without any action stands in a pair that says so."""
    assert taken(screen(("textbox", "Name", None), ("text", "hello", None))) == {"Name": "no action"}


def test_context() -> None:
    """An action is explained by the headings round and before it, or else by what follows."""
    given = screen(
        ("region", "Shop", None),
        ("heading", "Books", 0),
        ("button", "Buy", 0),
        ("heading", "Films", 0),
        ("button", "Rent", 0),
    )
    tree = iaf(given)
    assert [e.name for e in context(tree, 3)] == ["Shop", "Books"]
    assert [e.name for e in context(tree, 5)] == ["Shop", "Films"]
    assert context(tree, 99) == ()
    after = screen(("button", "Send", None), ("text", "costs 1 euro", None))
    assert [e.name for e in context(iaf(after), 1)] == ["costs 1 euro"]


def test_kinds() -> None:
    """The kind follows from role and states; editable takes precedence over clickable."""

    def kind(role: str, *states: str) -> str:
        return kind_of(Node(role, "", AREA, states=states))

    assert [kind(r) for r in ("textbox", "file", "combobox", "checkbox")] == ["field"] * 4
    assert [kind(r) for r in ("button", "link", "option", "tab")] == ["action"] * 4
    assert [kind(r) for r in ("text", "heading", "image", "never heard of")] == ["information"] * 4
    assert kind("generic", "clickable") == "action"
    assert kind("generic", "clickable", "editable") == "field"


def test_deep_tree() -> None:
    """A page nested five thousand levels deep is handled."""
    nodes = (Node("textbox", str(i), AREA, parent=i - 1 if i else None) for i in range(5000))
    assert len(list(walk(iaf(build_screen(Shot(blank_picture(), tuple(nodes))))))) == 5000
