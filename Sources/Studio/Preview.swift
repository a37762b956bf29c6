public import Diagnostics
import EmailBuilder
public import HTTPListener
import Release
import Sandbox
import SiteModel
import Synchronization

/// `latchkey preview`: builds a site, shows every app on a port of its own, and builds again whenever a file changes.
///
/// A bad edit keeps the last good pages, under the complaint. The pages ask an embedded sandbox, whose mails the index page
/// shows, so that a whole flow runs on this machine. Only 127.0.0.1 is listened on, and a request that names
/// another host is refused, so that no page on the web can look at what is being written here.
public final class Preview: Sendable {
    private struct Shared {
        var workshop: Workshop
        /// By the app's name.
        var listeners: [String: HTTPListener] = [:]
        var index: HTTPListener?
    }

    private let folder: String
    private let firstPort: Int
    private let watched: [String]
    private let shared: Mutex<Shared>
    private let events: EventStream
    private let sandbox: Sandbox

    /// How long to look away between two looks at the files, in microseconds.
    private static let pause = 40_000

    /// Builds the site for the first time; a site that cannot be built is shown with what is wrong with it.
    ///
    /// - Parameters:
    ///   - site: the folder that holds one folder an app.
    ///   - templates: templates that replace the built-in ones, or nil.
    ///   - port: the port of the index page; the apps follow on the next ones. 0 lets the system pick them all.
    /// - Throws: `ListenerError` where the sandbox finds no port.
    public init(site: String, templates: String?, port: Int) throws(ListenerError) {
        folder = site
        firstPort = port
        watched = [site] + [templates].compactMap { $0 }
        let events = EventStream()
        // A mail is an event of its own: what is being looked at must not be built anew by it.
        let composer = EmailComposer()
        sandbox = try Sandbox(
            ListenAddress(address: "127.0.0.1", port: 0), apps: [], compose: { composer.words(of: $1, app: $0) },
            deliver: { _ in events.send("", event: "mail") })
        self.events = events
        var workshop = Workshop(folder: site, templates: templates, sandbox: sandbox, composer: composer)
        workshop.rebuild()
        shared = Mutex(Shared(workshop: workshop))
        events.send(workshop.news)
    }

    /// What the last build found.
    public var report: DiagnosticReport { shared.withLock { $0.workshop.report } }

    /// Every address to open, with what is there: the index page, then the first page of each app, since hardly any has
    /// a page at `/`.
    public var addresses: [(name: String, address: String)] {
        shared.withLock { shared in
            var addresses: [(name: String, address: String)] = []
            if let index = shared.index { addresses.append(("Preview", address(of: index))) }
            for entry in entries(shared) {
                addresses.append((entry.app.title, entry.address + (entry.app.pages.first?.path ?? "/")))
            }
            return addresses
        }
    }

    /// Listens on the index page's port and on every app's.
    ///
    /// - Throws: `ListenerError` where a port is taken.
    public func start() throws(ListenerError) {
        let index = try listener(port: firstPort) { [weak self] request in
            self?.answer(request, app: nil) ?? .plain(503, "The preview is closing.")
        }
        shared.withLock { $0.index = index }
        try listen()
    }

    /// Looks at the files until somebody says stop, and builds when they have changed.
    ///
    /// - Parameters:
    ///   - isStopping: waits for that many microseconds, and tells whether to stop.
    ///   - told: hears of every build, after it.
    public func watch(isStopping: (_ microseconds: Int) -> Bool, told: (DiagnosticReport) -> Void) {
        var watch = SourceWatch(folders: watched)
        while !isStopping(Self.pause) {
            guard watch.hasChanged() else { continue }
            var workshop = shared.withLock { $0.workshop }
            workshop.rebuild()
            shared.withLock { $0.workshop = workshop }
            // A new app that finds no port is told of, and the others go on.
            var report = workshop.report
            do {
                try listen()
            } catch {
                report.diagnostics.append(Diagnostic(.warning, code: "port-taken", message: error.description))
            }
            events.send(workshop.news)
            told(report)
        }
    }

    /// Closes every port.
    public func stop() {
        let listeners = shared.withLock { shared in
            defer {
                shared.listeners = [:]
                shared.index = nil
            }
            return Array(shared.listeners.values) + [shared.index].compactMap { $0 }
        }
        events.close()
        for listener in listeners { listener.stop() }
        sandbox.stop()
    }

    /// Gives every app that has none a port: the one that belongs to its place, or the next free one for a late-comer.
    private func listen() throws(ListenerError) {
        let (names, known) = shared.withLock { shared in
            (shared.workshop.good?.site.apps.map(\.name) ?? [], shared.listeners.mapValues(\.port))
        }
        var next = (known.values.max() ?? firstPort) + 1
        for name in names where known[name] == nil {
            let listener = try listener(port: firstPort == 0 ? 0 : next) { [weak self] request in
                self?.answer(request, app: name) ?? .plain(503, "The preview is closing.")
            }
            next += 1
            shared.withLock { $0.listeners[name] = listener }
        }
        let (workshop, addresses) = shared.withLock { shared in
            (shared.workshop, shared.listeners.mapValues { "http://127.0.0.1:\($0.port)" })
        }
        workshop.deliver(linksTo: addresses)
    }

    private func listener(
        port: Int, answer: @escaping HTTPListener.Handler
    ) throws(ListenerError) -> HTTPListener {
        var options = HTTPListener.Options()
        options.threads = 1
        return try HTTPListener(ListenAddress(address: "127.0.0.1", port: port), options: options, handler: answer)
    }

    private func answer(_ request: HTTPRequest, app: String?) -> HTTPResponse {
        // A name that a web page has made point here would otherwise read what is being written.
        guard request.host == "127.0.0.1" || request.host == "localhost" else {
            return .plain(421, "The preview answers on 127.0.0.1 alone.")
        }
        if request.method != "GET", request.method != "HEAD", app == nil {
            return .plain(405, "Only GET and HEAD.", headers: [("Allow", "GET, HEAD")])
        }
        if PreviewAddress(request) == .events { return HTTPResponse(status: 200, body: .events(events)) }
        let (workshop, shown) = shared.withLock { ($0.workshop, self.entries($0)) }
        if let app { return workshop.answer(request, app: app) }
        return request.path == "/" ? workshop.index(entries: shown) : .plain(404, "There is nothing here but '/'.")
    }

    private func entries(_ shared: Shared) -> [IndexPage.Entry] {
        guard let good = shared.workshop.good else { return [] }
        var entries: [IndexPage.Entry] = []
        for app in good.site.apps {
            guard let listener = shared.listeners[app.name] else { continue }
            let routes = good.contents.apps.first { $0.name == app.name }?.routes ?? []
            entries.append(
                IndexPage.Entry(app: app, address: address(of: listener), files: Self.otherPaths(of: routes, app: app)))
        }
        return entries
    }

    /// The paths that answer by themselves and are no page: association files and the change-password address.
    private static func otherPaths(of routes: [Route], app: App) -> [String] {
        let pages = Set(app.pages.map(\.path))
        return routes.filter { route in
            if case .open = route.answer { return false }
            return !pages.contains(route.path) && !route.path.contains("{")
        }.map(\.path)
    }

    private func address(of listener: HTTPListener) -> String { "http://127.0.0.1:\(listener.port)" }
}
