package import JSON

/// An `apple-app-site-association` file of any origin.
package struct AppleAssociationFile: Hashable, Sendable {
    /// The file as read, including members that Apple's systems ignore.
    package let value: JSONValue

    /// Apple's limit, in bytes after decompression.
    package static let maximumBytes = 131_072

    package init?(_ value: JSONValue) {
        guard value.object != nil else { return nil }
        self.value = value
    }

    /// The apps for which the file has entries, in the order of the file.
    package var appIDs: [String] {
        var apps: [String] = []
        for entry in entries {
            for app in entry.appIDs where !apps.contains(app) { apps.append(app) }
        }
        return apps
    }

    var variables: [String: [String]] {
        var variables: [String: [String]] = [:]
        for (name, values) in value["applinks"]?["substitutionVariables"]?.object ?? [:] {
            variables[name] = values.array?.compactMap(\.string) ?? []
        }
        return variables
    }

    /// One element of `details`.
    struct Entry {
        var appIDs: [String]
        var object: JSONObject
        var pointer: JSONPointer
    }

    /// The elements of `details`; in the oldest format it is an object with app identifiers as names.
    var entries: [Entry] {
        let pointer = JSONPointer(["applinks", "details"])
        switch value["applinks"]?["details"] {
        case .array(let elements):
            return elements.enumerated().compactMap { index, element in
                guard let object = element.object else { return nil }
                return Entry(appIDs: Self.appIDs(of: object), object: object, pointer: pointer.appending(index))
            }
        case .object(let object):
            return object.compactMap { app, element in
                guard let object = element.object else { return nil }
                return Entry(appIDs: [app], object: object, pointer: pointer.appending(app))
            }
        default: return []
        }
    }

    /// The entry's apps; `appIDs` takes precedence over `appID`, even if it is empty.
    private static func appIDs(of object: JSONObject) -> [String] {
        if let several = object["appIDs"] { return several.array?.compactMap(\.string) ?? [] }
        return object["appID"]?.string.map { [$0] } ?? []
    }
}
