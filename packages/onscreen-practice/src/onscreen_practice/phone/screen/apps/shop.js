"use strict";
// Shop: catalogue, product pages, wish list, cart, checkout, orders. Data: products, cart, wish, addresses, payments, vouchers, orders, settings.

const money = (cents) => `$${(cents / 100).toFixed(2)}`;
const EXPRESS = 990, STANDARD = 490, FREE_FROM = 5000;
const REASONS = ["Ordered by mistake", "Found a better price", "Delivery takes too long", "Changed my mind"];
const RETURNS = ["Arrived damaged", "Wrong item", "Does not fit", "No longer needed"];
const productOf = (p, id) => p.data.products.find((each) => each.id === id);
const face = (product, css) => picture(product.name, `<svg viewBox="0 0 48 48"><path fill="#fff" transform="translate(12 12)" d="${ICONS[product.icon]}"/></svg>`, { css: `shop-face ${css ?? ""}`, style: `background:linear-gradient(150deg, ${tint(product.name)}, ${tint(product.brand)})`, quiet: true });
const priceLine = (product) => line({ css: "shop-price" }, text(money(product.price), "strong"), product.old_price > 0 && text(money(product.old_price), "soft small strike"), product.stock === 0 && text("Out of stock", "bad small"));
const starsText = (product) => `★ ${product.rating.toFixed(1)} (${product.reviews.length})`;

app({
  id: "shop", name: "Shop", icon: "bag", color: "#00796b", start: "main",
  links: (address) => {
    const found = address.startsWith("https://shop.example.com") && address.match(/product\d+/);
    return found ? ["product", { id: found[0] }] : address.startsWith("https://shop.example.com") ? ["main", {}] : null;
  },
  screens: {
    main(p) {
      p.local.tab ??= p.args.tab ?? "home";
      const count = p.data.cart.reduce((sum, each) => sum + each.quantity, 0);
      const views = { home: homeTab, categories: categoriesTab, wish: wishTab, cart: cartTab, account: accountTab };
      return page({ ...views[p.local.tab](p), bottom: [p.local.tab === "cart" && cartFoot(p), bottomNav([["home", "home", "Home"], ["categories", "grid", "Categories"], ["wish", "heart", "Wish list"], ["cart", "cart", count ? `Cart (${count})` : "Cart"], ["account", "account", "Account"]], p.local.tab, (tab) => { p.local.tab = tab; })] });
    },
    search: searchScreen, results: resultsScreen, product: productScreen, reviews: reviewsScreen, review: reviewForm,
    checkout: checkoutScreen, done: doneScreen, orders: ordersScreen, order: orderScreen, return: returnScreen,
    addresses: addressesScreen, address: addressForm, payments: paymentsScreen, card: cardForm, vouchers: vouchersScreen, settings: settingsScreen,
  },
});

// --- catalogue ---------------------------------------------------------------------------------

function homeTab(p) {
  const deals = p.data.products.filter((each) => each.old_price > 0);
  const best = [...p.data.products].filter((each) => each.stock).sort((a, b) => b.rating - a.rating || a.name.localeCompare(b.name)).slice(0, 8);
  return {
    bar: bar(p, "Shop", { actions: [iconButton("search", "Search products", () => p.open("search"), { id: "search_products_button" })], menu: [["My orders", () => p.open("orders")], ["Vouchers", () => p.open("vouchers")], ["Settings", () => p.open("settings")]] }),
    body: [
      card({ css: "shop-banner" }, col(text("Spring offers", "big"), text(`${deals.length} products cost less this week`, "small"), button("See the offers", () => p.open("results", { deals: true }), { id: "see_offers_button", kind: "tonal", css: "shop-banner-button" }))),
      section("Offers"), v("HorizontalScrollView", { css: "shop-strip", scroll: "x", id: "offers" }, deals.map((each) => tileOf(p, each))),
      section("Best rated"), grid(2, best.map((each) => tileOf(p, each))),
    ],
  };
}

const tileOf = (p, product) => v("FrameLayout", { id: "product_tile", css: "shop-tile", tap: () => p.open("product", { id: product.id }) }, face(product), text(product.name, "small shop-name"), text(starsText(product), "soft tiny-text"), priceLine(product));

