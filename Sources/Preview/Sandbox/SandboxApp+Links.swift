internal import AppLinks
internal import AuthContracts
internal import LinkDefinitions
internal import TextEncoding

extension SandboxApp {
    /// The link for an email of this purpose: the one whose condition or name matches.
    func link(for purpose: EmailPurpose, mode: String? = nil) -> LinkDefinition? {
        if let mode {
            for link in linkSet.links where link.web.contains(where: { $0.conditions["mode"] == mode }) { return link }
        }
        for name in purpose.names {
            for link in linkSet.links where link.name.contains(name) { return link }
        }
        return nil
    }

    /// The lifetime of a link for this purpose, in seconds.
    func lifetime(of purpose: EmailPurpose, else usual: Int) -> Int { link(for: purpose)?.lifetime ?? usual }

    /// The absolute URL of the link in an email with the backend's values by parameter name: `/<purpose>?token=…` on the
    /// app's host if the app has no such link.
    func emailedAddress(for purpose: EmailPurpose, values: [String: String]) -> String {
        address(for: purpose, values: values)
            ?? "\(linkBase)/\(purpose.rawValue)?token=\(PercentEncoding.encode(values["token"] ?? ""))"
    }

    /// The absolute URL of a link with the backend's values by parameter name; nil if the app has no such link, or no
    /// value for one of its parameters.
    ///
    /// `mode` is Firebase's name of the purpose, which a link may have as its condition.
    func address(for purpose: EmailPurpose, mode: String? = nil, values: [String: String]) -> String? {
        for template in link(for: purpose, mode: mode)?.web ?? [] {
            if let mode, let wanted = template.conditions["mode"], wanted != mode { continue }
            guard let filled = template.expanded(with: values) else { continue }
            return template.scheme == nil ? linkBase + filled : filled
        }
        return nil
    }
}
