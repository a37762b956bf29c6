import AuthContracts
import Configuration
import Diagnostics
import YAML

extension PageChecks {
    /// Warns of a page that deletes accounts and does not say of what data.
    func checkDeletion() {
        checkKeptData()
        guard page.deletesAccounts, let state = page.state(named: page.start.name(for: nil)) else { return }
        if page.isOfKind, page.isOwn(state), let deleted = page.deletion?.deleted,
            !deleted.isEmpty,
            !deleted.contains(where: { item in state.texts.contains { $0.contains(item) } })
        {
            collector.report(
                "data-unsaid", as: .warning, at: state.location,
                "'data:' says what is deleted, and '# \(state.name)' replaces the text that shows it",
                fix: "Say it below '# \(state.name)' too: \(deleted.joined(separator: ", ")).")
        }
        guard
            page.deletion?.deleted.isEmpty != false || page.deletion?.kept == nil
        else { return }
        let missing = [
            page.deletion?.deleted.isEmpty == false ? nil : "what is deleted",
            page.deletion?.kept == nil ? "what is kept" : nil,
        ]
        collector.report(
            "data-unsaid", as: .warning,
            at: page.spec?.document.root?["kind"]?.location ?? page.source.location(at: 0),
            "the page does not say \(missing.compactMap(\.self).joined(separator: " and ")), which Google Play asks of it",
            fix:
                "Write what is true of the app: data: { deleted: [Your profile], kept: { Invoices: \"for ten years, as tax law requires\" } }, or 'kept: nothing'\(page.isOfKind ? "" : ", and say it below '# \(state.name)'")."
        )
    }

    /// Warns of a page whose key says that no data is kept, and whose text says that some is.
    private func checkKeptData() {
        guard page.deletion?.kept?.isEmpty == true, let kept = page.spec?.document.root?["data"]?["kept"]?.location
        else { return }
        for state in page.states where page.isOwn(state) {
            guard let sentence = state.sentences.first(where: \.saysKept) else { continue }
            return collector.report(
                "kept-data", as: .warning, at: kept,
                "'kept: nothing', and '# \(state.name)' says '\(sentence.text)'",
                fix:
                    "Write what is kept, and for how long, such as kept: { Invoices: \"for ten years\" }; or correct the text."
            )
        }
    }
}

extension Sentence {
    /// Whether it says that data outlives the account.
    fileprivate var saysKept: Bool {
        let words = " \(list.joined(separator: " ")) "
        let others = ["nothing", "none", "no", "not", "t", "never", "if", "safe", "secure", "private"]
        return self.words.isDisjoint(with: others)
            && ["we keep your", "we retain", "is kept", "are kept", "is retained", "are retained"].contains {
                Substring(words).firstRange(of: " \($0) ") != nil
            }
    }
}
