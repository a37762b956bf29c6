package import AppLinks
import LinkDefinitions
package import SiteModel

/// The item of a link's query that opens its page in the language of the email, such as `lang=fr`.
package enum LinkItem {
    /// The address with the item in its query, which may be followed by a fragment; the same if it names a language already.
    package static func add(_ item: String, to address: String) -> String {
        let end = address.firstIndex(of: "#") ?? address.endIndex
        let query = address[..<end].firstIndex(of: "?").map { address[$0..<end].dropFirst() }
        let name = item.prefix { $0 != "=" } + "="
        if query?.split(separator: "&").contains(where: { $0.hasPrefix(name) }) == true { return address }
        let mark = query == nil ? "?" : query?.isEmpty == true ? "" : "&"
        return "\(address[..<end])\(mark)\(item)\(address[end...])"
    }
}

extension App {
    /// The item that the link of a translated email has; nil where it opens no page that is in the language.
    package func item(ofLinkIn email: Email) -> String? {
        guard let tag = email.language, let page = email.link?.page,
            translations.contains(where: { $0.tag == tag && $0.pages.contains { $0.name == page } })
        else { return nil }
        return "lang=\(tag)"
    }
}

extension URLTemplate {
    /// The pieces with an item at the end of the query, unless that has an item of the name.
    package func pieces(adding item: String?) -> [Part] {
        guard let item, !query.contains(where: { item.hasPrefix($0.name + "=") }) else { return pieces }
        let added = (query.isEmpty ? "?" : "&") + item
        for (index, piece) in pieces.enumerated() {
            guard case .literal(let text) = piece, let end = text.firstIndex(of: "#") else { continue }
            var pieces = pieces
            pieces[index] = .literal(text[..<end] + added + text[end...])
            return pieces
        }
        return pieces + [.literal(added)]
    }
}