function categoriesTab(p) {
  return { bar: bar(p, "Categories", { actions: [iconButton("search", "Search products", () => p.open("search"), { id: "search_products_button" })] }), body: grid(2, p.data.categories.map((name) => v("FrameLayout", { id: "category_tile", css: "shop-category", style: `background:${tint(name)}`, tap: () => p.open("results", { category: name }) }, text(name, "strong"), text(`${p.data.products.filter((each) => each.category === name).length} products`, "small")))) };
}

function searchScreen(p) {
  const words = p.local.words ?? "";
  const go = (query) => {
    if (!query.trim()) return;
    p.data.searches = [query.trim(), ...p.data.searches.filter((each) => !same(each, query))].slice(0, 8);
    p.replace("results", { query: query.trim() });
  };
  const hits = words.trim() ? p.data.products.filter((each) => has(each.name, words)).slice(0, 8) : [];
  return page({ bar: bar(p, "Search"), body: [searchField(p, "words", "Search products", { opens: true, submit: () => go(words) }),
    words.trim() ? [row({ id: "search_for_row", title: `Search for "${words.trim()}"`, lead: "search", tap: () => go(words) }), hits.map((each) => row({ id: "suggestion_row", title: each.name, sub: each.category, lead: face(each, "shop-small"), tap: () => p.open("product", { id: each.id }) }))]
      : [section("Recent searches"), p.data.searches.map((each) => row({ id: "recent_search_row", title: each, lead: "history", tap: () => go(each), trail: iconButton("close", `Forget ${each}`, () => { p.data.searches = p.data.searches.filter((other) => other !== each); }, { id: "forget_button" }) })), p.data.searches.length === 0 && text("Nothing yet", "soft")]] });
}

const SORTS = [["best", "Best match"], ["low", "Price: low to high"], ["high", "Price: high to low"], ["rating", "Customer rating"], ["name", "Name"]];

function foundIn(p) {
  const { query = "", category, deals } = p.args;
  const f = p.local.filter;
  const order = { best: () => 0, low: (a, b) => a.price - b.price, high: (a, b) => b.price - a.price, rating: (a, b) => b.rating - a.rating || a.name.localeCompare(b.name), name: (a, b) => a.name.localeCompare(b.name) }[p.local.sort];
  return p.data.products.filter((each) => (!category || each.category === category) && (!deals || each.old_price > 0) && query.split(" ").every((word) => has(`${each.name} ${each.brand} ${each.category}`, word))
    && each.rating >= f.stars && (!f.stock || each.stock > 0) && (!f.offer || each.old_price > 0) && (!f.brands.length || f.brands.includes(each.brand))
    && (!f.from || each.price >= f.from * 100) && (!f.to || each.price <= f.to * 100)).sort(order);
}

function resultsScreen(p) {
  p.local.sort ??= "best";
  p.local.filter ??= { stars: 0, stock: false, offer: false, brands: [], from: "", to: "" };
  const found = foundIn(p);
  const f = p.local.filter;
  const used = [f.stars > 0, f.stock, f.offer, f.brands.length > 0, f.from !== "" || f.to !== ""].filter(Boolean).length;
  return page({
    bar: bar(p, p.args.category ?? (p.args.deals ? "Offers" : `"${p.args.query}"`), { sub: `${found.length} ${found.length === 1 ? "product" : "products"}`, actions: [iconButton("search", "Search products", () => p.open("search"), { id: "search_products_button" })] }),
    body: [
      line(button(used ? `Filter (${used})` : "Filter", () => filterDialog(p), { id: "filter_dialog_button", kind: "outlined" }), button("Sort", () => p.choose("Sort by", SORTS, p.local.sort, (next) => { p.local.sort = next; }), { id: "sort_button", kind: "outlined" }), text(SORTS.find(([key]) => key === p.local.sort)[1], "soft small")),
      found.length ? found.map((each) => productRow(p, each)) : empty("search", "No products found", used ? "Try fewer filters" : "Check the spelling or try another word"),
    ],
  });
}

const productRow = (p, product) => row({ id: "product_row", title: product.name, sub: `${product.brand} · ${starsText(product)}`, lead: face(product, "shop-small"), tap: () => p.open("product", { id: product.id }), trail: line(col({ css: "right" }, text(money(product.price), "strong"), product.stock === 0 && text("Out of stock", "bad tiny-text")), heart(p, product)) });
const heart = (p, product) => { const there = p.data.wish.includes(product.id); return iconButton(there ? "heart" : "heartOff", there ? `Remove ${product.name} from wish list` : `Add ${product.name} to wish list`, () => wish(p, product), { id: "wish_button" }); };

