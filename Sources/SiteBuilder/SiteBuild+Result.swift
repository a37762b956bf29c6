public import Diagnostics
public import JSON

extension SiteBuild {
    /// What a build made.
    public struct Result: Sendable {
        /// Warnings and notes about the apps that were rendered.
        public let warnings: [Diagnostic]
        /// The release's id.
        public let id: String
        /// The names of the apps in the release.
        public let apps: [String]
        /// The names of the apps that were rendered; the others were taken over from the release before.
        public let rendered: [String]
        /// How many pages the release has, over all apps.
        public let pages: Int
        /// The paths that were written, below the output folder.
        public let written: [String]
        /// The paths that were removed, below the output folder.
        public let removed: [String]
        /// What the backends of the apps that were rendered have to let in.
        public let origins: [BackendOrigins]
        /// The time that the build took, in seconds.
        public let seconds: Double
        let output: String

        /// For scripts; the same for the same build, so without its time.
        public var json: JSONValue {
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

        /// With more backends than this, each is told by `latchkey check --live` alone.
        private static let mostOrigins = 10

        /// What each backend has to be told, and one line for people; every line ends in LF.
        public var summary: String {
            let change =
                written.isEmpty && removed.isEmpty
                ? "nothing changed" : "\(written.count) written, \(removed.count) removed"
            let unchanged = apps.count - rendered.count
            let work = unchanged == 0 ? "" : ", \(counted(rendered.count, "app")) rendered and \(unchanged) unchanged"
            let told =
                origins.count > Self.mostOrigins
                ? "\(origins.count) backends have to let the pages in: 'latchkey check --live' tells what each needs.\n"
                : origins.map(\.text).joined()
            return told
                + "Built \(counted(apps.count, "app")) with \(counted(pages, "page")) into \(output): \(change)\(work), "
                + "in \(duration)\n"
        }

        /// `34 ms`, `4.2 s`
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
