import SecureMemory

/// Output of a network for text, by Connectionist Temporal Classification (Graves et al., 2006): for each step along the line a
/// probability of each character and of none; equal ones in a row are one character.
///
/// Valid for as long as the numbers that the network returned.
struct CTCDecoding {
    struct Character {
        let index: Int
        let steps: Range<Int>
        let score: Float
    }

    let characters: [Character]
    let stepCount: Int
    private let probabilities: UnsafePointer<Float>
    private let classCount: Int

    /// - Parameters:
    ///   - probabilities: Of all classes, step by step.
    ///   - none: The class that stands for no character.
    init(_ probabilities: UnsafePointer<Float>, stepCount: Int, classCount: Int, none: Int) {
        var characters: [Character] = []
        var last = none
        for step in 0..<stepCount {
            let (index, score) = Self.best(of: probabilities + step * classCount, count: classCount)
            defer { last = index }
            guard index != none else { continue }
            if index == last, let current = characters.popLast() {
                characters.append(
                    Character(
                        index: index,
                        steps: current.steps.lowerBound..<step + 1,
                        score: max(score, current.score)
                    )
                )
            } else {
                characters.append(Character(index: index, steps: step..<step + 1, score: score))
            }
        }
        self.characters = characters
        (self.stepCount, self.probabilities, self.classCount) = (stepCount, probabilities, classCount)
    }

    /// The most likely class of a character among some others, the first of equals; its score is its share among them. Nil if
    /// there are none.
    func character(_ character: Character, of classes: [Int]) -> Character? {
        let sums = classes.map { index in
            character.steps.reduce(0) { $0 + probabilities[$1 * classCount + index] }
        }
        guard let greatest = sums.max(), let place = sums.firstIndex(of: greatest) else { return nil }
        let total = sums.reduce(0, +)
        return Character(index: classes[place], steps: character.steps, score: total > 0 ? greatest / total : 0)
    }

    private static func best(of numbers: UnsafePointer<Float>, count: Int) -> (index: Int, value: Float) {
        var greatest = SIMD16<Float>(repeating: -.infinity)
        let blockEnd = count & ~15
        var index = 0
        while index < blockEnd {
            let block = UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD16<Float>.self)
            greatest.replace(with: block, where: block .> greatest)
            index += 16
        }
        var value = greatest.max()
        while index < count {
            value = max(value, numbers[index])
            index += 1
        }
        for index in 0..<count where numbers[index] == value { return (index, value) }
        return (0, 0)
    }
}

extension Model {
    /// Runs a network that reads text, and fails if it has other classes.
    func read(
        _ line: borrowing Planes,
        classCount: Int,
        none: Int,
        as name: String,
        _ run: ModelRun,
        _ body: (CTCDecoding) throws(OutOfMemory) -> RecognizedText
    ) throws(DetectionFailure) -> RecognizedText {
        try self.run(line, run) { (outputs) throws(DetectionFailure) in
            guard let output = outputs.first, output.shape.count == 3, output.shape[2] == classCount,
                let probabilities = output.values.baseAddress
            else { throw .broken("\(name) has another set of characters than its list") }
            let decoding = CTCDecoding(
                probabilities,
                stepCount: output.shape[1],
                classCount: classCount,
                none: none
            )
            return try DetectionFailure.wrapping { try body(decoding) }
        }
    }
}
