internal import Configuration
internal import Diagnostics

// Tags; those of the core schema are supported (YAML 1.2.2, section 10.3).

extension Composer {
    /// Whether a tagged scalar is resolved like a plain one.
    func read(_ tag: String, of text: String, at start: Int) throws(DiagnosticReport) -> Bool {
        let fits: Bool
        switch tag {
        case "!", "tag:yaml.org,2002:str": return false
        case "tag:yaml.org,2002:int": fits = CoreSchema.isInteger(text)
        case "tag:yaml.org,2002:float": fits = CoreSchema.double(text) != nil
        case "tag:yaml.org,2002:bool": fits = CoreSchema.bool(text) != nil
        case "tag:yaml.org,2002:null": fits = CoreSchema.isNull(text)
        default: throw unknownTag(tag, at: start)
        }
        guard fits else { throw misplacedTag(tag, at: start) }
        return true
    }

    func check(_ tag: String?, is expected: String, at start: Int) throws(DiagnosticReport) {
        guard let tag, tag != "!", tag != expected else { return }
        throw tag.hasPrefix("tag:yaml.org,2002:") ? misplacedTag(tag, at: start) : unknownTag(tag, at: start)
    }

    private func unknownTag(_ tag: String, at start: Int) -> DiagnosticReport {
        stop("yaml-tag", at: start, "unknown tag '\(shortForm(tag))'", fix: "Quote the value if it begins with '!'.")
    }

    private func misplacedTag(_ tag: String, at start: Int) -> DiagnosticReport {
        stop("yaml-tag", at: start, "the tag '\(shortForm(tag))' does not fit this value", fix: "Remove the tag.")
    }

    private func shortForm(_ tag: String) -> String {
        tag.hasPrefix("tag:yaml.org,2002:") ? "!!" + tag.dropFirst("tag:yaml.org,2002:".count) : tag
    }
}
