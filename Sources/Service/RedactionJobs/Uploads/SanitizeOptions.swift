import Artefacts
import ImageCore
import Redaction
package import StrictJSON

/// The options in the query of a request.
package struct SanitizeOptions {
    /// The policy of the query, by its name or as a shorthand; nil if the body has to bring one.
    let policy: PolicyReference?
    /// The regions for a named policy.
    let regions: RequestedRegions?
    /// The unit of the query, whatever the policy; nil where it states none.
    let unit: LengthUnit?
    /// The demanded format of the result; nil for any that the client accepts.
    let format: OutputFormat.Kind?
    /// JPEG quality, 1 to 100; nil where none is stated.
    let quality: Int?
    let compression: PNGCompression
    /// The phase of the app; nil where none is stated.
    let phase: Phase?
    let minimumAssurance: MinimumAssurance
    /// Whether the reply is a plan without a picture.
    let isPreview: Bool
    /// What becomes of contents of an artefact that are not redacted.
    let foreign: ArtefactRedactor.Foreign
    /// The group of recipients to seal covered pixels to; nil to seal nothing.
    let seal: String?
    /// Equal for queries whose work takes about as long: those that differ in the places of their regions alone.
    let likeness: Int

    /// The parameters besides the policy shorthand.
    package enum Parameter: String, CaseIterable {
        case policy
        case format
        case quality
        case compression
        case phase
        case minimumAssurance
        case preview
        case unknown
        case seal
    }

    enum Flag: String, CaseIterable {
        case `true`
        case `false`
    }

    /// The parameters of a check.
    package static let namesOfCheck = [Parameter.policy.rawValue, Parameter.unknown.rawValue, "units", "scale"]

    /// Reads all parameters of a query; a check has ``namesOfCheck`` alone. A 422 names a parameter that is unknown, repeated
    /// or malformed.
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
        foreign = ArtefactRedactor.Foreign(unknown: try Self.word(own, .unknown) ?? .drop)
        seal = own[.seal]
        guard seal == nil || !isPreview else { throw .parameter("seal", "does not go with a preview: leave one out") }
        likeness = Self.likeness(of: query, isCheck: isCheck)
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

    private static func likeness(of query: QueryParameters, isCheck: Bool) -> Int {
        var hasher = Hasher()
        hasher.combine(isCheck)
        for (name, value) in query.pairs {
            hasher.combine(name)
            if name != "region" { hasher.combine(value) }
        }
        return hasher.finalize()
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

extension SanitizeOptions.Parameter {
    package var help: String {
        switch self {
        case .policy: "the name of one of the server's policies, instead of a style"
        case .format: "the format of the result; by default that of the snapshot"
        case .quality:
            "the quality of a JPEG; by default that of the file if most of it stays unchanged, else 90; makes a WebP lossy"
        case .compression: "the effort to make a PNG small; by default fast"
        case .phase: "the state of the app; a policy with phases applies only in those"
        case .minimumAssurance:
            "the weakest assurance to accept: erased refuses a policy that only obscures; by default obscured"
        case .preview: "whether to return the plan and a receipt instead of a picture"
        case .seal: "the group of recipients that covered pixels are sealed to; the reply is JSON or multipart then"
        case .unknown: "what becomes of a file of an artefact that is neither a picture nor a text; by default drop"
        }
    }

    package var schema: JSONSchema {
        switch self {
        case .policy: .string(pattern: "[A-Za-z0-9._-]{1,64}").with(examples: "privacy-screen")
        case .format: .word(of: OutputFormat.Kind.self)
        case .quality: .integer(in: Self.qualities).with(examples: 85)
        case .compression: .word(of: PNGCompression.self)
        case .phase: .word(of: Phase.self)
        case .minimumAssurance: .word(of: MinimumAssurance.self)
        case .preview: .bool
        case .unknown: .word(of: ArtefactRedactor.Unknown.self)
        case .seal: .string(pattern: "[A-Za-z0-9._-]{1,64}").with(examples: "payments")
        }
    }

    package static let qualities = 1...100
}

/// The parameters of a query in their order, decoded as `application/x-www-form-urlencoded`.
struct QueryParameters {
    let pairs: [(name: String, value: String)]

    private static let maximumCount = 512

    /// Reads the query of a request target, after its first `?`. A 400 for a malformed percent escape or other bytes than
    /// UTF-8.
    init(target: String) throws(Problem) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            pairs = []
            return
        }
        let fields = target.utf8[target.utf8.index(after: mark)...].split(separator: UInt8(ascii: "&"))
        guard fields.count <= Self.maximumCount else {
            throw .malformed(.queryMalformed, "The query has more than \(Self.maximumCount) parameters")
        }
        var pairs: [(name: String, value: String)] = []
        for field in fields {
            let sides = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try Self.decode(sides[0]), sides.count == 2 ? try Self.decode(sides[1]) : ""))
        }
        self.pairs = pairs
    }

    private static func decode(_ text: Substring.UTF8View) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else {
                    throw malformedEscape()
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw malformedEscape() }
        return decoded
    }

    private static func digit(_ character: UInt8?) -> UInt8? {
        character.flatMap { UInt8(exactly: Character(Unicode.Scalar($0)).hexDigitValue ?? -1) }
    }

    private static func malformedEscape() -> Problem {
        .malformed(.queryMalformed, "A percent escape in the query is incomplete or not UTF-8")
    }
}
