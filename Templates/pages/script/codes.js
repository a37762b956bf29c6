// The formats of codes: a wrong one is reported before it is sent.

import { page } from "./data.js";
import { parts } from "./parts.js";

const isRightInput = parts.isRight;

parts.isRight = (input, text) => RegExp(page.shapes?.[input.name] ?? "").test(text) && isRightInput?.(input, text);
