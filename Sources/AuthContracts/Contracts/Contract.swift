/// What a page has to know of a backend: its requests, and what its answers mean.
///
/// A contract is data, read from a YAML file by the build tool or from JSON by anybody. `ContractRun` runs its operations;
/// the page's own script runs them from `json(operations:)`.
public struct Contract: Hashable, Sendable {
    /// What an app's configuration supplies beside the address: a key, an address to come back to.
    package var settings: [Setting]
    /// What the backend asks of a new password, as far as it is the same for every project.
    package var password: [PasswordRequirement]
    /// What the backend calls the things that a password lacks.
    package var deficiencies: [Deficiency]
    /// What the parameters of its links look like, as far as that is known.
    package var parameters: [Parameter]
    /// The outcomes that it has beside the built-in ones.
    package var outcomes: [OutcomeName]
    /// In the order of the file.
    package var operations: [Operation]

    /// A contract of parts.
    package init(
        settings: [Setting] = [], password: [PasswordRequirement] = [], deficiencies: [Deficiency] = [],
        parameters: [Parameter] = [], outcomes: [OutcomeName] = [], operations: [Operation]
    ) {
        self.settings = settings
        self.password = password
        self.deficiencies = deficiencies
        self.parameters = parameters
        self.outcomes = outcomes
        self.operations = operations
    }

    /// The operation of a name.
    package func operation(named name: String) -> Operation? {
        operations.first { $0.name == name }
    }

    /// The outcome of a name, built in or declared; nil for any other.
    package func outcome(named name: String) -> OutcomeName? {
        OutcomeName(rawValue: name) ?? outcomes.first { $0.rawValue == name }
    }

    /// Whether a link's parameters show that it is none of the backend's: it was cut off on the way, or changed.
    ///
    /// Pages tell so before anybody types.
    ///
    /// - Parameter parameters: what the link brought, by name.
    /// - Returns: false for parameters of which the contract says nothing.
    public func isMalformed(_ parameters: [String: String]) -> Bool {
        self.parameters.contains { parameter in
            parameters[parameter.name].map { !parameter.isMet(by: $0) } ?? false
        }
    }

    /// A parameter of a link, and what it may look like.
    package struct Parameter: Hashable, Sendable {
        package var name: String
        /// One of them is met by every good parameter; never none.
        package var shapes: [ParameterShape]

        package init(name: String, shapes: [ParameterShape]) {
            self.name = name
            self.shapes = shapes
        }

        func isMet(by value: String) -> Bool { shapes.contains { $0.isMet(by: value) } }

        /// A regular expression (ECMA-262) for the whole parameter.
        package var pattern: String { "^(" + shapes.map(\.pattern).joined(separator: "|") + ")$" }
    }

    /// A value that an app's configuration supplies.
    package struct Setting: Hashable, Sendable {
        package var name: String
        /// Whether nothing works without it.
        package var isRequired: Bool

        package init(name: String, isRequired: Bool) {
            self.name = name
            self.isRequired = isRequired
        }
    }

    /// A backend's text for something that a password lacks.
    package struct Deficiency: Hashable, Sendable {
        /// The whole text, or a pattern with `…` for what differs.
        package var text: TextTest
        package var requirement: PasswordRequirement.Name
    }

    /// What a link, a code, or neither is good for after an operation.
    package enum Consumption: String, Hashable, Sendable, CaseIterable {
        case link, code
    }

    /// The email that the backend sends to a person when an operation succeeds.
    package struct Delivery: RawRepresentable, Hashable, Sendable, CaseIterable {
        /// What it is for; nil where the operation's own name says so.
        package var purpose: EmailPurpose?

        /// The one that the operation's name means.
        package static let email = Delivery(purpose: nil)
        package static let allCases = [email] + EmailPurpose.allCases.map { Delivery(purpose: $0) }

        package init(purpose: EmailPurpose?) { self.purpose = purpose }

        /// Reads `email`, or the name of a purpose.
        package init?(rawValue: String) {
            guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = found
        }

        package var rawValue: String { purpose?.rawValue ?? "email" }
    }

    /// Something that a page can do.
    package struct Operation: Hashable, Sendable {
        /// Lower-case letters, digits and hyphens: `reset-password`.
        package var name: String
        /// What is used up by it; such an operation runs on a tap and never on load.
        package var consumes: Consumption?
        /// What the backend sends when it succeeds; a page then offers to send it again after a pause.
        package var sends: Delivery?
        /// In order, never none.
        package var steps: [Step] { didSet { derive() } }
        /// Everything that it can come to.
        package private(set) var outcomes: [OutcomeName] = []
        /// The values that its answers supply to the page and to later operations.
        package private(set) var keeps: [String] = []
        /// The values that have to be there before it can begin.
        package private(set) var needs: [Need] = []

        package init(name: String, consumes: Consumption?, sends: Delivery?, steps: [Step]) {
            self.name = name
            self.consumes = consumes
            self.sends = sends
            self.steps = steps
            derive()
        }

        /// What every page of every app asks for is worked out once.
        private mutating func derive() {
            var seen = Set<String>()
            keeps = steps.flatMap(\.keeps).filter { seen.insert($0).inserted }
            needs = needs(given: [])
            outcomes = possibleOutcomes
        }

        private var possibleOutcomes: [OutcomeName] {
            var found = Set<OutcomeName>(Contract.tail)
            for (index, step) in steps.enumerated() {
                for rule in step.rules where !(rule.outcome == .ok && index < steps.count - 1) {
                    found.insert(rule.outcome)
                }
            }
            // Before anything is sent, a value from a link may be missing, or be none that can be sent.
            let inHeaders = steps.flatMap(\.request.headers).flatMap(\.text.needs)
            if (needs.filter { !$0.isOptional } + inHeaders).contains(where: { $0.name != "base" }) {
                found.insert(.linkIncomplete)
            }
            let declared = steps.flatMap(\.rules).map(\.outcome).filter { OutcomeName(rawValue: $0.rawValue) == nil }
            return (OutcomeName.allCases + declared).filter { found.remove($0) != nil }
        }

        /// The values that have to be there before it can begin, when some are: what a skipped step needs is not missed.
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
                kept.formUnion(step.keeps)
            }
            return needs
        }

        /// Whether a step is left out, because everything that later steps would have of it is there already.
        func isSkipped(step index: Int, with isThere: (String) -> Bool) -> Bool {
            guard index + 1 < steps.count else { return false }
            let later = Set(steps[(index + 1)...].flatMap(\.request.needs).map(\.name))
            let brings = steps[index].keepsWhenOK.filter(later.contains)
            return !brings.isEmpty && brings.allSatisfy(isThere)
        }
    }

    /// A value that a request is made of.
    package struct Need: Hashable, Sendable {
        package var name: String
        /// Whether what carries it is left out where it is missing.
        package var isOptional: Bool
    }

    /// One request and what its answers mean.
    package struct Step: Hashable, Sendable {
        package var request: Request
        /// Tried in order.
        package var rules: [Rule] { didSet { keeps = Self.keeps(of: rules) } }
        /// The values that its answers supply.
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

        /// The values that it supplies when it goes well: what a later step waits for.
        var keepsWhenOK: [String] {
            rules.filter { $0.outcome == .ok }.flatMap(\.keeps)
        }
    }

    /// What every operation may come to, whatever its rules.
    static let tail: [OutcomeName] = [.rateLimited, .server, .network, .timeout]
}
