import AppLinks
import AuthContracts
import Configuration
import Diagnostics
import Files
import LinkDefinitions
import TextEncoding
import YAML

// The contract that an app uses, and its settings.

extension AppReader {
    /// Reads the app's contract, and checks the settings for it; nil if it is missing or invalid.
    mutating func readContract() -> Contract? {
        guard let contracts else { return nil }
        guard let backend = file.contents.backend else {
            // Of a file with a similar name only that is told.
            if let contract, contract.file.split(separator: "/").last ?? "" == ContractLibrary.ownFile {
                diagnose(
                    Diagnostic(
                        .warning, code: "unread-file", file: contract.file,
                        message: "nothing reads this contract: app.yml has no 'backend:'",
                        fix: "Say where the backend is: backend: { base: \"https://api.example.com\" }"))
            }
            return nil
        }
        do throws(DiagnosticReport) {
            guard let source = source(of: backend, among: contracts) else { return nil }
            var contract = try contracts.contract(parsing: source)
            checkSettings(of: backend, contract: &contract)
            if backend.backend.captcha != nil, !contract.operations.contains(where: \.isGuarded) {
                report(
                    "unguarded-contract", at: "backend.captcha",
                    "no request of the contract '\(backend.backend.contract)' has a place for a captcha's answer",
                    fix: contract.standing == nil
                        ? "Write \"{{captcha?}}\" where the backend reads it, or remove the captcha."
                        : "Remove it, or describe the backend in a contract of your own, with \"{{captcha?}}\" where it reads the answer."
                )
            }
            if let provider = backend.backend.captcha?.provider.name, !contract.captchas.isEmpty,
                !contract.captchas.contains(provider)
            {
                report(
                    "unverified-captcha", at: "backend.captcha.\(provider)",
                    "'\(backend.backend.contract)' verifies no answers of '\(provider)'",
                    fix: "The providers are \(contract.captchas.joined(separator: ", ")).")
            }
            warnOfRequirements(backend.backend, contract)
            warnOfUnlikelyBase(backend.backend.base, contract)
            for warning in ContractWarnings.diagnostics(of: contract, in: source, base: backend.backend.base) {
                diagnose(warning)
            }
            return contract
        } catch {
            for mistake in error.diagnostics { diagnose(mistake) }
            return nil
        }
    }

    /// Warns of values that the contract keeps and that neither it nor a page uses.
    mutating func warnOfUnusedValues(in contract: Contract?, pages: [Page]) {
        guard let contract, let contracts, let backend = file.contents.backend,
            let source = source(of: backend, among: contracts)
        else { return }
        let states = pages.flatMap(\.states)
        let shown =
            states.flatMap(\.values).map(\.value)
            + states.flatMap(\.destinations).flatMap { PageAddress($0.value)?.names ?? [] }
        for warning in ContractWarnings.unusedValues(of: contract, in: source, besides: Set(shown)) {
            diagnose(warning)
        }
    }

    /// The file of the contract that an app uses: the one that it names, else its own.
    private mutating func source(of backend: AppFile.BackendContents, among contracts: ContractLibrary) -> SourceText? {
        let list = "The contracts are \(contracts.names.joined(separator: ", "))."
        let own = "describe the backend in \(ContractLibrary.ownFile): latchkey add contract \(file.name)"
        switch (backend.contract, contract) {
        case (let name?, nil):
            if let source = contracts[name.value] { return source }
            if let (app, path, templates) = ownContract(ofApp: name.value) {
                report(
                    "unknown-contract", at: name.location,
                    "there is no contract '\(name.value)', and \(known: path) is that of the app '\(known: app)' alone",
                    fix:
                        "Move that file to \(known: templates)/backends/\(known: app).yml, and write 'contract: \(known: app)' in both apps."
                )
                return nil
            }
            report(
                "unknown-contract", at: name.location, "there is no contract '\(name.value)'",
                fix: Self.contractFix(name.value, contracts)
                    ?? Suggestion.question(for: name.value, in: contracts.names).map(ValueMessage.init(known:))
                    ?? "\(known: list) Or remove the key, and \(known: own)")
        case (let name?, _?):
            report(
                "two-contracts", at: name.location,
                "the app has a contract of its own, \(known: ContractLibrary.ownFile)",
                fix: "Remove the key, or the file.")
        case (nil, let source?): return source
        case (nil, nil):
            report(
                "no-contract", at: backend.location,
                "there is neither a key 'contract' nor a file \(known: ContractLibrary.ownFile) beside app.yml",
                fix: "Write 'contract: NAME'. \(known: list) Or \(known: own)")
        }
        return nil
    }

