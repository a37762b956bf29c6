/// The requests that an app's pages send to a backend, and the outcomes that its responses stand for.
///
/// A contract is data, which the build tool reads from YAML and any program from JSON. `ContractRun` runs its
/// operations, and the page's script does too, in the form that a build writes.
public struct Contract: Hashable, Sendable {
    /// How it was proved; nil for a team's own.
    package var standing: Standing?
    /// The form of the base URL where all projects share it: `https://*.supabase.co/auth/v1`; with the host `*`, the usual
    /// path.
    package var base: String?
    /// The values that an app's configuration supplies besides the base URL, such as an API key or a redirect URL.
    package var settings: [Setting] = []
    /// The backend's requirements for a new password, as far as all projects share them.
    public package(set) var password: [PasswordRequirement] = []
    /// The backend's texts for requirements that a password does not meet.
    package var deficiencies: [Deficiency] = []
    /// The item of a link's query that says where to go on after success, such as `continueUrl`; nil if links have none.
    package var continueItem: String?
    /// The providers of captchas whose answers the backend verifies; empty if they are not known.
    package var captchas: [String] = []
    /// The known formats of the parameters of the backend's links.
    package var parameters: [Parameter] = []
    /// The outcomes that the contract declares besides the built-in ones.
    package var outcomes: [OutcomeName] = []
    package var operations: [Operation]

    package func operation(named name: String) -> Operation? {
        operations.first { $0.name == name }
    }

    /// The outcome with a name, built in or declared; nil if there is none.
    package func outcome(named name: String) -> OutcomeName? {
        OutcomeName(rawValue: name) ?? outcomes.first { $0.rawValue == name }
    }

    /// Whether a parameter can be a JSON Web Token, as far as its format is known.
    package func mayBeJSONWebToken(_ name: String) -> Bool {
        parameters.first { $0.name == name }?.shapes.contains(where: \.isJSONWebToken) ?? true
    }

    /// Whether parameters cannot come from the backend, because a link was truncated or a code is incomplete; false if the
    /// contract states no format of them.
    package func isMalformed(_ parameters: [String: String]) -> Bool {
        self.parameters.contains { parameter in
            parameters[parameter.name].map { !parameter.isMet(by: $0) } ?? false
        }
    }

    /// A parameter of a link or a field, and its format.
    package struct Parameter: Hashable, Sendable {
        package var name: String
        /// The possible formats, at least one; a valid parameter matches one of them.
        package var shapes: [ParameterShape]

        func isMet(by value: String) -> Bool { shapes.contains { $0.isMet(by: value) } }

        /// A regular expression (ECMA-262) that matches the whole parameter.
        package var pattern: String { "^(\(alternatives))$" }

        /// A regular expression (ECMA-262, also with the flag `v`) of the formats, without anchors.
        package var alternatives: String { shapes.map(\.pattern).joined(separator: "|") }
    }

    package struct Setting: Hashable, Sendable {
        package var name: String
        /// Whether operations fail without it.
        package var isRequired = false
        /// The name of the link whose address it is unless `app.yml` has another value; nil for none.
        package var link: String?

        package init(name: String, isRequired: Bool = false, link: String? = nil) {
            self.name = name
            self.isRequired = isRequired
            self.link = link
        }
    }

    /// A backend's text for a requirement that a password does not meet.
    package struct Deficiency: Hashable, Sendable {
        /// The whole text, or a pattern with `…` for variable parts.
        package var text: TextTest
        package var requirement: PasswordRequirement.Name
    }

    package enum Standing: String, Hashable, Sendable, CaseIterable {
        case tested, documented

        /// The words that a list of contracts shows.
        package var words: String {
            switch self {
            case .tested: "tested against the real server"
            case .documented: "from its documentation"
            }
        }
    }

    /// The one-time credential that an operation uses up.
    package enum Consumption: String, Hashable, Sendable, CaseIterable {
        case link, code
    }

