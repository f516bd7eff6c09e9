"""Task factories for the Shop app of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_phone_state import PhoneState
from onscreen_practice.phone.initial_state.shop_state import Product, choose_variant
from onscreen_practice.phone.state_mutations import delete, put
from onscreen_practice.phone_suite.task_helpers import TaskFactory, question_task, state_is, state_task
from onscreen_practice.state.expected_changes import adds, becomes, may_change, removes
from onscreen_practice.state.value_patterns import ExpectedFields, NewIn, any_order
from onscreen_practice.task_recipe import Move, TaskRecipe, tap, type_text

_GOOD_STARS, _FEW = 4, 2
_LABELS = ("Parents", "Studio", "Allotment", "Grandma", "Clubhouse")
_STREETS = ("7 Willow Close", "31 Chapel Lane", "112 Garden Street", "5 Market Square", "64 Forest Drive")
_TOWNS = (("Northgate", "48213"), ("Elmwood", "70155"), ("Stonebridge", "33907"))
_REASONS = ("Ordered by mistake", "Found a better price", "Delivery takes too long", "Changed my mind")
_FAULTS = ("Arrived damaged", "Does not fit", "Wrong item", "No longer needed")
_PRAISE = (
    "Works well every day",
    "Nice colour, easy to use",
    "A present my sister liked",
    "Good value for the money",
)


def _product_name(state: PhoneState, product: str) -> str:
    return next(each.name for each in state.shop.products if each.id == product)


def _open_product(product: Product) -> tuple[Move, ...]:
    search = (tap("Shop"), tap("Search products"), type_text("Search products", product.name))
    return (*search, tap(f'Search for "{product.name}"'), tap(product.name))


def _new_product(state: PhoneState, rng: Random) -> Product:
    """Choose a random in-stock product with variants that is not in the cart or on the wish list."""
    known = {each.product for each in state.shop.cart} | set(state.shop.wish)
    return rng.choice(
        [each for each in state.shop.products if each.stock and each.options and each.id not in known]
    )


def add_to_cart(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add several units of a product variant to the cart in the Shop app."""
    product = _new_product(state, rng)
    wanted, count = choose_variant(product, rng=rng), rng.choice((2, 3))
    line: ExpectedFields = {"product": product.id, "variant": wanted, "quantity": count}
    return state_task(
        "Add {count} pieces of {product} ({variant}) to the cart in Shop",
        {"count": str(count), "product": product.name, "variant": wanted},
        check=state_is(adds("shop.cart", line)),
        spoil=put("shop.cart[+].quantity", count + 1),
        moves=(
            *_open_product(product),
            *map(tap, wanted.split(", ")),
            *[tap("Increase quantity")] * (count - 1),
            tap("Add to cart"),
        ),
        kind="added",
        layout="changing",
    )