    /// The contract of another app of the site that a value of `contract` names by its app or its path, with the app's name
    /// and the site's folder of templates; nil for other values.
    private func ownContract(ofApp written: String) -> (app: String, path: String, templates: String)? {
        let folders = file.document.source.file.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        let parts = written.lowercased().split { $0 == "/" || $0 == "\\" }
        guard !folders.isEmpty, file.document.written(at: "backend.contract") == nil,
            let last = parts.last(where: { $0 != ContractLibrary.ownFile })
        else { return nil }
        let app = String(last).removing(suffix: ".yml") ?? String(last)
        let site = folders.joined(separator: "/")
        let path = "\(site)/\(app)/\(ContractLibrary.ownFile)"
        guard PageReader.isName(app), FileSystem.kind(of: path) == .file else { return nil }
        return (app, path, SiteLocation.beside(site, "Templates"))
    }

    /// The contracts by the names of packages and products that come with them or precede them.
    private static let otherNames = [
        "django-rest-auth": "dj-rest-auth", "django-rest-framework": "dj-rest-auth", "devise": "devise-token-auth",
        "devise_token_auth": "devise-token-auth", "betterauth": "better-auth", "gotrue": "supabase",
        "amplify": "cognito", "ory": "kratos", "fortify": "laravel", "breeze": "laravel", "fastapi": "fastapi-users",
        "rails": "devise-token-auth", "google": "firebase", "gcip": "firebase", "identity-platform": "firebase",
    ]

    /// The fix for the path of a contract's file in place of its name.
    private static func contractFix(_ written: String, _ contracts: ContractLibrary) -> ValueMessage? {
        let file = written.split { $0 == "/" || $0 == "\\" }.last.map { $0.lowercased() } ?? ""
        let name = [".yml", ".yaml"].first(where: file.hasSuffix).map { String(file.dropLast($0.utf8.count)) } ?? file
        if contracts[name] != nil { return "Write the name alone: contract: \(known: name)" }
        let meant = otherNames[written.lowercased()] ?? Suggestion.contained(in: written, of: contracts.names)
        if let meant, contracts[meant] != nil { return "Did you mean '\(known: meant)'?" }
        if written.lowercased() == "django" { return "For Django there are djoser, dj-rest-auth and allauth." }
        guard name + ".yml" == ContractLibrary.ownFile else { return nil }
        return "Remove the key: without it, the contract is \(known: ContractLibrary.ownFile) beside app.yml."
    }

    /// Warns of optional values in the requests of pages that nothing supplies, so that they are never sent.
    mutating func warnOfUnsuppliedValues(of contract: Contract, _ pages: [Page], _ links: [LinkDefinition]) {
        guard contract.standing == nil,
            let source = self.contract ?? file.contents.backend?.contract.flatMap({ contracts?[$0.value] })
        else { return }
        let names =
            contract.settings.map(\.name) + pages.flatMap(\.fieldNames) + links.flatMap(\.web).flatMap(\.parameters)
        var known = Set(names + contract.operations.flatMap(\.keeps))
        known.formUnion(["base", Contract.Need.captcha, Contract.Need.language])
        for need in Set(pages.flatMap(\.states).flatMap(\.operations)).compactMap(contract.operation).flatMap(\.needs)
        where need.isOptional && known.insert(need.name).inserted {
            guard let range = Substring(source.text).firstRange(of: "{{\(need.name)?}}") else { continue }
            diagnose(
                source.diagnostic(
                    .warning, code: "unsupplied-value", at: source.text[..<range.lowerBound].utf8.count,
                    "nothing supplies '\(need.name)', so that it is never sent",
                    fix: Suggestion.question(for: need.name, in: names + [Contract.Need.language])
                        ?? "Name a field or a setting so, or remove it."))
        }
    }

