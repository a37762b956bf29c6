// @ts-check
// Answers the requests of a page in use with the recorded responses of its contract, and tells the document around it what
// happened. Runs before the page's script.

{
  /** @typedef {{ method: string, url: string, status: number, headers: [string, string][], body: string }} Answer the URL as written in the contract */

  /** @type {{ [operation: string]: { [outcome: string]: Answer[] } }} */
  const operations = JSON.parse(document.currentScript?.dataset.operations ?? "{}");

  /** The time that a response takes, in milliseconds: long enough to see what the page shows meanwhile. */
  const pause = 500;

  /**
   * The outcomes of the next runs that the document around this one has chosen, by operation.
   *
   * @type {{ [operation: string]: string }}
   */
  let chosen = {};
  /** The operation whose button was pressed last, and the email address that was in the form. */
  let pressed = "";
  let email = "";
  /**
   * The run whose requests are being answered.
   *
   * @type {{ operation: string, outcome: string, rest: Answer[] } | undefined}
   */
  let run;

  /** @param {object} news */
  const tell = (news) => parent.postMessage(news, "*");

  /**
   * @param {string} method
   * @param {string} url
   * @returns {(answer: Answer) => boolean} whether an answer is one to this request
   */
  const answering = (method, url) => (answer) =>
    answer.method === method
    && new RegExp(`^${answer.url.split(/\{\{.*?\}\}/).map((text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&")).join(".*")}(\\?.*)?$`).test(url);

  /**
   * Takes the next response to a request of the current run, or begins the next run.
   *
   * @param {string} method
   * @param {string} url
   * @returns {Answer | undefined}
   */
  function take(method, url) {
    const fits = answering(method, url);
    if (!run?.rest.some(fits)) {
      const has = (/** @type {string} */ name) => Object.values(operations[name] ?? {}).some((answers) => answers.some(fits));
      const operation = [pressed, ...Object.keys(operations)].find(has);
      if (!operation) return undefined;
      const outcome = chosen[operation] || "ok";
      run = { operation, outcome, rest: operations[operation]?.[outcome] ?? [] };
      delete chosen[operation];
    }
    const index = run.rest.findIndex(fits);
    const answer = run.rest[index];
    run.rest = run.rest.slice(index + 1);
    if (!answer || !run.rest.length) {
      tell({ operation: run.operation, outcome: run.outcome, email });
      run = undefined;
    }
    return answer;
  }

  /**
   * @param {RequestInfo | URL} url
   * @param {RequestInit} [options]
   */
  window.fetch = (url, options) =>
    new Promise((resolve, reject) => {
      const { method = "GET", signal } = options ?? {};
      signal?.addEventListener("abort", () => reject(signal.reason));
      setTimeout(() => {
        const answer = take(method, `${url}`);
        if (!answer) return reject(new TypeError("Failed to fetch"));
        const { status, headers, body } = answer;
        resolve(new Response([204, 205, 304].includes(status) ? null : body, { status, headers }));
      }, pause);
    });

  // So that one can begin again at once: the wait before the next email is stored for all tabs.
  for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(window, name, { value: undefined });

  addEventListener("message", ({ source, data }) => {
    if (source === parent) chosen = data.chosen;
  });
  addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (target.closest("button[name=run]"));
    const link = target.closest("a");
    if (button) {
      pressed = button.value;
      email = /** @type {HTMLInputElement | null} */ (document.querySelector("section:not([hidden]) input[name=email]"))?.value || email;
    }
    const href = link?.getAttribute("href");
    if (!link || !href || href.startsWith("#")) return;
    // Into the app: the page says itself what happens without it.
    if (/^(https?|file):$/.test(link.protocol)) event.preventDefault();
    tell({ follows: href });
  }, true);
  addEventListener("DOMContentLoaded", () => tell({ ready: true }));
}
