internal import CLibrary
internal import Calendar
internal import HTTPListener
internal import HTTPMessages
internal import JSON
internal import LinkRouting
internal import Synchronization
internal import TextEncoding
internal import Threads

/// The format of the server's own messages.
enum LogFormat: String, CaseIterable {
    case text
    /// One JSON object for each line.
    case json
}

/// The server's own messages on standard error.
struct ServerLog: Sendable {
    let format: LogFormat

    /// Writes an error, as in `error: Output/release.json: the file is missing`. Control characters of a manifest forge no
    /// line.
    func error(_ message: String) { write("error", message) }

    private func write(_ level: String, _ message: String) {
        switch format {
        case .text: StandardStream.error.write(Array("\(level): \(message.printable)\n".utf8))
        case .json:
            let object: JSONValue = [
                "time": .string(LogTime.now), "level": .string(level), "message": .string(message),
            ]
            StandardStream.error.write(object.serializedBytes(.compact) + [UInt8(ascii: "\n")])
        }
    }
}

/// Standard output or standard error, without the C library's buffering.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Both streams may be the same pipe; the lock covers checking for room and writing.
    private static let lock = Mutex(())

    /// Writes whole lines, waiting for room only for a limited time, so that a pipe without a reader cannot block the
    /// process. Returns the number of bytes written; nil if the stream is broken for good.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>, timeout: Int32 = 100) -> Int? {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            var descriptor = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
            let found = poll(&descriptor, 1, timeout)
            if found < 0, errno == EINTR { continue }
            if found == 0 { return written }
            // A pipe that is writable accepts this many bytes without blocking (POSIX, write).
            let end = min(written + Int(PIPE_BUF), bytes.count)
            let count = Self.lock.withLock { _ in
                guard poll(&descriptor, 1, 0) != 0 else { return 0 }
                return bytes[written..<end].withUnsafeBytes { CLibrary.write(rawValue, $0.baseAddress, $0.count) }
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { return nil }
            written += count
        }
        return written
    }
}

/// The current time in UTC as RFC 3339 with milliseconds.
enum LogTime {
    static var now: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return CalendarTime.rfc3339(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
    }
}

/// The access log: one line of JSON for each response on standard output, written by a separate thread, so that a slow
/// reader or a full disk delays no request.
final class AccessLog: Sendable {
    private struct Pending {
        var lines: [UInt8] = []
        var dropped = 0
        var number: UInt64 = 0
        var isStopping = false
    }

    /// The maximum number of bytes queued; further lines are dropped and counted.
    private static let maximumPending = 1 << 20

    private let pending = Mutex(Pending())
    private let wakePipe: WakePipe
    private let thread = Mutex<SystemThread?>(nil)
    /// Distinguishes processes, whose numbering starts again at 1.
    private let prefix = String(UInt32.random(in: 1 ... .max), radix: 16)

    /// Returns nil if the system has no thread or file descriptor left.
    init?() {
        guard let wakePipe = WakePipe() else { return nil }
        self.wakePipe = wakePipe
        guard let thread = SystemThread({ [self] in run() }) else { return nil }
        self.thread.withLock { $0 = thread }
    }

    func write(_ exchange: HTTPExchange) {
        let subject = exchange.subject as? ResponseSubject
        var line: JSONObject = ["time": .string(LogTime.now)]
        line["method"] = exchange.method.map { .string(Self.known($0)) }
        line["app"] = subject?.app.map(JSONValue.string)
        line["route"] = subject?.route.map(JSONValue.string)
        line["status"] = .number(JSONNumber(exchange.status))
        line["bytes"] = .number(JSONNumber(exchange.bytes))
        line["microseconds"] = .number(JSONNumber(Int(clamping: exchange.nanoseconds / 1_000)))
        line["client"] = subject.map { .string($0.agent.rawValue) }
        line["refusal"] = exchange.refusal.map { .string($0.code) }
        let isFirst = pending.withLock { pending in
            pending.number += 1
            line["id"] = .string("\(prefix)-\(pending.number)")
            let bytes = JSONValue.object(line).serializedBytes(.compact) + [UInt8(ascii: "\n")]
            guard pending.lines.count + bytes.count <= Self.maximumPending else {
                pending.dropped += 1
                return false
            }
            defer { pending.lines += bytes }
            return pending.lines.isEmpty
        }
        if isFirst { wakePipe.wakeUp() }
    }

    /// Returns a standard method unchanged, and `other` for anything else, which a client may choose freely.
    private static func known(_ method: String) -> String {
        let methods: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"]
        return methods.contains(method) ? method : "other"
    }

    /// Writes the queued lines and ends the thread.
    func stop() {
        pending.withLock { $0.isStopping = true }
        wakePipe.wakeUp()
        thread.withLock { $0.take() }?.join()
    }

    private func run() {
        while true {
            wakePipe.wait()
            let (lines, dropped, isStopping) = pending.withLock { pending in
                defer { (pending.lines, pending.dropped) = ([], 0) }
                return (pending.lines, pending.dropped, pending.isStopping)
            }
            write(lines)
            if dropped > 0 { write(Array("{\"dropped\":\(dropped)}\n".utf8)) }
            if isStopping { return }
        }
    }
    /// Waits for a slow reader, but not once the server is stopping.
    private func write(_ lines: [UInt8]) {
        var rest = lines[...]
        while !rest.isEmpty {
            guard let count = StandardStream.output.write(rest, timeout: 200) else { return }
            rest = rest.dropFirst(count)
            if count == 0, pending.withLock({ $0.isStopping }) { return }
        }
    }
}
