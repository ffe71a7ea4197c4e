import SecureMemory
import Testing

@testable import Artefacts

@Suite("Members of replies and commands that lead past a guard")
struct DirectMemberTests {
    private func changed(
        _ reply: String,
        by direct: DirectMembers
    ) throws -> (text: String, tally: ReplyRedactor.Tally) {
        let redactor = try ReplyRedactor(PicturesOfTests(isBroken: false))
        let (redacted, tally) = try redactor.redact(SecureBytes(copying: reply.utf8), changing: direct)
        return (redacted.text, tally)
    }

    @Test(
        "members are taken out of JSON, with a comma",
        arguments: [
            (#"{"x":1}"#, "{}"), (#"{"x":1,"a":2}"#, #"{"a":2}"#), (#"{"a":2,"x":1}"#, #"{"a":2}"#),
            (#"{"a":1, "x" : {"b":[1,{"c":2}]} , "y":"s", "d":4}"#, #"{"a":1 , "d":4}"#), (#"{"x":1,"y":2}"#, "{}"),
            (#"{"x":1,"a":2,"y":3}"#, #"{"a":2}"#),
            (#"{"a":{"x":[]},"b":[{"y":null,"z":0}]}"#, #"{"a":{},"b":[{"z":0}]}"#),
            (#"{"\u0078":1,"a":"x"}"#, #"{"a":"x"}"#), (#"{"a":"{\"x\":1,\"b\":2}"}"#, #"{"a":"{\"b\":2}"}"#),
            (#"{"a":"[{\"c\":\"{\\\"y\\\":1}\"}]"}"#, #"{"a":"[{\"c\":\"{}\"}]"}"#),
            (#"{"a":"x\"y"}"#, #"{"a":"x\"y"}"#), ("x: 1", "x: 1"),
        ]
    )
    func members(json: String, expected: String) throws {
        #expect(try changed(json, by: DirectMembers(omitted: ["x", "y"])).text == expected)
    }

    @Test(
        "addresses of web sockets become those at a guard, and are told",
        arguments: [
            (#"{"webSocketUrl":"ws://127.0.0.1:9222/session/a"}"#, #"{"webSocketUrl":"ws://guard/session/a"}"#, true),
            (
                #"{"a":[{"webSocketUrl" : "wss:\/\/h/x?y=1","b":1}]}"#,
                #"{"a":[{"webSocketUrl" : "ws://guard/x?y=1","b":1}]}"#, true
            ),
            (#"{"c":"{\"webSocketUrl\":\"ws://h\"}"}"#, #"{"c":"{\"webSocketUrl\":\"ws://guard\"}"}"#, true),
            (#"{"webSocketUrl":true,"x":1}"#, #"{"webSocketUrl":true}"#, false),
            (#"{"webSocketUrl":{"x":1}}"#, #"{"webSocketUrl":{}}"#, false),
            (#"{"webSocketUrl":"http://h/x"}"#, #"{"webSocketUrl":null}"#, false),
            (#"{"webSocketUrl":"ws://h/\"x"}"#, #"{"webSocketUrl":null}"#, false),
            (#"{"url":"ws://h/x"}"#, #"{"url":"ws://h/x"}"#, false),
            (#"{"webSocketUrl":"ws://h\"#, #"{"webSocketUrl":"ws://h\"#, false),
        ]
    )
    func sockets(json: String, expected: String, isTold: Bool) throws {
        let (text, tally) = try changed(json, by: DirectMembers(omitted: ["x"], socketOrigin: "ws://guard"))
        #expect(text == expected)
        #expect(tally.sockets.count == (isTold ? 1 : 0))
    }

    @Test("a member is found by its name and value, however they are escaped")
    func sought() throws {
        let sought = [SoughtMember("remotePath", nil), SoughtMember("script", "mobile: startScreenStreaming")]
        func found(_ json: String) throws -> Int? {
            try SoughtMember.first(of: sought, in: SecureBytes(copying: json.utf8)).flatMap {
                sought.firstIndex(of: $0)
            }
        }
        #expect(try found(#"{"options":{"remotePath":"https://x/y"}}"#) == 0)
        #expect(try found(#"{"args":[{"\u0072emotePath":"ftp:\/\/x"}]}"#) == 0)
        #expect(try found(#"{"script":"mobile: startScreenStreaming","args":[]}"#) == 1)
        #expect(try found(#"{"args":[{"remotePath":"/sdcard/x"}],"script":"remotePath"}"#) == nil)
        #expect(try found(#"{"remotePath":null,"text":"https://x"}"#) == nil)
        #expect(try found("remotePath=https://x") == nil)
    }

    @Test(
        "an address and a script are found in all spellings that servers take",
        arguments: [
            (#""remotePath":"http:elsewhere.example/x""#, 0), (#""remotePath":"HTTPS:/elsewhere.example""#, 0),
            (#""remotePath":" \n ht\ttp:\\\\elsewhere.example""#, 0), (#""remotePath":"\u0000\u001fftp:x""#, 0),
            (#""remotePath":"\#(String(repeating: " ", count: 300))http://x""#, 0),
            (#""script":"mobile:startScreenStreaming""#, 1), (#""script":" mobile:\t startScreenStreaming\u00a0""#, 1),
            (#""remotePath":"@com.example.bank:documents/x.png""#, nil), (#""remotePath":"C:\\x""#, nil),
            (#""remotePath":"https""#, nil), (#""script":"mobile: stopScreenStreaming""#, nil),
        ] as [(String, Int?)]
    )
    func soughtInAllSpellings(member: String, expected: Int?) throws {
        let sought = [SoughtMember("remotePath", nil), SoughtMember("script", "mobile: startScreenStreaming")]
        let found = try SoughtMember.first(of: sought, in: SecureBytes(copying: "{\(member)}".utf8))
        #expect(found.flatMap(sought.firstIndex) == expected)
    }

    @Test("members are found and taken out however deep they stand, and behind what is deep")
    func deepMembers() throws {
        let (start, end) = (String(repeating: "[", count: 5000), String(repeating: "]", count: 5000))
        let behind = #"{"a":\#(start)\#(end),"x":"://"}"#
        for (json, expected) in [
            (#"\#(start){"x":1}\#(end)"#, "\(start){}\(end)"), (behind, #"{"a":\#(start)\#(end)}"#),
        ] {
            #expect(try changed(json, by: DirectMembers(omitted: ["x"])).text == expected)
        }
        let json = try SecureBytes(copying: behind.utf8)
        #expect(SoughtMember.first(of: [SoughtMember("x", nil)], in: json) != nil)
    }

    @Test("JSON in which a server would find more than the guard is not readable")
    func readable() throws {
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        for (json, isReadable) in [
            (#"{"a":[1]} "#, true), (deep, true), ("\u{FEFF}{}", false), (#"{"a":1"#, false), ("{} {}", false),
        ] {
            #expect(try SoughtMember.isReadable(SecureBytes(copying: json.utf8)) == isReadable, "\(json.prefix(20))")
        }
    }
}
