import HTTPServer
import HTTPTypes

/// Web sockets of WebDriver BiDi.
extension WebDriverGuard {
    /// Whether the addresses of web sockets lead to the guard, and not past it.
    var guardsSockets: Bool { !allowed.contains(.bidi) }

    func key(ofSocket target: String) -> String? { sockets.path(of: target)?.key }

    func forgetKeys(named names: Set<String>) { sockets.forgetWords(for: names) }

    func openSocket(_ request: GuardRequest) throws(GuardError) -> HTTPServerResponse.Stream {
        let path = sockets.path(of: request.target)?.path ?? request.target
        let told = sockets.address(of: path)
        guard told != nil || BiDiSockets.isOfBiDi(path), let target = upstream.address.socket(told, else: path) else {
            throw .notPassedOn("web sockets are passed on if they are of WebDriver BiDi")
        }
        let passage = BiDiPassage(
            upstream: upstream,
            messages: messages,
            target: target,
            request: request,
            longestCommand: longestCommand,
            question: workers.takesSources ? screens.question : nil
        )
        return { try await passage.pass($0) }
    }
}
