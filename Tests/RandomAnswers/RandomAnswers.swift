package import AuthContracts
package import JSON
import TestSupport

/// Whatever a server says, an operation comes to an outcome, and no text holds a secret.
package enum RandomAnswers {
    static let secret = "4711-secret"

    /// Runs a contract's operations, one after the other, on answers that are made up.
    ///
    /// - Parameters:
    ///   - contract: what the answers are held against.
    ///   - name: the contract's; the answers are the same for the same name.
    ///   - recorded: answers that the backend was seen to give, to begin from.
    ///   - count: how many answers.
    ///   - longest: the longest body, in bytes, a power of two; as many of eight bytes as of that.
    /// - Returns: what went wrong, a line each.
    package static func faults(
        of contract: Contract, named name: String, recorded: [JSONValue], count: Int, longest: Int
    ) -> [String] {
        var source = AnswerSource(
            generator: SeededGenerator(seed: name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }), recorded: recorded,
            longest: longest)
        var left = count
        var faults: [String] = []
        while left > 0 {
            for operation in contract.operations where left > 0 {
                var values = ["base": "https://backend.example"]
                for need in operation.needs where need.name != "base" { values[need.name] = "\(need.name)-\(secret)" }
                var run = ContractRun(operation, of: contract, values: values)
                while case .send = run.next {
                    left -= 1
                    let answer = source.answer()
                    faults += leaks(in: answer)
                    run.receive(answer)
                }
                guard case .finish(let result) = run.next else {
                    faults.append("\(operation.name) does not end")
                    continue
                }
                if !operation.outcomes.contains(result.outcome.name) {
                    faults.append("\(operation.name) cannot come to \(result.outcome.name.rawValue)")
                }
                faults += leaks(in: run) + leaks(in: run.next) + leaks(in: result) + leaks(in: result.outcome)
            }
        }
        return faults
    }

    private static func leaks(in value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped].filter { $0.contains(secret) }
    }
}
