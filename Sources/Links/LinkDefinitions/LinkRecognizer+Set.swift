package import AppLinks

extension LinkRecognizer {
    package init(_ set: AppLinkSet) {
        self.init(
            hosts: set.hosts,
            templates: set.links.flatMap { link in link.web.map { (link.name, $0) } } + set.appAddresses)
    }
}
