internal import TextEncoding

/// A link that came into an app or to a page: which one, and what it carries.
public struct IncomingLink: Hashable, Sendable {
    /// As in `app.yml`: `reset-password`.
    public let name: String
    /// Decoded values, by the parameters' names.
    public let parameters: [String: String]
}

/// Tells which of an app's links an address is.
///
/// App, page and tools use this one way of reading an address, so that they cannot disagree. Universal links are read on
/// the app's own hosts only; addresses with the app's scheme whether their first component stands in host or path.
public struct LinkRecognizer: Sendable {
    private let hosts: [String]
    /// Those that ask for more come first.
    private let templates: [(name: String, template: URLTemplate)]

    /// A recognizer for links written out, as in the Swift file that Latchkey generates.
    ///
    /// - Parameters:
    ///   - hosts: the app's hosts, in lower case.
    ///   - addresses: templates by the links' names; what is no template is left out.
    public init(hosts: [String], addresses: KeyValuePairs<String, [String]>) {
        var templates: [(String, URLTemplate)] = []
        for (name, texts) in addresses {
            for text in texts {
                if let template = try? URLTemplate(parsing: text) { templates.append((name, template)) }
            }
        }
        self.init(hosts: hosts, templates: templates)
    }

    package init(hosts: [String], templates: [(String, URLTemplate)]) {
        self.hosts = hosts
        self.templates = URLTemplate.order(templates.map(\.1)).map {
            (name: templates[$0].0, template: templates[$0].1)
        }
    }

    /// The link that an address is.
    ///
    /// - Parameter text: an absolute address, universal or with the app's scheme.
    /// - Returns: nil where it is none of the app's links.
    public func link(for text: String) -> IncomingLink? {
        LinkAddress(text).flatMap { link(for: $0) }
    }

    /// The link that an address is; nil where it is none of the app's.
    package func link(for address: LinkAddress) -> IncomingLink? {
        template(for: address).map { IncomingLink(name: $0.name, parameters: $0.parameters) }
    }

    /// The link's template that an address has, and the values of its parameters.
    package func template(for address: LinkAddress) -> (
        name: String, template: URLTemplate, parameters: [String: String]
    )? {
        if address.isWeb, !hosts.contains(where: { $0.isIdentical(address.host ?? "") }) { return nil }
        // What Firebase wraps is what was meant, when it is one of the links.
        if let wrapped = address.wrappedByFirebase, let inner = plainTemplate(for: wrapped) { return inner }
        return plainTemplate(for: address)
    }

    private func plainTemplate(for address: LinkAddress) -> (
        name: String, template: URLTemplate, parameters: [String: String]
    )? {
        if address.isWeb, !hosts.contains(where: { $0.isIdentical(address.host ?? "") }) { return nil }
        for (name, template) in templates {
            if let parameters = template.parameters(of: address) { return (name, template, parameters) }
        }
        return nil
    }
}

extension LinkAddress {
    /// The address inside `/__/auth/links?link=…`, in which Firebase Hosting wraps the links of its emails for apps.
    var wrappedByFirebase: LinkAddress? {
        guard isWeb, path.isIdentical("/__/auth/links"), let query else { return nil }
        let items = QueryItem.items(of: query)
        for name in ["link", "deep_link_id"] {
            guard let item = items.first(where: { $0.name.isIdentical(name) }),
                let text = PercentEncoding.decode(item.value), let address = LinkAddress(text), address.isWeb
            else { continue }
            return address
        }
        return nil
    }
}

#if canImport(Darwin)
    public import Foundation

    extension LinkRecognizer {
        /// The link that a URL is, as `onOpenURL` and `NSUserActivity` hand it over; nil where it is none of the app's.
        public func link(for url: URL) -> IncomingLink? {
            link(for: url.absoluteString)
        }
    }
#endif
