import Glibc

/// The bytes of a header as they come, up to the line feed after its MAC.
struct HeaderCollector: Sendable {
    private var bytes: [UInt8] = []
    /// Start of the line that has not ended yet.
    private var lineStart = 0

    /// Appends bytes of a file up to the end of its header, and removes them from `input`.
    ///
    /// - Returns: The whole header; nil if it goes on.
    /// - Throws: ``AgeError/notAge``, also early, and ``AgeError/tooLarge(_:)`` for a header without an end.
    mutating func take(_ input: inout UnsafeRawBufferPointer) throws(AgeError) -> [UInt8]? {
        while let start = input.baseAddress, !input.isEmpty {
            let end = memchr(start, Int32(UInt8(ascii: "\n")), input.count)
            let count = end.map { UnsafeRawPointer($0) - start + 1 } ?? input.count
            guard bytes.count + count <= AgeLimits.maximumHeaderByteCount else {
                throw .tooLarge("a header of more than \(AgeLimits.maximumHeaderByteCount >> 10) KiB")
            }
            try append(UnsafeRawBufferPointer(rebasing: input[..<count]))
            input = UnsafeRawBufferPointer(rebasing: input[count...])
            guard end != nil else { return nil }
            if bytes[lineStart...].starts(with: AgeHeader.macMark) { return bytes }
            lineStart = bytes.count
        }
        return nil
    }

    /// Whether no byte has come.
    var isEmpty: Bool { bytes.isEmpty }

    private mutating func append(_ piece: UnsafeRawBufferPointer) throws(AgeError) {
        bytes += piece
        guard bytes.prefix(AgeHeader.origin.count).elementsEqual(AgeHeader.origin.prefix(bytes.count)) else {
            throw .notAge
        }
    }
}
