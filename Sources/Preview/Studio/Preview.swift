package import Diagnostics
import EmailBuilder
package import HTTPListener
internal import HTTPMessages
import Sandbox
package import SiteBuilder
import SiteModel
import Synchronization

/// `latchkey preview`: builds a site, serves a studio and every app on a port of its own, and rebuilds when a file
/// changes.
///
/// An app of a site with many apps is built, served and watched only once it is opened; see `ShownApps`.
///
/// If a build fails, the last good pages stay available, with the diagnostics shown over them. The pages use an
/// embedded sandbox, so that a whole flow runs on this machine, unless `app.yml` says `preview: backend`. The preview
/// listens on 127.0.0.1 only, or on one address of a local network with `LANAccess`. Requests for other hosts are
/// refused, so that no page on the web can read the site.
package final class Preview: Sendable {
    private struct Shared {
        var previewBuild: PreviewBuild
        /// The listeners, by the app's name.
        var listeners: [String: HTTPListener] = [:]
        var notes: [String] = []
        /// The snapshot of the files from before the last build, so that no edit during the build is missed.
        var watch: SourceWatch
        /// The number of times that the set of watched files has changed.
        var watches = 0
    }

    private let sources: SiteBuild
    private let port: Int
    private let host: String
    /// Nil if only this machine can connect.
    private let access: LANAccess?
    /// Nil unless the site is compared with an earlier one.
    private let comparison: PreviewComparison?
    private let startsEditor: @Sendable ([String]) -> Bool
    let sandbox: Sandbox
    private let events: EventStream
    private let studio: HTTPListener
    private let deferred: DeferredHandler
    private let shared: Mutex<Shared>
    /// Serialises builds, which start after a save or when an app is opened.
    private let building = Mutex(())

    /// The interval between two polls of the files, in microseconds.
    private static let pollInterval = 20_000
    /// The time for which the files must be unchanged before a build, in microseconds, since editors truncate a file
    /// before they write it.
    private static let settlingTime = 6_000
    /// The maximum number of polls for which a build waits for files that keep changing.
    private static let maximumPolls = 50

    /// Starts the servers and builds the site for the first time; if the build fails, its diagnostics are shown.
    ///
    /// - Parameters:
    ///   - sources: the site's folder and its templates.
    ///   - port: the studio's port; the apps get the following ones. A port in use is replaced by the next free one.
    ///     With 0 the system chooses all ports.
    ///   - apps: the names of apps to open immediately, whatever their number.
    ///   - network: the IPv4 address of a local network to listen on; nil for this machine only.
    ///   - comparison: the comparison with an earlier site to show; nil for none.
    ///   - startsEditor: starts a program with its arguments; false if that fails.
    /// - Returns: the running preview.
    /// - Throws: `ListenerError` if no port is available.
    package static func start(
        _ sources: SiteBuild, port: Int, apps: [String] = [], network: String? = nil,
        comparison: PreviewComparison? = nil, startsEditor: @escaping @Sendable ([String]) -> Bool = { _ in false }
    ) throws(ListenerError) -> Preview {
        let preview = try Preview(
            sources, port: port, apps: apps, network: network, comparison: comparison, startsEditor: startsEditor)
        preview.rebuild()
        try preview.listen()
        return preview
    }

    private init(
        _ sources: SiteBuild, port: Int, apps: [String], network: String?, comparison: PreviewComparison?,
        startsEditor: @escaping @Sendable ([String]) -> Bool
    ) throws(ListenerError) {
        self.sources = sources
        self.startsEditor = startsEditor
        self.comparison = comparison
        self.port = port
        let host = network ?? "127.0.0.1"
        self.host = host
        let events = EventStream()
        let access = network.map { _ in LANAccess() }
        self.access = access
        // A separate event, so that a new email does not reload the pages in view.
        let composer = EmailComposer()
        sandbox = try Sandbox(
            ListenAddress(address: host, port: 0), access: access.map { $0.refusal }, apps: [],
            compose: { composer.content(of: $1, app: $0, isPreviewed: true) },
            deliver: { _ in events.send("", event: "email") }, changed: { events.send("", event: "sandbox") })
        self.events = events
        let deferred = DeferredHandler()
        self.deferred = deferred
        let (studio, isOtherPort) = try FreePort.listen(on: host, from: port) { deferred.answer($0, app: nil) }
        self.studio = studio
        let previewBuild = PreviewBuild(
            sources: sources, sandbox: sandbox, composer: composer, studio: "http://\(host):\(studio.port)",
            opened: apps)
        let watch = SourceWatch(previewBuild.apps.watched)
        shared = Mutex(Shared(previewBuild: previewBuild, watch: watch))
        // The studio's own page is available before the first build.
        deferred.open { [weak self] in self?.answer($0, app: $1) ?? .plain(503, "The preview is closing.") }
        if isOtherPort { note("Port \(port) is taken, so the studio is on \(studio.port).") }
    }

    /// The site of the last build without errors.
    var shownSite: Site? { shared.withLock { $0.previewBuild.good?.site } }

    package var report: DiagnosticReport { shared.withLock { $0.previewBuild.report } }

    /// The deviations from the requested configuration, as sentences.
    package var notes: [String] { shared.withLock { $0.notes } }

    /// The URLs to open, with their names: the studio, then the first page of each app that opens without a link, since
    /// few have a page at `/`.
    package var addresses: [(name: String, address: String)] {
        shared.withLock { shared in
            [("Studio", studioAddress)]
                + (shared.previewBuild.good?.site.apps ?? []).compactMap { app in
                    shared.listeners[app.name].map {
                        (app.title, address(app.firstPath, on: $0))
                    }
                }
                + (comparison.map { [("Compared with \($0.name)", address(PreviewComparison.index, on: studio))] } ?? [])
        }
    }

    /// The number of apps that are not built until they are opened.
    package var unopenedApps: Int { shared.withLock { $0.previewBuild.apps.others.count } }

    /// The QR code of the studio's URL for a terminal; nil without a network.
    package var terminalCode: String? { access.flatMap { _ in QRCode(studioAddress)?.terminalText } }

    /// The apps whose pages use their real backends, as sentences.
    package var realBackends: [String] {
        let (apps, origins) = shared.withLock { shared in
            (shared.previewBuild.good?.site.apps ?? [], shared.listeners.mapValues(origin))
        }
        return apps.filter(\.previewsBackend).map { app in
            "\(app.title) uses its real backend, \(app.backend?.base ?? ""): what you do in the "
                + "preview is done there. Its CORS configuration must allow \(origins[app.name] ?? "the preview")."
        }
    }

    /// Polls the files until stopped, and rebuilds when they have changed.
    ///
    /// - Parameters:
    ///   - isStopping: waits for the given number of microseconds, and returns whether to stop.
    ///   - onBuild: called after every build with its diagnostics and new notes.
    package func watch(isStopping: (_ microseconds: Int) -> Bool, onBuild: (DiagnosticReport, [String]) -> Void) {
        var (watch, watches) = shared.withLock { ($0.watch, $0.watches) }
        while !isStopping(Self.pollInterval) {
            if case let (latest, number) = shared.withLock({ ($0.watch, $0.watches) }), number != watches {
                (watch, watches) = (latest, number)
            }
            guard watch.hasChanged() else { continue }
            var polls = 0
            while polls < Self.maximumPolls, !isStopping(Self.settlingTime), watch.hasChanged() { polls += 1 }
            let known = notes.count
            update()
            onBuild(report, Array(notes.dropFirst(known)))
        }
    }

    /// Builds an app that is not open yet and serves it on a port; false if the site has no such app.
    private func open(_ app: String) -> Bool {
        guard shared.withLock({ $0.previewBuild.apps.others.contains(app) }) else {
            return shared.withLock { $0.previewBuild.apps.names.contains(app) }
        }
        update(opening: app)
        return true
    }

    /// Builds the open apps, and optionally another one, and serves new ones on ports.
    private func update(opening app: String? = nil) {
        building.withLock { _ in
            rebuild(opening: app)
            do throws(ListenerError) {
                try listen()
            } catch {
                note("An app has no port: \(error.message).")
            }
        }
    }

    private func rebuild(opening app: String? = nil) {
        var previewBuild = shared.withLock { $0.previewBuild }
        previewBuild.apps.list()
        if let app { previewBuild.apps.open(app) }
        let places = previewBuild.apps.watched
        if places != shared.withLock(\.watch.places) {
            let watch = SourceWatch(places)
            shared.withLock { shared in
                shared.watch = watch
                shared.watches += 1
            }
        }
        previewBuild.rebuild()
        shared.withLock { $0.previewBuild = previewBuild }
        sendEvent()
    }

    /// Tells pages and studio about the last build and the apps' ports.
    private func sendEvent() {
        let (previewBuild, origins) = shared.withLock { ($0.previewBuild, $0.listeners.mapValues(origin)) }
        events.send(previewBuild.event(for: overview(of: previewBuild, origins)))
    }

    private func overview(of previewBuild: PreviewBuild, _ origins: [String: String]) -> SiteOverview {
        SiteOverview(
            previewBuild: previewBuild, origins: origins, isOnNetwork: access != nil, against: comparison?.name)
    }

    package func stop() {
        let listeners = shared.withLock { shared in
            defer { shared.listeners = [:] }
            return Array(shared.listeners.values)
        }
        events.close()
        for listener in [studio] + listeners { listener.stop() }
        sandbox.stop()
    }

    /// Starts a listener for every app without one, on the port of its position or the next free one.
    private func listen() throws(ListenerError) {
        let (apps, known) = shared.withLock { shared in
            (shared.previewBuild.good?.site.apps ?? [], shared.listeners.mapValues(\.port))
        }
        var next = (known.values.max() ?? studio.port) + 1
        var isChanged = false
        for app in apps where known[app.name] == nil {
            let deferred = deferred
            let name = app.name
            let (listener, isOtherPort) = try FreePort.listen(on: host, from: port == 0 ? 0 : next) {
                deferred.answer($0, app: name)
            }
            if isOtherPort { note("Port \(next) is taken, so \(app.title) is on \(listener.port).") }
            next = listener.port + 1
            isChanged = true
            shared.withLock { $0.listeners[name] = listener }
        }
        guard isChanged else { return }
        let (previewBuild, addresses) = shared.withLock { ($0.previewBuild, $0.listeners.mapValues(origin)) }
        previewBuild.deliver(linksTo: addresses)
        sendEvent()
    }

    private func answer(_ request: HTTPRequest, app: String?) -> HTTPResponse {
        let (previewBuild, addresses) = shared.withLock { ($0.previewBuild, $0.listeners.mapValues(origin)) }
        let own = app.flatMap { addresses[$0] } ?? origin(of: studio)
        if let refusal = HostCheck.refusal(of: request, to: own) ?? access?.refusal(of: request) { return refusal }
        guard let app else {
            if let response = comparison?.response(to: request.path, build: previewBuild.build) {
                return StudioGate(origin: origin(of: studio), host: host).refusal(of: request) ?? response
            }
            let answers = StudioAnswers(
                overview: overview(of: previewBuild, addresses), origin: origin(of: studio), host: host, access: access,
                startsEditor: startsEditor, open: { [weak self] in self?.open($0) ?? false })
            return answers.answer(request, events: events)
        }
        if request.path == PreviewAddress.events { return events.response }
        return previewBuild.answer(request, app: app)
    }

    private func note(_ text: String) { shared.withLock { $0.notes.append(text) } }

    private var studioAddress: String { access == nil ? origin(of: studio) : address("/", on: studio) }

    /// The URL of a path, which admits the device that opens it.
    private func address(_ path: String, on listener: HTTPListener) -> String {
        origin(of: listener) + (access?.path(to: path) ?? path)
    }

    private func origin(of listener: HTTPListener) -> String { "http://\(host):\(listener.port)" }
}
