internal import AppLinks
internal import AuthContracts
internal import JSON
internal import LinkDefinitions
internal import SiteModel

/// An imitation of a backend that is derived from its contract's rules.
///
/// Operations send what the contract states under `sends`. Where a contract is silent, the names of values decide: an
/// operation with a `password` signs in, and a `new-password` must meet the requirements.
struct ContractImitation: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    /// The email of the last account that signed in, to which example sessions belong.
    private var lastSignedIn: String?

    static let crossOrigin = CrossOrigin(
        methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", allowsCredentials: true)

    init(_ environment: Environment) {
        self.environment = environment
        accounts = Accounts(&self.environment)
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
        func response(_ outcome: OutcomeName) -> ExampleResponse? {
            let response = contract.exampleResponse(for: outcome, operation: operation.name, base: base)
            return response?.step == step ? response : nil
        }

        /// This step's response for the first of these outcomes that it can have.
        func first(of outcomes: OutcomeName...) -> ExampleResponse? {
            for outcome in outcomes { if let response = response(outcome) { return response } }
            return nil
        }

        /// The response that lets the flow continue, for the account with an address.
        func success(for email: String?) -> ExampleResponse? {
            for name in [OutcomeName.ok, .sent] {
                let responses =
                    contract.exampleResponses(
                        for: name, operation: operation.name, base: base, email: email ?? "someone@example.com") ?? []
                if let response = responses.first(where: { $0.step == step }) { return response }
            }
            return nil
        }
    }

    mutating func respond(to request: BackendRequest) throws(BackendResponse) -> BackendResponse {
        guard let contract = environment.app.definition else {
            return .json(501, ["error": "the sandbox has neither this backend nor its contract"])
        }
        for operation in contract.operations {
            guard let (step, values) = operation.match(request) else { continue }
            let base = environment.address + environment.app.basePath
            return respond(to: Call(contract: contract, operation: operation, step: step, values: values, base: base))
        }
        return .json(404, ["error": "the contract has no such request"])
    }

    private mutating func respond(to call: Call) -> BackendResponse {
        let grant = grant(of: call)
        if let refusal = grant.refusal ?? passwordRefusal(of: call) ?? accountRefusal(of: call) {
            return BackendResponse(refusal)
        }
        var email = call.values["email"]
        if let token = grant.token, case .good(let found) = tokens.status(of: token, now: environment.now) {
            email = accounts[id: found.account]?.email ?? email
            if call.isLast, call.operation.consumes != nil { redeem(token, found, call) }
        } else if call.isLast {
            performSideEffects(call)
        }
        return call.success(for: email).map { BackendResponse($0) }
            ?? .json(500, ["error": "the contract knows no success"])
    }

    /// The token in a request, or the response that refuses it.
    private func grant(of call: Call) -> (token: String?, refusal: ExampleResponse?) {
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

    private func passwordRefusal(of call: Call) -> ExampleResponse? {
        guard let password = call.values["new-password"] else { return nil }
        for requirement in call.contract.password where requirement != .same && !requirement.isMet(by: password) {
            if requirement.name == .atMost, let response = call.response(.passwordTooLong) { return response }
            if let response = call.response(.weakPassword) { return response }
        }
        return nil
    }

    /// The response that refuses to sign in or up; nil if nothing prevents it.
    private func accountRefusal(of call: Call) -> ExampleResponse? {
        guard let email = call.values["email"] else { return nil }
        if !EmailAddress.isValid(email), let response = call.response(.invalidEmail) { return response }
        let account = accounts[email: email]
        if let password = call.values["password"] {
            guard let account, account.password.matches(password) else { return call.response(.wrongCredentials) }
            if account.isDisabled { return call.response(.accountDisabled) }
            if account.verified == nil { return call.response(.emailUnverified) }
            return account.hasSecondFactor ? call.response(.needsSecondFactor) : nil
        }
        let isSignUp = call.values["new-password"] != nil && call.operation.consumes == nil
        return isSignUp && account != nil ? call.response(.accountExists) : nil
    }

    /// The side effects of an operation without a link: sends an email, creates an account, starts a session.
    private mutating func performSideEffects(_ call: Call) {
        let purpose = call.operation.sends
        let email = call.values["email"]
        let signedIn = accounts[email: lastSignedIn ?? Accounts.fixtures[2]]
        if purpose == .changeEmail, let signedIn, let newEmail = call.values["new-email"] ?? email {
            send(.changeEmail, to: signedIn, at: newEmail)
        } else if let email, call.values["password"] != nil {
            lastSignedIn = email
        } else if let email, let password = call.values["new-password"] {
            let account = addAccount(email, password: password)
            lastSignedIn = email
            if environment.app.link(for: .verifyEmail) != nil { send(.verifyEmail, to: account) }
        } else if let purpose, let account = email.map({ accounts[email: $0] }) ?? signedIn, !account.isDisabled {
            send(purpose, to: account)
        }
    }

    /// Sends an email with a new token to an account's address, or to the new address that it will have.
    private mutating func send(_ purpose: EmailPurpose, to account: Account, at newEmail: String? = nil) {
        let email = newEmail ?? account.email
        let token = environment.token()
        let code = environment.digits(6)
        tokens.discard(of: account.id, purpose)
        var values = ["email": email]
        for parameter in environment.app.definition?.parameters ?? [] {
            values[parameter.name] = parameter.shapes.first?.sample(using: &environment.random)
        }
        for each in [token, Self.token(code: code, email: email)] + values.filter({ $0.key != "email" }).values {
            issue(each, for: purpose, to: account, detail: newEmail, lifetime: 3_600)
        }
        let link = environment.app.emailedAddress(for: purpose, values: values, token: token)
        environment.send(purpose, to: email, link: link, code: code)
    }

    private mutating func redeem(_ token: String, _ grant: OneTimeTokens.Grant, _ call: Call) {
        tokens.use(token)
        guard var account = accounts[id: grant.account] else { return }
        if let password = call.values["new-password"] { account.password = PasswordHash(password, &environment) }
        if let email = grant.detail { account.email = email }
        account.verified = account.verified ?? environment.now
        accounts.insert(account)
        if let purpose = call.operation.sends { send(purpose, to: account) }
    }

    /// A code is valid only together with the address to which it was sent.
    private static func token(code: String, email: String?) -> String { "\(code) \(email?.lowercased() ?? "")" }
}
