import AppLinks
package import Diagnostics
import LinkDefinitions
package import SiteModel

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

extension Dialect {
    /// Warnings about the variables of an app's emails that the system would send without a value. Of those that not every
    /// email has, another warning tells.
    package func valueDiagnostics(of app: App) -> [Diagnostic] {
        app.emails.flatMap { email -> [Diagnostic] in
            guard let entry = entry(for: email, of: app) else { return [] }
            let values = DialectValues(email, as: entry, dialect: self).values
            let uncertain = Set(email.uses.filter(\.variable.isUncertain).map(\.location.line))
            return VariableResolver(email, of: app, values: values).diagnostics.filter {
                $0.code == "missing-value" && $0.line.map(uncertain.contains) != true
            }.map { diagnostic in
                var warning = diagnostic
                warning.severity = .warning
                warning.message += ", and sends the app's emails"
                return warning
            }
        }
    }
}
