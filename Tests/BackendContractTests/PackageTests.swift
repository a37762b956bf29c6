import AuthFlowVectors
import Testing

@Suite struct PackageTests {
    @Test(
        "neither program links AuthFlowClient: nothing but its own product, its tests and the tests' program depend on it"
    )
    func client() throws {
        let package = try String(decoding: bytes(of: "\(root)/Package.swift"), as: UTF8.self)
        let mentions = package.split(separator: "\n").filter { $0.contains("\"AuthFlowClient\"") }.map { line in
            line.drop { $0 == " " }
        }
        #expect(
            mentions == [
                #".library(name: "AuthFlowClient", targets: ["AuthFlowClient"]),"#,
                #"room("AuthFlowClient", ["AuthFlow"]),"#,
                #"tests("AuthFlowClient", ["AuthFlow", "AuthFlowVectors", "HTTPListener", "JSON"]),"#,
                #"dependencies: ["AuthFlow", "AuthFlowClient", "Diagnostics", "Files", "JSON", "RandomAnswers", "SiteModel"],"#,
            ])
    }
}

/// The package's folder.
let root: String = {
    let file: StaticString = #filePath
    return "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
}()
