package import Artefacts
import BinaryCoding
import Foundation
import ImageCore
package import PolicyLibrary
package import Redaction
package import SecureMemory

/// The order for every file. Nothing in it was decoded yet.
package struct RedactionOrder: Sendable {
    package var policy: Policy
    /// The files of `--asset`, by the names that the policy's styles use.
    package var assets: [String: SecureBytes] = [:]
    /// The pictures of `--assets` that the policy names.
    package var pictures = PictureFiles()
    /// The page source of the screen, where there is one snapshot.
    package var hierarchy: SecureBytes?
    /// Whether files come with page sources of their own.
    package var hasHierarchies = false
    /// The unit of the options; nil where they state none.
    package var unit: LengthUnit?
    /// The phase of the app; nil if that is not known.
    package var phase: Phase?
    /// Whether a snapshot without a cover is refused.
    package var requiresCover = false
    package var output = OutputOptions()
    /// The picture that the app shows while it starts, to hold snapshots against it.
    package var splash: SecureBytes?
    /// Whether files may be artefacts, and not pictures alone.
    package var takesArtefacts = false
    /// The file of secrets that have to be nowhere in the texts of an artefact.
    package var secrets: SecureBytes?
    /// Secrets that the parts of an artefact tell of themselves, once all are known.
    package var told = ToldSecrets()
    /// What becomes of contents of an artefact that are not redacted.
    package var foreign = ArtefactRedactor.Foreign()
    /// Words for what becomes of recordings besides: whoever runs FFmpeg sees to that.
    package var recordings = ""
    package var product: Product
    /// Pixels of the shorter edge of the thumbnail that comes with a report; nil if none is wanted.
    package var thumbnailEdge: Int?
    /// Whether the redacted hierarchy is wanted, too.
    package var returnsHierarchy = false
    /// Whether the receipt is wanted, too.
    package var returnsReceipt = false
    /// The recipients that covered pixels are sealed to, as texts; empty to seal nothing.
    package var recipients: [String] = []
    /// Whether nothing may be sealed.
    package var forbidsSealing = false

    /// An order without anything that is optional.
    package init(policy: Policy, product: Product = .picture) {
        self.policy = policy
        self.product = product
    }

    /// Whether what is covered is sealed.
    package var seals: Bool { SealingFate(sealing, rule: policy.sealing)?.isSealed ?? false }

    /// The wish for what is covered.
    package var sealing: Sealing {
        guard product == .picture, !forbidsSealing else { return forbidsSealing ? .forbidden : .notWanted }
        return recipients.isEmpty ? .notWanted : .wanted(recipients: recipients.count)
    }

    package enum Product: String, CaseIterable {
        case picture
        /// A picture of the covers alone.
        case preview
        /// A report of the findings of the policy.
        case report
        /// A report of all sensitive things, under any policy.
        case fullReport
        /// A report of the exposure of an app in the background.
        case exposure

        package var isReport: Bool { self == .report || self == .fullReport }
    }
}

extension RedactionOrder {
    /// Upper bound on the files of `--asset`: more than a policy has rules.
    private static let maximumAssets = 1 << 16
    private static let longestName = 4096

    package func encoded() throws -> SecureBytes {
        // Policies are written so that an equal one is read, numbers to the last bit; and all is written in an order of its own,
        // so that equal orders are the same bytes.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let policy = try SecureBytes(copying: encoder.encode(policy))
        var writer = BinaryWriter(
            capacity: 4096 + policy.count + assets.values.reduce(hierarchy?.count ?? 0) { $0 + $1.count }
        )
        writer.write(policy)
        writer.write(array: assets.sorted { $0.key < $1.key }) { writer, asset in
            writer.write(asset.key)
            writer.write(asset.value)
        }
        pictures.write(to: &writer)
        writer.write(optional: hierarchy) { $0.write($1) }
        writer.write(optional: unit) { $1.write(to: &$0) }
        writer.write(optional: phase) { $0.write($1) }
        writer.write(array: output.formats) { $0.write($1) }
        writer.write(optional: output.quality) { $0.write($1) }
        writer.write(output.compression)
        writer.write(optional: splash) { $0.write($1) }
        writer.write(optional: secrets) { $0.write($1) }
        writer.write(try told.encoded())
        writer.write(foreign.unknown)
        writer.write(foreign.recordings)
        writer.write(recordings)
        writer.write(product)
        writer.write(optional: thumbnailEdge) { $0.write($1) }
        writer.write(array: recipients) { $0.write($1) }
        for flag in [requiresCover, hasHierarchies, returnsHierarchy, returnsReceipt, takesArtefacts, forbidsSealing] {
            writer.write(flag)
        }
        return try writer.finish()
    }

    package init(decoding bytes: SecureBytes) throws {
        var reader = BinaryReader(bytes)
        policy = try Policy(parsing: reader.bytes())
        let files = try reader.array(maximumCount: Self.maximumAssets) { reader in
            (try reader.string(maximumByteCount: Self.longestName), try reader.bytes())
        }
        assets = Dictionary(files) { first, _ in first }
        pictures = try PictureFiles(from: &reader)
        hierarchy = try reader.optional { try $0.bytes() }
        unit = try reader.optional { try LengthUnit(from: &$0) }
        phase = try reader.optional { try $0.word() }
        output.formats = try reader.array(maximumCount: OutputFormat.Kind.allCases.count) { try $0.word() }
        output.quality = try reader.optional { try $0.int() }
        output.compression = try reader.word()
        splash = try reader.optional { try $0.bytes() }
        secrets = try reader.optional { try $0.bytes() }
        told = try ToldSecrets(decoding: reader.bytes())
        foreign.unknown = try reader.word()
        foreign.recordings = try reader.word()
        recordings = try reader.string(maximumByteCount: Self.longestName)
        product = try reader.word()
        thumbnailEdge = try reader.optional { try $0.int() }
        recipients = try reader.array(maximumCount: Self.maximumAssets) {
            try $0.string(maximumByteCount: Self.longestName)
        }
        requiresCover = try reader.bool()
        hasHierarchies = try reader.bool()
        returnsHierarchy = try reader.bool()
        returnsReceipt = try reader.bool()
        takesArtefacts = try reader.bool()
        forbidsSealing = try reader.bool()
        try reader.finish()
    }
}

extension LengthUnit {
    private enum Kind: UInt8 {
        case pixels, points, ratio
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        switch self {
        case .pixels: writer.write(Kind.pixels)
        case .ratio: writer.write(Kind.ratio)
        case .points(let scale):
            writer.write(Kind.points)
            writer.write(optional: scale) { $0.write($1) }
        }
    }

    fileprivate init(from reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.value(of: Kind.self) {
        case .pixels: self = .pixels
        case .ratio: self = .ratio
        case .points: self = .points(scale: try reader.optional { try $0.double() })
        }
    }
}
