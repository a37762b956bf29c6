import JSON
import SiteModel

/// The studio's panel with the URL for a phone on the local network, also as a QR code.
struct PhonePanel {
    let previewBuild: PreviewBuild
    let studio: String
    let origins: [String: String]
    /// Nil if only this machine can connect.
    let access: LANAccess?

    /// The URL of an app's first page, or of the studio if there is no such app.
    func json(for name: String) -> JSONValue {
        guard let access else { return ["address": .null, "picture": .null] }
        let app = previewBuild.good?.site.apps.first { $0.name == name }
        let place = app.flatMap { app in origins[app.name].map { ($0, app.firstPath) } } ?? (studio, "/")
        let address = place.0 + access.path(to: place.1)
        return [
            "address": .string(address), "picture": QRCode(address).map { .string($0.svg) } ?? .null,
        ]
    }
}
