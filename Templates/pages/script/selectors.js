// Pointers into answers that choose an element by what a member of it is: `name=text`.

import { asText } from "./interpreter.js";
import { parts } from "./parts.js";

parts.selected = (part, value) => {
  const [, key, wanted] = /^([^=]+)=([^]*)/.exec(part) ?? [];
  if (wanted === undefined) return undefined;
  const members = Object.entries(value && typeof value === "object" ? value : {});
  return members.some(([name, each]) => name === key && asText(each) === wanted) ? [value] : [];
};
