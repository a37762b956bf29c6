import AuthContracts
import Configuration
import Files
import JSON
import SiteModel

/// The JSON Schemas that the files of `latchkey init` and `latchkey add` refer to, for editors.
enum EditorSchemas {
    /// The folder next to the site.
    static let folder = ".latchkey"

    /// The schemas of `app.yml` and of the files that override it.
    static let app = [
        file("app", .app, SchemaForm(hasVariables: true)),
        file("environment", .app, SchemaForm(isPartial: true, hasVariables: true)),
    ]
    static let contract = [file("contract", ContractContents.keyTable)]

    private static func file(
        _ name: String, _ table: KeyTable, _ form: SchemaForm = SchemaForm()
    ) -> (path: String, bytes: [UInt8]) {
        ("\(folder)/\(name).schema.json", Array((table.schema(form).serialized(.pretty) + "\n").utf8))
    }

    /// The schemas that do not exist yet, next to a site's folder of templates.
    static func missing(
        _ schemas: [(path: String, bytes: [UInt8])], beside templates: String
    ) -> [(path: String, bytes: [UInt8])] {
        let folder = templates.lastIndex(of: "/").map { templates[...$0] } ?? ""
        return schemas.map { (folder + $0.path, $0.bytes) }.filter {
            FileSystem.kind(of: $0.0, followingLinks: false) == nil
        }
    }
}
