import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
import SecureMemory
import Testing

@testable import SnapveilGuard

@Suite("Failures of an upstream")
struct UpstreamFailureTests {
    @Test("each failure has a reason, and each reason a failure", arguments: UpstreamFailure.Reason.allCases)
    func reasons(_ reason: UpstreamFailure.Reason) {
        let failures: [UpstreamFailure] = [
            .unknownName, .unreachable, .silent, .untrusted, .broken, .malformed, .tooLarge(limit: 1), .noRoom,
            .cancelled,
        ]
        #expect(failures.filter { $0.reason == reason }.count == 1)
    }

    @Test("an error of a library is the failure that it stands for")
    func errors() {
        let errors: [(any Error, UpstreamFailure.Reason)] = [
            (IOError(errnoCode: ECONNREFUSED, reason: ""), .unreachable),
            (HTTPClientError.connectTimeout, .silence), (NIOSSLError.handshakeFailed(.sslError([])), .certificate),
            (NIOSSLError.uncleanShutdown, .broken), (HTTPParserError.invalidEOFState, .broken),
            (IOError(errnoCode: ECONNRESET, reason: ""), .broken), (HTTPClientError.remoteConnectionClosed, .broken),
            (HTTPParserError.invalidChunkSize, .malformed), (OutOfMemory(byteCount: 1), .memory),
            (CancellationError(), .abandoned),
        ]
        for (error, reason) in errors { #expect(UpstreamFailure(error).reason == reason, "\(error)") }
    }
}

@Suite("Authorities of an upstream")
struct TrustedCertificateTests {
    @Test("a text without a certificate is refused", arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
    func refused(text: String) {
        #expect(throws: TrustedCertificates.Invalid.self) { try TrustedCertificates(pem: Array(text.utf8)) }
    }
}
