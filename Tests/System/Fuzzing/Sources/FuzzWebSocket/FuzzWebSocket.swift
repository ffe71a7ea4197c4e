import Claims
import SecureMemory
import WebSockets

/// The entry that libFuzzer calls with an input: what a client sends on a web socket, whole and in pieces as long as its first byte says.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    guard let size = input.first else { return 0 }
    let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let whole = outcome(of: bytes, pieces: max(bytes.count, 1))
    claim(whole == outcome(of: bytes, pieces: Int(size) + 1), "what is read does not depend on how it comes")
    return 0
}

private let longestMessage = 1000

/// What is read of bytes that come in pieces of a size: payloads, each behind its kind, and the failure.
private func outcome(of bytes: UnsafeRawBufferPointer, pieces size: Int) -> [[UInt8]] {
    var found: [[UInt8]] = []
    do {
        var reader = try WebSocketReader(limit: longestMessage)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)])
            var position = 0
            while let event = try reader.next(in: piece, at: &position) {
                switch event {
                case .message(let opcode, let payload):
                    claim(payload.count <= longestMessage, "no message is longer than the limit")
                    claim(!opcode.isControl, "a message is text or binary")
                    found.append([opcode.rawValue] + payload.withUnsafeBytes { Array($0) })
                case .control(let opcode, let payload):
                    claim(payload.count <= 125 && opcode.isControl, "control frames are short")
                    found.append([opcode.rawValue] + payload.withUnsafeBytes { Array($0) })
                }
            }
            claim(position == piece.count, "all bytes are read")
            claim(reader.heldBytes <= longestMessage, "no more is held than the limit")
        }
    } catch let failure as WebSocketReader.Failure {
        found.append([UInt8]("\(failure.code.number)".utf8))
    } catch {
        found.append([0])
    }
    return found
}
