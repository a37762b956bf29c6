import Testing

@testable import Diagnostics

struct ByteCountTests {
    @Test(
        "A number of bytes has the largest unit in which it is whole, and kibibytes are rounded up",
        arguments: [
            (0, "0 bytes"), (1_023, "1023 bytes"), (1_024, "1 KiB"), (1_025, "2 KiB"), (1_048_575, "1 MiB"),
            (1_048_576, "1 MiB"), (1_048_577, "1025 KiB"), (16 << 20, "16 MiB"),
        ])
    func units(bytes: Int, text: String) { #expect(ByteCount(bytes).description == text) }
}
