public import ImageCore
public import SecureMemory

/// One snapshot to be redacted: what is covered, by what it is found, and how the result is written.
///
/// ```swift
/// var request = RedactionRequest(snapshot, policy: policy)
/// request.hierarchy = pageSource
/// let result = try Redactor().redact(request)
/// ```
public struct RedactionRequest: Sendable {
    /// The whole file of the snapshot, in a format of `ImageFormat`.
    public var snapshot: SecureBytes
    /// What to cover in the snapshot, and how.
    public var policy: Policy
    /// Pictures that come with the snapshot: PNG and JPEG files by the names that the policy's styles use. Each has to
    /// be used. By default none.
    public var assets: [String: SecureBytes]
    /// Pictures of the server that the policy's styles may name. One of ``assets`` takes precedence over one of the
    /// same name.
    public var store: AssetStore
    /// The elements of the screen as a page source of Appium or UiAutomator, or as boxes of Playwright; needed if a
    /// target names elements, and only then. By default nil.
    public var hierarchy: SecureBytes?
    /// The unit that the request states, whatever the policy is measured in; nil if it states none. Points tell the
    /// scale of the display, with which a policy in points has to agree. Regions that the request brings are part of
    /// ``policy`` already.
    public var unit: LengthUnit?
    /// What the app was doing; nil if nothing tells, in which case the policy applies. In a phase in which the policy
    /// does not apply, nothing is covered: the result is a new file of the same pixels.
    public var phase: Phase?
    /// Whether a snapshot of which nothing would be covered is refused: in a phase in which the policy does not apply,
    /// or where no rule finds what it is for. By default false.
    public var requiresCover: Bool
    /// The formats that the result may be written in, and their settings. A JPEG shows white where the snapshot is
    /// transparent.
    public var output: OutputOptions
    /// Whether the redacted picture is asked for. If not, only receipt and plan count: the picture may be empty, and what only
    /// decoding all of a PNG would tell is not looked for. By default true.
    public var wantsPicture: Bool

    /// Asks to cover what `policy` names in `snapshot`, with what the properties of the same names say.
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

/// How the redacted snapshot is written: in which format, and at what quality or compression.
public struct OutputOptions: Sendable, Hashable {
    /// The formats that may be written: that of the snapshot if it is among them, else the first. If there are none,
    /// that of the snapshot.
    public var formats: [OutputFormat.Kind]
    /// Quality of a JPEG, 1 to 100. Nil keeps that of the snapshot wherever the result is not encoded anew, and is 90
    /// elsewhere. Of a WebP, nil is lossless.
    public var quality: Int?
    /// The trade between time and size where the result is a PNG.
    public var compression: PNGCompression

    /// Options that allow any format, keep the quality of the snapshot and compress fast unless said otherwise.
    public init(
        formats: [OutputFormat.Kind] = OutputFormat.Kind.allCases,
        quality: Int? = nil,
        compression: PNGCompression = .fast
    ) {
        self.formats = formats
        self.quality = quality
        self.compression = compression
    }

    /// The format and its settings in which the result for a snapshot of format `input` is written.
    func format(for input: ImageFormat) -> OutputFormat {
        let same = OutputFormat.Kind(input)
        return switch formats.contains(same) ? same : formats.first ?? same {
        case .png: .png(compression)
        case .jpeg: quality.map { .jpeg(quality: $0) } ?? .jpeg()
        case .webp: .webP(quality: quality)
        }
    }
}
