internal import CLibrary
internal import Calendar
internal import HTTPMessages
internal import Memory

/// The buffer in which a loop composes the head of each response.
struct ResponseBuffer {
    private(set) var bytes: [UInt8] = []
    private var dateField: [UInt8] = []
    private var dateSecond = 0

    init() { bytes.reserveCapacity(2_048) }

    /// Writes the head of a response, completed by `Date` and `Connection`.
    mutating func compose(_ head: ByteSlice, _ option: ConnectionOption) {
        bytes.removeAll(keepingCapacity: true)
        head.withUnsafeBytes { bytes += $0 }
        bytes += dateField
        bytes += option.field
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
    }

    /// Overwrites the head: a redirect's location may contain a token, which must not stay in memory.
    mutating func clear() {
        bytes.withUnsafeMutableBytes { bytes in _ = bytes.initializeMemory(as: UInt8.self, repeating: 0) }
    }

    /// Renews the field `Date` once its second has passed.
    mutating func refreshDate() {
        var time = timespec()
        clock_gettime(clockOfSeconds, &time)
        guard time.tv_sec != dateSecond || dateField.isEmpty else { return }
        dateSecond = time.tv_sec
        dateField = Array("Date: \(CalendarTime(seconds: dateSecond).http)\r\n".utf8)
    }
}
