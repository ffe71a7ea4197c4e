import Claims
import Glibc
import SecureMemory

@testable import SnapveilGuard

/// The entry that libFuzzer calls with an input: a byte that is the size of the pieces, and a stream of events of a server
/// behind a guard. With its highest bit, the rest is what such a server prints, a message in a line.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let head = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    guard head & 0x80 == 0 else {
        claimLines(bytes, piece: Int(head & 0x7F) + 1)
        return 0
    }
    let whole = Reading(of: bytes, piece: max(bytes.count, 1))
    claim(whole == Reading(of: bytes, piece: Int(head) + 1), "what is read does not depend on how it comes")
    let expected = StandardReader.events(in: bytes)
    if !whole.isCut { claim(whole.events == expected, "the events are those that the HTML Standard reads") }
    claim(expected.starts(with: whole.events), "the events are those that the HTML Standard reads, to the limit")
    // A space is written in front of each value.
    let again = Reading(of: whole.written, piece: max(whole.written.count, 1), limit: 2 * longestEvent)
    claim(again.events == whole.events && !again.isCut, "an event that is written is read as itself")
    return 0
}

let longestEvent = 2000
let longestField = 1024

/// An event as its bytes.
struct PlainEvent: Equatable {
    var name, id, retry, data: [UInt8]?
}

/// The events that a guard reads of a stream.
private struct Reading: Equatable {
    private(set) var events: [PlainEvent] = []
    /// The bytes that a guard writes for them.
    private(set) var written: [UInt8] = []
    /// Whether an event was too long.
    private(set) var isCut = false

    init(of bytes: [UInt8], piece size: Int, limit: Int = longestEvent) {
        do {
            var reader = try EventStreamReader(limit: limit)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                    var position = 0
                    while let event = try reader.next(in: piece, at: &position) { try note(event) }
                    claim(position == piece.count, "all bytes are read")
                }
                claim(reader.heldBytes <= limit + 1, "no more is held than the limit, and the end of a line")
            }
        } catch is EventStreamReader.TooLong {
            isCut = true
        } catch {
            claim(false, "a stream is refused for its length alone: \(error)")
        }
    }

    private mutating func note(_ event: ServerSentEvent) throws {
        let plain = [event.name, event.id, event.retry, event.data].map { $0?.withUnsafeBytes { Array($0) } }
        claim(plain.dropLast().allSatisfy { $0?.count ?? 0 <= longestField }, "a field that is no data is short")
        claim(plain[3]?.count ?? 0 <= longestEvent, "a message is within the limit")
        events.append(PlainEvent(name: plain[0], id: plain[1], retry: plain[2], data: plain[3]))
        written += try event.bytes().withUnsafeBytes { Array($0) }
    }
}

/// Claims that lines that a server prints are read as they are, up to the first one that is too long.
private func claimLines(_ bytes: [UInt8], piece size: Int) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    // A pipe holds more than an input.
    let isWritten = bytes.prefix(1 << 15).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) == $0.count }
    close(ends[1])
    guard isWritten, bytes.count <= 1 << 15, var reader = try? MessageReader(ends[0], limit: size) else { return }
    var expected = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    if expected.last?.isEmpty == true { expected.removeLast() }
    do throws(MessageReader.Failure) {
        for line in expected {
            let read = try reader.next(in: .process)?.withUnsafeBytes { Array($0) }
            claim(read == line && line.count <= size, "a line is read as it is, within the limit")
        }
        claim(try reader.next(in: .process) == nil, "nothing is behind the last line")
    } catch {
        claim(expected.contains { $0.count > size }, "lines are refused for their length alone")
    }
}
