internal import AppLinks
internal import AppSiteAssociation
internal import AuthContracts

extension SandboxApp {
    /// The link that an email of this kind carries: the one whose condition or whose name says so.
    func link(for purpose: EmailPurpose, mode: String? = nil) -> LinkDefinition? {
        if let mode {
            for link in linkSet.links where link.web.contains(where: { $0.conditions["mode"] == mode }) { return link }
        }
        for name in purpose.names {
            for link in linkSet.links where link.name.contains(name) { return link }
        }
        return nil
    }

    /// How long a link of this kind lives, in seconds.
    func lifetime(of purpose: EmailPurpose, else usual: Int) -> Int { link(for: purpose)?.lifetime ?? usual }

    /// The whole address of a link.
    ///
    /// - Parameters:
    ///   - purpose: what the email is for.
    ///   - mode: Firebase's word for it, which a link may have as its condition.
    ///   - values: what the backend knows, by the parameter's name.
    ///   - token: what goes into a parameter that is called something else; nil where only `values` may.
    /// - Returns: nil where the app has no such link, or one with a parameter that has no value.
    func address(
        for purpose: EmailPurpose, mode: String? = nil, values: [String: String], token: String? = nil
    ) -> String? {
        for template in link(for: purpose, mode: mode)?.web ?? [] {
            if let mode, let wanted = template.conditions["mode"], wanted != mode { continue }
            var values = values
            if let token {
                for name in template.parameters where values[name] == nil { values[name] = token }
            }
            guard let filled = template.expanded(with: values) else { continue }
            return template.scheme == nil ? linkBase + filled : filled
        }
        return nil
    }
}
