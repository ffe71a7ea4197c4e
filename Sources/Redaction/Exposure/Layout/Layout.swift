import Detection
import ImageCore
import SecureMemory

/// Meaning of the sharp detail of a picture: nothing, a notice of a privacy screen or a splash, or an interface.
///
/// A notice is a logo or an icon, and a few lines below it, all in the middle of much that is empty. Anything more counts as an
/// interface.
enum Layout: Equatable, Sendable {
    /// There is nothing, but for the system's bars at the edges.
    case bare
    /// There is a logo or an icon, but no text.
    case logo
    case message
    case interface(Sign)

    /// Sign of something that does not belong to a notice.
    enum Sign: String, Sendable {
        case face = "a face"
        case code = "a code"
        case crowd = "many parts"
        case edge = "something at an edge"
        case offCenter = "something beside the middle"
        case wide = "something as wide as the screen"
        case spread = "parts far from each other"
        case control = "text within a shape, as in a button or a field"
        case value = "text with digits or an address"
        case length = "much text"
        case picture = "something large"
        case unread = "detail that may be text, which was not looked for"
    }
}

extension Layout {
    var isInterface: Bool {
        if case .interface = self { true } else { false }
    }

    /// Whether the sharp detail may be the cells of a mosaic. A face or a code shows through none.
    var mayBeMosaic: Bool {
        switch self {
        case .bare, .interface(.face), .interface(.code): false
        case .logo, .message, .interface: true
        }
    }
}

/// Facts of a line of text for the layout.
struct SeenLine: Sendable {
    let area: Area
    /// Characters that were read; 0 if it was not read.
    let characterCount: Int
    /// Whether it was read well enough not to be a part of a picture.
    let isText: Bool
    let isLegible: Bool
    /// Whether it holds a digit or an at sign, like amounts, dates and addresses.
    let hasValue: Bool
    /// Whether it begins like the line at the foot of a splash: with a copyright sign or a version.
    let isImprint: Bool

    /// Score of a text that people can read, too.
    private static let leastScore = 0.9

    /// Score of a text in small or odd letters.
    private static let leastTextScore = 0.6

    init(_ line: TextLine) {
        area = Area(columns: line.quadrilateral.columns, rows: line.quadrilateral.rows)
        guard let text = line.text else {
            (characterCount, isText, isLegible, hasValue, isImprint) = (0, false, false, false, false)
            return
        }
        characterCount = text.characters.count
        isText = text.characters.count >= 2 && text.score >= Self.leastTextScore
        isLegible = text.characters.count >= 3 && text.score >= Self.leastScore
        // A single character, or one that was hardly read, may be an icon that was taken for a digit.
        let mayHaveValue = isText
        (hasValue, isImprint) = text.utf8.withUnsafeBytes { bytes in
            let hasValue = mayHaveValue && bytes.contains { (0x30...0x39).contains($0) || $0 == 0x40 }
            let isImprint = ["©", "(c)", "(C)", "v", "V"].contains { bytes.starts(with: $0.utf8) }
            return (hasValue, isImprint)
        }
    }
}

/// The bar of the system at the top of a screen: the time, and the battery.
enum SystemBar {
    /// Its share of the height of a screen: 59 points of 852 on long phones with a cut-out, 20 of 667 on others.
    static func share(of size: PixelSize) -> Double {
        Double(size.height) > 1.9 * Double(size.width) ? 0.06 : 0.035
    }
}
