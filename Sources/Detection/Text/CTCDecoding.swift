/// Reads what a network for text returns, as Connectionist Temporal Classification has it (Graves et al., 2006): for each step
/// along the line a probability of each character and of none; equal ones in a row are one character.
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
        self.stepCount = stepCount
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
