public import Diagnostics
import Files
import HTTPListener
import LandingServer
import Synchronization

/// `latchkey preview`: builds a site, shows every app on a port of its own, and builds again whenever a file changes.
///
/// A bad edit keeps the last good pages, under the complaint. Only 127.0.0.1 is listened on, and a request that names
/// another host is refused, so that no page on the web can look at what is being written here.
public final class Preview: Sendable {
    private struct Shared {
        var workshop: Workshop
        /// Listeners by the app's name.
        var listeners: [String: HTTPListener] = [:]
    }

    private let site: String
    private let templates: String?
    private let port: Int
    private let shared: Mutex<Shared>
    private let events = EventStream()
    private let isStopping = Atomic<Bool>(false)

    /// How long to look away between two looks at the files, in microseconds.
    private static let pause: UInt32 = 40_000

    /// - Parameters:
    ///   - site: the folder that holds one folder an app.
    ///   - templates: templates that replace the built-in ones.
    ///   - port: the port of the index page; apps follow on the next ones. 0 lets the system pick them all.
    public init(site: String, templates: String?, port: Int) {
        self.site = site
        self.templates = templates
        self.port = port
        shared = Mutex(Shared(workshop: Workshop(folder: site, templates: templates)))
    }
}
