import Testing

@testable import Sandbox

@Suite struct TimestampTests {
    @Test(
        "a timestamp has the format of RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_795_256_674_123, "2026-11-21T10:24:34.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ])
    func text(moment: Int, text: String) {
        #expect(Timestamp.text(moment) == text)
    }
}