    /// An operation that a page can run.
    package struct Operation: Hashable, Sendable {
        /// The name, of lower-case letters, digits and hyphens: `reset-password`.
        package var name: String
        /// The credential that it uses up; such an operation runs on a tap, never on load.
        package let consumes: Consumption?
        /// Whether link and code of an email are one token, so that it uses up both.
        package let consumesBoth: Bool
        /// The email that the backend sends on success.
        package var sends: EmailPurpose?
        /// The values that are good for nothing once it has succeeded: a session that it ended.
        package var forgets: [String]
        /// The requests in order, at least one.
        package var steps: [Step] { didSet { derive() } }
        package private(set) var outcomes: [OutcomeName] = []
        /// The values that its responses supply to the page and to later operations.
        package private(set) var keeps: [String] = []
        /// The values that must be known before it can start.
        package private(set) var needs: [Need] = []

        package init(
            name: String, consumes: [Consumption], sends: EmailPurpose?, forgets: [String] = [], steps: [Step]
        ) {
            self.name = name
            self.consumes = consumes.first
            consumesBoth = Set(consumes).count > 1
            self.sends = sends
            self.forgets = forgets
            self.steps = steps
            derive()
        }

        /// Whether the user requests an email with it, which a page then offers to send again after a pause.
        package var sendsRequestedEmail: Bool { sends.map { !$0.isNotice } ?? false }

        /// Computes the derived properties once, since every page of every app reads them.
        private mutating func derive() {
            var seen = Set<String>()
            keeps = steps.flatMap(\.keeps).filter { seen.insert($0).inserted }
            needs = needs(given: [])
            outcomes = possibleOutcomes
        }

        private var possibleOutcomes: [OutcomeName] {
            var found = Set<OutcomeName>(Contract.commonOutcomes)
            for (index, step) in steps.enumerated() {
                for rule in step.rules where !(rule.outcome == .ok && index < steps.count - 1) {
                    found.insert(rule.outcome)
                }
            }
            // A value from a link can be missing or unsendable, which is found before anything is sent.
            let inHeaders = steps.flatMap(\.request.headers).flatMap(\.text.needs)
            if (needs.filter { !$0.isOptional } + inHeaders).contains(where: {
                !["base", Need.captcha, Need.language].contains($0.name)
            }) {
                found.insert(.linkIncomplete)
            }
            let declared = steps.flatMap(\.rules).map(\.outcome).filter { OutcomeName(rawValue: $0.rawValue) == nil }
            return (OutcomeName.allCases + declared).filter { found.remove($0) != nil }
        }

        /// The values that its responses have supplied once it has an outcome.
        package func keeps(with outcome: OutcomeName) -> [String] {
            steps.dropLast().flatMap(\.keepsWhenOK)
                + steps.flatMap(\.rules).filter { $0.outcome == outcome }.flatMap(\.keeps)
        }

        /// The values that must be known before it can start, apart from those that only skipped steps need.
        package func needs(given: Set<String>) -> [Need] {
            var kept = Set<String>()
            var needs: [Need] = []
            for (index, step) in steps.enumerated() where !isSkipped(step: index, with: given.contains) {
                for need in step.request.needs where !kept.contains(need.name) {
                    if let index = needs.firstIndex(where: { $0.name == need.name }) {
                        if !need.isOptional { needs[index] = need }
                    } else {
                        needs.append(need)
                    }
                }
                kept.formUnion(step.keepsWhenOK)
            }
            return needs
        }

        /// Whether a step is skipped: all the values that later steps would use of it are known already.
        func isSkipped(step index: Int, with isThere: (String) -> Bool) -> Bool {
            guard index + 1 < steps.count else { return false }
            let supplied = supplies(of: index)
            return !supplied.isEmpty && supplied.allSatisfy(isThere)
        }

        /// The values that a step supplies on success and that later steps use.
        package func supplies(of index: Int) -> [String] {
            let later = Set(steps[(index + 1)...].flatMap(\.request.needs).map(\.name))
            var seen = Set<String>()
            return steps[index].keepsWhenOK.filter { later.contains($0) && seen.insert($0).inserted }
        }
    }

    package struct Need: Hashable, Sendable {
        package var name: String
        /// Whether the item, header or member that contains it is omitted if the value is missing.
        package var isOptional: Bool

        /// The name of the value that a captcha's widget answers.
        package static let captcha = "captcha"
        /// The name of the value that is the language of the page, such as `fr`.
        package static let language = "page-language"

        /// Whether its name is that of a password: `new-password`, `password1`, but not `reset_password_token`.
        package var isPassword: Bool {
            let words = name.lowercased().split { !$0.isLetter }
            return words.contains { ["password", "passwd", "newpassword", "passphrase"].contains($0) }
                && !words.contains { ["token", "code", "hash", "key", "link", "id", "url"].contains($0) }
        }
    }

    /// One request and the rules for its responses.
    package struct Step: Hashable, Sendable {
        package var request: Request
        /// The rules, in the order in which they are tried.
        package var rules: [Rule] { didSet { keeps = Self.keeps(of: rules) } }
        package private(set) var keeps: [String]

        package init(request: Request, rules: [Rule]) {
            self.request = request
            self.rules = rules
            keeps = Self.keeps(of: rules)
        }

        private static func keeps(of rules: [Rule]) -> [String] {
            var seen = Set<String>()
            return rules.flatMap(\.keeps).filter { seen.insert($0).inserted }
        }

        /// The values that it supplies on success, for later steps.
        var keepsWhenOK: [String] {
            rules.filter { $0.outcome == .ok }.flatMap(\.keeps)
        }
    }

    /// The outcomes that every operation can have, whatever its rules.
    static let commonOutcomes: [OutcomeName] = [.rateLimited, .server, .network, .timeout]
}
