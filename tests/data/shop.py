"""An episode made by hand: a shop page drawn with Pillow, an agent that buys a lamp."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from onscreen.types import (
    Action,
    Box,
    Click,
    Decision,
    Done,
    Element,
    ElementNote,
    Episode,
    Exchange,
    FreeText,
    OffscreenCounts,
    OneOf,
    Outcome,
    Part,
    Picture,
    Plan,
    Prompt,
    Reply,
    Score,
    Screen,
    Scroll,
    Shot,
    Start,
    Stop,
    Subtask,
    Task,
    Tool,
    Type,
    Value,
)

INSTRUCTION = "Find the brass desk lamp in the shop, put two of them into the cart and tell me the total."
SUBTASKS = (
    Subtask("Search for the brass desk lamp", "Shop"),
    Subtask("Put two of it into the cart", "Shop"),
    Subtask("Read the total", "Shop", result="total"),
    Subtask("Tell the person the total", tool_required=False),
)
LAMPS = (
    "Brass desk lamp",
    "Paper lantern",
    "Green banker's lamp",
    "Clip-on spot",
    "Oak floor lamp",
    "Night light",
)

Rgb = tuple[int, int, int]


def element(mark: int, role: str, name: str, *, box: tuple[float, float, float, float]) -> Element:
    """Return an element that can be clicked."""
    return Element(role, name, Box(*box), states=("clickable",), mark=mark, index=mark - 1)


SEARCH = element(2, "searchbox", "Search the shop", box=(360, 22, 820, 58))
CART = element(3, "link", "Cart", box=(1130, 22, 1240, 58))
CARDS = tuple(
    element(4 + i, "button", f"Add {name} to cart", box=(x + 20, y + 200, x + 180, y + 236))
    for i, (name, x, y) in enumerate(
        zip(LAMPS, (60, 460, 860) * 2, (150, 150, 150, 450, 450, 450), strict=True)
    )
)
ELEMENTS = (element(1, "link", "Lumen & Co", box=(40, 22, 180, 58)), SEARCH, CART, *CARDS)


def picture(*, query: str = "", cart: int = 0, dark: bool = False, total: str = "") -> Picture:
    """Draw the shop, 1280 by 800 pixels."""
    paper, ink, faint = (
        ((24, 26, 31), (230, 232, 236), (52, 56, 64))
        if dark
        else ((250, 249, 246), (30, 32, 36), (222, 220, 214))
    )
    image = Image.new("RGB", (1280, 800), paper)
    draw = ImageDraw.Draw(image)
    _bar(draw, query, cart=cart, ink=ink, faint=faint)
    for card, name in zip(CARDS, LAMPS, strict=True):
        _card(draw, card, name=name, ink=ink, faint=faint)
    if total:
        draw.rounded_rectangle((820, 80, 1240, 140), 10, fill=(34, 98, 70))
        draw.text((1030, 110), total, font=ImageFont.load_default(22), fill=(255, 255, 255), anchor="mm")
    out = io.BytesIO()
    image.save(out, format="PNG")
    return Picture(out.getvalue())


def _bar(draw: ImageDraw.ImageDraw, query: str, *, cart: int, ink: Rgb, faint: Rgb) -> None:
    font = ImageFont.load_default(18)
    draw.line((0, 78, 1280, 78), fill=faint, width=2)
    draw.text((44, 40), "Lumen & Co", font=ImageFont.load_default(24), fill=ink, anchor="lm")
    draw.rounded_rectangle((360, 22, 820, 58), 18, outline=faint, width=2)
    draw.text(
        (380, 40), query or "Search the shop", font=font, fill=ink if query else (140, 140, 140), anchor="lm"
    )
    draw.rounded_rectangle((1130, 22, 1240, 58), 18, fill=(38, 70, 83))
    draw.text((1185, 40), f"Cart {cart}", font=font, fill=(255, 255, 255), anchor="mm")


def _card(draw: ImageDraw.ImageDraw, card: Element, *, name: str, ink: Rgb, faint: Rgb) -> None:
    left, top = card.box.left - 20, card.box.top - 200
    draw.rounded_rectangle((left, top, left + 360, top + 260), 12, outline=faint, width=2)
    hue = (150 + 17 * card.mark % 90, 120 + 29 * card.mark % 80, 90 + 11 * card.mark % 60)
    draw.ellipse((left + 130, top + 25, left + 230, top + 125), fill=hue)
    draw.text((left + 20, top + 160), name, font=ImageFont.load_default(20), fill=ink)
    draw.rounded_rectangle(
        (card.box.left, card.box.top, card.box.right, card.box.bottom), 8, fill=(38, 70, 83)
    )
    draw.text(
        (card.box.center.x, card.box.center.y),
        "Add to cart",
        font=ImageFont.load_default(17),
        fill=(255, 255, 255),
        anchor="mm",
    )


def shot(at: float, **drawn: str | int | bool) -> Shot:
    """Return one moment of the shop."""
    return Shot(
        picture(**drawn),  # type: ignore[arg-type]
        tuple(ELEMENTS),
        app="Lumen & Co",
        address="https://shop.example/lamps?sort=price",
        taken_at=1_790_000_000 + at,
        beyond=OffscreenCounts(below=14),
    )


def screen(*, dark: bool = False) -> Screen:
    """Return the shop with its elements numbered."""
    return Screen(shot(0, dark=dark), ELEMENTS)


def asked(purpose: str, text: str, *, reply: Reply, fault: str = "") -> Exchange:
    """Return a question with its answer."""
    form = OneOf(tuple(e.name for e in ELEMENTS)) if reply.picked else FreeText()
    return Exchange(
        Prompt(text, system="You use one application for a person.", form=form, purpose=purpose), reply, fault
    )  # type: ignore[arg-type]


def reply(text: str = "", *, picked: tuple[int, ...] = (), seconds: float = 0.8) -> Reply:
    """Return an answer with its cost."""
    return Reply(text, picked, "small-1b", 1240, 36, seconds, 0.0004, 0.93 if picked else None)


VIEW = """Page: Lumen & Co
[2] searchbox "Search the shop"
[3] link "Cart"
Brass desk lamp, 39.00
  [4] button "Add Brass desk lamp to cart"
