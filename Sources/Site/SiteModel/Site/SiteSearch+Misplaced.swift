import Files

extension SiteSearch {
    /// Adds the pages and emails that are told in another place, without sources, so that what is said about them elsewhere
    /// in the app is not told as missing.
    func addMisplaced(
        _ found: AssetSearch, to pages: inout [AppSources.Spec], _ emails: inout [AppSources.Spec]
    ) {
        let served = found.assets.filter { $0.isPublic && AppSources.specName($0.path) != nil }.map {
            found.entry($0.path)
        }
        for entry in found.unread + served {
            guard let spec = entry.spec else { continue }
            if entry.isEmail { emails.add(spec) } else { pages.add(spec) }
        }
        pages.addOriginals(in: folder)
        emails.addOriginals(in: folder)
    }
}

extension [AppSources.Spec] {
    /// Adds a spec unless there is one of its name in its language.
    mutating func add(_ spec: AppSources.Spec) {
        if !contains(where: { $0.name == spec.name && $0.language == spec.language }) { append(spec) }
    }

    /// Adds the originals of translations that are in a site's folder in place of the app's.
    fileprivate mutating func addOriginals(in site: String) {
        for name in Set(filter { $0.language != nil }.map(\.name)).subtracting(
            filter { $0.language == nil }.map(\.name))
        where FileSystem.kind(of: "\(site)/\(name).md") == .file {
            append(AppSources.Spec(name: name, source: nil))
        }
    }
}
