import Files
internal import TextEncoding

extension SiteEntry {
    /// The key of `theme:` that names this picture, together with the pictures beside it that belong to the same key:
    /// `logo: { light: logo.svg, email: logo.png }` for `logo.png`, if there is `logo.svg`.
    var pictureKey: String {
        let isIcon = stem.lowercased().contains("icon")
        let whole = String(path.dropLast(4))
        if !isIcon, let light = whole.removing(suffix: "-dark") {
            let pair = ["light": "\(light).svg", "dark": "\(whole).svg"].filter { exists($0.value) }
            let drawn = ["light", "dark"].compactMap { key in pair[key].map { "\(key): \($0)" } }
            if ending == "svg", pair.count == 2 { return "logo: { \(drawn.joined(separator: ", ")) }" }
            if ending == "png", pair["light"] != nil, exists("\(light).png") {
                let email = "email: { light: \(light).png, dark: \(path) }"
                return "logo: { \((drawn + [email]).joined(separator: ", ")) }"
            }
        }
        // Of `icon-180.png`, the name without the size.
        let names = [whole, whole.lastIndex(of: "-").map { String(whole[..<$0]) }].compactMap(\.self)
        if ending == "png", let drawn = names.map({ "\($0).svg" }).first(where: exists) {
            return isIcon ? "icon: { tab: \(drawn), touch: \(path) }" : "logo: { light: \(drawn), email: \(path) }"
        }
        return "\(isIcon ? "icon" : "logo"): \(path)"
    }

    private func exists(_ path: String) -> Bool { FileSystem.kind(of: "\(place)/\(path)") == .file }
}
