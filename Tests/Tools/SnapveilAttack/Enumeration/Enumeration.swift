import ImageCore
import Redaction
import SecureMemory

/// Sends every code there is through a mask as tight as can be, and counts what comes out.
struct Enumeration: Sendable {
    /// What was counted for one cover.
    struct Row: Sendable {
        let cover: String
        let format: SnapshotFormat
        let ink: Ink
        let codes: Int
        let distinctOutputs: Int
    }

    private let scene: Scene
    private let codes: [Code]

    /// - Parameter codes: How many of the codes of the scene to send, from 0 on.
    init(_ scene: Scene, codes: Int) {
        self.scene = scene
        self.codes = (0..<codes).map { Code($0, length: scene.codeLength) }
    }

    /// Counts the outputs of each of `specimens`.
    func run(_ specimens: [Specimen], format: SnapshotFormat) throws -> [Row] {
        let snapshots = try snapshots(format)
        return try specimens.map { specimen in
            let channel = try RedactionChannel(specimen.style, over: scene.inkBounds, assets: specimen.assets)
            let distinct = try DistinctOutputs.count(over: snapshots) { try channel.output(for: $0) }
            return row(specimen.style.kind, format, distinct)
        }
    }

    /// Counts the outputs of a mask that is painted on the decoded pixels just where the digits are: what a JPEG smears
    /// beyond them stays.
    func runNaiveMask(format: SnapshotFormat) throws -> Row {
        let distinct = try DistinctOutputs.count(over: snapshots(format)) { snapshot in
            var pixels = try DecodedImage(decoding: snapshot).takePixels()
            if let area = PaintArea(scene.inkBounds) { try Fill(color: .black).apply(to: &pixels, in: area) }
            return try pixels.encoded(.png()).withUnsafeBytes(Array.init)
        }
        return row("naive mask", format, distinct)
    }

    private func snapshots(_ format: SnapshotFormat) throws -> [SecureBytes] {
        try Parallel.map(codes) { try scene.picture(of: $0).encoded(format) }
    }

    private func row(_ cover: String, _ format: SnapshotFormat, _ distinct: Int) -> Row {
        Row(cover: cover, format: format, ink: scene.ink, codes: codes.count, distinctOutputs: distinct)
    }
}
