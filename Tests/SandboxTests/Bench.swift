import AppLinks
import AuthContracts
import Diagnostics
import Files
import HTTPListener
import HTTPMessages
import JSON
import LinkDefinitions
import SiteModel
import TemplateFiles
import TextEncoding

@testable import Sandbox

/// A sandbox without a socket, with a clock and randomness that the test controls.
struct Bench {
    static let key = "the-key"

    private(set) var core = SandboxCore(key: key, origin: "http://127.0.0.1:4100", random: CountingGenerator())
    /// The time in milliseconds since 1970.
    var time = 1_795_256_674_123

    /// The contract with a name: built in, or of an example site; nil if there is none.
    static func contract(_ name: String) throws -> Contract? {
        if let source = TemplateSources.embedded.contracts[name] { return try Contract(parsing: source) }
        let folders = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = folders.joined(separator: "/") + "/Site/\(name)/backend.yml"
        guard FileSystem.kind(of: file) != nil else { return nil }
        return try Contract(parsing: SourceText(file: file, bytes: FileSystem.read(file, limit: 1 << 20)))
    }

    /// A sandbox with one app, called `app`, whose contract is the one with the name unless another is given, and with the
    /// template of each of its links by name.
    init(
        _ contract: String, basePath: String = "", definition: Contract? = nil, links: [String: String] = [:],
        lives: Int? = nil, scheme: String? = nil
    ) throws {
        let definitions = try links.sorted { $0.key < $1.key }.map { name, template in
            LinkDefinition(name: name, web: [try URLTemplate(parsing: template)], lifetime: lives)
        }
        let app = SandboxApp(
            name: "app", title: "App", contract: contract, basePath: basePath,
            definition: try definition ?? Self.contract(contract),
            linkSet: AppLinkSet(
                hosts: ["app.example"], ios: scheme.map { IOSApp(appID: "ABCDE12345.example.app", scheme: $0) },
                links: definitions), words: try TemplateSources.embedded.words())
        core.mount([app], time: time)
    }

    /// A response.
    struct Answer {
        let status: Int
        let headers: [HeaderField]
        let body: [UInt8]

        var json: JSONValue { (try? JSONDocument(parsing: body).value) ?? .null }
        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(header: String) -> String? { headers.last { $0.name == header }?.value }
    }

    /// Sends a request to the app's backend.
    @discardableResult mutating func send(
        _ method: String, _ target: String, _ json: JSONValue? = nil, text: String? = nil, headers: HTTPHeaders = [:]
    ) -> Answer {
        sendAnywhere(method, "/app" + target, json, text: text, headers: headers)
    }

    @discardableResult mutating func sendAnywhere(
        _ method: String, _ target: String, _ json: JSONValue? = nil, text: String? = nil, headers: HTTPHeaders = [:],
        host: String = "127.0.0.1"
    ) -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let request = HTTPRequest(
            method: method, path: PercentEncoding.decode(parts[0]) ?? parts[0], query: parts.count > 1 ? parts[1] : nil,
            host: host, headers: headers,
            body: Array((text ?? json?.serialized() ?? "").utf8))
        time += 7
        let reply = core.respond(to: request, time: time).reply
        guard case .response(let response) = reply, case .bytes(let bytes) = response.body else {
            return Answer(status: 0, headers: [], body: Array("\(reply)".utf8))
        }
        return Answer(status: response.status, headers: response.headers, body: bytes)
    }

    /// Sends a request to the sandbox's control interface.
    @discardableResult mutating func control(_ method: String, _ path: String, _ json: JSONValue? = nil) -> Answer {
        sendAnywhere(method, "/_sandbox" + path, json, headers: [SandboxCore.headerName: Self.key])
    }

    /// The last email that was sent.
    var email: SentEmail? { core.inbox.last }

    /// A parameter of the link in the last email.
    func parameter(_ name: String) -> String {
        let link = email?.link ?? ""
        return FormItems(link.split { "?#".contains($0) }.dropFirst().joined(separator: "&"))[name] ?? ""
    }
}

/// A deterministic generator without repetitions.
struct CountingGenerator: RandomNumberGenerator {
    private var state: UInt64 = 42

    mutating func next() -> UInt64 {
        // SplitMix64 (Steele, Lea and Flood, 2014).
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
