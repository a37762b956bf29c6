internal import AppLinks
internal import AuthContracts
internal import JSON
internal import LinkDefinitions
internal import SiteModel

/// An imitation of a backend that is derived from its contract's rules.
///
/// Where a contract is silent, the names that contracts use decide: an operation with an email address and without a
/// password sends an email, whose purpose follows from the operation's name; one that consumes the link redeems a
/// token; `new-password` must meet the requirements.
struct ContractImitation: Backend {
    private var accounts: Accounts
    private var tokens = OneTimeTokens()
    /// The email of the last account that signed in, to which example sessions belong.
    private var lastSignedIn: String?

    static let crossOrigin = CrossOrigin(
        origin: .reflected, methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", allowsCredentials: true)

    init(_ environment: inout Environment) {
        accounts = Accounts(&environment)
    }

    /// A request as the contract sees it: an operation, a step and values.
    private struct Call {
        let contract: Contract
        let operation: Contract.Operation
        let step: Int
        let values: [String: String]
        let base: String

        var isLast: Bool { step == operation.steps.count - 1 }

        /// This step's response for an outcome; nil if another step, or none, can have it.
        func answer(_ outcome: OutcomeName) -> ExampleAnswer? {
            let answer = contract.exampleAnswer(for: outcome, operation: operation.name, base: base)
            return answer?.step == step ? answer : nil
        }

        /// This step's response for the first of these outcomes that it can have.
        func first(of outcomes: OutcomeName...) -> ExampleAnswer? {
            for outcome in outcomes { if let answer = answer(outcome) { return answer } }
            return nil
        }

        /// The response that lets the flow continue.
        var success: ExampleAnswer? {
            let names: [OutcomeName] = [.ok, .sent]
            for name in names {
                let answers = contract.exampleAnswers(for: name, operation: operation.name, base: base) ?? []
                if let answer = answers.first(where: { $0.step == step }) { return answer }
            }
            return nil
        }
    }

    mutating func answer(_ request: BackendRequest, _ environment: inout Environment) -> BackendAnswer {
        guard let contract = environment.app.definition else {
            return .json(501, ["error": "the sandbox has neither this backend nor its contract"])
        }
        for operation in contract.operations {
            guard let (step, values) = operation.match(request) else { continue }
            let call = Call(
                contract: contract, operation: operation, step: step, values: values,
                base: environment.address + environment.app.basePath)
            return answer(call, &environment)
        }
        return .json(404, ["error": "the contract has no such request"])
    }

    private mutating func answer(_ call: Call, _ environment: inout Environment) -> BackendAnswer {
        let grant = grant(of: call, environment)
        if let refusal = grant.refusal ?? passwordRefusal(of: call) ?? accountRefusal(of: call) {
            return BackendAnswer(refusal)
        }
        guard let success = call.success else { return .json(500, ["error": "the contract knows no success"]) }
        var email = call.values["email"]
        if let token = grant.token, case .good(let found) = tokens.status(of: token, now: environment.now) {
            email = accounts[id: found.account]?.email ?? email
            if call.isLast, call.operation.consumes != nil {
                redeem(token, found, call.values["new-password"], &environment)
            }
        } else if call.isLast {
            performSideEffects(call, &environment)
        }
        return BackendAnswer(success.naming(email))
    }

    /// The token in a request, or the response that refuses it.
    private func grant(of call: Call, _ environment: Environment) -> (token: String?, refusal: ExampleAnswer?) {
        let templates = environment.app.linkSet.links.flatMap(\.web)
        let names = Set(templates.flatMap(\.parameters) + ["code"]).subtracting(["email"])
        // If a link has several parameters, each of them carries a token.
        guard let name = call.values.keys.sorted().first(where: names.contains), let value = call.values[name] else {
            return (nil, nil)
        }
        let token = name == "code" ? Self.token(code: value, email: call.values["email"]) : value
        switch tokens.status(of: token, now: environment.now) {
        case .good: return (token, nil)
        case .expired: return (token, call.first(of: .linkExpired, .linkInvalid, .codeInvalid))
        case .used: return (token, call.first(of: .linkUsed, .linkInvalid, .linkExpired, .codeInvalid))
        case .unknown: return (token, call.first(of: .linkInvalid, .linkExpired, .codeInvalid))
        }
    }

    private func passwordRefusal(of call: Call) -> ExampleAnswer? {
        guard let password = call.values["new-password"] else { return nil }
        for requirement in call.contract.password where requirement != .same && !requirement.isMet(by: password) {
            if requirement.name == .atMost, let answer = call.answer(.passwordTooLong) { return answer }
            if let answer = call.answer(.weakPassword) { return answer }
        }
        return nil
    }

    /// The response that refuses to sign in or up; nil if nothing prevents it.
    private func accountRefusal(of call: Call) -> ExampleAnswer? {
        guard let email = call.values["email"] else { return nil }
        if !EmailAddress.isValid(email), let answer = call.answer(.invalidEmail) { return answer }
        let account = accounts[email: email]
        if let password = call.values["password"] {
            guard let account, account.password.matches(password) else { return call.answer(.wrongCredentials) }
            if account.isDisabled { return call.answer(.accountDisabled) }
            if account.verified == nil { return call.answer(.emailUnverified) }
            return account.hasSecondFactor ? call.answer(.needsSecondFactor) : nil
        }
        let isSignUp = call.values["new-password"] != nil && call.operation.consumes == nil
        return isSignUp && account != nil ? call.answer(.accountExists) : nil
    }

    /// The purpose of the email that an operation sends: as the contract states, as its name suggests, or the first for
    /// which the app has a link.
    private func purpose(of operation: Contract.Operation, for app: SandboxApp) -> EmailPurpose {
        let usual: [EmailPurpose] = [.resetPassword, .signIn, .verifyEmail, .changeEmail]
        return operation.sends?.purpose ?? EmailPurpose(operation: operation.name)
            ?? usual.first { app.link(for: $0) != nil } ?? .resetPassword
    }

    /// The side effects of an operation without a link: sends an email, creates an account, starts a session.
    private mutating func performSideEffects(_ call: Call, _ environment: inout Environment) {
        let purpose = purpose(of: call.operation, for: environment.app)
        let isSignedIn = purpose == .verifyEmail || purpose == .changeEmail
        let signedIn = isSignedIn ? accounts[email: lastSignedIn ?? Accounts.fixtures[2]] : nil
        if purpose == .changeEmail, let signedIn, let email = call.values["new-email"] ?? call.values["email"] {
            send(purpose, to: signedIn, at: email, &environment)
            return
        }
        guard let email = call.values["email"] else {
            if let signedIn { send(purpose, to: signedIn, &environment) }
            return
        }
        if call.values["password"] != nil {
            lastSignedIn = email
        } else if let password = call.values["new-password"] {
            let account = Account(
                id: environment.uuid(), email: email, password: PasswordHash(password, &environment),
                now: environment.now)
            accounts.insert(account)
            lastSignedIn = email
            if environment.app.link(for: .verifyEmail) != nil { send(.verifyEmail, to: account, &environment) }
        } else if let account = accounts[email: email], !account.isDisabled {
            send(purpose, to: account, &environment)
        }
    }

    /// Sends an email with a new token to an account's address, or to the new address that it will have.
    private mutating func send(
        _ purpose: EmailPurpose, to account: Account, at newEmail: String? = nil, _ environment: inout Environment
    ) {
        let email = newEmail ?? account.email
        let token = environment.token()
        let code = environment.digits(6)
        let lifetime = environment.app.lifetime(of: purpose, else: 3_600)
        tokens.discard(of: account.id, purpose)
        var values = ["email": email]
        for parameter in environment.app.definition?.parameters ?? [] {
            values[parameter.name] = parameter.shapes.first?.sample(using: &environment.random)
        }
        for each in [token, Self.token(code: code, email: email)] + values.filter({ $0.key != "email" }).values {
            tokens.issue(
                each, for: account.id, purpose, detail: newEmail, lifetime: lifetime, now: environment.now)
        }
        let link = environment.app.emailedAddress(for: purpose, values: values, token: token)
        environment.send(purpose, to: email, link: link, code: code)
    }

    private mutating func redeem(
        _ token: String, _ grant: OneTimeTokens.Grant, _ password: String?, _ environment: inout Environment
    ) {
        tokens.use(token)
        guard var account = accounts[id: grant.account] else { return }
        if let password { account.password = PasswordHash(password, &environment) }
        if let email = grant.detail { account.email = email }
        account.verified = account.verified ?? environment.now
        accounts.insert(account)
    }

    /// A code is valid only together with the address to which it was sent.
    private static func token(code: String, email: String?) -> String { "\(code) \(email?.lowercased() ?? "")" }
}

extension ExampleAnswer {
    /// The response with an account's address in place of the example address.
    fileprivate func naming(_ email: String?) -> ExampleAnswer {
        guard let email else { return self }
        var answer = self
        answer.body = body.map { Self.replacing(in: $0, by: email) }
        return answer
    }

    private static func replacing(in json: JSONValue, by email: String) -> JSONValue {
        switch json {
        case .string("someone@example.com"): .string(email)
        case .array(let elements): .array(elements.map { replacing(in: $0, by: email) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, replacing(in: $0.value, by: email)) }))
        default: json
        }
    }
}
