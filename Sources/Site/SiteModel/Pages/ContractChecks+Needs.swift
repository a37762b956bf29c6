import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import JSON
import LinkDefinitions

// Whether an operation has the values that its requests need: of a link, a field, app.yml or an earlier response.
extension ContractChecks {
    /// Whether a value may be missing when the operation starts: one that only a link or an earlier response supplies.
    func needsMoreThanFields(_ operation: Contract.Operation) -> Bool {
        let always = Set(fieldNames + ["base", Contract.Need.language] + contract.settings.map(\.name))
        let all = always.union(parameters)
        return operation.needs(given: all).contains { !$0.isOptional && !always.contains($0.name) }
    }

    /// Reports values that an operation needs and nothing supplies; returns whether there are any.
    func checkNeeds(of operation: Contract.Operation, at location: SourceLocation, in state: State) -> Bool {
        if checkOrder(of: operation, at: location) { return false }
        // A step whose results a link supplies is skipped, so its values are not needed.
        let missing = operation.needs(given: parameters).filter { need in
            guard !need.isOptional, !given.contains(need.name) else { return false }
            guard supplied.contains(need.name) else { return true }
            guard kept.lacks(need.name, in: state) else { return false }
            guard let fix = kept.fix(for: need.name, in: state, neededBy: operation.name) else { return true }
            warn(
                "unkept-value", at: location,
                "'\(operation.name)' needs '{{\(need.name)}}', and no transition to the state '\(state.name)' keeps it",
                fix: fix)
            return false
        }
        let isOwn = contract.standing == nil
        if StartChecks.unlistedLink(of: page, links) != nil
            || page.linkNames.contains(where: { name in
                // A link that is missing or removed is told at its name.
                app.removes("links.\(name.value)") || !links.contains { $0.name == name.value }
            })
        {
            return !missing.isEmpty
        }
        if let gap = LinkGap(of: page, for: operation, missing.map(\.name), contract) {
            gap.report(to: collector, app)
            return true
        }
        let replaced = checkReplacedFields(missing.map(\.name), of: operation, in: state)
        for need in missing where !replaced.contains(need.name) {
            let misnamed = misnamedField(for: need.name)
            if let misnamed, misnamed.isCertain, unlistedLink(with: need.name) == nil {
                report(misnamed.field, as: need.name, of: operation)
                continue
            }
            let either: String? = misnamed.map {
                "Name the field '\(need.name)', or write '{{\($0.field.name)}}' in the contract '\(backend.contract)'."
            }
            let inContract: String? =
                isOwn
                ? kept.fix(for: need.name, in: state, keptOnlyBy: operation, of: backend.contract) ?? either
                    ?? advice(on: need.name, of: operation, isOnly: missing.count == 1) : nil
            collector.report(
                "unknown-value", at: location, "'\(operation.name)' needs '{{\(need.name)}}', and nothing supplies it",
                fix: need.name == Contract.Need.captcha
                    ? "Name the captcha in app.yml: backend: { captcha: { turnstile: … } }"
                    : unlistedLink(with: need.name)
                        ?? inContract
                        ?? Suggestion.question(for: need.name, in: parameters.sorted())
                        ?? (isOwn && !PageReader.isName(need.name)
                            ? "Correct its name in the contract '\(backend.contract)', or keep it there from the response of an earlier step; for a value of app.yml, declare it there: settings: { \(need.name): required }"
                            : "Name a field '\(need.name)', or a parameter of the link"
                                + (isOwn
                                    ? "; or keep it from the response of an earlier step of the contract '\(backend.contract)', or correct its name there; for a value of app.yml, declare it there: settings: { \(need.name): required }"
                                    : "."))
            )
        }
        if missing.isEmpty { checkEachAddress(for: operation) }
        return !missing.isEmpty
    }