    /// Warns of a requirement of passwords that another one makes superfluous, and of a maximum that a built-in contract
    /// does not have, below what password managers generate
    /// (https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver: at least 64 characters).
    private mutating func warnOfRequirements(_ backend: Backend, _ contract: Contract) {
        let (own, limits) = (backend.password ?? [], contract.standing == nil ? [] : contract.limits)
        for (index, rule) in own.enumerated() {
            let path = "backend.password[\(index)]"
            let limit = limits.first { $0 != rule && $0.implies(rule) }
            let stricter = own.firstIndex { $0 != rule && $0.implies(rule) }.map { index in
                file.shown(own[index].text, at: "backend.password[\(index)]")
            }
            if let other = limit?.text ?? stricter {
                warn(
                    "idle-requirement", at: path,
                    "'\(rule.text)' has no effect beside '\(known: other)'\(known: limit == nil ? "" : " of the contract '\(backend.contract)'")",
                    fix: "Remove it: what meets '\(known: other)' meets it too.")
                continue
            }
            guard contract.standing != nil, limits.isEmpty, rule.name == .atMost, let number = rule.number, number < 16
            else { continue }
            warn(
                "least-maximum", at: path,
                "'\(rule.text)' refuses what password managers generate, and the contract '\(known: backend.contract)' has no maximum",
                fix: "Remove it, unless the backend refuses longer ones.")
        }
    }

    private mutating func checkSettings(of backend: AppFile.BackendContents, contract: inout Contract) {
        let settings = backend.settings
        let known = contract.settings.map(\.name)
        var renamed: [String] = []
        for (name, _) in settings where !known.contains(name.value) {
            if contract.standing == nil, contract.operations.flatMap(\.needs).contains(where: { $0.name == name.value })
            {
                let used = Set(contract.operations.flatMap(\.needs).map(\.name))
                let unused = ValueName(name.value).nearest(in: known.filter { !used.contains($0) })
                renamed += unused.map { [$0] } ?? []
                report(
                    "undeclared-setting", at: name.location,
                    "the contract '\(backend.backend.contract)' uses {{\(name.value)}}, and does not declare it",
                    fix: unused.map { "Write '\(name.value)' there in place of '\($0)', which no request has." }
                        ?? "Declare it there: settings: { \(name.value): required }")
                // One mistake, and not also one of each request.
                contract.settings.append(Contract.Setting(name: name.value))
                continue
            }
            report(
                "unknown-setting", at: name.location,
                "the contract '\(backend.backend.contract)' has no setting '\(name.value)'",
                fix: Suggestion.question(for: name.value, in: known).map(ValueMessage.init(known:))
                    ?? (known.isEmpty
                        ? "It has none: remove it." : "Its settings are \(known.joined(separator: ", "))."))
        }
        for (name, _) in settings where contract.sendsCredential(of: name.value) {
            warn(
                "secret-setting", at: "backend.settings.\(name.value)",
                "every page contains '\(name.value)', which the contract sends as 'Authorization'",
                fix: "Remove it, and let a server of your own add it; unless it may be published.")
        }
        let meant =
            renamed + settings.keys.filter { !known.contains($0) }.compactMap { Suggestion.nearest(to: $0, in: known) }
        for setting in contract.settings
        where setting.isRequired && (settings[setting.name]?.value ?? "").isEmpty && !meant.contains(setting.name) {
            let path = "backend.settings.\(setting.name)"
            if file.removes(path), let place = file.document.keyLocation(of: path) {
                reportRemoval(of: setting.name, at: place, "which the contract needs")
                continue
            }
            report(
                "missing-setting", at: backend.contract?.location ?? backend.location,
                "the contract '\(backend.backend.contract)' needs the setting '\(known: setting.name)'",
                fix: "Add it to the backend: settings: { \(known: setting.name): … }")
        }
        for setting in contract.settings
        where !setting.isRequired && setting.link == nil && settings[setting.name] == nil {
            let operation = contract.operations.first { operation in
                operation.needs.contains { $0.name == setting.name && !$0.isOptional }
            }
            guard let operation else { continue }
            report(
                "missing-setting", at: backend.contract?.location ?? backend.location,
                "without the setting '\(known: setting.name)' the request of '\(known: operation.name)' is never sent",
                fix:
                    "Add it to the backend, settings: { \(known: setting.name): … }, or write {{\(known: setting.name)?}} in the contract, which leaves it out."
            )
        }
    }
}

extension Contract {
    /// The greatest lengths of a password, which `app.yml` does not replace in a built-in contract.
    var limits: [PasswordRequirement] { password.filter { $0.name == .atMost } }

    /// Whether a team's own contract sends a setting that is named like a secret to prove who asks.
    fileprivate func sendsCredential(of setting: String) -> Bool {
        let words = setting.lowercased().split { !$0.isLetter }
        guard standing == nil, words.contains(where: { ["token", "secret", "password", "private"].contains($0) }),
            !words.contains(where: { ["public", "publishable", "anon", "client"].contains($0) })
        else { return false }
        return operations.flatMap(\.steps).flatMap(\.request.headers).contains { header in
            header.name.lowercased() == "authorization" && header.text.needs.contains { $0.name == setting }
        }
    }
}