function wish(p, product) {
  const before = [...p.data.wish];
  const there = before.includes(product.id);
  p.data.wish = there ? before.filter((id) => id !== product.id) : [product.id, ...before];
  p.snack(there ? "Removed from wish list" : "Added to wish list", "Undo", () => { p.data.wish = before; });
}

function filterDialog(p) {
  const category = p.args.category;
  const brands = [...new Set(p.data.products.filter((each) => !category || each.category === category).map((each) => each.brand))].sort();
  p.dialog({
    title: "Filter", local: copy(p.local.filter), body: (def) => {
      const f = def.local;
      return [section("Customer rating"), radios([[0, "Any rating"], [3, "3 stars and up"], [4, "4 stars and up"]], f.stars, (next) => { f.stars = next; }, { id: "stars_radio" }),
        section("Price in dollars"), line(field(p, "from", { hint: "From", type: "number", where: f }), field(p, "to", { hint: "To", type: "number", where: f })), f.wrong && text(f.wrong, "bad small"),
        section("Show only"), check("In stock", f.stock, (on) => { f.stock = on; }, { id: "stock_checkbox" }), check("On offer", f.offer, (on) => { f.offer = on; }, { id: "offer_checkbox" }),
        section("Brand"), brands.map((name) => check(name, f.brands.includes(name), (on) => { f.brands = on ? [...f.brands, name] : f.brands.filter((each) => each !== name); }, { id: "brand_checkbox" }))];
    },
    buttons: [["Reset", () => { p.local.filter = null; }], ["Apply", (def) => {
      const { from, to } = def.local;
      if ([from, to].some((each) => each !== "" && !(Number(each) >= 0))) { def.local.wrong = "Enter prices as numbers"; return false; }
      if (from !== "" && to !== "" && Number(from) > Number(to)) { def.local.wrong = "The lowest price is above the highest"; return false; }
      p.local.filter = { ...def.local, wrong: undefined };
    }]],
  });
}

// --- a product ---------------------------------------------------------------------------------

function productScreen(p) {
  const product = productOf(p, p.args.id);
  if (!product) return page({ bar: bar(p, "Product"), body: empty("warning", "This product is no longer sold") });
  p.local.picked ??= {};
  p.local.quantity ??= 1;
  const add = () => addToCart(p, product);
  return page({
    bar: bar(p, product.name, { actions: [heart(p, product), iconButton("share", "Share product", () => { p.state.clipboard = `https://shop.example.com/${product.id}`; p.toast("Link copied"); }, { id: "share_product_button" })] }),
    body: [
      face(product, "shop-large"), text(product.name, "big"), text(product.brand, "soft"),
      v("TextView", { id: "see_reviews", text: `${starsText(product)} · see reviews`, desc: "See reviews", css: "shop-link", tap: () => p.open("reviews", { id: product.id }) }),
      priceLine(product), text(product.stock > 5 ? "In stock" : product.stock ? `Only ${product.stock} left` : "Currently out of stock", product.stock ? "good small" : "bad small"),
      product.options.map(([name, values]) => [section(p.local.picked[name] ? `${name}: ${p.local.picked[name]}` : name), line({ css: "wrap" }, values.map((value) => v("RadioButton", { id: "variant_radio", text: value, checked: p.local.picked[name] === value, selected: p.local.picked[name] === value, css: "chip", tap: () => { p.local.picked[name] = value; p.local.wrong = ""; } })))]),
      p.local.wrong && text(p.local.wrong, "bad"),
      section("Quantity"), stepper(p.local.quantity, "quantity", (next) => { p.local.quantity = next; }),
      section("About this product"), text(`${product.name} by ${product.brand}, from our ${product.category.toLowerCase()} range. Free returns within 30 days; two years of warranty.`),
      section("Reviews"), product.reviews.slice(0, 2).map(reviewRow), line(button("All reviews", () => p.open("reviews", { id: product.id }), { id: "all_reviews_button", kind: "text" }), button("Write a review", () => p.open("review", { id: product.id }), { id: "write_review_button", kind: "text" })),
    ],
    bottom: line({ css: "shop-foot" }, button("Add to cart", add, { id: "add_cart_button", kind: "tonal", enabled: product.stock > 0, css: "grow" }), button("Buy now", () => { if (add()) p.open("checkout"); }, { id: "buy_now_button", enabled: product.stock > 0, css: "grow" })),
  });
}

