internal import CMalloc
internal import Diagnostics
internal import Files
internal import LinkRouting
internal import Release
internal import Synchronization

/// The release in use, replaced when the folder has a new one.
final class ReleaseWatch: Sendable {
    private struct State {
        /// The fingerprint of the manifest in use.
        var served: FileFingerprint?
        /// The last error, so that each is reported once.
        var failure: String?
    }

    /// The numbers of successful and failed loads since the start.
    struct Counts {
        var reloads = 0
        var failures = 0
    }

    private let folder: String
    private let host: String?
    private let isObserved: Bool
    private let report: @Sendable (String) -> Void
    private let current: Mutex<LandingSite>
    /// Held during a reload, so that reloads do not overlap.
    private let state: Mutex<State>
    private let counted = Mutex(Counts())

    init(folder: String, host: String?, isObserved: Bool, report: @escaping @Sendable (String) -> Void)
        throws(Diagnostic)
    {
        self.folder = folder
        self.host = host
        self.isObserved = isObserved
        self.report = report
        let fingerprint = Self.fingerprint(folder)
        do throws(Diagnostic) {
            current = Mutex(try Self.load(folder, host, isObserved))
            state = Mutex(State(served: fingerprint))
        } catch {
            if let release = ReleaseHistory(folder: folder).newestIntact(),
                let site = try? LandingSite(release, as: host, isObserved: isObserved)
            {
                current = Mutex(site)
                // Nothing is served of the folder's manifest, so it is tried again every second.
                state = Mutex(State(served: nil, failure: error.oneLine))
                report(
                    "\(error.oneLine); until 'latchkey build' writes it anew, release \(release.manifest.id.prefix(12)), the newest that is whole, is served"
                )
                return
            }
            guard fingerprint == nil else { throw error }
            var problem = error
            let name = LoadedRelease.manifestName
            problem.message += "; build one with 'latchkey build', or name the folder that contains its '\(name)'"
            throw problem
        }
    }

    var site: LandingSite { current.withLock { $0 } }
    var counts: Counts { counted.withLock { $0 } }

    /// The modification time of the manifest in use, in seconds since 1970.
    var servedSince: Int { state.withLock { $0.served?.seconds ?? 0 } }

    /// Loads the folder's release if it has changed, or `always`; one that cannot be used is retried on the next call.
    func reload(always: Bool) {
        state.withLock { state in
            // Taken before reading, so that a manifest replaced meanwhile is noticed on the next call.
            let fingerprint = Self.fingerprint(folder)
            if !always, fingerprint == state.served {
                state.failure = nil
                return
            }
            do throws(Diagnostic) {
                let site = try Self.load(folder, host, isObserved)
                let before = current.withLock { current in
                    defer { current = site }
                    return current.landing.id
                }
                state = State(served: fingerprint)
                // Of the manifest, and of the previous release.
                give_back_freed_memory()
                if site.landing.id != before { counted.withLock { $0.reloads += 1 } }
            } catch {
                // The release was replaced while it was being read; the next call loads it.
                if Self.fingerprint(folder) != fingerprint { return }
                counted.withLock { $0.failures += 1 }
                let failure = error.oneLine
                guard always || failure != state.failure else { return }
                state.failure = failure
                report("\(failure); the previous release is still served")
            }
        }
    }

    private static func fingerprint(_ folder: String) -> FileFingerprint? {
        FileFingerprint(of: "\(folder)/\(LoadedRelease.manifestName)")
    }

    private static func load(_ folder: String, _ host: String?, _ isObserved: Bool) throws(Diagnostic)
        -> LandingSite
    {
        do throws(Diagnostic) {
            return try LandingSite(LoadedRelease.load(folder), as: host, isObserved: isObserved)
        } catch {
            var problem = error
            if problem.file == nil { problem.file = "\(folder)/\(LoadedRelease.manifestName)" }
            throw problem
        }
    }
}
