import AuthContracts
import Configuration
import Diagnostics

extension ContractChecks {
    /// Reports password requirements that the backend does not have: they would reject valid passwords.
    func checkRequirements(of field: Field) {
        let backendRules = backend.requirements(of: contract)
        checkUnlisted(backendRules, of: field)
        for requirement in field.requirements?.rules ?? [] {
            let (located, rule) = (requirement.rule, requirement.rule.value)
            let numbers = requirement.words.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
            if let number = rule.number, !numbers.isEmpty, !numbers.contains(number) {
                warn(
                    "other-number", at: located.location, "the words for '\(rule.text)' say \(numbers[0])",
                    fix: "Write the same number in both.")
            }
            let isStatedByBackend = contract.deficiencies.contains { $0.requirement == .uncommon } && rule == .uncommon
            let stricter = backendRules.first { other in
                other != rule && other.name == rule.name && other.number != rule.number && other.implies(rule)
            }
            if let stricter {
                warn(
                    "weaker-than-backend", at: located.location,
                    "the page requires '\(rule.text)', and the backend '\(stricter.text)'",
                    fix: "Write 'rule: \(stricter.text)', and words that say so.")
            }
            guard rule != .same, !isStatedByBackend, !backendRules.contains(where: { $0.implies(rule) }) else {
                continue
            }
            let all = (backendRules.filter { !rule.implies($0) } + [rule]).map(\.text).joined(separator: ", ")
            let looser = backendRules.first { $0.name == rule.name && $0.countsBytes == rule.countsBytes }
            let isInContract = contract.standing == nil && backend.password == nil
            collector.report(
                "stricter-than-backend", at: located.location,
                "the page requires '\(rule.text)', and the backend \(looser.map { "'\($0.text)'" } ?? "does not")",
                fix: (looser.map { "Write 'rule: \($0.text)', and words that say so" } ?? "Remove it")
                    + "; or, if the backend requires '\(rule.text)', write it in "
                    + (isInContract
                        ? "the contract '\(backend.contract)': password: [\(all)]"
                        : "app.yml: backend: { password: [\(all)] }"))
        }
    }

    /// Warns of what the backend requires and a list of requirements lacks: visitors meet every listed one and are refused.
    ///
    /// A list need not have a maximum, which hardly anybody exceeds, and what only the backend can decide.
    private func checkUnlisted(_ backendRules: [PasswordRequirement], of field: Field) {
        guard let listed = field.requirements?.rules, let last = listed.last else { return }
        let unlisted = backendRules.filter { rule in
            rule.isKind && !listed.contains { $0.rule.value.name == rule.name }
        }
        guard let first = unlisted.first else { return }
        warn(
            "weaker-than-backend", at: last.rule.location,
            "the backend requires '\(unlisted.map(\.text).joined(separator: "', '"))' too, and the page does not list it",
            fix: "Add { rule: \(first.text), words: … }.")
    }
}
