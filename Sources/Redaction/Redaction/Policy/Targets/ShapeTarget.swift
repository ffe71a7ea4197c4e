import BoundedWork
import ImageCore
import StrictJSON

/// A target at a fixed place on the snapshot: the pixels in an outline.
protocol ShapeTarget: TargetDefinition {
    /// The word in policies and receipts.
    static var kind: String { get }
    /// Nil for a rectangle.
    var outlineName: String? { get }

    func outline(_ scale: PixelScale) -> any PixelOutline
}

extension ShapeTarget {
    var kind: String { Self.kind }
    var statesLengths: Bool { true }

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        let size = evidence.scale.snapshot
        let pointer = demand.pointer.appending(.name(kind))
        do {
            let outline = try checkedOutline(evidence.scale, at: pointer, budget: &budget)
            let padding = evidence.scale.pixels(demand.padding)
            // Padding alone does not bring in a target outside: it is a mistake.
            let own = try outline.pixelsTouched(in: size, padding: 0, budget: &budget)
            guard !own.isEmpty else { throw PolicyError.regionOutside(pointer, snapshot: size) }
            let shape = padding > 0 ? try outline.pixelsTouched(in: size, padding: padding, budget: &budget) : own
            return TargetCover(shapes: [shape], outline: outlineName)
        } catch BudgetFailure.spent {
            throw PolicyError.tooMuchWork(pointer, Self.tooMuchWork)
        }
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        let size = evidence.scale.snapshot
        let own = pointer.appending(.name(kind))
        do {
            let outline = try checkedOutline(evidence.scale, at: own, budget: &budget)
            let filled = try outline.pixelsFilled(in: size, budget: &budget)
            let isOutside = try filled.isEmpty && outline.pixelsTouched(in: size, padding: 0, budget: &budget).isEmpty
            guard !isOutside else { throw PolicyError.regionOutside(own, snapshot: size) }
            guard !filled.isEmpty else { throw PolicyError.keepTooSmall(own) }
            let sheltered = evidence.grid.sheltered(in: filled, of: size)
            guard !sheltered.isEmpty else { throw PolicyError.keepTooSmall(pointer) }
            return [sheltered]
        } catch BudgetFailure.spent {
            throw PolicyError.tooMuchWork(own, Self.tooMuchWork)
        }
    }

    /// Refuses an outline without an inside.
    private func checkedOutline(
        _ scale: PixelScale,
        at pointer: JSONPointer,
        budget: inout WorkBudget
    ) throws -> any PixelOutline {
        let outline = outline(scale)
        guard try !outline.windsBothWays(budget: &budget) else {
            let sentence =
                "the outline of the polygon crosses itself like an 8; make two polygons of it"
            throw PolicyError.invalid(JSONSchemaError(.invalid(sentence), at: pointer))
        }
        return outline
    }

    private static var tooMuchWork: String {
        "finding the pixels inside so many edges takes too much work; cover fewer or simpler shapes"
    }

    /// Writes an object with one member, named like the target.
    func write(_ form: ObjectForm<Self>, to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: MemberName.self)
        try form.write(self, to: object.superEncoder(forKey: MemberName(stringValue: kind)))
    }
}
