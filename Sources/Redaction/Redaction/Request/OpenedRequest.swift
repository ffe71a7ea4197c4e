import BoundedWork
import Detection
import ImageCore
import Messages
import SecureMemory
import StrictJSON

/// A request with its policy complete, its page source read and its snapshot open, ready to plan and to paint.
struct OpenedRequest {
    /// Only the header is read yet.
    let file: any ImageFile
    /// Has all assets that its styles name.
    let policy: Policy
    /// Nil if no page source was sent.
    let elements: MatchedElements?
    /// Nil if there is no detector.
    let detector: Detector?
    /// Pixels for each point; nil if not known.
    let scale: Double?
    /// Nil if not known: the policy applies.
    let phase: Phase?
    /// Whether a snapshot without any cover is refused.
    let requiresCover: Bool
    let painting: Painting
    let output: OutputOptions
    /// Whether more than the receipt and the plan is asked for.
    let wantsPicture: Bool
    /// The fate of the covered pixels; nil where nobody asks for them and nobody forbids it.
    let sealed: SealingFate?
    var work: WorkContext { painting.work }
    var meter: WorkMeter { painting.meter }

    /// Whether the covered pixels are wanted besides the picture.
    var keepsCovered: Bool { sealed?.isSealed ?? false }

    /// Whether the whole snapshot is erased.
    var hidesEverything: Bool { policy.hidesEverything && policy.applies(in: phase) }

    /// Whether a plan may suffice: nobody wants the picture, and it is a PNG. On a JPEG the growth of areas depends on the painter.
    var mayEndAtPlan: Bool { !wantsPicture && file.format == .png && output.format(for: .png).kind == .png }

    /// The header after a check of the whole file; nil where only decoding can check it.
    func checkedHeader() throws(RedactionError) -> ImageHeader? {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.checkedHeader(), \DecodingError.redactionError)
        }
    }

    /// Reads the snapshot as far as a plan needs it: decodes it unless its painter knows `properties`, and looks for the policy's
    /// targets.
    func look(knowing properties: Snapshot.Properties?) throws(RedactionError) -> Snapshot {
        if let properties { return Snapshot(properties: properties, seen: nil, image: nil) }
        let image: DecodedImage
        if let unordered {
            // A plan without pixels comes first, so that covered pixels have no say in their order.
            if policy.sights.isEmpty {
                return Snapshot(properties: Snapshot.Properties(unordered), seen: nil, image: nil)
            }
            image = try hidesEverything ? decoded(unordered, leaving: nil) : decoded()
        } else {
            image = try decoded()
        }
        let seen = try look(at: image.pixels)
        return Snapshot(properties: Snapshot.Properties(image), seen: seen, image: image)
    }

    func decoded() throws(RedactionError) -> DecodedImage {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.decoded(), \DecodingError.redactionError)
        }
    }

    /// The snapshot, if only its pixels show the order of its blocks.
    var unordered: UnorderedPicture? { (file as? KTXFile)?.unordered }

    /// The pixels in the order that those outside `plan` show; in the likeliest without a plan.
    private func decoded(_ picture: UnorderedPicture, leaving plan: Plan?) throws(RedactionError) -> DecodedImage {
        let hidden = plan?.undecisivePixels ?? []
        let takesLikeliest = plan?.leavesNothingBeside ?? true
        return try meter.measure(.open) { () throws(RedactionError) in
            try mapError(picture.decoded(outside: hidden, orLikeliest: takesLikeliest), \DecodingError.redactionError)
        }
    }

    /// Takes the decoded pixels to paint `plan` on them; nil if there are none. Throws ``RedactionError/decoding(_:)`` also where
    /// the pixels outside `plan` do not show their order.
    func takeImage(of snapshot: inout Snapshot, for plan: Plan) throws(RedactionError) -> DecodedImage? {
        guard let unordered else { return snapshot.image.take() }
        guard let image = snapshot.image.take() else { return try decoded(unordered, leaving: plan) }
        // The order in which it was looked at must not be due to pixels that are covered now.
        guard try decodesAlike(unordered, leaving: plan) else { throw .decoding(.undecided) }
        return image
    }

    private func decodesAlike(_ picture: UnorderedPicture, leaving plan: Plan) throws(RedactionError) -> Bool {
        guard !plan.erasesAll else { return true }
        return try mapError(picture.decodesAlike(outside: plan.undecisivePixels), \DecodingError.redactionError)
    }

    /// Nil if no target is found by looking, or the policy does not apply.
    private func look(at pixels: borrowing PixelBuffer) throws(RedactionError) -> SeenFindings? {
        let sights = policy.sights
        guard let first = sights.first, policy.applies(in: phase) else { return nil }
        guard let detector else { throw .policy(.detectorMissing(first.pointer)) }
        let lap = meter.begin(.look)
        defer { meter.end(lap) }
        do {
            return try SeenFindings(Set(sights.map(\.sight)), in: pixels, by: detector, work)
        } catch {
            throw RedactionError(looking: error, at: first.pointer)
        }
    }

    /// Resolves the policy on `grid`, or the blocks of the snapshot; throws also where it has to cover something and does not.
    func plan(for snapshot: borrowing Snapshot, grid: BlockGrid? = nil) throws(RedactionError) -> Plan {
        let lap = meter.begin(.plan)
        defer { meter.end(lap) }
        let plan: Plan
        do {
            plan = try Plan(
                policy,
                phase: phase,
                elements: elements,
                seen: snapshot.seen,
                scale: scale,
                size: snapshot.properties.size,
                grid: grid ?? snapshot.properties.grid,
                colorSpace: snapshot.properties.colorSpace,
                cancellation: work.cancellation
            )
        } catch let error as PolicyError {
            throw .policy(error)
        } catch {
            let sentence = "finding the covered places takes too much work; name fewer elements in fewer rules"
            let tooMuch = PolicyError.elementsUndecided(JSONPointer([.name("rules")]), sentence)
            throw RedactionError(error as? BudgetFailure ?? .cancelled, orIfSpent: tooMuch)
        }
        guard !requiresCover || !plan.steps.isEmpty else { throw .policy(.nothingCovered) }
        return plan
    }
}
