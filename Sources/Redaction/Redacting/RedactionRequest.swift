public import SecureMemory

/// One snapshot to be redacted: what is covered, by what it is found, and how the result is written.
///
/// ```swift
/// var request = RedactionRequest(snapshot, policy: policy)
/// request.hierarchy = pageSource
/// let result = try Redactor().redact(request)
/// ```
public struct RedactionRequest: Sendable {
    /// A file of one of the formats that are read.
    public var snapshot: SecureBytes
    /// What to cover.
    public var policy: Policy
    /// Pictures that the policy's styles name; each has to be used.
    public var assets: [String: SecureBytes]
    /// Pictures of the server that the policy's styles name. One of ``assets`` goes before one of the same name.
    public var store: AssetStore
    /// The elements of the screen as a page source of Appium or UiAutomator, or as boxes of Playwright; needed if a target names
    /// elements, and only then.
    public var hierarchy: SecureBytes?
    /// What the request counts in, besides whatever policy. Points tell the scale of the display, which a policy in points has to
    /// agree with; regions are in a policy already.
    public var unit: LengthUnit?
    /// What the app was doing. In a phase in which the policy does not apply, nothing is covered: the result is a new file of the
    /// same pixels. Where it is not known, the policy applies.
    public var phase: Phase?
    /// Whether a snapshot of which nothing would be covered is refused: in such a phase, or where no rule finds what it is for.
    public var requiresCover: Bool
    /// How the result is written. A JPEG shows white where the snapshot is transparent.
    public var output: OutputOptions

    /// Covers what `policy` names in `snapshot`.
    public init(
        _ snapshot: SecureBytes,
        policy: Policy,
        assets: [String: SecureBytes] = [:],
        store: AssetStore = AssetStore(),
        hierarchy: SecureBytes? = nil,
        unit: LengthUnit? = nil,
        phase: Phase? = nil,
        requiresCover: Bool = false,
        output: OutputOptions = OutputOptions()
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
    }
}
