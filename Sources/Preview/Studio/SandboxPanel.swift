import AuthContracts
import JSON
import Sandbox

struct SandboxPanel {
    let controls: SandboxControls

    var json: JSONValue {
        [
            "now": .string(controls.now), "ahead": .bool(controls.isAdvanced), "apps": .array(controls.apps.map(value)),
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
