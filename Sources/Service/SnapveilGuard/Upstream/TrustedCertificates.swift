import NIOSSL

/// The certificates that a server behind a guard is verified with, in place of those that the machine trusts.
public struct TrustedCertificates: Sendable {
    private let certificates: [NIOSSLCertificate]

    /// The text has no certificate that can be read.
    public struct Invalid: Error, CustomStringConvertible {
        /// The form that it should have, as a clause.
        public let description = "it has no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----"
    }

    /// Bytes of a file with certificates, at most.
    public static let maximumFileBytes = 4 << 20

    /// Reads the certificates of one or several authorities.
    ///
    /// - Parameter pem: Certificates in PEM (RFC 7468), one behind the other.
    public init(pem: [UInt8]) throws(Invalid) {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw Invalid()
        }
        self.certificates = certificates
    }

    /// The settings of a connection over TLS: certificate and name of the server are verified, as always.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(certificates)
        return configuration
    }
}
