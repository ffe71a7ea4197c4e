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

    /// The URL of a path with its query.
    func url(_ target: String) -> String { "\(scheme)://\(authority)\(path)\(target)" }
}

extension UpstreamAddress: CustomStringConvertible {
    /// The URL without credentials.
    public var description: String { "\(scheme)://\(authority)\(path)" }
}
