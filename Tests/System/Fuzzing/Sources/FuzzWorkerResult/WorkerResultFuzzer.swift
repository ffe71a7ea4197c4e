import Claims
import Redaction
import SecureMemory

@testable import Artefacts
@testable import BinaryCoding
@testable import Containment
@testable import PolicyLibrary
@testable import RedactionJobs

/// The entry that libFuzzer calls with an input: a byte that says which message of one process to another the rest is.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let rest = UnsafeBufferPointer(start: start + 1, count: count - 1)
    guard let message = try? SecureBytes(copying: rest) else { return 0 }
    let form = forms[Int(start[0]) % forms.count]
    let once = form(message)
    if let once { claim(form(once) == once, "a message that is read and written is read as itself") }
    return 0
}

/// Reads a message, and writes it as it was understood; nil for one that is refused.
private typealias Form = @Sendable (SecureBytes) -> SecureBytes?

/// All messages: those of a worker first, whose writer may be an attacker, then those to a worker.
private let forms: [Form] = [
    rewrittenResult,
    rewritten({ try RunPlan(decoding: $0, count: 3) }, { try $0.encoded() }),
    rewritten({ try partResults($0) }, { try PartResult.encoded($0) }),
    rewritten({ try ZipIndex.Reading(decoding: $0, byteCount: 1 << 12) }, { try $0.encoded() }),
    rewritten({ try CoverQuestion.answers(decoding: $0, count: 2) }, { try CoverQuestion.encoded($0) }),
    { message in
        _ = try? question.covers(decoding: message)
        return nil
    },
    rewritten({ try MaterialVerdict(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try ToldSecrets(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try RunPart.Entries(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try RunPart(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try FrameNotes(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try ZipIndex.Ends(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try Order(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try Notice(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try RedactionJob(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try WorkMaterial(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try WorkSetup(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try FrameQuestion(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try CoverQuestion(decoding: $0) }, { try $0.encoded() }),
    rewritten({ try RedactionOrder(decoding: $0) }, { try $0.encoded() }),
]

private let question = FrameQuestion([("a.png", SecureBytes()), ("b.png", SecureBytes())])

private func rewritten<Value>(
    _ read: @escaping @Sendable (SecureBytes) throws -> Value,
    _ write: @escaping @Sendable (Value) throws -> SecureBytes
) -> Form {
    { message in
        do {
            return try write(read(message))
        } catch {
            claimIsMessage("\(error)")
            return nil
        }
    }
}

/// The results of a part, with what is said of them.
private func partResults(_ message: SecureBytes) throws -> [PartResult] {
    let results = try PartResult.results(decoding: message, count: 2)
    for result in results {
        _ = try? result.receipts()
        _ = try? result.reports()
    }
    return results
}

/// Reads a result, whose body is behind as many bytes as the first two say.
private func rewrittenResult(_ message: SecureBytes) -> SecureBytes? {
    guard message.count >= 2 else { return nil }
    let length = message.withUnsafeBytes { Int($0[0]) | Int($0[1]) << 8 }
    let end = min(2 + length, message.count)
    let sent = JobResult(content: message[2..<end], body: message[end..<message.count])
    do throws(BinaryError) {
        let result = try WorkResult(decoding: sent, within: WorkResult.Bounds(time: .seconds(2), pixels: 1 << 20))
        claim(result.reading.pixels <= 1 << 20, "figures are within their bounds")
        return try? packed(result.encoded())
    } catch {
        claim(0...sent.content.count ~= error.offset, "an error is somewhere in the message")
        claimIsMessage("\(error)")
        return nil
    }
}

private func packed(_ result: JobResult) throws -> SecureBytes? {
    guard result.content.count < 1 << 16 else { return nil }
    var builder = try SecureBytesBuilder()
    let length = result.content.count
    try [UInt8(length & 255), UInt8(length >> 8)].withUnsafeBytes { try builder.append($0) }
    for part in [result.content, result.body] { try builder.append(part) }
    return builder.finish()
}
