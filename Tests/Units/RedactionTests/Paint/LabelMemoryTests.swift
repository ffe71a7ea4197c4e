import ImageCore
import MemorySentinel
import Redaction
import SecureMemory
import Testing

@Suite("Values that labels are numbered by are in wiped memory alone", .serialized)
struct LabelMemoryTests {
    @Test("nothing of a value is left once its request and its result are let go of, and the receipt never has it")
    func remains() throws {
        let sentinel = Sentinel.letters()
        // Keeps the allocator from unmapping what is freed.
        let neighbour = try SecureBytes(copying: [1])
        try redact(sentinel)
        StackRemains.wipe()
        #expect(neighbour.count == 1)
        #expect(sentinel.occurrences() == 0)
    }

    @inline(never)
    private func redact(_ sentinel: Sentinel) throws {
        let value = try sentinel.planted(copies: 1)
        var source = try SecureBytesBuilder()
        try source.append(#"<hierarchy><node class="F" bounds="[0,0][96,80]">"#)
        for row in 0..<3 {
            try source.append(#"<node class="android.widget.TextView" text=""#)
            // The value by itself, among others, and in white space.
            try source.append(["", "a ", "  "][row])
            try source.append(value)
            try source.append(#"" bounds="[4,\#(row * 20)][90,\#(row * 20 + 18)]"/>"#)
        }
        try source.append("</node></hierarchy>")
        let rule = #"{"target": {"elements": "all-text"}, "style": {"label": {"numbered": true}}}"#
        var request = RedactionRequest(
            try Screen(secret: 1, in: [4, 4, 80, 60]).encoded(),
            policy: try Policy(parsing: SecureBytes(copying: #"{"rules": [\#(rule)]}"#.utf8))
        )
        request.hierarchy = source.finish()
        let result = try Redactor().redact(request)
        #expect(result.receipt.covered.count == 3 && result.receipt.covered.allSatisfy { $0.message == nil })
        // That of the test, and those of the request.
        #expect(sentinel.occurrences() >= 4)
    }
}
