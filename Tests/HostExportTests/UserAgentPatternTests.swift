import LandingServer
import LinkRouting
import TestSupport
import Testing

@testable import HostExport

@Suite("User-Agents in the rules of hosts")
struct UserAgentPatternTests {
    @Test("a host's patterns give every User-Agent the class that it has for the server")
    func classes() throws {
        let patterns = try UserAgentClass.redirectable.map { ($0, try Regex($0.pattern).ignoresCase()) }
        for value in RuleTable.cases("userAgents", of: "user-agents") {
            let agent = RuleTable.text(value, "userAgent")
            let classes = try patterns.filter { try $0.1.firstMatch(in: agent) != nil }.map(\.0.rawValue)
            let expected = RuleTable.text(value, "class")
            #expect(classes == (expected == "other" ? [] : [expected]), "\(RuleTable.text(value, "name"))")
        }
    }
}
