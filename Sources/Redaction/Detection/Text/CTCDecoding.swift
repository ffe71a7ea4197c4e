/// Reads what a network for text returns, as Connectionist Temporal Classification has it (Graves et al., 2006): for each step
/// along the line a probability of each character and of none; equal ones in a row are one character.
///
/// Valid for as long as the numbers that the network returned.
struct CTCDecoding {
    /// A character at some steps.
    struct Character {
        /// Its class.
        let index: Int
        /// The steps that say so.
        let steps: Range<Int>
        /// The highest probability of these steps.
        let score: Float
    }

    let characters: [Character]
    /// How many steps there are along the line.
    let stepCount: Int
    private let probabilities: UnsafePointer<Float>
    private let classCount: Int

    /// - Parameters:
    ///   - probabilities: Of all classes, step by step.
    ///   - stepCount: How many steps there are.
    ///   - classCount: How many classes there are.
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

    /// What a character is if it is one of some others, the first of those as likely; its score is how likely that is among them.
    /// Nil if there are none.
    func character(_ character: Character, of classes: [Int]) -> Character? {
        let sums = classes.map { index in
            character.steps.reduce(0) { $0 + probabilities[$1 * classCount + index] }
        }
        guard let greatest = sums.max(), let place = sums.firstIndex(of: greatest) else { return nil }
        let total = sums.reduce(0, +)
        return Character(index: classes[place], steps: character.steps, score: total > 0 ? greatest / total : 0)
    }

    /// The greatest number and its index, the first if there are several.
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
