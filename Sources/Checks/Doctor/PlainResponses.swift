internal import HostExport
internal import TextEncoding

/// The uncompressed responses to files and unknown paths, whose differences also explain those of other responses.
struct PlainResponses {
    private let differences: [String: [ConformanceDifference]]
    /// The wrong status of all files, if it is the same.
    private let commonStatus: Int?

    private static let aspects: Set<ConformanceCase.Aspect> = [.file, .unknownPath]

    init(_ report: ConformanceReport) {
        let plain = report.results.filter { Self.aspects.contains($0.conformanceCase.aspect) }
        differences = Dictionary(plain.map { (Self.target($0.conformanceCase.request), $0.unannounced) }) {
            first, _ in first
        }
        let files = plain.filter { $0.conformanceCase.aspect == .file }
        let statuses = Set(files.map { $0.unannounced.first?.status })
        commonStatus = statuses.count == 1 ? statuses.first ?? nil : nil
    }

    /// Whether the uncompressed response has the same difference.
    func contains(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        differences[Self.target(conformanceCase.request)]?.contains { $0.part == difference.part } ?? false
    }

    /// Whether a difference is only the status of the file itself.
    func explain(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        guard !Self.aspects.contains(conformanceCase.aspect), let status = difference.status else { return false }
        return status == commonStatus
            || differences[Self.target(conformanceCase.request)]?.contains { $0.status == status } ?? false
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
