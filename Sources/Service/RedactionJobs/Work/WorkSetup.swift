package import BinaryCoding
package import ImageCore
import Redaction
package import SecureMemory

/// The settings that a worker needs before it locks itself.
package struct WorkSetup: Sendable, Equatable {
    package var limits = DecodingLimits()
    /// Bytes that the pictures of all jobs may take together; nil for no bound.
    package var workBytes: Int?
    package var demands = ServerPolicies.Demands()
    /// The directory of the models for detection; nil without detection.
    package var models: String?
    /// Whether messages may have to be drawn.
    package var drawsMessages = true
    /// Whether page sources may have to be read.
    package var readsHierarchies = true
    /// Whether many jobs are to come, the first of which is not to wait for what is done once.
    package var isForLong = true

    package init() {}

    /// The setup for the files of a command, of which most runs have few.
    package init(_ order: RedactionOrder, models: String?) {
        self.models = models
        // The preview of a recording states times.
        drawsMessages = order.policy.showsMessages || order.product == .preview
        readsHierarchies = order.hierarchy != nil || order.hasHierarchies
        isForLong = false
    }

    /// The setup to put sealed pixels back into pictures.
    package static var forUnsealing: WorkSetup {
        var setup = WorkSetup()
        (setup.drawsMessages, setup.readsHierarchies, setup.isForLong) = (false, false, false)
        return setup
    }

    /// Upper bound on the bytes of a path: more than a path has.
    private static let longestPath = 64 << 10

    package func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(limits.maximumPixels)
        writer.write(limits.maximumEdge)
        writer.write(limits.maximumScans)
        writer.write(optional: workBytes) { $0.write($1) }
        writer.write(demands.isExclusive)
        writer.write(demands.minimumAssurance)
        writer.write(demands.takesPhases)
        writer.write(demands.requiresCover)
        writer.write(demands.forbidsSealing)
        writer.write(optional: models) { $0.write($1) }
        for flag in [drawsMessages, readsHierarchies, isForLong] { writer.write(flag) }
        return try writer.finish()
    }

    package init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        limits = DecodingLimits(
            maximumPixels: try reader.int(),
            maximumEdge: try reader.int(),
            maximumScans: try reader.int()
        )
        workBytes = try reader.optional { try $0.int() }
        demands = ServerPolicies.Demands(
            isExclusive: try reader.bool(),
            minimumAssurance: try reader.word(),
            takesPhases: try reader.bool(),
            requiresCover: try reader.bool(),
            forbidsSealing: try reader.bool()
        )
        models = try reader.optional { try $0.string(maximumByteCount: Self.longestPath) }
        drawsMessages = try reader.bool()
        readsHierarchies = try reader.bool()
        isForLong = try reader.bool()
        try reader.finish()
    }
}
