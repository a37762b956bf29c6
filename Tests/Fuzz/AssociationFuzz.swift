import AppLinks
import JSON
import LinkAssociation
import TextEncoding

/// Reads arbitrary bytes as an association file, as input of `links match`, as a URL and as a URL template. Nothing may
/// crash or take long, and accepted input must give consistent results.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAssociation(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)

    if let document = try? JSONDocument(parsing: bytes) {
        let written = document.value.serializedBytes()
        precondition((try? JSONDocument(parsing: written))?.value == document.value, "what is written reads back")
        if let file = AppleAssociationFile(document.value), let address = URLParts("https://example.com/a?b=c#d") {
            for app in file.appIDs { _ = AppleLinkMatcher(file, domain: "example.com", appID: app).decide(address) }
        }
    }
    _ = AssociationLint.findings(in: bytes)
    _ = LinkMatchProtocol.answer(to: bytes)

    if let address = URLParts("https://example.com/" + text),
        let file = AppleAssociationFile([
            "applinks": [
                "substitutionVariables": ["v": [.string(text), "a*b", "c"]],
                "details": [
                    [
                        "appIDs": ["A.b"],
                        "components": [["/": .string(text), "?": ["a": "$(v)*"]], ["#": .string("*$(v)")]],
                    ]
                ],
            ]
        ])
    {
        _ = AppleLinkMatcher(file, domain: "example.com", appID: "A.b").decide(address)
        _ = AndroidRules([["/": .string("/" + text), "?": ["a": "b*c"]]]).decide(address)
    }
    if let template = try? URLTemplate(parsing: text) {
        let values = Dictionary(template.parameters.map { ($0, "a b/" + $0) }, uniquingKeysWith: { first, _ in first })
        let host = template.scheme == nil ? "https://example.com" : ""
        if let filled = template.expanded(with: values), let address = URLParts(host + filled) {
            precondition(template.parameters(of: address) == values, "what is filled in is read out")
        }
    }
    return 0
}