const stepper = (value, what, change, most = 20) => line({ css: "shop-stepper" }, iconButton("minus", `Decrease ${what}`, () => change(value - 1), { id: "decrease_button", enabled: value > 1 }), text(value, "strong center shop-count", { desc: `${what[0].toUpperCase()}${what.slice(1)}: ${value}` }), iconButton("add", `Increase ${what}`, () => change(value + 1), { id: "increase_button", enabled: value < most }));

function addToCart(p, product) {
  const missing = product.options.find(([name]) => !p.local.picked[name]);
  if (missing) { p.local.wrong = `Choose a ${missing[0].toLowerCase()} first`; p.toast(p.local.wrong); return false; }
  const variant = product.options.map(([name]) => p.local.picked[name]).join(", ");
  const there = p.data.cart.find((each) => each.product === product.id && each.variant === variant);
  if (there) there.quantity += p.local.quantity;
  else p.data.cart.push({ id: newId(), product: product.id, variant, quantity: p.local.quantity, price: product.price });
  p.snack("Added to cart", "View cart", () => p.root({ tab: "cart" }));
  return true;
}

const reviewRow = (each) => card({}, line(text("★".repeat(each.stars) + "☆".repeat(5 - each.stars), "shop-stars", { desc: `${each.stars} stars` }), space(), text(shortDate(each.date), "soft small")), text(each.text), text(each.who, "soft small"));

function reviewsScreen(p) {
  const product = productOf(p, p.args.id);
  p.local.stars ??= 0;
  const shown = product.reviews.filter((each) => !p.local.stars || each.stars === p.local.stars);
  return page({ bar: bar(p, "Reviews", { sub: `${product.name} · ${starsText(product)}` }), body: [chips([[0, "All"], [5, "5 stars"], [4, "4 stars"], [3, "3 stars"], [2, "2 stars"], [1, "1 star"]], p.local.stars, (next) => { p.local.stars = next; }, { id: "stars_chip" }), shown.length ? shown.map(reviewRow) : empty("star", "No such reviews")], fab: fab("edit", "Write a review", () => p.open("review", { id: product.id })) });
}

function reviewForm(p) {
  const product = productOf(p, p.args.id);
  const send = () => {
    if (!p.local.stars) { p.local.wrong = "Choose how many stars"; return; }
    if (!p.local.words.trim()) { p.local.wrong = "Write a few words"; return; }
    product.reviews.unshift({ who: p.data.owner, stars: p.local.stars, text: p.local.words.trim(), date: today() });
    product.rating = Math.round(product.reviews.reduce((sum, each) => sum + each.stars, 0) / product.reviews.length * 10) / 10;
    p.back();
    p.toast("Thank you for your review");
  };
  return page({ bar: bar(p, "Write a review", { close: true, sub: product.name }), body: [
    section("Your rating"), line([1, 2, 3, 4, 5].map((n) => iconButton(n <= (p.local.stars ?? 0) ? "star" : "starOff", `${n} ${n === 1 ? "star" : "stars"}`, () => { p.local.stars = n; p.local.wrong = ""; }, { id: "star_button" }))),
    labelled(p, "words", "Your review", { lines: true }), p.local.wrong && text(p.local.wrong, "bad"), button("Submit review", send, { id: "submit_review_button", css: "wide" })] });
}

function wishTab(p) {
  const items = p.data.wish.map((id) => productOf(p, id)).filter(Boolean);
  return { bar: bar(p, "Wish list", { menu: items.length ? [["Clear wish list", () => p.confirm("Clear wish list?", "All products are taken off.", "Clear", () => { p.data.wish = []; })]] : [] }), body: items.length ? items.map((each) => productRow(p, each)) : empty("heart", "Your wish list is empty", "Tap the heart of a product to keep it here") };
}

// --- cart and checkout -------------------------------------------------------------------------

function totals(p, express) {
  const goods = p.data.cart.reduce((sum, each) => sum + each.price * each.quantity, 0);
  const used = p.data.vouchers.find((each) => each.code === p.data.voucher);
  const off = used && goods >= used.min_total ? Math.min(goods, used.amount + Math.round(goods * used.percent / 100)) : 0;
  const delivery = express ? EXPRESS : goods - off >= FREE_FROM ? 0 : STANDARD;
  return { goods, off, delivery, total: goods - off + delivery };
}

