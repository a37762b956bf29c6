internal import AppLinks
internal import Configuration
internal import Diagnostics
internal import JSON
internal import TextEncoding

/// Parses `release.json`, and refuses everything that Latchkey's writer would not have written.
enum ManifestReader {
    /// Parses a complete manifest.
    static func manifest(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Manifest {
        try read(ManifestContents.self, bytes, file: file).manifest
    }

    /// Parses the part of one app.
    static func app(_ bytes: [UInt8]) throws(Diagnostic) -> ReleasedApp {
        try read(AppPart.self, bytes, file: "").app
    }

    private static func read<Value: KeyedReadable>(
        _ type: Value.Type, _ bytes: [UInt8], file: String
    ) throws(Diagnostic) -> Value {
        do {
            let document = try JSONDocument(parsing: bytes)
            return try ConfigurationReading.read(
                type, from: ConfigurationNode(document.value), of: SourceText(file: file, bytes: bytes), json: document)
        } catch let error as JSONError {
            throw Diagnostic(release: file, line: error.place.line, column: error.place.column, error.message)
        } catch let report as DiagnosticReport {
            let first = report.diagnostics.first
            throw Diagnostic(release: file, line: first?.line, column: first?.column, first?.message ?? "")
        } catch {
            throw Diagnostic(release: file, "\(error)")
        }
    }
}

private struct AppPart: KeyedReadable {
    static let keyTable = KeyTable.open
    let app: ReleasedApp

    init?(_ keys: KeyedReader) {
        guard let app = ReleasedApp(keys) else { return nil }
        self.app = app
    }
}

/// The keys of a manifest. Unknown keys, which a later version may write, are ignored at every level.
private struct ManifestContents: KeyedReadable {
    static let keyTable = KeyTable.open
    let manifest: Manifest

    init?(_ keys: KeyedReader) {
        guard keys.isOfKnownVersion else { return nil }
        let id: String? = keys.required("id")
        let apps = keys.required("apps")
        manifest = Manifest(id: id ?? "", apps: apps?.records { ReleasedApp($0) } ?? [])
        guard let apps, keys.mapping.problemCount == 0 else { return }
        if id != Manifest.id(of: manifest.apps) {
            keys.value("id")?.report("the id does not match the manifest, which was changed after the build")
            return
        }
        if let conflict = AppConflict(in: manifest.apps.map { ($0.name, $0.hosts) }) {
            apps.items?[conflict.app].report(conflict.message)
        }
    }
}

extension ReleasedApp {
    fileprivate init?(_ keys: KeyedReader) {
        name = keys.text("name", "is not the name of a folder", if: HashedName.isPlainName)
        files = keys.required("files")?.records { ReleasedFile($0) } ?? []
        routes = keys.required("routes")?.records { Route($0) } ?? []
        notFound = keys.text("notFound")
        hosts = keys.texts("hosts", "is not a host in lower case", if: URLParts.isHost)
        let appFiles = keys["appFiles"] ?? OrderedMap<String>()
        self.appFiles = Dictionary(appFiles.map { ($0.key.value, $0.value) }) { $1 }
        inputs = keys.optionalText("inputs", "is not a digest", if: \.isToken)
        environment = keys.optionalText("environment", "is not the name of an environment", if: HashedName.isPlainName)
        if let languages = keys.value("languages")?.record({ $0 }) {
            self.languages = LanguageRanges(
                own: languages.text("own", "is not a language tag", if: \.isLanguageTag),
                ranges: languages.tags("ranges"))
            notFoundByLanguage = languages.files("notFound")
        }
        for (path, _) in appFiles where !HashedName.isPlainPath(path.value) {
            keys.value("appFiles")?.report("'\(path.value)' is outside the release")
        }
        guard keys.mapping.problemCount == 0 else { return }
        let names = Set(files.map(\.name))
        if names.count < files.count { keys.value("files")?.report("two files have one name") }
        if !names.contains(notFound) { keys.value("notFound")?.report("'\(notFound)' is not a file of the app") }
        for (route, value) in zip(routes, keys.value("routes")?.items ?? []) {
            for name in [route.answer.file].compactMap(\.self) + route.languages.values.sorted()
            where !names.contains(name) {
                value.report("the route names '\(name)', which is not a file of the app")
            }
        }
        for name in notFoundByLanguage.values.sorted() where !names.contains(name) {
            keys.value("languages")?.report("'\(name)' is not a file of the app")
        }
    }
}

extension Route {
    private static let mostConditions = 100

