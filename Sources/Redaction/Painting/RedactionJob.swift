import BoundedWork
import ImageCore
import StrictJSON

/// A snapshot that is opened, and all that is needed to paint a plan on it.
struct RedactionJob {
    /// The snapshot.
    let file: any ImageFile
    /// What to cover, with pictures that are all there.
    let policy: Policy
    /// What its targets found in the hierarchy, if one was sent.
    let elements: MatchedElements?
    /// Pixels for each point, if that is known.
    let scale: Double?
    /// What the app was doing, if that is known.
    let phase: Phase?
    /// Whether a snapshot of which nothing would be covered is refused.
    let requiresCover: Bool
    /// What paints.
    let painter: Painter
    /// How the result is written.
    let output: OutputOptions
    /// How many threads may work at a time, and whether the result is still wanted.
    let work: WorkContext

    /// Whether nothing of the snapshot will be seen.
    var hidesEverything: Bool { policy.hidesEverything && policy.applies(in: phase) }

    /// What is painted on the snapshot, which is of `size` and whose pixels show in their neighbours within `grid`.
    func plan(size: PixelSize, grid: BlockGrid, colorSpace: ColorSpace) throws(RedactionError) -> Plan {
        let plan: Plan
        do {
            plan = try Plan(
                policy,
                phase: phase,
                elements: elements,
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

    /// Carries out `plan`.
    ///
    /// - Returns: Indices of the steps whose words were left out.
    func paint(_ plan: Plan, on canvas: inout some Canvas & ~Copyable) throws(RedactionError) -> Set<Int> {
        try painter.paint(plan, on: &canvas, work)
    }
}
