// @ts-check
// Links that open a place of a file in the person's editor.

import { choices, keep } from "./choices.js";
import { make } from "./dom.js";
import { site } from "./site.js";

/**
 * The editors with a scheme of their own, by their names; what follows is the absolute path, which begins with a slash.
 * https://code.visualstudio.com/docs/configure/command-line#_opening-vs-code-with-urls
 */
const editors = [
  { name: "VS Code", scheme: "vscode://file" }, { name: "VS Code Insiders", scheme: "vscode-insiders://file" },
];
const chosen = () => editors.find(({ name }) => name === choices.editor) ?? /** @type {typeof editors[0]} */ (editors[0]);

/**
 * A link to a place; nothing on another device, which has neither the file nor the editor.
 *
 * @param {string | null} file
 * @param {number} [line]
 * @param {number} [column]
 */
export function editorLink(file, line, column) {
  if (!file || site.root === null) return null;
  const path = file.startsWith("/") ? file : `${site.root}/${file}`;
  const place = [path.split("/").map(encodeURIComponent).join("/"), line, line && column].filter(Boolean).join(":");
  return make("a", { href: `${chosen().scheme}${place}` }, `Open in ${chosen().name}`);
}

/** @param {() => void} changed */
export function editorChoice(changed) {
  if (site.root === null) return null;
  const select = make(
    "select", { onchange: () => {
      keep({ editor: select.value });
      changed();
    } },
    editors.map(({ name }) => make("option", { value: name }, name)),
  );
  select.value = chosen().name;
  return make("label", { class: "pick" }, make("span", {}, "Editor"), select);
}
