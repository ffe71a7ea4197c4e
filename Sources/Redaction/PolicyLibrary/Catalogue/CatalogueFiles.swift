public import BinaryCoding
import Redaction
public import SecureMemory

/// The files of a catalogue: read, of the right kinds, named and within the bounds, but neither parsed nor decoded.
///
/// One process, which may open files, reads them; another one, which may not, parses and decodes them:
/// ```swift
/// let message = try CatalogueFiles(reading: sources).encoded()
/// let catalogue = try Catalogue(CatalogueFiles(decoding: message), limits: limits)
/// ```
public struct CatalogueFiles: Sendable, Equatable {
    let policies: [NamedText]
    let pictures: [PictureFile]
    let recipients: [NamedText]
    let hasBuiltIns: Bool
    let defaultPolicy: String?
    let minimumAssurance: MinimumAssurance
    let hasDetector: Bool

    /// Reads the files of `sources`, and keeps the settings of these, save for the limits.
    ///
    /// - Throws: ``InvalidFile`` for a directory that cannot be read or lacks policies, a name that is invalid or that two files
    ///   have, and a policy that cannot be read. A picture that cannot be read counts once a policy needs it.
    public init(reading sources: Catalogue.Sources) throws(InvalidFile) {
        hasBuiltIns = sources.hasBuiltIns || sources.policies == nil
        policies =
            try sources.policies.map { [hasBuiltIns] (directory) throws(InvalidFile) in
                try NamedText.policies(in: directory, mayBeNone: hasBuiltIns)
            } ?? []
        pictures = try sources.assets.map { (path) throws(InvalidFile) in try PictureFile.all(in: path) } ?? []
        recipients =
            try sources.recipients.map { (path) throws(InvalidFile) in try NamedText.recipients(in: path) } ?? []
        defaultPolicy = sources.defaultPolicy
        minimumAssurance = sources.minimumAssurance
        hasDetector = sources.hasDetector
    }

    init(
        policies: [NamedText],
        pictures: [PictureFile],
        recipients: [NamedText],
        hasBuiltIns: Bool,
        defaultPolicy: String?,
        minimumAssurance: MinimumAssurance,
        hasDetector: Bool
    ) {
        self.policies = policies
        self.pictures = pictures
        self.recipients = recipients
        self.hasBuiltIns = hasBuiltIns
        self.defaultPolicy = defaultPolicy
        self.minimumAssurance = minimumAssurance
        self.hasDetector = hasDetector
    }
}

extension CatalogueFiles {
    private static let maximumCount = NamedFile.maximumCount

    /// The files and settings, in a message for another process.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: byteCountAtMost)
        writer.write(hasBuiltIns)
        writer.write(optional: defaultPolicy) { $0.write($1) }
        writer.write(minimumAssurance)
        writer.write(hasDetector)
        writer.write(array: policies) { $1.write(to: &$0) }
        writer.write(array: pictures) { $1.write(to: &$0) }
        writer.write(array: recipients) { $1.write(to: &$0) }
        return try writer.finish()
    }

    /// Reads a message of ``encoded()``. The files are not copied out of it.
    public init(decoding message: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(message)
        let hasBuiltIns = try reader.bool()
        let defaultPolicy = try reader.optional { try $0.string(maximumByteCount: Coding.maximumByteCount) }
        let minimumAssurance = try reader.word(of: MinimumAssurance.self)
        let hasDetector = try reader.bool()
        let policies = try reader.array(maximumCount: Self.maximumCount) { try NamedText(from: &$0) }
        let pictures = try reader.array(maximumCount: Self.maximumCount) { try PictureFile(from: &$0) }
        let recipients = try reader.array(maximumCount: Self.maximumCount) { try NamedText(from: &$0) }
        try reader.finish()
        self.init(
            policies: policies,
            pictures: pictures,
            recipients: recipients,
            hasBuiltIns: hasBuiltIns,
            defaultPolicy: defaultPolicy,
            minimumAssurance: minimumAssurance,
            hasDetector: hasDetector
        )
    }

    /// Bound on the bytes of the message, so that the pictures are copied once.
    private var byteCountAtMost: Int {
        let lengths = 64
        let ofTexts = (policies + recipients).map { $0.name.utf8.count + $0.path.utf8.count + $0.bytes.count + lengths }
        let ofPictures = pictures.map { picture in
            let content =
                switch picture.content {
                case .success(let bytes): bytes.count
                case .failure(let error): error.path.utf8.count + error.reason.utf8.count
                }
            return picture.name.utf8.count + picture.path.utf8.count + content + lengths
        }
        return ofTexts.reduce(0, +) + ofPictures.reduce(0, +) + (defaultPolicy?.utf8.count ?? 0) + 2 * lengths
    }
}

private enum Coding {
    /// Bytes of a name, a path or a reason: all names of policies fit in, which one reason lists.
    static let maximumByteCount = 1 << 20
}

extension NamedText {
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
    public init(from reader: inout BinaryReader) throws(BinaryError) {
        let path = try reader.string(maximumByteCount: Coding.maximumByteCount)
        let line = try reader.optional { try $0.int() }
        self.init(path, line: line, try reader.string(maximumByteCount: Coding.maximumByteCount))
    }
}
