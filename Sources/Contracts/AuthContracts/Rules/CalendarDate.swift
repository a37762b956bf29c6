internal import TextEncoding

/// A date of the Gregorian calendar as forms send it: `1990-05-17` (HTML, "valid date string").
public enum CalendarDate {
    /// Whether a text is a valid date in the years 1 to 9999.
    public static func isMet(by text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { sum, byte in
                sum.flatMap { byte.isASCIIDigit ? $0 * 10 + Int(byte) - 0x30 : nil }
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0,
            (1...12).contains(month), day > 0
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
