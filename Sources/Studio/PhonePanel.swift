import JSON
import SiteModel

/// What the studio shows of the way that a phone in the room gets here: an address, as a QR code too.
struct PhonePanel {
    private let previewBuild: PreviewBuild
    private let studio: String
    private let origins: [String: String]
    private let access: LANAccess?

    /// - Parameters:
    ///   - previewBuild: the site as it was last built well.
    ///   - studio: the studio's origin.
    ///   - apps: where each app is shown, by its name.
    ///   - access: who may see the preview; nil where only this machine can.
    init(_ previewBuild: PreviewBuild, studio: String, apps: [String: String], access: LANAccess?) {
        self.previewBuild = previewBuild
        self.studio = studio
        origins = apps
        self.access = access
    }

    /// The address of an app's first page, or of the studio where there is no app of the name.
    func json(for name: String) -> JSONValue {
        guard let access else { return ["address": .null, "picture": .null] }
        let app = previewBuild.good?.site.apps.first { $0.name == name }
        let place = app.flatMap { app in origins[app.name].map { ($0, app.pages.first?.path ?? "/") } } ?? (studio, "/")
        let address = place.0 + access.path(to: place.1)
        return [
            "address": .string(address), "picture": QRCode(address).map { .string($0.svg) } ?? .null,
        ]
    }
}
