"use strict";
// The shop: catalogue with search and filters, product pages, cart, checkout, confirmation.

const money = (cents) => `$${(cents / 100).toFixed(2)}`;
const shop = () => read("shop", { cart: [], orders: [] });
const stars = (rating) => `${rating.toFixed(1)} out of 5`;

function picture(product) {
  const box = make("div", { role: "img", "aria-label": `Picture of ${product.name}` });
  box.style.cssText = `height:96px;border-radius:8px;background:linear-gradient(135deg, ${product.colour}, #fff)`;
  return box;
}

function add(product, count) {
  const state = shop();
  const line = state.cart.find((each) => each.id === product.id);
  if (line) line.count += count;
  else state.cart.push({ id: product.id, count });
  save("shop", state);
}

function card(product) {
  return make("article", { class: "card" }, picture(product),
    make("h2", {}, make("a", { href: `/shop/product.html?id=${product.id}` }, product.name)),
    make("p", { class: "soft" }, product.category),
    make("p", {}, make("span", { class: "price" }, money(product.cents)), " ", make("span", { class: "soft" }, stars(product.rating))),
    product.stock ? make("button", { type: "button", onclick: () => { add(product, 1); location.href = "/shop/cart.html"; }, "aria-label": `Add ${product.name} to cart` }, "Add to cart")
      : make("span", { class: "soft" }, "Sold out"));
}

const ORDERS = { featured: () => 0, cheap: (a, b) => a.cents - b.cents, dear: (a, b) => b.cents - a.cents, rating: (a, b) => b.rating - a.rating };

async function catalogue() {
  const { products } = await data("shop");
  const categories = [...new Set(products.map((each) => each.category))];
  const words = make("input", { type: "search", name: "words", placeholder: "Search products", "aria-label": "Search products", value: asked.get("words") ?? "" });
  const category = choices([["", "All categories"], ...categories.map((each) => [each, each])], asked.get("category") ?? "", { name: "category", "aria-label": "Category" });
  const order = choices([["featured", "Featured"], ["cheap", "Price: low to high"], ["dear", "Price: high to low"], ["rating", "Best rated"]], asked.get("order") ?? "featured", { name: "order", "aria-label": "Sort by" });
  const stock = make("input", { type: "checkbox", name: "stock", checked: asked.has("stock") });
  const found = products
    .filter((each) => each.name.toLowerCase().includes(words.value.toLowerCase().trim()))
    .filter((each) => !category.value || each.category === category.value)
    .filter((each) => !stock.checked || each.stock > 0)
    .sort(ORDERS[order.value]);
  const form = make("form", { class: "row", action: "/shop/index.html" }, words, category, order,
    make("label", {}, stock, " In stock only"), make("button", { class: "main" }, "Search"));
  put("main", make("h1", {}, "Catalogue"), form, make("p", { class: "soft", role: "status" }, `${found.length} products`),
    make("div", { class: "grid" }, ...found.map(card)));
}

async function product() {
  const { products } = await data("shop");
  const item = products.find((each) => each.id === asked.get("id"));
  if (!item) return put("main", make("h1", {}, "No such product"), make("a", { href: "/shop/index.html" }, "Back to the catalogue"));
  document.title = `${item.name} - Corner Shop`;
  const count = make("input", { type: "number", min: 1, max: item.stock, value: 1 });
  const said = make("div", { role: "status" });
  const put_in = () => {
    add(item, Number(count.value));
    said.className = "message";
    said.replaceChildren(`${count.value} x ${item.name} added. `, make("a", { href: "/shop/cart.html" }, "Go to cart"));
  };
  put("main", make("p", {}, make("a", { href: "/shop/index.html" }, "Back to the catalogue")), make("div", { class: "card" }, picture(item),
    make("h1", {}, item.name), make("p", {}, item.about), make("p", { class: "price" }, `Price: ${money(item.cents)}`),
    make("p", { class: "soft" }, `${stars(item.rating)}, ${item.stock} in stock, made in ${item.made_in}`),
    item.stock ? make("div", { class: "row" }, make("label", {}, "Quantity ", count), make("button", { class: "main", type: "button", onclick: put_in }, "Add to cart")) : make("p", {}, "Sold out"), said));
}

async function cart() {
  const { products } = await data("shop");
  const state = shop();
  const named = (line) => products.find((each) => each.id === line.id);
  const change = (id, count) => {
    state.cart = state.cart.map((line) => (line.id === id ? { id, count } : line)).filter((line) => line.count > 0);
    save("shop", state);
    cart();
  };
  if (!state.cart.length) return put("main", make("h1", {}, "Cart"), make("p", {}, "Your cart is empty."), make("a", { href: "/shop/index.html" }, "Go shopping"));
  const total = state.cart.reduce((sum, line) => sum + named(line).cents * line.count, 0);
  const rows = state.cart.map((line) => make("tr", {}, make("td", {}, named(line).name), make("td", {}, money(named(line).cents)),
    make("td", {}, make("input", { type: "number", min: 0, value: line.count, "aria-label": `Quantity of ${named(line).name}`, onchange: (event) => change(line.id, Number(event.target.value)) })),
    make("td", {}, make("button", { class: "bad", type: "button", "aria-label": `Remove ${named(line).name}`, onclick: () => change(line.id, 0) }, "Remove"))));
  put("main", make("h1", {}, "Cart"), make("table", {}, make("thead", {}, make("tr", {}, ...["Product", "Price", "Quantity", ""].map((each) => make("th", {}, each)))), make("tbody", {}, ...rows)),
    make("p", { class: "price" }, `Total: ${money(total)}`), make("a", { class: "button main", href: "/shop/checkout.html" }, "Check out"));
}

function checkout() {
  const state = shop();
  const said = make("div", { role: "alert" });
  const text = (label, name) => field(label, make("input", { type: "text", name, autocomplete: "off" }));
  const form = make("form", { class: "card" }, make("h2", {}, "Delivery address"), text("Full name", "name"), text("Street", "street"), text("City", "city"), text("Postcode", "postcode"),
    field("Country", choices([["", "Choose a country"], ["FR", "France"], ["DE", "Germany"], ["IT", "Italy"], ["ES", "Spain"], ["UK", "United Kingdom"]], "", { name: "country" })),
    make("h2", {}, "Delivery"), make("p", {}, make("label", {}, make("input", { type: "radio", name: "delivery", value: "standard", checked: true }), " Standard delivery (3 to 5 days)")),
    make("p", {}, make("label", {}, make("input", { type: "radio", name: "delivery", value: "express" }), " Express delivery (1 day)")),
    make("p", {}, make("label", {}, make("input", { type: "checkbox", name: "gift" }), " Wrap as a gift")), said,
    make("button", { class: "main" }, "Place order"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    const empty = ["name", "street", "city", "postcode", "country"].filter((name) => !given[name].trim());
    if (!state.cart.length) empty.push("cart");
    if (empty.length) {
      said.className = "fault";
      said.textContent = `Please fill in: ${empty.join(", ")}`;
      return;
    }
    state.orders.push({ number: `C-${1001 + state.orders.length}`, ...given, gift: given.gift === "on", items: state.cart });
    state.cart = [];
    save("shop", state);
    location.href = "/shop/thanks.html";
  });
  put("main", make("h1", {}, "Checkout"), form);
}

function thanks() {
  const order = shop().orders.at(-1);
  put("main", make("h1", {}, "Thank you for your order!"), make("p", { class: "message" }, `Your order number is ${order ? order.number : "unknown"}.`),
    make("a", { href: "/shop/index.html" }, "Back to the catalogue"));
}
