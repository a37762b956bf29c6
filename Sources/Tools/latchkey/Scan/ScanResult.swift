import JSON
import Studio

/// What the classes of scanners did to a link.
struct ScanResult {
    struct Verdict {
        let scanner: ScannerClass
        let isSpent: Bool
        let why: String
        var isRun = true
        /// Whether the link cannot be used in the first place, so that nothing can be said of what spends it.
        var isUnusable = false
    }

    struct Mail {
        let name: String
        /// Nil if nothing is known of a code.
        let code: Preview.Code?
        /// What whoever uses the link does that a person cannot take back.
        var effect: String?
    }

    let name: String
    let mails: [Mail]
    var verdicts: [Verdict] = []

    /// Why the link cannot be used in the first place; nil if a class could try.
    var unusable: String? { verdicts.first(where: \.isUnusable)?.why }

    /// Those that spent the link and never may.
    var spending: [Verdict] { verdicts.filter { $0.isSpent && !$0.scanner.maySpend } }

    var text: String {
        let width = verdicts.map(\.scanner.title.count).max() ?? 0
        return "\(name)\n"
            + verdicts.map { verdict in
                let title = verdict.scanner.title
                if verdict.isUnusable { return "  cannot be used: \(verdict.why)\n" }
                return "  \(title)\(String(repeating: " ", count: width - title.count))  \(verdict.why)\n"
            }.joined()
    }

    var json: JSONValue {
        [
            "link": .string(name), "unusable": unusable.map(JSONValue.string) ?? .null,
            "scanners": .array(
                verdicts.map { verdict in
                    [
                        "scanner": .string(verdict.scanner.name), "ran": .bool(verdict.isRun),
                        "spent": .bool(verdict.isSpent), "why": .string(verdict.why),
                        "sources": .array(verdict.scanner.known.map(JSONValue.string)),
                    ]
                }),
        ]
    }

    /// What becomes of each email whose links were opened before its reader did.
    static func emails(of results: [ScanResult]) -> [(text: String, json: JSONValue)] {
        var seen: Set<String> = []
        return results.flatMap(\.mails).filter { seen.insert($0.name).inserted }.map { mail in
            let spending = results.filter { $0.mails.contains { $0.name == mail.name } }.flatMap(\.spending)
            let classes = ScannerClass.all.map(\.name).filter { name in spending.contains { $0.scanner.name == name } }
            let isUnusable = results.contains { result in
                result.unusable != nil && result.mails.contains { $0.name == mail.name }
            }
            let verdict =
                !classes.isEmpty
                ? "spent by \(classes.joined(separator: ", "))"
                : isUnusable ? "a link of it does not work" : "its links reach the reader"
            let isPressed = results.contains { result in
                result.mails.contains { $0.name == mail.name }
                    && result.verdicts.contains { $0.isSpent && $0.scanner.maySpend }
            }
            let code =
                switch mail.code {
                case _ where isPressed && mail.effect != nil: "; after a clicker \(mail.effect ?? "")"
                case nil: ""
                case .some(.none): "; it has no code"
                case .ofLink: "; its code is spent with the link"
                case .own: "; after a clicker its code is a way"
                }
            return (
                "email \(mail.name): \(verdict)\(code)\n",
                [
                    "email": .string(mail.name), "spent-by": .array(classes.map(JSONValue.string)),
                    "unusable": .bool(isUnusable),
                    "code": mail.code.map { .bool($0 == .own) } ?? .null,
                ]
            )
        }
    }
}
