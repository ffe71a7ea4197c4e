/// The core function library (XPath 1.0, section 4) without `id` and `lang`.
enum Function: String, Sendable {
    case last
    case position
    case count
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case name
    case string
    case concat
    case startsWith = "starts-with"
    case contains
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case substring
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case translate
    case boolean
    case not
    case `true`
    case `false`
    case number
    case sum
    case floor
    case ceiling
    case round

    /// How many arguments the function takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .true, .false: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .boolean, .not, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...Int.max
        }
    }

    /// Whether the function's arguments have to be sets of nodes.
    var takesNodes: Bool {
        switch self {
        case .count, .sum, .localName, .namespaceURI, .name: true
        default: false
        }
    }

    /// The type of what the function returns.
    var type: ValueType {
        switch self {
        case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: .number
        case .boolean, .not, .true, .false, .startsWith, .contains: .boolean
        case .localName, .namespaceURI, .name, .string, .concat, .substringBefore, .substringAfter, .substring,
            .normalizeSpace, .translate:
            .string
        }
    }
}
