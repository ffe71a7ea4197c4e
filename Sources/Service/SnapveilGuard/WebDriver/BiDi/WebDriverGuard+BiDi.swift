import HTTPServer
import HTTPTypes

/// Web sockets of WebDriver BiDi.
extension WebDriverGuard {
    /// Whether web sockets are passed on, message by message. Nobody says on them what a picture shows, as a policy that names elements
    /// needs to know.
    var guardsSockets: Bool { !allowed.contains(.bidi) && !workers.takesSources }

    func key(ofSocket target: String) -> String? { sockets.path(of: target)?.key }

    func openSocket(_ request: GuardRequest) throws(GuardError) -> HTTPServerResponse.Stream {
        guard !workers.takesSources else {
            throw .notPassedOn(
                "web sockets are not passed on under a policy that names elements: take pictures with commands of WebDriver"
            )
        }
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
            longestCommand: longestCommand
        )
        return { try await passage.pass($0) }
    }
}