function cartTab(p) {
  const items = p.data.cart;
  if (!items.length) return { bar: bar(p, "Cart"), body: empty("cart", "Your cart is empty", "Products you add wait here") };
  const drop = (each) => { const before = [...p.data.cart]; p.data.cart = before.filter((other) => other !== each); p.snack(`${productOf(p, each.product).name} removed`, "Undo", () => { p.data.cart = before; }); };
  return {
    bar: bar(p, "Cart", { menu: [["Empty cart", () => p.confirm("Empty cart?", "All products are removed.", "Empty", () => { p.data.cart = []; p.data.voucher = ""; })]] }),
    body: [items.map((each) => {
      const product = productOf(p, each.product);
      return card({ css: "line shop-line" }, face(product, "shop-small"), col({ css: "grow" },
        v("TextView", { id: "product_name", text: product.name, css: "strong", tap: () => p.open("product", { id: product.id }) }), each.variant && text(each.variant, "soft small"), text(`${money(each.price)} each`, "soft small"),
        line(stepper(each.quantity, product.name, (next) => { each.quantity = next; }), space(), iconButton("trash", `Remove ${product.name}`, () => drop(each), { id: "remove_button" }), iconButton("heartOff", `Move ${product.name} to wish list`, () => { if (!p.data.wish.includes(product.id)) p.data.wish.unshift(product.id); p.data.cart = items.filter((other) => other !== each); p.toast("Moved to wish list"); }, { id: "move_wish_list_button" }))));
    }), voucherBox(p), summary(totals(p, false))],
  };
}

function voucherBox(p) {
  if (p.data.voucher) return card({ css: "line" }, ico("tagSale"), text(`Voucher ${p.data.voucher}`, "grow"), iconButton("close", "Remove voucher", () => { p.data.voucher = ""; }, { id: "remove_voucher_button" }));
  const apply = () => {
    const code = (p.local.code ?? "").trim().toUpperCase();
    const found = p.data.vouchers.find((each) => each.code === code);
    p.local.badCode = !code ? "Enter a voucher code" : !found ? "This voucher does not exist" : found.until < today() ? "This voucher has expired" : totals(p, false).goods < found.min_total ? `This voucher needs a cart of ${money(found.min_total)}` : "";
    if (p.local.badCode) { blur(); return; }
    p.data.voucher = code; p.local.code = ""; blur(); p.toast("Voucher applied");
  };
  return col(section("Voucher"), line(field(p, "code", { hint: "Voucher code", submit: apply }), button("Apply", apply, { id: "apply_button", kind: "tonal" })), p.local.badCode && text(p.local.badCode, "bad small"));
}

const sumRow = (label, value, css) => line(text(label, `grow ${css ?? ""}`), text(value, css));
const summary = (t) => card({ css: "col shop-sum" }, sumRow("Products", money(t.goods)), t.off > 0 && sumRow("Voucher", `−${money(t.off)}`, "good"), sumRow("Delivery", t.delivery ? money(t.delivery) : "Free"), sumRow("Total", money(t.total), "strong"));
const cartFoot = (p) => p.data.cart.length > 0 && line({ css: "shop-foot" }, col({ css: "grow" }, text("Total", "soft small"), text(money(totals(p, false).total), "strong")), button("Checkout", () => p.open("checkout"), { id: "checkout_button" }));

function checkoutScreen(p) {
  const l = p.local;
  l.address ??= p.data.default_address; l.payment ??= p.data.default_payment; l.shipping ??= "Standard";
  const t = totals(p, l.shipping === "Express");
  const where = p.data.addresses.find((each) => each.id === l.address);
  const order = () => {
    if (!where) { l.wrong = "Choose a delivery address"; return; }
    if (!p.data.payments.some((each) => each.id === l.payment)) { l.wrong = "Choose how to pay"; return; }
    if (!l.terms) { l.wrong = "Agree to the terms of sale first"; return; }
    const id = newId();
    p.data.orders.unshift({ id, number: String(60000 + p.state.system.next), date: today(), lines: copy(p.data.cart), total: t.total, status: "Processing", address: l.address, payment: l.payment, shipping: l.shipping, reason: "", voucher: p.data.voucher });
    p.data.cart = []; p.data.voucher = "";
    p.root({ tab: "home" }); p.open("done", { id });
  };
  if (!p.data.cart.length) return page({ bar: bar(p, "Checkout"), body: empty("cart", "Your cart is empty") });
  return page({ bar: bar(p, "Checkout"), body: [
    section("Deliver to"), radios(p.data.addresses.map((each) => [each.id, `${each.label}: ${each.street}, ${each.city}`]), l.address, (next) => { l.address = next; }, { id: "address_radio" }), button("Add new address", () => p.open("address", {}), { id: "add_new_address_button", kind: "text" }),
    section("Delivery"), radios([["Standard", `Standard, 3 to 5 days: ${totals(p, false).delivery ? money(STANDARD) : "free"}`], ["Express", `Express, tomorrow: ${money(EXPRESS)}`]], l.shipping, (next) => { l.shipping = next; }, { id: "shipping_radio" }),
    section("Payment"), radios(p.data.payments.map((each) => [each.id, each.label]), l.payment, (next) => { l.payment = next; }, { id: "payment_radio" }),
    voucherBox(p), section("Summary"), p.data.cart.map((each) => sumRow(`${each.quantity} × ${productOf(p, each.product).name}`, money(each.price * each.quantity), "small")), summary(t),
    check("I agree to the terms of sale", Boolean(l.terms), (on) => { l.terms = on; l.wrong = ""; }, { id: "terms_checkbox" }), l.wrong && l.wrong.length > 0 && text(l.wrong, "bad")],
  bottom: line({ css: "shop-foot" }, col({ css: "grow" }, text("Total", "soft small"), text(money(t.total), "strong")), button("Place order", order, { id: "place_order_button" })) });
}

