// @ts-check
// Opens a place of a file in the person's editor.

import { choices, keep } from "./choices.js";
import { make } from "./dom.js";
import { post, site } from "./site.js";

/**
 * The editors with a scheme of their own, by their names; what follows is the absolute path, which begins with a slash.
 * https://code.visualstudio.com/docs/configure/command-line#_opening-vs-code-with-urls
 */
const schemes = [
  { name: "VS Code", scheme: "vscode://file", needsTerminal: false },
  { name: "VS Code Insiders", scheme: "vscode-insiders://file", needsTerminal: false },
];

/** These, and those that the preview starts. */
const editors = () => [...schemes, ...site.editors.map((editor) => ({ scheme: "", ...editor }))];
const chosen = () => editors().find(({ name }) => name === choices.editor) ?? /** @type {typeof schemes[0]} */ (schemes[0]);

/**
 * What opens a place; nothing on another device, which has neither the file nor the editor.
 *
 * @param {string | null} file
 * @param {number} [line]
 * @param {number} [column]
 */
export function editorLink(file, line, column) {
  if (!file || site.root === null) return null;
  const { name, scheme, needsTerminal } = chosen();
  const path = file.startsWith("/") ? file : `${site.root}/${file}`;
  const words = `Open in ${name}`;
  if (scheme) return make("a", { href: scheme + [path.split("/").map(encodeURIComponent).join("/"), line, line && column].filter(Boolean).join(":") }, words);
  const button = make("button", { type: "button", class: "quiet" }, needsTerminal ? `Copy the command for ${name}` : words);
  button.addEventListener("click", async () => {
    const before = button.textContent;
    const { command } = await post("/api/edit", { editor: name, file: path, line, column });
    if (needsTerminal) await navigator.clipboard.writeText(command);
    button.textContent = needsTerminal ? "Copied" : "Opened";
    setTimeout(() => (button.textContent = before), 1500);
  });
  return button;
}

/** @param {() => void} changed */
export function editorChoice(changed) {
  if (site.root === null) return null;
  const select = make(
    "select", { onchange: () => {
      keep({ editor: select.value });
      changed();
    } },
    editors().map(({ name }) => make("option", { value: name }, name)),
  );
  select.value = chosen().name;
  return make("label", { class: "pick" }, make("span", {}, "Editor"), select);
}
