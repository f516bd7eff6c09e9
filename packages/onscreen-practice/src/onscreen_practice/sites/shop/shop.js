"use strict";
// The shop: catalogue with search and filters, product pages, cart, checkout, confirmation.

const formatPrice = (cents) => `$${(cents / 100).toFixed(2)}`;
const loadShop = () => readState("shop", { cart: [], orders: [] });
const formatRating = (rating) => `${rating.toFixed(1)} out of 5`;

function makePicture(product) {
  const box = makeElement("div", { role: "img", "aria-label": `Picture of ${product.name}` });
  box.style.cssText = `height:96px;border-radius:8px;background:linear-gradient(135deg, ${product.colour}, #fff)`;
  return box;
}

function addToCart(product, count) {
  const state = loadShop();
  const line = state.cart.find((each) => each.id === product.id);
  if (line) line.count += count;
  else state.cart.push({ id: product.id, count });
  saveState("shop", state);
}

function makeProductCard(product) {
  return makeElement("article", { class: "card" }, makePicture(product),
    makeElement("h2", {}, makeElement("a", { href: `/shop/product.html?id=${product.id}` }, product.name)),
    makeElement("p", { class: "soft" }, product.category),
    makeElement("p", {}, makeElement("span", { class: "price" }, formatPrice(product.cents)), " ", makeElement("span", { class: "soft" }, formatRating(product.rating))),
    product.stock ? makeElement("button", { type: "button", onclick: () => { addToCart(product, 1); location.href = "/shop/cart.html"; }, "aria-label": `Add ${product.name} to cart` }, "Add to cart")
      : makeElement("span", { class: "soft" }, "Sold out"));
}

const COMPARATORS = { featured: () => 0, cheap: (a, b) => a.cents - b.cents, dear: (a, b) => b.cents - a.cents, rating: (a, b) => b.rating - a.rating };

async function catalogue() {
  const { products } = await loadData("shop");
  const categories = [...new Set(products.map((each) => each.category))];
  const words = makeElement("input", { type: "search", name: "words", placeholder: "Search products", "aria-label": "Search products", value: query.get("words") ?? "" });
  const category = makeSelect([["", "All categories"], ...categories.map((each) => [each, each])], query.get("category") ?? "", { name: "category", "aria-label": "Category" });
  const order = makeSelect([["featured", "Featured"], ["cheap", "Price: low to high"], ["dear", "Price: high to low"], ["rating", "Best rated"]], query.get("order") ?? "featured", { name: "order", "aria-label": "Sort by" });
  const stock = makeElement("input", { type: "checkbox", name: "stock", checked: query.has("stock") });
  const matching = products
    .filter((each) => each.name.toLowerCase().includes(words.value.toLowerCase().trim()))
    .filter((each) => !category.value || each.category === category.value)
    .filter((each) => !stock.checked || each.stock > 0)
    .sort(COMPARATORS[order.value]);
  const form = makeElement("form", { class: "row", action: "/shop/index.html" }, words, category, order,
    makeElement("label", {}, stock, " In stock only"), makeElement("button", { class: "main" }, "Search"));
  replaceContent("main", makeElement("h1", {}, "Catalogue"), form, makeElement("p", { class: "soft", role: "status" }, `${matching.length} products`),
    makeElement("div", { class: "grid" }, ...matching.map(makeProductCard)));
}

async function product() {
  const { products } = await loadData("shop");
  const item = products.find((each) => each.id === query.get("id"));
  if (!item) return replaceContent("main", makeElement("h1", {}, "No such product"), makeElement("a", { href: "/shop/index.html" }, "Back to the catalogue"));
  document.title = `${item.name} - Corner Shop`;
  const count = makeElement("input", { type: "number", min: 1, max: item.stock, value: 1 });
  const status = makeElement("div", { role: "status" });
  const addChosenCount = () => {
    addToCart(item, Number(count.value));
    status.className = "message";
    status.replaceChildren(`${count.value} x ${item.name} added. `, makeElement("a", { href: "/shop/cart.html" }, "Go to cart"));
  };
  replaceContent("main", makeElement("p", {}, makeElement("a", { href: "/shop/index.html" }, "Back to the catalogue")), makeElement("div", { class: "card" }, makePicture(item),
    makeElement("h1", {}, item.name), makeElement("p", {}, item.about), makeElement("p", { class: "price" }, `Price: ${formatPrice(item.cents)}`),
    makeElement("p", { class: "soft" }, `${formatRating(item.rating)}, ${item.stock} in stock, made in ${item.made_in}`),
    item.stock ? makeElement("div", { class: "row" }, makeElement("label", {}, "Quantity ", count), makeElement("button", { class: "main", type: "button", onclick: addChosenCount }, "Add to cart")) : makeElement("p", {}, "Sold out"), status));
}

