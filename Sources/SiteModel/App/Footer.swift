import CommonMark
import Configuration

/// A link at the foot of an app's pages and emails.
public struct FooterLink: Hashable, Sendable {
    /// The destination of a footer link; the raw value is its key in `app.yml`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case terms, privacy, imprint, support

        /// The link's text.
        public var words: WordKey {
            switch self {
            case .terms: .footerTerms
            case .privacy: .footerPrivacy
            case .imprint: .footerImprint
            case .support: .footerSupport
            }
        }
    }

    /// The link's kind.
    public let kind: Kind
    /// A path on the app's hosts, or an https URL.
    public let address: String
}

/// The keys of `footer:`.
struct FooterContents: KeyedReadable {
    let links: [FooterLink]

    init?(_ keys: KeyedReader) {
        links = FooterLink.Kind.allCases.compactMap { kind in
            let address: FooterAddress? = keys[kind.rawValue]
            return address.map { FooterLink(kind: kind, address: $0.text) }
        }
    }
}

private struct FooterAddress: ConfigurationReadable {
    let text: String

    init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        let choice = "Write a path such as /terms, or an https address."
        do throws(LinkDestinationError) {
            switch try LinkDestination(parsing: text) {
            case .sitePath, .web: self.text = text
            default:
                value.report("invalid-value", "'\(text)' is neither a path nor an https address", fix: choice)
                return nil
            }
        } catch {
            value.report("invalid-value", error.message, fix: error.fix ?? choice)
            return nil
        }
    }
}
