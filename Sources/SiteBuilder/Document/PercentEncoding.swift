/// A text for an address: letters, digits and the given signs as they are, everything else percent-encoded as UTF-8.
///
/// RFC 3986, section 2.1; the signs left out are its unreserved ones (section 2.3).
func percentEncoded(_ text: String, keeping kept: String = "-._~") -> String {
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        case _ where kept.utf8.contains(byte):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}
