public import BinaryCoding
import Redaction
public import SecureMemory

extension CatalogueFiles {
    /// Most files of each kind that are decoded.
    private static let maximumCount = NamedFile.maximumCount

    /// The files and what else there is, in a message for another process.
    ///
    /// - Throws: ``OutOfMemory``.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: byteCountAtMost)
        writer.write(hasBuiltIns)
        writer.write(optional: defaultPolicy) { $0.write($1) }
        writer.write(minimumAssurance)
        writer.write(hasDetector)
        writer.write(array: policies) { $1.write(to: &$0) }
        writer.write(array: pictures) { $1.write(to: &$0) }
        return try writer.finish()
    }

    /// Reads a message of ``encoded()``. The files are not copied out of it.
    ///
    /// - Throws: `BinaryError`.
    public init(decoding message: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(message)
        let hasBuiltIns = try reader.bool()
        let defaultPolicy = try reader.optional { try $0.string(maximumByteCount: Coding.maximumByteCount) }
        let minimumAssurance = try reader.word(of: MinimumAssurance.self)
        let hasDetector = try reader.bool()
        let policies = try reader.array(maximumCount: Self.maximumCount) { try PolicyText(from: &$0) }
        let pictures = try reader.array(maximumCount: Self.maximumCount) { try PictureFile(from: &$0) }
        try reader.finish()
        self.init(
            policies: policies,
            pictures: pictures,
            hasBuiltIns: hasBuiltIns,
            defaultPolicy: defaultPolicy,
            minimumAssurance: minimumAssurance,
            hasDetector: hasDetector
        )
    }

    /// What the message takes at most, so that the pictures are copied once.
    private var byteCountAtMost: Int {
        let lengths = 64
        let ofPolicies = policies.map { $0.name.utf8.count + $0.path.utf8.count + $0.bytes.count + lengths }
        let ofPictures = pictures.map { picture in
            let content =
                switch picture.content {
                case .success(let bytes): bytes.count
                case .failure(let error): error.path.utf8.count + error.reason.utf8.count
                }
            return picture.name.utf8.count + picture.path.utf8.count + content + lengths
        }
        return ofPolicies.reduce(0, +) + ofPictures.reduce(0, +) + (defaultPolicy?.utf8.count ?? 0) + 2 * lengths
    }
}

/// Bounds on what is read of a message.
private enum Coding {
    /// Most bytes of a name, a path or a reason: all names of policies fit in, which one reason lists.
    static let maximumByteCount = 1 << 20
}

extension PolicyText {
    fileprivate func write(to writer: inout BinaryWriter) {
        writer.write(name)
        writer.write(path)
        writer.write(bytes)
    }

    fileprivate init(from reader: inout BinaryReader) throws(BinaryError) {
        name = try reader.string(maximumByteCount: Coding.maximumByteCount)
        path = try reader.string(maximumByteCount: Coding.maximumByteCount)
        bytes = try reader.bytes(maximumCount: StructuredFile.maximumBytes)
    }
}

extension PictureFile {
    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        writer.write(path)
        switch content {
        case .success(let bytes):
            writer.write(true)
            writer.write(bytes)
        case .failure(let error):
            writer.write(false)
            error.write(to: &writer)
        }
    }

    init(from reader: inout BinaryReader) throws(BinaryError) {
        name = try reader.string(maximumByteCount: Coding.maximumByteCount)
        path = try reader.string(maximumByteCount: Coding.maximumByteCount)
        if try reader.bool() {
            content = .success(try reader.bytes(maximumCount: Self.maximumBytes))
        } else {
            content = .failure(try InvalidFile(from: &reader))
        }
    }
}

extension InvalidFile {
    /// Writes the fault into a message for another process.
    public func write(to writer: inout BinaryWriter) {
        writer.write(path)
        writer.write(optional: line) { $0.write($1) }
        writer.write(reason)
    }

    /// Reads a fault out of a message.
    ///
    /// - Throws: `BinaryError`.
    public init(from reader: inout BinaryReader) throws(BinaryError) {
        let path = try reader.string(maximumByteCount: Coding.maximumByteCount)
        let line = try reader.optional { try $0.int() }
        self.init(path, line: line, try reader.string(maximumByteCount: Coding.maximumByteCount))
    }
}