function doneScreen(p) {
  const order = p.data.orders.find((each) => each.id === p.args.id);
  return page({ bar: bar(p, "Order placed", { close: true }), body: [col({ css: "empty" }, ico("check", "large good"), text("Thank you for your order", "big center"), text(`Order #${order.number} · ${money(order.total)}`), text(order.shipping === "Express" ? "Arrives tomorrow" : `Arrives by ${shortDate(addDays(order.date, 5))}`, "soft")), button("View order", () => p.replace("order", { id: order.id }), { id: "view_order_button", css: "wide" }), button("Continue shopping", () => p.root({ tab: "home" }), { id: "continue_shopping_button", kind: "tonal", css: "wide" })] });
}

// --- orders ------------------------------------------------------------------------------------

const titleOf = (p, order) => order.lines.map((each) => productOf(p, each.product).name).join(", ");

function ordersScreen(p) {
  p.local.show ??= "All";
  const shown = p.data.orders.filter((each) => p.local.show === "All" || each.status === p.local.show);
  return page({ bar: bar(p, "My orders"), body: [chips(["All", "Processing", "Shipped", "Delivered", "Cancelled", "Return requested"], p.local.show, (next) => { p.local.show = next; }, { id: "show_chip" }),
    shown.length ? shown.map((each) => card({ id: "order_card", tap: () => p.open("order", { id: each.id }) }, line(text(`Order #${each.number}`, "strong grow"), text(each.status, each.status === "Cancelled" ? "bad small" : "good small")), text(titleOf(p, each)), text(`${shortDate(each.date)} · ${money(each.total)}`, "soft small"))) : empty("receipt", "No orders here")] });
}

function orderScreen(p) {
  const o = p.data.orders.find((each) => each.id === p.args.id);
  const where = p.data.addresses.find((each) => each.id === o.address);
  const cancel = () => p.choose("Why do you cancel?", REASONS, "", (reason) => p.confirm("Cancel this order?", `Order #${o.number} is not delivered; ${money(o.total)} is paid back.`, "Cancel order", () => { o.status = "Cancelled"; o.reason = reason; p.toast("Order cancelled"); }));
  const again = () => { for (const each of o.lines) p.data.cart.push({ ...copy(each), id: newId(), price: productOf(p, each.product).price }); p.root({ tab: "cart" }); p.toast("Added to cart"); };
  return page({ bar: bar(p, `Order #${o.number}`), body: [
    card({}, line(ico({ Processing: "hourglass", Shipped: "truck", Delivered: "check", Cancelled: "close" }[o.status] ?? "undo"), text(o.status, "strong grow", { id: "status" })), text(`Ordered ${shortDate(o.date)}`, "soft small"), o.reason && text(`Reason: ${o.reason}`, "soft small")),
    section("Products"), o.lines.map((each) => row({ id: "order_line_row", title: productOf(p, each.product).name, sub: [each.variant, `Quantity: ${each.quantity}`].filter(Boolean).join(" · "), meta: money(each.price * each.quantity), lead: face(productOf(p, each.product), "shop-small"), tap: () => p.open("product", { id: each.product }) })),
    section("Delivery"), text(where ? `${where.name}, ${where.street}, ${where.zip} ${where.city}` : "Address deleted"), text(`${o.shipping} delivery`, "soft small"),
    section("Payment"), text(p.data.payments.find((each) => each.id === o.payment)?.label ?? "Payment deleted"), sumRow("Total", money(o.total), "strong"),
    o.status === "Processing" && button("Cancel order", cancel, { id: "cancel_order_button", kind: "outlined", css: "wide" }), o.status === "Delivered" && button("Return items", () => p.open("return", { id: o.id }), { id: "return_items_button", kind: "outlined", css: "wide" }), o.status === "Shipped" && button("Track parcel", () => p.toast(`Parcel on its way, arrives ${shortDate(addDays(today(), 1))}`), { id: "track_parcel_button", kind: "outlined", css: "wide" }), button("Buy again", again, { id: "buy_again_button", kind: "tonal", css: "wide" })] });
}

