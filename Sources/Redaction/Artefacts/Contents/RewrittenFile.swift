import SecureMemory

/// A file of which some parts are replaced, one that is replaced again by its last contents.
struct RewrittenFile {
    private let file: SecureBytes
    private var parts: [Range<Int>: SecureBytes] = [:]

    init(_ file: SecureBytes) { self.file = file }

    mutating func replace(_ part: Range<Int>, by contents: SecureBytes) { parts[part] = contents }

    func contents() throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: file.count)
        var position = 0
        for (part, contents) in parts.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
            try builder.append(file[position..<part.lowerBound])
            try builder.append(contents)
            position = part.upperBound
        }
        try builder.append(file[position..<file.count])
        return builder.finish()
    }
}
