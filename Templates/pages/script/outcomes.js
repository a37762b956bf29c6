// Outcomes that the contract declares, as far as they have behaviour beyond a message or a transition.

import { page } from "./data.js";
import { parts } from "./parts.js";

parts.builtInOutcome = (outcome) => page.outcomes?.[outcome];
