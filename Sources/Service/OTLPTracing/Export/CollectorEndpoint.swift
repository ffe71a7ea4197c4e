/// Where a collector takes spans: an `http` URL.
public struct CollectorEndpoint: Sendable, Hashable {
    /// An address or a name.
    public let host: String
    /// The port: 4318 unless the URL says otherwise.
    public let port: Int
    /// The path: `/v1/traces` unless the URL says otherwise.
    public let path: String

    /// The URL is none that spans could be sent to.
    public struct Invalid: Error, CustomStringConvertible {
        /// What it should be, as a clause.
        public let description: String
    }

    /// Reads a URL.
    ///
    /// - Parameter url: `http://`, a name or an address (that of IPv6 in brackets), and a port and a path if they differ.
    public init(_ url: String) throws(Invalid) {
        let scheme = "http://"
        guard !url.lowercased().hasPrefix("https://") else {
            throw Invalid(
                description: "spans are sent without TLS: to a collector on the same host, or in the same cluster"
            )
        }
        let isPrintable = url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard url.lowercased().hasPrefix(scheme), isPrintable else { throw Self.malformed }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        let path = String(rest.dropFirst(authority.count))
        guard !authority.contains(where: { "@?#".contains($0) }), !path.contains("#") else { throw Self.malformed }
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let host = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let suffix = authority[host.endIndex...]
        let port = suffix.isEmpty ? 4318 : Int(suffix.dropFirst()) ?? 0
        guard !host.isEmpty, suffix.isEmpty || suffix.hasPrefix(":"), 1...65_535 ~= port else { throw Self.malformed }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
        self.path = path.isEmpty || path == "/" ? "/v1/traces" : path
    }

    private static let malformed = Invalid(description: "a collector is written like http://collector:4318/v1/traces")

    /// The value of `Host`.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
