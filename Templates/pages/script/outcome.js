// The outcomes that are not about what the user entered.

/**
 * Whether the backend or the connection failed, or asks to wait.
 *
 * @param {string} outcome a built-in one
 */
export const isTechnical = (outcome) => /^(network|timeout|server|rate-limited|not-allowed)$/.test(outcome);
