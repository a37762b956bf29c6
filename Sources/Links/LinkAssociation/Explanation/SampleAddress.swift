/// A short URL, composed for an example or a test.
struct SampleAddress: Hashable, Sendable {
    var path: String
    var items: [Item] = []
    var fragment: String?

    struct Item: Hashable, Sendable {
        var name: String
        /// The encoded value; nil for an item without an equals sign.
        var value: String?
    }

    /// The complete URL on a host.
    func text(host: String) -> String {
        var text = "https://\(host)\(path)"
        if !items.isEmpty {
            text +=
                "?" + items.map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
        }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}
