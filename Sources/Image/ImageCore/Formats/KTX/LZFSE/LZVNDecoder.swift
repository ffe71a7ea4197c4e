import BoundedWork

/// Decoder of a block of LZVN, which LZFSE uses for little data: operations of a byte or more that copy literals and repeat bytes.
struct LZVNDecoder {
    private let source: UnsafeRawBufferPointer
    private var sink: LZSink
    private var position = 0
    private var distance = 0

    private static let operationsBetweenQuestions = 1 << 16

    init(_ source: UnsafeRawBufferPointer, _ sink: LZSink) {
        self.source = source
        self.sink = sink
    }

    /// Decodes the block, which has to fill the sink; returns its end in the buffer.
    mutating func decode(_ cancellation: Cancellation) throws(LZFSEError) -> Int {
        var untilQuestion = Self.operationsBetweenQuestions
        while let operation = try next() {
            untilQuestion &-= 1
            if untilQuestion == 0 {
                guard !cancellation.isCancelled else { throw .cancelled }
                untilQuestion = Self.operationsBetweenQuestions
            }
            try execute(operation)
        }
        guard sink.isFull, position == source.count else { throw .malformed }
        return sink.position
    }

    /// An operation: a number of literals, which follow it, then of bytes to repeat.
    private struct Operation {
        var literalCount = 0
        var matchCount = 0
    }

    /// Reads an operation; nil at the end of the block.
    @inline(__always)
    private mutating func next() throws(LZFSEError) -> Operation? {
        let code = Int(try byte(0))
        let short = Operation(literalCount: code >> 6, matchCount: code >> 3 & 7 + 3)
        switch code {
        case 0xA0...0xBF: return try mediumDistance(code)
        case 0xE0:
            let count = Int(try byte(1)) + 16
            position += 2
            return Operation(literalCount: count)
        case 0xE1...0xEF:
            position += 1
            return Operation(literalCount: code & 15)
        case 0xF0:
            let count = Int(try byte(1)) + 16
            position += 2
            return Operation(matchCount: count)
        case 0xF1...0xFF:
            position += 1
            return Operation(matchCount: code & 15)
        case 0x70...0x7F, 0xD0...0xDF: throw .malformed
        case _ where code & 7 == 7:
            distance = Int(try byte(1)) | Int(try byte(2)) << 8
            position += 3
            return short
        case _ where code & 7 == 6: return try previousDistance(code, short)
        default:
            distance = (code & 7) << 8 | Int(try byte(1))
            position += 2
            return short
        }
    }

    private mutating func mediumDistance(_ code: Int) throws(LZFSEError) -> Operation {
        let tail = Int(try byte(1)) | Int(try byte(2)) << 8
        position += 3
        distance = tail >> 2
        return Operation(literalCount: code >> 3 & 3, matchCount: (code & 7) << 2 | tail & 3 + 3)
    }

    /// Reads an operation with the distance of the one before. Without literals its code has another meaning.
    private mutating func previousDistance(_ code: Int, _ operation: Operation) throws(LZFSEError) -> Operation? {
        switch code {
        case 0x06:
            // Eight bytes end a block.
            _ = try byte(7)
            position += 8
            return nil
        case 0x0E, 0x16:
            position += 1
            return Operation()
        case _ where operation.literalCount == 0: throw .malformed
        default:
            position += 1
            return operation
        }
    }

    @inline(__always)
    private func byte(_ offset: Int) throws(LZFSEError) -> UInt8 {
        guard offset < source.count &- position else { throw .truncated }
        return source[position &+ offset]
    }

    @inline(__always)
    private mutating func execute(_ operation: Operation) throws(LZFSEError) {
        if operation.literalCount > 0 {
            let available = source.count &- position
            guard operation.literalCount <= available, let base = source.baseAddress else { throw .truncated }
            guard sink.append(base + position, count: operation.literalCount, available: available) else {
                throw .malformed
            }
            position &+= operation.literalCount
        }
        if operation.matchCount > 0 {
            guard sink.repeat(count: operation.matchCount, distance: distance) else { throw .malformed }
        }
    }
}
