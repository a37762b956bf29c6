/// A small address that is put together for an example or a test.
struct SampleAddress: Hashable, Sendable {
    var path: String
    var items: [Item] = []
    var fragment: String?

    struct Item: Hashable, Sendable {
        var name: String
        /// nil for an item without an equals sign.
        var value: String?
    }

    /// The whole address on a host.
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
