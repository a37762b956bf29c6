// The optional parts of the script: each adds its functions here, and only the pages that need a part contain it.

/**
 * @typedef {import("./data.js").Values} Values
 *
 * @typedef {object} Parts
 * @property {() => string | undefined} [takeLink] reads a link's parameters; returns the link's initial state
 * @property {(state: string) => void} [showAppLink] shows the link into the app if it is of use in a state
 * @property {() => void} [dropAppLink] removes the link's parameters from it
 * @property {(section: HTMLElement, isWaiting: boolean) => void} [spin] shows or hides the spinner of a state
 * @property {(section: HTMLElement, isShown: boolean) => void} [offerAgain] shows or hides the options after a failure
 * @property {(parameters: Values, shapes: Values) => boolean} [isMalformed] whether parameters of a link have the wrong format
 * @property {(part: string, value: unknown) => unknown[] | undefined} [selected] what a part of a pointer leads to, where it is more than a name
 * @property {(wanted: string, text: string) => import("./text-test.js").Captured | undefined} [matchPattern]
 * @property {(step: import("./interpreter.js").Step, values: Values) => boolean} [isDone] whether the values that a step supplies are known already
 * @property {(earlier: import("./interpreter.js").Step[], missing: string[]) => boolean} [isLate] whether an earlier step should have supplied a missing value
 * @property {(source: string, answer: import("./interpreter.js").Answer) => { text?: string | null } | undefined | ""} [readSource]
 * @property {(name: string) => string | undefined} [cookie]
 * @property {(url: string, values: Values) => string} [fillURL]
 * @property {(form: Values, values: Values) => string} [fillForm]
 * @property {(operation: string, email?: string) => Promise<boolean>} [wasAsked] whether an email was asked for so lately that it is not asked for again, which is said
 * @property {(operation: string, next: string) => string | null} [recordEmail] an email was asked for, which led to a state; answers what is said of it
 * @property {(operation: string, email?: string) => number} [countDown] how many seconds an operation waits with its email
 * @property {() => void} [showWaits] disables the buttons that wait, and states the reason
 * @property {(section: HTMLElement) => string | null | undefined} [needed] what the buttons of a form wait for
 * @property {(section: HTMLElement, wrong: HTMLInputElement[]) => void} [refuse] says what is wrong with a form that was sent
 * @property {(name: string, password: string) => boolean | undefined} [hasKind] whether a password contains a kind of character
 * @property {(root: ParentNode) => void} [fillLinks] fills values into the URLs of links
 * @property {(input: HTMLInputElement, isRight: boolean) => string | undefined} [judge] updates further marks of an input after each change; returns a text to announce
 * @property {(input: HTMLInputElement) => string | undefined} [normalise] the value to send, if it differs from the input's
 * @property {(input: HTMLInputElement, text: string) => boolean | undefined} [isRight] whether the value is valid, for some kinds of fields
 * @property {(outcome: string) => string | undefined} [meaning] the built-in outcome that a declared one is treated as
 * @property {(start: string) => void} [begin] creates the history entries to which Back leads from the initial state
 * @property {(name: string) => void} [forget] clears the fields that a state clears
 * @property {(next: string, replaces: boolean, arrive: () => void) => void} [navigate] moves to a state and creates the history entries to which Back leads from it
 * @property {() => boolean} [completeMove] completes a pending transition after going back; returns whether there was one
 */

/** @type {Parts} */
export const parts = {};
