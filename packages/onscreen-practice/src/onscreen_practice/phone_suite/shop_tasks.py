"""Tasks of the shop."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.phone.initial_state.shop_state import Order, Product, choose_variant
from onscreen_practice.phone.phone_state import PhoneState
from onscreen_practice.phone_suite.phone_task import Maker, job, question
from onscreen_practice.phone_suite.unchanged_state import equal, fields_untouched, old_untouched, untouched
from onscreen_practice.task_recipe import Move, Recipe, quoted, tap, typed

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


def _name(w: PhoneState, product: str) -> str:
    return next(each.name for each in w.shop.products if each.id == product)


def _found(product: Product) -> tuple[Move, ...]:
    search = (tap("Shop"), tap("Search products"), typed("Search products", product.name))
    return (*search, tap(f'Search for "{product.name}"'), tap(product.name))


def _fresh(w: PhoneState, chance: Random) -> Product:
    taken = {each.product for each in w.shop.cart} | set(w.shop.wish)
    return chance.choice(
        [each for each in w.shop.products if each.stock and each.options and each.id not in taken]
    )


def add_to_cart(w: PhoneState, chance: Random) -> Recipe:
    """A product in one variant, several pieces."""
    product = _fresh(w, chance)
    wanted, count = choose_variant(product, rng=chance), chance.choice((2, 3))
    line = f"c.product === {quoted(product.id)} && c.variant === {quoted(wanted)} && c.quantity === {count}"
    return job(
        "Add {count} pieces of {product} ({variant}) to the cart in Shop",
        {"count": str(count), "product": product.name, "variant": wanted},
        holds=f"s.shop.cart.length === {len(w.shop.cart) + 1} && s.shop.cart.some(c => {line})"
        f" && {old_untouched('shop.cart')}",
        spoil="s.shop.cart.at(-1).quantity += 1",
        moves=(
            *_found(product),
            *map(tap, wanted.split(", ")),
            *[tap("Increase quantity")] * (count - 1),
            tap("Add to cart"),
        ),
        kind="added",
        layout="changing",
    )


def wish(w: PhoneState, chance: Random) -> Recipe:
    """Two products onto the wish list."""
    there = set(w.shop.wish)
    category = chance.choice(w.shop.categories)
    first, second = chance.sample(
        [p for p in w.shop.products if p.category == category and p.id not in there], 2
    )
    wanted = sorted([*there, first.id, second.id])
    return job(
        "Put {first} and {second} on the wish list of the Shop app",
        {"first": first.name, "second": second.name},
        holds=equal("[...s.shop.wish].sort()", wanted),
        spoil="s.shop.wish.shift()",
        moves=(
            tap("Shop"),
            tap("Categories"),
            tap(category),
            tap(f"Add {first.name} to wish list"),
            tap(f"Add {second.name} to wish list"),
        ),
        layout="changing",
    )


def edit_cart(w: PhoneState, chance: Random) -> Recipe:
    """One line of the cart goes, another gets more pieces."""
    changed, gone, kept = chance.sample(w.shop.cart, 3)
    count = changed.quantity + chance.choice((1, 2))
    lines = {changed.id: count, kept.id: kept.quantity}
    more = [tap(f"Increase {_name(w, changed.product)}")] * (count - changed.quantity)
    return job(
        "In the Shop cart, change the quantity of {changed} to {count} and remove {gone}",
        {"changed": _name(w, changed.product), "count": str(count), "gone": _name(w, gone.product)},
        holds=f"s.shop.cart.length === 2 && s.shop.cart.every(c => ({quoted(lines)})[c.id] === c.quantity)"
        f" && {untouched('shop.wish')}",
        spoil="s.shop.cart[0].quantity += 1",
        moves=(tap("Shop"), tap("Cart ("), *more, tap(f"Remove {_name(w, gone.product)}")),
        layout="changing",
    )


def add_address(w: PhoneState, chance: Random) -> Recipe:
    """A form of five fields, and a default."""
    label, street = chance.choice(_LABELS), chance.choice(_STREETS)
    town, code = chance.choice(_TOWNS)
    person = chance.choice(w.people).name
    wanted = {"label": label, "name": person, "street": street, "city": town, "zip": code}
    return job(
        "Add a new address to my Shop account: label {label}, name {name}, street {street}, "
        "postal code {zip}, city {city}. Make it the default address",
        wanted,
        holds=f"s.shop.addresses.length === {len(w.shop.addresses) + 1} && s.shop.addresses.some(a => "
        f"Object.entries({quoted(wanted)}).every(([k, v]) => a[k] === v) && s.shop.default_address === a.id)"
        f" && {old_untouched('shop.addresses')}",
        spoil="s.shop.default_address = 'address0'",
        moves=(
            tap("Shop"),
            tap("Account"),
            tap("Addresses"),
            tap("Add address"),
            typed("Label, such as Home", label),
            typed("Full name", person),
            typed("Street and number", street),
            typed("Postal code", code),
            typed("City", town),
            tap("Use as default address"),
            tap("Save"),
        ),
        kind="added",
    )


def checkout(w: PhoneState, chance: Random) -> Recipe:
    """Everything in the cart is ordered with a voucher, an address, a delivery and a payment."""
    where = chance.choice(w.shop.addresses[1:])
    voucher = chance.choice(w.shop.vouchers[:1])
    paid = w.shop.payments[chance.choice((1, 2, 3))]
    way = chance.choice(("Express", "Standard"))
    goods = [f"{each.product} {each.variant} {each.quantity}" for each in w.shop.cart]
    ordered = ".map(l => `${l.product} ${l.variant} ${l.quantity}`).sort()"
    wanted = {
        "address": where.id,
        "payment": paid.id,
        "shipping": way,
        "voucher": voucher.code,
        "status": "Processing",
    }
    return job(
        "Order what is in my Shop cart with the voucher {voucher}, {way} delivery to the {label} address, "
        "paid with {payment}",
        {"voucher": voucher.code, "way": way.lower(), "label": where.label, "payment": paid.label},
        holds=f"s.shop.cart.length === 0 && s.shop.orders.length === {len(w.shop.orders) + 1}"
        f" && Object.entries({quoted(wanted)}).every(([k, v]) => s.shop.orders[0][k] === v)"
        f" && {equal(f's.shop.orders[0].lines{ordered}', sorted(goods))}"
        f" && {old_untouched('shop.orders')}",
        spoil="s.shop.orders[0].address = 'address0'",
        moves=(
            tap("Shop"),
            tap("Cart ("),
            typed("Voucher code", voucher.code),
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


def _status_of(orders: tuple[Order, ...], *, but: Order, status: str) -> str:
    states = {each.id: each.status for each in orders} | {but.id: status}
    same = f"s.shop.orders.every(o => ({quoted(states)})[o.id] === o.status)"
    return f"s.shop.orders.length === {len(orders)} && {same}"


def cancel_order(w: PhoneState, chance: Random) -> Recipe:
    """An order that was not sent yet is cancelled, for a reason."""
    order = chance.choice([each for each in w.shop.orders if each.status == "Processing"])
    name = _name(w, chance.choice(order.lines).product)
    reason = chance.choice(
        ("Ordered by mistake", "Found a better price", "Delivery takes too long", "Changed my mind")
    )
    return job(
        'Cancel the order of {product} in Shop, with the reason "{reason}"',
        {"product": name, "reason": reason},
        holds=f"{_status_of(w.shop.orders, but=order, status='Cancelled')}"
        f" && s.shop.orders.find(o => o.id === {quoted(order.id)}).reason === {quoted(reason)}",
        spoil="s.shop.orders.at(-2).status = 'Cancelled'",
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


def send_back(w: PhoneState, chance: Random) -> Recipe:
    """Something delivered goes back, told without naming the shop."""
    order = chance.choice([each for each in w.shop.orders if each.status == "Delivered"])
    line = chance.choice(order.lines)
    reason = chance.choice(_FAULTS)
    order_now = f"s.shop.orders.find(o => o.id === {quoted(order.id)})"
    back = equal(
        f"(o => [o.returned, o.reason, o.way])({order_now})", [[line.product], reason, "Pick up at home"]
    )
    return job(
        'I want to return the {product} I bought (reason: "{reason}"), with pickup at home',
        {"product": _name(w, line.product), "reason": reason},
        holds=f"{_status_of(w.shop.orders, but=order, status='Return requested')} && {back}",
        spoil=f"{order_now}.way = 'Drop off at a parcel shop'",
        moves=(
            tap("Shop"),
            tap("Account"),
            tap("My orders"),
            tap(f"Order #{order.number}"),
            tap("Return items"),
            tap(_name(w, line.product)),
            tap("Reason"),
            tap(reason),
            tap("Pick up at home"),
            tap("Request return"),
        ),
        kind="abstract",
    )


def cheapest(w: PhoneState, chance: Random) -> Recipe:
    """The lowest price among the well rated of a category."""
    groups = {name: [p for p in w.shop.products if p.category == name] for name in w.shop.categories}
    rated = {name: [p for p in group if p.rating >= _GOOD_STARS] for name, group in groups.items()}
    category = chance.choice(
        [name for name, group in rated.items() if len(group) >= _FEW] or [n for n in rated if rated[n]]
    )
    best = min(rated[category], key=lambda product: product.price)
    other = min((p for p in groups[category] if p != best), key=lambda product: product.price)
    return question(
        "Which product of the category {category} in Shop costs the least of those rated 4 stars and up?",
        {"category": category},
        answer=best.name,
        wrong=other.name,
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


def newsletter(w: PhoneState, chance: Random) -> Recipe:
    """Two settings."""
    often = chance.choice(
        [each for each in ("Daily", "Monthly", "Never") if each != w.shop.settings.newsletter]
    )
    return job(
        "In the settings of Shop, set the newsletter to {often} and turn off Deals and offers",
        {"often": often},
        holds=f"s.shop.settings.newsletter === {quoted(often)} && !s.shop.settings.deals"
        f" && {fields_untouched('shop.settings', but=['newsletter', 'deals'])}",
        spoil="s.shop.settings.order_updates = false",
        moves=(
            tap("Shop"),
            tap("More options"),
            tap("Settings"),
            tap("Deals and offers"),
            tap("Newsletter"),
            tap(often),
        ),
    )


def review(w: PhoneState, chance: Random) -> Recipe:
    """Stars and words on something bought."""
    order = chance.choice([each for each in w.shop.orders if each.status == "Delivered"])
    product = next(each for each in w.shop.products if each.id == order.lines[0].product)
    stars, words = chance.choice((2, 3, 4)), chance.choice(_PRAISE)
    mine = f"r.stars === {stars} && r.text === {quoted(words)}"
    at = f"s.shop.products.find(each => each.id === {quoted(product.id)}).reviews"
    return job(
        'Review {product} in the Shop app with {stars} stars and the text "{words}"',
        {"stars": str(stars), "product": product.name, "words": words},
        holds=f"{at}.length === {len(product.reviews) + 1}"
        f" && {at}.some(r => r.who === s.shop.owner && {mine})",
        spoil=f"{at}[0].stars += 1",
        moves=(
            *_found(product),
            tap("Write a review"),
            tap(f"{stars} stars"),
            typed("Your review", words),
            tap("Submit review"),
        ),
        layout="changing",
    )


SHOP: Mapping[str, Maker] = MappingProxyType(
    {
        "shop-add-to-cart": add_to_cart,
        "shop-wish": wish,
        "shop-edit-cart": edit_cart,
        "shop-add-address": add_address,
        "shop-checkout": checkout,
        "shop-cancel-order": cancel_order,
        "shop-send-back": send_back,
        "shop-cheapest": cheapest,
        "shop-newsletter": newsletter,
        "shop-review": review,
    }
)
