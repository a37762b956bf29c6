/// The name of what an operation can come to, of a closed vocabulary: the built-in names, and those that a contract declares.
///
/// A page has words for a name, or a state that it leads to; a backend's own words are never shown. Two names are equal when
/// their texts are.
public struct OutcomeName: Sendable {
    /// As contracts and pages write it: `link-expired`.
    public let rawValue: String
    /// What follows from it for whoever ran the operation.
    public let meaning: Meaning

    /// What an outcome means for a person and for the flow, whatever its name. The raw value is what a contract writes.
    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        /// The operation did what it was asked to: what it consumes is used up, what it sends is under way.
        case succeeds
        /// The person stays, and can go on after changing something, or elsewhere.
        case stays
        /// The link is good for nothing any more; `link-*` in a page spec stands for it too.
        case linkDead = "link-dead"
        /// Nothing is wrong but the time: the same may be tried after a wait, which the answer may name.
        case waits
        /// The backend or the way to it failed, not the person.
        case fails
    }

    private init(_ rawValue: String, _ meaning: Meaning) {
        self.rawValue = rawValue
        self.meaning = meaning
    }

    /// A name that a contract declares.
    ///
    /// - Parameters:
    ///   - name: no built-in one; lower-case letters, digits and hyphens.
    ///   - meaning: what follows from it.
    package init(declared name: String, meaning: Meaning) {
        self.init(name, meaning)
    }

    /// Whether a page need not have words of its own for it: it has to do with circumstances, not with a step of the flow.
    public var isTechnical: Bool { meaning == .waits || meaning == .fails }
}

extension OutcomeName {
    /// It worked.
    public static let ok = OutcomeName("ok", .succeeds)
    /// It worked so far, and an email with the next step is on its way: an account that has to be confirmed first.
    public static let sent = OutcomeName("sent", .succeeds)
    /// No such link. Many backends answer alike for a link that is wrong, used or expired, so its words had better say so.
    public static let linkInvalid = OutcomeName("link-invalid", .linkDead)
    /// Too late; used already, where a backend calls that expired.
    public static let linkExpired = OutcomeName("link-expired", .linkDead)
    /// The link was used before.
    public static let linkUsed = OutcomeName("link-used", .linkDead)
    /// A part of the link is missing, or is nothing that a link carries, so that there was nothing to ask the backend.
    public static let linkIncomplete = OutcomeName("link-incomplete", .linkDead)
    /// The link works only in the browser, or the app, that asked for it (RFC 7636).
    public static let linkOtherDevice = OutcomeName("link-other-device", .linkDead)
    /// The password lacks something; the value says what, as far as the backend does.
    public static let weakPassword = OutcomeName("weak-password", .stays)
    /// The new password is the old one.
    public static let samePassword = OutcomeName("same-password", .stays)
    /// The password is longer than the backend accepts.
    public static let passwordTooLong = OutcomeName("password-too-long", .stays)
    /// What was typed is no email address.
    public static let invalidEmail = OutcomeName("invalid-email", .stays)
    /// An email address that the backend sends nothing to.
    public static let emailRefused = OutcomeName("email-refused", .stays)
    /// An account whose email address was never confirmed.
    public static let emailUnverified = OutcomeName("email-unverified", .stays)
    /// One of two emails was confirmed; the one to the other address waits.
    public static let otherEmailPending = OutcomeName("other-email-pending", .stays)
    /// Too many attempts; the value says for how long, as far as the backend does.
    public static let rateLimited = OutcomeName("rate-limited", .waits)
    /// The account is disabled.
    public static let accountDisabled = OutcomeName("account-disabled", .stays)
    /// A link alone does not do for an account with a second factor.
    public static let needsSecondFactor = OutcomeName("needs-second-factor", .stays)
    /// The address was confirmed before.
    public static let alreadyVerified = OutcomeName("already-verified", .stays)
    /// The typed code is wrong or expired.
    public static let codeInvalid = OutcomeName("code-invalid", .stays)
    /// Email address and password do not match.
    public static let wrongCredentials = OutcomeName("wrong-credentials", .stays)
    /// The address has an account.
    public static let accountExists = OutcomeName("account-exists", .stays)
    /// The session is missing, or too old for what was asked.
    public static let needsLogin = OutcomeName("needs-login", .stays)
    /// The backend refuses the page, not the person: a key, an origin, a setting. Trying again does not help.
    public static let notAllowed = OutcomeName("not-allowed", .fails)
    /// No connection.
    public static let network = OutcomeName("network", .fails)
    /// No answer in time.
    public static let timeout = OutcomeName("timeout", .fails)
    /// The backend failed, or said something that the contract does not know.
    public static let server = OutcomeName("server", .fails)
}

extension OutcomeName: CaseIterable, RawRepresentable, Hashable {
    /// The built-in names.
    public static let allCases: [OutcomeName] = [
        ok, sent, linkInvalid, linkExpired, linkUsed, linkIncomplete, linkOtherDevice, weakPassword, samePassword,
        passwordTooLong, invalidEmail, emailRefused, emailUnverified, otherEmailPending, rateLimited, accountDisabled,
        needsSecondFactor, alreadyVerified, codeInvalid, wrongCredentials, accountExists, needsLogin, notAllowed,
        network, timeout, server,
    ]

    /// The built-in name of a text; nil for any other.
    public init?(rawValue: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    /// Whether two names have the same text.
    public static func == (left: OutcomeName, right: OutcomeName) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// An outcome, or a family of them: `link-*`.
public struct OutcomePattern: Hashable, Sendable {
    /// As it is written.
    public let text: String

    /// A pattern of a text: a name, or the beginning of some followed by `*`.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the pattern stands for an outcome: by its name, and `link-*` for every one that means a dead link.
    public func matches(_ name: OutcomeName) -> Bool {
        guard text.hasSuffix("*") else { return text == name.rawValue }
        return name.rawValue.hasPrefix(text.dropLast()) || (text == "link-*" && name.meaning == .linkDead)
    }
}
