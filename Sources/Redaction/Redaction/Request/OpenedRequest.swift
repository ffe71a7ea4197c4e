import BoundedWork
import Detection
import ImageCore
import Messages
import SecureMemory
import StrictJSON

/// A request whose policy is complete, whose page source is read and whose snapshot is open: all that is needed to plan and to paint.
struct OpenedRequest {
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
    /// The pictures that came with the snapshot: PNG and JPEG files, by the names that styles use.
    let assets: [String: SecureBytes]
    /// The pictures of the server, for names that ``assets`` lacks.
    let store: AssetStore
    /// How large a picture of a style may be.
    let limits: DecodingLimits
    /// Draws the words of messages.
    let messages: MessageRenderer
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

    /// Whether a plan may be all that is asked for: nobody wants the picture, and it is a PNG. On a JPEG it depends on the painter
    /// that carries out the plan how far an area grows.
    var mayEndAtPlan: Bool { !wantsPicture && file.format == .png && output.format(for: .png).kind == .png }

    /// What the file says of its picture, after all of it was checked; nil where only decoding can tell.
    func checkedHeader() throws(RedactionError) -> ImageHeader? {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.checkedHeader(), \DecodingError.redactionError)
        }
    }

    /// Reads the snapshot as far as a plan needs it: decodes it where `properties`, which its painter knows of it, are nil, and looks
    /// for what targets of the policy name.
    ///
    /// - Throws: ``RedactionError``, also if there is nothing to look with.
    func look(knowing properties: Snapshot.Properties?) throws(RedactionError) -> Snapshot {
        if let properties { return Snapshot(properties: properties, seen: nil, image: nil) }
        let image: DecodedImage
        if let unordered {
            // A plan that needs no pixels comes first, so that pixels that it covers have no say in their order.
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

    private func decoded() throws(RedactionError) -> DecodedImage {
        try meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.decoded(), \DecodingError.redactionError)
        }
    }

    /// The snapshot, if only its pixels say in which order its blocks are.
    private var unordered: UnorderedPicture? { (file as? KTXFile)?.unordered }

    /// The pixels of an unordered snapshot, in the order that the pixels say that `plan` leaves; in the likeliest without a plan.
    private func decoded(_ picture: UnorderedPicture, leaving plan: Plan?) throws(RedactionError) -> DecodedImage {
        let hidden = plan?.undecisivePixels ?? []
        let takesLikeliest = plan?.leavesNothingBeside ?? true
        return try meter.measure(.open) { () throws(RedactionError) in
            try mapError(picture.decoded(outside: hidden, orLikeliest: takesLikeliest), \DecodingError.redactionError)
        }
    }

    /// Takes the pixels of a snapshot to paint `plan` on them; nil if it was not decoded.
    ///
    /// - Throws: ``RedactionError/decoding(_:)``, also where the pixels that `plan` leaves do not say in which order they are.
    func takeImage(of snapshot: inout Snapshot, for plan: Plan) throws(RedactionError) -> DecodedImage? {
        guard let unordered else { return snapshot.image.take() }
        guard let image = snapshot.image.take() else { return try decoded(unordered, leaving: plan) }
        // It was decoded to look at it, in an order that what was found there must not have decided.
        guard try decodesAlike(unordered, leaving: plan) else { throw .decoding(.undecided) }
        return image
    }

    private func decodesAlike(_ picture: UnorderedPicture, leaving plan: Plan) throws(RedactionError) -> Bool {
        guard !plan.erasesAll else { return true }
        return try mapError(picture.decodesAlike(outside: plan.undecisivePixels), \DecodingError.redactionError)
    }

    /// What was seen in the pixels; nil if no target is found by looking, or the policy does not apply.
    private func look(at pixels: borrowing PixelBuffer) throws(RedactionError) -> SeenFindings? {
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

    /// The format of the result, and its settings.
    var outputFormat: OutputFormat { output.format(for: file.format) }

    /// Resolves the policy for the snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot as its painter reads it.
    ///   - grid: The blocks that areas grow to; nil for those of the snapshot.
    /// - Throws: ``RedactionError`` for a policy that does not fit the snapshot, or that covers nothing where something
    ///   has to be covered.
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
            let sentence = "finding out what is covered takes too much work; name fewer elements in fewer rules"
            let tooMuch = PolicyError.elementsUndecided(JSONPointer([.name("rules")]), sentence)
            throw RedactionError(error as? BudgetFailure ?? .cancelled, orIfSpent: tooMuch)
        }
        guard !requiresCover || !plan.steps.isEmpty else { throw .policy(.nothingCovered) }
        return plan
    }
}
