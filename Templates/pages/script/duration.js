// Durations in words.

/**
 * A wait in words, rounded up to a whole number of its unit.
 *
 * @param {number} seconds
 * @param {import("./data.js").Words} words
 */
export const duration = (seconds, { seconds: second, minutes: minute, hours: hour }) => {
  const minutes = Math.ceil(seconds / 60);
  const [length, unit] = seconds < 91 ? [1, second] : minutes < 120 && minutes % 60 ? [60, minute] : [3600, hour];
  const count = Math.ceil(seconds / length);
  return unit[count === 1 ? 0 : 1].replace("{count}", `${count}`);
};
