// @ts-check
// Shows the state that the fragment of the address names: `#/form`, `#/form/rate-limited`. The slash keeps browsers from scrolling
// to an element. Gives the state's plan to the driver, and changes the page's data as the studio does. Runs before the page's
// script, in a document without a server.

{
  /**
   * @typedef {object} Data
   * @property {string} start
   * @property {number} timeout
   * @property {{ [name: string]: string }} settings samples of values that links and responses supply
   * @property {number} [link] the index of the link that opened the page
   */

  /** @type {{ [state: string]: { data: Data } }} */
  const plans = JSON.parse(document.currentScript?.dataset.plans ?? "{}");
  const plan = plans[decodeURIComponent(location.hash.slice(2))] ?? Object.values(plans)[0];
  const holder = document.getElementById("page");
  const driver = document.getElementById("driver");

  if (plan && holder && driver) {
    const page = JSON.parse(holder.textContent ?? "");
    const { start, timeout, settings, link } = plan.data;
    const opened = link === undefined ? undefined : page.links?.[link];
    // The document's own address is the link.
    const web = [{ path: location.pathname.split("/").filter(Boolean) }];
    Object.assign(page, {
      start, timeout, shapes: {}, damaged: undefined, settings: { ...settings, ...page.settings },
      links: opened && [{ ...opened, start, web }],
    });
    holder.textContent = JSON.stringify(page);

    // A document without an origin may not change its address.
    for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
      const change = history[name].bind(history);
      history[name] = (state) => change(state, "");
    }
    addEventListener("hashchange", () => location.reload());

    const script = document.createElement("script");
    script.dataset.plan = JSON.stringify(plan);
    script.text = driver.textContent ?? "";
    driver.after(script);
  }
}
