import BoundedWork
import Foundation

/// The URL of the server that a guard stands in front of.
public struct UpstreamAddress: Sendable, Hashable {
    /// The scheme: `http` or `https`.
    public let scheme: String
    /// The host, an address of IPv6 in brackets, and the port where it is stated.
    public let authority: String
    /// The path in front of all others, without a slash at its end; mostly empty.
    public let path: String
    /// The credentials of the URL as the value of `Authorization`; nil for none.
    let authorization: String?

    /// The URL is none of a server that could be guarded.
    public struct Invalid: Error, CustomStringConvertible {
        /// The form that it should have, as a clause.
        public let description: String
    }

    /// Reads a URL.
    ///
    /// - Parameter url: `http://` or `https://`, a host, and a port, a path and credentials if there are any.
    public init(_ url: String) throws(Invalid) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost, !host.isEmpty
        else { throw Invalid(description: "an upstream has a URL like http://127.0.0.1:4444") }
        guard parts.query == nil, parts.fragment == nil else {
            throw Invalid(description: "an upstream has no query and no fragment: each request brings its own")
        }
        self.scheme = scheme
        authority = parts.port.map { "\(host):\($0)" } ?? host
        path =
            parts.percentEncodedPath.hasSuffix("/")
            ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath
        authorization = parts.user.map { user in
            "Basic " + Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
        }
    }

    /// The server itself, whose paths are those of requests.
    var origin: UpstreamAddress {
        UpstreamAddress(scheme: scheme, authority: authority, path: "", authorization: authorization)
    }

    private init(scheme: String, authority: String, path: String, authorization: String?) {
        (self.scheme, self.authority, self.path, self.authorization) = (scheme, authority, path, authorization)
    }

    /// A reference of this server as one of the guard: without what the guard adds in front; nil if it leads elsewhere.
    func reference(_ reference: String) -> String? {
        // Some clients take backslashes for slashes, and leave out spaces.
        let isPlain = reference.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
        guard isPlain, var url = URLComponents(string: reference) else { return nil }
        guard url.scheme != nil || url.host != nil else { return localised(reference) }
        guard isOwn(url) else { return nil }
        (url.scheme, url.host, url.port) = (nil, nil, nil)
        return url.string.flatMap(localised)
    }

    /// Whether a URL is of the server itself: names of loopback are one, and a port that is not stated is that of the scheme.
    private func isOwn(_ url: URLComponents) -> Bool {
        guard let own = URLComponents(string: "\(scheme)://\(authority)"), url.user == nil, url.password == nil else {
            return false
        }
        return (url.scheme ?? scheme).lowercased() == scheme
            && Self.canonicalHost(url) == Self.canonicalHost(own)
            && (url.port ?? defaultPort) == (own.port ?? defaultPort)
    }

    private var defaultPort: Int { scheme == "https" ? 443 : 80 }

    private static func canonicalHost(_ url: URLComponents) -> String {
        let host = (url.host ?? "").lowercased()
        return ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") ? "loopback" : host
    }

    /// Where a web socket is opened: at this server, whatever address it has told of, and at the port of that if it is of the same host.
    ///
    /// - Parameters:
    ///   - told: The address that it has told of; nil if it has told none.
    ///   - target: The path for which nothing was told.
    func socket(_ told: String?, else target: String) -> UpstreamSocket.Target? {
        guard let own = URLComponents(string: "\(scheme)://\(authority)"), let host = own.host else { return nil }
        let url = told.flatMap { URLComponents(string: $0) }
        let isOwnHost = url.map { Self.canonicalHost($0) == Self.canonicalHost(own) } ?? false
        // Credentials that go over TLS otherwise do so here.
        let isSecure = scheme == "https" || isOwnHost && url?.scheme == "wss"
        let port = isOwnHost ? url?.port ?? (isSecure ? 443 : 80) : own.port ?? defaultPort
        let name = host.trimmingCharacters(in: ["[", "]"])
        return UpstreamSocket.Target(
            host: name,
            port: port,
            isSecure: isSecure,
            authority: "\(name.contains(":") ? "[\(name)]" : name):\(port)",
            path: url?.target ?? (target.hasPrefix(self.path + "/") ? target : self.path + target)
        )
    }

    /// A path without the one in front; nil if that is not there.
    private func localised(_ target: String) -> String? {
        guard target.hasPrefix("/") else { return target.isEmpty ? "/" : target }
        guard target.hasPrefix(path) else { return nil }
        let rest = target.dropFirst(path.count)
        // Two slashes would begin with the name of another server.
        guard !rest.hasPrefix("//") else { return nil }
        return rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : nil
    }

    /// The URL of a path with its query.
    func url(_ target: String) -> String { "\(scheme)://\(authority)\(path)\(target)" }
}

extension URLComponents {
    /// The path with the query, as a request has them.
    var target: String { percentEncodedPath + (percentEncodedQuery.map { "?\($0)" } ?? "") }
}

extension UpstreamAddress: CustomStringConvertible {
    /// The URL without credentials.
    public var description: String { "\(scheme)://\(authority)\(path)" }
}
