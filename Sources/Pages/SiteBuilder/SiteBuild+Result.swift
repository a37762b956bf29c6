package import Diagnostics
package import JSON

extension SiteBuild {
    package struct Result: Sendable {
        package let warnings: [Diagnostic]
        package let id: String
        package let apps: [String]
        /// The apps that were rendered; the others were kept from the previous release.
        package let rendered: [String]
        package let pages: Int
        /// Paths relative to the output folder.
        package let written: [String]
        package let removed: [String]
        package let origins: [BackendOrigins]
        package let seconds: Double
        let output: String

        /// The result as JSON, without the duration so that it is deterministic.
        package var json: JSONValue {
            [
                "id": .string(id),
                "output": .string(output),
                "apps": .array(apps.map(JSONValue.string)),
                "rendered": .array(rendered.map(JSONValue.string)),
                "written": .array(written.map(JSONValue.string)),
                "removed": .array(removed.map(JSONValue.string)),
                "cors": .array(origins.map(\.json)),
            ]
        }

        /// The maximum number of backends that are listed; with more, only `latchkey check --live` lists them.
        private static let maximumListedOrigins = 10

        /// The instructions for each backend, and a line about the build; every line ends in LF.
        package var summary: String {
            let change =
                written.isEmpty && removed.isEmpty
                ? "nothing changed" : "\(written.count) written, \(removed.count) removed"
            let unchanged = apps.count - rendered.count
            let work = unchanged == 0 ? "" : ", \(counted(rendered.count, "app")) rendered and \(unchanged) unchanged"
            let permissions =
                origins.count > Self.maximumListedOrigins
                ? "\(origins.count) backends have to let the pages in: 'latchkey check --live' lists what each needs.\n"
                : origins.map(\.text).joined()
            return permissions
                + "Built \(counted(apps.count, "app")) with \(counted(pages, "page")) into \(output): \(change)\(work), "
                + "in \(duration)\n"
        }

        /// The duration as text: `34 ms`, `4.2 s`.
        private var duration: String {
            let milliseconds = Int((seconds * 1_000).rounded())
            if milliseconds < 1_000 { return "\(milliseconds) ms" }
            let tenths = (milliseconds + 50) / 100
            return "\(tenths / 10).\(tenths % 10) s"
        }

        private func counted(_ count: Int, _ noun: String) -> String {
            "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
    }
}
