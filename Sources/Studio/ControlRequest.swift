import JSON
import Sandbox

/// A request of the studio's page to the sandbox's control interface, such as `{"advance": "1h"}` or
/// `{"app": "artitec", "operation": "send-link", "outcome": "ok"}`.
struct ControlRequest {
    let value: JSONValue

    /// Applies the request; one without known members has no effect.
    func apply(to sandbox: Sandbox) throws(SandboxRefusal) {
        let app = value["app"]?.string
        if let length = value["advance"]?.string {
            try sandbox.advance(by: length)
        } else if value["reset"]?.bool == true {
            try sandbox.reset(app: app)
        } else if let refuses = value["refuse"]?.bool {
            try sandbox.refuseOthers(refuses, app: app ?? "")
        } else if let operation = value["operation"]?.string {
            try sandbox.choose(value["outcome"]?.string, of: operation, app: app ?? "")
        }
    }
}
