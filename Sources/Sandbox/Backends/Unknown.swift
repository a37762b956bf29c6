internal import JSON

/// A backend that nobody here knows how to imitate.
struct Unknown: Backend {
    static let crossOrigin = CrossOrigin(origin: .reflected, methods: "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")

    init(_ surroundings: inout Surroundings) {}

    mutating func answer(_ request: BackendRequest, _ surroundings: inout Surroundings) -> BackendAnswer {
        .json(501, ["error": "the sandbox has no imitation of this backend"])
    }
}
