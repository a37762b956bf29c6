// What a page may do without: each part puts itself here, and stands only in pages that need it.

/**
 * @typedef {import("./data.js").Values} Values
 *
 * @typedef {object} Parts
 * @property {() => string | undefined} [takeLink] reads a link's parameters; answers the state that it begins with
 * @property {(state: string) => void} [showAppLink] shows the link into the app where a state has something to do with it
 * @property {() => void} [dropAppLink] takes the link's parameters out of it
 * @property {(section: HTMLElement, isWaiting: boolean) => void} [spin] shows the spinner of a state, or hides it
 * @property {(section: HTMLElement, isShown: boolean) => void} [offerAgain] shows what may be done after a failure, or hides it
 * @property {(parameters: Values, shapes: Values) => boolean} [isMalformed] whether parameters of a link do not look as they have to
 * @property {(wanted: string, text: string) => import("./text-test.js").Captured | undefined} [matchPattern]
 * @property {(steps: import("./interpreter.js").Step[], index: number, values: Values) => boolean} [isDone] whether what a step brings is there already
 * @property {(steps: import("./interpreter.js").Step[], index: number, missing: string[]) => boolean} [isLate] whether an earlier step should have brought it
 * @property {(source: string, answer: import("./interpreter.js").Answer) => { text?: string | null } | undefined | ""} [readSource]
 * @property {(name: string) => string | undefined} [cookie]
 * @property {(url: string, values: Values) => string} [fillURL]
 * @property {(form: Values, values: Values) => string} [fillForm]
 * @property {(operation: string, email?: string) => Promise<boolean>} [wasAsked] whether an email was asked for so lately that it is not asked for again
 * @property {(operation: string, next: string) => void} [recordEmail] an email was asked for, which led to a state
 * @property {(button: HTMLButtonElement, email?: string) => number} [countDown] how many seconds a button waits for its email
 * @property {() => void} [showWaits] locks the buttons that wait, and says for what
 * @property {(name: string, password: string) => boolean | undefined} [hasKind] whether a password has a kind of character
 * @property {(root: ParentNode) => void} [fillLinks] puts values into the addresses of links
 * @property {(input: HTMLInputElement, isRight: boolean) => string | undefined} [judge] shows more of whether what was typed holds, after each change; answers what is new of it to say
 * @property {(input: HTMLInputElement) => string | undefined} [normalise] what is sent of what was typed, where that differs
 * @property {(input: HTMLInputElement, text: string) => boolean | undefined} [isRight] whether what was typed holds, for fields of some kinds
 * @property {(outcome: string) => string | undefined} [meaning] the built-in outcome that one which the contract declares is treated as
 * @property {(start: string) => void} [begin] makes the history entries that Back leads through from a first state
 * @property {(name: string) => void} [forget] drops what a state forgets
 * @property {(next: string, replaces: boolean, arrive: () => void) => void} [navigate] goes to a state and makes the history entries that Back leads through from it
 * @property {() => boolean} [completeMove] completes a move that had to go back first; whether there was one
 */

/** @type {Parts} */
export const parts = {};
