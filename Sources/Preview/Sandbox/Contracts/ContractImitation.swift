internal import AppLinks
internal import AuthContracts
internal import JSON
internal import LinkDefinitions
internal import SiteModel

/// An imitation of a backend by its contract: it responds with the recorded responses in the contract's rules, or with
/// responses derived from them.
///
/// Operations send what the contract states under `sends`. Where a contract is silent, the names of values decide: an
/// operation with a `password` signs in, one with a `new-password` and no link signs up, and what responses to a known
/// account supply besides its `email` is a session.
struct ContractImitation: Backend {
    var environment: Environment
    var accounts: Accounts
    var tokens = OneTimeTokens()
    private var sessions: [String: String] = [:]
    /// The address of the account that signed in last, for backends whose session is a cookie.
    private var lastSignedIn = Accounts.fixtures[2]
    /// The address that the last code was sent to, for backends that know it by a flow and not by the request.
    private var lastAddressed: String?
    /// The accounts whose sessions have passed the second factor.
    private var elevated: Set<String> = []

    static let crossOrigin = CrossOrigin(
        methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT", exposesAll: true, allowsCredentials: true)

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
        var email: String? { values["email"] }
        var newPassword: String? { values["new-password"] }
        /// The code of an authenticator app or a recovery code in a request that checks it; nil in others.
        var factor: (code: String?, recoveryCode: String?)? {
            guard isLast, ["verify-second-factor", "verify-recovery-code"].contains(operation.name) else { return nil }
            return (values["code"], values["recovery-code"])
        }
        var isDeletion: Bool { operation.name.hasPrefix("delete-account") && isLast }
        var isSignUp: Bool { email != nil && newPassword != nil && operation.consumes == nil }

        /// The values besides `email` that responses supply to later requests.
        var sessionNames: [String] { contract.operations.flatMap(\.keeps).filter { $0 != "email" } }

        /// This step's response for an outcome; nil if another step, or none, can have it.
        func response(_ outcome: OutcomeName, _ values: [String: String] = [:]) -> ExampleResponse? {
            let response = contract.exampleResponse(
                for: outcome, operation: operation.name, base: base, values: values, from: step)
            return response?.step == step ? response : nil
        }

        /// The first of these outcomes that this step can have.
        func first(of outcomes: OutcomeName...) -> OutcomeName? { outcomes.first { response($0) != nil } }

        /// The response that lets the flow continue.
        func success(_ values: [String: String]) -> ExampleResponse? {
            for name in [OutcomeName.ok, .sent] {
                let responses = contract.exampleResponses(
                    for: name, operation: operation.name, base: base, values: values)
                if let response = responses?.first(where: { $0.step == step }) { return response }
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
        for operation in contract.operations {
            guard let contents = operation.steps.lazy.compactMap({ $0.request.contents(for: request) }).first else {
                continue
            }
            return .json(422, ["error": .string("the request of '\(operation.name)' has \(contents)")])
        }
        return .json(404, ["error": "the contract has no such request"])
    }

    private mutating func respond(to call: Call) -> BackendResponse {
        if let factor = call.factor { return respond(to: call, factor) }
        let grant = grant(of: call)
        var account = account(of: call, grant.status)
        let refusal =
            refusal(of: grant.status, call) ?? refusal(ofPasswordIn: call) ?? refusal(of: account, in: call)
            ?? refusal(ofSession: account, in: call) ?? refusal(ofSecondFactor: account, in: call)
        if refusal == nil, call.isLast {
            if let token = grant.token, call.operation.consumes != nil, let account {
                redeem(token, of: account, call)
            } else if grant.token == nil {
                account = performSideEffects(call, account)
            }
        }
        let values = supplied(to: account, call)
        let response = refusal.flatMap { call.response($0, values) } ?? call.success(values)
        return response.map { BackendResponse($0) } ?? .json(500, ["error": "the contract knows no success"])
    }

    /// Checks a second factor, by the session that an earlier request began.
    private mutating func respond(
        to call: Call, _ factor: (code: String?, recoveryCode: String?)
    ) -> BackendResponse {
        // A session in a cookie is that of the address that the last code was sent to.
        let isByCookie = call.operation.steps[call.step].request.sendsCookies
        guard var account = account(of: call, nil) ?? (isByCookie ? lastAddressed.flatMap { accounts[email: $0] } : nil)
        else {
            let refusal = call.first(of: .needsLogin, .linkExpired, .linkInvalid).flatMap { call.response($0) }
            return refusal.map { BackendResponse($0) } ?? .json(401, ["error": "no session"])
        }
        let verdict =
            factor.recoveryCode.map { account.secondFactor.check(recoveryCode: $0, now: environment.now) }
            ?? account.secondFactor.check(code: factor.code ?? "", now: environment.now)
        accounts.insert(account)
        if verdict == .right { elevated.insert(account.id) }
        let refusals: [SecondFactor.Verdict: OutcomeName] = [.wrong: .codeInvalid, .tooMany: .rateLimited]
        let values = supplied(to: account, call)
        let response = refusals[verdict].flatMap { call.response($0, values) } ?? call.success(values)
        return response.map { BackendResponse($0) } ?? .json(500, ["error": "the contract knows no success"])
    }

    /// Refuses the new password of an account with a second factor until that was checked.
    private func refusal(ofSecondFactor account: Account?, in call: Call) -> OutcomeName? {
        guard let account, account.hasSecondFactor, !elevated.contains(account.id),
            call.operation.needs.contains(where: { $0.name == "new-password" })
        else { return nil }
        return call.first(of: .needsSecondFactor)
    }

    private func grant(of call: Call) -> (token: String?, status: OneTimeTokens.Status?) {
        let templates = environment.app.linkSet.links.flatMap(\.web)
        let names = Set(templates.flatMap(\.parameters) + ["code"]).subtracting(["email"])
        // Each of a link's parameters is good under its own name alone, so that exchanged ones are refused.
        // A link may carry a session under the names that later ones have.
        let found = call.values.filter { names.contains($0.key) && sessions[$0.value] == nil }.keys.sorted().map {
            name in
            let value = call.values[name] ?? ""
            let code = Self.token(code: value, email: call.email ?? lastAddressed)
            let token = name == "code" && status(of: code) != .unknown ? code : Self.key(of: value, named: name)
            return (token: token, status: status(of: token))
        }
        let refused = found.first { if case .good = $0.status { false } else { true } }
        guard let grant = refused ?? found.first else { return (nil, nil) }
        return (grant.token, grant.status)
    }

    private func status(of token: String) -> OneTimeTokens.Status { tokens.status(of: token, now: environment.now) }

    /// The account that a request belongs to, by its link, its session or its password.
    private func account(of call: Call, _ status: OneTimeTokens.Status?) -> Account? {
        if let status {
            if case .good(let grant) = status { return accounts[id: grant.account] }
            return nil
        }
        for value in call.values.values { if let id = sessions[value] { return accounts[id: id] } }
        guard let password = call.values["password"], let account = call.email.flatMap({ accounts[email: $0] }) else {
            return nil
        }
        return account.hasPassword(password) && !account.isDisabled ? account : nil
    }

    private func refusal(of status: OneTimeTokens.Status?, _ call: Call) -> OutcomeName? {
        switch status {
        case nil, .good: nil
        case .expired: call.first(of: .linkExpired, .linkInvalid, .codeInvalid)
        case .used(let grant) where grant.purpose == .verifyEmail:
            call.first(of: .alreadyVerified, .linkUsed, .linkInvalid, .linkExpired, .codeInvalid)
        case .used: call.first(of: .linkUsed, .linkInvalid, .linkExpired, .codeInvalid)
        case .unknown: call.first(of: .linkInvalid, .linkExpired, .codeInvalid)
        }
    }

    private func refusal(ofPasswordIn call: Call) -> OutcomeName? {
        guard let password = call.newPassword else { return nil }
        // A contract may leave the requirements to each project.
        let requirements = call.contract.password.isEmpty ? [.atLeast(8)] : call.contract.password
        for requirement in requirements where requirement != .same && !requirement.isMet(by: password) {
            let isTooLong = requirement.name == .atMost
            if let name = isTooLong ? call.first(of: .passwordTooLong, .weakPassword) : call.first(of: .weakPassword) {
                return name
            }
        }
        return nil
    }

    private func refusal(of account: Account?, in call: Call) -> OutcomeName? {
        guard let email = call.email else {
            // A link of the account whose password is asked for too.
            guard let account, let password = call.values["password"], !account.hasPassword(password) else {
                return nil
            }
            return call.first(of: .wrongCredentials)
        }
        if !EmailAddress.isValid(email), let name = call.first(of: .invalidEmail) { return name }
        let account = accounts[email: email]
        if let password = call.values["password"] {
            guard let account, account.hasPassword(password) else { return call.first(of: .wrongCredentials) }
            if account.isDisabled { return call.first(of: .accountDisabled, .wrongCredentials) }
            if account.verified == nil { return call.first(of: .emailUnverified) }
            return account.hasSecondFactor ? call.first(of: .needsSecondFactor) : nil
        }
        return call.isSignUp && account != nil ? call.first(of: .accountExists) : nil
    }

    private func refusal(ofSession account: Account?, in call: Call) -> OutcomeName? {
        guard call.operation.needs.map(\.name).contains(where: call.sessionNames.contains) else { return nil }
        guard let account else { return call.first(of: .needsLogin) }
        switch call.operation.sends {
        case .verifyEmail: return account.verified == nil ? nil : call.first(of: .alreadyVerified)
        case nil where call.operation.consumes == nil:
            return account.verified == nil ? call.first(of: .emailUnverified) : nil
        default: return nil
        }
    }

    /// The values that a response supplies to later requests.
    private mutating func supplied(to account: Account?, _ call: Call) -> [String: String] {
        guard let account else { return call.email.map { ["email": $0] } ?? [:] }
        var values = ["email": account.email]
        guard !call.sessionNames.isEmpty else { return values }
        let session = environment.token()
        sessions[session] = account.id
        for name in call.sessionNames { values[name] = session }
        return values
    }

    /// The effects of a request without a link or code: it sends an email, creates an account, signs in, or sets the
    /// password of a session that a code began. Returns the account to which the response belongs.
    private mutating func performSideEffects(_ call: Call, _ account: Account?) -> Account? {
        if var account, call.operation.consumes != nil, let password = call.newPassword {
            // An earlier request of the operation had the code, and began the session of this one.
            account.password = password
            accounts.insert(account)
            tokens.discard(of: account.id, .resetPassword)
            elevated.remove(account.id)
            return account
        }
        let signedIn = account ?? accounts[email: lastSignedIn]
        if call.isDeletion, let signedIn {
            accounts.remove(signedIn)
            return account
        }
        if call.operation.sends == .changeEmail, let signedIn, let email = call.values["new-email"] ?? call.email {
            send(.changeEmail, to: signedIn, at: email)
        } else if let email = call.email, call.values["password"] != nil {
            lastSignedIn = email
        } else if let email = call.email, call.isSignUp, let password = call.newPassword {
            guard accounts[email: email] == nil else { return nil }
            let account = addAccount(email, password: password)
            lastSignedIn = email
            if environment.app.link(for: .verifyEmail) != nil { send(.verifyEmail, to: account) }
            return account
        } else if let purpose = call.operation.sends,
            let recipient = call.email.map({ accounts[email: $0] }) ?? signedIn,
            !recipient.isDisabled, purpose != .verifyEmail || recipient.verified == nil
        {
            send(purpose, to: recipient)
        }
        return account
    }

    /// Sends an email with a new token to an account's address, or to the new address that it will have.
    private mutating func send(_ purpose: EmailPurpose, to account: Account, at newEmail: String? = nil) {
        let email = newEmail ?? account.email
        if let path = purpose.noticePath {
            environment.send(
                purpose, to: email, link: environment.app.linkBase + path, language: account.language)
            return
        }
        let code = environment.digits(6)
        lastAddressed = email
        tokens.discard(of: account.id, purpose)
        var values = ["email": email]
        let shaped = environment.app.definition?.parameters.map(\.name) ?? []
        for name in (environment.app.link(for: purpose)?.web.flatMap(\.parameters) ?? ["token"]) + shaped
        where values[name] == nil {
            values[name] = parameterValue(name)
        }
        let keys = values.filter { $0.key != "email" }.map { Self.key(of: $0.value, named: $0.key) }
        for each in keys + [Self.token(code: code, email: email)] {
            issue(each, for: purpose, to: account, detail: newEmail, lifetime: 3_600)
        }
        let link = environment.app.emailedAddress(for: purpose, values: values)
        environment.send(purpose, to: email, link: link, code: code, language: account.language)
    }

    private mutating func redeem(_ token: String, of account: Account, _ call: Call) {
        guard case .good(let grant) = tokens.status(of: token, now: environment.now) else { return }
        var account = account
        account.email = grant.detail ?? account.email
        if grant.purpose != .resetPassword { account.verified = account.verified ?? environment.now }
        tokens.use(token)
        elevated.remove(account.id)
        if call.isDeletion { return accounts.remove(account) }
        if let password = call.newPassword {
            account.password = password
            sessions = sessions.filter { $0.value != account.id }
        }
        accounts.insert(account)
        if let purpose = call.operation.sends { send(purpose, to: account) }
    }

    static func key(of value: String, named name: String) -> String { "\(name) \(value)" }

    static func key(ofCode code: String, email: String) -> String? { token(code: code, email: email) }

    /// A code is valid only together with the address to which it was sent.
    private static func token(code: String, email: String?) -> String { "\(code) \(email?.lowercased() ?? "")" }
}
