import BoundedWork
import Detection
import ImageCore
import SecureMemory
import TextAlgorithms

/// The lines of text of a recording as they were before: what is typed, deleted, moved or shown in other colours stays the same line.
struct LineHistory: Sendable {
    /// A line for the time for which it was seen.
    struct State: Sendable {
        let place: Quadrilateral
        fileprivate let text: SecureBytes?
        let from: Double
        /// The second of the first frame without it; nil if none has come yet.
        fileprivate(set) var until: Double?
        /// The number of what is the same line over time.
        let track: Int
    }

    private(set) var states: [State] = []
    private var next = 0

    /// Seconds for which lines are remembered: for which frames wait at most.
    private static let memory = 11.0
    /// Lines that are remembered at most; the first ones go first.
    private static let mostStates = 4096
    /// The share of the characters of the shorter text that have to be those of the longer one.
    fileprivate static let likeness = 0.6

    /// Notes the lines of a frame.
    mutating func see(_ lines: [TextLine], at second: Double) {
        states.removeAll { ($0.until ?? .infinity) + Self.memory < second }
        states.removeFirst(max(states.count - Self.mostStates, 0))
        var open = states.indices.filter { states[$0].until == nil }
        var new: [State] = []
        for line in lines where line.quadrilateral.isUpright {
            if let known = open.firstIndex(where: { states[$0].isSame(line) }) {
                open.remove(at: known)
                continue
            }
            let before = states.last { ($0.until ?? second) + Self.memory >= second && $0.mayBecome(line) }
            new.append(
                State(
                    place: line.quadrilateral,
                    text: line.text?.utf8,
                    from: second,
                    until: nil,
                    track: before?.track ?? next
                )
            )
            if before == nil { next += 1 }
        }
        for index in open { states[index].until = second }
        states += new
    }

    /// Takes the lines that a motion has moved to where they are now.
    mutating func follow(_ motion: FrameMotion, at second: Double, in size: PixelSize) {
        for index in states.indices where states[index].until == nil {
            guard let place = states[index].place.boundingRect(in: size), motion.followed(place) != nil else {
                continue
            }
            states[index].until = second
            states.append(states[index].moved(by: motion.vector, at: second))
        }
    }

    /// The states of the line that a place lies in, that which is open first; none if it is in no line.
    func states(round columns: ClosedRange<Double>, _ rows: ClosedRange<Double>) -> (now: State, before: [State])? {
        let now = states.last { state in
            state.until == nil && state.place.rows.overlaps(rows) && state.place.columns.overlaps(columns)
        }
        guard let now else { return nil }
        return (now, states.filter { $0.track == now.track && $0.until != nil })
    }
}

extension LineHistory.State {
    fileprivate func moved(by vector: MotionVector, at second: Double) -> Self {
        Self(place: place.moved(by: vector), text: text, from: second, until: nil, track: track)
    }

    /// Whether a line that is seen is this one as it was.
    fileprivate func isSame(_ line: TextLine) -> Bool {
        place.columns == line.quadrilateral.columns && place.rows == line.quadrilateral.rows && text == line.text?.utf8
    }

    /// Whether a line that is seen may be this one, with more or fewer characters, or at another place.
    fileprivate func mayBecome(_ line: TextLine) -> Bool {
        let other = line.quadrilateral
        let (height, otherHeight) = (place.height, other.height)
        guard height < 2 * otherHeight, otherHeight < 2 * height else { return false }
        let isBeside =
            abs(place.columns.lowerBound - other.columns.lowerBound) <= 2 * height && place.rows.overlaps(other.rows)
        return isBeside ? isAlike(line, least: 1) : isAlike(line, least: 4)
    }

    /// Whether the texts begin alike, with `least` characters at least.
    private func isAlike(_ line: TextLine, least: Int) -> Bool {
        guard let text, let other = line.text?.utf8 else { return false }
        return text.withUnsafeBytes { one in
            other.withUnsafeBytes { two in
                var (left, right) = (UTF8Scalars(one), UTF8Scalars(two))
                var (count, same) = (0, 0)
                while let first = left.next(), let second = right.next() {
                    count += 1
                    if first == second { same += 1 }
                }
                return count >= least && Double(same) >= LineHistory.likeness * Double(count)
            }
        }
    }
}
