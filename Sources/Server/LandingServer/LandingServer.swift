package import Diagnostics
package import HTTPListener
internal import HTTPMessages
internal import LinkRouting
internal import Synchronization

/// Serves a release from memory: requests for pages never read files.
///
/// A new release in the folder is loaded within a second, or at once by `reload`. If it cannot be loaded, the previous
/// one stays in use, and loading is retried every second. Metrics and logs contain nothing that a request supplied,
/// since its address may contain a token.
package final class LandingServer: Sendable {
    private let listeners: [HTTPListener]
    private let others: [HTTPListener]
    private let watch: ReleaseWatch
    private let certificates: CertificateWatch?
    private let accessLog: AccessLog?
    private let stopping = StoppingFlag()

    /// The addresses that the server listens on; for a requested port 0, with the port that the system chose.
    package var addresses: [ListenAddress] { listeners.map(\.address) }

    package var address: ListenAddress { listeners[0].address }

    /// The addresses of `ServerSettings.admin` and `redirect`, in this order.
    package var otherAddresses: [ListenAddress] { others.map(\.address) }

    /// Loads the release and starts listening. `report` is called with a one-line message for each release or
    /// certificate that could not be loaded, and for problems of the whole process.
    package init(_ settings: ServerSettings, report: @escaping @Sendable (String) -> Void) throws(Diagnostic) {
        let isObserved = settings.logsAccess || settings.admin != nil
        let watch = try ReleaseWatch(
            folder: settings.folder, host: settings.host, isObserved: isObserved, report: report)
        let certificates = try settings.certificates.isEmpty ? nil : CertificateWatch(settings.certificates, report)
        let metrics = settings.admin == nil ? nil : ServerMetrics()
        let accessLog = settings.logsAccess ? AccessLog() : nil
        (self.watch, self.certificates, self.accessLog) = (watch, certificates, accessLog)

        var options = settings.listener
        options.tls = certificates?.certificates
        options.report = report
        if isObserved {
            options.observe = { exchange in
                metrics?.count(exchange)
                accessLog?.write(exchange)
            }
        }
        let handler = Self.handler(watch, settings)
        options.onTick = {
            watch.reload(always: false)
            certificates?.reload(always: false)
        }
        do throws(ListenerError) {
            var listeners: [HTTPListener] = []
            for descriptor in settings.inherited {
                listeners.append(try HTTPListener(inherited: descriptor, options: options, handler: handler))
                options.onTick = nil
            }
            for address in settings.inherited.isEmpty ? settings.listen : [] {
                listeners.append(try HTTPListener(address, options: options, handler: handler))
                options.onTick = nil
            }
            self.listeners = listeners
            others = try Self.others(settings, watch, listeners, metrics, stopping, observe: options.observe)
        } catch {
            accessLog?.stop()
            throw error.at(FilePlace())
        }
    }

    private static func handler(_ watch: ReleaseWatch, _ settings: ServerSettings) -> HTTPListener.Handler {
        let limit = settings.opensPerMinute > 0 ? OpenRateLimit(perMinute: settings.opensPerMinute) : nil
        let proxies = settings.listener.trustedProxies
        let challenges =
            settings.certificates.isEmpty ? settings.challenges.map(CertificateChallenges.init(folder:)) : nil
        return { request in
            if let answer = challenges?.answer(request) { return answer }
            return watch.site.respond(to: request) {
                // A loopback address is a reverse proxy's, which speaks for all clients unless it is trusted to forward
                // their addresses. A trusted proxy that forwarded no address is counted as a client itself.
                guard let limit, let client = request.client,
                    !client.isLoopback || proxies.contains(where: { $0.contains(client) })
                else { return true }
                return !limit.isExceeded(by: client.network, at: Double(Clock.now) / 1e9)
            }
        }
    }

    private static func others(
        _ settings: ServerSettings, _ watch: ReleaseWatch, _ listeners: [HTTPListener], _ metrics: ServerMetrics?,
        _ stopping: StoppingFlag, observe: (@Sendable (HTTPExchange) -> Void)?
    ) throws(ListenerError) -> [HTTPListener] {
        var options = settings.listener
        options.threads = 1
        options.tls = nil
        options.observe = nil
        options.onTick = nil
        var others: [HTTPListener] = []
        var seen = listeners
        if settings.redirect != nil || settings.inheritedRedirect != nil {
            let redirect = HTTPSRedirect(
                challenges: CertificateChallenges(folder: settings.challenges),
                target: { request in
                    if let host = settings.host { return host }
                    return request.host.flatMap { watch.site.landing.hasHost($0) ? $0 : nil }
                }, port: settings.httpsPort ?? listeners[0].port)
            var options = options
            options.observe = observe
            let isObserved = observe != nil
            let handler: HTTPListener.Handler = { request in
                var response = redirect.answer(request)
                if isObserved {
                    response.subject = ResponseSubject(
                        app: request.host.flatMap { watch.site.landing.appName(of: $0) },
                        route: redirect.routeName(of: request), isOpen: false,
                        agent: UserAgentClass(userAgent: request.headers["user-agent"]))
                }
                return response
            }
            let listener =
                if let descriptor = settings.inheritedRedirect {
                    try HTTPListener(inherited: descriptor, options: options, handler: handler)
                } else {
                    try HTTPListener(settings.redirect ?? listeners[0].address, options: options, handler: handler)
                }
            seen.append(listener)
            others.append(listener)
        }
        let observed = seen
        if let address = settings.admin, let metrics {
            let pages = AdminPages(
                metrics: {
                    metrics.text(
                        ServerMetrics.Gauges(
                            connections: observed.reduce(0) { $0 + $1.connectionCount },
                            accepted: observed.reduce(0) { $0 + $1.acceptedCount },
                            evicted: observed.reduce(0) { $0 + $1.evictedCount },
                            reloads: watch.counts.reloads, failures: watch.counts.failures,
                            release: watch.site.landing.id, releaseTime: watch.servedSince))
                }, isReady: { !stopping.isSet }, release: { watch.site.landing.id })
            others.insert(try HTTPListener(address, options: options) { pages.answer($0) }, at: 0)
        }
        return others
    }

    /// Loads the folder's current release and the certificates.
    package func reload() {
        watch.reload(always: true)
        certificates?.reload(always: true)
    }

    /// Stops accepting, waits for responses in progress, and ends.
    package func stop() {
        stopping.set()
        for listener in listeners { listener.stop() }
        for listener in others { listener.stop() }
        accessLog?.stop()
    }
}

private final class StoppingFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
