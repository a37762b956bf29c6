import CBrotli
import CZlib

/// The content codings of a release, at their highest effort: it is spent once, by the build.
public enum Compression {
    /// Bytes in one content coding.
    ///
    /// - Parameters:
    ///   - bytes: what a client gets in the end.
    ///   - encoding: `br` (RFC 7932) or `gzip` (RFC 1952).
    /// - Returns: the same for the same bytes, always; nil for another coding.
    public static func compress(_ bytes: [UInt8], _ encoding: String) -> [UInt8]? {
        switch encoding {
        case "br": brotli(bytes)
        case "gzip": gzip(bytes)
        default: nil
        }
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        var count = BrotliEncoderMaxCompressedSize(bytes.count)
        guard count > 0 else { return nil }
        // A window that just holds the file: a larger one only costs memory, here and in the browser.
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
        // 16 more than the window's bits asks for gzip's wrapping.
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        // No time, and the operating system "unknown": the bytes are the same whoever builds, and whenever.
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
