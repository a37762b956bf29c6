package import Diagnostics

extension App {
    /// The path to which the built-in notices lead people who have to choose a new password.
    private static let usualPath = "/forgot-password"

    /// The spec of a built-in notice for this app: it leads to the app's own page for a new password. In an app without
    /// one, the words stand there without a link.
    package func fitted(_ notice: SourceText) -> SourceText {
        let end = "](\(Self.usualPath))"
        guard notice.text.contains(end) else { return notice }
        let paths = pages.map(\.path) + elsewhere
        let own = changePassword.flatMap(page)?.path ?? paths.first { $0 == Self.usualPath }
        if let own { return SourceText(file: notice.file, text: notice.text.replacing(end, with: "](\(own))")) }
        var text = ""
        var rest = notice.text[...]
        while let link = rest.firstRange(of: end) {
            let before = rest[..<link.lowerBound]
            let start = before.lastIndex(of: "[") ?? before.endIndex
            text += before[..<start] + before[start...].dropFirst()
            rest = rest[link.upperBound...]
        }
        return SourceText(file: notice.file, text: text + rest)
    }
}
