public import AuthContracts

/// Runs a contract's operations against a real backend, over URLSession.
///
/// One client is one flow: the cookies of a backend that wants some live as long as it does, and nothing is stored
/// anywhere. Nothing is thrown either: whatever goes wrong is an outcome, so that no error can carry a token or a password
/// into a log.
public actor AuthFlowClient: OperationRunner {
    private let contract: Contract
    private let base: String
    private let settings: [String: String]
    private let timeout: Duration
    private let origin: String?
    private var cookies: [String: [String: String]] = [:]

    /// A client for one flow.
    ///
    /// - Parameters:
    ///   - contract: what the backend understands.
    ///   - base: its address, without a trailing slash.
    ///   - settings: what the contract's settings are set to, by name.
    ///   - timeout: for a whole operation, all its requests and every byte of them.
    ///   - origin: what a backend learns that wants to know where requests come from; nil for nothing.
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
    /// Cancelling the task ends the request that is underway; the outcome is then `network`, and what was kept until then is
    /// there nevertheless.
    ///
    /// - Parameters:
    ///   - name: an operation of the contract's; `server` is the outcome of any other.
    ///   - values: the fields, the link's parameters and what earlier operations kept, by name.
    /// - Returns: what it came to.
    public func run(_ name: String, values: [String: String]) async -> ContractResult {
        guard let operation = contract.operation(named: name) else { return ContractResult(outcome: .server) }
        // Neither a link nor a field may say where the backend is or what its key is.
        let own = settings.merging(["base": base]) { $1 }
        var run = ContractRun(operation, of: contract, values: values.merging(own) { $1 })
        let deadline = ContinuousClock.now + timeout
        while true {
            switch run.next {
            case .finish(let result): return result
            case .send(let request):
                switch await exchange(request, until: deadline) {
                case .answer(let answer): run.receive(answer)
                case .failure(let failure): run.fail(failure)
                }
            }
        }
    }

    private enum Ending: Sendable {
        case answer(ContractAnswer)
        case failure(ContractRun.Failure)
    }

    /// One request, in a race with the time that is left: URLSession's own limits begin anew with every byte.
    private func exchange(_ request: ContractRequest, until deadline: ContinuousClock.Instant) async -> Ending {
        let transfer = Transfer(request, cookies: cookies[request.origin] ?? [:], origin: origin)
        let ending = await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                guard let received = await transfer.run() else { return .failure(.network) }
                return .answer(received)
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
        if case .answer(let answer) = ending, request.sendsCookies {
            cookies[request.origin, default: [:]].merge(answer.cookies) { $1 }
        }
        return ending
    }
}
