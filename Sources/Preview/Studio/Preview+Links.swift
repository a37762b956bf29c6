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
        /// Whether the page takes the code that is beside the link in the email.
        package let hasCode: Bool
    }

    package var links: [Link] {
        (shownSite?.apps ?? []).flatMap { app in
            app.linkSet.links.filter { $0.page != nil }.map { link in
                let page = link.page.flatMap(app.page)
                return Link(
                    app: app.name, name: link.name,
                    emails: app.emails.filter { $0.link?.name == link.name }.map {
                        ($0.name, $0.variables.contains(.code))
                    },
                    hasCode: page?.states.contains { $0.fields.contains { $0.name == "code" } } == true)
            }
        }
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
