import AuthContracts
import TestSupport

extension RuleTable {
    static let emails = cases("emails").flatMap { value in
        [
            (EmailRule.standard, email(value), flag(value, "valid")), (.simple, email(value), flag(value, "simple")),
            (.login, email(value), flag(value, "login")),
        ]
    }
    static let emailPatterns = Dictionary(
        uniqueKeysWithValues: cases("emailPatterns").map { (text($0, "rule"), text($0, "pattern")) })
    static let requirements = cases("requirements").map {
        (text($0, "requirement"), text($0, "password"), flag($0, "met"))
    }
    static let phones = cases("phones").map { (text($0, "text"), text($0, "sent"), flag($0, "valid")) }
    static let dates = cases("dates").map { (text($0, "text"), flag($0, "valid")) }
    static let shapes = cases("shapes").map {
        (text($0, "shape"), text($0, "pattern"), text($0, "text"), flag($0, "valid"))
    }
    static let copies = cases("copies").map { (text($0, "password"), text($0, "copy"), flag($0, "same")) }
    static let outcomes = cases("outcomes").map { (text($0, "outcome"), flag($0, "technical")) }
}
