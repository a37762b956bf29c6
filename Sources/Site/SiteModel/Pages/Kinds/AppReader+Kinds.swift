import AuthContracts
import LinkDefinitions

extension AppReader {
    /// What pages that name their kind consist of; nil if the contract was not read, or has errors.
    func kinds(_ contract: Contract?, _ links: [LinkDefinition], _ paths: Set<String>) -> PageKinds? {
        guard let contracts, contract != nil || file.contents.backend == nil else { return nil }
        return PageKinds(
            library: contracts, contract: contract, backend: file.contents.backend?.backend, links: links,
            paths: paths, hasLogin: file.contents.login?.app != nil,
            values: KindValues([
                "app": [file.contents.name], "support": file.contents.support.map { [$0.text] } ?? [],
                "no-support": file.contents.support == nil ? [""] : [],
                "forgot-password": paths.contains("/forgot-password") ? [""] : [],
            ]))
    }
}
