// Durations in words and as a clock shows them.

/**
 * A wait in words, rounded up to a whole number of its unit.
 *
 * @param {number} seconds
 * @param {import("./data.js").Words} words
 */
export const duration = (seconds, { seconds: second, minutes: minute, hours: hour }) => {
  const [length, unit] = seconds < 91 ? [1, second] : seconds < 7200 && seconds % 3600 ? [60, minute] : [3600, hour];
  const count = Math.ceil(seconds / length);
  return unit[count === 1 ? "one" : "other"].replace("{count}", `${count}`);
};

/**
 * `00:59`, `59:59`, `1:00:00`
 *
 * @param {number} seconds
 */
export const clockTime = (seconds) => (seconds < 3600 ? "" : Math.floor(seconds / 3600) + ":") + new Date(seconds * 1000).toISOString().slice(14, 19);
