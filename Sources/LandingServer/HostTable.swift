/// The indices of a release's apps by host, in two contiguous blocks of memory.
///
/// A dictionary of strings causes four cache misses a look-up when thousands of hosts are requested in turn, this two.
struct HostTable: Sendable {
    private struct Slot: Sendable {
        /// The offset of the host in `names`, in bytes.
        var start: UInt32 = 0
        /// The length of the host in bytes; 0 for a free slot.
        var length: UInt32 = 0
        var hash: UInt32 = 0
        var app: UInt32 = 0
    }

    private var names: [UInt8] = []
    /// A power of two of slots, at most half of them occupied.
    private var slots: [Slot]

    /// - Parameter hosts: the hosts in lower case, none of them empty, each with its app's index; the last app of a host
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

    /// The index of a host's app; nil for an unknown host.
    subscript(host: String) -> Int? {
        var host = host
        let slot = slots[host.withUTF8(find).slot]
        return slot.length == 0 ? nil : Int(slot.app)
    }

    /// The slot of a host, or the free slot for it.
    private func find(_ host: UnsafeBufferPointer<UInt8>) -> (slot: Int, hash: UInt32) {
        // FNV-1a is enough: the hosts come from the release, so an attacker cannot choose colliding ones.
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
