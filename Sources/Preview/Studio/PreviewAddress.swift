import Branding
import EmailBuilder
import HTTPListener
internal import HTTPMessages
import SiteModel
import TextEncoding

/// The target of a request to an app's port.
enum PreviewAddress {
    case state(page: String, StateView)
    case email(name: String, EmailView)
    /// An email of the sandbox, by its index in the inbox.
    case sentEmail(number: Int)
    /// A path of the release.
    case released

    private static let prefix = "/_preview/"
    /// The path of the event stream of builds and problems.
    static let events = prefix + "events"

    init(_ request: HTTPRequest) {
        guard request.path.hasPrefix(Self.prefix) else {
            self = .released
            return
        }
        let name = String(request.path.dropFirst(Self.prefix.count))
        let query = FormItems(request.query ?? "")
        if name.hasPrefix("emails/") {
            self = .email(name: String(name.dropFirst("emails/".count)), EmailView(query))
        } else if name.hasPrefix("inbox/"), let number = Int(name.dropFirst("inbox/".count)) {
            self = .sentEmail(number: number)
        } else {
            self = .state(page: name, StateView(query))
        }
    }
}

/// Which state of a page is shown, and how.
struct StateView {
    /// Nil for the page's initial state.
    let state: String?
    /// The text of a `StateCondition`.
    let condition: String
    let scheme: ColorScheme
    /// In percent.
    let textSize: Int
    /// Nil for the app's own.
    let language: LanguageTag?

    /// The text size of a query, in percent.
    static func textSize(_ query: FormItems) -> Int {
        query["text"].flatMap { Int($0) }.flatMap { (50...400).contains($0) ? $0 : nil } ?? 100
    }

    init(_ query: FormItems) {
        state = query["state"]
        condition = query["condition"] ?? StateCondition.idle.text
        scheme = query["scheme"].flatMap(ColorScheme.init) ?? .system
        textSize = Self.textSize(query)
        language = query["language"].flatMap(LanguageTag.init)
    }
}

struct EmailView {
    /// Whether dark mode is on; nil if the browser decides.
    var isDark: Bool?
    /// The dark mode of a program that replaces the email's own.
    var forced: ForcedDarkMode?
    /// In percent.
    var textSize = 100
    var showsPictures = true

    init() {}

    init(_ query: FormItems) {
        isDark = ["dark": true, "light": false][query["scheme"] ?? ""]
        forced = query["forced"].flatMap(ForcedDarkMode.init)
        textSize = StateView.textSize(query)
        showsPictures = query["images"] != "off"
    }
}
