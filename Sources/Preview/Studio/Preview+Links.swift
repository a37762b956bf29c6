import AuthContracts
import LinkDefinitions
import Sandbox
import SiteModel

/// The links of a preview as programs open them, for `latchkey scan`.
extension Preview {
    /// A link that opens a page, with the emails that contain it.
    package struct Link: Sendable {
        package let app: String
        package let name: String
        /// Each with whether it has a code beside the link.
        package let emails: [(name: String, hasCode: Bool)]
        package let code: Code
        /// What its use does that a person cannot take back.
        package let effect: String?
        /// Where the page leads that it opens once it is used up; nil if nothing is left to do.
        package let way: String?
    }

    /// What is known of the code that is beside a link in its email.
    package enum Code: Sendable {
        /// The page takes none.
        case none
        /// It is the link's own token, and used up with it.
        case ofLink
        /// The page takes it when the link was used up.
        case own
    }

    package var links: [Link] {
        (shownSite?.apps ?? []).flatMap { app in
            app.linkSet.links.filter { $0.page != nil }.map { link in
                let page = link.page.flatMap(app.page)
                let use = LinkUse(of: link, in: app)
                return Link(
                    app: app.name, name: link.name,
                    emails: app.emails.filter { $0.link?.name == link.name }.map {
                        ($0.name, $0.variables.contains(.code))
                    },
                    code: page.map { Self.code(of: $0, app.contract) } ?? .none, effect: use?.effect,
                    way: use?.way)
            }
        }
    }

    private static func code(of page: Page, _ contract: Contract?) -> Code {
        let operations = page.states.flatMap(\.operations).compactMap { contract?.operation(named: $0) }
        if !operations.contains(where: { $0.consumes == .code }) { return .none }
        return operations.contains(where: \.consumesBoth) ? .ofLink : .own
    }

    /// Issues a link on the address of the preview, after the app's accounts were made anew.
    package func issueLink(_ link: Link) -> String? {
        try? sandbox.reset(app: link.app)
        return sandbox.issueLink(link.name, of: link.app)
    }

    /// Whether a link can still be used, or has merely expired; false if it was used up.
    package func works(_ address: String, of link: Link) -> Bool { sandbox.works(address, of: link.app) }

    /// Advances the sandbox's clock by a day.
    package func passDay() { try? sandbox.advance(by: "25h") }
}
