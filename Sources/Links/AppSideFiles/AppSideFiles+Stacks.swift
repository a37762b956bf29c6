internal import AppLinks
internal import JSON
package import LinkDefinitions

extension AppSideFiles {
    /// Files for apps in TypeScript (Expo, React Native, Capacitor), Dart (Flutter) and Kotlin, by their paths, without
    /// those for which the app lacks information.
    ///
    /// - Parameters:
    ///   - set: the app's links.
    ///   - app: the app's name in the site, such as `recruiting-compass`; types and files are named after it.
    ///   - template: returns a file of `Templates/stacks`: the text that is the same for every app.
    /// - Returns: the contents of at most eleven files.
    package static func stacks(
        of set: AppLinkSet, app: String, template: (String) -> String
    ) -> [String: [UInt8]] {
        let table = LinkTable(set, app: app)
        func filled(_ file: String, _ values: [String: String]) -> String? {
            if table.links.isEmpty { return nil }
            return values.merging(["type": table.type, "hosts": table.hosts]) { value, _ in value }
                .reduce(template(file)) { $0.replacing("{{\($1.key)}}", with: $1.value) }
        }
        let typeScript = filled("link.ts", table.typeScript)
        let texts = [
            "expo/app.json": expo(set), "expo/\(table.type).ts": typeScript,
            "react-native/\(table.type).ts": typeScript,
            "react-native/linking.ts": filled("linking.ts", ["prefixes": table.prefixes]),
            "capacitor/\(table.type).ts": typeScript, "capacitor/openLinks.ts": filled("listener.ts", [:]),
            "kotlin/\(table.type).kt": filled("Link.kt", table.kotlin),
            "flutter/\(table.file)_link.dart": filled("link.dart", table.dart),
            "flutter/\(table.file)_routes.dart": filled("routes.dart", table.routes),
            // https://docs.flutter.dev/ui/navigation/deep-linking
            "flutter/AndroidManifest.xml": intentFilters(
                set,
                settings: [#"<meta-data android:name="flutter_deeplinking_enabled" android:value="true" />"#]),
            "flutter/Info.plist": urlTypes(set, settings: ["<key>FlutterDeepLinkingEnabled</key>", "<true/>"]),
        ]
        return texts.compactMapValues { $0.map { Array($0.utf8) } }
    }

    /// The members of `app.json` for links (https://docs.expo.dev/versions/latest/config/app/); nil if there are none.
    ///
    /// From `scheme` Expo writes the URL type and the intent filter of the app's own scheme.
    private static func expo(_ set: AppLinkSet) -> String? {
        var members: JSONObject = [:]
        let schemes = set.schemes.sorted().map(JSONValue.string)
        if let first = schemes.first { members["scheme"] = schemes.count == 1 ? first : .array(schemes) }
        let domains = associatedDomains(set).map(JSONValue.string)
        if !domains.isEmpty { members["ios"] = ["associatedDomains": .array(domains)] }
        let data: [JSONValue] = set.hosts.flatMap { host in
            claimedPaths(set).map { path in
                .object(["scheme": "https", "host": .string(host), path.attribute: .string(path.value)])
            }
        }
        if set.android != nil, !data.isEmpty {
            members["android"] = [
                "intentFilters": [
                    [
                        "action": "VIEW", "autoVerify": true, "data": .array(data),
                        "category": ["BROWSABLE", "DEFAULT"],
                    ]
                ]
            ]
        }
        guard members.count > 0 else { return nil }
        return JSONValue.object(["expo": .object(members)]).serialized(.pretty) + "\n"
    }
}

/// An app's links in the syntax of each language.
private struct LinkTable {
    let type: String
    /// The name of files in Dart.
    let file: String
    let links: [AppSideFiles.Case]
    let hosts: String
    let prefixes: String
    /// The names and templates in the order in which they are tried.
    private let ordered: [(name: String, template: URLTemplate)]
    private let origin: String

    init(_ set: AppLinkSet, app: String) {
        type = app.split(separator: "-").map(Self.capitalized).joined() + "Link"
        file = app.replacing("-", with: "_")
        var names = Identifiers(besides: [])
        for taken in Self.hidden + [String(type.dropLast(4))] { _ = names.unique(taken) }
        links = set.allLinks.map {
            let identifiers = Identifiers(besides: Self.reserved)
            return AppSideFiles.Case($0, name: Self.capitalized(names.unique($0.name)), identifiers: identifiers)
        }
        hosts = set.hosts.map(Self.literal).joined(separator: ", ")
        origin = Self.literal("https://\(set.hosts.first ?? "")")
        prefixes = (set.hosts.map { "https://\($0)" } + set.schemes.sorted().map { "\($0)://" }).map(Self.literal)
            .joined(separator: ", ")
        let all = links.flatMap { each in each.templates.map { (name: each.link.name, template: $0) } }
        ordered = URLTemplate.order(all.map(\.template)).map { all[$0] }
    }

    var typeScript: [String: String] {
        [
            "cases": links.map { each in
                let members = each.parameters.map { "\(Self.literal($0.name))\($0.isOptional ? "?" : ""): string" }
                let parameters = members.isEmpty ? "{}" : "{ \(members.joined(separator: "; ")) }"
                return "    | { name: \(Self.literal(each.link.name)); parameters: \(parameters) }"
            }.joined(separator: "\n"),
            "templates": ordered.map { "    [\(Self.literal($0.name)), \(Self.literal($0.template.text))]," }
                .joined(separator: "\n"),
        ]
    }

    var kotlin: [String: String] {
        [
            "cases": links.map { each in
                let fields = each.parameters.map { "val \($0.identifier): String\($0.isOptional ? "?" : "")" }
                    .joined(separator: ", ")
                return comment(each, "    //")
                    + (fields.isEmpty ? "    object \(each.name)" : "    data class \(each.name)(\(fields))")
                    + " : \(type)()"
            }.joined(separator: "\n"),
            "templates": ordered.map {
                "            \(Self.literal($0.name)) to \(Self.literal($0.template.text))"
            }.joined(separator: ",\n"),
            "readings": links.map { each in
                let values = each.parameters.map {
                    $0.isOptional ? "values[\(Self.literal($0.name))]" : "values.getValue(\(Self.literal($0.name)))"
                }.joined(separator: ", ")
                let name = Self.literal(each.link.name)
                return "                \(name) -> \(each.name)\(values.isEmpty ? "" : "(\(values))")"
            }.joined(separator: "\n"),
        ]
    }

    var dart: [String: String] {
        [
            "cases": links.map { each in
                let arguments = each.parameters.map { "\($0.isOptional ? "" : "required ")this.\($0.identifier)" }
                let locations = locations(of: each).map { Self.literal($0.text) }.joined(separator: ", ")
                let values = each.parameters.map { "\(Self.literal($0.name)): \($0.identifier)" }
                    .joined(separator: ", ")
                return "\n" + comment(each, "///") + """
                    final class \(each.name)Link extends \(type) {
                      const \(each.name)Link(\(arguments.isEmpty ? "" : "{\(arguments.joined(separator: ", "))}"));
                    \(each.parameters.map { "\n  final String\($0.isOptional ? "?" : "") \($0.identifier);" }.joined())

                      @override
                      String get location => _expand([\(locations)], {\(values)});
                    }
                    """
            }.joined(separator: "\n"),
            "templates": ordered.map { "  (\(Self.literal($0.name)), \(Self.literal($0.template.text)))," }
                .joined(separator: "\n"),
            "readings": links.map { each in
                let values = each.parameters.map {
                    "\($0.identifier): values[\(Self.literal($0.name))]\($0.isOptional ? "" : "!")"
                }.joined(separator: ", ")
                return "      case \(Self.literal(each.link.name)):\n        return "
                    + (each.parameters.isEmpty ? "const " : "") + "\(each.name)Link(\(values));"
            }.joined(separator: "\n"),
        ]
    }

    var routes: [String: String] {
        var paths: [String] = []
        for template in links.flatMap({ locations(of: $0).map(\.route) }) where !paths.contains(template) {
            paths.append(template)
        }
        return [
            "file": file, "prefix": type.prefix(1).lowercased() + type.dropFirst(), "origin": origin,
            "routes": paths.map {
                "  GoRoute(path: \(Self.literal($0)), builder: (context, state) => screen(context, _linkOf(state))),"
            }.joined(separator: "\n"),
        ]
    }

    /// The templates of paths inside the app, those with more parameters first: those of the web, else the app's own
    /// without its scheme. A route of
    /// go_router has the form `/article/:id`.
    private func locations(of each: AppSideFiles.Case) -> [(text: String, route: String)] {
        let own = each.templates.filter { !["http", "https"].contains($0.scheme) }
        let web = own.filter { $0.scheme == nil }
        let all = (web.isEmpty ? own : web).sorted { $0.parameters.count > $1.parameters.count }
        return all.map { template in
            let text = template.scheme.map { template.text.dropFirst($0.utf8.count + 1).drop { $0 == "/" } }
            let path = template.components.map { $0.text { ":" + $0 } }.joined(separator: "/")
            return (text.map { "/" + $0 } ?? template.text, "/" + path)
        }
    }

    private func comment(_ each: AppSideFiles.Case, _ mark: String) -> String {
        "\(mark) `\(each.link.name)`: \(each.templates.map(\.text).joined(separator: ", "))\n"
    }

    private static func capitalized(_ text: some StringProtocol) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// A string literal in TypeScript, Kotlin and Dart alike.
    private static func literal(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let isPlain = (0x20...0x7E).contains(unit) && !"\"\\$".utf16.contains(unit)
            let digits = String(unit, radix: 16)
            return isPlain
                ? String(Unicode.Scalar(UInt8(unit))) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(units.joined())\""
    }

    /// Types that the generated code uses, which a class of the same name would hide.
    private static let hidden = [
        "boolean", "byteArrayOutputStream", "byteBuffer", "characterCodingException", "charsets", "companion", "list",
        "map",
        "mutableMap", "pair", "parts", "regex", "string",
    ]

    /// The keywords of Kotlin and Dart, and the names that the generated classes have.
    private static let reserved = Set(
        """
        abstract as assert async await break case catch class const continue covariant default deferred do dynamic else enum
        export extends extension external factory false final finally for fun function get hashCode if implements import in
        interface is late library location mixin new null object of on operator package part required rethrow return
        runtimeType sealed set static super switch sync this throw toString true try typealias typeof val var void when while
        with yield
        """.split { $0.isWhitespace }.map(String.init))
}
