internal import CLibrary
internal import Memory

/// Values by host, each in a cache line of its own with the host.
///
/// When thousands of hosts are requested in turn, every line that a look-up reads comes from memory: a dictionary of
/// strings reads four, this one or two.
struct HostTable<Value: BitwiseCopyable & Sendable>: Sendable {
    /// The size of a cache line on most processors, in bytes. A slot has a value, the length of its host (0 if the slot
    /// is free), and the host.
    private static var slotSize: Int { 64 }
    private static var lengthOffset: Int { MemoryLayout<Value>.size }
    private static var hostOffset: Int { lengthOffset + 1 }
    /// The maximum length of a host in a slot, in bytes.
    private static var longest: Int { slotSize - hostOffset }

    /// A power of two of slots, at most half of them occupied.
    private let slots: ByteBlock
    /// The hosts that are too long for a slot.
    private let others: [String: Value]

    /// - Parameter hosts: the hosts in lower case, none of them empty; the last value of a host counts.
    init(_ hosts: [(name: String, value: Value)]) {
        var capacity = 2
        while capacity < hosts.count * 2 { capacity *= 2 }
        var others: [String: Value] = [:]
        slots = ByteBlock(count: capacity * Self.slotSize) { slots in
            for (name, value) in hosts {
                guard name.utf8.count <= Self.longest else {
                    others[name] = value
                    continue
                }
                var name = name
                name.withUTF8 { host in
                    let slot = Self.offset(of: host, in: UnsafeRawBufferPointer(slots))
                    slots.storeBytes(of: value, toByteOffset: slot, as: Value.self)
                    slots[slot + Self.lengthOffset] = UInt8(host.count)
                    UnsafeMutableRawBufferPointer(rebasing: slots[(slot + Self.hostOffset)...]).copyBytes(from: host)
                }
            }
        }
        self.others = others
    }

    /// The value of a host; nil for an unknown host.
    subscript(host: String) -> Value? {
        guard host.utf8.count <= Self.longest else { return others[host] }
        var host = host
        return host.withUTF8 { host in
            slots.withUnsafeBytes { slots in
                let slot = Self.offset(of: host, in: slots)
                return slots[slot + Self.lengthOffset] == 0
                    ? nil : slots.loadUnaligned(fromByteOffset: slot, as: Value.self)
            }
        }
    }

    /// The offset of a host's slot, or of the free slot for it.
    private static func offset(of host: UnsafeBufferPointer<UInt8>, in slots: UnsafeRawBufferPointer) -> Int {
        // FNV-1a is enough: the hosts come from the release, so an attacker cannot choose colliding ones.
        var hash: UInt32 = 0x811C_9DC5
        for byte in host { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let mask = slots.count / slotSize - 1
        var place = Int(hash) & mask
        while true {
            let slot = place * slotSize
            let length = Int(slots[slot + lengthOffset])
            if length == 0 { return slot }
            if length == host.count, let first = slots.baseAddress?.advanced(by: slot + hostOffset),
                let wanted = host.baseAddress, memcmp(first, wanted, length) == 0
            {
                return slot
            }
            place = (place + 1) & mask
        }
    }
}
