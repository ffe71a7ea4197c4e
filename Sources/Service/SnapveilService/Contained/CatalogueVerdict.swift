import BinaryCoding
import PolicyLibrary
import SecureMemory

/// What a worker says of the policies and pictures that it was given.
enum CatalogueVerdict {
    /// They can be used, but for some pictures that no policy needs.
    case usable(warnings: [InvalidFile])
    /// They cannot be used.
    case unusable(InvalidFile)

    /// The verdict as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .usable(let warnings):
            writer.write(true)
            writer.write(array: warnings) { $1.write(to: &$0) }
        case .unusable(let error):
            writer.write(false)
            error.write(to: &writer)
        }
        return try writer.finish()
    }

    /// Reads what ``encoded()`` has written.
    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        if try reader.bool() {
            self = .usable(warnings: try reader.array(maximumCount: 1024) { try $0.checked(Self.printable) })
        } else {
            self = .unusable(try reader.checked(Self.printable))
        }
        try reader.finish()
    }

    /// A fault that can stand in a log. A worker that somebody has taken over could write lines of its own there.
    private static func printable(_ reader: inout BinaryReader) throws(BinaryError) -> InvalidFile? {
        let fault = try InvalidFile(from: &reader)
        return "\(fault)".unicodeScalars.allSatisfy(isPrintable) ? fault : nil
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
