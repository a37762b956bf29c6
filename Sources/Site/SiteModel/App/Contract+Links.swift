package import AuthContracts

extension Contract {
    /// The fix for a link of an email with a built-in contract that has no operation for one; nil with other contracts.
    package var adviceOnLink: String? {
        guard standing != nil, !operations.contains(where: { $0.consumes == .link || $0.consumesBoth }) else {
            return nil
        }
        return operations.contains { $0.consumes == .code }
            ? "Remove this link: the emails of this backend have codes, and no operation of its contract takes a link."
            : "Remove this link: the links in the emails of this backend open its own pages."
    }
}
