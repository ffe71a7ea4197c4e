/// The meaning of labels: kinds, schemes, and harmless things.
struct ConceptSet: SetAlgebra, Sendable, Hashable {
    private var bits: UInt128

    init() { bits = 0 }

    private init(bits: UInt128) { self.bits = bits }

    private static func bit(_ index: Int) -> ConceptSet { ConceptSet(bits: 1 << UInt128(index)) }

    static func kind(_ kind: SensitiveKind) -> ConceptSet {
        kindBits[kind] ?? []
    }

    /// Some kinds, with all schemes of numbers among them.
    static func kinds(_ kinds: Set<SensitiveKind>) -> ConceptSet {
        let schemes = kinds.contains(.nationalNumber) ? NumberScheme.allCases.map(scheme) : []
        return (kinds.map(kind) + schemes).reduce(into: []) { $0.formUnion($1) }
    }

    static func scheme(_ scheme: NumberScheme) -> ConceptSet {
        schemeBits[scheme] ?? []
    }

    /// An order, a price, a version.
    static let harmless = bit(0)
    /// A place that everybody may call.
    static let hotline = bit(1)
    /// A version, which is written like an IP address.
    static let version = bit(2)
    static let nothingSensitive = harmless.union(hotline).union(version)
    private static let reservedCount = 3

    private static let kindBits = Dictionary(
        uniqueKeysWithValues: SensitiveKind.allCases.enumerated().map { ($1, bit(reservedCount + $0)) }
    )
    private static let schemeBits = Dictionary(
        uniqueKeysWithValues: NumberScheme.allCases.enumerated().map {
            ($1, bit(reservedCount + SensitiveKind.allCases.count + $0))
        }
    )

    /// The meaning that tables of words call by `name`: the raw value of a kind or a scheme, or one of four more; nil for
    /// other names. `actions` on a secret, and questions about one, label nothing.
    init?(name: String) {
        switch name {
        case "harmless": self = .harmless
        case "hotline": self = .hotline
        case "version": self = .version
        case "actions": self = []
        default:
            guard
                let concept = SensitiveKind(rawValue: name).map(Self.kind)
                    ?? NumberScheme(rawValue: name).map(Self.scheme)
            else { return nil }
            self = concept
        }
    }

    var isEmpty: Bool { bits == 0 }
    func contains(_ member: ConceptSet) -> Bool { bits & member.bits == member.bits && member.bits != 0 }
    func union(_ other: ConceptSet) -> ConceptSet { ConceptSet(bits: bits | other.bits) }
    func intersection(_ other: ConceptSet) -> ConceptSet { ConceptSet(bits: bits & other.bits) }
    func symmetricDifference(_ other: ConceptSet) -> ConceptSet { ConceptSet(bits: bits ^ other.bits) }
    mutating func formUnion(_ other: ConceptSet) { bits |= other.bits }
    mutating func formIntersection(_ other: ConceptSet) { bits &= other.bits }
    mutating func formSymmetricDifference(_ other: ConceptSet) { bits ^= other.bits }

    @discardableResult
    mutating func insert(_ member: ConceptSet) -> (inserted: Bool, memberAfterInsert: ConceptSet) {
        let isNew = bits & member.bits != member.bits
        bits |= member.bits
        return (isNew, member)
    }

    @discardableResult
    mutating func remove(_ member: ConceptSet) -> ConceptSet? {
        guard bits & member.bits != 0 else { return nil }
        bits &= ~member.bits
        return member
    }

    @discardableResult
    mutating func update(with member: ConceptSet) -> ConceptSet? {
        insert(member).inserted ? nil : member
    }
}
