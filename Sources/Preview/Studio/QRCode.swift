internal import CQREncode

/// A QR code (ISO/IEC 18004) of a text.
struct QRCode {
    /// The dark modules, row by row.
    let rows: [[Bool]]

    /// The width of the quiet zone in modules (section 5.3.8).
    private static let border = 4

    /// Encodes a text with error correction level M; nil if it is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // The lowest bit of a module is its colour; the others describe its function.
        rows = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }

    /// An SVG picture, always dark on light, since few cameras read the reverse.
    var svg: String {
        let size = rows.count + 2 * Self.border
        var path = ""
        for (y, row) in rows.enumerated() {
            var x = 0
            while x < row.count {
                let length = row[x...].prefix { $0 }.count
                if length > 0 { path += "M\(x + Self.border) \(y + Self.border)h\(length)v1h-\(length)z" }
                x += max(length, 1)
            }
        }
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size) \(size)\" shape-rendering=\"crispEdges\">"
            + "<path fill=\"#fff\" d=\"M0 0h\(size)v\(size)h-\(size)z\"/><path d=\"\(path)\"/></svg>"
    }

    /// The code for a terminal, black on white, with two rows of modules per line; every line ends in LF.
    var terminalText: String {
        let blank = [Bool](repeating: false, count: rows.count)
        let padded = ([blank, blank] + rows + [blank, blank, blank]).map { [false, false] + $0 + [false, false] }
        return stride(from: 0, to: padded.count - 1, by: 2).map { y in
            let line = zip(padded[y], padded[y + 1]).map { upper, lower in
                switch (upper, lower) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;47m\(line.joined())\u{1B}[0m\n"
        }.joined()
    }
}
