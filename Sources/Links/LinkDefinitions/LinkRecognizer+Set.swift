package import AppLinks

extension LinkRecognizer {
    /// Creates a recognizer for all links of an app.
    package init(_ set: AppLinkSet) {
        self.init(
            hosts: set.hosts,
            templates: set.links.flatMap { link in link.web.map { (link.name, $0) } } + set.appAddresses)
    }
}
