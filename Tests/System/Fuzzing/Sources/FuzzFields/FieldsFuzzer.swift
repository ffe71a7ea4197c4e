import Claims
import HTTPParsing
import HTTPTypes
import SecureMemory
import WebSockets

@testable import OTLPTracing
@testable import Redaction
@testable import SnapveilGuard
@testable import SnapveilService

/// The entry that libFuzzer calls with an input: the head of a request, whose fields say who asks from where. Behind it is a
/// file of keys.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    var parser = RequestParser(limits: MessageLimits())
    var position = 0
    guard case .head(let head)? = try? parser.next(in: input.span, at: &position) else { return 0 }
    let ring = keyRing(input[position...])
    claimTrace(head.request)
    claimOrigins(head.request)
    claimHandshake(head.request)
    claimPassedFields(head)
    claimKeys(head.secrets, ring)
    return 0
}

// MARK: - Traces and names

private func claimTrace(_ head: HTTPRequest) {
    let id = RequestID(head).description
    claim(id.isIdentifier(maximumLength: 128), "the name of a request forges no line of a log")
    let fields = head.headerFields
    guard let parent = fields[values: .traceParent].first else { return }
    guard let context = TraceContext(parent: parent, state: fields[.traceState]) else { return }
    claim(parent.contains(context.traceID) && parent.contains(context.spanID), "names are as they were sent")
    claim(TraceContext(parent: context.parent, state: context.state) == context, "a context is read as it is written")
    claim(
        context.state.utf8.allSatisfy { 0x20...0x7E ~= $0 } && context.state.utf8.count <= 512,
        "a state is a short text"
    )
}

// MARK: - Origins

private func claimOrigins(_ head: HTTPRequest) {
    let origins = head.headerFields[values: .origin]
    for text in origins {
        guard let origin = WebOrigin(text) else { continue }
        claim(WebOrigin(text.uppercased()) == origin, "capitals change no origin")
        claim(WebOrigin(text + "/") == nil, "an origin has no path")
        let parts = text.split(separator: "://", maxSplits: 1)
        claim(
            parts.count == 2 && !parts[1].contains { "/?#@\\ ".contains($0) },
            "an origin is a scheme and an authority"
        )
    }
    let isAdmitted = (try? CrossOrigin(allowedOrigins: []).admit(head)) != nil
    guard isAdmitted, let authority = head.authority?.lowercased() else {
        claim(!isAdmitted || origins.isEmpty, "a page may not call a server that it does not name")
        return
    }
    let sites = head.headerFields[values: .secFetchSite]
    claim(sites.allSatisfy { ["same-origin", "none"].contains($0) }, "a page of another site may not call")
    for origin in origins where sites != ["same-origin"] {
        let scheme = origin.lowercased().prefix { $0 != ":" }
        let own =
            ["", ":80", ":443", ":"].map { authority + $0 }
            + [":80", ":443", ":"].compactMap { end in
                authority.hasSuffix(end) ? String(authority.dropLast(end.count)) : nil
            }
        claim(own.contains { origin.lowercased() == "\(scheme)://\($0)" }, "a page may call its own server: \(origin)")
    }
}

// MARK: - Web sockets, and what a guard passes on

private func claimHandshake(_ head: HTTPRequest) {
    guard WebSocketHandshake.isAsked(by: head) else { return }
    do throws(WebSocketHandshake.Refusal) {
        let reply = try WebSocketHandshake.reply(to: head)
        claim(head.method == .get && reply.status == .switchingProtocols, "a web socket is asked for with GET")
        claim(reply.headerFields[.secWebSocketAccept]?.count == 28, "a proof is 20 bytes in base64")
    } catch {
        claimIsMessage(error.message)
        claim(400..<500 ~= error.status.code, "a web socket is refused for what is asked")
    }
}

private let upstream = try? UpstreamAddress("http://hub.example/wd/hub")

private func claimPassedFields(_ head: RequestHead) {
    let passed = PassedFields.forUpstream(head.request, head.secrets, besides: .authorization)
    claim(passed[values: .acceptEncoding] == ["identity"], "a guard asks for what it can read")
    claim(passed[.authorization] == nil, "the key of a guard is not passed on")
    for name in ["connection", "host", "origin", "content-length", "transfer-encoding", "upgrade"] {
        claim(HTTPField.Name(name).map { passed[values: $0].isEmpty } ?? false, "a field of the connection stays there")
    }
    guard let upstream else { return }
    let replied = PassedFields.forClient(head.request.headerFields, of: upstream)
    claim(replied.allSatisfy { $0.value.utf8.count <= 2048 }, "no long field comes back")
    claim(replied.count <= head.request.headerFields.count, "no field comes that was not there")
}

// MARK: - Keys

private func keyRing(_ bytes: ArraySlice<UInt8>) -> KeyRing? {
    guard let text = try? SecureBytes(copying: Array(bytes)) else { return nil }
    do throws(KeyRing.InvalidFile) {
        let ring = try KeyRing(parsing: text)
        for line in bytes.split(separator: 10) {
            let line = line.last == 13 ? line.dropLast() : line
            guard !line.isEmpty, line.first != UInt8(ascii: "#") else { continue }
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
            let key = Array(line[(colon.map { $0 + 1 } ?? line.startIndex)...])
            claimName(colon.map { String(decoding: line[..<$0], as: UTF8.self) }, of: key, in: ring)
        }
        return ring
    } catch {
        claimIsMessage(error.description)
        return nil
    }
}

/// Claims that a key of a file is known, by its name where it has one, and that no part of it is.
private func claimName(_ name: String?, of key: [UInt8], in ring: KeyRing) {
    func found(_ bytes: [UInt8]) -> String? { (try? SecureBytes(copying: bytes)).flatMap { ring.name(of: $0) } }
    let own = found(key)
    claim(own != nil && (name == nil || own == name), "a key is known by its name")
    claim(own.map(ring.hasKey) ?? false, "a name is that of a key")
    for other in [Array(key.dropLast()), Array(key.dropFirst()), key + key] {
        claim(found(other) != own, "a part is no key")
    }
}

private func claimKeys(_ fields: SecretFields, _ ring: KeyRing?) {
    let gatekeeper = Gatekeeper(ring)
    guard let key = GuardKey(of: fields, gatekeeper) else { return }
    claim(ring?.hasKey(named: key.name) ?? false, "who is admitted has a key")
    claim(fields[key.field].count == 1, "a key is sent once")
}
