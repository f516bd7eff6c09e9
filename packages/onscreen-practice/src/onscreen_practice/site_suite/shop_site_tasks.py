"""Tasks for the practice shop, such as finding, comparing and buying products."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import AddressIs, Answered, Check
from onscreen_practice.sites import Product, load_site_data
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
CUSTOMERS = (
    ("Ada Moreau", "12 Rue Verte", "Lyon", "69003", "France"),
    ("Bruno Keller", "7 Lindenweg", "Ulm", "89073", "Germany"),
    ("Chiara Conti", "31 Via Roma", "Parma", "43121", "Italy"),
    ("Diego Ruiz", "5 Calle Mayor", "Soria", "42002", "Spain"),
)


def draw_products_in_stock(rng: Random, count: int = 1) -> tuple[Product, ...]:
    """Choose distinct random products that are in stock."""
    return tuple(rng.sample([p for p in load_site_data().products if p.stock], count))


def find_product_moves(product: Product) -> tuple[Move, ...]:
    """Return the actions that search for a product and open its page.

    They work from any catalog page.
    """
    search = type_text("Search products", product.name, role="searchbox")
    return (search, click("button", "Search"), click("link", product.name))


def build_cart_check(*lines: tuple[Product, int]) -> Check:
    """Create a check that the cart contains exactly the given products and quantities.

    The order of the products does not matter.
    """
    expected = js_literal(sorted(f"{product.id} {count}" for product, count in lines))
    cart = f"({site_state('shop')}.cart ?? [])"
    return page_holds(
        f"JSON.stringify({cart}.map((l) => l.id + ' ' + l.count).sort()) === JSON.stringify({expected})"
    )


def build_fields_condition(target: str, expected: Mapping[str, object]) -> str:
    """Build a JavaScript condition that is true if an object has the expected field values."""
    return " && ".join(
        f"JSON.stringify({target}[{js_literal(name)}]) === {js_literal(js_literal(value))}"
        for name, value in expected.items()
    )


def open_product(rng: Random) -> TaskRecipe:
    """Create a task to open a product page in the shop."""
    product, other = draw_products_in_stock(rng, 2)
    instruction = f"Open the page of the {product.name} in the shop."
    check = AddressIs(f"*/shop/product.html[?]id={product.id}")
    return TaskRecipe(
        instruction,
        check,
        (*find_product_moves(product), DONE),
        (*find_product_moves(other), DONE),
        start_path=SHOP,
    )


def tell_price(rng: Random) -> TaskRecipe:
    """Create a task to report the price of a product in the shop."""
    product, other = draw_products_in_stock(rng, 2)
    instruction = f"What is the price of the {product.name} in the shop?"
    near = (*find_product_moves(product), finish_with(f"${other.cents / 100 + 0.01:.2f}"))
    return TaskRecipe(
        instruction,
        Answered(product.price),
        (*find_product_moves(product), finish_with(f"${product.price}")),
        near,
        start_path=SHOP,
    )


def add_one(rng: Random) -> TaskRecipe:
    """Create a task to add a product to the shopping cart."""
    product, other = draw_products_in_stock(rng, 2)
    instruction = rng.choice(("Add the {0} to the cart.", "Put one {0} into the shopping cart."))
    add = click("button", "Add to cart")
    moves, near = (*find_product_moves(product), add, DONE), (*find_product_moves(other), add, DONE)
    return TaskRecipe(
        instruction.format(product.name), build_cart_check((product, 1)), moves, near, start_path=SHOP
    )


def add_some(rng: Random) -> TaskRecipe:
    """Create a task to add several units of a product to the shopping cart."""
    (product,) = draw_products_in_stock(rng)
    count = rng.randint(2, 3)
    instruction = f"Put {count} of the {product.name} into the shopping cart."
    add = click("button", "Add to cart")
    moves = (*find_product_moves(product), type_text("Quantity", str(count), role="spinbutton"), add, DONE)
    return TaskRecipe(
        instruction,
        build_cart_check((product, count)),
        moves,
        (*find_product_moves(product), add, DONE),
        start_path=SHOP,
    )


def cheapest(rng: Random) -> TaskRecipe:
    """Create a task to add the cheapest product in a category to the shopping cart."""
    category = rng.choice(sorted({p.category for p in load_site_data().products}))
    by_price = sorted((p for p in load_site_data().products if p.category == category), key=lambda p: p.cents)
    instruction = f"Add the cheapest product of the category {category} to the cart."
    filter_moves = (select("Category", category), click("button", "Search"))
    moves = (*filter_moves, click("button", f"Add {by_price[0].name} to cart"), DONE)
    near = (*filter_moves, click("button", f"Add {by_price[1].name} to cart"), DONE)
    return TaskRecipe(instruction, build_cart_check((by_price[0], 1)), moves, near, start_path=SHOP)


def remove_from_cart(rng: Random) -> TaskRecipe:
    """Create a task to add two products to the shopping cart and remove one of them."""
    remaining, removed = draw_products_in_stock(rng, 2)
    instruction = (
        f"Add the {remaining.name} and the {removed.name} to the cart, "
        f"then remove the {removed.name} from the cart again."
    )
    add = click("button", "Add to cart")
    start_moves = (
        *find_product_moves(remaining),
        add,
        open_path(SHOP),
        *find_product_moves(removed),
        add,
        click("link", "Go to cart"),
    )
    moves = (*start_moves, click("button", f"Remove {removed.name}"), DONE)
    near = (*start_moves, click("button", f"Remove {remaining.name}"), DONE)
    return TaskRecipe(instruction, build_cart_check((remaining, 1)), moves, near, start_path=SHOP)


def buy(rng: Random) -> TaskRecipe:
    """Create a task to buy a product in the shop, including the checkout."""
    (product,) = draw_products_in_stock(rng)
    name, street, city, postcode, country = rng.choice(CUSTOMERS)
    instruction = (
        f"Buy one {product.name} with express delivery. "
        f"It goes to {name}, {street}, {postcode} {city}, {country}."
    )
    address_moves = (
        type_text("Full name", name),
        type_text("Street", street),
        type_text("City", city),
        type_text("Postcode", postcode),
        select("Country", country),
    )
    checkout_moves = (
        *find_product_moves(product),
        click("button", "Add to cart"),
        click("link", "Go to cart"),
        click("link", "Check out"),
    )
    express, place_order = click("radio", "Express delivery (1 day)"), click("button", "Place order")
    order = {"items": [{"id": product.id, "count": 1}], "delivery": "express", "country": COUNTRIES[country]}
    fields = {**order, "name": name, "street": street, "city": city, "postcode": postcode}
    condition = (
        f"((o) => o && {build_fields_condition('o', fields)})(({site_state('shop')}.orders ?? []).at(-1))"
    )
    moves = (*checkout_moves, *address_moves, express, place_order, DONE)
    return TaskRecipe(
        instruction,
        page_holds(condition),
        moves,
        (*checkout_moves, *address_moves, place_order, DONE),
        start_path=SHOP,
    )


COUNTRIES: Mapping[str, str] = {"France": "FR", "Germany": "DE", "Italy": "IT", "Spain": "ES"}


def add_behind_cookies(rng: Random) -> TaskRecipe:
    """Create a task to add a product to the cart on a page with a cookie banner and a pop-up."""
    recipe = add_one(rng)
    close = (click("button", "No thanks"), click("button", "Only necessary"))
    return TaskRecipe(
        recipe.instruction,
        recipe.check,
        (*close, *recipe.moves),
        (*close, *recipe.near_miss),
        start_path=f"{SHOP}?interruptions=cookies,newsletter",
    )


SHOP_TASKS: Mapping[str, TaskFactory] = {
    "shop-open-product": open_product,
    "shop-tell-price": tell_price,
    "shop-add-one": add_one,
    "shop-add-some": add_some,
    "shop-cheapest": cheapest,
    "shop-take-out": remove_from_cart,
    "shop-buy": buy,
    "shop-add-behind-cookies": add_behind_cookies,
}