function returnScreen(p) {
  const o = p.data.orders.find((each) => each.id === p.args.id);
  p.local.items ??= [];
  p.local.way ??= "Drop off at a parcel shop";
  const send = () => {
    p.local.wrong = !p.local.items.length ? "Choose at least one product" : !p.local.reason ? "Choose a reason" : "";
    if (p.local.wrong) return;
    Object.assign(o, { status: "Return requested", reason: p.local.reason, returned: [...p.local.items], way: p.local.way });
    p.back(); p.toast("Return requested");
  };
  return page({ bar: bar(p, "Return items", { close: true, sub: `Order #${o.number}` }), body: [
    section("What do you return?"), o.lines.map((each) => check(productOf(p, each.product).name, p.local.items.includes(each.product), (on) => { p.local.items = on ? [...p.local.items, each.product] : p.local.items.filter((id) => id !== each.product); }, { id: "line_checkbox" })),
    select(p, "Reason", p.local.reason, RETURNS, (next) => { p.local.reason = next; }, { id: "reason_spinner" }), section("How do you return it?"), radios(["Drop off at a parcel shop", "Pick up at home"], p.local.way, (next) => { p.local.way = next; }, { id: "way_radio" }),
    p.local.wrong && text(p.local.wrong, "bad"), button("Request return", send, { id: "request_return_button", css: "wide" })] });
}

// --- account -----------------------------------------------------------------------------------

function accountTab(p) {
  return { bar: bar(p, "Account"), body: [row({ id: "customer_row", title: p.data.owner, sub: "Customer since 2021", lead: avatar(p.data.owner) }), rule(),
    [["My orders", "truck", "orders"], ["Addresses", "place", "addresses"], ["Payment methods", "card", "payments"], ["Vouchers", "tagSale", "vouchers"], ["Settings", "settings", "settings"]].map(([label, icon, screen]) => row({ id: `${screen}_row`, title: label, lead: icon, tap: () => p.open(screen) }))] };
}

function addressesScreen(p) {
  const drop = (each) => { const before = [...p.data.addresses]; p.data.addresses = before.filter((other) => other !== each); p.snack("Address deleted", "Undo", () => { p.data.addresses = before; }); };
  return page({ bar: bar(p, "Addresses"), body: p.data.addresses.length ? p.data.addresses.map((each) => card({ css: "line" }, col({ css: "grow" }, text(each.label, "strong"), text(`${each.name}\n${each.street}\n${each.zip} ${each.city}`, "soft small"), each.id === p.data.default_address && text("Default address", "good small")),
    iconButton("more", `Options of ${each.label}`, () => p.menu([["Edit", () => p.open("address", { id: each.id })], each.id !== p.data.default_address && ["Set as default", () => { p.data.default_address = each.id; }], ["Delete", () => drop(each)]]), { id: "options_button" }))) : empty("place", "No addresses"), fab: fab("add", "Add address", () => p.open("address", {})) });
}

const ADDRESS = [["label", "Label, such as Home"], ["name", "Full name"], ["street", "Street and number"], ["zip", "Postal code"], ["city", "City"], ["phone", "Phone"]];

