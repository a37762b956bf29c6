// @ts-check
// Shows a page in a document without a server: in the state that the fragment of the address names, `#/form`,
// `#/form/rate-limited`, or in use from a state on, `#!form`, where `#!form!` came by a link. The slash and the exclamation mark
// keep browsers from scrolling to an element. Changes the page's data as the studio does, and runs the driver with the state's plan,
// or what answers the page in use with its responses, before the page's script.

{
  /** @typedef {{ method: string, url: string, status: number, headers: [string, string][], body: string }[]} Answers */

  /**
   * @typedef {object} Data
   * @property {string} start
   * @property {number} timeout
   * @property {{ [name: string]: string }} settings samples of values that links and responses supply
   * @property {number} [link] the index of the link that opened the page
   */

  /** @typedef {{ data: Data, load: Answers | string | number, answers: Answers | string | number }} Plan a number is an index of the answers */

  /** @type {{ plans: { [state: string]: Plan }, answers: Answers[], operations: { [operation: string]: { [outcome: string]: number } } }} */
  const { plans, answers, operations } = JSON.parse(document.getElementById("states")?.textContent ?? "{}");
  const isLive = location.hash.startsWith("#!");
  const [name = "", fromLink] = decodeURIComponent(location.hash.slice(2)).split("!");
  const plan = plans[name] ?? Object.values(plans)[0];
  const holder = document.getElementById("page");

  if (plan && holder) {
    const page = JSON.parse(holder.textContent ?? "");
    const { start, timeout, settings, link } = plan.data;
    const opened = link === undefined || (isLive && fromLink === undefined) ? undefined : page.links?.[link];
    // The document's own address is the link.
    const web = [{ path: location.pathname.split("/").filter(Boolean) }];
    Object.assign(page, {
      start, shapes: {}, damaged: undefined, links: opened && [{ ...opened, start, web }],
      timeout: isLive ? page.timeout : timeout, settings: isLive && !opened ? page.settings : { ...settings, ...page.settings },
    });
    holder.textContent = JSON.stringify(page);

    // A document without an origin may not change its address.
    for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
      const change = history[name].bind(history);
      history[name] = (state) => change(state, "");
    }
    addEventListener("hashchange", () => location.reload());

    /** @param {Plan["load"]} each */
    const resolved = (each) => (typeof each === "number" ? answers[each] : each);
    const script = document.createElement("script");
    const recorded = Object.entries(operations).map(([name, outcomes]) =>
      [name, Object.fromEntries(Object.entries(outcomes).map(([outcome, index]) => [outcome, answers[index]]))]);
    if (isLive) script.dataset.operations = JSON.stringify(Object.fromEntries(recorded));
    else script.dataset.plan = JSON.stringify({ ...plan, load: resolved(plan.load), answers: resolved(plan.answers) });
    // The texts of these scripts are written before this one.
    script.text = /** @type {any} */ (window).runners[isLive ? "answers" : "driver"];
    document.currentScript?.after(script);
  }
}
