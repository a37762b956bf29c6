extension Collection<UInt8> {
    /// The index at which the bytes of another collection first occur; nil if they do not.
    ///
    /// Many times as fast as a search by characters.
    @inlinable package func firstIndex(ofBytes part: some Collection<UInt8>) -> Index? {
        guard let first = part.first else { return startIndex }
        var rest = self[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: part) { return start }
            rest = rest[index(after: start)...]
        }
        return nil
    }

    /// Whether the bytes of another collection occur.
    @inlinable package func contains(bytes part: some Collection<UInt8>) -> Bool { firstIndex(ofBytes: part) != nil }
}
