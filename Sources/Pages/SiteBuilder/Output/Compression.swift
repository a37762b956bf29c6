import CBrotli
import CZlib

/// Compresses the files of a release at the highest level, since that happens only once.
package enum Compression {
    /// Deterministic, for the content codings `br` (RFC 7932) and `gzip` (RFC 1952); nil for another one.
    package static func compress(_ bytes: [UInt8], _ encoding: String) -> [UInt8]? {
        switch encoding {
        case "br": brotli(bytes)
        case "gzip": gzip(bytes)
        default: nil
        }
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        var count = BrotliEncoderMaxCompressedSize(bytes.count)
        guard count > 0 else { return nil }
        // A window just large enough for the file, since a larger one costs memory here and in the browser.
        var window = Int32(BROTLI_MIN_WINDOW_BITS)
        while window < Int32(BROTLI_DEFAULT_WINDOW), (1 << window) - 16 < bytes.count { window += 1 }
        let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            let isDone = BrotliEncoderCompress(
                Int32(BROTLI_MAX_QUALITY), window, BROTLI_MODE_TEXT, bytes.count, bytes, &count, buffer.baseAddress)
            written = isDone == BROTLI_FALSE ? 0 : count
        }
        return result.isEmpty ? nil : result
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count < Int(UInt32.max) else { return nil }
        var stream = z_stream()
        // 16 in addition to the window's bits selects the gzip format.
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        // Without a time and with the operating system "unknown", the bytes are the same on all machines.
        var header = gz_header()
        header.os = 255
        var input = bytes
        let result = withUnsafeMutablePointer(to: &header) { header -> [UInt8] in
            guard deflateSetHeader(&stream, header) == Z_OK else { return [] }
            let capacity = Int(deflateBound(&stream, UInt(bytes.count)))
            return input.withUnsafeMutableBufferPointer { input in
                [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
                    stream.next_in = input.baseAddress
                    stream.avail_in = UInt32(input.count)
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(capacity)
                    let isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
                    written = isDone ? capacity - Int(stream.avail_out) : 0
                }
            }
        }
        return result.isEmpty ? nil : result
    }
}
