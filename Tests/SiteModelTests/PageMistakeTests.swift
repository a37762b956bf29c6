import Diagnostics
import Testing

@testable import SiteModel

@Suite struct PageMistakeTests {
    /// A page with a mistake at 1️⃣, and the expected diagnostic.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let what: String
        let page: String
        let message: String
        let fix: String
        /// A further diagnostic at another location.
        var also: Found?
        var testDescription: String { what }
    }

    static let app = """
        name: Test
        hosts: [test.example]
        login: { app: "test://login" }
        elsewhere: [/login]
        links:
          reset: { web: "/page?token={token}", app: "test://reset?token={token}", page: page }
          verify: { web: "/verify?token={token}", app: "test://verify?token={token}" }
        """

    /// A page with a choice.
    private static func options(_ text: String) -> String {
        """
        ---
        title: T
        start: form
        states:
          form: { fields: [{ name: a, rule: choice, label: A, options: \(text) }] }
        ---
        # form
        Words.
        """
    }

    @Test(
        "a mistake in a page is told with its place and its fix",
        arguments: [
            Mistake(
                what: "a move to a missing state",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣#snet)

                    # sent
                    [Back](#form)
                    """,
                message: "this moves to 'snet', and there is no such state", fix: "Did you mean 'sent'?",
                also: Found(
                    line: 8, column: 1, message: "no move leads to the state 'sent'",
                    fix: "Rename it to 'snet' if that is the right name.")),
            Mistake(
                what: "an operation's name alone",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: A }], submit: when-valid, send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣send)

                    # sent
                    Words.
                    """,
                message: "this link lacks 'run:'",
                fix: "Write run:send: it is an operation whose outcomes this state has."),
            Mistake(
                what: "an operation behind another word",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: A }], submit: when-valid, send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣operation:send)

                    # sent
                    Words.
                    """,
                message: "this link lacks 'run:'",
                fix: "Write run:send: it is an operation whose outcomes this state has."),
            Mistake(
                what: "an operation as a path",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: A }], submit: when-valid, send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣/send)

                    # sent
                    Words.
                    """,
                message: "this link lacks 'run:'",
                fix: "Write run:send: it is an operation whose outcomes this state has."),
            Mistake(
                what: "an operation as a state",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: A }], submit: when-valid, send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣#send)

                    # sent
                    Words.
                    """,
                message: "this link lacks 'run:'",
                fix: "Write run:send: it is an operation whose outcomes this state has."),
            Mistake(
                what: "a form whose button is in a sentence",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: A }], submit: when-valid, send: { ok: sent } } }
                    ---
                    # form
                    Please 1️⃣[go](run:send).

                    # sent
                    Words.
                    """,
                message: "'run:send' is a button and cannot be inside a sentence",
                fix: "Put the link into a paragraph of its own."),
            Mistake(
                what: "a checklist as a list",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form:
                        fields: [{ name: p, rule: password, label: P, requirements: 1️⃣[At least 8, A digit] }]
                    ---
                    # form
                    Words.
                    """,
                message: "expected a mapping, found a list",
                fix:
                    "Write, for example, requirements: { title: Your password needs, rules: [{ rule: at-least 8, words: At least 8 characters }] }"
            ),
            Mistake(
                what: "a slash before an operation",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣/run:send "Sending…")

                    # sent
                    Words.
                    """,
                message: "'/run:send' is not an address that a page can link to", fix: "Write run:send"),
            Mistake(
                what: "a state's sign before an operation",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: sent } } }
                    ---
                    # form
                    [Go](1️⃣#run:send "Sending…")

                    # sent
                    Words.
                    """,
                message: "'#run:send' is not an address that a page can link to", fix: "Write run:send"),
            Mistake(
                what: "the first state without its space",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    1️⃣#form
                    Words.
                    """,
                message: "a heading needs a space after '#'", fix: "Write '# form', or \\# for the sign itself."),
            Mistake(
                what: "a state's sign before a path",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Log in](1️⃣#/login)
                    """,
                message: "'#/login' is not an address that a page can link to", fix: "Write /login"),
            Mistake(
                what: "a missing state, where nothing else leads to one of the others",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: 1️⃣success } } }
                    ---
                    # form
                    [Go](run:send)

                    # done
                    [Again](#form)
                    """,
                message: "this moves to 'success', and there is no such state",
                fix: "Write 'done' if that is meant, or add a heading '# success' with the state's text below it."),
            Mistake(
                what: "a start at a missing state, of two that something leads to",
                page: """
                    ---
                    title: T
                    start: 1️⃣begin
                    ---
                    # form
                    [Go](#done)

                    # done
                    [Again](#form)
                    """,
                message: "the page starts with 'begin', and there is no such state",
                fix: "Name one of form, done; or add a heading '# begin' with the state's text below it."),
            Mistake(
                what: "an outcome that leads to a missing state",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: 1️⃣dune } } }
                    ---
                    # form
                    [Go](run:send)
                    """,
                message: "this moves to 'dune', and there is no such state",
                fix: "Write 'form' if that is meant, or add a heading '# dune' with the state's text below it."),
            Mistake(
                what: "an unreachable state",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    1️⃣# lost
                    Words.
                    """,
                message: "no move leads to the state 'lost'",
                fix: "Move to it with a link '(#lost)' or by an operation's outcome, or remove it."),
            Mistake(
                what: "a start that is no state",
                page: """
                    ---
                    title: T
                    start: 1️⃣from
                    ---
                    # form
                    Words.
                    """,
                message: "the page starts with 'from', and there is no such state", fix: "Did you mean 'form'?",
                also: Found(
                    line: 5, column: 1, message: "no move leads to the state 'form'",
                    fix: "Rename it to 'from' if that is the right name.")),
            Mistake(
                what: "a key for a state that is not there",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      1️⃣fomr: { icon: lock }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no state 'fomr' below", fix: "Did you mean 'form'?"),
            Mistake(
                what: "two states of one name",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    1️⃣# form
                    More.
                    """,
                message: "there are two states 'form'", fix: "Rename one, or join them."),
            Mistake(
                what: "a headline where a state's name belongs",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    1️⃣# Reset Password
                    Words.
                    """,
                message: "'Reset Password' is not a name for a state",
                fix:
                    "Use at most 64 lower-case letters, digits and hyphens, beginning with a letter: '# reset-password'; the headline that people read is a '##' below it."
            ),
            Mistake(
                what: "words before the first state",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { tone: success } }
                    ---
                    1️⃣Words.

                    # form
                    """,
                message: "this text is before the first state", fix: "Move it below '# form' in line 8."),
            Mistake(
                what: "bold that one star closes",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    ## One
                    Two 1️⃣**Three* four.
                    """,
                message: "'**' is paired with a single '*', so that one '*' is shown literally here",
                fix: "Write **words** or *words*, or \\* for the sign itself."),
            Mistake(
                what: "a start for visits without a link under another name",
                page: """
                    ---
                    title: T
                    link: reset
                    start: { reset: form, 1️⃣empty: gone }
                    ---
                    # form
                    Words.

                    # gone
                    Words.
                    """,
                message: "'empty' is not a link of this page",
                fix: "Write 'none' for visits without a link, or add it to 'link:'."),
            Mistake(
                what: "a line break in HTML",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.1️⃣<br/>More.
                    """,
                message: "a page cannot contain HTML",
                fix: "Write a \\ in place of it and go on in the next line, or begin a paragraph."),
            Mistake(
                what: "a wait in a message for an outcome that there is not",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    # messages
                    - 1️⃣**rate-limit** Wait {{wait}}.
                    """,
                message: "'rate-limit' is not an outcome", fix: "Did you mean 'rate-limited'?"),
            Mistake(
                what: "an outcome that is none, with its words in another order",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    # messages
                    - 1️⃣**password-weak** Longer.
                    """,
                message: "'password-weak' is not an outcome", fix: "Did you mean 'weak-password'?"),
            Mistake(
                what: "words before several states",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    1️⃣Words.

                    # messages
                    # Form
                    # form
                    [Go](#sent)

                    # sent
                    Words.
                    """,
                message: "this text is before the first state",
                fix: "Move it below '# form' in line 9, or below the heading of another state."),
            Mistake(
                what: "an operation beside the states",
                page: """
                    ---
                    title: T
                    start: form
                    1️⃣go: { ok: sent, link-*: sent }
                    ---
                    # form
                    [Go](run:go)

                    # sent
                    Words.
                    """,
                message: "'go' is an operation, and stands here where a page has its keys",
                fix: "Write it under its state: states: { form: { go: { ok: sent, link-*: sent } } }"),
            Mistake(
                what: "words before no state",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    1️⃣Words.
                    """,
                message: "this text is before the first state",
                fix: "Begin with a level-one heading that names a state: # form"),
            Mistake(
                what: "an unknown outcome",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { 1️⃣sennt: form } } }
                    ---
                    # form
                    [Go](run:send)
                    """,
                message: "'sennt' is not an outcome", fix: "Did you mean 'sent'?"),
            Mistake(
                what: "an operation that nothing runs",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { 1️⃣sned: { ok: form } } }
                    ---
                    # form
                    Words.
                    """,
                message: "nothing in the state 'form' runs 'sned'",
                fix: "Add a link '(run:sned)' below, or remove this key."),
            Mistake(
                what: "an operation without moves",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣run:send)
                    """,
                message: "no state follows 'run:send'",
                fix: "Add 'send: { ok: … }' under 'states.form' in the front matter."),
            Mistake(
                what: "a path that nothing answers",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣/logni)
                    """,
                message: "no page, file or link has the path '/logni'",
                fix:
                    "List it under 'elsewhere:' in app.yml if another server answers it on test.example, or write '/login', which is listed there."
            ),
            Mistake(
                what: "a link that app.yml does not have",
                page: """
                    ---
                    title: T
                    link: 1️⃣rest
                    start: form
                    ---
                    # form
                    Words.
                    """,
                message: "there is no link 'rest' in app.yml", fix: "Did you mean 'reset'?",
                also: Found(
                    line: 6, column: 3, message: "no page and no email uses the link 'reset'",
                    fix: "Write 'reset' in page.md, or 'rest' here.")),
            Mistake(
                what: "a link that app.yml does not have, under 'start:' too",
                page: """
                    ---
                    title: T
                    link: 1️⃣rest
                    start: { rest: form, none: form }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no link 'rest' in app.yml", fix: "Did you mean 'reset'?",
                also: Found(
                    line: 6, column: 3, message: "no page and no email uses the link 'reset'",
                    fix: "Write 'reset' in page.md (also under 'start:'), or 'rest' here.")),
            Mistake(
                what: "an app address that is not there",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣app:lgoin)
                    """,
                message: "'app:lgoin' is neither the login nor a link of app.yml", fix: "Did you mean 'login'?"),
            Mistake(
                what: "an app address of another name altogether",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣app:nope)
                    """,
                message: "'app:nope' is neither the login nor a link of app.yml",
                fix: "Write app:login or app:reset or app:verify."),
            Mistake(
                what: "a value that nothing supplies",
                page: """
                    ---
                    title: T
                    link: reset
                    start: form
                    ---
                    # form
                    For: 1️⃣{{tokn}}
                    """,
                message: "nothing supplies '{{tokn}}'", fix: "Did you mean 'token'?"),
            Mistake(
                what: "an unknown rule",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: 1️⃣emial, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "'emial' is not a rule", fix: "Did you mean 'email'?"),
            Mistake(
                what: "a repetition of a field that is not there",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: again, rule: 1️⃣same-as passwrd, label: L }, { name: password, rule: password, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no field 'passwrd' in this state", fix: "Did you mean 'password'?"),
            Mistake(
                what: "a repetition of a field that was misspelt",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: new-pasword, rule: password, label: L }, { name: again, rule: 1️⃣same-as new-password, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no field 'new-password' in this state",
                fix:
                    "Call the field that this one repeats 'new-password', as requests take it; or write 'same-as new-pasword'."
            ),
            Mistake(
                what: "an operation inside a sentence",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: form } } }
                    ---
                    # form
                    Please 1️⃣[send](run:send) it.
                    """,
                message: "'run:send' is a button and cannot be inside a sentence",
                fix: "Put the link into a paragraph of its own."),
            Mistake(
                what: "a move inside a sentence",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Or 1️⃣[begin again](#form).
                    """,
                message: "'#form' is a button and cannot be inside a sentence",
                fix: "Put the link into a paragraph of its own."),
            Mistake(
                what: "a picture",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Look: 1️⃣![cat](cat.png)
                    """,
                message: "a page contains no pictures in its text",
                fix:
                    "Choose one of the built-in pictures with 'icon:' in the front matter; the logo is 'logo' under 'theme:' in app.yml."
            ),
            Mistake(
                what: "a second headline",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    ## One

                    1️⃣## Two
                    """,
                message: "state 'form' has a headline already", fix: "Use '###' for a smaller heading below it."),
            Mistake(
                what: "a busy label where nothing runs",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    1️⃣[Go](/login "Going…")
                    """,
                message: "a title is a button's label while its operation runs, and this one runs none",
                fix: "Remove \"Going…\"."),
            Mistake(
                what: "a message for something that is no outcome",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    # messages
                    - 1️⃣**rate-limted** Too many attempts.
                    """,
                message: "'rate-limted' is not an outcome", fix: "Did you mean 'rate-limited'?"),
            Mistake(
                what: "a message without words",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Words.

                    # messages
                    - 1️⃣**server**
                    """,
                message: "'server' has no text", fix: "Say what happened and what to do."),
            Mistake(
                what: "a link that nothing begins with",
                page: """
                    ---
                    title: T
                    link: [1️⃣reset]
                    start: { none: form }
                    ---
                    # form
                    Words.
                    """,
                message: "no state is given for visits with the link 'reset'",
                fix: "Add 'reset: …' under 'start:', with the name of a state."),
            Mistake(
                what: "a start for those who open no link that is missing",
                page: """
                    ---
                    title: T
                    link: reset
                    start: { 1️⃣reset: form }
                    ---
                    # form
                    Words.
                    """,
                message: "no state is given for visits without a link",
                fix: "Add 'none: …' under 'start:', with the name of a state."),
            Mistake(
                what: "a start for a link that is not the page's",
                page: """
                    ---
                    title: T
                    link: reset
                    start: { reset: form, 1️⃣rest: form, none: form }
                    ---
                    # form
                    Words.
                    """,
                message: "'rest' is not a link of this page", fix: "Did you mean 'reset'?"),
            Mistake(
                what: "a start for another name in place of the link's",
                page: """
                    ---
                    title: T
                    link: reset
                    start: { 1️⃣invite: form, none: form }
                    ---
                    # form
                    Words.
                    """,
                message: "'invite' is not a link of this page", fix: "Write 'reset' in place of it."),
            Mistake(
                what: "a way back to a missing state",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { back: 1️⃣choise } }
                    ---
                    # form
                    Words.

                    # choice
                    Words.
                    """,
                message: "Back leads to 'choise', and there is no such state", fix: "Did you mean 'choice'?",
                also: Found(
                    line: 9, column: 1, message: "no move leads to the state 'choice'",
                    fix: "Rename it to 'choise' if that is the right name.")),
            Mistake(
                what: "a way back to the state itself",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { back: 1️⃣form } }
                    ---
                    # form
                    Words.
                    """,
                message: "Back from 'form' leads to it again",
                fix: "Leave 'back:' out of the initial state."),
            Mistake(
                what: "a field that is forgotten and not there",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form:
                        forgets: 1️⃣emial
                        fields: [{ name: email, rule: email, label: L }]
                    ---
                    # form
                    Words.
                    """,
                message: "the page has no field 'emial'", fix: "Did you mean 'email'?"),
            Mistake(
                what: "a form that waits for nothing",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { submit: 1️⃣when-valid } }
                    ---
                    # form
                    Words.
                    """,
                message: "the state 'form' has no fields to wait for", fix: "Remove 'submit:'."),
            Mistake(
                what: "a form that waits for something else",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { submit: 1️⃣valid, fields: [{ name: email, rule: email, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "'valid' is not a value of 'submit'",
                fix: "Write 'submit: when-valid', or remove it: then a tap shows what is missing."),
            Mistake(
                what: "two fields with the focus",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form:
                        fields:
                          - { name: email, rule: email, label: L, focus: true }
                          - { name: 1️⃣code, rule: code, label: L, focus: true }
                    ---
                    # form
                    Words.
                    """,
                message: "another field of the state 'form' has the focus already", fix: "Write 'focus: true' once."),
            Mistake(
                what: "a link of words that the label has not",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: consent, label: I agree, links: { 1️⃣the terms: /login } }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "the label 'I agree' does not contain 'the terms'",
                fix: "Write the words as the label has them."),
            Mistake(
                what: "a label that leads to a state",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: consent, label: I agree, links: { agree: 1️⃣"#form" } }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "a label cannot link to '#form'",
                fix: "Write a path of the site, such as /terms, or an https address."),
            Mistake(
                what: "a label that leads to a path that nothing answers",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: consent, label: I agree, links: { agree: 1️⃣/terms } }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "no page, file or link has the path '/terms'",
                fix:
                    "Write https:// and a host in front if it is on another site. Else add a page, or list it under 'elsewhere:' in app.yml if another server answers it on test.example."
            ),
            Mistake(
                what: "options in one text", page: options("1️⃣\"None, Some; or a lot\""),
                message: "expected a list, found the text 'None, Some; or a lot'",
                fix: "Write [None, Some; or a lot]: commas separate the items of a list."),
            Mistake(
                what: "options with semicolons", page: options("1️⃣No experience; A lot"),
                message: "expected a list, found 'No experience; A lot'",
                fix: "Write [No experience, A lot]: commas separate the items of a list."),
            Mistake(
                what: "options in quotes", page: options("1️⃣\"[None, A lot]\""),
                message: "expected a list, found the text '[None, A lot]'", fix: "Remove the quotes: [None, A lot]"),
            Mistake(
                what: "options with values and labels",
                page: options("1️⃣[{ value: de, label: German }, { value: en, label: English }]"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { de: German, en: English }"),
            Mistake(
                what: "options with labels and values",
                page: options("1️⃣[{ text: German, id: de }, { text: English, id: en }]"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { de: German, en: English }"),
            Mistake(
                what: "options of one pair each", page: options("1️⃣[{ de: German }, { en: English }]"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { de: German, en: English }"),
            Mistake(
                what: "options in pairs", page: options("1️⃣[[de, German], [en, British English]]"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { de: German, en: British English }"),
            Mistake(
                what: "options with labels alone", page: options("1️⃣{ de: { label: German }, en: { label: English } }"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { de: German, en: English }"),
            Mistake(
                what: "a text and a mapping as options", page: options("1️⃣[German, { label: English }]"),
                message: "an option is a text, or a text by the value that is sent",
                fix: "Write options: { German: German, English: English }"),
            Mistake(
                what: "an option that is none beside one", page: options("[German, 1️⃣{ label: A, options: [B, C] }]"),
                message: "expected text, found a mapping",
                fix: "Write, for example, options: { de: Germany, at: Austria }"),
            Mistake(
                what: "one option", page: options("1️⃣Some experience"),
                message: "a choice has two options and more", fix: "Add others, or remove the field."),
            Mistake(
                what: "a field that repeats itself",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: 1️⃣same-as a, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "a field is always the same as itself",
                fix: "Add the field that this one repeats, or use another rule."),
            Mistake(
                what: "a repetition of a field that is not there",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: password, rule: password, label: L }, { name: b, rule: 1️⃣same-as nope, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no field 'nope' in this state",
                fix: "Name the field that this one repeats: 'same-as password'."),
            Mistake(
                what: "a repetition of a field that was renamed",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: password, rule: password, label: L }, { name: b, rule: 1️⃣same-as new-password, label: L }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "there is no field 'new-password' in this state",
                fix:
                    "Call the field that this one repeats 'new-password', as requests take it; or write 'same-as password'."
            ),
            Mistake(
                what: "an empty label",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: 1️⃣\"\" }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "'label' is empty", fix: "Write the text that people read here."),
            Mistake(
                what: "a title that turns the direction of what follows",
                page: """
                    ---
                    title: Reset1️⃣\u{202E}drow
                    start: form
                    ---
                    # form
                    Words.
                    """,
                message: "'title' contains the invisible character U+202E", fix: "Remove it."),
            Mistake(
                what: "requirements of what is no new password",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L, 1️⃣requirements: { title: T, rules: [{ rule: at-least 8, words: 8 }] } }], send: { ok: form } } }
                    ---
                    # form
                    [Go](run:send)
                    """,
                message: "only a new password has requirements",
                fix: "Remove 'requirements:', or write 'rule: password'."),
            Mistake(
                what: "a button's label in other brackets",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L }], send: { ok: form } } }
                    ---
                    # form
                    [Go](run:send) 1️⃣(Going…)
                    """,
                message: "'(Going…)' after a button is text, and not its label while it runs",
                fix: "Write [Go](run:send \"Going…\")"),
            Mistake(
                what: "a button's label in a paragraph of its own",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L }], send: { ok: form } } }
                    ---
                    # form
                    [Go](run:send)

                    1️⃣(Going…)
                    """,
                message: "'(Going…)' after a button is text, and not its label while it runs",
                fix: "Write [Go](run:send \"Going…\")"),
            Mistake(
                what: "a start below the states",
                page: """
                    ---
                    title: T
                    states:
                      start: 1️⃣form
                      form: { icon: check }
                    ---
                    # form
                    Words.
                    """,
                message: "expected a mapping, found 'form'",
                fix: "Write it beside 'states:', and not under it."),
            Mistake(
                what: "a button's label in bold",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L }], send: { ok: form } } }
                    ---
                    # form
                    [Go](run:send) 1️⃣**Going…**
                    """,
                message: "'Going…' after a button is text, and not its label while it runs",
                fix: "Write [Go](run:send \"Going…\")"),
            Mistake(
                what: "a button's label in the next line",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L }], send: { ok: form } } }
                    ---
                    # form
                    [Go](run:send)
                    1️⃣Going…
                    """,
                message: "'Going…' after a button is text, and not its label while it runs",
                fix: "Write [Go](run:send \"Going…\")"),
            Mistake(
                what: "a comma after a button's operation",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { send: { ok: form } } }
                    ---
                    # form
                    [Go](1️⃣run:send, "Going…")
                    """,
                message: "'send,' is not the name of an operation", fix: "Write run:send."),
            Mistake(
                what: "a tone with the name of another tool",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { tone: 1️⃣danger } }
                    ---
                    # form
                    Words.
                    """,
                message: "expected 'neutral', 'success' or 'error', found 'danger'", fix: "Write 'error'."),
            Mistake(
                what: "a strength of what is no new password",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: text, label: L, strength: { label: 1️⃣S, words: [A, B] } }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "only a new password has a strength", fix: "Remove 'strength:', or write 'rule: password'."),
            Mistake(
                what: "a strength of one word",
                page: """
                    ---
                    title: T
                    start: form
                    states: { form: { fields: [{ name: a, rule: password, label: L, strength: { label: 1️⃣S, words: [A] } }] } }
                    ---
                    # form
                    Words.
                    """,
                message: "a strength has 2 to 6 words, and here it has 1",
                fix: "Write them from the weakest to the strongest: words: [Weak, Fair, Good, Strong]"),
            Mistake(
                what: "a value in the host of an address",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣https://{{email}}.example/?a={{email}})
                    """,
                message: "a value is allowed only after the '?' or the '#' of an address",
                fix: "Write the rest of it out: /login#email={{email}}"),
            Mistake(
                what: "an environment variable in an address",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣https://${APP_HOST}/x)
                    """,
                message: "'${APP_HOST}' would be part of the address itself",
                fix: "Write the address itself: variables are for app.yml."),
            Mistake(
                what: "a value in an address that nothing supplies",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    [Go](1️⃣/login#email={{emial}})
                    """,
                message: "nothing supplies '{{emial}}'", fix: "Did you mean 'email'?"),
            Mistake(
                what: "the misspelt heading of a state that has keys",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    1️⃣# snet
                    ## Two
                    """,
                message: "no move leads to the state 'snet'",
                fix: "Rename it to 'sent' if that is the right name."),
            Mistake(
                what: "a misspelt move to a state that has keys",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](1️⃣#snet)

                    # sent
                    ## Two
                    """,
                message: "this moves to 'snet', and there is no such state",
                fix: "Did you mean 'sent'?"),
            Mistake(
                what: "a state whose heading is that of a headline",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    1️⃣## sent
                    ## Two
                    """,
                message: "the state 'sent' begins with a level-one heading",
                fix: "Write '# sent'."),
            Mistake(
                what: "a state whose heading has no space",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    1️⃣#sent
                    ## Two
                    """,
                message: "a heading needs a space after '#'",
                fix: "Write '# sent', or \\# for the sign itself."),
            Mistake(
                what: "a state whose heading is lost",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    1️⃣## Two
                    """,
                message: "state 'form' has a headline already",
                fix: "Write '# sent' above it, if the text of that state begins here."),
            Mistake(
                what: "a heading that was renamed alone",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      1️⃣sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    # check-email
                    ## Two
                    """,
                message: "there is no state 'sent' below",
                fix:
                    "Write 'check-email', which no key and no move names, in place of every 'sent'. Or add a heading '# sent' with the state's text below it, or remove this key."
            ),
            Mistake(
                what: "a state that was renamed with another one in its heading alone",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      1️⃣form: { icon: lock }
                      sent: { icon: envelope }
                    ---
                    # ask
                    ## One
                    Words.

                    # check-email
                    ## Two
                    """,
                message: "there is no state 'form' below",
                fix:
                    "Write 'ask', which no key and no move names, in place of every 'form'. Or add a heading '# form' with the state's text below it, or remove this key.",
                also: Found(
                    line: 6, column: 3, message: "there is no state 'sent' below",
                    fix:
                        "Write 'check-email', which no key and no move names, in place of every 'sent'. Or add a heading '# sent' with the state's text below it, or remove this key."
                )
            ),
            Mistake(
                what: "a key that was renamed alone",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      1️⃣check-email: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)

                    # sent
                    ## Two
                    """,
                message: "there is no state 'check-email' below",
                fix:
                    "Write 'sent', the only heading without a key, or rename that in every move too. Or add a heading '# check-email' with the state's text below it, or remove this key."
            ),
            Mistake(
                what: "a state whose text is lost",
                page: """
                    ---
                    title: T
                    start: form
                    states:
                      form: { icon: lock }
                      1️⃣sent: { icon: envelope }
                    ---
                    # form
                    ## One
                    [Next](#sent)
                    """,
                message: "there is no state 'sent' below",
                fix: "Add a heading '# sent' with the state's text below it, or remove this key."),
            Mistake(
                what: "front matter that cannot be read, with nothing below it",
                page: """
                    ---
                    kind: reset-password
                    1️⃣data:[x]
                    title: T
                    ---
                    """,
                message: "expected ':' after 'data:[x]'",
                fix: "Write 'key: value', with a space after the ':'."),
            Mistake(
                what: "a headline of a lower level",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    1️⃣### One
                    Words.
                    """,
                message: "the state 'form' has no headline above this",
                fix: "Write '##' in place of '###' if this is it."),
            Mistake(
                what: "a placeholder of Laravel",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Sent to **1️⃣:email**.
                    """,
                message: "':email' is shown literally here",
                fix: "Write {{email}} for a value, or \\: for the sign itself."),
            Mistake(
                what: "a placeholder in code",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Your code is 1️⃣`{code}`.
                    """,
                message: "'{code}' is shown literally here",
                fix: "Write {{code}} for a value."),
            Mistake(
                what: "a link that has lost its brackets",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    Sign in1️⃣(/login)
                    """,
                message: "this address has no words in brackets before it",
                fix: "Write [words](/login), or \\( for the sign itself."),
            Mistake(
                what: "a link whose words and address are one",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    1️⃣[Sign in/login)
                    """,
                message: "this '[' is never closed",
                fix: "Write [words](/address), or \\[ for the sign itself."),
            Mistake(
                what: "a link that has lost its address",
                page: """
                    ---
                    title: T
                    start: form
                    ---
                    # form
                    1️⃣[Sign in]
                    [Back](/login)
                    """,
                message: "these words in brackets have no address",
                fix:
                    "Write it after them: [words](/address). Of a placeholder, write what belongs there; and \\[ for the sign itself."
            ),
            Mistake(
                what: "front matter that is not there",
                page: "1️⃣# form\nWords.",
                message: "the page spec does not begin with '---'",
                fix:
                    "Begin with a line '---', the keys 'title' and 'start', or the key 'kind', and another line '---'. If these are notes, name the file README.md or move it out of the site's folder."
            ),
            Mistake(
                what: "notes among the pages",
                page: "1️⃣- ask Marta\n- new logo\n\n# Later\n",
                message: "every Markdown file here is a page, and this one does not begin with '---'",
                fix:
                    "If it is no page, move it out of the site's folder. Else begin with a line '---', the keys 'title' and 'start', or the key 'kind', and another line '---'."
            ),
            Mistake(
                what: "front matter that never ends",
                page: "1️⃣---\ntitle: T\nstart: form\n",
                message: "the front matter is never closed", fix: "Write a line '---' after its last key."),
        ])
    func mistake(_ mistake: Mistake) throws {
        let marked = MarkedText(mistake.page)
        let place = try #require(marked.places["1️⃣"])
        let file = try AppFile(name: "test", source: SourceText(file: "app.yml", text: Self.app))
        var reader = AppReader(file: file)
        _ = reader.read(pages: [AppSources.Spec(name: "page", source: SourceText(file: "page.md", text: marked.text))])
        let found = reader.diagnostics.map { Found(line: $0.line, column: $0.column, message: $0.message, fix: $0.fix) }
        #expect(
            found == [Found(line: place.line, column: place.column, message: mistake.message, fix: mistake.fix)]
                + [mistake.also].compactMap(\.self))
    }

    struct Found: Equatable {
        let line: Int?
        let column: Int?
        let message: String
        let fix: String?
    }
}
