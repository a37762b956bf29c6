internal import AppLinks
internal import AuthContracts
internal import LinkDefinitions
internal import TextEncoding

extension Sandbox {
    /// The absolute URL of an app's link that opens a page, with tokens that the app's backend accepts; sends no email.
    /// Nil if there is no such link, or no backend that imitates the app's.
    package func issueLink(_ link: String, of app: String) -> String? {
        issueEmail(with: link, of: app)?.link
    }

    /// A link as `issueLink` has it, the address to which its email goes, and the code that is beside it there.
    package func issueEmail(with link: String, of app: String) -> (link: String, recipient: String, code: String)? {
        let time = Self.time()
        return changeCore { $0.issueEmail(with: link, of: app, time: time) }
    }

    /// Whether the tokens of a link have not been used up; an expired one has not.
    package func works(_ address: String, of app: String) -> Bool {
        let time = Self.time()
        return withCore { core in
            guard let mounted = core.mounted.first(where: { $0.app.name == app }), let parts = URLParts(address) else {
                return false
            }
            let kind = type(of: mounted.backend)
            for template in mounted.app.linkSet.links.flatMap(\.web) {
                guard
                    let values = template.parameters(
                        ofPath: parts.path, query: parts.query, fragment: parts.fragment)
                else { continue }
                return values.filter { $0.key != "email" }.allSatisfy { name, value in
                    switch mounted.backend.tokens.status(of: kind.key(of: value, named: name), now: time + core.advance)
                    {
                    case .good, .expired: true
                    case .used, .unknown: false
                    }
                }
            }
            return false
        }
    }
}

extension SandboxCore {
    fileprivate mutating func issueEmail(
        with name: String, of app: String, time: Int
    ) -> (link: String, recipient: String, code: String)? {
        guard let index = mounted.firstIndex(where: { $0.app.name == app }),
            let link = mounted[index].app.linkSet.links.first(where: { $0.name == name })
        else { return nil }
        mounted[index].backend.environment = environment(of: mounted[index].app, at: time)
        return mounted[index].backend.issueEmail(with: link)
    }
}

extension Backend {
    /// Issues the tokens of a link to the account that its purpose needs: one with an unverified address to verify it.
    fileprivate mutating func issueEmail(with link: LinkDefinition) -> (link: String, recipient: String, code: String)?
    {
        let purpose =
            EmailPurpose(rawValue: link.name)
            ?? EmailPurpose.allCases.first { $0.names.contains(where: link.name.contains) } ?? .signIn
        let email = Accounts.fixtures[[.verifyEmail, .invite].contains(purpose) ? 2 : 0]
        guard let template = link.web.first, let account = accounts[email: email] else { return nil }
        // The address that the account gets, or gets back.
        let mode = template.conditions["mode"].flatMap { $0 == "signIn" ? nil : $0 }
        let detail =
            purpose == .signIn ? mode : [.changeEmail: "new.", .recoverEmail: "old."][purpose].map { $0 + email }
        let code = environment.digits(6)
        var values: [String: String] = [:]
        for name in template.parameters {
            let value = name == "email" ? email : linkValue(name, code: code, email: email)
            values[name] = value
            issue(Self.key(of: value, named: name), for: purpose, to: account, detail: detail, lifetime: 3_600)
        }
        if let key = Self.key(ofCode: code, email: email) {
            issue(key, for: purpose, to: account, detail: detail, lifetime: 3_600)
        }
        return template.expanded(with: values).map {
            (template.scheme == nil ? environment.app.linkBase + $0 : $0, email, code)
        }
    }
}
