// Outcomes that the backend's contract declares, as far as more follows from them than words or a move.

import { page } from "./data.js";
import { parts } from "./parts.js";

parts.meaning = (outcome) => page.outcomes?.[outcome];
