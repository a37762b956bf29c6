extension ConformanceSuite {
    /// Returns the same requests for another of the app's hosts.
    public func requests(to host: String) -> ConformanceSuite {
        guard let first = cases.first?.request.host, first != host else { return self }
        return ConformanceSuite(
            cases: cases.map { conformanceCase in
                conformanceCase.request.host == first ? conformanceCase.requests(to: host) : conformanceCase
            })
    }
}
