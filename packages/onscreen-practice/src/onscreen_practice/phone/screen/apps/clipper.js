"use strict";
// Clipper: shows the clipboard; clients read and set it with the broadcasts clipper.get and clipper.set.

app({
  id: "clipper", name: "Clipper", icon: "copy", color: "#546e7a", package: "ca.zgrs.clipper", activity: ".Main", unlisted: true,
  screens: { main: (p) => page({ bar: bar(p, "Clipper"), body: [section("Clipboard"), text(p.state.clipboard || "The clipboard is empty", p.state.clipboard ? "" : "soft", { id: "clipboard_text" })] }) },
});
