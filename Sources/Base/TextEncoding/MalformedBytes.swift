extension UnsafeBufferPointer<UInt8> {
    /// The index of the first byte that is not part of valid UTF-8 (RFC 3629); nil if there is none.
    package var firstMalformedByte: Int? {
        // Decoding repairs malformed bytes, so an unchanged text is well formed.
        if allSatisfy({ $0 < 0x80 }) || String(decoding: self, as: UTF8.self).utf8.elementsEqual(self) { return nil }
        var decoder = UTF8()
        var iterator = makeIterator()
        var index = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { index += UTF8.width(scalar) }
        return index
    }
}
