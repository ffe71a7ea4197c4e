import Testing

/// A file whose boxes are changed in place.
struct BoxPatch {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the first bytes are that a name has, from `start` on.
    func place(of name: String, after start: Int = 0) throws -> Int {
        let name = Array(name.utf8)
        return try #require((start...bytes.count - name.count).first { bytes[$0...].starts(with: name) })
    }

    /// Replaces what stands `offset` bytes behind a name.
    func patching(_ name: String, _ offset: Int = 0, _ new: [UInt8]) throws -> [UInt8] {
        let start = try place(of: name) + 4 + offset
        var patched = bytes
        patched.replaceSubrange(start..<start + new.count, with: new)
        return patched
    }

    /// Replaces a name.
    func renaming(_ name: String, to new: String) throws -> [UInt8] {
        try patching(name, -4, Array(new.utf8))
    }
}

/// A box.
func isoBox(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 8)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8) + content
}