def add_to_wish_list(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add two products to the wish list in the Shop app."""
    category = rng.choice(state.shop.categories)
    first, second = rng.sample(
        [p for p in state.shop.products if p.category == category and p.id not in state.shop.wish], 2
    )
    return state_task(
        "Put {first} and {second} on the wish list of the Shop app",
        {"first": first.name, "second": second.name},
        check=state_is(adds("shop.wish", first.id, second.id)),
        spoil=delete("shop.wish[-1]"),
        moves=(
            tap("Shop"),
            tap("Categories"),
            tap(category),
            tap(f"Add {first.name} to wish list"),
            tap(f"Add {second.name} to wish list"),
        ),
        layout="changing",
    )


def edit_cart(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to remove one product from the Shop cart and change the quantity of another."""
    changed, gone, _ = rng.sample(state.shop.cart, 3)
    count = changed.quantity + rng.choice((1, 2))
    more = [tap(f"Increase {_product_name(state, changed.product)}")] * (count - changed.quantity)
    return state_task(
        "In the Shop cart, change the quantity of {changed} to {count} and remove {gone}",
        {
            "changed": _product_name(state, changed.product),
            "count": str(count),
            "gone": _product_name(state, gone.product),
        },
        check=state_is(
            becomes(f"shop.cart[id={changed.id}].quantity", count), removes(f"shop.cart[id={gone.id}]")
        ),
        spoil=put("shop.cart[0].quantity", 9),
        moves=(tap("Shop"), tap("Cart ("), *more, tap(f"Remove {_product_name(state, gone.product)}")),
        layout="changing",
    )


def add_address(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to add a new default address in the Shop app."""
    label, street = rng.choice(_LABELS), rng.choice(_STREETS)
    town, code = rng.choice(_TOWNS)
    person = rng.choice(state.people).name
    wanted = {"label": label, "name": person, "street": street, "city": town, "zip": code}
    return state_task(
        "Add a new address to my Shop account: label {label}, name {name}, street {street}, "
        "postal code {zip}, city {city}. Make it the default address",
        wanted,
        check=state_is(
            adds("shop.addresses", wanted), becomes("shop.default_address", NewIn("shop.addresses"))
        ),
        spoil=put("shop.default_address", "address0"),
        moves=(
            tap("Shop"),
            tap("Account"),
            tap("Addresses"),
            tap("Add address"),
            type_text("Label, such as Home", label),
            type_text("Full name", person),
            type_text("Street and number", street),
            type_text("Postal code", code),
            type_text("City", town),
            tap("Use as default address"),
            tap("Save"),
        ),
        kind="added",
    )


def order_cart(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to order the Shop cart with a given voucher, address, delivery, and payment method."""
    where = rng.choice(state.shop.addresses[1:])
    voucher = rng.choice(state.shop.vouchers[:1])
    paid = state.shop.payments[rng.choice((1, 2, 3))]
    way = rng.choice(("Express", "Standard"))
    lines: list[ExpectedFields] = [
        {"product": each.product, "variant": each.variant, "quantity": each.quantity}
        for each in state.shop.cart
    ]
    order: ExpectedFields = {
        "lines": any_order(*lines),
        "address": where.id,
        "payment": paid.id,
        "shipping": way,
        "voucher": voucher.code,
        "status": "Processing",
    }
    return state_task(
        "Order what is in my Shop cart with the voucher {voucher}, {way} delivery to the {label} address, "
        "paid with {payment}",
        {"voucher": voucher.code, "way": way.lower(), "label": where.label, "payment": paid.label},
        check=state_is(becomes("shop.cart", []), adds("shop.orders", order)),
        spoil=put("shop.orders[+].address", "address0"),
        moves=(
            tap("Shop"),
            tap("Cart ("),
            type_text("Voucher code", voucher.code),
            tap("Apply"),
            tap("Checkout"),
            tap(f"{where.label}: "),
            tap(f"{way}, "),
            tap(paid.label),
            tap("I agree to the terms of sale"),
            tap("Place order"),
        ),
        kind="added",
    )


def cancel_order(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to cancel an order for a given reason in the Shop app."""
    order = rng.choice([each for each in state.shop.orders if each.status == "Processing"])
    name = _product_name(state, rng.choice(order.lines).product)
    reason = rng.choice(_REASONS)
    path = f"shop.orders[id={order.id}]"
    return state_task(
        'Cancel the order of {product} in Shop, with the reason "{reason}"',
        {"product": name, "reason": reason},
        check=state_is(becomes(path, {"status": "Cancelled", "reason": reason})),
        spoil=put("shop.orders[-2].status", "Cancelled"),
        moves=(
            tap("Shop"),
            tap("Account"),
            tap("My orders"),
            tap(f"Order #{order.number}"),
            tap("Cancel order"),
            tap(reason),
            tap("Cancel order"),
        ),
    )


def return_product(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to return a delivered product and have it picked up at home.

    The instruction does not name the app.
    """
    order = rng.choice([each for each in state.shop.orders if each.status == "Delivered"])
    line = rng.choice(order.lines)
    reason = rng.choice(_FAULTS)
    path = f"shop.orders[id={order.id}]"
    wanted = {"status": "Return requested", "returned": [line.product], "reason": reason}
    return state_task(
        'I want to return the {product} I bought (reason: "{reason}"), with pickup at home',
        {"product": _product_name(state, line.product), "reason": reason},
        check=state_is(becomes(path, {**wanted, "way": "Pick up at home"})),
        spoil=put(f"{path}.way", "Drop off at a parcel shop"),
        moves=(
            tap("Shop"),
            tap("Account"),
            tap("My orders"),
            tap(f"Order #{order.number}"),
            tap("Return items"),
            tap(_product_name(state, line.product)),
            tap("Reason"),
            tap(reason),
            tap("Pick up at home"),
            tap("Request return"),
        ),
        kind="abstract",
    )


def find_cheapest(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task that asks for the cheapest well-rated product of a category in the Shop app."""
    groups = {name: [p for p in state.shop.products if p.category == name] for name in state.shop.categories}
    rated = {name: [p for p in group if p.rating >= _GOOD_STARS] for name, group in groups.items()}
    category = rng.choice(
        [name for name, group in rated.items() if len(group) >= _FEW] or [n for n in rated if rated[n]]
    )
    best = min(rated[category], key=lambda product: product.price)
    other = min((p for p in groups[category] if p != best), key=lambda product: product.price)
    return question_task(
        "Which product of the category {category} in Shop costs the least of those rated 4 stars and up?",
        {"category": category},
        answer=best.name,
        wrong=other.name,
        instead=[each.name for each in groups[category]],
        moves=(
            tap("Shop"),
            tap("Categories"),
            tap(category),
            tap("Filter"),
            tap("4 stars and up"),
            tap("Apply"),
            tap("Sort"),
            tap("Price: low to high"),
        ),
        layout="changing",
    )


def change_settings(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to change the newsletter and notification settings in the Shop app."""
    often = rng.choice(
        [each for each in ("Daily", "Monthly", "Never") if each != state.shop.settings.newsletter]
    )
    return state_task(
        "In the settings of Shop, set the newsletter to {often} and turn off Deals and offers",
        {"often": often},
        check=state_is(becomes("shop.settings.newsletter", often), becomes("shop.settings.deals", False)),
        spoil=put("shop.settings.order_updates", False),
        moves=(
            tap("Shop"),
            tap("More options"),
            tap("Settings"),
            tap("Deals and offers"),
            tap("Newsletter"),
            tap(often),
        ),
    )


def write_review(state: PhoneState, rng: Random) -> TaskRecipe:
    """Create a task to review a purchased product with a star rating and text in the Shop app."""
    order = rng.choice([each for each in state.shop.orders if each.status == "Delivered"])
    product = next(each for each in state.shop.products if each.id == order.lines[0].product)
    stars, words = rng.choice((2, 3, 4)), rng.choice(_PRAISE)
    path = f"shop.products[id={product.id}]"
    mine: ExpectedFields = {"who": state.shop.owner, "stars": stars, "text": words}
    return state_task(
        'Review {product} in the Shop app with {stars} stars and the text "{words}"',
        {"stars": str(stars), "product": product.name, "words": words},
        check=state_is(adds(f"{path}.reviews", mine), may_change(f"{path}.rating")),
        spoil=put(f"{path}.reviews[0].stars", stars + 1),
        moves=(
            *_open_product(product),
            tap("Write a review"),
            tap(f"{stars} stars"),
            type_text("Your review", words),
            tap("Submit review"),
        ),
        layout="changing",
    )


SHOP: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "shop-add-to-cart": add_to_cart,
        "shop-wish": add_to_wish_list,
        "shop-edit-cart": edit_cart,
        "shop-add-address": add_address,
        "shop-checkout": order_cart,
        "shop-cancel-order": cancel_order,
        "shop-send-back": return_product,
        "shop-cheapest": find_cheapest,
        "shop-newsletter": change_settings,
        "shop-review": write_review,
    }
)
