// The optional parts of the script: each adds its functions here, and only the pages that need a part contain it.

/**
 * @typedef {import("./data.js").Values} Values
 *
 * @typedef {object} Parts
 * @property {() => string | undefined} [takeLink] reads a link's parameters; returns the link's initial state
 * @property {(state: string) => void} [showAppLink] shows the link into the app if it is of use in a state
 * @property {() => void} [dropAppLink] removes the link's parameters from it
 * @property {(section: HTMLElement, isWaiting: boolean) => void} [showSpinner] shows or hides the spinner of a state
 * @property {(section: HTMLElement, isShown: boolean) => void} [showRetry] shows or hides the options after a failure
 * @property {(parameters: Values, start: string) => boolean} [isExpired] whether a parameter of a link says that it has expired
 * @property {(parameters: Values, shapes: Values) => boolean} [isMalformed] whether a parameter of a link has the wrong format
 * @property {(part: string, value: unknown) => unknown[] | undefined} [selectedValues] the values that a part of a pointer selects, if it is more than a name
 * @property {(wanted: string, text: string) => import("./text-test.js").Captured | undefined} [matchPattern]
 * @property {(step: import("./interpreter.js").Step, values: Values) => boolean} [isDone] whether the values that a step supplies are known already
 * @property {(earlier: import("./interpreter.js").Step[], missing: string[]) => boolean} [isLate] whether an earlier step should have supplied a missing value
 * @property {(source: string, answer: import("./interpreter.js").Answer) => { text?: string | null } | undefined | ""} [readSource]
 * @property {(name: string) => string | undefined} [cookie]
 * @property {(url: string, values: Values) => string} [fillURL]
 * @property {(form: Values | undefined, values: Values, headers: Values) => string | undefined} [fillForm] the body of a request with a form; sets its type
 * @property {(template: import("./request.js").Template) => RequestInit} [requestOptions] the options that a contract states for a request
 * @property {(operation: string, email?: string) => Promise<boolean>} [isAlreadySent] whether the same email was requested recently; announces it
 * @property {(operation: string, next: string) => string | null} [recordEmail] records that an email was requested, which led to a state; returns the text to announce
 * @property {(operation: string, email?: string) => number} [secondsToResend] the number of seconds until an operation can send its email again
 * @property {() => void} [updateButtons] disables the buttons that cannot be used yet, with the reasons
 * @property {(section: HTMLElement, wrong: HTMLInputElement[]) => void} [showErrors] shows the errors of a submitted form
 * @property {(name: string, password: string) => boolean | undefined} [hasKind] whether a password contains a kind of character
 * @property {(state: string) => { to?: string } | false} [onLoss] what the history stores of a state once the link was exchanged for values that only this page has: where it leads on if a reload has lost them
 * @property {(root: ParentNode) => void} [fillLinks] fills values into the URLs of links
 * @property {(input: HTMLInputElement, isRight: boolean) => string | undefined} [updateMarks] updates further marks of an input after each change; returns a text to announce
 * @property {(input: HTMLInputElement) => string | undefined} [normalise] the value to send, if it differs from the input's
 * @property {(input: HTMLInputElement, text: string) => boolean | undefined} [isValid] whether the value is valid, for some kinds of fields
 * @property {(outcome: string) => string | undefined} [builtInOutcome] the built-in outcome that a declared one is treated as
 * @property {(start: string) => void} [beginHistory] creates the history entries to which Back leads from the initial state
 * @property {(name: string) => void} [clearFields] clears the fields that a state clears
 * @property {(next: string, replaces: boolean, arrive: () => void) => void} [moveInHistory] moves to a state and creates the history entries to which Back leads from it
 * @property {() => boolean} [completeMove] completes a pending transition after going back; returns whether there was one
 */

/** @type {Parts} */
export const parts = {};
