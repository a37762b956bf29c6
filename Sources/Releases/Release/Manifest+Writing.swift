internal import AppLinks
internal import JSON
internal import TextEncoding

extension Manifest {
    /// Creates a manifest and computes its id from the apps.
    package init(apps: [ReleasedApp]) {
        self.init(id: Self.id(of: apps), apps: apps)
    }

    /// The text of `release.json`: one line with sorted keys, byte-identical for identical manifests.
    package var serialized: [UInt8] { ManifestText.join(apps.map(\.serialized), id: id).bytes }

    /// Computes the id of a manifest: the SHA-256 of its text without the id.
    static func id(of apps: [ReleasedApp]) -> String { ManifestText.join(apps.map(\.serialized)).id }
}

extension ReleasedApp {
    /// The app's JSON in `release.json`.
    var serialized: [UInt8] { json.serializedBytes(.compact, sortedKeys: true) }

    private var json: JSONValue {
        var members: JSONObject = [
            "name": .string(name), "hosts": .array(hosts.map(JSONValue.string)), "notFound": .string(notFound),
            "routes": .array(routes.map(\.json)), "files": .array(files.map(\.json)),
        ]
        if !appFiles.isEmpty {
            members["appFiles"] = .strings(appFiles)
        }
        if let inputs { members["inputs"] = .string(inputs) }
        if let environment { members["environment"] = .string(environment) }
        if let languages {
            members["languages"] = [
                "own": .string(languages.own), "ranges": .strings(languages.ranges),
                "notFound": .strings(notFoundByLanguage),
            ]
        }
        return .object(members)
    }
}

extension Route {
    fileprivate var json: JSONValue {
        var members: JSONObject = ["path": .string(path.text)]
        if !conditions.isEmpty {
            members["conditions"] = .strings(conditions)
        }
        if !languages.isEmpty { members["languages"] = .strings(languages) }
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        switch answer {
        case .file(let name): members["file"] = .string(name)
        case .redirect(let status, let location):
            members["redirect"] = ["location": .string(location), "status": .number(JSONNumber(status))]
        case .open(let link):
            var open: JSONObject = ["web": .string(link.web.text)]
            if let app = link.app { open["app"] = .string(app.text) }
            if link.opensOnIPhones { open["opensOnIPhones"] = true }
            if let package = link.androidPackage { open["androidPackage"] = .string(package) }
            members["open"] = .object(open)
        }
        return .object(members)
    }
}

extension ReleasedFile {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "type": .string(type), "hash": .string(hash),
            "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
            "variants": .array(
                variants.map { variant in
                    [
                        "encoding": .string(variant.encoding), "path": .string(variant.path),
                        "length": .number(JSONNumber(variant.length)), "hash": .string(variant.hash),
                    ]
                }),
        ]
    }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String: String]) -> JSONValue {
        .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    }
}
