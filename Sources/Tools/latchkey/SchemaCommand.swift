import Arguments
import AuthContracts
import Configuration
import EmailBuilder
import JSON
internal import Scaffolding
import SiteModel

/// `latchkey schema` prints the JSON Schemas with which editors complete and check a site's files.
enum SchemaCommand: Subcommand {
    private static let tables: [(name: String, file: String, table: KeyTable, form: SchemaForm)] = [
        ("app", "app.yml", .app, SchemaForm(hasVariables: true)),
        ("environment", "app.NAME.yml", .app, SchemaForm(isPartial: true, hasVariables: true)),
        ("page", "the front matter of a page", .page, SchemaForm()),
        ("email", "the front matter of an email", .email, SchemaForm()),
        ("contract", "backend.yml", ContractContents.keyTable, SchemaForm()),
        ("dialect", "Templates/dialects/NAME.yml", .dialect, SchemaForm()),
    ]

    static let command = Command(documented: "schema", values: ["schemas": tables.map(\.name).joined(separator: ", ")])

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        guard let name = arguments.positional(0) else {
            for (name, file, _, _) in tables { Terminal.print("\(name)  \(file)\n") }
            return 0
        }
        guard let (_, _, table, form) = tables.first(where: { $0.name == name }) else {
            throw arguments.failure("There is no schema '\(name)'", for: name, insteadOf: tables.map(\.name))
        }
        Terminal.print(table.schema(form).serialized(.pretty) + "\n")
        return 0
    }
}
