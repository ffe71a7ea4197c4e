import BoundedWork
import Detection
import ImageCore
import StrictJSON

/// A snapshot that is opened, and all that is needed to paint a plan on it.
struct RedactionJob {
    /// The snapshot, of which nothing but the header is read yet.
    let file: any ImageFile
    /// What to cover, and how. All pictures that its styles name are there.
    let policy: Policy
    /// The elements of the hierarchy that the policy names; nil if no hierarchy was sent.
    let elements: MatchedElements?
    /// Looks for what is found in pixels; nil if there is nothing to look with.
    let detector: Detector?
    /// Pixels for each point of the display; nil if nothing tells.
    let scale: Double?
    /// What the app was doing; nil if nothing tells, in which case the policy applies.
    let phase: Phase?
    /// Whether a snapshot of which nothing would be covered is refused.
    let requiresCover: Bool
    /// Paints the plan, and has the pictures and fonts for it.
    let painter: Painter
    /// The formats that the result may be written in, and their settings.
    let output: OutputOptions
    /// Whether the redacted picture is asked for, and not only what would be covered.
    let wantsPicture: Bool
    /// How many threads may work at a time, and whether the result is still wanted.
    let work: WorkContext
    /// What the work takes.
    let meter: WorkMeter

    /// Whether no pixel of the snapshot shows in the result, as all of them are erased.
    var hidesEverything: Bool { policy.hidesEverything && policy.applies(in: phase) }

    /// What the file says of its picture, after all of it was checked; nil where only decoding can tell.
    ///
    /// - Throws: ``RedactionError/decoding(_:)``.
    func checkedHeader() throws(RedactionError) -> ImageHeader? {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.checkedHeader(), \DecodingError.redactionError)
        }
    }

    /// The pixels of the snapshot.
    ///
    /// - Throws: ``RedactionError/decoding(_:)``.
    func decoded() throws(RedactionError) -> DecodedImage {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.decoded(), \DecodingError.redactionError)
        }
    }

    /// Looks at the pixels of the snapshot for what targets of the policy name; nil if none does, or the policy does not apply.
    ///
    /// - Throws: ``RedactionError``, also if there is nothing to look with.
    func look(at pixels: borrowing PixelBuffer) throws(RedactionError) -> SeenFindings? {
        let sights = policy.sights
        guard let first = sights.first, policy.applies(in: phase) else { return nil }
        guard let detector else { throw .policy(.detectorMissing(first.pointer)) }
        let lap = meter.begin(.look)
        defer { meter.end(lap) }
        do {
            return try SeenFindings(Set(sights.map(\.sight)), in: pixels, by: detector, work.cancellation)
        } catch {
            throw RedactionError(looking: error, at: first.pointer)
        }
    }

    /// The format of the result, and its settings: a KTX holds its blocks as the one that was sent.
    ///
    /// - Throws: ``RedactionError/decoding(_:)``.
    func outputFormat() throws(RedactionError) -> OutputFormat {
        let format = output.format(for: file.format)
        guard format.kind == .ktx, let snapshot = file as? KTXFile else { return format }
        return .ktx(try mapError(snapshot.container(), \DecodingError.redactionError))
    }

    /// Resolves the policy for the snapshot, which is of `size` and whose pixels show in their neighbours within
    /// `grid`.
    ///
    /// - Throws: ``RedactionError`` for a policy that does not fit the snapshot, or that covers nothing where something
    ///   has to be covered.
    func plan(
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace,
        seen: SeenFindings? = nil
    ) throws(RedactionError) -> Plan {
        let lap = meter.begin(.plan)
        defer { meter.end(lap) }
        let plan: Plan
        do {
            plan = try Plan(
                policy,
                phase: phase,
                elements: elements,
                seen: seen,
                scale: scale,
                size: size,
                grid: grid,
                colorSpace: colorSpace,
                cancellation: work.cancellation
            )
        } catch let error as PolicyError {
            throw .policy(error)
        } catch {
            let sentence = "finding out what is covered takes too much work; name fewer elements in fewer rules"
            let tooMuch = PolicyError.elementsUndecided(JSONPointer([.name("rules")]), sentence)
            throw RedactionError(error as? BudgetFailure ?? .cancelled, orIfSpent: tooMuch)
        }
        guard !requiresCover || !plan.steps.isEmpty else { throw .policy(.nothingCovered) }
        return plan
    }

    /// Paints `plan` on `canvas`, which holds the snapshot.
    ///
    /// - Returns: Indices of the steps whose words did not fit and were left out.
    func paint(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) -> Set<Int> {
        let lap = meter.begin(.paint)
        defer { meter.end(lap) }
        return try painter.paint(plan, on: &canvas, work, meter)
    }
}
