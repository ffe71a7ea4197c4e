import BoundedWork
import SecureMemory
import StrictJSON
import Testing

@Suite("A text that nobody waits for is not read to its end")
struct CancellationTests {
    private let cancellation = Cancellation()

    init() { cancellation.cancel() }

    @Test("JSON is neither taken nor refused for what it says", arguments: ["[1,2]", #"{"a":"b"}"#, "[1,"])
    func json(text: String) throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: secure(text), cancellation: cancellation)
        }
        #expect(error?.reason == .cancelled)
    }

    @Test("a string with escapes is not unescaped")
    func escapes() throws {
        guard case .string(let string) = try JSONValue(parsing: secure(#""a\/b""#)) else { return }
        #expect(throws: WorkFailure.cancelled) { try string.bytes(cancellation) }
        #expect(try string.bytes() == secure("a/b"))
    }
}
