import Testing
import TextEncoding

@testable import HostExport

@Suite("An announcement")
struct AnnouncementTests {
    private func conformanceCase(_ aspect: ConformanceCase.Aspect, _ path: String) -> ConformanceCase {
        ConformanceCase(
            aspect: aspect, app: "a", request: HostRequest(host: "a.example", target: path),
            expected: ExpectedResponse(status: 404, headers: [], codings: [:]))
    }

    @Test(
        "covers the aspects, parts, paths and statuses that it names, and no others",
        arguments: [
            (.traversal, "/x", "status", "400", true), (.traversal, "/x", "status", "301 to /y", true),
            // A file from outside the folder is no difference that an exporter announces.
            (.traversal, "/x", "status", "200", false), (.file, "/x", "status", "400", false),
            (.unknownPath, "/i/a/more", "status", "200", true), (.unknownPath, "/j", "status", "200", false),
            (.gzip, "/x", "body", "1 byte", true), (.gzip, "/x", "status", "500", false),
        ] as [(ConformanceCase.Aspect, String, String, String, Bool)])
    func covering(_ aspect: ConformanceCase.Aspect, _ path: String, _ part: String, _ found: String, _ isCovered: Bool)
    {
        let announcement = Announcement(
            .note, "rule", "Difference.", meaning: "Meaning.",
            [
                Announcement.Coverage(aspects: [.traversal], statuses: 300...499),
                Announcement.Coverage(aspects: [.unknownPath], parts: ["status"], paths: ["/i/a/more"]),
                Announcement.Coverage(aspects: [.gzip], parts: ["body"]),
            ])
        let difference = ConformanceDifference(part: part, expected: "404", found: found)
        #expect(announcement.covers(difference, in: conformanceCase(aspect, path)) == isCovered)
    }
}

@Suite("An expected answer")
struct ExpectedResponseTests {
    private let expected = ExpectedResponse(
        status: 200,
        headers: [
            HeaderField("Content-Type", "text/html; charset=utf-8"), HeaderField("X-A", "b"),
            HeaderField("Vary", "Accept-Encoding"), HeaderField("ETag", "\"2\""),
        ], isHead: true, length: 3, codings: ["identity": BodyDigest([1, 2, 3])])

    private func parts(_ headers: [String: String], _ body: [UInt8] = [], status: Int = 200) -> [String] {
        let fields = headers.map { HeaderField($0.key, $0.value) }
        return expected.differences(from: HostResponse(status: status, headers: fields, body: body)).map(\.part)
    }

    private let right = [
        "content-type": "Text/HTML;charset=UTF-8", "x-a": "b", "vary": "accept-encoding, Cookie", "etag": "1",
    ]

    @Test("responses are compared field by field")
    func comparing() {
        #expect(parts(right) == [])
        #expect(parts(right, status: 404) == ["status"])
        #expect(parts(right.merging(["x-a": "B"]) { $1 }) == ["x-a"])
        #expect(parts(right.merging(["set-cookie": "c"]) { $1 }) == ["set-cookie"])
        #expect(parts(right.merging(["refresh": "0"]) { $1 }) == ["refresh"])
        #expect(parts(right.merging(["content-length": "4"]) { $1 }) == ["content-length"])
        #expect(parts(right.filter { $0.key != "etag" && $0.key != "vary" }) == ["etag", "vary"])
        #expect(parts(right, [1]) == ["body"])
    }
}
