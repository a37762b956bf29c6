// @ts-check
// What a person has chosen, kept in the browser for the next time.

/** @type {{ app: string, [name: string]: string }} */
export const choices = { app: "" };

// Storage may be denied, or hold what another version wrote.
try {
  for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem("choices") ?? "{}"))) {
    if (typeof value === "string") choices[name] = value;
  }
} catch {
  // The defaults are kept.
}

/**
 * Keeps choices.
 *
 * @param {{ [name: string]: string }} change
 */
export function keep(change) {
  Object.assign(choices, change);
  try {
    localStorage.setItem("choices", JSON.stringify(choices));
  } catch {
    // They hold for as long as the studio is open.
  }
}
