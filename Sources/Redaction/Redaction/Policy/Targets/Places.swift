import BoundedWork
import ImageCore
import StrictJSON

/// Rectangles on a snapshot of which something beside the policy tells, such as the trace that the snapshot is a frame of;
/// ``Policy/covering(places:)`` puts them in. Parts outside the snapshot do not count.
public struct Places: Sendable, Hashable {
    /// A rectangle in shares of the width and the height of a snapshot, from its top left corner.
    public struct Place: Sendable, Hashable {
        /// From the left edge to the right one.
        public let columns: ClosedRange<Double>
        /// From the top edge to the bottom one.
        public let rows: ClosedRange<Double>

        /// All of a snapshot.
        public static let whole = Place()

        private init() {
            (columns, rows) = (0...1, 0...1)
        }

        /// The part of a rectangle that lies on the snapshot; nil if none does.
        public init?(columns: ClosedRange<Double>, rows: ClosedRange<Double>) {
            let whole = 0.0...1.0
            guard columns.overlaps(whole), rows.overlaps(whole) else { return nil }
            (self.columns, self.rows) = (columns.clamped(to: whole), rows.clamped(to: whole))
        }
    }

    /// The rectangles.
    public let places: [Place]

    /// Takes rectangles; one at least.
    public init(_ places: [Place]) {
        self.places = places
    }
}

extension Places: TargetDefinition {
    var kind: String { "places" }

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        let size = evidence.scale.snapshot
        let (width, height) = (Double(size.width), Double(size.height))
        let shapes = try places.map { place in
            let bounds = OutlineBounds(
                left: place.columns.lowerBound * width,
                top: place.rows.lowerBound * height,
                right: place.columns.upperBound * width,
                bottom: place.rows.upperBound * height
            )
            return try RoundedOutline(bounds: bounds, radius: 0).pixelsTouched(in: size, padding: 0, budget: &budget)
        }
        return TargetCover(shapes: shapes)
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        []
    }

    func write(to encoder: any Encoder) throws {
        try kind.encode(to: encoder)
    }
}

extension Policy {
    /// The policy that covers texts that are known, too, wherever it reads text that it does not cover anyway.
    ///
    /// - Throws: ``PolicyError/invalid(_:)`` for a policy that has no room for another rule.
    public func covering(texts known: KnownTextSearch) throws(PolicyError) -> Policy {
        guard rules.contains(where: { $0.target.sightOfText?.isReading ?? false }) else { return self }
        let target = Target.sight(.text(TextSight(.known(known))))
        return try replacing(rules: rules + [Rule(target, styleOfSecrets)])
    }

    /// The policy that covers nothing but `places`, in the manner of this one.
    public func covering(places: [Places.Place]) throws(PolicyError) -> Policy {
        try Policy(unit: .pixels, rules: [Rule(.places(Places(places)), styleOfSecrets)])
    }

    /// The style of the first rule on text that erases, else black.
    private var styleOfSecrets: Style {
        let rule = rules.first { $0.target.sightOfText != nil && $0.style.assurance == .erased }
        return rule?.style ?? .fill(.black)
    }
}

extension Target {
    fileprivate var sightOfText: TextSight? {
        if case .sight(.text(let sight)) = self { sight } else { nil }
    }
}
