internal import HostExport
internal import TextEncoding

/// How files and unknown paths were answered without compression: what is wrong there is wrong in other answers too.
struct PlainAnswers {
    private let differences: [String: [ConformanceDifference]]
    /// The status with which every file was answered, where that is one and wrong.
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

    /// Whether the file itself has the same difference.
    func have(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        differences[Self.target(conformanceCase.request)]?.contains { $0.part == difference.part } ?? false
    }

    /// Whether a difference is no more than the file's own status.
    func explain(_ difference: ConformanceDifference, in conformanceCase: ConformanceCase) -> Bool {
        guard !Self.aspects.contains(conformanceCase.aspect), let status = difference.status else { return false }
        return status == commonStatus
            || differences[Self.target(conformanceCase.request)]?.contains { $0.status == status } ?? false
    }

    private static func target(_ request: HostRequest) -> String {
        path(request) + request.target.dropFirst(request.path.count)
    }

    /// A path without doubled slashes, a slash at its end, and letters in percent-encoding.
    static func path(_ request: HostRequest) -> String {
        let path = "/" + request.path.split(separator: "/").joined(separator: "/")
        return PercentEncoding.decode(path) ?? path
    }
}
