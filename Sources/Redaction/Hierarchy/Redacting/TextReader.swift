import BoundedWork
import SecureMemory

/// Reads texts to compare them, each into the memory of the one before.
struct TextReader: ~Copyable {
    private var folder = TextFolder()
    /// The text that was read last.
    private(set) var text: FoldedText
    /// The digits of that text, once they were read.
    private(set) var digits: FoldedText

    init() throws(BudgetFailure) {
        self.init(text: try FoldedText(), digits: try FoldedText())
    }

    private init(text: consuming FoldedText, digits: consuming FoldedText) {
        self.text = text
        self.digits = digits
    }

    /// Reads `value`, which is UTF-8.
    ///
    /// - Parameter budget: Pays for each scalar.
    mutating func read(_ value: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) {
        try value.withUnsafeBytes { (bytes) throws(BudgetFailure) in try read(bytes, budget: &budget) }
    }

    /// Reads `value`, which is UTF-8.
    ///
    /// - Parameter budget: Pays for each scalar.
    mutating func read(_ value: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        try folder.fold(value, into: &text, budget: &budget)
    }

    /// Reads the digits of the text that was read last.
    mutating func readDigits(endingAtMasks: Bool, budget: inout WorkBudget) throws(BudgetFailure) {
        try digits.readDigits(of: text.characters, endingAtMasks: endingAtMasks, budget: &budget)
    }

    /// Whether `other`, which is UTF-8, reads as the text that was read last. Its digits are then to be read again.
    ///
    /// - Parameter budget: Pays for each scalar.
    mutating func isSame(as other: SecureBytes, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        try other.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try folder.fold(bytes, into: &digits, budget: &budget)
        }
        return text.characters.readsAs(digits.characters)
    }
}
