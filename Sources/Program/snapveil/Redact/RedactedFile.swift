import Redaction
import SecureMemory

/// What came of a file.
struct RedactedFile: Sendable {
    /// The redacted snapshot, or a picture of what would be covered; with a report its thumbnail, empty if none is wanted.
    let picture: SecureBytes
    /// The redacted page source, if it is wanted.
    let hierarchy: SecureBytes?
    /// What was covered, if it is wanted.
    let receipt: Receipt?
    /// What the snapshot shows, if that was asked for.
    let report: CheckReport?
    /// What the snapshot still shows of the app, if that was asked for.
    let exposure: ExposureReport?

    init(
        picture: SecureBytes = SecureBytes(),
        hierarchy: SecureBytes? = nil,
        receipt: Receipt? = nil,
        report: CheckReport? = nil,
        exposure: ExposureReport? = nil
    ) {
        self.picture = picture
        self.hierarchy = hierarchy
        self.receipt = receipt
        self.report = report
        self.exposure = exposure
    }
}
