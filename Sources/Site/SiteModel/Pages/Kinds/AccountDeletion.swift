package import Configuration
import Diagnostics
import JSON
internal import TextEncoding

/// What a page that deletes an account says about the data, as Google Play's policy asks
/// (https://support.google.com/googleplay/android-developer/answer/13327111).
package struct AccountDeletion: KeyedReadable, Sendable {
    package let deleted: [String]
    /// What is kept, each with for how long and why; empty if nothing is, nil if the file does not say.
    package let kept: [(what: String, howLong: String)]?
    /// What people do before, such as cancelling a subscription.
    package let first: [String]
    /// Where people ask for a part of their data: an email address, a path or an https address.
    package let parts: String?

    /// The kind of page that it belongs to.
    package static let kind = "delete-account"

    package init?(_ keys: KeyedReader) {
        deleted = keys["deleted"] ?? []
        first = keys["first"] ?? []
        parts = keys["parts"]
        kept = keys.value("kept").flatMap { value in
            if value.node.text == "nothing" { return [] }
            if let text = value.node.text,
                ["none", "no", "false", "null", "nil", "-", "no data"].contains(text.lowercased())
            {
                value.report(
                    "wrong-type", "'\(text)' is not how 'kept' says that nothing is", fix: "Write kept: nothing")
                return nil
            }
            return value.members?.compactMap { member in String(reading: member).map { (member.name, $0) } }
        }
    }

    package static let keyTable = KeyTable(
        "data",
        [
            .init(
                "deleted", .list(.text(.some), count: ValueType.some), "What is deleted with the account.",
                example: ["Your profile", "Your messages"]),
            .init(
                "kept", .any([.word(["nothing"]), .map(.text(.some), count: ValueType.some)]),
                "What is kept, each with for how long and why; or `nothing`.",
                example: ["Invoices": "for ten years, as tax law requires"]),
            .init(
                "first", .list(.text(.some), count: ValueType.some), "What people have to do before.",
                example: ["Cancel your subscription on Google Play"]),
            .init(
                "parts", .any([.text(.emailAddress), .text(.pathOrAddress)]),
                "Where people ask for some of their data to be deleted and keep the account.",
                example: "privacy@harbour.example.com"),
        ])

    /// The values that the catalogue's page takes from the key `data`, which is not validated yet.
    static func values(of data: ConfigurationNode?) -> KindValues {
        let kept = data?["kept"]
        return KindValues([
            "deleted": data?["deleted"]?.texts ?? [], "first": data?["first"]?.texts ?? [],
            "kept": kept?.members.compactMap(\.key.text) ?? [],
            "how-long": kept?.members.map { $0.value.text ?? "" } ?? [],
            "kept-nothing": kept?.text == "nothing" ? [""] : [],
            "parts": data?["parts"]?.text.map { [$0.contains("@") ? "mailto:\($0)" : $0] } ?? [],
        ])
    }
}

extension Page {
    /// Whether people delete their account on the page, by what it says, by its name or by its operations.
    package var deletesAccounts: Bool {
        deletion != nil || name.hasPrefix(AccountDeletion.kind)
            || states.flatMap(\.submitted).contains { $0.hasPrefix(AccountDeletion.kind) }
    }
}

/// The values that a page of the catalogue takes from the app and from the file that names its kind.
///
/// `<% name %>` stands for a value; a line with one or two is repeated for each pair of values, and left out without any.
/// A line that begins with `<% if name %>` is left out without that value, and a page with `<% needs name %>` is for apps
/// that have it.
struct KindValues: Sendable {
    private var values: [String: [String]]

    init(_ values: [String: [String]]) { self.values = values }

    func merging(_ other: KindValues) -> KindValues { KindValues(values.merging(other.values) { _, new in new }) }

    /// The page with the values in place; nil if it is for apps with a value that this one lacks.
    func fill(_ source: SourceText) -> SourceText? {
        guard source.text.contains("<% ") else { return source }
        var lines: [String] = []
        for line in source.text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let first = line.split(separator: "<% ", omittingEmptySubsequences: false).dropFirst().first else {
                lines.append(String(line))
                continue
            }
            let name = String(first.prefix { $0 != "%" }.dropLast())
            if name.hasPrefix("needs ") {
                if lacked(by: source) != nil { return nil }
            } else if let condition = name.removing(prefix: "if ") {
                if values[condition]?.isEmpty != false { continue }
                lines += filled(line.dropFirst(name.utf8.count + "<%  %>".utf8.count))
            } else {
                lines += filled(line)
            }
        }
        return SourceText(file: source.file, text: lines.joined(separator: "\n"))
    }

    /// The value that a page is for, and that this app lacks.
    func lacked(by source: SourceText) -> String? {
        source.text.split(separator: "\n").lazy
            .compactMap { String($0).removing(prefix: "<% needs ")?.removing(suffix: " %>") }
            .first { values[$0]?.isEmpty != false }
    }

    private func filled(_ line: Substring) -> [String] {
        let parts = line.split(separator: "<% ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return [String(line)] }
        let names = parts.dropFirst().map { String($0.prefix { $0 != "%" }.dropLast()) }
        let count = names.map { values[$0]?.count ?? 0 }.max() ?? 0
        return (0..<count).map { index in
            zip(names, parts.dropFirst()).reduce(parts[0]) { line, part in
                let all = values[part.0] ?? []
                let value = all.isEmpty ? "" : all[min(index, all.count - 1)]
                return line + Self.written(value, after: line) + part.1.dropFirst(part.0.utf8.count + " %>".utf8.count)
            }
        }
    }

    /// A value as Markdown: as it is within a link's address, else without punctuation that means something there.
    private static func written(_ value: String, after line: String) -> String {
        if line.hasSuffix("(") || line.hasSuffix("<") || line.hasSuffix("mailto:") { return value }
        return value.map { "\\`*_{}[]<>#|~^&!".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
