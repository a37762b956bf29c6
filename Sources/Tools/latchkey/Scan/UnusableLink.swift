import Doctor

/// Links that nobody can use, whatever opened them before: a scan of one says nothing of the page.
enum UnusableLink {
    /// What is wrong with a link, by its URL and by where it arrives; nil if a person may be able to use it.
    static func fault(
        of url: String, _ arrived: (url: String, answer: ScanRequests.Answer)?, else failure: String?
    ) -> String? {
        guard PersonalAddress(url)?.hasValue == true else { return "it has no token, so it is nobody's link" }
        guard let (place, answer) = arrived else { return failure ?? "there is no response" }
        // What has answered with a redirect may have used the link up, whatever is behind it.
        if place == url {
            if answer.status >= 400 { return "the response is \(answer.status)" }
            if let type = answer.type, !type.contains("html") { return "the response is no page, but \(type)" }
        }
        // A page with a script or something to press has texts for every case, which are not all seen.
        let isActive = ["<script", "<form", "<button"].contains { answer.body.lowercased().contains($0) }
        return isActive ? nil : fault(ofText: answer.body.replacing(/<[^>]*>/, with: " "))
    }

    /// What a page says of the link that led to it, in English; nil if it does not say that it is over.
    static func fault(ofText text: String) -> String? {
        let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.joined(separator: " ")
        let found = phrases.first { words.contains($0) }
        return found.map { "the page says \"\($0)\"" }
    }

    private static let phrases = [
        "has expired", "no longer works", "no longer valid", "already been used", "already used", "link expired",
        "link was invalid", "link is invalid", "link isn't valid", "link is not valid", "invalid link", "invalid token",
        "token is invalid", "token has expired", "link is incomplete",
    ]
}
