import Diagnostics

// Notices of what has happened to an account.
extension EmailReader {
    /// The emails of the known systems that report a change or a sign-in.
    private static let notices: Set<String> = [
        "password-changed", "email-changed", "username-changed", "phone-changed", "credential-changed",
        "credential-removed", "factor-enrolled", "factor-removed", "identity-linked", "identity-unlinked",
        "new-sign-in",
        "second-factor-added",
    ]

    /// What the built-in emails that somebody requests say in other languages.
    private static let ofRequests = [
        "**Haben Sie das nicht angefordert?** Sie können diese E-Mail einfach ignorieren",
        "**Vous n’avez rien demandé ?** Vous pouvez ignorer cet e-mail",
        "**¿No has solicitado esto?** Puedes ignorar este correo",
        "**Non hai fatto tu questa richiesta?** Puoi tranquillamente ignorare questa email",
        "**Niet aangevraagd?** Je kunt deze e-mail gerust negeren",
        "**To nie Twoja prośba?** Możesz spokojnie zignorować tę wiadomość",
        "**Você não fez essa solicitação?** Você pode ignorar este e-mail",
    ]

    /// Warns of a notice that tells those who did not do what it reports to ignore it, as the email for a request does.
    func warnOfIgnoredNotice() {
        guard Self.notices.contains(name) else { return }
        let text = collector.source.text
        for line in text.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix("<!--") {
            let sentences = Sentence.all(in: String(line))
            let ignoring = sentences.indices.first { index in
                sentences[index].tellsToIgnore(after: index > 0 ? sentences[index - 1] : nil)
            }
            guard let words = ignoring.map({ sentences[$0].text }) ?? Self.ofRequests.first(where: line.contains),
                let start = line.firstRange(of: words)?.lowerBound
            else { continue }
            let path = paths.contains("/forgot-password") ? "/forgot-password" : nil
            return collector.report(
                "ignored-notice", as: .warning, at: collector.source.location(at: text[..<start].utf8.count),
                "the email reports what has happened, and this tells those who did not do it to ignore it",
                fix: "Write what they have to do, such as: > **Wasn't you?** "
                    + (path.map { "[Reset your password](\($0)) right away." } ?? "Contact us: {{support}}"))
        }
    }
}

extension Sentence {
    /// Whether it tells those who did not do something to ignore an email: by its own condition, or else after a question that
    /// asks for them.
    fileprivate func tellsToIgnore(after question: Sentence?) -> Bool {
        func isNegative(_ words: some Collection<String>) -> Bool { words.contains { ["t", "not"].contains($0) } }
        guard let place = list.firstIndex(of: "ignore"), place + 1 < list.count,
            ["this", "it", "the"].contains(list[place + 1]),
            place == 0 || !["t", "not", "never"].contains(list[place - 1])
        else { return false }
        if let condition = text.lowercased().firstRange(of: "if ") {
            let clause = text[condition.lowerBound...].prefix { $0 != "," }
            return Sentence.all(in: String(clause)).first.map { isNegative($0.list) } ?? false
        }
        return words.isDisjoint(with: ["otherwise", "else", "unless", "when", "was", "were"])
            && question.map { $0.isQuestion && isNegative($0.list) } == true
    }
}
