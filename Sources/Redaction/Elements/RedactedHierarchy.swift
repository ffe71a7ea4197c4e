import BoundedWork
import Hierarchy
import ImageCore
import SecureMemory
import StrictJSON

/// The hierarchy of a snapshot without what its covered elements say: whoever keeps the picture keeps the hierarchy beside it.
struct RedactedHierarchy {
    private let hierarchy: Hierarchy
    private let redacted: RedactedSource

    /// Takes out what the elements say that rules of `policy` name, seen or not, and those that lie in what its rules cover
    /// together; all of them where that is the whole screen. Nothing in a phase in which the policy does not apply.
    init(
        _ elements: MatchedElements,
        policy: Policy,
        phase: Phase?,
        painted: PaintedSnapshot,
        _ cancellation: Cancellation
    ) throws(RedactionError) {
        hierarchy = elements.hierarchy
        let covered = policy.applies(in: phase) ? try Self.covered(elements, policy, painted, cancellation) : []
        do {
            redacted = try hierarchy.source(redacting: covered, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
    }

    private static func covered(
        _ elements: MatchedElements,
        _ policy: Policy,
        _ painted: PaintedSnapshot,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> [Int] {
        // What has been scrolled off a screen of which nothing is shown is not shown either.
        if policy.coversScreen { return Array(elements.hierarchy.elements.indices) }
        let placed: PlacedElements
        do {
            placed = try PlacedElements(elements, unit: policy.unit, on: painted.size)
        } catch {
            throw .policy(error)
        }
        var budget = WorkBudget(limit: PlacedElements.coverWorkLimit, cancellation: cancellation)
        let pixels = try painted.plan.paintedPixels(in: painted.size, cancellation)
        do {
            return try elements.named(by: policy) + placed.elements(in: pixels, budget: &budget)
        } catch {
            let sentence = "finding out which elements lie in so many rectangles takes too much work; cover fewer"
            throw RedactionError(error, orIfSpent: .elementsUndecided(JSONPointer([.name("rules")]), sentence))
        }
    }

    /// The page source.
    var source: PageSource {
        let mediaType = hierarchy.format == .playwright ? "application/json" : "application/xml"
        return PageSource(bytes: redacted.bytes, mediaType: mediaType)
    }

    /// The element at `index` as a receipt names it: without a type or an identifier that holds what a covered element says.
    func element(at index: Int) -> Receipt.Element {
        let type = hierarchy.attribute(.type, of: index)
        let identifier = hierarchy.attribute(.identifier, of: index)
        let isShown = identifier.map(redacted.isIntact) ?? false
        return Receipt.Element(
            type: type.map(redacted.isIntact) ?? true ? hierarchy.type(of: index) : hierarchy.tagName(of: index),
            identifier: isShown ? hierarchy.text(.identifier, of: index)?.text : nil
        )
    }
}

extension SecureBytes {
    /// The bytes, which are UTF-8, in memory that is not wiped.
    fileprivate var text: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