    /// Reports a list of fields that takes the place of the kind's, with those that an operation needs; returns the names of
    /// these.
    private func checkReplacedFields(
        _ missing: [String], of operation: Contract.Operation, in state: State
    ) -> [String] {
        guard let (place, fields) = page.spec?.replacedFields[state.name], place.file == page.source.file else {
            return []
        }
        let lost = fields.filter { field in
            missing.contains { $0 == field["name"]?.text && misnamedField(for: $0)?.isCertain != true }
        }
        let names = lost.compactMap { $0["name"]?.text }
        guard !names.isEmpty else { return [] }
        let lines = lost.map { field in
            let parts = field.members.filter { $0.key.text != "requirements" }.compactMap { member in
                member.value.text.map { "\(member.key.text ?? ""): \(JSONValue.string($0).flowYAML)" }
            }
            return "- { \(parts.joined(separator: ", ")) }"
        }
        collector.report(
            "unknown-value", at: place,
            "these fields replace those of the kind, and '\(operation.name)' needs \(names.map { "'\($0)'" }.joined(separator: " and ")) of them",
            fix: "Write them here too: \(lines.joined(separator: " "))")
        return names
    }

    /// The value that was probably meant in the team's own contract: one with a similar name, else the only one that the
    /// link or a response has and no request takes.
    private func advice(on name: String, of operation: Contract.Operation, isOnly: Bool) -> String? {
        let sent = operation.needs.map(\.name)
        let others = supplied.subtracting([name])
        return ValueName(name).advice(on: backend.contract, in: others.subtracting(sent).sorted())
            ?? (isOnly ? unusedValue(for: operation) : nil).map {
                "Write '{{\($0)}}' in the contract '\(backend.contract)': \(parameters.contains($0) ? "'\(operation.name)' does not send that value of the link" : "nothing sends that kept value")."
            }
            ?? ValueName(name).advice(on: backend.contract, in: others.sorted())
    }

    /// The only value that an operation may take of the link, or of a response, and does not.
    private func unusedValue(for operation: Contract.Operation) -> String? {
        let operations = page.states.flatMap(\.moves).compactMap { contract.operation(named: $0.operation.value) }
        let all = operations.flatMap(\.steps).flatMap(\.request.needs).map(\.name)
        let kept = Set(operations.flatMap(\.keeps)).subtracting(all + PageChecks.common + ["account"])
        let used = operation.consumes == .link ? operation.needs.map(\.name) : all
        let unused = parameters.subtracting(used).union(kept).subtracting(page.states.flatMap(\.values).map(\.value))
        return unused.count == 1 ? unused.first : nil
    }

    /// The field that was probably meant for a value that nothing supplies: no request has its name, and the value's name
    /// or kind is near. It is certain unless the team's own contract may be what is wrong: where the value's name is neither
    /// usual nor used a second time, or a text has the field's.
    func misnamedField(for name: String) -> (field: Field, isCertain: Bool)? {
        guard PageReader.isName(name) else { return nil }
        let isOwn = contract.standing == nil
        let sent = Set(contract.operations.flatMap(\.needs).map(\.name))
        let fields = page.states.flatMap(\.fields).filter { field in
            if case .same = field.rule { return false }
            return field.rule != .consent && !sent.contains(field.name)
                && !(isOwn && Self.usualFields[field.name] != nil)
        }
        let alike = fields.filter { Self.usualFields[name]?.contains($0.rule) == true }
        let near = ValueName(name).nearest(in: fields.map(\.name))
        guard
            let field = fields.first(where: { $0.name == near })
                ?? (Set(alike.map(\.name)).count == 1 ? alike[0] : nil)
        else { return nil }
        let shown = Set((page.states.flatMap(\.values) + page.messageValues).map(\.value))
        let isUsual =
            Self.usualFields[name] != nil || shown.contains(name)
            || contract.operations.count { $0.needs.contains { $0.name == name } } > 1
        return (field, !isOwn || isUsual && !shown.contains(field.name))
    }

