package import Configuration
import Diagnostics
package import SiteModel
import TemplateFiles
package import TextEncoding

/// What replaces the links of emails by its own, from `Templates/senders.yml`: a sender that counts clicks, or the
/// recipient's protection against malicious links.
package struct LinkRewriter: KeyedReadable, Sendable {
    package let title: String
    private let hosts: [String]
    private let paths: [String]
    /// The attributes of a link that the sender then leaves as it is.
    private let attributes: [String: String]
    /// How else to switch it off; nil for a recipient's, which the sender of an email has no influence on.
    package let fix: String?

    package static let keyTable = KeyTable.open

    package init(_ keys: KeyedReader) {
        title = keys["title"] ?? ""
        hosts = keys["hosts"] ?? []
        paths = keys["paths"] ?? []
        attributes = Dictionary((keys["attributes"] ?? OrderedMap<String>()).map { ($0.key.value, $0.value) }) { $1 }
        fix = keys["fix"]
    }

    package static func of(_ sender: EmailSender) -> LinkRewriter { named[sender.rawValue] ?? all[0] }

    /// The one that made an address; nil for an address that none is known to have made.
    package static func rewriter(of address: URLParts) -> LinkRewriter? {
        // A path is less certain, since several senders may have it.
        all.first { $0.hosts.contains { address.host == $0 || address.host?.hasSuffix(".\($0)") == true } }
            ?? all.first { $0.paths.contains { address.path.hasPrefix($0) } }
    }

    /// The backend that made an address, which has a page of its own for its links.
    package static func backend(of address: URLParts) -> LinkRewriter? {
        File.read.backends.first { $0.value.paths.contains { address.path.hasSuffix($0) } }?.value
    }

    private static let named = Dictionary(File.read.senders.map { ($0.key.value, $0.value) }) { first, _ in first }
    private static let all = (Array(File.read.senders) + Array(File.read.gateways)).map(\.value)

    private struct File: KeyedReadable {
        let senders: OrderedMap<LinkRewriter>
        let gateways: OrderedMap<LinkRewriter>
        let backends: OrderedMap<LinkRewriter>

        static let keyTable = KeyTable.open
        static let read: File = TemplateSources.builtIn("senders.yml")

        init(_ keys: KeyedReader) {
            senders = keys["senders"] ?? OrderedMap()
            gateways = keys["gateways"] ?? OrderedMap()
            backends = keys["backends"] ?? OrderedMap()
        }
    }

    /// A note for exports to a sender that no attribute of a link keeps from replacing it.
    var note: Diagnostic? {
        attributes.isEmpty
            ? Diagnostic(
                .note, code: "click-tracking", message: "\(title) may replace the links, and then no app opens",
                fix: fix.map { "\($0)." }) : nil
    }

    fileprivate var linkAttributes: [HTMLElement.Attribute] {
        attributes.sorted { $0.key < $1.key }.map { HTMLElement.Attribute(name: $0.key, value: EmailText($0.value)) }
    }
}

extension [HTMLNode] {
    /// The nodes with the attributes that keep a sender from replacing the addresses of links.
    func leavingLinks(by rewriter: LinkRewriter) -> [HTMLNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            element.children = element.children.leavingLinks(by: rewriter)
            if element.name == "a", element["href"]?.hasPrefix("mailto:") == false {
                element.attributes += rewriter.linkAttributes
            }
            return .element(element)
        }
    }
}
