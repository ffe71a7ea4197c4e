import BoundedWork
import Hierarchy
import ImageCore
public import SecureMemory
import StrictJSON

/// The page source without the text of covered elements, fit to be kept beside the picture.
struct RedactedHierarchy {
    private let hierarchy: Hierarchy
    private let redacted: RedactedSource

    /// Takes out the text of covered elements: elements that rules name, seen or not, that lie within all covers together, or that
    /// show text partly in a region or a named element. On a fully covered screen all are covered; in a phase in which the policy
    /// does not apply, none is.
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
        // Content scrolled off a fully covered screen is not shown either.
        if policy.coversScreen { return Array(elements.hierarchy.elements.indices) }
        let pixels = try plan.paintedPixels(cancellation)
        var budget = WorkBudget(limit: PlacedElements.coverWorkLimit, cancellation: cancellation)
        do {
            let covered =
                try elements.named(by: policy.coveredElements) + placed.elements(in: pixels, budget: &budget)
            return try covered
                + partlyCovered(elements, placed, policy, plan, pixels, besides: covered, budget: &budget)
        } catch let error as BudgetFailure {
            let sentence = "finding the elements in so many rectangles takes too much work; cover fewer"
            throw RedactionError(error, orIfSpent: .elementsUndecided(JSONPointer([.name("rules")]), sentence))
        } catch {
            throw (error as? any RedactionCause)?.redactionError ?? .outOfMemory(.unknown)
        }
    }

    /// The elements besides `covered` with text partly in a region or a named element. Growth round an element does not count,
    /// since its neighbours are seen all the same; nor do elements that enclose named ones.
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

    var source: PageSource {
        PageSource(bytes: redacted.bytes, form: hierarchy.kind.notation == .json ? .json : .xml)
    }

    /// The element for a receipt, without a type or an identifier that holds covered text or is too long.
    func element(at index: Int) -> Receipt.Element {
        Receipt.Element(
            type: name(.type, of: index) ?? hierarchy.tagName(of: index).limited(to: Self.maximumNameLength),
            identifier: name(.identifier, of: index).flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// Nil for an attribute that is missing, holds covered text or is too long.
    private func name(_ role: AttributeRole, of index: Int) -> String? {
        guard let attribute = hierarchy.attribute(role, of: index), redacted.isIntact(attribute) else { return nil }
        let name = hierarchy.value(of: attribute)
        return name.count <= Self.maximumNameLength ? name.text : nil
    }

    /// Bound in bytes, since a receipt repeats the name for each rectangle.
    private static let maximumNameLength = 512
}

extension String {
    /// The longest prefix within `length` bytes of UTF-8.
    fileprivate func limited(to length: Int) -> String {
        utf8.count <= length ? self : String(decoding: utf8.prefix(length), as: UTF8.self)
    }
}

extension SecureBytes {
    /// A copy of the UTF-8 bytes in memory that is not wiped.
    fileprivate var text: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// A page source without the text of covered elements.
public struct PageSource: Sendable {
    /// Well-formed UTF-8.
    public let bytes: SecureBytes
    /// The form of ``bytes``, by its media type.
    public let form: Form

    /// The forms of page sources, as they were sent.
    public enum Form: String, Sendable {
        case xml = "application/xml"
        case json = "application/json"
    }

    /// Puts a page source together that was redacted elsewhere.
    public init(bytes: SecureBytes, form: Form) {
        self.bytes = bytes
        self.form = form
    }
}
