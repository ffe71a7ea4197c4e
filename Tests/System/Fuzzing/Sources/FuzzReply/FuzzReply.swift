import Artefacts
import Base64Coding
import BoundedWork
import Claims
import Redaction
import SecureMemory

/// The entry that libFuzzer calls with an input: a reply, in which some control characters stand for a picture in different ways of
/// writing.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let redactor, let reply = try? SecureBytes(copying: input.flatMap { writings[$0] ?? [$0] }) else { return 0 }
    claimRecording(of: reply, by: redactor)
    do throws(ContentFailure) {
        let (redacted, tally) = try redactor.redact(reply)
        claim(!redacted.holds(picture), "no picture passes")
        for part in partsInBase64 { claim(!redacted.holds(part), "no picture passes in base64") }
        if tally == ReplyRedactor.Tally() { claim(redacted == reply, "a reply without a picture passes as it is") }
        let omitted = try redactor.redact(
            reply,
            changing: DirectMembers(omitted: ["a", "value"], socketOrigin: "ws://guard")
        ).reply
        claim(!omitted.holds(picture), "no picture passes where members are taken out")
    } catch {
        claimIsMessage(error.description)
    }
    return 0
}

/// Claims that a recording that is taken out was in the reply, and that a redacted one has a place in what is left.
private func claimRecording(of reply: SecureBytes, by redactor: ReplyRedactor) {
    guard let (rest, tally) = try? redactor.redact(reply, takingOutRecording: true) else { return }
    claim(!rest.holds(picture), "no picture passes beside a recording")
    guard let recording = tally.recording else { return }
    claim(0...rest.count ~= recording.place && recording.contents.count < reply.count, "a recording was in the reply")
}

private let redactor = try? ReplyRedactor(
    Pictures(),
    limits: ArtefactLimits(archives: ZipLimits(entries: 50, entryBytes: 1 << 16, totalBytes: 1 << 18))
)

/// The beginning of a PNG, and bytes that are nowhere else. Their number is a multiple of 3.
private let picture: [UInt8] =
    [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0, 8,
        2, 0, 0, 0,
    ]
    + (0..<100).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7 &+ 13) } + [0, 0, 0]

private let base64: [UInt8] = picture.encoded

/// What some bytes of an input stand for.
private let writings: [UInt8: [UInt8]] = [
    1: base64,
    2: Array("data:image/png;base64,".utf8) + base64,
    3: base64.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] },
    4: stride(from: 0, to: base64.count, by: 76).flatMap {
        base64[$0..<min($0 + 76, base64.count)] + Array(#"\n"#.utf8)
    },
    5: picture,
    6: (Array(#"{"value":""#.utf8) + base64 + Array("\"} ".utf8)).encoded,
]

/// Parts of the picture in base64, whatever is in front of it.
private let partsInBase64: [[UInt8]] = (0..<3).map { shift in
    Array(picture[(30 + shift)..<(60 + shift)]).encoded
}

extension [UInt8] {
    fileprivate var encoded: [UInt8] {
        guard let bytes = try? SecureBytes(copying: self), var builder = try? SecureBytesBuilder() else { return [] }
        try? Base64.encode(bytes, into: &builder, cancellation: Cancellation())
        return builder.finish().withUnsafeBytes { Array($0) }
    }
}

extension SecureBytes {
    fileprivate func holds(_ sought: [UInt8]) -> Bool {
        withUnsafeBytes { bytes in
            guard bytes.count >= sought.count else { return false }
            return (0...(bytes.count - sought.count)).contains {
                bytes[$0] == sought[0] && bytes[$0...].starts(with: sought)
            }
        }
    }
}

/// Puts a few bytes in place of each picture.
private struct Pictures: PictureRedactor {
    var takesSources: Bool { false }

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        do {
            return RedactedPicture(try SecureBytes(copying: Array("PICTURE".utf8)))
        } catch {
            throw .unfinished(.outOfMemory(error))
        }
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) -> SecureBytes { picture }
}
