import AuthContracts
import AuthFlowVectors
import CrossOrigin
import JSON
import Testing
import TextEncoding

@Suite struct CORSTests {
    @Test("a contract determines the CORS headers that its backend must send")
    func cors() throws {
        let contract = try Contract(reading: #require(Vector.document("language.json")["contracts"]?["steps"]))
        let cors = contract.cors(operations: ["reset"], hosts: ["a.example"])
        #expect(
            cors.headers(for: cors.origins[0]).map { "\($0.name): \($0.value)" } == [
                "Access-Control-Allow-Origin: https://a.example", "Access-Control-Expose-Headers: retry-after",
            ])
        #expect(
            cors.preflightHeaders.map { "\($0.name): \($0.value)" } == [
                "Access-Control-Allow-Methods: POST, PUT",
                "Access-Control-Allow-Headers: authorization, content-type",
            ])
    }
}
