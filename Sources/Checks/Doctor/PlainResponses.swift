internal import HostExport
internal import TextEncoding

/// The uncompressed responses to files and unknown paths, whose differences also explain those of other responses.
struct PlainResponses {
    private let differences: [String: [ConformanceDifference]]
    /// The parts that differ in some plain response.
    private let parts: Set<String>
    /// The targets whose file is another one.
    private let otherFiles: Set<String>
    /// The wrong status of all files, if it is the same.
    private let commonStatus: Int?

    private static let aspects: Set<ConformanceCase.Aspect> = [.file, .unknownPath]

    init(_ report: ConformanceReport) {
        let plain = report.results.filter { Self.aspects.contains($0.conformanceCase.aspect) }
        differences = Dictionary(plain.map { (Self.target($0.conformanceCase.request), $0.unannounced) }) {
            first, _ in first
        }
        parts = Set(plain.flatMap(\.unannounced).map(\.part))
        otherFiles = Set(
            plain.filter { result in
                let parts = result.unannounced.map(\.part)
                return parts.contains("body") && !parts.contains("content-encoding")
            }.map { Self.target($0.conformanceCase.request) })
        let files = plain.filter { $0.conformanceCase.aspect == .file }
        let statuses = Set(files.map { $0.unannounced.first?.status })
        commonStatus = statuses.count == 1 ? statuses.first ?? nil : nil
    }

    /// Whether the uncompressed response has the same difference; where there is none, as below `/open/`, any other has.
    func contains(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        differences[Self.target(conformanceCase.request)]?.contains { $0.part == difference.part }
            ?? parts.contains(difference.part)
    }

    /// The parts that differ with the content of a file.
    private static let partsOfContent: Set<String> = [
        "body", "content-encoding", "content-length", "content-security-policy", "etag",
    ]

    /// Whether a difference is only the status of the file itself, or follows from its being another file.
    func explain(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        let isBody = conformanceCase.aspect == .file && difference.part == "body"
        let isMissing = difference.part == "content-security-policy" && difference.found == "absent"
        if !isBody, !isMissing, Self.partsOfContent.contains(difference.part),
            isOfOtherFile(Self.target(conformanceCase.request))
        {
            return true
        }
        guard !Self.aspects.contains(conformanceCase.aspect), let status = difference.status else { return false }
        return status == commonStatus
            || differences[Self.target(conformanceCase.request)]?.contains { $0.status == status } ?? false
    }

    /// Whether a target's file is another one, or the target has no plain response and some other has.
    private func isOfOtherFile(_ target: String) -> Bool {
        differences[target] == nil ? !otherFiles.isEmpty : otherFiles.contains(target)
    }

    private static func target(_ request: HostRequest) -> String {
        path(request) + request.target.dropFirst(request.path.count)
    }

    /// Normalises a path: removes double and trailing slashes and percent-encoding.
    static func path(_ request: HostRequest) -> String {
        let path = "/" + request.path.split(separator: "/").joined(separator: "/")
        return PercentEncoding.decode(path) ?? path
    }
}
