import AppLinks
import AuthContracts
import Calendar
import Configuration
import Diagnostics
import JSON
import LinkDefinitions
import YAML

// Warnings of keys of a backend that it would refuse.

extension AppReader {
    /// The settings of built-in contracts that are keys of one form, and how one begins.
    private static let keyForms: [(contract: String, begins: [String], fix: ValueMessage)] = [
        // https://supabase.com/docs/guides/api/api-keys: the older ones are tokens (RFC 7519).
        (
            "supabase", ["sb_publishable_", "eyJ"],
            "Copy the publishable key, sb_publishable_…, or the older anonymous key, which begins with eyJ."
        ),
        // https://cloud.google.com/docs/authentication/api-keys
        ("firebase", ["AIza"], "Copy the Web API key from the project's settings, which begins with AIza."),
    ]

    mutating func warnOfUnlikelyKeys() {
        guard let backend = file.contents.backend else { return }
        for (name, value) in backend.settings {
            let place = "backend.settings.\(name.value)"
            if let end = SecretKey.claims(of: value.value)?["exp"]?.int, end < now {
                let date = CalendarTime(seconds: end).rfc3339.prefix(10)
                warn(
                    "expired-key", at: place, "this key has expired, on \(known: date)",
                    fix: "Copy the key that the backend's console shows now.")
            }
            guard name.value == "api-key", Placeholder.areReal(file.contents.hosts), !file.contents.isLocal,
                let form = Self.keyForms.first(where: { $0.contract == backend.backend.contract }),
                !form.begins.contains(where: value.value.hasPrefix), !Placeholder.isSetting(value.value),
                Placeholder.variable(value.value, at: place) == nil,
                // A secret key is told as one.
                SecretKey.all(in: Array(value.value.utf8)).isEmpty
            else { continue }
            warn(
                "unlikely-key", at: place, "this is no key of \(known: form.contract)", fix: form.fix)
        }
    }

    /// Warns of a key that is a token (RFC 7519) for another project than the base's.
    mutating func warnOfForeignTokens(project: Substring) {
        for (name, value) in file.contents.backend?.settings ?? OrderedMap() {
            guard let other = SecretKey.claims(of: value.value)?["ref"]?.string, other != project else { continue }
            warn(
                "foreign-key", at: "backend.settings.\(name.value)",
                "this key is for the project '\(other)', and 'base' has '\(String(project))'",
                fix: "Write both from one project.")
        }
    }
}
