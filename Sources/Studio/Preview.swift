public import Diagnostics
import EmailBuilder
public import HTTPListener
import Sandbox
public import SiteBuilder
import SiteModel
import Synchronization

/// `latchkey preview`: builds a site, shows it in a studio and every app on a port of its own, and builds again whenever a
/// file changes.
///
/// Of a site of many apps, one is read, built and given a port when somebody opens it, and its files are watched from then
/// on; see `ShownApps`.
///
/// A bad edit keeps the last good pages, under the diagnostic. The pages ask an embedded sandbox, so that a whole flow runs
/// on this machine, unless `app.yml` says `preview: backend`. Only 127.0.0.1 is listened on, or one address of a local network
/// that `LANAccess` guards, and a request that names another host is refused, so that no page on the web can look at what
/// is being written here.
public final class Preview: Sendable {
    private struct Shared {
        var previewBuild: PreviewBuild
        /// By the app's name.
        var listeners: [String: HTTPListener] = [:]
        var notes: [String] = []
        /// What the files looked like before they were last built, so that no edit falls between two looks.
        var watch: SourceWatch
        /// Counts how often other files than before have come to be watched.
        var watches = 0
    }

    private let sources: SiteBuild
    private let port: Int
    private let host: String
    /// Who may see the preview from elsewhere; nil where only this machine can.
    private let access: LANAccess?
    private let sandbox: Sandbox
    private let events: EventStream
    private let studio: HTTPListener
    private let deferred: DeferredHandler
    private let shared: Mutex<Shared>
    /// One build at a time: after a save, or because an app was opened.
    private let building = Mutex(())

    /// How long to look away between two looks at the files, in microseconds.
    private static let pause = 20_000
    /// How long the files have to stay as they are before they are built, in microseconds: an editor empties a file
    /// before it writes it.
    private static let settling = 6_000
    /// What is written without an end is built all the same, after so many looks.
    private static let mostLooks = 50

    /// Begins to answer, and builds the site for the first time; a site that cannot be built is shown with what is wrong
    /// with it.
    ///
    /// - Parameters:
    ///   - sources: the site's folder, and its templates where some are named.
    ///   - port: the studio's; the apps follow on the next ones. A port that is taken gives way to the next free one. 0
    ///     lets the system pick them all.
    ///   - apps: the names of apps that are opened at once, however many there are.
    ///   - network: the address of a local network to listen on, IPv4; nil for this machine alone.
    ///   - admitted: hears of every device that came in over the network, from any thread.
    /// - Throws: `ListenerError` where no port is to be had.
    public init(
        _ sources: SiteBuild, port: Int, apps: [String] = [], network: String? = nil,
        admitted: @escaping @Sendable () -> Void = {}
    ) throws(ListenerError) {
        self.sources = sources
        self.port = port
        let host = network ?? "127.0.0.1"
        self.host = host
        let events = EventStream()
        access = network.map { host in
            LANAccess(host: host) {
                events.send("", event: "phone")
                admitted()
            }
        }
        // An email is an event of its own: what is being looked at must not be built anew by it.
        let composer = EmailComposer()
        sandbox = try Sandbox(
            ListenAddress(address: host, port: 0), secret: network.map { _ in LANAccess.secret() }, apps: [],
            compose: { composer.content(of: $1, app: $0, isPreviewed: true) },
            deliver: { _ in events.send("", event: "email") }, changed: { events.send("", event: "sandbox") })
        self.events = events
        let deferred = DeferredHandler()
        self.deferred = deferred
        let (studio, isOther) = try FreePort.listen(on: host, from: port) { deferred.answer($0, app: nil) }
        self.studio = studio
        let previewBuild = PreviewBuild(
            sources: sources, sandbox: sandbox, composer: composer, studio: "http://\(host):\(studio.port)",
            opened: apps)
        let watch = SourceWatch(previewBuild.apps.watched)
        shared = Mutex(Shared(previewBuild: previewBuild, watch: watch))
        // The studio's own page needs no build.
        deferred.open { [weak self] in self?.answer($0, app: $1) ?? .plain(503, "The preview is closing.") }
        if isOther { note("Port \(port) is taken, so the studio is on \(studio.port).") }
        rebuild()
        try listen()
    }

    /// What the last build found.
    public var report: DiagnosticReport { shared.withLock { $0.previewBuild.report } }

    /// What is otherwise than asked for, in sentences.
    public var notes: [String] { shared.withLock { $0.notes } }

    /// Every address to open, with what is there: the studio, then the first page of each app, since hardly any has a
    /// page at `/`.
    public var addresses: [(name: String, address: String)] {
        shared.withLock { shared in
            [("Studio", origin(of: studio) + (access?.path(to: "/") ?? ""))]
                + (shared.previewBuild.good?.site.apps ?? []).compactMap { app in
                    shared.listeners[app.name].map {
                        (app.shownTitle, origin(of: $0) + (app.pages.first?.path ?? "/"))
                    }
                }
        }
    }

