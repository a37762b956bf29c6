// The addresses at which a link may say to go on: those that app.yml lists.

/**
 * The address that a text names, if it is at or below one of a list's addresses.
 *
 * A link's text is anybody's. Refused is whatever programs read differently: user information before a host, backslashes, control
 * characters, doubled slashes, and encoded dots, slashes and percent signs, which a server may decode.
 *
 * @param {string} text
 * @param {string[]} list https addresses, each for its origin and for its path with all that is below it
 * @returns {string | undefined} the whole address, as a browser requests it
 */
export function listedAddress(text, list) {
  const [, path] = /^https:\/\/[^/?#@]+((?:\/[^/?#]+)*\/?)(?:[?#]|$)/i.exec(text) ?? [];
  if (path === undefined || /[^!-~]|\\/.test(text) || /%(2[5ef]|5c)/i.test(path)) return undefined;
  try {
    const address = new URL(text);
    const isListed = list.some((each) => {
      const { origin, pathname } = new URL(each);
      return address.origin === origin && (address.pathname + "/").startsWith(pathname.replace(/\/?$/, "/"));
    });
    return isListed ? address.href : undefined;
  } catch {
    return undefined;
  }
}
