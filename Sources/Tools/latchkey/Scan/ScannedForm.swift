import Doctor

/// A form of a page, with what a program that types nothing submits of it.
struct ScannedForm {
    let method: String
    /// As written, relative to the page.
    let action: String
    private(set) var fields: [(name: String, value: String)] = []
    /// What it asks to have typed, for the report; nil if it can be submitted as it is.
    private(set) var demand: String?
    private var hasButton = false

    /// The demand for a password, which the classes that click words alike.
    static let password = "a password"

    private init(_ tag: MarkupTag) {
        method = (tag["method"] ?? "GET").uppercased()
        action = tag["action"] ?? ""
    }

    /// The forms of a page in their order.
    static func forms(in page: String) -> [ScannedForm] {
        var forms: [ScannedForm] = []
        var isOpen = false
        MarkupTag.read(page) { tag in
            if tag.name == "form" || tag.name == "/form" { isOpen = tag.name == "form" }
            if tag.name == "form" { forms.append(ScannedForm(tag)) }
            if isOpen, !forms.isEmpty { forms[forms.count - 1].add(tag) }
            return true
        }
        return forms
    }

    /// Whether it is the same form, as a page shows it again that refuses what was submitted.
    func isSame(as other: ScannedForm) -> Bool {
        method == other.method && Set(fields.map(\.name)) == Set(other.fields.map(\.name))
            && action.prefix { $0 != "?" } == other.action.prefix { $0 != "?" }
    }

    private mutating func add(_ tag: MarkupTag) {
        let type = (tag["type"] ?? (tag.name == "button" ? "submit" : "text")).lowercased()
        switch (tag.name, type) {
        case ("button", "submit"), ("input", "submit"), ("input", "image"):
            // A press of the first button submits no other one.
            if !hasButton, let name = tag["name"] { fields.append((name, tag["value"] ?? "")) }
            hasButton = true
        case ("button", _), ("input", "button"), ("input", "reset"): break
        case ("input", "checkbox"), ("input", "radio"):
            if tag["checked"] != nil, let name = tag["name"] { fields.append((name, tag["value"] ?? "on")) }
        case ("input", "hidden"):
            if let name = tag["name"] { fields.append((name, tag["value"] ?? "")) }
        case ("input", _), ("textarea", _):
            if Self.isPassword(tag, type) {
                demand = Self.password
            } else if tag["required"] != nil, tag["value"]?.isEmpty != false {
                demand = demand ?? tag["name"].map { "'\($0)'" } ?? "a text"
            }
            if let name = tag["name"], type != "file" { fields.append((name, tag["value"] ?? "")) }
        default: break
        }
    }

    /// Whether a field is for a password, by its type, by what fills it in, or by its name.
    private static func isPassword(_ tag: MarkupTag, _ type: String) -> Bool {
        let names = [tag["name"], tag["id"]].compactMap { $0?.lowercased() }
        return type == "password" || tag["autocomplete"]?.lowercased().contains("-password") == true
            || names.contains { name in ["password", "passwd", "passphrase", "pwd"].contains { name.contains($0) } }
    }
}
