import Foundation

/// What the environment says of proxies, which Foundation obeys on Linux even for this machine.
struct EnvironmentProxy: Sendable {
    let environment: [String: String]

    /// The variable by which a request to a server on this machine would go to a proxy instead, with the screenshot; nil if none does.
    ///
    /// Proxies for other servers are the user's choice.
    func variable(against url: URL) -> String? {
        let host = (url.host ?? "").lowercased().trimmingCharacters(in: ["[", "]", "."])
        guard Self.isThisMachine(host), !isExcepted(host) else { return nil }
        // `HTTP_PROXY` is no setting, because a header of CGI has that name.
        let names = url.scheme?.lowercased() == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (names + ["all_proxy", "ALL_PROXY"]).first { isSet($0) }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        ["localhost", "::1", "0.0.0.0", "::"].contains(host) || host.hasSuffix(".localhost") || host.hasPrefix("127.")
    }

    /// Whether proxies are not for a host: as far as every version of libcurl has it, so ranges of addresses do not count.
    private func isExcepted(_ host: String) -> Bool {
        let exceptions = ["no_proxy", "NO_PROXY"].first { isSet($0) }.flatMap { environment[$0] } ?? ""
        if exceptions == "*" { return true }
        return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { exception in
            host == exception || host.hasSuffix("localhost") && ".\(host)".hasSuffix(".\(exception.drop { $0 == "." })")
        }
    }

    private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
}
