internal import Files
package import Problems

/// The paths of a certificate chain and its private key, both in PEM.
package struct CertificateFiles: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// The error when a certificate cannot be used; its place is nil if no single pair is the cause.
package typealias CertificateProblem = Problem<CertificateFiles?>

extension CertificateProblem {
    init(_ message: String, in files: CertificateFiles? = nil) {
        self.init(code: "unusable-certificate", at: files, message)
    }
}

/// A certificate chain and its private key as they were read, so that they stay usable when their files change.
struct CertificatePair: Sendable {
    let files: CertificateFiles
    let certificate: [UInt8]
    let key: [UInt8]
    /// The time at which the certificate expires, in seconds since 1970.
    private(set) var expires = 0

    /// The maximum length of a file, in bytes.
    private static let longestFile = 1 << 20

    /// Reads the files, and checks that the key is that of the certificate.
    init(reading files: CertificateFiles) throws(CertificateProblem) {
        self.files = files
        certificate = try Self.bytes(of: files.certificate, files)
        key = try Self.bytes(of: files.key, files)
        expires = try CertificateGroup(self).expires
    }

    private static func bytes(of file: String, _ files: CertificateFiles) throws(CertificateProblem) -> [UInt8] {
        do {
            return try FileSystem.read(file, limit: longestFile)
        } catch {
            throw CertificateProblem(
                error.isIrregular
                    ? "cannot use the certificate or key '\(file)': this is not a file"
                    : "cannot read the certificate or key '\(file)': \(error.reason)", in: files)
        }
    }
}
