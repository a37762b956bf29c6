internal import JSON
internal import TextEncoding

/// Reads `release.json`, and refuses whatever a writer of ours would not have written.
struct ManifestReader {
    let file: String
    let document: JSONDocument

    init(file: String, bytes: [UInt8]) throws(ReleaseError) {
        self.file = file
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw ReleaseError(file: file, line: error.position.line, column: error.position.column, error.message)
        }
    }

    func manifest() throws(ReleaseError) -> Manifest {
        let root = JSONPointer()
        guard let version = document.value["version"] else { throw problem(root, "the manifest has no version") }
        guard version.int == Manifest.version else {
            throw problem(
                root.appending("version"),
                "the manifest is of version \(version.serialized()), and this is a reader of version \(Manifest.version)"
            )
        }
        let id = try text("id", in: root)
        let apps = try elements("apps", in: root, app)
        guard id == Manifest.id(of: apps) else {
            throw problem(root.appending("id"), "the id does not match the manifest, which was changed after the build")
        }
        var owners: [String: String] = [:]
        for (index, app) in apps.enumerated() {
            let place = root.appending("apps").appending(index)
            if apps[..<index].contains(where: { $0.name == app.name }) {
                throw problem(place, "two apps have the name '\(app.name)'")
            }
            for host in app.hosts {
                if let owner = owners.updateValue(app.name, forKey: host) {
                    throw problem(place, "the host '\(host)' belongs to '\(owner)' and to '\(app.name)'")
                }
            }
        }
        return Manifest(id: id, apps: apps)
    }

    private func app(_ place: JSONPointer) throws(ReleaseError) -> ReleasedApp {
        let name = try text("name", in: place)
        guard HashedName.isPlainName(name) else {
            throw problem(place.appending("name"), "'\(name)' is not the name of a folder")
        }
        let files = try elements("files", in: place, self.file)
        let names = Set(files.map(\.name))
        guard names.count == files.count else { throw problem(place.appending("files"), "two files have one name") }
        let routes = try elements("routes", in: place, route)
        for (index, route) in routes.enumerated() {
            if case .file(let name) = route.answer, !names.contains(name) {
                throw problem(
                    place.appending("routes").appending(index), "the route names '\(name)', which is no file of the app"
                )
            }
        }
        let notFound = try text("notFound", in: place)
        guard names.contains(notFound) else {
            throw problem(place.appending("notFound"), "'\(notFound)' is no file of the app")
        }
        let appFiles = document.value[place.appending("appFiles")] == nil ? [] : try paths("appFiles", in: place)
        return ReleasedApp(
            name: name, hosts: try elements("hosts", in: place, host), routes: routes, notFound: notFound, files: files,
            appFiles: appFiles)
    }

    private func host(_ place: JSONPointer) throws(ReleaseError) -> String {
        let host = try text(place)
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !(0x41...0x5A).contains($0) }) else {
            throw problem(place, "'\(host)' is not a host in lower case")
        }
        return host
    }

    private func paths(_ key: String, in place: JSONPointer) throws(ReleaseError) -> [String] {
        try elements(key, in: place) { (place) throws(ReleaseError) in
            let path = try text(place)
            guard HashedName.isPlainPath(path) else { throw problem(place, "'\(path)' leads out of the release") }
            return path
        }
    }

    private func route(_ place: JSONPointer) throws(ReleaseError) -> Route {
        let path = try text("path", in: place)
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw problem(place.appending("path"), "'\(path)' is not the path of a route")
        }
        var conditions: [String: String] = [:]
        let conditionsPlace = place.appending("conditions")
        if let value = document.value[conditionsPlace] {
            guard let object = value.object else { throw problem(conditionsPlace, "the conditions are not an object") }
            for key in object.keys { conditions[key] = try text(key, in: conditionsPlace) }
        }
        let required =
            document.value[place.appending("required")] == nil
            ? [] : try elements("required", in: place) { (place) throws(ReleaseError) in try text(place) }
        return Route(path: path, conditions: conditions, required: required, answer: try answer(place))
    }

    private func answer(_ place: JSONPointer) throws(ReleaseError) -> Route.Answer {
        let value = document.value[place]
        switch (value?["file"], value?["redirect"], value?["open"]) {
        case (.some, nil, nil): return .file(try text("file", in: place))
        case (nil, .some, nil):
            let place = place.appending("redirect")
            let location = try headerText("location", in: place)
            guard let status = document.value[place.appending("status")]?.int,
                [301, 302, 303, 307, 308].contains(status)
            else { throw problem(place, "the status of the redirect is none of 301, 302, 303, 307 and 308") }
            return .redirect(status: status, location: location)
        case (nil, nil, .some):
            let place = place.appending("open")
            let package = try optionalText("androidPackage", in: place)
            if let package, !package.utf8.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") }) || package == "" {
                throw problem(place, "'\(package)' is not an Android application ID")
            }
            return .open(
                OpenLink(
                    web: try headerText("web", in: place), app: try optionalText("app", in: place),
                    opensOnIPhones: document.value[place.appending("opensOnIPhones")]?.bool ?? false,
                    androidPackage: package))
        default: throw problem(place, "the route has not one of 'file', 'redirect' and 'open'")
        }
    }

    /// What whoever sends the file says of it, or of the connection; a second word on it would be believed by some.
    private static let ownFields: Set = [
        "connection", "content-encoding", "content-length", "content-type", "date", "etag", "keep-alive", "te",
        "trailer",
        "transfer-encoding", "upgrade", "vary",
    ]

    /// The longest value of a header field, in bytes: browsers refuse heads of many times that.
    private static let longestValue = 8_192

    private func file(_ place: JSONPointer) throws(ReleaseError) -> ReleasedFile {
        let headersPlace = place.appending("headers")
        let headers = try elements("headers", in: place) { (place) throws(ReleaseError) in
            guard document.value[place]?.array?.count == 2 else {
                throw problem(place, "a header field is a name and a value")
            }
            let name = try text(place.appending(0))
            let value = try text(place.appending(1))
            guard !name.isEmpty, name.utf8.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: "-") }),
                !Self.ownFields.contains(name.lowercased()), value.utf8.count <= Self.longestValue,
                !value.isEmpty, value.utf8.first != 0x20, value.utf8.last != 0x20,
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
            else { throw problem(headersPlace, "'\(name)' is not a header field that can be sent") }
            return HeaderField(name, value)
        }
        let variants = try elements("variants", in: place, variant)
        let encodings = variants.map(\.encoding)
        guard encodings.first == "identity", Set(encodings).count == encodings.count else {
            throw problem(place.appending("variants"), "the first variant is not 'identity', or two have one encoding")
        }
        let name = try text("name", in: place)
        let hash = try text("hash", in: place)
        guard variants[0].path == name, variants[0].hash == hash, HashedName.isName(name, with: hash) else {
            throw problem(place, "name and hash of '\(name)' are not those of its first variant")
        }
        return ReleasedFile(
            name: name, type: try headerText("type", in: place), hash: hash, headers: headers, variants: variants)
    }

    private func variant(_ place: JSONPointer) throws(ReleaseError) -> ReleasedFile.Variant {
        let encoding = try text("encoding", in: place)
        guard encoding == "identity" || HashedName.encodings.contains(where: { $0.name == encoding }) else {
            throw problem(place.appending("encoding"), "'\(encoding)' is not an encoding of a release")
        }
        let path = try text("path", in: place)
        guard HashedName.isPlainName(path) else {
            throw problem(place.appending("path"), "'\(path)' leads out of the release")
        }
        let hash = try text("hash", in: place)
        guard HashedName.isHash(hash) else {
            throw problem(place.appending("hash"), "'\(hash)' is not \(HashedName.digits) hexadecimal digits")
        }
        guard let length = document.value[place.appending("length")]?.int, length >= 0 else {
            throw problem(place, "the variant has no length")
        }
        guard length <= LoadedRelease.longestFile else {
            throw problem(
                place.appending("length"),
                "the variant has \(length) bytes, and a file has \(LoadedRelease.longestFile) at most")
        }
        return ReleasedFile.Variant(encoding: encoding, path: path, length: length, hash: hash)
    }

    // MARK: - Values

    private func elements<Element>(
        _ key: String, in place: JSONPointer, _ read: (JSONPointer) throws(ReleaseError) -> Element
    ) throws(ReleaseError) -> [Element] {
        let place = place.appending(key)
        guard let count = document.value[place]?.array?.count else { throw problem(place, "'\(key)' is not a list") }
        var elements: [Element] = []
        for index in 0..<count { elements.append(try read(place.appending(index))) }
        return elements
    }

    private func text(_ place: JSONPointer) throws(ReleaseError) -> String {
        guard let text = document.value[place]?.string else {
            throw problem(place, "'\(place.components.last ?? "")' is not a text")
        }
        return text
    }

    private func text(_ key: String, in place: JSONPointer) throws(ReleaseError) -> String {
        try text(place.appending(key))
    }

    private func optionalText(_ key: String, in place: JSONPointer) throws(ReleaseError) -> String? {
        document.value[place.appending(key)] == nil ? nil : try headerText(key, in: place)
    }

    /// A text that goes into a header field, where a line break would begin another.
    private func headerText(_ key: String, in place: JSONPointer) throws(ReleaseError) -> String {
        let text = try text(key, in: place)
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw problem(place.appending(key), "'\(key)' holds a character that no header field may")
        }
        guard text.utf8.count <= Self.longestValue else {
            throw problem(
                place.appending(key),
                "'\(key)' has \(text.utf8.count) bytes, and a header field \(Self.longestValue) at most")
        }
        return text
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    /// A diagnostic about a value, or about what should hold it where it is missing.
    private func problem(_ place: JSONPointer, _ message: String) -> ReleaseError {
        var place = place
        while document.position(of: place) == nil, !place.components.isEmpty { place.components.removeLast() }
        let position = document.position(of: place)
        return ReleaseError(file: file, line: position?.line, column: position?.column, message)
    }
}
