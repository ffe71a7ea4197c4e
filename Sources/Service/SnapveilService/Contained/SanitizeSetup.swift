import BinaryCoding
import ImageCore
import Redaction
import SecureMemory

/// What does not change while the server runs, as a worker has to know it.
struct SanitizeSetup: Sendable {
    /// What a snapshot may cost.
    var limits: DecodingLimits
    /// Bytes that the pictures of all requests may take together.
    var workBytes: Int
    /// What holds for the policies of the server.
    var demands: ServerPolicies.Demands
    /// The directory of the models that pictures are looked at with; nil if they are not.
    var models: String?

    /// More than a path has.
    private static let longestPath = 64 << 10

    /// The setup as bytes.
    ///
    /// - Throws: ``OutOfMemory``.
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

    /// Reads what ``encoded()`` has written.
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
