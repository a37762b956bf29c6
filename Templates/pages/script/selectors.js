// Pointers with escaped characters (RFC 6901, section 4), and those that select an element by the text of a member: `name=text`.

import { asText } from "./interpreter.js";
import { parts } from "./parts.js";

parts.selectedValues = (part, value) => {
  const token = part.replace(/~1/g, "/").replace(/~0/g, "~");
  const [, key, wanted] = /^([^=]+)=([^]*)/.exec(token) ?? [];
  const members = Object.entries(value && typeof value === "object" ? value : {});
  if (wanted !== undefined) return members.some(([name, each]) => name === key && asText(each) === wanted) ? [value] : [];
  return token === part ? undefined : members.flatMap(([name, each]) => (name === token ? [each] : []));
};
