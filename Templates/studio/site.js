// @ts-check
// The state of the site, and requests to the studio's server.

/** @typedef {{ name: string, line: number, ways: string[], conditions: string[], outcomes: string[], key: string }} State */
/** @typedef {{ name: string, title: string, path: string, links: string[], languages: string[], file: string, states: State[] }} Page */
/** @typedef {{ severity: string, place: string, file: string | null, line?: number, column?: number, message: string, excerpt: string, fix: string | null }} Problem */
/** @typedef {{ name: string, title: string, host: string, origin: string, file: string, contract: string | null, asks: string | null, language: string, languages: string[], pages: Page[] }} App languages: those into which it is translated */
/** @typedef {{ name: string, language: string | null, file: string, key: string, subject: string, preheader: string, text: string, bytes: number, problems: Problem[] }} Email */
/** @typedef {{ name: string, title: string, hasInbox: boolean, dialect: string | null, emails: Email[] }} MailedApp */
/** @typedef {{ version: string, root: string | null, folder: string, broken: boolean, network: boolean, environment: string | null, against: string | null, editors: { name: string, needsTerminal: boolean }[], problems: Problem[], apps: App[], others: string[] }} Site root: the absolute path of the folder of the files' paths; null for other devices. against: the revision that the site is compared with. others: the apps that are built when they are opened */

/** @type {Site} */
export let site = { version: "", root: null, folder: "", broken: false, network: false, environment: null, against: null, editors: [], problems: [], apps: [], others: [] };

/**
 * Sends a GET request to the studio's server.
 *
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/**
 * Sends a POST request.
 *
 * @param {string} path
 * @param {unknown} request the body
 * @returns {Promise<any>}
 */
export async function post(path, request) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(request) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** Loads the current state of the site. */
export async function refresh() {
  site = await get("/api/site");
}

/** Whether the sandbox has something to control: a backend that it imitates, or a site without any backend. */
export const hasSandbox = () => site.apps.some(({ contract, asks }) => contract && !asks) || !site.apps.some(({ asks }) => asks);

/** @param {string} name */
export const appNamed = (name) => site.apps.find((app) => app.name === name);
