// The widget of a captcha's provider, in the states with an operation that the backend guards. Its script is loaded when the
// first of them is shown.

import { all, known, page } from "./data.js";
import { announce, make } from "./messages.js";
import { parts } from "./parts.js";
import { shown } from "./states.js";

/**
 * @typedef {object} Place A state's widget.
 * @property {HTMLElement} box contains the widget
 * @property {HTMLElement} note what is the matter with it
 * @property {HTMLButtonElement} again tries again
 * @property {string | number} [widget] the provider's name for it, once there is one
 * @property {string} [answer] the answer that was not sent yet
 *
 * @typedef {object} Provider What all providers' objects have.
 * @property {(box: HTMLElement, options: object) => string | number} render
 * @property {(widget: string | number) => void} reset
 */

const captcha = /** @type {import("./data.js").Captcha} */ (page.captcha);
const { words } = captcha;

/** The time after which loading is called slow, in milliseconds. */
const loadingTime = 10000;

/** @type {{ [state: string]: Place }} */
const widgetPlaces = {};

/** @type {HTMLScriptElement | undefined} */
let script;
let isLoaded = false;
/** @type {number | undefined} */
let slowness;

const globals = /** @type {any} */ (window);
const provider = () => /** @type {Provider} */ (globals[captcha.global]);

/**
 * Says what is the matter with a widget, or nothing any more.
 *
 * @param {Place} place
 * @param {string} [word]
 * @param {boolean} [isBroken] whether only another attempt helps
 */
function tell(place, word, isBroken = false) {
  const text = word ? words[word] ?? "" : "";
  place.note.textContent = text;
  place.note.hidden = !text;
  place.again.hidden = !isBroken;
  if (text) announce(text);
}

/**
 * The widget's place in a state, above the row of buttons of the first guarded operation; undefined if it has none.
 *
 * @param {HTMLElement} section
 */
function placeIn(section) {
  const button = all("button[name=run]", section).find((each) => captcha.operations.includes(/** @type {HTMLButtonElement} */ (each).value));
  const row = button?.closest(".actions");
  if (!row) return undefined;
  const found = widgetPlaces[section.id];
  if (found) return found;
  /** @type {Place} */
  const place = { box: make("div", "captcha"), note: make("p", "why"), again: /** @type {HTMLButtonElement} */ (make("button", "action")) };
  widgetPlaces[section.id] = place;
  place.box.setAttribute("role", "group");
  place.box.setAttribute("aria-label", words["captcha-label"] ?? "");
  place.box.tabIndex = -1;
  place.again.type = "button";
  place.again.textContent = words["try-again"] ?? "";
  place.again.addEventListener("click", () => {
    tell(place);
    place.box.focus();
    if (place.widget === undefined) load();
    else provider().reset(place.widget);
  });
  row.before(place.box, place.note, place.again);
  tell(place);
  return place;
}

/** Loads the provider's script, again if it has not arrived. */
function load() {
  script?.remove();
  clearTimeout(slowness);
  /** @param {string} word */
  const fail = (word) => {
    clearTimeout(slowness);
    for (const place of Object.values(widgetPlaces)) tell(place, word, true);
  };
  script = document.createElement("script");
  script.src = captcha.script;
  script.async = true;
  script.onerror = () => fail("captcha-blocked");
  slowness = setTimeout(() => fail("captcha-slow"), loadingTime);
  document.head.append(script);
}

globals.captchaLoaded = () => {
  isLoaded = true;
  clearTimeout(slowness);
  for (const place of Object.values(widgetPlaces)) tell(place);
  offer();
};

/** Shows the widget of the shown state, if it has one. */
function offer() {
  const place = placeIn(shown());
  if (!place || place.widget !== undefined) return;
  if (!isLoaded) {
    if (!script) load();
    return;
  }
  const isDark = /dark/.test(/** @type {HTMLMetaElement} */ (all("[name=color-scheme]")[0])?.content) && matchMedia("(prefers-color-scheme:dark)").matches;
  /** @param {string} word */
  const lose = (word) => () => {
    place.answer = undefined;
    tell(place, word, word === "captcha-error");
  };
  place.widget = provider().render(place.box, {
    sitekey: captcha.key,
    theme: isDark ? "dark" : "light",
    // The widest is that of reCAPTCHA.
    size: place.box.clientWidth < 304 ? "compact" : "normal",
    callback: (/** @type {string} */ answer) => {
      place.answer = answer;
      tell(place);
      announce(words["captcha-done"] ?? "");
    },
    ...Object.fromEntries(Object.entries(captcha.troubles).map(([callback, word]) => [callback, lose(word)])),
  });
}

const { showAppLink, isAlreadySent, requestOptions } = parts;

parts.showAppLink = (name) => {
  showAppLink?.(name);
  offer();
};

parts.isAlreadySent = async (name, email) => {
  if (await isAlreadySent?.(name, email)) return true;
  const place = captcha.operations.includes(name) && placeIn(shown());
  if (!place) return false;
  if (place.answer) {
    known.captcha = place.answer;
    return false;
  }
  if (place.again.hidden) tell(place, "captcha-needed");
  else announce(place.note.textContent ?? "");
  place.box.focus();
  return true;
};

// An answer is good for one request: the widget is to have another one before the next.
parts.requestOptions = (template) => {
  const place = widgetPlaces[shown().id];
  if (place?.answer && /\{\{captcha\b/.test(JSON.stringify(template))) {
    delete known.captcha;
    place.answer = undefined;
    if (place.widget !== undefined) provider().reset(place.widget);
  }
  return requestOptions?.(template) ?? {};
};
