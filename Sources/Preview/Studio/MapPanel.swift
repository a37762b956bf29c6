import Diagnostics
import FlowMap
import HTTPListener
internal import HTTPMessages
import SiteModel
import TextEncoding

/// The map of an app's flow, with links to its states, and with room for their pictures.
struct MapPanel {
    let previewBuild: PreviewBuild

    /// The room for a picture in a state's box, in pixels; `Templates/studio/map.js` fills it.
    private static let pictureHeight = 240.0

    /// The response with the map; nil if there is no such app.
    func response(for name: String, hasPictures: Bool, headers: [HeaderField]) -> HTTPResponse? {
        guard let app = previewBuild.good?.site.apps.first(where: { $0.name == name }) else { return nil }
        let graph = FlowGraph(of: app)
        let contents = FlowContents(pictureHeight: hasPictures ? Self.pictureHeight : 0)
        do throws(Diagnostic) {
            let layout = try FlowLayout(graph, contents: contents)
            let drawing = FlowDrawing([.init(graph, contents: contents, layout: layout)], studioApp: name)
            let type = HeaderField("Content-Type", "image/svg+xml")
            return HTTPResponse(status: 200, headers: [type] + headers, body: Array(drawing.svg.utf8))
        } catch {
            return .plain(503, "The map cannot be drawn: \(error.message). \(error.fix ?? "")")
        }
    }
}
