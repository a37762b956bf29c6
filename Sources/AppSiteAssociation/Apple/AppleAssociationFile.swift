public import JSON

/// An `apple-app-site-association` file, from whomever.
public struct AppleAssociationFile: Hashable, Sendable {
    /// The file as it was read; what Apple's systems do not know is kept too.
    public let value: JSONValue

    /// Apple's limit, in bytes and after decompression.
    public static let mostBytes = 131_072

    /// The file with that content; nil where it is no object.
    public init?(_ value: JSONValue) {
        guard value.object != nil else { return nil }
        self.value = value
    }

    /// Every app for which addresses are claimed, in the order of the file.
    public var appIDs: [String] {
        var apps: [String] = []
        for entry in entries {
            for app in entry.appIDs where !apps.contains(app) { apps.append(app) }
        }
        return apps
    }

    /// The file's own substitution variables.
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

    /// The elements of `details`; in the oldest form it is an object with the apps as names.
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

    /// `appIDs` wins over `appID`, even when it is empty.
    private static func appIDs(of object: JSONObject) -> [String] {
        if let several = object["appIDs"] { return several.array?.compactMap(\.string) ?? [] }
        return object["appID"]?.string.map { [$0] } ?? []
    }
}
