internal import TextEncoding

/// An environment variable as other systems write it, which nothing replaces here: `$(API_KEY)`, `<%= ENV['API_KEY'] %>`.
package enum ForeignVariable {
    /// What encloses a name in shells, templates and pipelines; a name without an end goes up to the end of the value.
    package static let forms = [
        ("${{", "}}"), ("{{", "}}"), ("$(", ")"), ("#{", "}"), ("<%=", "%>"), ("%(", ")s"), ("%", "%"), ("<", ">"),
        ("@", "@"), ("__", "__"), ("$env:", ""), ("$", ""),
    ]

    /// What reads a variable in programming languages.
    private static let code = [
        "process.env", "import.meta.env", "os.environ", "os.getenv(", "os.Getenv(", "System.getenv(", "ENV[",
        "ENV.fetch(", "Deno.env.get(", "env(", "Rails.application.credentials",
    ]

    /// The variable that code of a programming language reads at the start of a text; `NAME` if the code has no name in
    /// capitals, and nil if it is no code.
    package static func name(ofCode text: some StringProtocol) -> String? {
        guard let start = code.first(where: text.hasPrefix) else { return nil }
        let words = text.dropFirst(start.count).split {
            !($0.isASCII && ($0.isUppercase || $0.isNumber) || $0 == "_")
        }
        return words.first { $0.count > 1 }.map { String($0) } ?? "NAME"
    }

    /// The first variable that a part of a text is, with how that begins; nil if there is none in capital letters.
    package static func first(in text: String) -> (start: String, name: String)? {
        for index in text.indices {
            let rest = text[index...]
            if let name = name(ofCode: rest) { return ("", name) }
            for (start, end) in forms where !end.isEmpty && rest.hasPrefix(start) {
                let after = rest.dropFirst(start.count)
                guard let close = after.indices.first(where: { after[$0...].hasPrefix(end) }) else { continue }
                let name = after[..<close].trimmed.split(separator: ".").last ?? ""
                let isConstant = name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isUppercase || $0.isNumber) }
                if isConstant, name.count > 2, name.first?.isUppercase == true { return (start, String(name)) }
            }
        }
        return nil
    }
}
