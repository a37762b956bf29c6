internal import Problems
package import TextEncoding

/// A link that an app or a page received: its name and its parameters.
public struct IncomingLink: Hashable, Sendable {
    /// The link's name in `app.yml`, such as `reset-password`.
    public let name: String
    /// The decoded values, by parameter name.
    public let parameters: [String: String]
}

/// Determines which of an app's links a URL is.
///
/// The app, the page and the tools share this implementation, so they cannot disagree. Universal links are recognised
/// on the app's own hosts only. The first component of a URL with the app's scheme may be its host or the start of its
/// path.
public struct LinkRecognizer: Sendable {
    private let hosts: [String]
    /// The templates, most specific first.
    private let templates: [(name: String, template: URLTemplate)]

    /// Creates a recognizer from texts, as the Swift file that Latchkey generates does.
    ///
    /// - Parameters:
    ///   - hosts: the app's hosts, in lower case.
    ///   - addresses: templates by link name, each like `/reset-password?token={token}`. A text that is not a valid
    ///     template stops the program with a message, since its links would never be recognised.
    public init(hosts: [String], addresses: KeyValuePairs<String, [String]>) {
        var templates: [(String, URLTemplate)] = []
        for (name, texts) in addresses {
            for text in texts {
                do {
                    templates.append((name, try URLTemplate(parsing: text)))
                } catch {
                    // Only a mistake in the app's own text: the build has checked those of the generated file.
                    fatalError("the template '\(text)' of the link '\(name)': \(error.message). \(error.fix ?? "")")
                }
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

    /// Returns the link that a URL is.
    ///
    /// - Parameter text: an absolute URL: a universal link, or one with the app's scheme.
    /// - Returns: nil if it is not one of the app's links.
    public func link(for text: String) -> IncomingLink? {
        URLParts(text).flatMap { link(for: $0) }
    }

    /// The link that a URL is; nil if it is not one of the app's.
    package func link(for address: URLParts) -> IncomingLink? {
        template(for: address).map { IncomingLink(name: $0.name, parameters: $0.parameters) }
    }

    /// The template that a URL matches, with its link's name and the decoded parameters; nil if none matches.
    package func template(for address: URLParts) -> (
        name: String, template: URLTemplate, parameters: [String: String]
    )? {
        if address.isWeb, !hosts.contains(where: { $0.isIdentical(address.host ?? "") }) { return nil }
        // A URL wrapped by Firebase stands for the wrapped one, if that is one of the links.
        if let wrapped = address.wrappedByFirebase, let inner = plainTemplate(for: wrapped) { return inner }
        return plainTemplate(for: address)
    }

    private func plainTemplate(for address: URLParts) -> (
        name: String, template: URLTemplate, parameters: [String: String]
    )? {
        if address.isWeb, !hosts.contains(where: { $0.isIdentical(address.host ?? "") }) { return nil }
        for (name, template) in templates {
            if let parameters = template.parameters(of: address) { return (name, template, parameters) }
        }
        return nil
    }
}

extension URLParts {
    /// The URL inside `/__/auth/links?link=…`, in which Firebase Hosting wraps its email links for apps.
    var wrappedByFirebase: URLParts? {
        guard isWeb, path.isIdentical("/__/auth/links") else { return nil }
        let items = LinkItems(query)
        for name in ["link", "deep_link_id"] {
            guard let text = items.value(named: name), let address = URLParts(text), address.isWeb else { continue }
            return address
        }
        return nil
    }
}

#if canImport(Darwin)
    public import Foundation

    extension LinkRecognizer {
        /// The link that a URL from `onOpenURL` or `NSUserActivity` is; nil if it is not one of the app's.
        public func link(for url: URL) -> IncomingLink? {
            link(for: url.absoluteString)
        }
    }
#endif
