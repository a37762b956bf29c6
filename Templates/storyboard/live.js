// @ts-check
// The pages of a storyboard in use: the frame, its inbox, the choices of the next outcomes, and what happened.

{
  /** @typedef {{ name: string, path: string, title: string, document: string, start: string, operations: { [operation: string]: string[] } }} Page start: the fragment that begins it; one that ends in ! comes by a link */
  /** @typedef {{ subject: string, preheader: string, document: string, page?: string, start: string }} Email page: the page that its link opens */
  /** @typedef {{ name: string, title: string, pages: Page[], emails: { [name: string]: Email }, sends: { [operation: string]: string } }} App */

  /** @type {App[]} */
  const apps = JSON.parse(document.currentScript?.dataset.apps ?? "[]");
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const select = /** @type {HTMLSelectElement} */ (byId("pages"));

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {{ [property: string]: unknown }} properties
   * @param {...(Node | string)} children
   */
  function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  }

  /** @type {App} */
  let app = /** @type {App} */ (apps[0]);
  let frame = make("iframe", {});
  /** The page in the frame, and what begins it again. */
  let shown = { name: "", start: "" };
  /** @type {{ [operation: string]: string }} */
  let chosen = {};

  /** @param {string} name */
  const pageNamed = (name) => app.pages.find((page) => page.name === name);

  /**
   * A name such as `rate-limited` in words.
   *
   * @param {string} name
   */
  const inWords = (name) => name.charAt(0).toUpperCase() + name.slice(1).split("-").join(" ");

  /** @param {string} words */
  const note = (words) => byId("log").prepend(make("li", {}, words));

  /**
   * Shows a page from its beginning.
   *
   * @param {Page | undefined} page
   * @param {string} [start] the fragment that begins it
   */
  function open(page, start = page?.start) {
    if (!page || !start) return false;
    shown = { name: page.name, start };
    // A frame of its own: Back leaves this document, and the same page begins again.
    frame = make("iframe", { title: `${app.title}: ${page.title}`, src: `${page.document}.${scheme}.html#!${start}` });
    byId("stage").replaceChildren(frame);
    select.value = page.name;
    chosen = {};
    byId("outcomes").replaceChildren(...Object.entries(page.operations).map(([operation, outcomes]) => {
      const choice = make(
        "select", { onchange: () => choose(operation, choice.value) },
        ...["", ...outcomes.filter((outcome) => outcome !== "ok")].map((outcome) => make("option", { value: outcome }, outcome ? inWords(outcome) : "Normal")),
      );
      choice.name = operation;
      return make("label", {}, make("span", {}, `Outcome of the next ${operation}`), choice);
    }));
    return true;
  }

  /** @param {string} operation @param {string} outcome */
  function choose(operation, outcome) {
    chosen = { ...chosen, [operation]: outcome };
    frame.contentWindow?.postMessage({ chosen }, "*");
  }

  /** @param {string} name @param {string} to */
  function send(name, to) {
    const email = app.emails[name];
    if (!email) return;
    byId("empty").hidden = true;
    const { page, start } = email;
    byId("inbox").prepend(make(
      "li", {},
      make("strong", {}, email.subject), make("p", { className: "dim" }, to ? `${app.title} to ${to}` : app.title), make("p", {}, email.preheader),
      ...(page ? [make("button", { type: "button", onclick: () => open(pageNamed(page), start) }, "Open the link")] : []),
      make("details", {}, make("summary", {}, "The email"), make("iframe", { title: email.subject, src: `${email.document}.${scheme}.html`, inert: true, loading: "lazy" })),
    ));
    note(`The email ‘${email.subject}’ arrives.`);
  }

  /** @param {string} href */
  function follow(href) {
    if (!href.startsWith("/")) return note(`Leads to ${href}`);
    const [path] = href.split(/[?#]/);
    if (!open(app.pages.find((page) => page.path === path && !page.start.endsWith("!")) ?? app.pages.find((page) => page.path === path))) note(`Leads to ${href}, a page of the app’s own website.`);
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    const { operation, outcome, follows, email } = data;
    if (follows) follow(follows);
    if (!operation) return;
    note(`${operation}: ${outcome === "ok" ? "Normal" : inWords(outcome)}`);
    delete chosen[operation];
    const choice = /** @type {HTMLSelectElement | null} */ (byId("outcomes").querySelector(`select[name="${operation}"]`));
    if (choice) choice.value = "";
    if (outcome === "ok" && app.sends[operation]) send(app.sends[operation] ?? "", email);
  });

  /** Shows the app that the fragment of the address names. */
  function begin() {
    app = apps.find(({ name }) => name === location.hash.slice(1)) ?? app;
    document.title = `${app.title}: the pages in use`;
    byId("apps").replaceChildren(...apps.map(({ name, title }) => {
      const link = make("a", { href: `#${name}` }, title);
      if (name === app.name) link.setAttribute("aria-current", "true");
      return make("li", {}, link);
    }));
    select.replaceChildren(...app.pages.map(({ name, path, title }) => make("option", { value: name }, `${title} (${path})`)));
    for (const place of ["inbox", "log"]) byId(place).replaceChildren();
    byId("empty").hidden = false;
    open(app.pages.find(({ start }) => !start.endsWith("!")) ?? app.pages[0]);
  }

  select.addEventListener("change", () => open(pageNamed(select.value)));
  byId("again").addEventListener("click", () => open(pageNamed(shown.name), shown.start));
  addEventListener("hashchange", () => location.hash !== "#stage" && begin());
  begin();
}
