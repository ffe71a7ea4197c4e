import AgeEncryption
package import BinaryCoding
import BoundedWork
import Containment
package import PolicyLibrary
import Redaction
package import SecureMemory

/// The files that many jobs need and workers get once: read, but neither parsed nor decoded.
package enum WorkMaterial: Sendable {
    /// The policies and pictures of a server.
    case catalogue(CatalogueFiles)
    /// The order of a command for every file.
    case order(RedactionOrder)
    /// The identities of a command that opens sealed files.
    case identities(IdentityFiles)
}

/// A material that is parsed and decoded.
indirect enum ReadyMaterial: Sendable {
    case policies(ServerPolicies)
    case task(FileTask)
    case identities([AgeIdentity])
}

/// A material that workers have, or can have.
package struct LoadedMaterial: Sendable {
    let number: MaterialNumber
    /// The material for processes that do not have it yet; nil where this process does the work.
    var shared: Material?
    /// The material itself, where this process does the work.
    var ready: ReadyMaterial?
}

extension WorkMaterial {
    /// The name of its files in an error.
    var name: String {
        switch self {
        case .catalogue: "policies"
        case .order: "the assets"
        case .identities: "the identities"
        }
    }

    private enum Kind: UInt8 {
        case catalogue, order, identities
    }

    package func encoded() throws -> SecureBytes {
        var writer = BinaryWriter()
        switch self {
        case .catalogue(let files):
            writer.write(Kind.catalogue)
            writer.write(try files.encoded())
        case .order(let order):
            writer.write(Kind.order)
            writer.write(try order.encoded())
        case .identities(let files):
            writer.write(Kind.identities)
            writer.write(try files.encoded())
        }
        return try writer.finish()
    }

    package init(decoding bytes: SecureBytes) throws {
        var reader = BinaryReader(bytes)
        switch try reader.value(of: Kind.self) {
        case .catalogue: self = .catalogue(try CatalogueFiles(decoding: reader.bytes()))
        case .order: self = .order(try RedactionOrder(decoding: reader.bytes()))
        case .identities: self = .identities(try IdentityFiles(decoding: reader.bytes()))
        }
        try reader.finish()
    }
}

/// The verdict of a worker on a material. Warnings are about pictures that no policy needs.
package enum MaterialVerdict {
    case usable(warnings: [InvalidFile])
    case unusable(InvalidFile)

    package func encoded() throws(OutOfMemory) -> SecureBytes {
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

    package init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        if try reader.bool() {
            self = .usable(warnings: try reader.array(maximumCount: 1024) { try $0.checked(Self.printable) })
        } else {
            self = .unusable(try reader.checked(Self.printable))
        }
        try reader.finish()
    }

    /// A fault that can stand in a log, where a hostile worker could else write lines of its own.
    private static func printable(_ reader: inout BinaryReader) throws(BinaryError) -> InvalidFile? {
        let fault = try InvalidFile(from: &reader)
        return QuotedText.printing("\(fault)") == "\(fault)" ? fault : nil
    }
}

extension InvalidFile {
    /// The fault with names and words that can stand in a log.
    var printed: InvalidFile {
        InvalidFile(QuotedText.printing(path), line: line, QuotedText.printing(reason))
    }
}
