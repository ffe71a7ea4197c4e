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
        scale: Double?,
        phase: Phase?,
        painted: PaintedSnapshot,
        _ cancellation: Cancellation
    ) throws(RedactionError) {
        hierarchy = elements.hierarchy
        let covered =
            policy.applies(in: phase) ? try Self.covered(elements, policy, scale: scale, painted, cancellation) : []
        do {
            redacted = try hierarchy.source(redacting: covered, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
    }

    private static func covered(
        _ elements: MatchedElements,
        _ policy: Policy,
        scale: Double?,
        _ painted: PaintedSnapshot,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> [Int] {
        // What has been scrolled off a screen of which nothing is shown is not shown either.
        if policy.coversScreen { return Array(elements.hierarchy.elements.indices) }
        let placed: PlacedElements
        do {
            placed = try PlacedElements(elements, scale: scale, on: painted.size)
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

    /// The element at `index` as a receipt names it: without a type or an identifier that holds what a covered element says, or
    /// is longer than any name.
    func element(at index: Int) -> Receipt.Element {
        Receipt.Element(
            type: name(.type, of: index) ?? hierarchy.tagName(of: index).limited(to: Self.maximumNameLength),
            identifier: name(.identifier, of: index).flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// What the element says in `role`, if that can be shown.
    private func name(_ role: AttributeRole, of index: Int) -> String? {
        guard let attribute = hierarchy.attribute(role, of: index), redacted.isIntact(attribute) else { return nil }
        let name = hierarchy.value(of: attribute)
        return name.count <= Self.maximumNameLength ? name.text : nil
    }

    /// Bytes of a name in a receipt, which repeats it for each rectangle.
    private static let maximumNameLength = 512
}

extension String {
    /// As much of it as fits in `length` bytes of UTF-8.
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
