internal import Files

/// The paths of a certificate chain and its private key, both in PEM.
package struct CertificateFiles: Hashable, Sendable {
    /// The path of the certificate chain, the server's own certificate first.
    package var certificate: String
    /// The path of the private key that belongs to the certificate.
    package var key: String

    /// Creates a pair of paths without reading the files.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The error when a certificate cannot be used.
package struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message: one line in lower case without a full stop.
    package let description: String
}

/// A certificate chain and its private key as they were read, so that they stay usable when their files change.
struct CertificatePair: Sendable {
    let files: CertificateFiles
    /// The certificate chain in PEM.
    let certificate: [UInt8]
    /// The private key in PEM.
    let key: [UInt8]
    /// The time at which the certificate expires, in seconds since 1970.
    private(set) var expires = 0

    /// The maximum length of a file, in bytes.
    private static let longestFile = 1 << 20

    /// Reads the files, and checks that the key is that of the certificate.
    ///
    /// - Throws: `TLSError`, which names the file.
    init(reading files: CertificateFiles) throws(TLSError) {
        self.files = files
        certificate = try Self.bytes(of: files.certificate)
        key = try Self.bytes(of: files.key)
        expires = try CertificateGroup(self).expires
    }

    private static func bytes(of file: String) throws(TLSError) -> [UInt8] {
        do {
            return try FileSystem.read(file, limit: longestFile)
        } catch {
            throw TLSError(
                description: error.isIrregular
                    ? "cannot use the certificate or key '\(file)': this is not a file"
                    : "cannot read the certificate or key '\(file)': \(error.reason)")
        }
    }
}
