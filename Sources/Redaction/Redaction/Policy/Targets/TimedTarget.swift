import BoundedWork
import ImageCore
import StrictJSON

/// The screen or a shape for a time of a recording. In a snapshot, which has no time, it is covered, and is not kept.
///
/// ```json
/// { "region": { "x": 0, "y": 0, "width": 100, "height": 20 }, "from": 1.5, "until": 4 }
/// ```
public struct TimedTarget: Sendable, Hashable {
    /// A target that is there all the time.
    public enum Place: Sendable, Hashable {
        case screen
        case region(Region)
        case ellipse(Ellipse)
        case polygon(Polygon)
    }

    /// The target.
    public let place: Place
    /// Seconds from the first frame, from which on it is covered; nil for the beginning.
    public let from: Double?
    /// Seconds from the first frame, before which it is covered; nil for the end.
    public let until: Double?

    /// Covers `place` from a second on, 0 or more, until another; nil if there is no time between them.
    public init?(_ place: Place, from: Double?, until: Double?) {
        guard (from ?? 0) < until ?? .infinity, Self.seconds.contains(from ?? 0) else { return nil }
        (self.place, self.from, self.until) = (place, from, until)
    }

    /// A year.
    private static let seconds = 0.0...31_536_000

    /// Whether it is covered in a frame that is shown for a time; true for nil, a snapshot.
    func isCovered(_ shown: Range<Double>?) -> Bool {
        guard let shown else { return true }
        return max(shown.upperBound, shown.lowerBound.nextUp) > from ?? 0 && shown.lowerBound < until ?? .infinity
    }
}

extension TimedTarget {
    private static let places = ["screen", Region.kind, Ellipse.kind, Polygon.kind]

    static let schema = JSONSchema.any(
        of: [
            .required("screen", .word(among: ["all"])), .required(Region.kind, Region.form.schema),
            .required(Ellipse.kind, Ellipse.form.schema), .required(Polygon.kind, Polygon.schema),
        ]
        .map { .object([$0] + times, count: 2...3) }
    )
    .described("The screen or a shape, for a time of a recording.")

    private static let times: [JSONSchema.Member] = [
        .optional("from", .number(in: seconds), "the second of a recording from which on it is covered"),
        .optional("until", .number(in: seconds), "the second of a recording before which it is covered"),
    ]

    /// Nil for what states no time.
    init?(_ json: JSONCursor) throws(JSONSchemaError) {
        guard case .object(let object) = json.value,
            object.members.contains(where: { ["from", "until"].contains($0.name) })
        else { return nil }
        let members = try json.object(allowing: Self.places + ["from", "until"])
        let (from, until) = (try Self.second("from", of: members), try Self.second("until", of: members))
        let named = Self.places.filter { members.optional($0) != nil }
        guard named.count == 1, let name = named.first else {
            throw members.invalid("a time goes with exactly one of \(QuotedText.list(Self.places))")
        }
        let place = try Place(name, members.required(name))
        guard let timed = TimedTarget(place, from: from, until: until) else {
            throw members.invalid("\"until\" has to be after \"from\"")
        }
        self = timed
    }

    private static func second(_ name: String, of members: JSONObjectCursor) throws(JSONSchemaError) -> Double? {
        guard let member = members.optional(name) else { return nil }
        return try member.number(in: seconds)
    }
}

extension TimedTarget.Place {
    fileprivate init(_ name: String, _ json: JSONCursor) throws(JSONSchemaError) {
        switch name {
        case Region.kind: self = .region(try Region.form.read(json))
        case Ellipse.kind: self = .ellipse(try Ellipse.form.read(json))
        case Polygon.kind: self = .polygon(try Polygon(json))
        default:
            _ = try json.word(among: ["all"])
            self = .screen
        }
    }

    fileprivate var definition: any TargetDefinition {
        switch self {
        case .screen: ScreenTarget()
        case .region(let region): region
        case .ellipse(let ellipse): ellipse
        case .polygon(let polygon): polygon
        }
    }
}

extension TimedTarget: TargetDefinition {
    var kind: String { place.definition.kind }
    var statesLengths: Bool { place.definition.statesLengths }

    func candidates(given evidence: Evidence, at pointer: JSONPointer) -> [TargetCandidate] {
        isCovered(evidence.shown) ? [TargetCandidate()] : []
    }

    func cover(
        _ candidate: TargetCandidate,
        for demand: TargetDemand,
        given evidence: Evidence,
        budget: inout WorkBudget
    ) throws -> TargetCover {
        try place.definition.cover(candidate, for: demand, given: evidence, budget: &budget)
    }

    func kept(given evidence: Evidence, at pointer: JSONPointer, budget: inout WorkBudget) throws -> [PixelShape] {
        guard evidence.shown != nil, isCovered(evidence.shown) else { return [] }
        return try place.definition.kept(given: evidence, at: pointer, budget: &budget)
    }

    func write(to encoder: any Encoder) throws {
        if case .screen = place { try encoder.encode("all", as: kind) } else { try place.definition.write(to: encoder) }
        var object = encoder.container(keyedBy: MemberName.self)
        try object.encodeIfPresent(from, forKey: MemberName(stringValue: "from"))
        try object.encodeIfPresent(until, forKey: MemberName(stringValue: "until"))
    }
}