    /// The rules of fields by the names that contracts have for them.
    private static let usualFields: [String: Set<FieldRule>] = [
        "email": [.email, .simpleEmail], "new-email": [.email, .simpleEmail], "code": [.code],
        "password": [.password, .currentPassword], "new-password": [.password], "current-password": [.currentPassword],
    ]

    /// Reports a field with another name than a value, once for all operations that need the value.
    private func report(_ field: Field, as name: String, of operation: Contract.Operation) {
        let fix = "Write 'name: \(name)'."
        if collector.diagnostics.contains(where: { $0.line == field.location.line && $0.fix == fix }) { return }
        collector.report(
            "unknown-value", at: field.location,
            "'\(operation.name)' needs '{{\(name)}}', and this field is called '\(field.name)'", fix: fix)
    }

    /// Reports a value that only a later step of the same operation keeps; returns whether there is one.
    private func checkOrder(of operation: Contract.Operation, at location: SourceLocation) -> Bool {
        let others = page.states.flatMap(\.operations).filter { $0 != operation.name }
        let kept = Set(others.flatMap { contract.operation(named: $0)?.keeps ?? [] })
        func keeps(_ step: Contract.Step, _ name: String) -> Bool {
            step.rules.contains { $0.keep.contains { $0.name == name } }
        }
        let late = operation.steps.indices.lazy.compactMap { index in
            operation.steps[index].request.needs.first { need in
                !need.isOptional && !given.contains(need.name) && !kept.contains(need.name)
                    && !operation.steps[...index].contains { keeps($0, need.name) }
                    && operation.steps[index...].contains { keeps($0, need.name) }
            }
        }.first
        guard let late else { return false }
        collector.report(
            "value-kept-later", at: location,
            "'\(operation.name)' needs '{{\(late.name)}}' before a response of its own supplies it",
            fix:
                "In the contract '\(backend.contract)', move the step that keeps '\(late.name)' above the one that uses it."
        )
        return true
    }

    /// Reports the address of a link that lacks what another address of the same link supplies.
    private func checkEachAddress(for operation: Contract.Operation) {
        for link in page.links where link.web.count > 1 {
            for template in link.web {
                let always = supplied.subtracting(parameters).union(template.parameters)
                let lacking = operation.needs(given: Set(template.parameters)).first { need in
                    !need.isOptional && !always.contains(need.name)
                        && link.web.contains { $0.parameters.contains(need.name) }
                }
                guard let lacking, let name = page.linkNames.first(where: { $0.value == link.name }) else { continue }
                collector.report(
                    "unknown-value", at: name.location,
                    "'\(operation.name)' needs '{{\(lacking.name)}}', which the address '\(template.text)' of this link does not have",
                    fix: "Write '{\(lacking.name)}' in it, in app.yml.")
            }
        }
    }

    /// The fix for a value of a link that opens the page and that the page does not receive.
    private func unlistedLink(with parameter: String) -> String? {
        let link = opening.first { link in
            !page.linkNames.contains { $0.value == link.name }
                && link.web.contains { $0.parameters.contains(parameter) }
        }
        return link.map { "Add 'link: \($0.name)' to the front matter: app.yml opens this page with that link." }
    }

    /// Warns of a text with a value that an operation keeps, in a state that is shown before it has run.
    func checkShown(_ value: Located<String>, in state: State) {
        guard page.isOwn(state), supplied.contains(value.value), !given.contains(value.value),
            !PageChecks.common.contains(value.value), kept.lacks(value.value, in: state)
        else { return }
        let other = page.states.first { kept.has(value.value, in: $0) }
        warn(
            "unshown-value", at: value.location,
            "nothing on the way to the state '\(state.name)' keeps '{{\(value.value)}}', so that this text is never shown",
            fix: "Leave it out\(other.map { ", or write it in the state '\($0.name)'" } ?? "").")
    }
}
