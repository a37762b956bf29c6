import Calendar
import Testing

@Suite("Dates")
struct CalendarTimeTests {
    @Test(
        "a date is written as RFC 9110 prescribes",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ])
    func dates(seconds: Int, text: String) { #expect(CalendarTime(seconds: seconds).http == text) }

    @Test(
        "A time in milliseconds is written as RFC 3339 prescribes",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_795_256_674_123, "2026-11-21T10:24:34.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ])
    func timestamps(milliseconds: Int, text: String) {
        #expect(CalendarTime.rfc3339(milliseconds: milliseconds) == text)
    }
}
