import CommonMark
import Configuration

/// A link at the foot of an app's pages and emails.
package struct FooterLink: Hashable, Sendable {
    /// The destination of a footer link; the raw value is its key in `app.yml`.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case terms, privacy, imprint, support

        /// The link's text.
        package var words: WordKey {
            switch self {
            case .terms: .footerTerms
            case .privacy: .footerPrivacy
            case .imprint: .footerImprint
            case .support: .footerSupport
            }
        }
    }

    /// The link's kind.
    package let kind: Kind
    /// A path on the app's hosts, or an https URL.
    package let address: String
}

extension FooterLink {
    /// Reads the keys of `footer:`.
    static func all(_ keys: KeyedReader) -> [FooterLink] {
        Kind.allCases.compactMap { kind in
            keys.value(kind.rawValue).flatMap(address).map { FooterLink(kind: kind, address: $0) }
        }
    }

    private static func address(_ value: ConfigurationValue) -> String? {
        guard let text = String(reading: value) else { return nil }
        let choice = "Write a path such as /terms, or an https address."
        do throws(LinkDestinationError) {
            switch try LinkDestination(parsing: text) {
            case .sitePath, .web: return text
            default: value.report("invalid-value", "'\(text)' is neither a path nor an https address", fix: choice)
            }
        } catch {
            value.report("invalid-value", error.message, fix: error.fix ?? choice)
        }
        return nil
    }
}
