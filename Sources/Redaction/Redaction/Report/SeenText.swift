import Detection
import ImageCore

/// The places of the text that was looked at in a snapshot; empty where no target looks for text.
public struct SeenText: Sendable, Equatable {
    /// All lines, covered or not.
    public let lines: [Places.Place]
    /// What a rule on some text covers, because of what it says.
    public let values: [Places.Place]

    /// Text of which the places are known.
    public init(lines: [Places.Place] = [], values: [Places.Place] = []) {
        (self.lines, self.values) = (lines, values)
    }

    init(_ plan: Plan) {
        let lines = plan.lines.compactMap { Places.Place(columns: $0.columns, rows: $0.rows, of: plan.size) }
        let values: [Places.Place] = plan.steps.compactMap { step in
            guard let finding = step.finding, finding.source == .text, finding.cause.reason != .look else { return nil }
            let bounds = finding.outline.bounds
            return Places.Place(columns: bounds.left...bounds.right, rows: bounds.top...bounds.bottom, of: plan.size)
        }
        self.init(lines: lines, values: values)
    }
}

extension Places.Place {
    fileprivate init?(columns: ClosedRange<Double>, rows: ClosedRange<Double>, of size: PixelSize) {
        func shares(_ range: ClosedRange<Double>, of length: Int) -> ClosedRange<Double> {
            range.lowerBound / Double(length)...range.upperBound / Double(length)
        }
        self.init(columns: shares(columns, of: size.width), rows: shares(rows, of: size.height))
    }
}
