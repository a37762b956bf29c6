package import AppLinks
package import Configuration
import Diagnostics
package import LinkDefinitions
internal import TextEncoding

extension URLTemplate: ConfigurationReadable {
    /// Reads a template, such as `/reset-password?token={token}`.
    package init?(reading value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        if let (written, foreign) = ForeignPlaceholder.first(inAddress: text) {
            value.report(
                "foreign-parameter", offset: foreign.range.lowerBound,
                "'\(written)' is not how a parameter is written here",
                fix: written.hasSuffix("?}") && Substring(text).firstRange(of: "=\(written)") != nil
                    ? "Leave it out: every parameter is required, and a link may have further items."
                    : foreign.name.flatMap { value.node.written?.contains("{\($0)}") ?? true ? Self.fix(for: $0) : nil }
                        ?? "Write {name} for the part that differs from link to link, such as {token}.")
            return nil
        }
        if !text.hasPrefix("/"), !text.contains(":"), !text.hasPrefix("{") {
            if value.name == "app" {
                value.reportWithoutScheme(text)
                return nil
            }
            let host = text.prefix { !"/?#".contains($0) }
            let path = host.contains(".") ? String(text.dropFirst(host.count)) : "/\(text)"
            value.report(
                "bad-url-template", offset: 0, "an address begins with a slash or with a scheme",
                fix: host.contains(".") && path.count < 2
                    ? "Leave out the host: the link is on every one of the app's 'hosts'." : "Write \(path)")
            return nil
        }
        do {
            self = try URLTemplate(parsing: text)
        } catch {
            value.report(error.at(error.place), expected: "a URL template")
            return nil
        }
    }
}

extension ConfigurationValue {
    /// Reports an address in the app that has no scheme; the fix is with the app's own, which may be its first part.
    fileprivate func reportWithoutScheme(_ text: String) {
        let scheme = root?["ios"]?["scheme"]?.text
        let path = scheme.flatMap { text.removing(prefix: "\($0)/") }.map { String($0.drop { $0 == "/" }) } ?? text
        report(
            "bad-url-template", offset: 0, "an address in the app begins with a scheme of its own",
            fix: scheme.map { "Write \($0)://\(path == $0 ? "login" : path)" }
                ?? "Write it with the app's own scheme, such as myapp://\(text)")
    }
}

extension URLTemplate {
    /// The fix for a placeholder of another system, as `{{ .TokenHash }}` of Supabase's emails.
    private static func fix(for name: String) -> ValueMessage {
        // A value that is the whole link, such as Supabase's ConfirmationURL and Firebase's LINK.
        if ["url", "link", "href"].contains(where: name.lowercased().hasSuffix) {
            return
                "Write the address of your page, with {name} for each part that differs: /reset-password?token={token}"
        }
        guard name.first?.isUppercase == true, name.contains(where: \.isLowercase) else {
            return "Write it as {\(known: name)}."
        }
        let words = name.enumerated().map {
            ($0.offset > 0 && $0.element.isUppercase ? "_" : "") + $0.element.lowercased()
        }
        return "Write it as {\(known: words.joined())}."
    }
}

extension LinkDefinition.Landing: ConfigurationReadable {
    package init?(reading value: ConfigurationValue) {
        let landing: Self? = value.word(
            fix:
                "Write 'redirect' to open the app at once, which fails where it is not installed, or 'page' to open the page."
        )
        guard let landing else { return nil }
        self = landing
    }
}
