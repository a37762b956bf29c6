internal import Files
public import HTTPListener
internal import Release
internal import Synchronization

/// Hosts a release from memory: no request ever reaches a file.
///
/// A new release in the folder is taken over within a second, or at once by `reload`. One that cannot be read leaves the
/// last good one up. Nothing about requests is written anywhere, since an address may hold a token.
public final class LandingServer: Sendable {
    private let listener: HTTPListener
    private let current: CurrentSite

    /// Where the server listens, with the port that the system chose where 0 was asked for.
    public var address: ListenAddress { listener.address }

    /// Reads the release and begins to listen.
    ///
    /// - Parameters:
    ///   - folder: where `release.json` stands.
    ///   - address: port 0 lets the system choose.
    ///   - host: answers every request as this host; nil goes by the request's own.
    ///   - report: gets one line for each release that could not be taken over.
    /// - Throws: `LandingServerError` where there is no release, no such host, or the port is in use.
    public init(
        folder: String, listen address: ListenAddress, as host: String? = nil,
        report: @escaping @Sendable (String) -> Void
    ) throws(LandingServerError) {
        let current = try CurrentSite(folder: folder, host: host, report: report)
        self.current = current
        var options = HTTPListener.Options()
        options.fields = LandingSite.fields
        options.longestBody = 1_024
        options.everySecond = { current.reload(onlyIfChanged: true) }
        do {
            listener = try HTTPListener(address, options: options) { current.site.respond(to: $0) }
        } catch {
            throw LandingServerError(error.description)
        }
    }

    /// Takes over the release that stands in the folder now.
    public func reload() { current.reload(onlyIfChanged: false) }

    /// Takes no more connections, lets the answers under way go out, and ends.
    public func stop() { listener.stop() }
}

/// Why a server does not start.
public struct LandingServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line in lower case without a full stop.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The release being served, and when its manifest was last looked at.
private final class CurrentSite: Sendable {
    private let folder: String
    private let host: String?
    private let report: @Sendable (String) -> Void
    private let served: Mutex<LandingSite>
    /// Also keeps two reloads apart.
    private let seen: Mutex<FileFingerprint?>

    init(folder: String, host: String?, report: @escaping @Sendable (String) -> Void) throws(LandingServerError) {
        self.folder = folder
        self.host = host
        self.report = report
        seen = Mutex(Self.fingerprint(folder))
        served = Mutex(try Self.load(folder, host))
    }

    var site: LandingSite { served.withLock { $0 } }

    func reload(onlyIfChanged: Bool) {
        seen.withLock { seen in
            // Taken before reading: a manifest that moves in meanwhile is noticed the next time.
            let fingerprint = Self.fingerprint(folder)
            if onlyIfChanged, fingerprint == seen { return }
            seen = fingerprint
            do throws(LandingServerError) {
                let site = try Self.load(folder, host)
                served.withLock { $0 = site }
            } catch {
                // Another release came while this one was read; the next second brings it.
                if Self.fingerprint(folder) != fingerprint { return }
                report("\(error); the release before is still served")
            }
        }
    }

    private static func fingerprint(_ folder: String) -> FileFingerprint? {
        FileFingerprint(of: "\(folder)/\(LoadedRelease.manifestName)")
    }

    private static func load(_ folder: String, _ host: String?) throws(LandingServerError) -> LandingSite {
        let release: LoadedRelease
        do {
            release = try LoadedRelease.load(folder)
        } catch {
            throw LandingServerError(error.description)
        }
        do {
            return try LandingSite(release, as: host)
        } catch {
            throw LandingServerError("\(folder)/\(LoadedRelease.manifestName): \(error.message)")
        }
    }
}
