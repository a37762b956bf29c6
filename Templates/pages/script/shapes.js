// The formats of a link's parameters: a truncated or changed link is reported before the user enters anything.

import { parts } from "./parts.js";

parts.isMalformed = (parameters, shapes) => Object.entries(shapes).some(([name, shape]) => name in parameters && !RegExp(shape).test(parameters[name] ?? ""));