function addressForm(p) {
  const old = p.data.addresses.find((each) => each.id === p.args.id);
  const a = (p.local.form ??= old ? copy(old) : { id: newId(), label: "", name: p.data.owner, street: "", city: "", zip: "", phone: "" });
  const save = () => {
    const missing = ADDRESS.find(([key]) => key !== "phone" && !a[key].trim());
    p.local.wrong = missing ? `${missing[1].split(",")[0]} is missing` : !/^\d{5}$/.test(a.zip.trim()) ? "The postal code has five digits" : p.data.addresses.some((each) => each.id !== a.id && same(each.label, a.label)) ? "Another address has this label" : "";
    if (p.local.wrong) return;
    for (const [key] of ADDRESS) a[key] = a[key].trim();
    if (old) Object.assign(old, a);
    else p.data.addresses.push(a);
    if (p.local.main || p.data.addresses.length === 1) p.data.default_address = a.id;
    p.back(); p.toast("Address saved");
  };
  return page({ bar: bar(p, old ? "Edit address" : "New address", { close: true, actions: [button("Save", save, { id: "save_button", kind: "text" })] }), body: [
    ADDRESS.map(([key, label]) => labelled(p, key, label, { opens: !old && key === "label", value: a[key], type: key === "zip" ? "number" : key === "phone" ? "phone" : "text", change: (next) => { a[key] = next; } })),
    check("Use as default address", Boolean(p.local.main), (on) => { p.local.main = on; }, { id: "main_checkbox" }), p.local.wrong && text(p.local.wrong, "bad")] });
}

function paymentsScreen(p) {
  return page({ bar: bar(p, "Payment methods"), body: p.data.payments.map((each) => row({ id: "payment_row", title: each.label, sub: each.id === p.data.default_payment ? "Default" : undefined, lead: "card", trail: iconButton("more", `Options of ${each.label}`, () => p.menu([each.id !== p.data.default_payment && ["Set as default", () => { p.data.default_payment = each.id; }], ["Delete", () => p.confirm("Delete payment method?", each.label, "Delete", () => { p.data.payments = p.data.payments.filter((other) => other !== each); })]]), { id: "options_button" }) })), fab: fab("add", "Add card", () => p.open("card")) });
}

function cardForm(p) {
  const save = () => {
    const { number, until, code } = p.local;
    p.local.wrong = !/^\d{16}$/.test(number.replaceAll(" ", "")) ? "The card number has 16 digits" : !/^(0[1-9]|1[0-2])\/\d\d$/.test(until) ? "Write the expiry date as MM/YY" : !/^\d{3}$/.test(code) ? "The security code has 3 digits" : "";
    if (p.local.wrong) return;
    p.data.payments.push({ id: newId(), label: `Credit card •••• ${number.replaceAll(" ", "").slice(-4)}` });
    p.back(); p.toast("Card added");
  };
  return page({ bar: bar(p, "New card", { close: true, actions: [button("Save", save, { id: "save_button", kind: "text" })] }), body: [labelled(p, "number", "Card number", { opens: true, type: "number" }), labelled(p, "until", "Expiry date (MM/YY)"), labelled(p, "code", "Security code", { type: "number", password: true }), p.local.wrong && text(p.local.wrong, "bad")] });
}

function vouchersScreen(p) {
  return page({ bar: bar(p, "Vouchers"), body: p.data.vouchers.map((each) => card({ css: "line" }, col({ css: "grow" }, text(each.code, "strong"), text(each.percent ? `${each.percent}% off everything` : `${money(each.amount)} off from ${money(each.min_total)}`), text(each.until < today() ? "Expired" : `Until ${longDate(each.until)}`, each.until < today() ? "bad small" : "soft small")), iconButton("copy", `Copy ${each.code}`, () => { p.state.clipboard = each.code; p.toast("Code copied"); }, { id: "copy_button" }))) });
}

function settingsScreen(p) {
  const d = p.data.settings;
  return page({ bar: bar(p, "Settings"), body: [section("Notifications"), toggle("Deals and offers", d.deals, (on) => { d.deals = on; }, { id: "deals_switch" }), toggle("Order updates", d.order_updates, (on) => { d.order_updates = on; }, { id: "order_updates_switch" }), toggle("Price drops on the wish list", d.wish_alerts, (on) => { d.wish_alerts = on; }, { id: "wish_alerts_switch" }),
    section("E-mail"), select(p, "Newsletter", d.newsletter, ["Daily", "Weekly", "Monthly", "Never"], (next) => { d.newsletter = next; }, { id: "newsletter_spinner" }), section("Privacy"), toggle("Personal recommendations", d.personal, (on) => { d.personal = on; }, { id: "personal_switch", sub: "Uses what you looked at and bought" }),
    button("Clear search history", () => { p.data.searches = []; p.toast("Search history cleared"); }, { id: "clear_search_history_button", kind: "outlined", css: "wide" })] });
}
