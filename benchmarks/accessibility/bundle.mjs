// Bundles pages with esbuild: node bundle.mjs TOOLS_FOLDER TOOLKIT_FOLDER OUTPUT_FOLDER PAGE...
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [tools, toolkit, outdir, ...entryPoints] = process.argv.slice(2);
const requireTool = createRequire(tools + "/package.json"), requireToolkit = createRequire(toolkit + "/package.json");
const esbuild = requireTool("esbuild");
const plugins = [];
if (entryPoints.some(page => page.endsWith(".svelte") || page.includes("svelte"))) {
  const { default: sveltePlugin } = await import(pathToFileURL(requireToolkit.resolve("esbuild-svelte")));
  plugins.push(sveltePlugin());
}
const empty = Object.fromEntries([".woff", ".woff2", ".ttf", ".eot", ".svg", ".png"].map(ending => [ending, "empty"]));
await esbuild.build({ entryPoints, outdir, bundle: true, format: "iife", jsx: "automatic", loader: { ".js": "jsx", ...empty }, plugins,
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" }, conditions: ["svelte", "browser"], mainFields: ["svelte", "browser", "module", "main"], logLevel: "error" });
