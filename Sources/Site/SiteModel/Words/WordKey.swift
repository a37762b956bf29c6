/// A text of the pages and emails that no spec contains; the raw value is its key in `Templates/words/en.yml`.
package enum WordKey: String, Hashable, Sendable, CaseIterable {
    // Every page
    case openInApp = "open-in-app"
    case appDidNotOpen = "app-did-not-open"
    case appOnPhone = "app-on-phone"
    case appElsewhere = "app-elsewhere"
    case continueHere = "continue-here"
    case logInOnWeb = "log-in-on-web"
    case getFromAppStore = "get-from-app-store"
    case getOnGooglePlay = "get-on-google-play"
    case writeTo = "write-to"
    case continueTo = "continue-to"
    case needHelp = "need-help"
    case footerTerms = "footer-terms"
    case footerPrivacy = "footer-privacy"
    case footerImprint = "footer-imprint"
    case footerSupport = "footer-support"
    case dismiss
    case needsScript = "needs-script"
    case needsScriptOrSupport = "needs-script-or-support"
    case tryAgain = "try-again"
    case takesLong = "takes-long"
    case sessionEnded = "session-ended"
    // Fields
    case showPassword = "show-password"
    case optional
    case choose
    case requirementMet = "requirement-met"
    case requirementNotMet = "requirement-not-met"
    case passwordLimit = "password-limit"
    case checkFields = "check-fields"
    case fieldsNeeded = "fields-needed"
    case separator
    case showPasswordOf = "show-password-of"
    case repeatPassword = "repeat-password"
    case repeatField = "repeat-field"
    // Outcomes that any operation may have
    case rateLimited = "rate-limited"
    case notAllowed = "not-allowed"
    case network
    case timeout
    case server
    case captchaFailed = "captcha-failed"
    case emailSent = "email-sent"
    case alreadySent = "already-sent"
    case emailSentAgain = "email-sent-again"
    case tryAgainIn = "try-again-in"
    case availableAgain = "available-again"
    // The captcha
    case captchaLabel = "captcha-label"
    case captchaNeeded = "captcha-needed"
    case captchaDone = "captcha-done"
    case captchaExpired = "captcha-expired"
    case captchaError = "captcha-error"
    case captchaBlocked = "captcha-blocked"
    case captchaSlow = "captcha-slow"
    // The page for unknown paths
    case notFoundTitle = "not-found-title"
    case notFound = "not-found"
    case notFoundSupport = "not-found-support"
    // Emails
    case emailSentTo = "email-sent-to"
    case emailSentBy = "email-sent-by"
    case emailQuestions = "email-questions"
    case emailButtonAddress = "email-button-address"
    // Emails of the sandbox, for an app without emails of its own
    case sandboxResetSubject = "sandbox-reset-subject"
    case sandboxResetLead = "sandbox-reset-lead"
    case sandboxVerifySubject = "sandbox-verify-subject"
    case sandboxVerifyLead = "sandbox-verify-lead"
    case sandboxChangeSubject = "sandbox-change-subject"
    case sandboxChangeLead = "sandbox-change-lead"
    case sandboxRecoverSubject = "sandbox-recover-subject"
    case sandboxRecoverLead = "sandbox-recover-lead"
    case sandboxSignInSubject = "sandbox-sign-in-subject"
    case sandboxSignInLead = "sandbox-sign-in-lead"
    case sandboxChangedSubject = "sandbox-changed-subject"
    case sandboxChangedLead = "sandbox-changed-lead"
    case sandboxWelcomeSubject = "sandbox-welcome-subject"
    case sandboxWelcomeLead = "sandbox-welcome-lead"
    case sandboxCode = "sandbox-code"
    case sandboxIgnore = "sandbox-ignore"
    case sandboxNothingToDo = "sandbox-nothing-to-do"

    /// The names of the placeholders that the text must contain, such as `{app}`.
    package var placeholders: Set<String> {
        switch self {
        case .openInApp, .appDidNotOpen, .appElsewhere, .emailSentBy: ["app"]
        case .writeTo: ["email"]
        case .continueTo: ["host"]
        case .fieldsNeeded: ["fields"]
        case .showPasswordOf: ["field"]
        case .alreadySent, .tryAgainIn: ["wait"]
        case .availableAgain: ["button"]
        case .sandboxResetSubject, .sandboxVerifySubject, .sandboxChangeSubject, .sandboxRecoverSubject,
            .sandboxSignInSubject, .sandboxChangedSubject, .sandboxWelcomeSubject:
            ["app"]
        case .emailSentTo: ["app", "recipient"]
        case .needsScriptOrSupport, .notFoundSupport, .needHelp, .emailQuestions: ["support"]
        case .sandboxCode: ["code"]
        default: []
        }
    }
}
