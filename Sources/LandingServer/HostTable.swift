/// The apps of a release by host, in two blocks of memory.
///
/// A dictionary of strings touches four places for a look-up, none of which is in the processor's cache when thousands of
/// hosts are asked in turn; this touches two.
struct HostTable: Sendable {
    private struct Slot: Sendable {
        /// Where the host begins among the names.
        var start: UInt32 = 0
        /// In bytes; 0 for a free slot.
        var length: UInt32 = 0
        var hash: UInt32 = 0
        var app: UInt32 = 0
    }

    private var names: [UInt8] = []
    /// A power of two of them, at most half of them in use.
    private var slots: [Slot]

    /// - Parameter hosts: in lower case, none of them empty, each with its app's place in the manifest; a host's last app
    ///   counts.
    init(_ hosts: [(name: String, app: Int)]) {
        var capacity = 2
        while capacity < hosts.count * 2 { capacity *= 2 }
        slots = Array(repeating: Slot(), count: capacity)
        for (name, app) in hosts {
            let bytes = Array(name.utf8)
            let (slot, hash) = bytes.withUnsafeBufferPointer(find)
            if slots[slot].length == 0 {
                slots[slot] = Slot(
                    start: UInt32(names.count), length: UInt32(bytes.count), hash: hash, app: UInt32(app))
                names += bytes
            } else {
                slots[slot].app = UInt32(app)
            }
        }
    }

    /// The place of a host's app; nil where it is none of the table's.
    subscript(host: String) -> Int? {
        var host = host
        let slot = slots[host.withUTF8(find).slot]
        return slot.length == 0 ? nil : Int(slot.app)
    }

    /// The slot that holds a host, or the free one where it would be.
    private func find(_ host: UnsafeBufferPointer<UInt8>) -> (slot: Int, hash: UInt32) {
        // FNV-1a: the hosts are the release's own, so that nobody can choose them to collide.
        var hash: UInt32 = 0x811C_9DC5
        for byte in host { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        var place = Int(hash) & (slots.count - 1)
        while slots[place].length > 0 {
            let slot = slots[place]
            if slot.hash == hash, slot.length == UInt32(host.count),
                names[Int(slot.start)..<Int(slot.start + slot.length)].elementsEqual(host)
            {
                break
            }
            place = (place + 1) & (slots.count - 1)
        }
        return (place, hash)
    }
}
