import SecureMemory
import StrictJSON

/// The place of an element of a tree that counts from the corner of the element around it, and does not say how far that one is
/// scrolled.
///
/// What may be scrolled is somewhere within the element that scrolls, which cuts it off, or where it would be unscrolled.
struct RelativePlace {
    /// The corner from which the elements in this one count.
    private let corner: Page.Offset
    private let frame: Frame?
    /// Whether the element may be anywhere in ``frame``.
    private let isScrolled: Bool
    /// Whether the elements in this one may be anywhere in ``frame``.
    private let mayScroll: Bool
    private var isVisible: Bool

    /// Ends of the types of elements that scroll what they hold. Android's lists lay out their rows anew instead.
    private static let scrollingTypes = ["ScrollView", "TableView", "CollectionView", "ViewPager"]

    /// - Throws: ``HierarchyError/Reason/malformedFrame`` for a frame that is incomplete or has no numbers.
    init(of json: JSONCursor, holding children: [JSONCursor], within parent: RelativePlace?) throws {
        let outer = parent?.corner ?? Page.Offset(x: 0, y: 0)
        isVisible = parent?.isVisible ?? true
        guard let own = try RelativeFrame(of: json) else {
            (corner, frame, isScrolled, mayScroll) = (outer, parent?.frame, true, true)
            return
        }
        isScrolled = parent.map { $0.mayScroll || $0.isScrolled } ?? false
        corner = Page.Offset(x: outer.x + own.x, y: outer.y + own.y)
        let unscrolled = Frame(x: corner.x, y: corner.y, width: own.width, height: own.height)
        frame = isScrolled ? unscrolled.flatMap { frame in parent?.frame.flatMap { [frame, $0].union } } : unscrolled
        mayScroll = try own.mayScroll(Self.type(of: json), children.compactMap(RelativeFrame.init))
    }

    mutating func set(_ traits: inout ElementTraits) {
        (traits.frame, traits.fillsFrame) = (frame, !isScrolled)
        // A hidden element hides what it holds.
        isVisible = isVisible && traits.isVisible
        traits.isVisible = isVisible
    }

    private static func type(of json: JSONCursor) -> String {
        guard case .object(let object) = json.value, case .string(let type)? = object["type"] else { return "" }
        return type.escaped.withUnsafeBytes { String(decoding: $0.suffix(64), as: UTF8.self) }
    }

    fileprivate static func scrolls(_ type: String) -> Bool { scrollingTypes.contains(where: type.hasSuffix) }
}

private struct RelativeFrame {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// Nil if the element states no frame.
    init?(of json: JSONCursor) throws {
        guard case .object(let object) = json.value else { throw json.wrongType(expected: "an object") }
        var numbers: [Double] = []
        for name in Frame.memberNames {
            switch object[name] {
            case .number(let number): numbers.append(number)
            case nil, .null: continue
            default: throw HierarchyError(.malformedFrame, at: .pointer(json.pointer))
            }
        }
        if numbers.isEmpty { return nil }
        guard numbers.count == 4 else { throw HierarchyError(.malformedFrame, at: .pointer(json.pointer)) }
        (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Whether an element of this size scrolls `children`: by its type, or as one of them is seen in part, or none.
    func mayScroll(_ type: String, _ children: [RelativeFrame]) -> Bool {
        if RelativePlace.scrolls(type) { return true }
        let children = children.filter { $0.width > 0 && $0.height > 0 }
        let seen = children.filter { $0.x < width && $0.y < height && $0.x + $0.width > 0 && $0.y + $0.height > 0 }
        guard !seen.isEmpty else { return !children.isEmpty }
        let slack = 1.0
        return seen.contains { child in
            child.x < -slack || child.y < -slack || child.x + child.width > width + slack
                || child.y + child.height > height + slack
        }
    }
}
