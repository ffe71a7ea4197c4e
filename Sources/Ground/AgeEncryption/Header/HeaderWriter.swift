import Crypto
import SecureMemory

/// The header of a new file with its stanzas and the MAC, in the form that every reader takes.
struct HeaderWriter: ~Copyable {
    private var bytes: SecureBytesBuilder

    /// Begins a header; `capacity` makes room for it, and for the payload after it.
    init(capacity: Int) throws(OutOfMemory) {
        var bytes = try SecureBytesBuilder(capacity: capacity)
        try bytes.append(AgeHeader.versionLine)
        self.bytes = bytes
    }

    /// Appends a stanza whose body fits into one line, as every wrapped file key does.
    mutating func append(_ arguments: String, _ parts: [[UInt8]], suffix: String = "", body: [UInt8])
        throws(OutOfMemory)
    {
        try bytes.append("-> \(arguments)")
        for part in parts {
            try bytes.append(" ")
            try appendBase64(part)
        }
        try bytes.append("\(suffix)\n")
        try appendBase64(body)
        try bytes.append("\n")
    }

    /// Appends the mark after the stanzas, and returns the MAC of the header.
    mutating func mac(_ fileKey: FileKey) throws(OutOfMemory) -> [UInt8] {
        try bytes.append(AgeHeader.macMark)
        return bytes.withUnsafeBytes { fileKey.mac(of: $0) }
    }

    /// Appends the MAC, and returns the whole header to append the payload to.
    consuming func finish(mac: [UInt8]) throws(OutOfMemory) -> SecureBytesBuilder {
        try bytes.append(" ")
        try appendBase64(mac)
        try bytes.append("\n")
        return bytes
    }

    private mutating func appendBase64(_ array: [UInt8]) throws(OutOfMemory) {
        try bytes.append(UnpaddedBase64.encode(array))
    }
}
