import BoundedWork
import SecureMemory

/// A single file that is packed, and can be packed again the same way.
struct PackedFile {
    enum Form: Equatable {
        /// RFC 1952.
        case gzip
        /// RFC 1950: the stream that reports keep their long texts in.
        case zlib
        /// RFC 8878: the objects of a result bundle of Xcode.
        case zstandard
        /// UTF-16 with the mark at its start, which is searched in UTF-8.
        case utf16LittleEndian
        case utf16BigEndian

        /// Whether somebody may read the bytes as another text.
        var isReadable: Bool { [.utf16LittleEndian, .utf16BigEndian].contains(self) }
    }

    /// The bytes that were packed.
    let contents: SecureBytes
    /// Whether the file holds something beside the contents: a name, a comment, or what readers pass over.
    let holdsMore: Bool
    private let form: Form

    /// The form of a file; nil for another.
    static func form(of file: UnsafeRawBufferPointer) -> Form? {
        ZstandardFile.isOne(file) ? .zstandard : DeflatedFile.form(of: file) ?? UTF16File.form(of: file)
    }

    /// Unpacks a file of a form.
    ///
    /// - Parameters:
    ///   - limits: Bounds on the bytes of an entry, which count for the file.
    ///   - budget: Pays for what is read and written.
    init(_ file: SecureBytes, _ form: Form, _ limits: ZipLimits, budget: inout WorkBudget) throws(ContentFailure) {
        self.form = form
        holdsMore = file.withUnsafeBytes { bytes in
            switch form {
            case .zstandard: ZstandardFile.holdsMore(bytes)
            case .gzip: DeflatedFile.holdsMore(bytes)
            case .zlib, .utf16LittleEndian, .utf16BigEndian: false
            }
        }
        contents =
            switch form {
            case .zstandard: try ZstandardFile.contents(of: file, limits, budget: &budget)
            case .gzip, .zlib: try DeflatedFile.contents(of: file, form, limits, budget: &budget)
            case .utf16LittleEndian, .utf16BigEndian: try UTF16File.contents(of: file, form, budget: &budget)
            }
    }

    /// Other contents as a file of the same form, without name, time and comment.
    func packed(_ contents: SecureBytes, _ cancellation: Cancellation) throws(ContentFailure) -> SecureBytes {
        switch form {
        case .zstandard: try ZstandardFile.packed(contents, cancellation)
        case .gzip, .zlib: try DeflatedFile.packed(contents, form, cancellation)
        case .utf16LittleEndian, .utf16BigEndian: try UTF16File.packed(contents, form)
        }
    }

    /// Unpacks by `unpack` into memory that grows until it has room for everything; `unpack` returns nil where it has too little, or
    /// the file is damaged.
    static func growing(
        from byteCount: Int,
        _ limits: ZipLimits,
        _ unpack: (_ room: Int) throws(ContentFailure) -> SecureBytes?
    ) throws(ContentFailure) -> SecureBytes {
        let most = min(limits.entryBytes, limits.mostBytes(unpackedFrom: byteCount))
        var room = min(most, max(1 << 12, firstRatio * byteCount))
        while true {
            if let contents = try unpack(room) { return contents }
            guard room < most else { throw .refused("it is damaged, or unpacks to more than \(most) bytes") }
            room = min(most, firstRatio * room)
        }
    }

    /// The room that a file is first given for each of its bytes, and each time that it is too little.
    private static let firstRatio = 8
}