Paper lantern, 12.50
  [5] button "Add Paper lantern to cart"
14 more below

Subtask: Search for the brass desk lamp
Which element comes next?"""


def _decision(action: Action, at: int, *, why: str, values: tuple[Value, ...] = ()) -> Decision:
    plan = Plan(
        ("Shop",),
        SUBTASKS,
        at,
        values=values,
        dropped=("Sort by price: the first hit is the right one",) if at else (),
    )
    exchanges = (
        asked(
            "outline",
            f"Outline: {INSTRUCTION}",
            reply=reply("1. Search\n2. Add twice\n3. Read the total", seconds=2.1),
        ),
        asked("pick", VIEW, reply=reply(picked=(1,))),
    )
    return Decision(
        action, why, plan, (ElementNote("The search box needs Enter"),) if at == 0 else (), exchanges
    )


def episode() -> Episode:
    """Return a run of six steps, one of which fails."""
    total = (Value("total", "78.00"),)
    decisions = (
        _decision(Type("brass desk lamp", SEARCH), 0, why="The lamp is found fastest by its name."),
        _decision(
            Click(CARDS[0]),
            1,
            why="The first card is the lamp asked for.",
        ),
        _decision(
            Click(CARDS[0]),
            1,
            why="Two are wanted, the cart holds one.",
        ),
        _decision(
            Scroll("down", 0.8),
            2,
            why="The total may stand at the bottom.",
        ),
        _decision(Click(CART), 2, why="The cart shows its total."),
        _decision(
            Done("Two brass desk lamps are in the cart; the total is 78.00."),
            3,
            why="Everything asked for is done.",
            values=total,
        ),
    )
    outcomes = (
        Outcome("brass desk lamp"),
        Outcome(),
        Outcome("a banner covers the button; close it first", failed="ElementCovered"),
        Outcome(),
        Outcome(),
        Outcome(),
    )
    last = shot(19.4, query="brass desk lamp", cart=2, total="Total 78.00")
    shots = (
        shot(0.6),
        shot(4.2, query="brass desk lamp"),
        shot(7.0, query="brass desk lamp", cart=1),
        shot(10.1, query="brass desk lamp", cart=1, dark=True),
        shot(13.5, query="brass desk lamp", cart=2),
        last,
        last,
    )
    score = Score(
        0.5,
        (
            Part("the cart holds two brass desk lamps", 1.0, "page value cart.length is 2"),
            Part("the answer names the total with tax", 0.0, "92.82 is not in the answer"),
            Part("the page was left tidy", None, "nothing on the screen tells"),
        ),
        "1 of 2 checks that could be judged hold",
    )
    return Episode(
        Task(
            INSTRUCTION, "shop.lamp", Start("https://shop.example/"), (Tool("Shop", "https://shop.example/"),)
        ),
        shots,
        decisions,
        outcomes,
        Stop("done", "the agent answered after 6 steps of at most 30"),
        score,
        agent="luci",
        model="local:small-1b",
        device="web",
        started_at=1_790_000_000.0,
    )
