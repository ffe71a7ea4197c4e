import ImageCore

/// The beginnings of files that show something, or may have such files in them.
enum FileSignature {
    /// Bytes of a file by which it is judged.
    static let byteCount = 36

    /// Whether a file begins like a picture, a document, a recording or an archive.
    ///
    /// - Parameters:
    ///   - beginning: The first ``byteCount`` bytes, or all of a shorter one.
    ///   - length: Bytes of the file.
    static func isKnown(_ beginning: UnsafeRawBufferPointer, ofFileOfBytes length: Int) -> Bool {
        if ImageFormat.isPicture(beginning) { return !isWeak(beginning, length) }
        return others.contains { sign in beginning.dropFirst(sign.offset).starts(with: sign.bytes) }
    }

    /// Whether a picture has a signature of two or four bytes that words and numbers have, too, and nothing else of a picture.
    private static func isWeak(_ beginning: UnsafeRawBufferPointer, _ length: Int) -> Bool {
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool { beginning.dropFirst(offset).starts(with: bytes) }
        if has(Array("BM".utf8)) { return !has([0, 0, 0, 0], at: 6) }
        if has([0, 0, 1, 0]) || has([0, 0, 2, 0]) { return !has([0], at: 5) || !has([0], at: 9) }
        if has([0xFF, 0x0A]) { return length < shortestJPEGXL }
        return false
    }

    /// Fewest bytes of a JPEG XL without a container, of which nothing else is known by its beginning.
    private static let shortestJPEGXL = 768

    private static let others: [(bytes: [UInt8], offset: Int)] = [
        // Archives and packed files.
        ([0x50, 0x4B, 3, 4], 0), ([0x50, 0x4B, 5, 6], 0), ([0x1F, 0x8B, 8], 0), ([0x28, 0xB5, 0x2F, 0xFD], 0),
        (Array("BZh9".utf8), 0), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], 0), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0),
        (Array("Rar!".utf8), 0),
        // Recordings.
        ([0x1A, 0x45, 0xDF, 0xA3], 0), (Array("ftyp".utf8), 4), (Array("OggS".utf8), 0), (Array("AVI ".utf8), 8),
        (Array("FLV".utf8) + [1], 0), ([0, 0, 1, 0xBA], 0),
        // Documents and drawings.
        (Array("%PDF-".utf8), 0), (Array("8BPS".utf8), 0), (Array("icns".utf8), 0), (Array("%!PS".utf8), 0),
        (Array("qoif".utf8), 0), (Array("<svg".utf8), 0),
    ]
}

extension FileInText {
    /// The part of the run from where a file begins that shows something; nil if none does.
    func beginningWithFile(in text: UnsafeRawBufferPointer) -> FileInText? {
        let length = range.count / 4 * 3
        let isFile = withUnsafeTemporaryAllocation(byteCount: FileSignature.byteCount, alignment: 1) { bytes in
            let count = decodeBeginning(of: text, into: bytes)
            return FileSignature.isKnown(UnsafeRawBufferPointer(rebasing: bytes[..<count]), ofFileOfBytes: length)
        }
        if isFile { return self }
        let run = UnsafeRawBufferPointer(rebasing: text[range])
        let start = Self.beginnings.compactMap { run.firstRange(of: $0)?.lowerBound }.min()
        return start.map { FileInText(range: range.lowerBound + $0..<range.upperBound, isPlain: isPlain) }
    }

    /// Decodes the first groups of four characters, and returns the bytes written.
    private func decodeBeginning(of text: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        var (offset, count) = (range.lowerBound, 0)
        var (bits, bitCount) = (UInt32(0), 0)
        while offset < range.upperBound, count < bytes.count {
            var symbol: UInt8? = Base64Symbols.value(of: text[offset])
            var length = 1
            if Base64Symbols.value(of: text[offset]) > Base64Symbols.padding {
                guard let escape = Base64Symbols.escape(at: offset, in: text) else { break }
                (symbol, length) = (escape.symbol, escape.count)
            }
            offset += length
            guard let symbol else { continue }
            guard symbol < Base64Symbols.padding else { break }
            bits = bits << 6 | UInt32(symbol)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes[count] = UInt8(truncatingIfNeeded: bits >> UInt32(bitCount))
            count += 1
        }
        return count
    }

    /// Beginnings of files in base64 that are long enough to be no accident within a longer run: PNG, JPEG, GIF, WebP, PDF and zip.
    private static let beginnings = [
        "iVBORw0KGgo", "/9j/4AAQSkZJRg", "/9j/2wBD", "/9j/2wCE", "R0lGODlh", "R0lGODdh", "JVBERi0xL", "UEsDBBQA",
    ].map { Array($0.utf8) }
}
