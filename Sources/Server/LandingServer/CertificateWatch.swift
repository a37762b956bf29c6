internal import CLibrary
internal import Calendar
internal import Diagnostics
internal import Files
internal import HTTPListener
internal import Synchronization

/// The certificates, each pair reloaded on its own when its files change.
///
/// A pair that cannot be used is reported at once and then daily until it is fixed. Certificates about to expire are
/// reported as well.
final class CertificateWatch: Sendable {
    let certificates: ServerCertificates
    private let files: [CertificateFiles]
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    private struct State {
        /// The metadata of certificate and key, pair by pair.
        var seen: [FileFingerprint?]
        /// The time of the last attempt to read the files.
        var tried = 0
        var pairs: [Pair]
    }

    private struct Pair {
        var problem: String?
        /// The last message that was reported, nil if all is well, and when.
        var message: String?
        var reported = 0
    }

    private static let day = 86_400
    /// The time before its expiry in which a certificate is reported, in seconds. Certificates of six days, the shortest
    /// in common use, are renewed when half of it is left.
    private static let notice = 3 * day
    /// The time after which files that could not be used are read again, since permissions may have changed.
    private static let pause = 60

    init(_ files: [CertificateFiles], _ report: @escaping @Sendable (String) -> Void) throws(Diagnostic) {
        self.files = files
        self.report = report
        state = Mutex(State(seen: Self.fingerprints(files), pairs: files.map { _ in Pair() }))
        do throws(CertificateProblem) {
            certificates = try ServerCertificates(files)
        } catch {
            throw error.at(FilePlace())
        }
    }

    /// Reads the files again if they changed; `always`, also unchanged ones, and the report about those that are
    /// unusable is repeated.
    func reload(always: Bool) {
        let (now, current) = (Self.now, Self.fingerprints(files))
        state.withLock { state in
            let isDue = state.pairs.contains { $0.problem != nil } && abs(now - state.tried) >= Self.pause
            let reads = always || isDue || state.seen != current
            if reads {
                (state.seen, state.tried) = (current, now)
                for (index, problem) in certificates.reload().enumerated() {
                    state.pairs[index].problem = problem?.message
                }
            }
            for (index, expires) in certificates.expirations.enumerated() {
                tell(&state.pairs[index], of: files[index].certificate, expires: expires, at: now, again: always)
            }
        }
    }

    private func tell(_ pair: inout Pair, of file: String, expires: Int, at now: Int, again: Bool) {
        let expiry = "\(expires > now ? "expires" : "expired") on \(Self.date(expires))"
        var message: String?
        if let problem = pair.problem {
            // Also occurs between the replacement of a certificate and of its key; the second one is a change too.
            message = "\(problem); the previous pair is still in use, and its certificate \(expiry)"
        } else if expires - now < Self.notice {
            message = "the certificate '\(file)' \(expiry)"
        }
        if let message, message != pair.message || again || abs(now - pair.reported) >= Self.day {
            report(message)
            pair.reported = now
        } else if message == nil, pair.message != nil {
            report("the certificate '\(file)' was reloaded, and \(expiry)")
        }
        pair.message = message
    }

    private static func fingerprints(_ files: [CertificateFiles]) -> [FileFingerprint?] {
        files.flatMap { [FileFingerprint(of: $0.certificate), FileFingerprint(of: $0.key)] }
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int(time.tv_sec)
    }

    /// Formats a day in UTC: `2026-11-21`.
    private static func date(_ seconds: Int) -> String {
        String(CalendarTime(seconds: seconds).rfc3339.prefix(10))
    }
}
