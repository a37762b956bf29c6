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
        "ends soon with less than a sixth of it left",
        arguments: [(90, 16, false), (90, 14, true), (90, 0, true), (6, 2, false), (365, 61, false), (365, 60, true)])
    func ending(_ length: Int, _ left: Int, _ isEnding: Bool) {
        let period = CertificatePeriod(begin: 0, end: length * 86_400)
        #expect(period.isEnding(at: (length - left) * 86_400) == isEnding)
        #expect(period.days(from: (length - left) * 86_400) == left)
    }
}
