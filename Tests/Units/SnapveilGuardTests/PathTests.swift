import HTTPParsing
import HTTPTypes
import SecureMemory
import Testing

@testable import SnapveilGuard

@Suite("What a guard sees of a request")
struct PathTests {
    @Test(
        "the commands that need more than a look are known by their paths",
        arguments: [
            ("/session/a/screenshot", WebDriverCommand.screenshot(.window), "/session/a"),
            ("/wd/hub/session/a/screenshot", .screenshot(.window), "/wd/hub/session/a"),
            ("/SESSION/a/ScreenShot/?x=/session", .screenshot(.window), "/SESSION/a"),
            ("/session/a/element/e.1/screenshot", .screenshot(.element("e.1")), "/session/a"),
            ("/session/a/moz/screenshot/full", .screenshot(.page), "/session/a"),
            ("/session/a/screenshot/full", .other, "/session/a"), ("/session/a/source", .source, "/session/a"),
            ("/session/a", .other, "/session/a"), ("/session", .other, nil), ("/status", .other, nil),
            ("", .other, nil),
        ] as [(String, WebDriverCommand, String?)]
    )
    func commands(target: String, command: WebDriverCommand, session: String?) {
        let read = WebDriverCommand.read(.get, target)
        #expect(read.command == command)
        #expect(read.session == session)
        #expect(WebDriverCommand.read(.post, target).command == .other)
    }

    @Test("the end of a recording is a command of its own, and its beginning is not")
    func recordings() {
        for (method, target, command) in [
            (HTTPRequest.Method.post, "/wd/hub/session/a/appium/stop_recording_screen", WebDriverCommand.recording),
            (.post, "/session/a/Appium/Stop_Recording_Screen/?x=1", .recording),
            (.get, "/session/a/appium/stop_recording_screen", .other),
            (.post, "/session/a/appium/start_recording_screen", .other),
            (.post, "/appium/stop_recording_screen", .other),
        ] {
            #expect(WebDriverCommand.read(method, target).command == command, "\(target)")
        }
    }

    @Test("an upstream is a URL of HTTP, with a path and credentials")
    func addresses() throws {
        let address = try UpstreamAddress("https://user:p%40ss@hub.example.org:8443/wd/hub/")
        #expect("\(address)" == "https://hub.example.org:8443/wd/hub")
        #expect(address.url("/session?x=1") == "https://hub.example.org:8443/wd/hub/session?x=1")
        #expect(address.authorization == "Basic dXNlcjpwQHNz")
        #expect(try "\(UpstreamAddress("http://[::1]:4444"))" == "http://[::1]:4444")
        for url in ["", "127.0.0.1:4444", "ftp://x", "http://", "http://x/?a=b", "http://x/#a"] {
            #expect(throws: UpstreamAddress.Invalid.self, "\(url)") { try UpstreamAddress(url) }
        }
    }

