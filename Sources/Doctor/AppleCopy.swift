internal import HostExport
internal import JSON

/// The copy of an association file from which iPhones read it since iOS 14.
///
/// Apple's network fetches the file and hands it on; the address and the field that says why there is no copy are not
/// documented, but Apple's engineers name them: https://developer.apple.com/forums/thread/835728. How a copy is passed
/// over: https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains.
enum AppleCopy {
    static let origin = Origin(scheme: "https", host: "app-site-association.cdn-apple.com")

    static let subject = "Apple's copy"

    static func target(_ host: String) -> String { "/a/v1/\(host)" }

    /// What the copy has to say of a host; nothing is an error, since the copy follows the host by itself.
    ///
    /// - Parameters:
    ///   - copy: Apple's answer.
    ///   - file: the body that the host itself serves.
    /// - Returns: a warning, or that all is right.
    static func finding(_ copy: HostAnswer, file: [UInt8]) -> Finding {
        guard copy.status == 200 else {
            let reason = copy["apple-failure-reason"].map { ": \($0)" } ?? ""
            return Finding(
                .warning, "apple-copy-missing", subject, "Apple has no copy (status \(copy.status)\(reason))",
                fix: "Let everybody read the file, without a login and from any country; Apple tries again by itself. "
                    + "Until then test with 'applinks:<host>?mode=developer'.")
        }
        guard isSame(copy.body, file) else {
            return Finding(
                .warning, "apple-copy-outdated", subject, "is another file than the host's",
                fix: "Wait a day: Apple fetches it by itself. Until then test with 'applinks:<host>?mode=developer'.")
        }
        return Finding(.ok, "apple-copy", subject, "is the host's file")
    }

    private static func isSame(_ copy: [UInt8], _ file: [UInt8]) -> Bool {
        copy == file
            || (try? JSONDocument(parsing: copy).value).map { $0 == (try? JSONDocument(parsing: file).value) } ?? false
    }
}
