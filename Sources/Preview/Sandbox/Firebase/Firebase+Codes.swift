internal import AppLinks
internal import AuthContracts
internal import HTTPMessages
internal import JSON
internal import LinkDefinitions
internal import TextEncoding

extension Firebase {
    private static let purposes: [String: (purpose: EmailPurpose, mode: String)] = [
        "PASSWORD_RESET": (.resetPassword, "resetPassword"), "VERIFY_EMAIL": (.verifyEmail, "verifyEmail"),
        "VERIFY_AND_CHANGE_EMAIL": (.changeEmail, "verifyAndChangeEmail"), "EMAIL_SIGNIN": (.signIn, "signIn"),
        "RECOVER_EMAIL": (.recoverEmail, "recoverEmail"),
    ]

    /// The mode of links that take back a second factor, and the detail of their grants. The sandbox adds no second factor, so
    /// that it sends no email about one; a preview issues such links.
    private static let secondFactorMode = "revertSecondFactorAddition"

    /// `accounts:sendOobCode`
    mutating func sendCode(_ body: JSONValue, _ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        guard let type = body["requestType"]?.string, type != "OOB_REQ_TYPE_UNSPECIFIED" else {
            throw FirebaseFailure("MISSING_REQ_TYPE")
        }
        // Recovery emails cannot be requested; they are sent when an address is changed.
        guard let (purpose, mode) = Self.purposes[type], purpose != .recoverEmail else {
            throw FirebaseFailure("INVALID_REQ_TYPE : Unsupported request parameters.")
        }
        let isAdministrator = Self.isAdministrator(request)
        let returnsLink = body["returnOobLink"]?.bool ?? false
        guard !returnsLink || isAdministrator else {
            throw FirebaseFailure("INSUFFICIENT_PERMISSION", status: 403, kind: "PERMISSION_DENIED")
        }
        let target = try continueURL(in: body, isAdministrator: isAdministrator)
        if purpose == .signIn, target == nil { throw FirebaseFailure("MISSING_CONTINUE_URI") }

        let found = try recipient(
            of: purpose, body, isAdministrator: isAdministrator, isLinkWanted: returnsLink)
        var response: JSONObject = [
            "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": .string(found.email),
        ]
        // The limit counts requests for unknown addresses too, so it does not reveal which ones have accounts.
        if !isAdministrator, emailRate.wait("\(type) \(found.email.lowercased())", now: environment.now) != nil {
            throw FirebaseFailure(
                purpose == .resetPassword ? "RESET_PASSWORD_EXCEED_LIMIT" : "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
        guard let account = found.account else { return .object(response) }
        let code = issueCode(for: account, purpose, detail: found.newEmail)
        let link = link(mode, purpose, code: code, target: target, request)
        if returnsLink {
            response["oobCode"] = .string(code)
            response["oobLink"] = .string(link)
        } else {
            environment.send(purpose, to: found.newEmail ?? account.email, link: link)
        }
        return .object(response)
    }

    private mutating func issueCode(for account: Account, _ purpose: EmailPurpose, detail: String?) -> String {
        let code = String((environment.token() + environment.token()).prefix(54))
        issue(code, for: purpose, to: account, detail: detail, lifetime: 3_600)
        return code
    }

    /// The recipient of an email; the account is nil if the response must not reveal that there is none.
    private func recipient(
        of purpose: EmailPurpose, _ body: JSONValue, isAdministrator: Bool, isLinkWanted: Bool
    ) throws(FirebaseFailure) -> (email: String, account: Account?, newEmail: String?) {
        if let token = body["idToken"]?.string, purpose == .verifyEmail || purpose == .changeEmail {
            let account = try self.account(ofToken: token)
            guard purpose == .changeEmail else { return (account.email, account, nil) }
            let email = try Self.address("newEmail", in: body)
            return accounts[email: email] == nil ? (account.email, account, email) : (account.email, nil, nil)
        }
        // An address alone is sufficient only for an administrator of the project.
        guard purpose == .resetPassword || purpose == .signIn || isAdministrator else {
            throw FirebaseFailure("INVALID_ID_TOKEN")
        }
        let email = try Self.address("email", in: body)
        let account = accounts[email: email]
        if account == nil, isLinkWanted { throw FirebaseFailure("EMAIL_NOT_FOUND") }
        return (email, account, nil)
    }

    /// The URL of a page's Continue button, which must be on one of the project's domains.
    private func continueURL(in body: JSONValue, isAdministrator: Bool) throws(FirebaseFailure) -> String? {
        guard let text = body["continueUrl"]?.string else { return nil }
        if text.isEmpty { throw FirebaseFailure("MISSING_CONTINUE_URI") }
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw FirebaseFailure("INVALID_CONTINUE_URI") }
        let host = parts[2].prefix { !":?#".contains($0) }.lowercased()
        let isKnown =
            environment.app.linkSet.hosts.contains(host) || LoopbackHost.contains(host)
            || text.hasPrefix(environment.app.linkBase + "/")
            || host.hasSuffix(".firebaseapp.com") || host.hasSuffix(".web.app")
        guard isKnown || isAdministrator else {
            throw FirebaseFailure("UNAUTHORIZED_DOMAIN : Domain not whitelisted by project")
        }
        return text
    }

    /// The app's own link with the parameters that Google adds to the URL of a custom handler.
    private func link(
        _ mode: String, _ purpose: EmailPurpose, code: String, target: String?, _ request: BackendRequest
    ) -> String {
        let key = request.query["key"] ?? "fake-api-key"
        let language = request.headers["X-Firebase-Locale"] ?? "en"
        var values = ["mode": mode, "oobCode": code, "apiKey": key, "lang": language]
        values["continueUrl"] = target
        for name in environment.app.link(for: purpose, mode: mode)?.web.flatMap(\.parameters) ?? []
        where values[name] == nil {
            values[name] = code
        }
        var link =
            environment.app.address(for: purpose, mode: mode, values: values)
            ?? "\(environment.app.linkBase)/__/auth/action?\(FormItems.encode([("mode", mode), ("oobCode", code)]))"
        guard !link.contains("#") else { return link }
        let present = Set(FormItems(link.split(separator: "?", maxSplits: 1).dropFirst().first ?? "").items.map(\.name))
        var more = [("mode", mode), ("apiKey", key)]
        if let target { more.append(("continueUrl", target)) }
        more.append(("lang", language))
        for (name, value) in more where !present.contains(name) {
            link += (link.contains("?") ? "&" : "?") + "\(name)=\(FormItems.encode(value))"
        }
        return link
    }

    /// `accounts:resetPassword`: describes a code, or, given a password, redeems it.
    mutating func resetPassword(_ body: JSONValue) throws(FirebaseFailure) -> JSONValue {
        let (grant, found) = try grant(of: body)
        var account = found
        var response: JSONObject = ["kind": "identitytoolkit#ResetPasswordResponse"]
        switch grant.purpose {
        case .signIn where grant.detail == Self.secondFactorMode:
            response["email"] = .string(account.email)
            response["mfaInfo"] = ["phoneInfo": "+*******0100", "mfaEnrollmentId": .string(account.id)]
            response["requestType"] = "REVERT_SECOND_FACTOR_ADDITION"
            return .object(response)
        // The response for a sign-in by email omits the address, which the page asks for.
        case .signIn: break
        // `email` is the address to restore, `newEmail` the one that replaced it.
        case .recoverEmail:
            response["email"] = grant.detail.map(JSONValue.string)
            response["newEmail"] = .string(account.email)
        default:
            response["email"] = .string(account.email)
            response["newEmail"] = grant.detail.map(JSONValue.string)
        }
        response["requestType"] = Self.purposes.first { $0.value.purpose == grant.purpose }.map { .string($0.key) }
        guard let password = body["newPassword"]?.string, !password.isEmpty else { return .object(response) }
        guard grant.purpose == .resetPassword else { throw FirebaseFailure("INVALID_OOB_CODE") }
        // Checked before the code is used up, so that another password can be tried.
        try Self.checkStrength(password)
        account.verified = account.verified ?? environment.now
        change(&account, password: password)
        tokens.use(body["oobCode"]?.string ?? "")
        return .object(response)
    }

    /// `accounts:update` with a code: confirms, changes or restores the code's address.
    mutating func redeem(_ body: JSONValue, _ request: BackendRequest) throws(FirebaseFailure) -> JSONValue {
        let (grant, found) = try grant(of: body)
        var account = found
        switch grant.purpose {
        case .verifyEmail: break
        case .signIn where grant.detail == Self.secondFactorMode: account.hasSecondFactor = false
        case .changeEmail, .recoverEmail:
            guard let email = grant.detail else { throw FirebaseFailure("INVALID_OOB_CODE") }
            guard accounts[email: email] == nil else { throw FirebaseFailure("EMAIL_EXISTS") }
            account.email = email
            account.updated = max(environment.now, account.updated + 1)
        default: throw FirebaseFailure("INVALID_OOB_CODE")
        }
        account.verified = environment.now
        accounts.insert(account)
        tokens.use(body["oobCode"]?.string ?? "")
        if grant.purpose == .changeEmail {
            let code = issueCode(for: account, .recoverEmail, detail: found.email)
            let link = link("recoverEmail", .recoverEmail, code: code, target: nil, request)
            environment.send(.recoverEmail, to: found.email, link: link)
        }
        return Self.accountInfo(account)
    }

    func grant(of body: JSONValue) throws(FirebaseFailure) -> (OneTimeTokens.Grant, Account) {
        guard let code = body["oobCode"]?.string, !code.isEmpty else { throw FirebaseFailure("MISSING_OOB_CODE") }
        switch tokens.status(of: code, now: environment.now) {
        case .unknown, .used: throw FirebaseFailure("INVALID_OOB_CODE")
        case .expired: throw FirebaseFailure("EXPIRED_OOB_CODE")
        case .good(let grant):
            guard let account = accounts[id: grant.account] else { throw FirebaseFailure("USER_NOT_FOUND") }
            guard !account.isDisabled else { throw FirebaseFailure("USER_DISABLED") }
            return (grant, account)
        }
    }
}
