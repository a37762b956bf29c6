// Operations of more than one request.

import { parts } from "./parts.js";

parts.isDone = (steps, index, values) => {
  const later = JSON.stringify(steps.slice(index + 1).map(({ request }) => request));
  const brings = (steps[index]?.outcomes ?? [])
    .flatMap((rule) => (rule.is === "ok" ? [...Object.keys(rule.keep ?? {}), ...[...JSON.stringify(rule).matchAll(/{([\w-]+):text}/g)].map(([, name = ""]) => name)] : []))
    .filter((name) => later.includes(`{{${name}}}`) || later.includes(`{{${name}?}}`));
  return !!brings.length && brings.every((name) => values[name]);
};

parts.isLate = (steps, index, missing) => {
  const earlier = JSON.stringify(steps.slice(0, index).map(({ outcomes }) => outcomes));
  return missing.some((name) => earlier.includes(`"${name}":`) || earlier.includes(`{${name}:text}`));
};
