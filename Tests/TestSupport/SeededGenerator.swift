/// A pseudorandom number generator with reproducible results (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Begins the sequence of a seed.
    package init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    /// The next 64 bits of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, a limit.
    public mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }
}