    @Test("fields of one connection, of browsers, and the guard's key do not go on")
    func fields() throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "guard", path: "/")
        for (name, value) in [
            ("Accept", "a"), ("Connection", "x"), ("Origin", "x"), ("X-HTTP-Method-Override", "GET"),
            ("X-Idempotency-Key", "1"),
            ("Accept-Encoding", "gzip"),
        ] {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        var secrets = SecretFields()
        secrets.append(try SecureBytes(copying: "Basic eDp5".utf8), for: .authorization)
        let apiKey = try #require(HTTPField.Name("API-Key"))
        secrets.append(try SecureBytes(copying: "k".utf8), for: apiKey)
        let passed = PassedFields.forUpstream(head, secrets, besides: apiKey)
        #expect(
            Set(passed.map { "\($0.name.canonicalName): \($0.value)" })
                == ["accept: a", "x-idempotency-key: 1", "accept-encoding: identity", "authorization: Basic eDp5"]
        )
    }

    @Test("of a reply the fields go on that say what it is, and none that are long")
    func replyFields() throws {
        var fields = HTTPFields()
        fields[.contentType] = "application/json"
        fields[.location] = String(repeating: "x", count: 5000)
        fields.append(HTTPField(name: try #require(HTTPField.Name("X-Screen")), value: "iVBORw0KGgo"))
        let upstream = try UpstreamAddress("http://127.0.0.1:4444/wd/hub")
        #expect(PassedFields.forClient(fields, of: upstream).map(\.name) == [.contentType])
        fields[.location] = "http://evil.example/"
        #expect(PassedFields.forClient(fields, of: upstream).map(\.name) == [.contentType])
        fields[.location] = "http://localhost:4444/wd/hub/session/1"
        #expect(PassedFields.forClient(fields, of: upstream)[.location] == "/session/1")
    }

    @Test("a command is read that is JSON in UTF-8 as it is, and no other")
    func readable() {
        for type in [
            nil, "", "application/json", "application/json;charset=UTF-8", "application/json; charset=\"utf-8\"; x=y",
            "application/json; charset=utf8",
        ] {
            #expect(PassedFields.areReadable(type.map { [.contentType: $0] } ?? [:]), "\(type ?? "none")")
        }
        #expect(PassedFields.areReadable([.contentEncoding: "identity"]))
        for type in [
            "application/json; charset=utf-16", "application/json; CHARSET = \"utf\\-7\"",
            "application/json; charset=utf-8; charset=utf-32le", "application/json; charset=utf-8x",
        ] {
            #expect(!PassedFields.areReadable([.contentType: type]), "\(type)")
        }
        for coding in ["gzip", "deflate", "br", "identity, gzip"] {
            #expect(!PassedFields.areReadable([.contentEncoding: coding]), "\(coding)")
        }
    }

    @Test("a quick look finds each spelling that a server takes")
    func quickLook() throws {
        for (text, way) in [
            (#"{"script":"mobile:startScreenStreaming"}"#, DirectWay.mjpeg), (#"{"remotePath":""}"#, .upload),
        ] {
            let body = try SecureBytes(copying: text.utf8)
            #expect(way.sought.contains { body.mayHold($0) }, "\(text)")
        }
    }

    @Test(
        "references to the server behind are made ones of the guard, and others are not told",
        arguments: [
            ("/wd/hub/x?a=1", "/x?a=1"), ("x", "x"), ("http://hub.example:80/wd/hub/x#f", "/x#f"),
            ("//hub.example/wd/hub", "/"), ("HTTP://HUB.example/wd/hub/", "/"),
            ("/x", nil), ("/wd/hubx", nil), ("http://hub.example:81/wd/hub/x", nil),
            ("https://hub.example/wd/hub", nil),
            ("http://evil.example/wd/hub", nil), ("//evil.example/wd/hub", nil), ("http:/wd/hub", nil),
            ("/\\evil.example", nil), ("http://hub.example@evil.example/wd/hub", nil),
            ("/wd/hub//evil.example", nil), ("http://hub.example/wd/hub//evil.example/x", nil),
            ("http://a@hub.example/wd/hub/x", nil), ("javascript:alert(1)", nil), ("/wd/hub/\t/", nil),
        ] as [(String, String?)]
    )
    func references(reference: String, local: String?) throws {
        #expect(try UpstreamAddress("http://hub.example/wd/hub").reference(reference) == local)
    }

    @Test(
        "a web socket is opened at the server itself, at the port that it has told of",
        arguments: [
            (nil, "http://127.0.0.1:4444/wd/hub", "127.0.0.1:4444 /wd/hub/session/a false"),
            ("ws://localhost:9222/session/a", "http://127.0.0.1:4444", "127.0.0.1:9222 /session/a false"),
            ("ws://172.17.0.2:4444/session/a/se/bidi", "http://hub:80/x", "hub:80 /session/a/se/bidi false"),
            ("ws://evil.example:25/a?b=1", "https://hub.example", "hub.example:443 /a?b=1 true"),
            ("wss://hub.example/a", "https://hub.example:8443", "hub.example:443 /a true"),
            ("ws://[::1]:9222/a", "http://[::1]:4444", "[::1]:9222 /a false"),
        ] as [(String?, String, String)]
    )
    func sockets(told: String?, upstream: String, expected: String) throws {
        let target = try #require(try UpstreamAddress(upstream).socket(told, else: "/session/a"))
        #expect("\(target.authority) \(target.path) \(target.isSecure)" == expected)
    }

    @Test("web sockets of BiDi are known by their paths")
    func socketPaths() {
        for path in ["/session", "/session/a", "/wd/hub/session/a/se/bidi", "/bidi", "/bidi/a", "/Session/a?x=/vnc"] {
            #expect(BiDiSockets.isOfBiDi(path), "\(path)")
        }
        for path in ["/session/a/se/cdp", "/session/a/se/vnc", "/devtools/a", "/ws/session/a/b", "/", "/vnc/a"] {
            #expect(!BiDiSockets.isOfBiDi(path), "\(path)")
        }
    }

    @Test("a word in the path of a web socket stands for a key, and addresses are kept by their paths")
    func socketWords() {
        let sockets = BiDiSockets()
        #expect(sockets.prefix(for: nil) == "")
        let prefix = sockets.prefix(for: "ci")
        #expect(prefix == sockets.prefix(for: "ci") && prefix != sockets.prefix(for: "other") && prefix.count == 40)
        #expect(sockets.path(of: prefix + "/session/a")?.path == "/session/a")
        #expect(sockets.path(of: prefix + "/session/a")?.key == "ci")
        #expect(sockets.path(of: "/socket-x/session/a") == nil)
        #expect(sockets.path(of: "/session/a")?.path == "/session/a")
        #expect(BiDiSockets.withoutWords(prefix + "/session" + prefix + "/a") == "/session/a")
        sockets.forgetWords(for: ["other"])
        #expect(sockets.prefix(for: "ci") == prefix)
        sockets.forgetWords(for: ["ci"])
        #expect(sockets.path(of: prefix + "/session/a") == nil)
        for number in 0...1000 { sockets.note("ws://h:1/\(number)?a") }
        #expect(sockets.address(of: "/0?a") == nil)
        #expect(sockets.address(of: "/1000?a") == "ws://h:1/1000?a")
    }

    @Test("every way past the guard has a word, and members that are names of capabilities")
    func ways() {
        #expect(DirectWay.cdp.members.contains("debuggerAddress"))
        #expect(DirectWay.direct.members.contains("appium:directConnectHost"))
        #expect(Set(DirectWay.allCases.flatMap(\.members)).count == DirectWay.allCases.flatMap(\.members).count)
    }

    @Test("what a page is asked is a script with the element, whatever its reference is")
    func questions() throws {
        let question = try PageQuestion()
        let window = try #require(try question.body(for: .window, .first))
        #expect(window.holds(#""args":[false]"#) && window.holds("getBoundingClientRect"))
        let element = try #require(try question.body(for: .element("a%22b"), .last))
        #expect(element.holds(#"{"element-6066-11e4-a52e-4f735466cecf":"a\"b"}"#))
        #expect(try question.body(for: .element(String(repeating: "x", count: 600)), .last) == nil)
    }
}
