// What a link's parameters look like: one that was cut off or changed on the way is told before anybody types.

import { parts } from "./parts.js";

parts.isMalformed = (parameters, shapes) => Object.entries(shapes).some(([name, shape]) => name in parameters && !RegExp(shape).test(parameters[name] ?? ""));
