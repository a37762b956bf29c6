// @ts-check
// The marks of a review, which are saved as a file, and the pictures beside them.

{
  /** @typedef {{ place: string, original: string, translation: string, mark: "fine" | "change" | "note", change?: string, note?: string }} Line */
  /** @typedef {{ review: 1, language: string, by: string, on: string, files: { original: string, lines: Line[] }[] }} Review what `latchkey translations review --take` reads */

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const name = /** @type {HTMLInputElement} */ (byId("by"));
  const lines = /** @type {NodeListOf<HTMLFieldSetElement>} */ (document.querySelectorAll(".line"));
  const language = document.body.dataset.language ?? "";
  /** Whether there are marks that are in no file yet. */
  let isUnsaved = false;

  /** @param {HTMLElement} line */
  const parts = (line) => ({
    fine: /** @type {HTMLInputElement | null} */ (line.querySelector("[value=fine]")),
    change: /** @type {HTMLInputElement} */ (line.querySelector("[value=change]")),
    note: /** @type {HTMLInputElement} */ (line.querySelector(".notes")),
    proposal: /** @type {HTMLElement} */ (line.querySelector(".proposal")),
    text: /** @type {HTMLTextAreaElement} */ (line.querySelector("textarea")),
  });

  /**
   * @param {HTMLElement} line
   * @returns {Line | undefined} undefined if nothing is marked
   */
  function marked(line) {
    const { fine, change, note, text } = parts(line);
    const mark = fine?.checked ? "fine" : change.checked ? "change" : note.value.trim() ? "note" : undefined;
    if (!mark) return undefined;
    const { place = "", original = "", translation = "" } = line.dataset;
    return {
      place, original, translation, mark,
      ...(mark === "change" ? { change: text.value.trim() } : {}),
      ...(note.value.trim() ? { note: note.value.trim() } : {}),
    };
  }

  function show() {
    let number = 0;
    for (const line of lines) {
      const { change, proposal } = parts(line);
      proposal.hidden = !change.checked;
      if (marked(line)) number += 1;
    }
    byId("progress").textContent = `${number} of ${lines.length} lines are marked.`;
  }

  /** @returns {Review} */
  function review() {
    /** @type {Map<string, Line[]>} */
    const files = new Map();
    for (const line of lines) {
      const found = marked(line);
      const file = line.dataset.file ?? "";
      if (found) files.set(file, [...(files.get(file) ?? []), found]);
    }
    return {
      review: 1, language, by: name.value.trim(), on: new Date().toISOString().slice(0, 10),
      files: [...files].map(([original, lines]) => ({ original, lines })),
    };
  }

  document.addEventListener("input", ({ target }) => {
    const element = /** @type {HTMLElement} */ (target);
    if (!element.closest(".line")) return;
    isUnsaved = true;
    show();
    if (/** @type {HTMLInputElement} */ (target).value === "change") parts(/** @type {HTMLElement} */ (element.closest(".line"))).text.focus();
  });

  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target);
    if (!button.matches(".all")) return;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (/** @type {HTMLElement} */ (button.closest(".part")).querySelectorAll(".line"))) {
      const { fine } = parts(line);
      if (fine && !marked(line)) fine.checked = isUnsaved = true;
    }
    show();
  });

  byId("next").addEventListener("click", () => {
    const line = [...lines].find((line) => !marked(line));
    line?.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null | undefined} */ (line?.querySelector("input"))?.focus({ preventScroll: true });
  });

  byId("done").addEventListener("submit", (event) => {
    event.preventDefault();
    const file = new Blob([JSON.stringify(review(), null, 1) + "\n"], { type: "application/json" });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `review.${language}.json` });
    link.click();
    isUnsaved = false;
    byId("progress").textContent = `Saved as ${link.download}. Send this file to whoever sent you the sheet.`;
  });

  byId("saved").addEventListener("change", async ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const [file] = input.files ?? [];
    if (!file) return;
    /** @type {Review} */
    let saved;
    try {
      saved = JSON.parse(await file.text());
      if (saved.review !== 1 || saved.language !== language) throw new Error("another language");
    } catch {
      byId("progress").textContent = `${file.name} is no review of the translation into ${language}.`;
      return;
    }
    name.value = saved.by;
    for (const { original, lines: all } of saved.files)
      for (const each of all) {
        const line = [...lines].find(({ dataset }) => dataset.file === original && dataset.place === each.place && dataset.original === each.original && dataset.translation === each.translation);
        if (!line) continue;
        const { fine, change, note, text } = parts(line);
        if (each.mark === "fine" && fine) fine.checked = true;
        if (each.mark === "change") change.checked = true;
        if (each.change !== undefined) text.value = each.change;
        note.value = each.note ?? "";
      }
    show();
  });

  addEventListener("beforeunload", (event) => {
    if (isUnsaved) event.preventDefault();
  });

  // Pictures far from the window are removed, as in a storyboard.
  const pictures = JSON.parse(byId("pictures").textContent ?? "{}");
  /** @type {{ [path: string]: string }} */
  const addresses = {};
  /** @param {string} path */
  const address = (path) =>
    (addresses[path] ??= URL.createObjectURL(new Blob(
      [pictures[path].replace(/<script src="[^"]*frame\.js"><\/script>/, () => `<script>${pictures["frame.js"]}</${""}script>`)],
      { type: "text/html" },
    )));
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const place = /** @type {HTMLElement} */ (target);
        if (!isIntersecting) place.replaceChildren();
        else if (!place.firstChild) {
          const [path = "", fragment = ""] = (place.dataset.picture ?? "").split("#");
          place.append(Object.assign(document.createElement("iframe"), {
            title: place.dataset.title ?? "", src: address(path) + (fragment ? `#${fragment}` : ""),
          }));
        }
      }
    },
    { rootMargin: "400px" },
  );
  for (const place of document.querySelectorAll(".picture")) watch.observe(place);
  show();
}
