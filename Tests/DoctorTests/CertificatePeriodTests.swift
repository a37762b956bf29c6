import Testing

@testable import Doctor

@Suite("The period of a certificate")
struct CertificatePeriodTests {
    @Test(
        "is read as TLS libraries print it",
        arguments: [
            ("Jan  1 00:00:00 1970 GMT", 0), ("1970-01-01 00:00:00 GMT", 0),
            ("Dec 23 02:38:05 2026 GMT", 1_797_993_485),
            ("2026-12-23 02:38:05 GMT", 1_797_993_485), ("Feb 29 12:00:00 2028 GMT", 1_835_438_400),
            ("2028-03-01 00:00:00 GMT", 1_835_481_600),
        ])
    func reading(_ text: String, _ seconds: Int) {
        #expect(CertificatePeriod(begin: text, end: text) == CertificatePeriod(begin: seconds, end: seconds))
    }

    @Test(
        "is not guessed from another form",
        arguments: [
            "", "GMT", "Dec 23 02:38:05 2026", "Dez 23 02:38:05 2026 GMT", "2026-12 02:38:05 GMT", "2026-12-23 GMT",
        ])
    func refusing(_ text: String) {
        #expect(CertificatePeriod(begin: text, end: text) == nil)
    }

    @Test(
        "ends with less than 14 days of it left, and soon with less than three; a short one with less than a third and a sixth",
        arguments: [
            (90, 15, false, false), (90, 13, true, false), (90, 2, true, true), (90, 0, true, true),
            (365, 14, false, false), (365, 13, true, false), (2, 1, true, true), (6, 2, false, false),
            (6, 1, true, false), (6, 0, true, true),
        ])
    func ending(_ length: Int, _ left: Int, _ isEnding: Bool, _ isEndingSoon: Bool) {
        let period = CertificatePeriod(begin: 0, end: length * 86_400)
        let now = (length - left) * 86_400
        #expect(period.isEnding(at: now) == isEnding)
        #expect(period.isEndingSoon(at: now) == isEndingSoon)
        #expect(period.days(from: now) == left)
    }
}
