import BinaryCoding
import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory

/// The settings of the server that a worker needs.
struct SanitizeSetup: Sendable {
    var limits: DecodingLimits
    /// Bytes that the pictures of all requests may take together.
    var workBytes: Int
    var demands: ServerPolicies.Demands
    /// The directory of the models for detection; nil without detection.
    var models: String?

    /// Upper bound on the bytes of a path: more than a path has.
    private static let longestPath = 64 << 10

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(limits.maximumPixels)
        writer.write(limits.maximumEdge)
        writer.write(limits.maximumScans)
        writer.write(workBytes)
        writer.write(demands.isExclusive)
        writer.write(demands.minimumAssurance)
        writer.write(demands.takesPhases)
        writer.write(demands.requiresCover)
        writer.write(optional: models) { $0.write($1) }
        return try writer.finish()
    }

    init(limits: DecodingLimits, workBytes: Int, demands: ServerPolicies.Demands, models: String? = nil) {
        self.limits = limits
        self.workBytes = workBytes
        self.demands = demands
        self.models = models
    }

    init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        limits = DecodingLimits(
            maximumPixels: try reader.int(),
            maximumEdge: try reader.int(),
            maximumScans: try reader.int()
        )
        workBytes = try reader.int()
        demands = ServerPolicies.Demands(
            isExclusive: try reader.bool(),
            minimumAssurance: try reader.word(),
            takesPhases: try reader.bool(),
            requiresCover: try reader.bool()
        )
        models = try reader.optional { try $0.string(maximumByteCount: Self.longestPath) }
        try reader.finish()
    }
}

/// The verdict of a worker on policies and pictures. Warnings are about pictures that no policy needs.
enum CatalogueVerdict {
    case usable(warnings: [InvalidFile])
    case unusable(InvalidFile)

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

    init(decoding bytes: SecureBytes) throws(BinaryError) {
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
        return "\(fault)".unicodeScalars.allSatisfy(isPrintable) ? fault : nil
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
