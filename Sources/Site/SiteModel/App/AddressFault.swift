import Configuration
import Diagnostics
import TextEncoding

/// Why a link of an app's pages, emails or `app.yml` leads nowhere.
///
/// Paths, and https addresses on the app's own hosts, are those that the app answers. An address on another server is only
/// checked for the host of an example.
struct AddressFault {
    let severity: Diagnostic.Severity
    let code: String
    let message: ValueMessage
    /// What was probably meant, or else the ways to an address that is answered.
    let fix: ValueMessage

    /// Nil for a path, or an address with its scheme, that leads somewhere; `paths` are those that the app answers, and
    /// that it knows another server to answer.
    /// `besides` is a further way to have an address answered, as the end of a sentence.
    init?(_ address: String, of file: AppFile, _ paths: Set<String>, besides: String = "") {
        let isPath = address.hasPrefix("/")
        if !isPath {
            if let host = Placeholder.host(in: address, besides: file.contents.hosts) {
                (severity, code) = (.warning, "placeholder")
                message = "'\(host)' is the host of an example"
                fix = "Write an address of your own."
                return
            }
            if !file.contents.isLocal, let host = BackendAddress(address),
                LoopbackHost.contains(host.host) || host.isPrivate
            {
                (severity, code) = (.warning, "local-address")
                message = "'\(host.host)' is in your own network, and visitors do not reach it"
                fix = "Write the https address that they reach."
                return
            }
            let known = file.contents.hosts + [file.contents.support, file.contents.replyTo].compactMap { $0?.host }
            if let host = Placeholder.host(ofMail: address), !known.contains(host),
                let near = Suggestion.nearest(to: host, in: known)
            {
                (severity, code) = (.warning, "unknown-host")
                message = "'\(host)' is none of the app's hosts"
                fix = "Did you mean '\(known: near)'?"
                return
            }
            if let host = URLParts(address)?.host, let label = host.split(separator: ".").first.map(String.init),
                label == "localhost" || SiteEnvironment.isTesting(label),
                case let domain = RegistrableDomain.of(host),
                file.contents.hosts.contains(where: { RegistrableDomain.of($0) == domain }),
                !file.contents.hosts.contains(where: { $0.contains(label) })
            {
                (severity, code) = (.warning, "unknown-host")
                message = "'\(host)' is probably a host for tests"
                fix = "Write the one that visitors reach, or a path of the app's own hosts."
                return
            }
            guard let parts = URLParts(address), let host = parts.host, file.contents.hosts.contains(host),
                parts.path.count > 1
            else { return nil }
        }
        let whole = isPath ? address : URLParts(address)?.path ?? ""
        let path = String(whole.prefix { $0 != "?" && $0 != "#" })
        if paths.contains(path) { return nil }
        severity = isPath ? .error : .warning
        code = "unknown-path"
        message = "no page, file or link has the path '\(path)'"
        let host = file.contents.hosts.first.map { " on \($0)" } ?? ""
        let listing = "under 'elsewhere:' in app.yml if another server answers it\(host)"
        let near = Self.near(path, among: paths)
        if let advice = Self.advice(on: path, among: paths) {
            fix = advice
        } else if let near, let index = file.contents.elsewhere?.firstIndex(where: { $0.value.text == near }) {
            // A page of another server may have moved: only its author knows whether this is a slip.
            let shown = file.shown(near, at: "elsewhere[\(index)]")
            fix = "List it \(known: listing), or write '\(known: shown)', which is listed there."
        } else if let near {
            fix = "Did you mean '\(known: near)'?"
        } else {
            let others = isPath ? "Write https:// and a host in front if it is on another site. Else add" : "Add"
            let sibling = Self.sibling(of: path, among: paths).map { ", or write '\($0)', which is beside it" } ?? ""
            fix = "\(known: others) a page, or list it \(known: listing)\(known: besides)\(known: sibling)."
        }
    }

    private static func advice(on path: String, among paths: Set<String>) -> ValueMessage? {
        if path.hasPrefix("/open/") {
            return
                "It carries the parameters of a link: write ({{link}}) in its email, (app:\(path.dropFirst(6))) on its page, and elsewhere a page's path."
        }
        if let template = paths.first(where: { $0.hasPrefix("\(path)/{") }) {
            return
                "'\(known: template)' is that of a link, with values that only its email has. Write a path without any."
        }
        let known = { (path: String) in paths.contains(path) ? path : nil }
        let inPublic = path.removing(prefix: "/public").flatMap(known)
        let bare = [".html", ".htm", ".md", ".php", "/", "/index.html"].lazy.compactMap { path.removing(suffix: $0) }
        return (inPublic ?? bare.compactMap(known).first).map { "Did you mean '\(known: $0)'?" }
    }

    private static func parts(_ path: String) -> (folder: Substring, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (path[..<slash], String(path[slash...].dropFirst()))
    }

    /// The nearest path, or the one that ends alike in another folder.
    private static func near(_ path: String, among paths: Set<String>) -> String? {
        if let near = Suggestion.nearest(to: path, in: paths.filter { !$0.contains("*") }.sorted()) { return near }
        let name = parts(path).name
        let others = others(among: paths)
        let page = name.removing(suffix: ".html") ?? name
        let near = Suggestion.nearest(to: name, in: others.map { parts($0).name })
        let alike = others.filter { [name, near, page].contains(parts($0).name) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The only other file of a folder with the same ending.
    private static func sibling(of path: String, among paths: Set<String>) -> String? {
        func ending(_ name: String) -> Substring? { name.lastIndex(of: ".").map { name[$0...] } }
        let (folder, name) = parts(path)
        let beside = others(among: paths).filter {
            !folder.isEmpty && parts($0).folder == folder && ending(name) != nil && ending($0) == ending(name)
        }
        return beside.count == 1 ? beside[0] : nil
    }

    private static func others(among paths: Set<String>) -> [String] {
        paths.filter { !$0.contains("*") && !$0.hasPrefix("/.well-known/") }.sorted()
    }
}
