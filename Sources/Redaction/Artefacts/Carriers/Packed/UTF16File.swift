import BoundedWork
import SecureMemory

/// A text in UTF-16 that says so by its first character, U+FEFF: what PowerShell and other programs of Windows write.
enum UTF16File {
    typealias Form = PackedFile.Form

    private static let (littleEndianMark, bigEndianMark): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
    /// Bytes of UTF-8 for a unit of UTF-16, at most.
    private static let growth = 3

    /// The form of a file; nil for another.
    static func form(of file: UnsafeRawBufferPointer) -> Form? {
        if file.starts(with: littleEndianMark) { return .utf16LittleEndian }
        return file.starts(with: bigEndianMark) ? .utf16BigEndian : nil
    }

    /// The text in UTF-8, without the mark.
    static func contents(
        of file: SecureBytes,
        _ form: Form,
        budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        guard file.count.isMultiple(of: 2) else { throw .refused("it ends within a character of UTF-16") }
        try mapError(budget.spend(file.count), ContentFailure.unfinished)
        return try file.withUnsafeBytes { (bytes) throws(ContentFailure) in
            let units = bytes.dropFirst(littleEndianMark.count)
            var builder = try mapError(SecureBytesBuilder(), ContentFailure.outOfMemory)
            var isMalformed = false
            try mapError(
                builder.appendInPlace(minimum: units.count / 2 * growth) { free in
                    var count = 0
                    let units = UnitIterator(units, isBigEndian: form == .utf16BigEndian)
                    isMalformed = transcode(units, from: UTF16.self, to: UTF8.self, stoppingOnError: true) { byte in
                        free[count] = byte
                        count += 1
                    }
                    return count
                },
                ContentFailure.outOfMemory
            )
            guard !isMalformed else { throw .refused("it is no well-formed UTF-16") }
            return builder.finish()
        }
    }

    /// A text in UTF-8 as a file of a form.
    static func packed(_ contents: SecureBytes, _ form: Form) throws(ContentFailure) -> SecureBytes {
        let isBigEndian = form == .utf16BigEndian
        let mark = isBigEndian ? bigEndianMark : littleEndianMark
        return try contents.withUnsafeBytes { (bytes) throws(ContentFailure) in
            do throws(OutOfMemory) {
                var builder = try SecureBytesBuilder()
                try builder.append(SecureBytes(copying: mark))
                // No character has more units than bytes.
                try builder.appendInPlace(minimum: 2 * bytes.count) { free in
                    var count = 0
                    let bytes = bytes.makeIterator()
                    _ = transcode(bytes, from: UTF8.self, to: UTF16.self, stoppingOnError: true) { unit in
                        free.storeBytes(
                            of: isBigEndian ? unit.bigEndian : unit.littleEndian,
                            toByteOffset: count,
                            as: UInt16.self
                        )
                        count += 2
                    }
                    return count
                }
                return builder.finish()
            } catch {
                throw .outOfMemory(error)
            }
        }
    }
}

/// The units of a text in UTF-16.
private struct UnitIterator: IteratorProtocol {
    private var rest: Slice<UnsafeRawBufferPointer>
    private let isBigEndian: Bool

    init(_ bytes: Slice<UnsafeRawBufferPointer>, isBigEndian: Bool) {
        (rest, self.isBigEndian) = (bytes, isBigEndian)
    }

    mutating func next() -> UInt16? {
        guard let first = rest.popFirst(), let second = rest.popFirst() else { return nil }
        return isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
    }
}
