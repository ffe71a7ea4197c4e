import BoundedWork
import HTTPParsing
import SecureMemory
import Testing

@Suite("A form that nobody waits for is not read to its end")
struct MultipartCancellationTests {
    @Test("it is neither taken nor refused for what it says")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let text = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--\r\n"
        let body = try SecureBytes(copying: Array(text.utf8))
        #expect(throws: MultipartError.cancelled) {
            try MultipartForm.parse(body, boundary: MultipartBoundary("b"), cancellation: cancellation)
        }
    }
}
