public import ImageCore
public import SecureMemory

extension Redactor {
    /// A redacted snapshot, and what was done to it.
    public struct Result: Sendable {
        /// The redacted snapshot as a whole new file, without the metadata of the one that was sent. Empty where the request
        /// did not want it and it was not needed.
        public let image: SecureBytes
        /// The format of ``image``, or the one that it would have.
        public let format: OutputFormat.Kind
        /// What was covered, and what the covers are worth.
        public let receipt: Receipt
        /// What the rules cover, before what is kept was cut out of it, in the order of painting.
        public let plan: [PlannedStep]
        /// The hierarchy without what covered elements say. Nil if none was sent.
        public let hierarchy: PageSource?

        /// What came of a plan, and the file that was painted; nil if none was.
        init(_ plan: ResolvedPlan, file: PaintedFile?) {
            image = file?.bytes ?? SecureBytes()
            format = file?.format ?? OutputFormat.Kind(plan.snapshot.format)
            receipt = Receipt(plan, omitted: file?.omitted ?? [])
            self.plan = plan.steps.map { PlannedStep($0, of: plan) }
            hierarchy = plan.hierarchy?.source
        }
    }

    /// What a check found.
    public struct CheckResult: Sendable {
        /// What is seen.
        public let report: CheckReport
        /// A small JPEG of the snapshot in which all that was found is black; nil if none was asked for.
        public let thumbnail: SecureBytes?
    }
}
