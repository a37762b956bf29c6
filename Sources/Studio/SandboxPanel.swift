import AuthContracts
import JSON
import Sandbox

/// The sandbox's controls as the studio shows them.
struct SandboxPanel {
    private let controls: SandboxControls

    init(_ controls: SandboxControls) { self.controls = controls }

    var json: JSONValue {
        [
            "now": .string(controls.now), "ahead": .bool(controls.isAhead), "apps": .array(controls.apps.map(value)),
        ]
    }

    private func value(of app: SandboxControls.App) -> JSONValue {
        [
            "name": .string(app.name), "title": .string(app.title), "refusesOthers": .bool(app.refusesOthers),
            "operations": .array(
                app.operations.map { operation in
                    [
                        "name": .string(operation.name),
                        "outcomes": .array(operation.outcomes.map { .string($0.rawValue) }),
                        "next": app.next.first { $0.operation == operation.name }
                            .map { .string($0.outcome.rawValue) } ?? .null,
                    ]
                }),
        ]
    }
}

/// What the studio's page may ask of the sandbox.
struct SandboxWish {
    private let wish: JSONValue

    /// A wish as the page sends it: `{"advance": "1h"}`, `{"app": "artitec", "operation": "send-link", "outcome": "ok"}`.
    init(_ wish: JSONValue) { self.wish = wish }

    func grant(by sandbox: Sandbox) throws(SandboxRefusal) {
        let app = wish["app"]?.string
        if let length = wish["advance"]?.string {
            try sandbox.advance(by: length)
        } else if wish["reset"]?.bool == true {
            try sandbox.reset(app: app)
        } else if let refuses = wish["refuse"]?.bool {
            try sandbox.refuseOthers(refuses, app: app ?? "")
        } else if let operation = wish["operation"]?.string {
            try sandbox.choose(wish["outcome"]?.string, of: operation, app: app ?? "")
        }
    }
}
