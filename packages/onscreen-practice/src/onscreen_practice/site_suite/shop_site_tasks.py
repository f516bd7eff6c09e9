"""Tasks in the practice shop."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import AddressIs, Answered, Check
from onscreen_practice.sites import Product, world
from onscreen_practice.task_recipe import (
    DONE,
    Move,
    TaskFactory,
    TaskRecipe,
    click,
    finish_with,
    js_literal,
    open_path,
    page_holds,
    select,
    site_state,
    type_text,
)

SHOP = "/shop/index.html"
PEOPLE = (
    ("Ada Moreau", "12 Rue Verte", "Lyon", "69003", "France"),
    ("Bruno Keller", "7 Lindenweg", "Ulm", "89073", "Germany"),
    ("Chiara Conti", "31 Via Roma", "Parma", "43121", "Italy"),
    ("Diego Ruiz", "5 Calle Mayor", "Soria", "42002", "Spain"),
)


def in_stock(chance: Random, count: int = 1) -> tuple[Product, ...]:
    """Draw different products that can be bought."""
    return tuple(chance.sample([p for p in world().products if p.stock], count))


def find(product: Product) -> tuple[Move, ...]:
    """Search for the product and open its page, from any page of the catalogue."""
    search = type_text("Search products", product.name, role="searchbox")
    return (search, click("button", "Search"), click("link", product.name))


def cart_is(*lines: tuple[Product, int]) -> Check:
    """Check that the cart holds these lines, in any order, and nothing else."""
    wanted = js_literal(sorted(f"{product.id} {count}" for product, count in lines))
    cart = f"({site_state('shop')}.cart ?? [])"
    return page_holds(
        f"JSON.stringify({cart}.map((l) => l.id + ' ' + l.count).sort()) === JSON.stringify({wanted})"
    )


def same_fields(of: str, wanted: Mapping[str, object]) -> str:
    """Return the condition that these fields of a JavaScript object have these values, as JSON."""
    return " && ".join(
        f"JSON.stringify({of}[{js_literal(name)}]) === {js_literal(js_literal(value))}"
        for name, value in wanted.items()
    )


def open_product(chance: Random) -> TaskRecipe:
    """Find one product among many."""
    product, other = in_stock(chance, 2)
    asked = f"Open the page of the {product.name} in the shop."
    check = AddressIs(f"*/shop/product.html[?]id={product.id}")
    return TaskRecipe(asked, check, (*find(product), DONE), (*find(other), DONE), start_path=SHOP)


def tell_price(chance: Random) -> TaskRecipe:
    """Read a price."""
    product, other = in_stock(chance, 2)
    asked = f"What is the price of the {product.name} in the shop?"
    near = (*find(product), finish_with(f"${other.cents / 100 + 0.01:.2f}"))
    return TaskRecipe(
        asked,
        Answered(product.price),
        (*find(product), finish_with(f"${product.price}")),
        near,
        start_path=SHOP,
    )


def add_one(chance: Random) -> TaskRecipe:
    """Put one thing into the cart."""
    product, other = in_stock(chance, 2)
    asked = chance.choice(("Add the {0} to the cart.", "Put one {0} into the shopping cart."))
    add = click("button", "Add to cart")
    moves, near = (*find(product), add, DONE), (*find(other), add, DONE)
    return TaskRecipe(asked.format(product.name), cart_is((product, 1)), moves, near, start_path=SHOP)


def add_some(chance: Random) -> TaskRecipe:
    """Put several of one thing into the cart."""
    (product,) = in_stock(chance)
    count = chance.randint(2, 3)
    asked = f"Put {count} of the {product.name} into the shopping cart."
    add = click("button", "Add to cart")
    moves = (*find(product), type_text("Quantity", str(count), role="spinbutton"), add, DONE)
    return TaskRecipe(asked, cart_is((product, count)), moves, (*find(product), add, DONE), start_path=SHOP)


def cheapest(chance: Random) -> TaskRecipe:
    """Compare prices within a category."""
    category = chance.choice(sorted({p.category for p in world().products}))
    listed = sorted((p for p in world().products if p.category == category), key=lambda p: p.cents)
    asked = f"Add the cheapest product of the category {category} to the cart."
    filtered = (select("Category", category), click("button", "Search"))
    moves = (*filtered, click("button", f"Add {listed[0].name} to cart"), DONE)
    near = (*filtered, click("button", f"Add {listed[1].name} to cart"), DONE)
    return TaskRecipe(asked, cart_is((listed[0], 1)), moves, near, start_path=SHOP)


def take_out(chance: Random) -> TaskRecipe:
    """Take one of two things out of the cart again."""
    kept, removed = in_stock(chance, 2)
    asked = (
        f"Add the {kept.name} and the {removed.name} to the cart, "
        f"then remove the {removed.name} from the cart again."
    )
    add = click("button", "Add to cart")
    both = (*find(kept), add, open_path(SHOP), *find(removed), add, click("link", "Go to cart"))
    moves = (*both, click("button", f"Remove {removed.name}"), DONE)
    near = (*both, click("button", f"Remove {kept.name}"), DONE)
    return TaskRecipe(asked, cart_is((kept, 1)), moves, near, start_path=SHOP)


def buy(chance: Random) -> TaskRecipe:
    """Buy one thing, from the catalogue to the confirmation."""
    (product,) = in_stock(chance)
    name, street, city, postcode, country = chance.choice(PEOPLE)
    asked = (
        f"Buy one {product.name} with express delivery. "
        f"It goes to {name}, {street}, {postcode} {city}, {country}."
    )
    address = (
        type_text("Full name", name),
        type_text("Street", street),
        type_text("City", city),
        type_text("Postcode", postcode),
        select("Country", country),
    )
    way = (
        *find(product),
        click("button", "Add to cart"),
        click("link", "Go to cart"),
        click("link", "Check out"),
    )
    express, place = click("radio", "Express delivery (1 day)"), click("button", "Place order")
    bought = {"items": [{"id": product.id, "count": 1}], "delivery": "express", "country": COUNTRIES[country]}
    given = {**bought, "name": name, "street": street, "city": city, "postcode": postcode}
    wanted = f"((o) => o && {same_fields('o', given)})(({site_state('shop')}.orders ?? []).at(-1))"
    moves = (*way, *address, express, place, DONE)
    return TaskRecipe(asked, page_holds(wanted), moves, (*way, *address, place, DONE), start_path=SHOP)


COUNTRIES: Mapping[str, str] = {"France": "FR", "Germany": "DE", "Italy": "IT", "Spain": "ES"}


def add_behind_cookies(chance: Random) -> TaskRecipe:
    """Put one thing into the cart of a shop that asks about cookies and a newsletter first."""
    plain = add_one(chance)
    close = (click("button", "No thanks"), click("button", "Only necessary"))
    return TaskRecipe(
        plain.instruction,
        plain.check,
        (*close, *plain.moves),
        (*close, *plain.near_miss),
        start_path=f"{SHOP}?trouble=cookies,newsletter",
    )


SHOP_TASKS: Mapping[str, TaskFactory] = {
    "shop-open-product": open_product,
    "shop-tell-price": tell_price,
    "shop-add-one": add_one,
    "shop-add-some": add_some,
    "shop-cheapest": cheapest,
    "shop-take-out": take_out,
    "shop-buy": buy,
    "shop-add-behind-cookies": add_behind_cookies,
}