    /// How many apps are built only when they are opened.
    public var closedApps: Int { shared.withLock { $0.previewBuild.apps.others.count } }

    /// The studio's address for the next device of the network, and the same as a QR code for a terminal; nil where there is
    /// no network.
    public var invitation: (address: String, code: String)? {
        guard let access else { return nil }
        let address = origin(of: studio) + access.path(to: "/")
        return (address, QRCode(address)?.terminalText ?? "")
    }

    /// The apps whose pages ask their backends themselves, in sentences.
    public var realBackends: [String] {
        shared.withLock { $0.previewBuild.good?.site.apps ?? [] }.filter(\.previewsBackend).map { app in
            "\(app.shownTitle) asks its backend itself, \(app.redaction.redacted(app.backend?.base ?? "")): what is done in the "
                + "preview is done there."
        }
    }

    /// Looks at the files until somebody says stop, and builds when they have changed.
    ///
    /// - Parameters:
    ///   - isStopping: waits for that many microseconds, and tells whether to stop.
    ///   - told: hears of every build, after it, and of what came to be otherwise than asked for.
    public func watch(isStopping: (_ microseconds: Int) -> Bool, told: (DiagnosticReport, _ notes: [String]) -> Void) {
        var (watch, watches) = shared.withLock { ($0.watch, $0.watches) }
        while !isStopping(Self.pause) {
            if case let (latest, number) = shared.withLock({ ($0.watch, $0.watches) }), number != watches {
                (watch, watches) = (latest, number)
            }
            guard watch.hasChanged() else { continue }
            var looks = 0
            while looks < Self.mostLooks, !isStopping(Self.settling), watch.hasChanged() { looks += 1 }
            let known = notes.count
            update()
            told(report, Array(notes.dropFirst(known)))
        }
    }

    /// Builds an app that nobody has looked at yet, with the others, and gives it a port.
    ///
    /// - Returns: false where the site has none of the name.
    private func open(_ app: String) -> Bool {
        guard shared.withLock({ $0.previewBuild.apps.others.contains(app) }) else {
            return shared.withLock { $0.previewBuild.apps.names.contains(app) }
        }
        update(opening: app)
        return true
    }

    /// Builds, with one app more or with those of before, and gives those that are new a port.
    private func update(opening app: String? = nil) {
        building.withLock { _ in
            rebuild(opening: app)
            do {
                try listen()
            } catch {
                note("An app has no port: \(error).")
            }
        }
    }

    private func rebuild(opening app: String? = nil) {
        var previewBuild = shared.withLock { $0.previewBuild }
        previewBuild.list()
        if let app { _ = previewBuild.open(app) }
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
        events.send(previewBuild.news)
    }

    /// Closes every port.
    public func stop() {
        let listeners = shared.withLock { shared in
            defer { shared.listeners = [:] }
            return Array(shared.listeners.values)
        }
        events.close()
        for listener in [studio] + listeners { listener.stop() }
        sandbox.stop()
    }

    /// Gives every app that has none a port: the one that belongs to its place, or the next free one.
    private func listen() throws(ListenerError) {
        let (apps, known) = shared.withLock { shared in
            (shared.previewBuild.good?.site.apps ?? [], shared.listeners.mapValues(\.port))
        }
        var next = (known.values.max() ?? studio.port) + 1
        var isChanged = false
        for app in apps where known[app.name] == nil {
            let deferred = deferred
            let name = app.name
            let (listener, isOther) = try FreePort.listen(on: host, from: port == 0 ? 0 : next) {
                deferred.answer($0, app: name)
            }
            if isOther { note("Port \(next) is taken, so \(app.shownTitle) is on \(listener.port).") }
            next = listener.port + 1
            isChanged = true
            shared.withLock { $0.listeners[name] = listener }
        }
        guard isChanged else { return }
        let (previewBuild, addresses) = shared.withLock { ($0.previewBuild, $0.listeners.mapValues(origin)) }
        previewBuild.deliver(linksTo: addresses)
        events.send("", event: "apps")
    }

    private func answer(_ request: HTTPRequest, app: String?) -> HTTPResponse {
        if let refusal = access?.refusal(of: request) { return refusal }
        let (previewBuild, addresses) = shared.withLock { ($0.previewBuild, $0.listeners.mapValues(origin)) }
        guard let app else {
            let answers = StudioAnswers(
                previewBuild: previewBuild, origin: origin(of: studio), apps: addresses, host: host, access: access,
                open: { [weak self] in self?.open($0) ?? false })
            return answers.answer(request, events: events)
        }
        // A name that a web page has made point here would otherwise read what is being written.
        guard request.host == host || access == nil && request.host == "localhost" else {
            return .plain(421, "The preview answers on \(host) alone.")
        }
        if PreviewAddress(request) == .events { return HTTPResponse(status: 200, body: .events(events)) }
        return previewBuild.answer(request, app: app)
    }

    private func note(_ text: String) { shared.withLock { $0.notes.append(text) } }

    private func origin(of listener: HTTPListener) -> String { "http://\(host):\(listener.port)" }
}
