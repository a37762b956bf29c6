internal import HostExport
internal import JSON

/// The copy of an association file on Apple's CDN, which iPhones use since iOS 14.
///
/// Neither its URL nor the field with the reason for a missing copy is documented, but Apple's engineers name them:
/// https://developer.apple.com/forums/thread/835728. How to bypass the copy:
/// https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.associated-domains.
enum AppleCopy {
    static let origin = Origin(scheme: "https", host: "app-site-association.cdn-apple.com")

    static let subject = "Apple's copy"

    static func target(_ host: String) -> String { "/a/v1/\(host)" }

    /// Compares the copy with the host's file. No difference is an error, since Apple updates the copy automatically.
    ///
    /// - Parameters:
    ///   - copy: the response of Apple's CDN.
    ///   - file: the body that the host serves.
    /// - Returns: a finding with the severity `warning` or `ok`.
    static func finding(_ copy: HostResponse, file: [UInt8]) -> Finding {
        guard copy.status == 200 else {
            let reason = copy["apple-failure-reason"].map { ": \($0)" } ?? ""
            return Finding(
                .warning, "apple-copy-missing", subject, "Apple has no copy (status \(copy.status)\(reason))",
                fix: "Let everyone read the file, without a login and from any country; Apple tries again by itself. "
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
