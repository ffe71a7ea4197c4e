import SecureMemory
import StrictJSON
import Testing

@testable import RedactionJobs

@Suite("A message that cannot be made safe")
struct RefusedMessageTests {
    private func refused(
        _ message: String,
        _ language: MessageLanguage = .mcp
    ) throws -> (ReplySummary.Receiver, String?) {
        let refused = RefusedMessage(try SecureBytes(copying: message.utf8), language, "it is a \"PDF\"")
        return (refused.receiver, refused.error?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }

    @Test("the result of a tool becomes one that the agent reads")
    func tools() throws {
        let words = #"[{"type":"text","text":"snapveil: it is a \"PDF\""}],"isError":true"#
        for id in ["1", "9007199254740993123", #""a\"\u00e4""#, "null"] {
            let (receiver, error) = try refused(#"{"jsonrpc":"2.0","id":\#(id),"result":{"content":[]}}"#)
            #expect(receiver == .client)
            #expect(error == #"{"jsonrpc":"2.0","id":\#(id),"result":{"content":\#(words)}}"#)
        }
        let error = try refused(#"{"id":1,"result":{"content":[],"resultType":"complete"}}"#).1
        #expect(error == #"{"jsonrpc":"2.0","id":1,"result":{"content":\#(words),"resultType":"complete"}}"#)
    }

    @Test("any other result, and an error, become an error of the protocol")
    func others() throws {
        for message in [
            #"{"id":1,"result":{"contents":[]}}"#, #"{"id":1,"error":{"data":1}}"#, #"{"id":1,"result":null}"#,
        ] {
            let (receiver, error) = try refused(message)
            #expect(receiver == .client)
            #expect(error == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"snapveil: it is a \"PDF\""}}"#)
        }
    }

    @Test("a request of the server is answered with an error, and a notification with nothing")
    func requests() throws {
        let (receiver, error) = try refused(#"{"id":"s1","method":"sampling/createMessage","params":{}}"#)
        #expect(receiver == .server)
        #expect(error == #"{"jsonrpc":"2.0","id":"s1","error":{"code":-32000,"message":"snapveil: it is a \"PDF\""}}"#)
        for message in [
            #"{"method":"notifications/message"}"#, "no JSON", "[]", "1", #"{"id":[1],"result":{}}"#,
            #"{"id":"\#(String(repeating: "a", count: 70))","result":1}"#,
        ] {
            #expect(try refused(message) == (.nobody, nil))
        }
    }

    @Test("of BiDi, the result of a command becomes an error, and an event goes nowhere")
    func biDi() throws {
        let (receiver, error) = try refused(#"{"type":"success","id":7,"result":{"data":"x"}}"#, .biDi)
        #expect(receiver == .client)
        #expect(
            error
                == #"{"type":"error","id":7,"error":"unknown error","message":"snapveil: it is a \"PDF\"","stacktrace":""}"#
        )
        for message in [#"{"type":"event","method":"log.entryAdded","params":{}}"#, #"{"id":1,"method":"x"}"#, "x"] {
            #expect(try refused(message, .biDi) == (.nobody, nil))
        }
    }

    @Test("a batch becomes a list of errors")
    func batches() throws {
        let (receiver, error) = try refused(#"[{"id":1,"result":{}},{"method":"n"},{"id":2,"result":{}}]"#)
        #expect(receiver == .client)
        let one = #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"snapveil: it is a \"PDF\""}}"#
        #expect(error == "[\(one),\(one.replacing("\"id\":1", with: "\"id\":2"))]")
        #expect(try refused(#"[{"id":1,"method":"a"},{"method":"n"}]"#) == (.server, "[\(one)]"))
    }
}
