import AuthContracts
import Configuration
import Diagnostics
import TextEncoding
import YAML

// Operations of a team's own contract that are those of the catalogue's pages under other names.
extension ContractLibrary {
    /// The operation of the team's own contract that probably is the one with a name; nil if there is none.
    func operation(of contract: Contract, namedFor name: String) -> String? {
        if let operation = operation(of: contract, meantAs: name) { return operation }
        let names = unknownOperations(of: contract).map(\.name)
        let purpose = EmailPurpose(namedIn: [name])
        return names.first { purpose != nil && EmailPurpose(namedIn: [$0]) == purpose }
            ?? Suggestion.nearest(to: name, in: names)
    }

    /// The only operation that does what the one with a name does, which the contract lacks.
    fileprivate func operation(of contract: Contract, meantAs name: String) -> String? {
        guard contract.operation(named: name) == nil else { return nil }
        let settings = ["base", Contract.Need.captcha, Contract.Need.language] + contract.settings.map(\.name)
        let meant = unknownOperations(of: contract).filter { $0.isMeant(as: name, besides: settings) }
        return meant.count == 1 ? meant[0].name : nil
    }

    /// The operations of the team's own contract that no page of the catalogue runs.
    private func unknownOperations(of contract: Contract) -> [Contract.Operation] {
        contract.standing != nil
            ? []
            : contract.operations.filter { operation in !pages.values.contains { $0.runs(operation.name) } }
    }

    static func fix(forOperation written: String, namedFor name: String) -> String {
        "Write '\(name):' in place of '\(written):' in the contract, if it is that one."
    }
}

extension SourceText {
    /// Whether a page of the catalogue has a button for an operation.
    fileprivate func runs(_ operation: String) -> Bool {
        text.contains("(run:\(operation) ") || text.contains("(run:\(operation))")
    }
}

extension Contract.Operation {
    /// Whether it does what the catalogue's operation with a name does, whatever it is called.
    fileprivate func isMeant(as name: String, besides settings: [String]) -> Bool {
        let typed = needs.map(\.name).filter { !settings.contains($0) }
        let words = Set(self.name.split(separator: "-").map(String.init))
        return switch name {
        case "send-link": sends == .resetPassword && consumes == nil
        case "send-magic-link": sends == .signIn && consumes == nil && typed == ["email"]
        case "resend-verification": sends == .verifyEmail && consumes == nil && typed == ["email"]
        case "reset-password":
            consumes == .link && typed.contains("new-password") && !words.isDisjoint(with: ["password", "reset"])
        case "delete-account":
            sends == nil && consumes == nil && !words.isDisjoint(with: ["delete", "remove", "close", "erase"])
                && !words.isDisjoint(with: ["account", "user", "me", "profile", "membership"])
        default: false
        }
    }
}

extension AppReader {
    /// Warns of a page of a kind without an operation that the team's own contract probably has under another name, which no
    /// page runs.
    mutating func warnOfRenamedOperations(of contract: Contract, _ pages: [Page]) {
        // A page that could not be read may run it.
        guard let library = contracts, let backend = file.contents.backend, faultyFiles.isEmpty else { return }
        let run = Set(pages.flatMap(\.states).flatMap { $0.operations + $0.moves.map(\.operation.value) })
        for name in ["resend-verification", AccountDeletion.kind] {
            guard let written = library.operation(of: contract, meantAs: name), !run.contains(written) else { continue }
            for page in pages {
                guard let kind = page.spec?.document.root?["kind"], let place = kind.location,
                    ([""] + ContractLibrary.variants).contains(where: {
                        library.pages["\(kind.text ?? "")\($0)"]?.runs(name) == true
                    })
                else { continue }
                diagnose(
                    page.source.diagnostic(
                        .warning, code: "renamed-operation", at: place,
                        "this page is without the operation '\(name)', and no page runs '\(written)' of the contract '\(backend.backend.contract)'",
                        fix: ContractLibrary.fix(forOperation: written, namedFor: name)))
            }
        }
    }
}
