// Operations of several requests.

import { parts } from "./parts.js";

parts.isDone = ({ supplies = [] }, values) => !!supplies[0] && supplies.every((name) => values[name]);

parts.isLate = (steps, missing) => steps.some(({ supplies = [] }) => missing.some((name) => supplies.includes(name)));
