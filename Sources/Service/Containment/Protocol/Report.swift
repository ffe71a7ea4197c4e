package import BinaryCoding
package import SecureMemory

/// Word of a worker to its front. Its input may have taken it over: each report is read like one of an attacker.
package enum Report {
    /// The worker is set up and locked, by its own account.
    case ready(LockReport)
    /// The system lacks something that the worker needs.
    case failed(String)
    /// The setup cannot be used.
    case refused(String)
    case loaded(MaterialNumber, SecureBytes)
    /// The job needs this many bytes in all of the memory that all jobs share. Said once at most.
    case question(JobNumber, byteCount: Int)
    case done(JobNumber, content: SecureBytes, Body)

    /// The large part of a result.
    package enum Body {
        /// In the packet itself.
        case inline(SecureBytes)
        /// In the region of the worker, where it stays until it is released.
        case region(offset: Int, count: Int)
    }
}

extension Report {
    private enum Kind: UInt8 {
        case ready, failed, refused, loaded, question, doneInline, doneInRegion
    }

    private static let longestReason = 1024

    private static func told(_ reason: String) -> String {
        reason.utf8.count > longestReason ? "the reason is too long to show" : reason
    }

    package func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .ready(let report):
            writer.write(Kind.ready)
            report.write(to: &writer)
        case .failed(let reason):
            writer.write(Kind.failed)
            writer.write(Self.told(reason))
        case .refused(let reason):
            writer.write(Kind.refused)
            writer.write(Self.told(reason))
        case .loaded(let number, let verdict):
            writer.write(Kind.loaded)
            writer.write(number)
            writer.write(verdict)
        case .question(let number, let byteCount):
            writer.write(Kind.question)
            writer.write(number)
            writer.write(byteCount)
        case .done(let number, let content, .inline(let body)):
            writer.write(Kind.doneInline)
            writer.write(number)
            writer.write(content)
            writer.write(body)
        case .done(let number, let content, .region(let offset, let count)):
            writer.write(Kind.doneInRegion)
            writer.write(number)
            writer.write(content)
            writer.write(offset)
            writer.write(count)
        }
        return try writer.finish()
    }

    package init(decoding packet: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(packet)
        switch try reader.value(of: Kind.self) {
        case .ready: self = .ready(try LockReport(reading: &reader))
        case .failed: self = .failed(try reader.string(maximumByteCount: Self.longestReason))
        case .refused: self = .refused(try reader.string(maximumByteCount: Self.longestReason))
        case .loaded: self = .loaded(try reader.uint64(), try reader.bytes())
        case .question: self = .question(try reader.uint64(), byteCount: try reader.int())
        case .doneInline:
            self = .done(try reader.uint64(), content: try reader.bytes(), .inline(try reader.bytes()))
        case .doneInRegion:
            self = .done(
                try reader.uint64(),
                content: try reader.bytes(),
                .region(offset: try reader.int(), count: try reader.int())
            )
        }
        try reader.finish()
    }
}
