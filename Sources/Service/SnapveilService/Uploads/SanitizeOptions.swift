import ImageCore
import Redaction

/// What the query of a request asks for.
struct SanitizeOptions {
    /// The policy that the query names or spells out; nil if the body has to bring one.
    let policy: PolicyReference?
    /// The regions for a policy that the query does not spell out.
    let regions: RequestedRegions?
    /// What the query counts in, whatever the policy; nil where it does not say.
    let unit: LengthUnit?
    /// The format that the result has to have; nil for any that the client accepts.
    let format: OutputFormat.Kind?
    /// JPEG quality, 1 to 100; nil where none was asked for.
    let quality: Int?
    /// How much time is spent to make a PNG small.
    let compression: PNGCompression
    /// What the app was doing; nil where the client does not say.
    let phase: Phase?
    /// The weakest assurance that the client takes.
    let minimumAssurance: MinimumAssurance
    /// Whether the reply is to say what would be covered, without the picture.
    let isPreview: Bool

    /// The parameters that are not of the policy shorthand.
    enum Parameter: String, CaseIterable {
        case policy
        case format
        case quality
        case compression
        case phase
        case minimumAssurance
        case preview
    }

    /// The values of `preview`.
    enum Flag: String, CaseIterable {
        case `true`
        case `false`
    }

    /// The parameters that say what a snapshot is checked for.
    static let namesOfCheck = [Parameter.policy.rawValue, "units", "scale"]

    /// Reads all parameters of a query, of which ``namesOfCheck`` alone are for a check.
    ///
    /// - Throws: A 422 that names a parameter which is unknown, repeated or malformed.
    init(_ query: QueryParameters, isCheck: Bool = false) throws(Problem) {
        var own: [Parameter: String] = [:]
        var shorthand: [(name: String, value: String)] = []
        for (name, value) in query.pairs {
            guard !isCheck || Self.namesOfCheck.contains(name) else { throw Self.unknown(name, of: Self.namesOfCheck) }
            guard let parameter = Parameter(rawValue: name) else {
                guard PolicyShorthand.parameters.contains(where: { $0.name == name }) else { throw Self.unknown(name) }
                shorthand.append((name, value))
                continue
            }
            guard own.updateValue(value, forKey: parameter) == nil else {
                throw .parameter(name, "is given twice; send it once")
            }
        }
        format = try Self.word(own, .format)
        quality = try Self.quality(own[.quality])
        compression = try Self.word(own, .compression) ?? .fast
        phase = try Self.word(own, .phase)
        minimumAssurance = try Self.word(own, .minimumAssurance) ?? .obscured
        let preview: Flag? = try Self.word(own, .preview)
        isPreview = preview == .true
        (policy, regions, unit) = try Self.policy(name: own[.policy], shorthand: shorthand)
    }

    private static func policy(
        name: String?,
        shorthand: [(name: String, value: String)]
    ) throws(Problem) -> (PolicyReference?, RequestedRegions?, LengthUnit?) {
        do throws(ShorthandError) {
            let parameters = try PolicyShorthand(shorthand)
            let unit = try parameters.statedUnit()
            if name == nil, parameters.isPolicy { return (.literal(try parameters.policy()), nil, unit) }
            return (name.map(PolicyReference.named), try parameters.requestedRegions(), unit)
        } catch {
            throw Problem(error)
        }
    }

    private static let names = Parameter.allCases.map(\.rawValue) + PolicyShorthand.parameters.map(\.name)

    private static func unknown(_ name: String, of known: [String] = names) -> Problem {
        .parameter(name, "is not known; known are \(known.joined(separator: ", "))")
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ values: [Parameter: String],
        _ parameter: Parameter
    ) throws(Problem) -> Word? {
        guard let text = values[parameter] else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw .parameter(parameter.rawValue, "has to be one of \(known)")
        }
        return word
    }

    private static func quality(_ text: String?) throws(Problem) -> Int? {
        guard let text else { return nil }
        let isPlain = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, let quality = Int(text), Parameter.qualities.contains(quality) else {
            throw .parameter("quality", "has to be a whole number from 1 to 100")
        }
        return quality
    }
}
