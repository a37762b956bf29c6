// @ts-check
// Keeps a previewed page up to date: reloads it when it has changed, and shows the diagnostics over it when the site
// cannot be built.

/** @typedef {{ build: number, problems: string, versions: { [page: string]: string } }} News */

const { page = "", version, person } = document.currentScript?.dataset ?? {};
const isFramed = self !== top;
const overlay = document.createElement("dialog");
const text = document.createElement("pre");

// Styled by properties, so that the page's own rules and its Content-Security-Policy stay as released.
Object.assign(overlay.style, {
  margin: "auto", outline: "none", maxWidth: "min(60rem, 92vw)", maxHeight: "80vh", overflow: "auto", padding: "16px 20px", borderRadius: "12px",
  border: "2px solid #c62828", background: "#1c1c1e", color: "#f5f5f7", textAlign: "start",
});
Object.assign(text.style, { margin: "0", whiteSpace: "pre-wrap", font: "13px/1.5 ui-monospace, monospace" });
overlay.id = "latchkey-problems";
overlay.setAttribute("aria-label", "Problems");
overlay.append(text);

// In the studio's flow, an address of the sandbox's is filled in, as a browser fills in one's own.
if (isFramed && person) {
  addEventListener("load", () => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = document.querySelectorAll("input[type=email]");
    for (const field of fields) {
      if (field.value) continue;
      field.value = person;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
}

// For the studio's pictures: the page as XHTML, with what is typed, without scripts, and with its files inside.
addEventListener("message", async ({ source, data, ports: [port] }) => {
  if (source !== parent || data !== "picture" || !port) return;
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  const typed = [...document.querySelectorAll("input")];
  for (const [index, input] of [...copy.querySelectorAll("input")].entries()) {
    input.setAttribute("value", typed[index]?.value ?? "");
    input.toggleAttribute("checked", typed[index]?.checked);
  }
  for (const each of copy.querySelectorAll("script, noscript, link, meta, dialog")) each.remove();
  // Scrolled as the page is.
  if (scrollY) copy.style.marginTop = `${-scrollY}px`;
  let markup = new XMLSerializer().serializeToString(copy);
  for (const path of new Set([...markup.matchAll(/(?:src="|url\(["']?)(\/[^"')]+)/g)].map(([, path = ""]) => path))) {
    const file = await (await fetch(path)).blob();
    const bytes = new Uint8Array(await file.arrayBuffer());
    markup = markup.split(path).join(`data:${file.type};base64,${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""))}`);
  }
  port.postMessage(markup);
});

/** @param {MessageEvent<string>} event */
function hear(event) {
  /** @type {News} */
  const { build, problems, versions } = JSON.parse(event.data);
  if (problems) {
    // The studio shows its own overlay over its frames.
    if (isFramed) return;
    text.textContent = problems;
    if (!overlay.isConnected) document.body.append(overlay);
    if (!overlay.open) overlay.showModal();
  } else if ((page ? versions[page] ?? "" : build ? "built" : "") !== version) {
    location.reload();
  } else {
    overlay.close();
    overlay.remove();
  }
}

// The studio reloads the states in its frames itself, since browsers limit connections to a port to six. For the same
// reason a page in the back/forward cache closes its own connection.
if (!isFramed || !location.pathname.startsWith("/_preview/")) {
  /** @type {EventSource | undefined} */
  let events;
  addEventListener("pageshow", () => {
    events = new EventSource("/_preview/events");
    events.addEventListener("message", hear);
  });
  addEventListener("pagehide", () => events?.close());
}
