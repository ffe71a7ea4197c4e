public import BoundedWork
public import SecureMemory

extension SecureBytesBuilder {
    /// Appends `text` as a JSON string, in quotation marks (RFC 8259, section 7); not all of it once it is cancelled.
    ///
    /// - Parameters:
    ///   - text: Well-formed UTF-8.
    ///   - cancellation: Whether the string is still wanted.
    /// - Throws: ``OutOfMemory``.
    public mutating func append(
        jsonString text: SecureBytes,
        _ cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        try text.withUnsafeBytes { (bytes) throws(OutOfMemory) in
            try append("\"")
            var start = 0
            for (offset, byte) in bytes.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                guard !cancellation.isCancelled else { return }
                try append(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
                try append(Self.escape(of: byte))
                start = offset + 1
            }
            try append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            try append("\"")
        }
    }

    private static func escape(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return "\\\(Unicode.Scalar(byte))"
        case UInt8(ascii: "\n"): return "\\n"
        case UInt8(ascii: "\r"): return "\\r"
        case UInt8(ascii: "\t"): return "\\t"
        default: return "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
    }
}
