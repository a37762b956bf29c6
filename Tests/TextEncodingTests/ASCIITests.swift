import Testing

@testable import TextEncoding

struct ASCIITests {
    @Test("The characters of tokens are those of RFC 9110, for every byte")
    func tokens() {
        let listed = ASCIISet("!#$%&'*+-.^_`|~").union(.alphanumerics)
        for byte in UInt8.min ... .max { #expect(byte.isTokenCharacter == listed.contains(byte), "\(byte)") }
        #expect("X-Frame_1".isToken)
        #expect(!"".isToken)
        #expect(!"a b".isToken)
    }

    @Test("A byte written in hexadecimal is read as itself, in either case")
    func hexadecimal() {
        for byte in UInt8.min ... .max {
            let text = byte.hexadecimal(digits: 2)
            for digits in [Array(text.utf8), text.utf8.map(\.asciiLowercased)] {
                #expect(digits.count == 2)
                #expect(digits.compactMap(\.hexDigitValue).reduce(0) { $0 << 4 | $1 } == byte)
            }
            #expect((byte.hexDigitValue != nil) == "0123456789ABCDEFabcdef".utf8.contains(byte), "\(byte)")
        }
        #expect(UInt32(0x85).hexadecimal(digits: 4) == "0085")
        #expect(UInt32(0x1F600).hexadecimal(digits: 4) == "1F600")
    }

    @Test("Only ASCII letters are compared without regard to case")
    func cases() {
        #expect("Content-TYPE".isEqualIgnoringASCIICase("content-type"))
        #expect(!"É".isEqualIgnoringASCIICase("é"))
        #expect(!"[".isEqualIgnoringASCIICase("{"))
        #expect(HeaderField("ETag", "").isNamed("etag"))
        #expect(!HeaderField("ETag", "").isNamed("etags"))
    }
}
