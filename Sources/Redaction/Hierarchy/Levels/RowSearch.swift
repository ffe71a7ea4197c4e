/// Search for the value of one caption among the texts and inputs near it, by their places.
struct RowSearch {
    private(set) var values: [CaptionSearch.Candidate] = []

    private enum Direction {
        case right
        case left
        case beneath
        case beyond
    }

    private struct Nearest {
        var candidate: CaptionSearch.Candidate?
        private var distance = (Double.infinity, Double.infinity)

        mutating func take(_ candidate: CaptionSearch.Candidate, at distance: (Double, Double)) {
            guard distance < self.distance else { return }
            self.candidate = candidate
            self.distance = distance
        }
    }

    /// Distance of a value beneath its caption, in heights of the caption; an input may have a line of help above it.
    private static let reachBeneath = 2.0
    private static let reachToInput = 4.0
    /// Distance of a value beside its caption, in heights of the caption, where no element holds both.
    private static let reachBeside = 24.0

    /// Finds the values of a caption.
    ///
    /// - Parameters:
    ///   - near: The elements near the caption, itself among them, in document order.
    ///   - isFlat: Whether nothing is known to hold them.
    init(
        of caption: CaptionSearch.Candidate,
        among near: ArraySlice<CaptionSearch.Candidate>,
        isFlat: Bool
    ) {
        // An element without a place follows its caption in the source.
        let next = near.first { $0.index > caption.index && !$0.isValueless }
        guard let frame = caption.frame else {
            add(next, with: near)
            return
        }
        if let next, next.frame == nil { add(next, with: near) }

        var (right, left, beneath, input) = (Nearest(), Nearest(), Nearest(), Nearest())
        // The name of a setting has a switch in its row.
        var isSetting = false
        for candidate in near where candidate.index != caption.index {
            guard let other = candidate.frame else { continue }
            let (beside, below) = (frame.gapBeside(other), frame.gapBeneath(other))
            let direction = Self.direction(from: frame, to: other)
            if direction == .beneath {
                guard !candidate.isValueless, below <= Self.reachToInput * frame.height else { continue }
                let distance = (below, abs(other.x - frame.x))
                if below <= Self.reachBeneath * frame.height { beneath.take(candidate, at: distance) }
                if candidate.kind == .input { input.take(candidate, at: distance) }
            } else if direction != .beyond, !isFlat || beside <= Self.reachBeside * frame.height {
                isSetting = isSetting || candidate.kind == .choice
                guard !candidate.isValueless else { continue }
                if direction == .right { right.take(candidate, at: (beside, 0)) }
                if direction == .left { left.take(candidate, at: (beside, 0)) }
            }
        }
        if let beside = right.candidate ?? left.candidate, !isSetting {
            add(beside, with: near)
            if beside.isValue {
                // In a row of captions above a row of values, the element beside a caption is not its own.
                if let candidate = beneath.candidate, candidate.isValue { add(candidate, with: near) }
                return
            }
        }
        for candidate in [beneath.candidate, input.candidate] {
            guard let candidate, !isSetting || candidate.isValue else { continue }
            add(candidate, with: near)
            if candidate.kind == .input { return }
        }
    }

    private static func direction(from caption: Frame, to other: Frame) -> Direction {
        let overlap = min(caption.maxY, other.maxY) - max(caption.y, other.y)
        if overlap >= min(caption.height, other.height) / 2 { return other.middleX > caption.middleX ? .right : .left }
        let isInColumn = min(caption.maxX, other.maxX) > max(caption.x, other.x)
        return isInColumn && other.middleY > caption.middleY ? .beneath : .beyond
    }

    /// Adds `value`, and where it is one of several pieces in a row, such as the digits of a code, the others.
    private mutating func add(_ value: CaptionSearch.Candidate?, with near: ArraySlice<CaptionSearch.Candidate>) {
        guard let value, value.name != .caption else { return }
        values.append(value)
        guard value.isPiece, let frame = value.frame else { return }
        let row = near.filter { $0.isPiece && $0.frame.map(frame.isInRow) ?? false }
            .sorted { ($0.frame?.x ?? 0) < ($1.frame?.x ?? 0) }
        guard let middle = row.firstIndex(where: { $0.index == value.index }) else { return }
        values += Self.pieces(row[middle...]) + Self.pieces(row[...middle].reversed())
    }

    private static func pieces(_ row: some Collection<CaptionSearch.Candidate>) -> [CaptionSearch.Candidate] {
        var pieces: [CaptionSearch.Candidate] = []
        var previous = row.first?.frame
        for candidate in row.dropFirst() {
            guard let last = previous, let frame = candidate.frame, last.gapBeside(frame) <= 1.5 * last.height else {
                break
            }
            pieces.append(candidate)
            previous = frame
        }
        return pieces
    }
}

extension CaptionSearch.Candidate {
    /// Whether the element is no value: a switch, a button without a digit (a verb has none), or a star beside a caption.
    fileprivate var isValueless: Bool {
        switch kind {
        case .choice, .image, .window: true
        case .control: !showsDigit
        case .input: false
        case .text, .other, .row: length == 1 && !showsDigit
        }
    }

    /// Whether the element is a value beyond doubt, so that no other is looked for.
    fileprivate var isValue: Bool { name != .caption && (kind == .input || showsDigit || name == .secret) }

    /// Whether the element may be one of several pieces of a value: digits one by one, or in groups of four.
    fileprivate var isPiece: Bool {
        guard !isValueless, name != .caption, let frame else { return false }
        return kind == .input ? frame.width <= 3 * frame.height : (1...4).contains(length)
    }
}

extension Frame {
    fileprivate var middleX: Double { x + width / 2 }
    fileprivate var middleY: Double { y + height / 2 }

    /// The space between this one and `other` from side to side; 0 where they overlap.
    fileprivate func gapBeside(_ other: Frame) -> Double { max(other.x - maxX, x - other.maxX, 0) }

    /// The space between the bottom of this one and the top of `other`; 0 where they overlap.
    fileprivate func gapBeneath(_ other: Frame) -> Double { max(other.y - maxY, 0) }

    /// Whether `other` is as high as this one, more or less, and in the same row.
    fileprivate func isInRow(_ other: Frame) -> Bool {
        abs(other.middleY - middleY) <= min(height, other.height) / 2
            && max(height, other.height)
                <= 2 * min(height, other.height)
    }
}
