import Configuration
import JSON

extension Words.Entry {
    static let keyTable = KeyTable(
        "words",
        [
            .init("text", .text, "The text.", example: "Back"),
            .init("one", .text, "The text for one.", example: "{count} second"),
            .init("other", .text, "The text for any other number.", example: "{count} seconds"),
            .init("note", .text, "A note for translators: where the text is used.", example: "The label of a button."),
        ])
}