async function cart() {
  const { products } = await loadData("shop");
  const state = loadShop();
  const productOf = (line) => products.find((each) => each.id === line.id);
  const changeCount = (id, count) => {
    state.cart = state.cart.map((line) => (line.id === id ? { id, count } : line)).filter((line) => line.count > 0);
    saveState("shop", state);
    cart();
  };
  if (!state.cart.length) return replaceContent("main", makeElement("h1", {}, "Cart"), makeElement("p", {}, "Your cart is empty."), makeElement("a", { href: "/shop/index.html" }, "Go shopping"));
  const total = state.cart.reduce((sum, line) => sum + productOf(line).cents * line.count, 0);
  const rows = state.cart.map((line) => makeElement("tr", {}, makeElement("td", {}, productOf(line).name), makeElement("td", {}, formatPrice(productOf(line).cents)),
    makeElement("td", {}, makeElement("input", { type: "number", min: 0, value: line.count, "aria-label": `Quantity of ${productOf(line).name}`, onchange: (event) => changeCount(line.id, Number(event.target.value)) })),
    makeElement("td", {}, makeElement("button", { class: "bad", type: "button", "aria-label": `Remove ${productOf(line).name}`, onclick: () => changeCount(line.id, 0) }, "Remove"))));
  replaceContent("main", makeElement("h1", {}, "Cart"), makeElement("table", {}, makeElement("thead", {}, makeElement("tr", {}, ...["Product", "Price", "Quantity", ""].map((each) => makeElement("th", {}, each)))), makeElement("tbody", {}, ...rows)),
    makeElement("p", { class: "price" }, `Total: ${formatPrice(total)}`), makeElement("a", { class: "button main", href: "/shop/checkout.html" }, "Check out"));
}

function checkout() {
  const state = loadShop();
  const status = makeElement("div", { role: "alert" });
  const text = (label, name) => makeField(label, makeElement("input", { type: "text", name, autocomplete: "off" }));
  const form = makeElement("form", { class: "card" }, makeElement("h2", {}, "Delivery address"), text("Full name", "name"), text("Street", "street"), text("City", "city"), text("Postcode", "postcode"),
    makeField("Country", makeSelect([["", "Choose a country"], ["FR", "France"], ["DE", "Germany"], ["IT", "Italy"], ["ES", "Spain"], ["UK", "United Kingdom"]], "", { name: "country" })),
    makeElement("h2", {}, "Delivery"), makeElement("p", {}, makeElement("label", {}, makeElement("input", { type: "radio", name: "delivery", value: "standard", checked: true }), " Standard delivery (3 to 5 days)")),
    makeElement("p", {}, makeElement("label", {}, makeElement("input", { type: "radio", name: "delivery", value: "express" }), " Express delivery (1 day)")),
    makeElement("p", {}, makeElement("label", {}, makeElement("input", { type: "checkbox", name: "gift" }), " Wrap as a gift")), status,
    makeElement("button", { class: "main" }, "Place order"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    const missing = ["name", "street", "city", "postcode", "country"].filter((name) => !values[name].trim());
    if (!state.cart.length) missing.push("cart");
    if (missing.length) {
      status.className = "fault";
      status.textContent = `Please fill in: ${missing.join(", ")}`;
      return;
    }
    state.orders.push({ number: `C-${1001 + state.orders.length}`, ...values, gift: values.gift === "on", items: state.cart });
    state.cart = [];
    saveState("shop", state);
    location.href = "/shop/thanks.html";
  });
  replaceContent("main", makeElement("h1", {}, "Checkout"), form);
}

function thanks() {
  const order = loadShop().orders.at(-1);
  replaceContent("main", makeElement("h1", {}, "Thank you for your order!"), makeElement("p", { class: "message" }, `Your order number is ${order ? order.number : "unknown"}.`),
    makeElement("a", { href: "/shop/index.html" }, "Back to the catalogue"));
}
