internal import AppLinks
internal import TextEncoding

/// The query of a request, taken apart as Apple does: at `&`, then at the first `=`; a plus is a plus.
enum Query {
    /// The items with what could be decoded; one that could not is left out.
    static func items(_ query: String) -> [(name: String, value: String)] {
        QueryItem.items(of: query).compactMap { item in
            guard let name = PercentEncoding.decode(item.name), let value = PercentEncoding.decode(item.value) else {
                return nil
            }
            return (name, value)
        }
    }
}
