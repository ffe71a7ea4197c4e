import Claims
import HTTPTypes
import SecureMemory
import StrictJSON

@testable import SnapveilGuard

/// The entry that libFuzzer calls with an input: a byte for the method and for the address of the server behind a guard, the
/// target of a request, a line feed, and an address that the server has told of.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let head = input.first else { return 0 }
    let parts = input.dropFirst().split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    // The head of a request has been read, in which a target is visible ASCII.
    let target = String(decoding: parts[0].map { 0x21...0x7E ~= $0 ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    let told = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : target
    let upstream = upstreams[Int(head >> 2) % upstreams.count]
    claimCommand(methods[Int(head & 3)], target)
    claimSockets(target, told)
    for text in [target, told] { claimReference(text, of: upstream) }
    if let upstream { claimSocket(told, target, of: upstream) }
    return 0
}

private let methods: [HTTPRequest.Method] = [.get, .post, .delete, .put]

private let upstreams = [
    "http://hub.example", "http://hub.example/wd/hub", "https://[::1]:8443/a", "http://127.0.0.1:4444",
].map { try? UpstreamAddress($0) }

private let question = try? PageQuestion()

// MARK: - Commands

/// Claims that a command is known by its path, however that is written.
private func claimCommand(_ method: HTTPRequest.Method, _ target: String) {
    let (command, session) = WebDriverCommand.read(method, target)
    let path = String(target.prefix { $0 != "?" })
    for other in [path.uppercased(), path.lowercased(), path.replacing("/", with: "//"), "\(path)/", "\(path)/?a/b"] {
        let read = WebDriverCommand.read(method, other)
        claim(read.command.kind == command.kind, "capitals, slashes and a query change no command")
        claim((read.session == nil) == (session == nil), "capitals, slashes and a query change no session")
        claim(
            WebDriverCommand.isAboutSessions(other) == WebDriverCommand.isAboutSessions(target),
            "nor what it tells of"
        )
    }
    if let session {
        let joined = "/" + path.split(separator: "/").joined(separator: "/")
        claim(joined.hasPrefix(session), "a session is the beginning of its commands")
        claim(WebDriverCommand.read(method, session).session == session, "the path of a session is that of a session")
    } else {
        claim(command == .other, "what needs more than a look is of a session")
    }
    guard case .screenshot(let subject) = command else { return }
    claim(method == .get, "a picture is asked for with GET")
    guard let body = try? question?.body(for: subject, .last) else { return }
    claim((try? JSONValue(parsing: body)) != nil, "a question to a page is JSON, whatever is asked about")
    claim(body.count < 1 << 17, "a question to a page is short")
}

// MARK: - Addresses

/// Claims that a reference of the server is one of the guard, or none at all.
private func claimReference(_ text: String, of upstream: UpstreamAddress?) {
    guard let upstream, let reference = upstream.reference(text) else { return }
    claim(reference.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }, "a reference is plain")
    claim(!reference.hasPrefix("//"), "a reference leads to no other server: \(reference)")
    let scheme = reference.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    let hasScheme = scheme.first?.isLetter == true && reference[scheme.endIndex...].hasPrefix(":")
    claim(!hasScheme, "a reference has no scheme: \(reference)")
    guard upstream.path.isEmpty else { return }
    claim(upstream.reference(reference) == reference, "a reference of the guard stays as it is")
}

/// Claims that a web socket is opened at the server behind, whatever address it told of.
private func claimSocket(_ told: String, _ target: String, of upstream: UpstreamAddress) {
    for told in [told, nil] {
        guard let found = upstream.socket(told, else: target) else {
            claim(false, "a server has a place for web sockets")
            return
        }
        claim(upstream.authority.contains(found.host), "a web socket is opened at the server behind")
        claim(found.path.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "the path of a web socket is plain")
        claim(upstream.scheme == "http" || found.isSecure, "no web socket goes without TLS to a server that has it")
    }
}

/// Claims that the words that stand for keys are in no path that is logged, and that addresses are found by their paths.
private func claimSockets(_ target: String, _ told: String) {
    let sockets = BiDiSockets()
    let prefix = sockets.prefix(for: "ci")
    let word = prefix.dropFirst("/socket-".count)
    let path = target.hasPrefix("/") ? target : "/" + target
    claim(sockets.path(of: prefix + path)?.path == path, "the path behind a word is the rest")
    claim(sockets.path(of: prefix + path)?.key == "ci", "a word stands for its key")
    claim(sockets.path(of: target)?.key == nil, "a key that nobody has told of stands in no path")
    let logged = BiDiSockets.withoutWords(path + prefix + path)
    claim(!logged.contains(word), "no word is in what is logged")
    claim(BiDiSockets.withoutWords(logged) == logged, "what is logged is without words")
    sockets.note(told)
    guard let address = sockets.address(of: target) else { return }
    claim(address == told, "an address is the one that was told")
}
