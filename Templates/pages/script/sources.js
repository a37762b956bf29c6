// Values from headers and cookies of responses, which few backends need.

import { parts } from "./parts.js";

parts.readSource = (source, answer) => {
  const [, place, name = ""] = /^(header|cookie) (.*)/.exec(source) ?? [];
  return place && { text: place === "header" ? answer.header(name) : answer.cookie?.(name) };
};

parts.cookie = (name) => {
  const value = document.cookie.split("; ").find((each) => each.startsWith(name + "="));
  return value && decodeURIComponent(value.slice(name.length + 1));
};
