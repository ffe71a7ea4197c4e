import BoundedWork
import Hierarchy
import ImageCore
public import SecureMemory
import StrictJSON

/// The hierarchy of a snapshot without what its covered elements say, so that it can be kept beside the picture.
struct RedactedHierarchy {
    private let hierarchy: Hierarchy
    private let redacted: RedactedSource

    /// Takes out what covered elements say.
    ///
    /// Elements count as covered if rules of the policy name them, whether they can be seen or not, if they lie in what
    /// the rules cover together, or if they show text of which a part lies in a region. Where the whole screen is
    /// covered, all do. In a phase in which the policy does not apply, none does.
    ///
    /// - Parameters:
    ///   - elements: The hierarchy, and the elements that the policy names.
    ///   - policy: The policy that was resolved to `plan`.
    ///   - plan: What is painted.
    ///   - cancellation: Whether the hierarchy is still wanted.
    /// - Throws: ``RedactionError`` if that takes too much work or memory, or is not wanted any more.
    init(
        _ elements: MatchedElements,
        _ policy: Policy,
        _ plan: Plan,
        _ cancellation: Cancellation
    ) throws(RedactionError) {
        hierarchy = elements.hierarchy
        let covered = try plan.elements.map { (placed) throws(RedactionError) in
            try Self.covered(elements, placed, policy, plan, cancellation)
        }
        redacted = try mapError(
            elements.hierarchy.source(redacting: covered ?? [], cancellation: cancellation),
            \SourceRedactionError.redactionError
        )
    }

    private static func covered(
        _ elements: MatchedElements,
        _ placed: PlacedElements,
        _ policy: Policy,
        _ plan: Plan,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> [Int] {
        // What has been scrolled off a screen of which nothing is shown is not shown either.
        if policy.coversScreen { return Array(elements.hierarchy.elements.indices) }
        let pixels = try plan.paintedPixels(cancellation)
        var budget = WorkBudget(limit: PlacedElements.coverWorkLimit, cancellation: cancellation)
        do {
            let covered =
                try elements.named(by: policy.coveredElements) + placed.elements(in: pixels, budget: &budget)
            return try covered
                + partlyCovered(elements, placed, policy, plan, pixels, besides: covered, budget: &budget)
        } catch let error as BudgetFailure {
            let sentence = "finding out which elements lie in so many rectangles takes too much work; cover fewer"
            throw RedactionError(error, orIfSpent: .elementsUndecided(JSONPointer([.name("rules")]), sentence))
        } catch {
            throw (error as? any RedactionCause)?.redactionError ?? .outOfMemory(.unknown)
        }
    }

    /// The elements besides `covered` that show text, of which a part lies in a region or in an element that a rule
    /// names. What is painted round an element does not count, as its neighbours are seen all the same; nor does an
    /// element that encloses those that are named.
    private static func partlyCovered(
        _ elements: MatchedElements,
        _ placed: PlacedElements,
        _ policy: Policy,
        _ plan: Plan,
        _ pixels: PixelSet,
        besides covered: [Int],
        budget: inout WorkBudget
    ) throws -> [Int] {
        var isSettled = elements.areHeld(by: policy.keptElements)
        for index in covered { isSettled[index] = true }
        let candidates = try placed.showingElements(budget: &budget).filter { !isSettled[$0] }
        let steps = plan.steps
        let regions = steps.filter { $0.element == nil }.flatMap(\.area.parts)
        var covers: [PixelRect] = []
        // The steps of an element follow each other.
        for (step, next) in zip(steps, steps.dropFirst().map(\.element) + [nil]) {
            guard let element = step.element, element != next else { continue }
            covers += try placed.cover(of: element, padding: 0, budget: &budget).rects
        }
        func parts(of rects: [PixelRect]) throws -> [Int] {
            guard !rects.isEmpty else { return [] }
            let covered = try PixelSet(rects, in: plan.size, cancellation: budget.cancellation)
            return try placed.elements(among: candidates, partlyIn: covered, pixels, budget: &budget)
        }
        return try parts(of: regions)
            + parts(of: covers).filter { try !placed.encloses(covers, $0, budget: &budget) }
    }

    /// The hierarchy as it is given back, in the format in which it was sent.
    var source: PageSource {
        let mediaType = hierarchy.format == .playwright ? "application/json" : "application/xml"
        return PageSource(bytes: redacted.bytes, mediaType: mediaType)
    }

    /// The element at `index` as a receipt names it: without a type or an identifier that holds what a covered element
    /// says, or is longer than any name.
    func element(at index: Int) -> Receipt.Element {
        Receipt.Element(
            type: name(.type, of: index) ?? hierarchy.tagName(of: index).limited(to: Self.maximumNameLength),
            identifier: name(.identifier, of: index).flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// The value of the attribute that has `role` for the element; nil if there is none, if it holds what a covered
    /// element says, or if it is longer than any name.
    private func name(_ role: AttributeRole, of index: Int) -> String? {
        guard let attribute = hierarchy.attribute(role, of: index), redacted.isIntact(attribute) else { return nil }
        let name = hierarchy.value(of: attribute)
        return name.count <= Self.maximumNameLength ? name.text : nil
    }

    /// Most bytes of a name in a receipt, which repeats it for each rectangle.
    private static let maximumNameLength = 512
}

extension String {
    /// As much of the string as fits in `length` bytes of UTF-8.
    fileprivate func limited(to length: Int) -> String {
        utf8.count <= length ? self : String(decoding: utf8.prefix(length), as: UTF8.self)
    }
}

extension SecureBytes {
    /// The bytes, which are UTF-8, in memory that is not wiped.
    fileprivate var text: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// A hierarchy as it is given back with a redacted snapshot: without what covered elements say.
public struct PageSource: Sendable {
    /// The text of the hierarchy in well-formed UTF-8.
    public let bytes: SecureBytes
    /// The media type of ``bytes``: `application/json` for boxes of Playwright, `application/xml` for a page source.
    public let mediaType: String
}
