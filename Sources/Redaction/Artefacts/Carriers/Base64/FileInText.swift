import SecureMemory

/// The characters of what may be a file in base64 within a text, whatever is round them: a string of JSON, a `data:` URL, markup, a
/// line of a log, any of these within each other.
///
/// They may be those of the alphabet for URLs, be escaped as in JSON, URLs or markup, and be broken into lines.
struct FileInText {
    /// The place of the characters, the padding among them.
    let range: Range<Int>
    /// Whether some of them are escaped, or broken into lines.
    let isPlain: Bool

    /// Fewest characters: no picture has fewer.
    static let shortest = 32

    /// Whether it is all of a string in quotation marks, alone or as a `data:` URL.
    func isWhole(in text: UnsafeRawBufferPointer) -> Bool {
        guard range.upperBound == text.count || text[range.upperBound] == UInt8(ascii: "\"") else { return false }
        var start = range.lowerBound
        if let head = announcement(in: text) {
            guard let quote = head.lastIndex(of: UInt8(ascii: "\"")) else { return start <= head.count }
            start = quote + 1
        }
        return start == 0 || text[start - 1] == UInt8(ascii: "\"")
    }

    /// Whether it is that of a `data:` URL of an image that is short enough for an icon.
    func isShortURL(in text: UnsafeRawBufferPointer) -> Bool {
        guard range.count <= Self.longestIcon, let head = announcement(in: text),
            let colon = head.lastIndex(of: UInt8(ascii: ":"))
        else { return false }
        return head[colon...].starts(with: ":image/".utf8)
    }

    /// What is in front of the base64 of a `data:` URL, up to it; nil where it is none.
    private func announcement(in text: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
        let head = text[max(range.lowerBound - Self.longestAnnouncement, 0)..<range.lowerBound]
        return head.suffix(Self.announcement.count).elementsEqual(Self.announcement) ? head : nil
    }

    /// Most characters of an icon: no picture of a screen, in a format that is not read, has as few.
    private static let longestIcon = 16 << 10
    private static let announcement = Array(";base64,".utf8)
    /// Most bytes of a `data:` URL in front of its base64.
    private static let longestAnnouncement = 128
}

extension FileInText {
    /// The characters without escapes and line breaks, in the usual alphabet and padded.
    func characters(of text: UnsafeRawBufferPointer) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: range.count + 3)
        let written = UnsafeRawBufferPointer(rebasing: text[range])
        if isPlain, range.count.isMultiple(of: 4), !Base64Symbols.isOfURL(written) {
            try builder.append(written)
            return builder.finish()
        }
        try builder.appendInPlace(minimum: range.count + 3) { free in
            var (offset, count) = (range.lowerBound, 0)
            while offset < range.upperBound {
                let value = Base64Symbols.value(of: text[offset])
                if value <= Base64Symbols.padding {
                    free[count] = Base64Symbols.character(of: value)
                    count += 1
                    offset += 1
                } else {
                    let escape = Base64Symbols.escape(at: offset, in: text) ?? (nil, 1)
                    if let symbol = escape.symbol {
                        free[count] = Base64Symbols.character(of: symbol)
                        count += 1
                    }
                    offset += escape.count
                }
            }
            while count > 0, free[count - 1] == UInt8(ascii: "=") { count -= 1 }
            while !count.isMultiple(of: 4) {
                free[count] = UInt8(ascii: "=")
                count += 1
            }
            return count
        }
        return builder.finish()
    }

    /// Base64 as it can stand in the place of the characters: escaped where these were.
    func written(_ base64: SecureBytes, of text: UnsafeRawBufferPointer) throws(OutOfMemory) -> SecureBytes {
        guard !isPlain, let form = Base64Symbols.slashEscape(in: text[range]) else { return base64 }
        var builder = try SecureBytesBuilder(capacity: base64.count + base64.count / 16)
        try base64.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            var start = 0
            for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") {
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
                try builder.append(form)
                start = index + 1
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return builder.finish()
    }
}
