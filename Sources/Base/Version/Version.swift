/// The version of both programs, which `CHANGELOG.md` describes.
package enum Version {
    /// The version's number, which is in each release that it builds.
    package static let number = "0.1.0"

    /// The version's number, with the commit that was built if it is known: `0.1.0 (1a2b3c4)`.
    package static let text = Commit.text.isEmpty ? number : "\(number) (\(Commit.text))"
}