    fileprivate init?(_ keys: KeyedReader) {
        path = RoutePath(
            keys.text("path", "is not the path of a route") { path in
                path.utf8.first == UInt8(ascii: "/") && ManifestText.pathCharacters.containsAll(of: path)
            })
        // Reading many takes long; a link has a few.
        guard (keys.value("conditions")?.node.members.count ?? 0) <= Self.mostConditions else {
            keys.mapping.report("the route has more than \(Self.mostConditions) conditions")
            return nil
        }
        conditions = Dictionary(
            (keys["conditions"] ?? OrderedMap<String>()).map { ($0.key.value, $0.value) }
        ) { $1 }
        required = keys["required"] ?? []
        languages = keys.files("languages")
        for text in conditions.flatMap({ [$0.key, $0.value] }) + required where !text.isPrintable {
            keys.mapping.report("'\(text)' is not an item of a query that a link has")
        }
        switch (keys.value("file"), keys.value("redirect"), keys.value("open")) {
        case (.some, nil, nil): answer = .file(keys.text("file"))
        case (nil, let redirect?, nil):
            guard let answer = redirect.record({ Answer(redirect: $0) }) else { return nil }
            self.answer = answer
        case (nil, nil, let open?):
            guard let link = open.record({ OpenLink($0) }) else { return nil }
            answer = .open(link)
        default:
            keys.mapping.report("the route has not one of 'file', 'redirect' and 'open'")
            return nil
        }
    }
}

extension Route.Answer {
    fileprivate init?(redirect keys: KeyedReader) {
        let location = keys.text("location", "is not the path of a redirect", if: ManifestText.isOriginRelative)
        guard let status = keys.value("status")?.node.json.int, [301, 302, 303, 307, 308].contains(status) else {
            keys.mapping.report("the status of the redirect is none of 301, 302, 303, 307 and 308")
            return nil
        }
        self = .redirect(status: status, location: location)
    }
}

extension OpenLink {
    fileprivate init?(_ keys: KeyedReader) {
        let web = keys.required("web")
        // A template of another origin would lead visitors there.
        _ = web?.text("is not the address of a page of the app") { $0.hasPrefix("/") && !$0.hasPrefix("//") }
        guard let web = web.flatMap(URLTemplate.init) else { return nil }
        let isPackage = { (package: String) in
            !package.isEmpty
                && package.utf8.allSatisfy {
                    $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
                }
        }
        self.init(
            web: web, app: keys.value("app").flatMap(URLTemplate.init),
            opensOnIPhones: keys["opensOnIPhones"] ?? false,
            androidPackage: keys.optionalText("androidPackage", "is not an Android application ID", if: isPackage))
    }
}

extension URLTemplate {
    fileprivate init?(_ value: ConfigurationValue) {
        guard let text = String(reading: value) else { return nil }
        do {
            try self.init(parsing: text)
        } catch {
            value.report("'\(text)' is not the address of a link: \(error.message)")
            return nil
        }
    }
}

extension ReleasedFile {
    /// The header fields that the sender sets itself; a second value would be accepted by some recipients.
    private static let ownFields: Set = [
        "connection", "content-encoding", "content-length", "content-type", "date", "etag", "keep-alive", "te",
        "trailer", "transfer-encoding", "upgrade", "vary",
    ]

    fileprivate init?(_ keys: KeyedReader) {
        name = keys.text("name", "is not the name of a file", if: HashedName.isPlainName)
        type = keys.text("type", "is not a media type", if: ManifestText.isMediaType)
        hash = keys.text("hash")
        headers = keys.required("headers")?.items?.compactMap(Self.header) ?? []
        variants = keys.required("variants")?.records { Variant($0) } ?? []
        guard keys.mapping.problemCount == 0 else { return }
        let encodings = variants.map(\.encoding)
        if encodings.first != "identity" || Set(encodings).count != encodings.count {
            keys.value("variants")?.report("the first variant is not 'identity', or two have one encoding")
        } else if variants[0].path != name || variants[0].hash != hash || !HashedName.isName(name, with: hash) {
            keys.mapping.report("name and hash of '\(name)' are not those of its first variant")
        }
    }

    private static func header(_ value: ConfigurationValue) -> HeaderField? {
        guard let items = value.items, items.count == 2, let name = String(reading: items[0]),
            let text = String(reading: items[1])
        else {
            value.report("a header field is a name and a value")
            return nil
        }
        guard ManifestText.fieldNameCharacters.containsAll(of: name), !ownFields.contains(name.lowercased()),
            ManifestText.fieldCharacters.containsAll(of: text), text.utf8.count <= longestField,
            text.utf8.first != 0x20, text.utf8.last != 0x20
        else {
            value.report("'\(name)' is not a header field that can be sent")
            return nil
        }
        return HeaderField(name, text)
    }
}

extension ReleasedFile.Variant {
    fileprivate init?(_ keys: KeyedReader) {
        encoding = keys.text("encoding", "is not an encoding of a release") { encoding in
            encoding == "identity" || HashedName.encodings.contains { $0.name == encoding }
        }
        path = keys.text("path", "is outside the release", if: HashedName.isPlainName)
        hash = keys.text("hash", "is not \(HashedName.digits) hexadecimal digits", if: HashedName.isHash)
        guard let value = keys.required("length"), let length = value.node.json.int, length >= 0 else {
            keys.mapping.report("the variant has no length")
            return nil
        }
        self.length = length
        if length > LoadedRelease.longestFile {
            value.report("the variant has \(length) bytes, and a file has \(LoadedRelease.longestFile) at most")
        }
    }
}
