import AppLinks
package import LinkDefinitions
internal import TextEncoding

extension AppSideFiles {
    /// The intent filters of the activity that opens links, inside an `activity` to copy them from; nil without an
    /// Android app.
    ///
    /// Android 14 and earlier apply these alone, so they contain the paths. They cannot express conditions on queries
    /// and fragments; from Android 15 on, the dynamic rules of `assetlinks.json` add those. `settings` are elements that
    /// precede the filters.
    package static func intentFilters(_ set: AppLinkSet, settings: [String] = []) -> String? {
        guard set.android != nil else { return nil }
        var filters: [String] = settings.map { "    " + $0 }
        let paths = claimedPaths(set).map { #"android:\#($0.attribute)="\#(MarkupEscaping.escape($0.value))""# }
        if !paths.isEmpty, !set.hosts.isEmpty {
            let hosts = set.hosts.map { #"android:host="\#(MarkupEscaping.escape($0))""# }
            filters.append(filter([#"android:scheme="https""#] + hosts + paths, verified: true))
        }
        for (scheme, hosts) in set.schemeFilters {
            let data = hosts.map { #"android:host="\#(MarkupEscaping.escape($0))""# }
            filters.append(filter([#"android:scheme="\#(MarkupEscaping.escape(scheme))""#] + data, verified: false))
        }
        guard filters.count > settings.count else { return nil }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- Copy the filters into the activity that opens links. -->
            <activity xmlns:android="http://schemas.android.com/apk/res/android" android:exported="true">
            \(filters.joined(separator: "\n"))
            </activity>

            """
    }

    private static func filter(_ data: [String], verified: Bool) -> String {
        let lines =
            [
                verified ? #"<intent-filter android:autoVerify="true">"# : "<intent-filter>",
                #"    <action android:name="android.intent.action.VIEW" />"#,
                #"    <category android:name="android.intent.category.DEFAULT" />"#,
                #"    <category android:name="android.intent.category.BROWSABLE" />"#,
            ] + data.map { "    <data \($0) />" } + ["</intent-filter>"]
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    /// The attributes of the paths that links have, each once.
    static func claimedPaths(_ set: AppLinkSet) -> [(attribute: String, value: String)] {
        var paths: [(attribute: String, value: String)] = []
        for path in set.claimedTemplates.flatMap({ attributes(ofPath: $0.template) })
        where !paths.contains(where: { $0 == path }) {
            paths.append(path)
        }
        return paths
    }

    /// The attributes for a path with and without a trailing slash, or for a pattern if the path has parameters.
    private static func attributes(ofPath template: URLTemplate) -> [(attribute: String, value: String)] {
        let hasParameters = template.path.contains(where: \.isParameter)
        let segments = template.path.map { segment in
            segment.text { text in
                let text = PercentEncoding.decodeIfPossible(text)
                return hasParameters ? patternEscaped(text) : text
            } parameter: { _ in
                "..*"
            }
        }
        let path = "/" + segments.joined(separator: "/")
        if hasParameters { return [("pathPattern", path)] }
        return (path == "/" ? [path] : [path, path + "/"]).map { ("path", $0) }
    }

    /// Escapes a literal for `pathPattern`, in which `.` and `*` are special. The backslash is doubled since the
    /// resource compiler unescapes once.
    private static func patternEscaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "." || scalar == "*" || scalar == "\\" { result += "\\\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
