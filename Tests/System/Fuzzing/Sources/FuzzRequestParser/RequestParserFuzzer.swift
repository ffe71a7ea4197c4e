import Claims
import HTTPParsing

/// The entry that libFuzzer calls with an input.
///
/// The first four bytes are the sizes of the pieces, over and over, each by its five low bits; an upper-case letter in
/// front takes tight limits. The rest is what a client sends.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count > 4 else { return 0 }
    let limits = input[0] & 0x20 == 0 ? MessageLimits.tight : MessageLimits()
    let message = Array(input[4...])

    let whole = Transcript(of: [message], limits: limits)
    let pieces = message.split(intoSizes: input[..<4].map { Int($0 & 0x1F) })
    claim(Transcript(of: pieces, limits: limits) == whole, "the pieces give what the whole gives")
    claim(
        Transcript(of: pieces, limits: limits, skipsBodies: true) == whole,
        "bodies that are read past the parser change nothing"
    )
    for exchange in whole.exchanges { exchange.claimBounds(limits) }
    for exchange in whole.exchanges { exchange.claimReadsBackAsItself() }
    return 0
}

extension MessageLimits {
    /// So low that short inputs reach them.
    fileprivate static var tight: MessageLimits {
        var limits = MessageLimits()
        limits.requestLineBytes = 32
        limits.fieldLineBytes = 32
        limits.fieldSectionBytes = 64
        limits.fieldCount = 4
        limits.chunkLineBytes = 12
        limits.chunkExtensionBytes = 16
        limits.trailerSectionBytes = 32
        limits.trailerCount = 2
        return limits
    }
}

extension [UInt8] {
    /// Pieces of these sizes in turn, empty ones too; the whole if no size is above 0.
    fileprivate func split(intoSizes sizes: [Int]) -> [[UInt8]] {
        guard sizes.contains(where: { $0 > 0 }) else { return [self] }
        var pieces: [[UInt8]] = []
        var start = 0
        while start < count {
            let end = Swift.min(start + sizes[pieces.count % sizes.count], count)
            pieces.append(Array(self[start..<end]))
            start = end
        }
        return pieces
    }
}
