// @ts-check
// The frames of a storyboard, and its search.

{
  const search = /** @type {HTMLInputElement} */ (document.getElementById("search"));
  const found = /** @type {HTMLElement} */ (document.getElementById("found"));

  // A state is found by its own words and by those of its page and app.
  const cards = [...document.querySelectorAll("section")].flatMap((section) =>
    [...section.querySelectorAll("article")].flatMap((article) =>
      [...article.querySelectorAll("li")].map((card) => ({
        card, article, section,
        words: [section.querySelector("h2"), article.querySelector("h3"), card].map((part) => part?.textContent).concat(card.id).join(" ").toLowerCase(),
      }))));

  function find() {
    const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set();
    document.documentElement.toggleAttribute("data-searched", terms.length > 0);
    for (const { card, article, section, words } of cards) {
      card.hidden = !terms.every((term) => words.includes(term));
      if (!card.hidden) for (const part of [card, article, section]) shown.add(part);
    }
    for (const { article, section } of cards) for (const part of [article, section]) part.hidden = !shown.has(part);
    found.textContent = terms.length ? `${cards.filter(({ card }) => !card.hidden).length} of ${cards.length}` : "";
  }

  search.addEventListener("input", find);
  search.form?.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    search.focus();
  });
  /** @param {HTMLElement} place */
  function load(place) {
    if (place.querySelector("iframe")) return;
    const frame = document.createElement("iframe");
    frame.title = place.dataset.title ?? "";
    frame.src = place.dataset.frame ?? "";
    place.replaceChildren(frame);
  }

  // Frames far from the window are removed: every one costs memory, even one that is not loaded.
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) load(/** @type {HTMLElement} */ (target));
        else target.replaceChildren();
    },
    { rootMargin: "400px" },
  );
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".picture"));
  for (const place of places) watch.observe(place);

  for (const slide of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".slide"))) {
    slide.addEventListener("input", () => slide.closest("li")?.style.setProperty("--at", `${slide.value}%`));
  }

  // A browser prints frames as far as they are loaded. Those of pages load a state after their document.
  document.getElementById("print")?.addEventListener("click", async () => {
    const shown = [...places].filter((place) => place.getClientRects().length);
    found.textContent = `Loading ${shown.length} pictures…`;
    await Promise.all(shown.map((place) => {
      if (place.querySelector("iframe")) return undefined;
      load(place);
      return new Promise((loaded) => place.querySelector("iframe")?.addEventListener("load", loaded, { once: true }));
    }));
    setTimeout(() => {
      find();
      print();
    }, 1000);
  });
}
