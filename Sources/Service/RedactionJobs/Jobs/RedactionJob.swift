package import BinaryCoding
package import Containment
package import SecureMemory

/// The job of a worker: one snapshot to redact, to preview or to report on.
package struct RedactionJob: Sendable, Equatable {
    /// The material that the demand is about.
    package let material: MaterialNumber
    package let demand: Demand
    /// Whether the worker may look at the picture. A job that has to look and may not is handed back.
    package let mayLook: Bool

    package enum Demand: Sendable, Equatable {
        /// A request to the service, whose body is the input. The worker judges its head again, by its own policies.
        case request(SanitizeOrder)
        /// A file of a command. The input is the snapshot, and its page source of `hierarchyByteCount` bytes behind it.
        case file(hierarchyByteCount: Int?, scale: Double?)
    }

    package init(_ demand: Demand, material: MaterialNumber, mayLook: Bool) {
        self.demand = demand
        self.material = material
        self.mayLook = mayLook
    }
}

extension RedactionJob {
    private enum Kind: UInt8 {
        case request, file
    }

    package func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(material)
        writer.write(mayLook)
        switch demand {
        case .request(let order):
            writer.write(Kind.request)
            order.write(to: &writer)
        case .file(let hierarchyByteCount, let scale):
            writer.write(Kind.file)
            writer.write(optional: hierarchyByteCount) { $0.write($1) }
            writer.write(optional: scale) { $0.write($1) }
        }
        return try writer.finish()
    }

    package init(decoding bytes: SecureBytes) throws(BinaryError) {
        var reader = BinaryReader(bytes)
        material = try reader.uint64()
        mayLook = try reader.bool()
        switch try reader.value(of: Kind.self) {
        case .request: demand = .request(try SanitizeOrder(reading: &reader))
        case .file:
            demand = .file(
                hierarchyByteCount: try reader.optional { try $0.int() },
                scale: try reader.optional { try $0.double() }
            )
        }
        try reader.finish()
    }
}
