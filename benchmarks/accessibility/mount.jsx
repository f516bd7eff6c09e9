import { createRoot } from "react-dom/client";

// Shows a React tree in the element `root` of the page.
export const mount = tree => createRoot(document.getElementById("root")).render(tree);
