internal import MIME

/// Whether an imitated backend accepts an email address: one that a message can have, whose domain has a dot.
///
/// It accepts more than `EmailRule`, the apps' rule for a field, so a backend can still reject what a page accepted.
func isEmailAddress(_ text: String) -> Bool {
    Mailbox(address: text)?.domain.utf8.contains(UInt8(ascii: ".")) == true
}
