// @ts-check
// Brings a page's own script to a condition to be shown: fills in fields, presses a button, and responds to the
// resulting requests. Runs before the page's script; sets `data-preview` on the root element when it has finished.

{
  /**
   * @typedef {{ method: string, url: string, status: number, headers: [string, string][], body: string }} Answer the URL as written in the contract
   * @typedef {"pending" | "failed" | Answer[]} Answers
   *
   * @typedef {object} Plan
   * @property {string} [address] a link to the page
   * @property {{ [name: string]: string }} fields the values to enter
   * @property {boolean} leaves whether each field loses focus after its value is entered
   * @property {Answers} load the responses to the operation that runs when the state appears
   * @property {string} [run] the operation whose button is pressed
   * @property {Answers} answers the responses to that operation
   * @property {boolean} [refreshes] whether the page checks for changes, as it does when the user returns to it
   * @property {"message"} [shows] the element that appears at the end
   * @property {boolean} [offline]
   */

  /** @type {Plan} */
  const plan = JSON.parse(document.currentScript?.dataset.plan ?? "{}");

  /** The maximum wait for the element that appears at the end, in milliseconds. */
  const patience = 2000;

  let answers = plan.load;

  /** @param {string} url as written in the contract */
  const pattern = (url) =>
    new RegExp(`^${url.split(/\{\{.*?\}\}/).map((text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&")).join(".*")}(\\?.*)?$`);

  /**
   * Takes the next response that matches a request; those of skipped steps are dropped.
   *
   * @param {string} method
   * @param {string} url
   * @returns {Answer | undefined}
   */
  function take(method, url) {
    if (typeof answers === "string") return undefined;
    const index = answers.findIndex((answer) => answer.method === method && pattern(answer.url).test(url));
    const answer = answers[index];
    answers = answers.slice(index + 1);
    return answer;
  }

  /**
   * Responds as planned; other requests stay pending.
   *
   * @param {RequestInfo | URL} url
   * @param {RequestInit} [options]
   */
  window.fetch = (url, options) =>
    new Promise((resolve, reject) => {
      const { method = "GET", signal } = options ?? {};
      signal?.addEventListener("abort", () => reject(signal.reason));
      if (answers === "failed") reject(new TypeError("Failed to fetch"));
      const answer = take(method, `${url}`);
      // Not a real Response, whose body is read asynchronously.
      if (answer) resolve(/** @type {any} */ ({ status: answer.status, headers: new Headers(answer.headers), text: async () => answer.body }));
    });

  // The result must be static: no countdown, no caret, no scrolling, and no entries in the studio's history.
  const now = Date.now();
  Date.now = () => now;
  HTMLElement.prototype.focus = () => {};
  window.scrollTo = () => {};
  history.pushState = history.replaceState;
  // The page runs operations for trusted events only, so the driver's clicks must count as such. No input is stored.
  for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(window, name, { value: undefined });
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (/** @type {string} */ type, /** @type {any} */ listener, /** @type {any} */ options) {
    /** @param {Event} event */
    const trusting = (event) =>
      listener(
        new Proxy(event, {
          get(target, name) {
            const value = Reflect.get(target, name, target);
            return name === "isTrusted" || (typeof value === "function" ? value.bind(target) : value);
          },
        }),
      );
    listen.call(this, type, type === "click" ? trusting : listener, options);
  };
  Object.defineProperty(navigator, "userActivation", { value: { isActive: true } });

  const preview = location.href;
  if (plan.address) history.replaceState(null, "", plan.address);

  /** @param {number} [milliseconds] */
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** @param {string} selector in the state that is shown */
  const find = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`section:not([hidden]) ${selector}`)]);

  function type() {
    for (const element of find(".field [name]")) {
      const input = /** @type {HTMLInputElement} */ (element);
      const text = plan.fields[input.name];
      if (text === undefined) continue;
      if (input.type === "checkbox") input.checked = true;
      else input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (plan.leaves) input.dispatchEvent(new Event("blur"));
    }
  }

  /**
   * Scrolls a message below the window into it, and no document around this one.
   *
   * @param {HTMLElement} [message]
   */
  function reveal(message) {
    const hidden = message && message.getBoundingClientRect().bottom + 16 - innerHeight;
    if (hidden && hidden > 0) document.documentElement.scrollTop += hidden;
  }

  addEventListener("DOMContentLoaded", async () => {
    // So that a reload shows the same condition.
    history.replaceState(history.state, "", preview);
    // The operation that runs when the state appears gets its response first.
    await pause();
    if (plan.run) answers = plan.answers;
    if (plan.offline) Object.defineProperty(navigator, "onLine", { value: false });
    type();
    if (plan.run) find(`button[name=run][value="${plan.run}"]`)[0]?.click();
    if (plan.refreshes) dispatchEvent(new Event("focus"));
    for (let waited = 0; plan.shows && !find(".message:not([hidden])")[0] && waited < patience; waited += 10) await pause(10);
    await pause();
    reveal(find(".message:not([hidden])")[0]);
    document.documentElement.dataset.preview = "ready";
  });
}
