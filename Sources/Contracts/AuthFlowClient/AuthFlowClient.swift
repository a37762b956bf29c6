public import AuthContracts

/// Runs a contract's operations against a backend, over URLSession.
///
/// A client belongs to one flow: a backend's cookies live as long as the client, and nothing is stored. Nothing is
/// thrown either: every failure is an outcome, so no error can carry a token or a password into a log.
public actor AuthFlowClient: OperationRunner {
    private let contract: Contract
    private let base: String
    private let settings: [String: String]
    private let timeout: Duration
    private let origin: String?
    private var cookies: [String: [String: String]] = [:]

    /// Creates a client for one flow.
    ///
    /// - Parameters:
    ///   - contract: the backend's contract.
    ///   - base: the backend's base URL, without a trailing slash.
    ///   - settings: the values of the contract's settings, by name.
    ///   - timeout: the limit for a whole operation with all its requests.
    ///   - origin: the origin to send to backends that require one; nil for none.
    public init(
        contract: Contract, base: String, settings: [String: String] = [:], timeout: Duration = .seconds(30),
        origin: String? = nil
    ) {
        self.contract = contract
        self.base = base
        self.settings = settings
        self.timeout = timeout
        self.origin = origin
    }

    /// Runs an operation to its end.
    ///
    /// A link or code that cannot be the backend's, because it was truncated, is refused without a request. Cancelling
    /// the task cancels the pending request; the outcome is then `network`, with the values kept until then.
    ///
    /// - Parameters:
    ///   - name: the operation's name in the contract; the outcome of an unknown one is `server`.
    ///   - values: the fields, the link's parameters and the values that earlier operations kept, by name.
    /// - Returns: the result.
    public func run(_ name: String, values: [String: String]) async -> ContractResult {
        guard let operation = contract.operation(named: name) else {
            return ContractResult(outcome: Outcome(.server))
        }
        if contract.isMalformed(values) {
            return ContractResult(outcome: Outcome(operation.consumes == .code ? .codeInvalid : .linkInvalid))
        }
        // Neither a link nor a field may replace the base URL or a setting.
        let own = settings.merging(["base": base]) { $1 }
        var run = ContractRun(operation, of: contract, values: values.merging(own) { $1 })
        let deadline = ContinuousClock.now + timeout
        while true {
            switch run.next {
            case .finish(let result): return result
            case .send(let request):
                switch await exchange(request, until: deadline) {
                case .response(let response): run.receive(response)
                case .failure(let failure): run.fail(failure)
                }
            }
        }
    }

    private enum Ending: Sendable {
        case response(ContractResponse)
        case failure(OutcomeName)
    }

    /// Sends one request, limited by the remaining time: URLSession's own timeout restarts with every byte.
    private func exchange(_ request: ContractRequest, until deadline: ContinuousClock.Instant) async -> Ending {
        let transfer = Transfer(request, cookies: cookies[request.origin] ?? [:], origin: origin)
        let ending = await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                guard let received = await transfer.run() else { return .failure(.network) }
                return .response(received)
            }
            group.addTask {
                do {
                    try await Task.sleep(until: deadline, clock: .continuous)
                    return .failure(.timeout)
                } catch {
                    return .failure(.network)
                }
            }
            let first = await group.next() ?? .failure(.network)
            group.cancelAll()
            return first
        }
        if case .response(let response) = ending, request.sendsCookies {
            cookies[request.origin, default: [:]].merge(response.cookies) { $1 }
        }
        return ending
    }
}
