public import ImageCore
public import SecureMemory

/// One snapshot to redact, with the policy, its evidence and the form of the result.
///
/// ```swift
/// var request = RedactionRequest(snapshot, policy: policy)
/// request.hierarchy = pageSource
/// let result = try Redactor().redact(request)
/// ```
public struct RedactionRequest: Sendable {
    /// The whole file of the snapshot, in a format of `ImageFormat`.
    public var snapshot: SecureBytes
    /// The targets and their styles.
    public var policy: Policy
    /// PNG and JPEG files by the names that the policy's styles use, each of them used; by default none.
    public var assets: [String: SecureBytes]
    /// The server's assets; one of ``assets`` takes precedence over one of the same name.
    public var store: AssetStore
    /// A page source of one of the kinds of `SourceKind`; required for targets that name elements, else refused. By
    /// default nil.
    public var hierarchy: SecureBytes?
    /// The unit of the request; nil if it states none. Points state the scale of the display, with which a policy in points has to
    /// agree. Regions of the request are part of ``policy`` already.
    public var unit: LengthUnit?
    /// The state of the app; nil if not known, and then the policy applies. Where it does not, the result is a new file of the same
    /// pixels.
    public var phase: Phase?
    /// Whether a snapshot without any cover is refused: its phase excludes the policy, or no rule finds its target. By default
    /// false.
    public var requiresCover: Bool
    /// The formats of the result and their settings. A JPEG shows white where the snapshot is transparent.
    public var output: OutputOptions
    /// Whether the picture is wanted besides receipt and plan; without it, faults of a PNG that only decoding shows are not looked
    /// for. By default true.
    public var wantsPicture: Bool
    /// Whether the covered pixels are wanted, too, for somebody to whom they will be encrypted. By default not.
    public var sealing = Sealing.notWanted

    /// Asks to cover the targets of `policy` in `snapshot`; see the properties of the same names.
    public init(
        _ snapshot: SecureBytes,
        policy: Policy,
        assets: [String: SecureBytes] = [:],
        store: AssetStore = AssetStore(),
        hierarchy: SecureBytes? = nil,
        unit: LengthUnit? = nil,
        phase: Phase? = nil,
        requiresCover: Bool = false,
        output: OutputOptions = OutputOptions(),
        wantsPicture: Bool = true
    ) {
        self.snapshot = snapshot
        self.policy = policy
        self.assets = assets
        self.store = store
        self.hierarchy = hierarchy
        self.unit = unit
        self.phase = phase
        self.requiresCover = requiresCover
        self.output = output
        self.wantsPicture = wantsPicture
    }
}

extension RedactionRequest {
    /// Bytes of memory for each pixel of the snapshot while it is read, worked on and written. Where only its plan is wanted, it may be
    /// written all the same.
    package var workBytesOfPixel: Int {
        let ofWriting = ImageFormat(recognizing: snapshot).map { output.format(for: $0).workBytesOfPixel } ?? 0
        let ofPicture = max(ofWriting, checkBytesOfPixel)
        return policy.sealing == .allowed ? ofPicture + sealing.workBytesOfPixel : ofPicture
    }

    /// Bytes of memory for each pixel of the snapshot while it is read and worked on, if nothing is written.
    package var checkBytesOfPixel: Int {
        max(OutputFormat.workBytesOfPixel, PictureDeclaration(of: snapshot)?.decodingBytesOfPixel ?? 0)
    }
}

/// The format of a result, with its quality or compression.
public struct OutputOptions: Sendable, Hashable {
    /// The allowed formats: the snapshot's own if it is among them, else the first; if empty, the snapshot's own.
    public var formats: [OutputFormat.Kind]
    /// Quality of a JPEG or WebP, 1 to 100. Nil keeps the snapshot's own where a JPEG is not encoded anew, else is 90; for WebP it
    /// is lossless.
    public var quality: Int?
    /// The trade of a PNG between time and size.
    public var compression: PNGCompression

    /// Allows any format, keeps the quality of the snapshot and compresses fast by default.
    public init(
        formats: [OutputFormat.Kind] = OutputFormat.Kind.allCases,
        quality: Int? = nil,
        compression: PNGCompression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// The format and settings for a snapshot of format `input`.
    package func format(for input: ImageFormat) -> OutputFormat {
        let same = OutputFormat.Kind(input)
        return switch formats.contains(same) ? same : formats.first ?? same {
        case .png: .png(compression)
        case .jpeg: quality.map { .jpeg(quality: $0) } ?? .jpeg()
        case .webp: .webP(quality: quality)
        }
    }
}
