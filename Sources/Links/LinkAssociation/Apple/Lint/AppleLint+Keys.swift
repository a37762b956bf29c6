import JSON
import Problems

extension AppleLint {
    static func unknownKey(_ key: String, at pointer: JSONPointer, known: [String], _ list: inout FindingList) {
        let suggestion =
            known.first { $0.lowercased() == key.lowercased() }
            ?? Self.aliases[key.lowercased()].flatMap { alias in
                known.contains(alias) ? alias : nil
            }
        list.add(
            .warning, "unknown-key", pointer, atKey: true, "Apple's systems ignore the name '\(key)'",
            fix: suggestion.map { "Did you mean '\($0)'?" })
    }

    /// Common mistakes in the names of members, with the correct names.
    private static let aliases = [
        "path": "/", "paths": "/", "query": "?", "queries": "?", "params": "?", "fragment": "#", "hash": "#",
        "anchor": "#",
        "excluded": "exclude", "not": "exclude", "comments": "comment", "_comment": "comment",
        "case_sensitive": "caseSensitive",
        "percent_encoded": "percentEncoded", "component": "components", "appids": "appIDs", "app_ids": "appIDs",
        "bundleid": "appID", "detail": "details", "default": "defaults", "variables": "substitutionVariables",
        "substitutionvariable": "substitutionVariables", "webcredential": "webcredentials", "applink": "applinks",
    ]
}
