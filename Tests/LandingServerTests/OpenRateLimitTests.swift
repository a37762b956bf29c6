import HTTPMessages
import Testing

@testable import LandingServer

@Suite("OpenRateLimit")
struct OpenRateLimitTests {
    let client: ClientAddress

    init() throws { client = try #require(ClientAddress("192.0.2.1")) }

    /// How many of ten requests at a time the limit allows.
    private func allowed(_ limit: OpenRateLimit, _ client: ClientAddress, at seconds: Double) -> Int {
        (0..<10).count { _ in !limit.isExceeded(by: client, at: seconds) }
    }

    @Test("the rate limit allows a burst of as many requests as it allows in a minute")
    func burst() {
        #expect(allowed(OpenRateLimit(perMinute: 6), client, at: 1_000) == 6)
    }

    @Test("the rate limit allows one more request once its share of a minute has passed")
    func refill() {
        let limit = OpenRateLimit(perMinute: 6)
        _ = allowed(limit, client, at: 1_000)
        #expect(allowed(limit, client, at: 1_009.9) == 0)
        #expect(allowed(limit, client, at: 1_010) == 1)
        #expect(allowed(limit, client, at: 1_040) == 3)
    }

    @Test("the rate limit allows no more than the burst after a silence, however long")
    func silence() {
        let limit = OpenRateLimit(perMinute: 6)
        _ = allowed(limit, client, at: 1_000)
        #expect(allowed(limit, client, at: 1_000 + 3_600) == 6)
    }

    @Test("the rate limit counts each client on its own")
    func others() throws {
        let limit = OpenRateLimit(perMinute: 6)
        // Of two clients whose hashes collide, one would have a new burst.
        let others = try (2..<6).map { try #require(ClientAddress("192.0.2.\($0)")) }
        #expect(([client] + others).map { allowed(limit, $0, at: 1_000) } == [6, 6, 6, 6, 6])
    }

    @Test("the rate limit gains nothing from a clock that goes back")
    func clock() {
        let limit = OpenRateLimit(perMinute: 6)
        _ = allowed(limit, client, at: 1_000)
        #expect(allowed(limit, client, at: 900) == 0)
    }
}
