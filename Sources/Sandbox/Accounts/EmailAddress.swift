internal import MIME

/// Whether an imitated backend accepts an email address: one that an email can be sent to, of at most 254 bytes, whose domain
/// has a dot.
///
/// Wider than `EmailRule`, which is the apps' own rule for a field: a backend has to tell an address that a page let through.
func isEmailAddress(_ text: String) -> Bool {
    text.utf8.count <= 254 && Mailbox(address: text)?.domain.utf8.contains(UInt8(ascii: ".")) == true
}
