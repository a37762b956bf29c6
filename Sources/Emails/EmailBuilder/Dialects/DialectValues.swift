import AppLinks
import LinkDefinitions
import SiteModel

struct DialectValues: Sendable {
    let variables: [TemplateVariable: DialectExpression]
    let parameters: DialectParameters
    /// The values for the renderer: a placeholder for each variable and parameter.
    let values: TemplateValues

    init(_ email: Email, as entry: DialectEmail, dialect: Dialect) {
        let needed = Set(email.uses.filter { !$0.isOptional }.map(\.variable))
        let all = dialect.variables.merging(entry.variables)
        var variables: [TemplateVariable: DialectExpression] = [:]
        for variable in TemplateVariable.known + email.examples.keys {
            guard let expression = all[variable] else { continue }
            if expression.section == .dropped, !needed.contains(variable) { continue }
            variables[variable] = expression
        }
        self.variables = variables
        parameters = dialect.parameters.merging(entry.parameters)
        let names = (email.link?.web.first?.parameters ?? []).filter { [parameters] in parameters[$0] != nil }
        values = TemplateValues(
            variables: variables.mapValues { expression in
                if case .conditional = expression.section {
                    .placeholder(isOptional: true)
                } else {
                    .placeholder(isOptional: false)
                }
            },
            parameters: Dictionary(
                names.map { ($0, .placeholder(isOptional: false)) }, uniquingKeysWith: { first, _ in first }),
            supplier: dialect.title, ownDialect: dialect.isBuiltIn ? nil : dialect.name)
    }
}
