import HTTPListener
import HTTPMessages
import JSON
import Testing

@testable import Sandbox

@Suite struct CrossOriginTests {
    private static let preflight: HTTPHeaders = [
        "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    ]

    @Test(
        "every backend allows pages, with its own headers",
        arguments: [
            ("djoser", "https://app.example"), ("firebase", "https://app.example"), ("supabase", "*"),
        ])
    func allowed(contract: String, origin: String) throws {
        var bench = try Bench(contract)
        let answer = bench.send("OPTIONS", "/anything", headers: Self.preflight)
        #expect(answer.status == 204)
        #expect(answer["Access-Control-Allow-Origin"] == origin)
        #expect(answer["Access-Control-Allow-Headers"] == "content-type")
        #expect(answer["Access-Control-Allow-Methods"]?.contains("POST") == true)
        let post = bench.send("POST", "/anything", [:], headers: ["Origin": "https://app.example"])
        #expect(post["Access-Control-Allow-Origin"] == origin)
    }

    @Test("Supabase allows the header with its gateway's key, and no unknown ones")
    func supabase() throws {
        var bench = try Bench("supabase")
        for (headers, isAllowed) in [
            ("apikey, authorization, content-type, x-client-info, x-supabase-api-version", true), ("x-mine", false),
        ] {
            let answer = bench.send(
                "OPTIONS", "/auth/v1/recover",
                headers: [
                    "Origin": "https://app.example", "Access-Control-Request-Method": "POST",
                    "Access-Control-Request-Headers": headers,
                ])
            #expect((answer["Access-Control-Allow-Origin"] != nil) == isAllowed)
        }
    }

    @Test(
        "refused pages get the same responses without CORS headers",
        arguments: ["djoser", "supabase", "firebase"])
    func refused(contract: String) throws {
        var bench = try Bench(contract)
        #expect(bench.control("POST", "/cors", ["refuse": true]).json == ["refuse": true])
        #expect(bench.send("OPTIONS", "/x", headers: Self.preflight)["Access-Control-Allow-Origin"] == nil)
        let post = bench.send("POST", "/x", [:], headers: ["Origin": "https://app.example"])
        #expect(post["Access-Control-Allow-Origin"] == nil)
        bench.control("POST", "/cors", ["refuse": false])
        #expect(bench.send("OPTIONS", "/x", headers: Self.preflight)["Access-Control-Allow-Origin"] != nil)
    }
}
