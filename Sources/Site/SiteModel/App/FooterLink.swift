import Configuration
import Diagnostics
internal import TextEncoding

/// A link at the foot of an app's pages and emails.
package struct FooterLink: Hashable, Sendable {
    /// The destination of a footer link; the raw value is its key in `app.yml`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case terms, privacy, imprint, support

        package var words: WordKey {
            switch self {
            case .terms: .footerTerms
            case .privacy: .footerPrivacy
            case .imprint: .footerImprint
            case .support: .footerSupport
            }
        }
    }

    package let kind: Kind
    /// A path on the app's hosts, or an https URL.
    package let address: String
}

extension FooterLink {
    static func all(_ keys: KeyedReader) -> [FooterLink] {
        Kind.allCases.compactMap { kind in
            keys.value(kind.rawValue).flatMap(PageOrAddress.init).map { FooterLink(kind: kind, address: $0.text) }
        }
    }
}

/// A path on the app's hosts, or an https address.
struct PageOrAddress: ConfigurationReadable, Hashable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        var problem = TextProblem(
            code: "invalid-value", at: nil, "'\(text)' is neither a path nor an https address",
            fix: "Write a path such as /terms, or an https address.")
        if text.contains("@"), !text.contains("/") {
            problem.fix =
                "Write a path or an https address of a page here; an email address is the key 'support:' of app.yml."
        }
        do {
            switch try LinkDestination(parsing: text) {
            case .sitePath, .web:
                self.text = text
                return
            default: break
            }
        } catch {
            // A warning of app.yml tells the variable, as it does elsewhere.
            if error.code == LinkDestination.variableCode {
                self.text = text
                return
            }
            problem.message = error.message
            // What else a page links to, such as a state or the app, is no page.
            let isOther = URLParts(text).map { !$0.isWeb } ?? false
            if !text.contains("@"), !isOther { problem.fix = error.fix ?? problem.fix }
        }
        value.report(problem, expected: "a path or an https address")
        return nil
    }
}
