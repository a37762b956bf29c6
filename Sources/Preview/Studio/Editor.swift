import CLibrary
import Files
internal import TextEncoding

/// An editor that is started by a command.
struct Editor: Sendable {
    /// The command, with the options that its owner gave it: `subl --wait`.
    let words: [String]

    /// The name of the program.
    var name: String { words[0].split(separator: "/").last.map(String.init) ?? words[0] }

    /// Whether it has no window of its own, so that only the person can start it, in a terminal. So it is with any unknown program.
    var needsTerminal: Bool { Self.places[name] == nil }

    static let installed = installed { getenv($0).map { String(cString: $0) } }

    /// The editors of a person: Xcode where it is installed, and that of `$VISUAL` or `$EDITOR`.
    static func installed(environment: (String) -> String?) -> [Editor] {
        let folders = (environment("PATH") ?? "").split(separator: ":")
        let hasXcode = folders.contains { FileSystem.realPath("\($0)/xed") != nil }
        let own = ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty } ?? ""
        let named = own.split(separator: " ").map(String.init)
        return (hasXcode ? [Editor(words: ["xed"])] : []) + (named.isEmpty ? [] : [Editor(words: named)])
    }

    /// The command that opens a place.
    func command(for file: String, line: Int, column: Int) -> [String] {
        let place = (Self.places[name] ?? Self.lineFirst).map { word in
            word.replacing("LINE", with: "\(line)").replacing("COLUMN", with: "\(column)").replacing("FILE", with: file)
        }
        return words + place
    }

    /// An argument as a shell reads it.
    static func quoted(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy {
            $0 >= 0x80 || $0.isASCIIAlphanumeric || "+-_./:=@%,".utf8.contains($0)
        }
        return isPlain ? argument : "'\(argument.replacing("'", with: "'\\''"))'"
    }

    private static let lineFirst = ["+LINE", "FILE"]
    private static let position = ["FILE:LINE:COLUMN"]
    private static let code = ["--goto", "FILE:LINE:COLUMN"]
    /// The arguments of programs with windows, as their documentation says.
    private static let places = [
        "code": code, "code-insiders": code, "codium": code, "cursor": code, "windsurf": code, "subl": position,
        "zed": position, "xed": ["--line", "LINE", "FILE"], "mate": ["--line", "LINE", "FILE"], "bbedit": lineFirst,
        "gvim": lineFirst, "mvim": lineFirst, "idea": ["--line", "LINE", "FILE"],
    ]
}
