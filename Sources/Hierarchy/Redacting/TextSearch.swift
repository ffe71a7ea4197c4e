import BoundedWork
import SecureMemory

/// Finds any of many texts in others.
///
/// The texts are sorted, so that those which go on as the text at hand does are a range that narrows with every
/// character. That is fast where few texts begin alike, as those of a screen do; what would take longer is cut off.
struct TextSearch: ~Copyable {
    /// All texts, one after the other.
    private var tokens: WipedArray<UInt32>
    /// Where each text is, in their order.
    private var texts: [Range<Int>] = []
    /// A bit for each hash of the first characters of a text.
    private var starts = [UInt64](repeating: 0, count: 1 << 10)
    /// Pays for comparisons.
    private var budget: WorkBudget

    /// Characters that a text needs to be looked for: shorter ones are anywhere by chance.
    static let shortestText = 4

    /// Comparisons that all searches together may take. Those in a screen take some hundred thousand.
    static let workLimit = 50_000_000

    /// - Parameter budget: Pays for comparisons, of all searches together.
    init(budget: WorkBudget) throws(OutOfMemory) {
        tokens = try WipedArray()
        self.budget = budget
    }

    /// Looks for `text`, too, if it is long enough, and is not the row of dots that a secure field shows.
    mutating func add(_ text: UnsafeBufferPointer<FoldedText.Character>) throws(OutOfMemory) {
        guard text.count >= Self.shortestText, !text.allSatisfy(\.isMask) else { return }
        let start = tokens.count
        for character in text { try tokens.append(character.token) }
        texts.append(start..<tokens.count)
        let hash = Self.hash(text, at: 0)
        starts[hash >> 6] |= 1 << UInt64(hash & 63)
    }

    /// Makes the search ready, once all texts are added.
    mutating func prepare() {
        let tokens = tokens.values
        var sorted = texts.sorted { tokens[$0].lexicographicallyPrecedes(tokens[$1]) }
        var kept = 0
        for text in sorted where kept == 0 || !tokens[sorted[kept - 1]].elementsEqual(tokens[text]) {
            sorted[kept] = text
            kept += 1
        }
        sorted.removeLast(sorted.count - kept)
        texts = sorted
    }

    /// The places in `text` that are one of the texts, the longest one at each, from the first to the last.
    mutating func matches(
        in text: UnsafeBufferPointer<FoldedText.Character>
    ) throws(BudgetFailure) -> [Range<Int>] {
        guard !texts.isEmpty, text.count >= Self.shortestText else { return [] }
        var matches: [Range<Int>] = []
        var index = 0
        while index + Self.shortestText <= text.count {
            let hash = Self.hash(text, at: index)
            if starts[hash >> 6] & 1 << UInt64(hash & 63) != 0, let length = try longestMatch(in: text, at: index) {
                matches.append(index..<index + length)
                index += length
            } else {
                index += 1
            }
        }
        return matches
    }

    private mutating func longestMatch(
        in text: UnsafeBufferPointer<FoldedText.Character>,
        at index: Int
    ) throws(BudgetFailure) -> Int? {
        var candidates = texts.indices
        var depth = 0
        var longest: Int?
        while let first = candidates.first {
            if texts[first].count == depth {
                longest = depth
                candidates = candidates.dropFirst()
            }
            guard index + depth < text.count, !candidates.isEmpty else { break }
            candidates = try narrow(candidates, depth: depth, to: text[index + depth].token)
            depth += 1
        }
        return longest
    }

    /// Those of `candidates`, all longer than `depth` and alike up to there, that have `token` at `depth`.
    private mutating func narrow(
        _ candidates: Range<Int>,
        depth: Int,
        to token: UInt32
    ) throws(BudgetFailure) -> Range<Int> {
        let lower = try firstIndex(in: candidates, depth: depth) { $0 >= token }
        let upper = try firstIndex(in: lower..<candidates.upperBound, depth: depth) { $0 > token }
        return lower..<upper
    }

    private mutating func firstIndex(
        in candidates: Range<Int>,
        depth: Int,
        where isBeyond: (UInt32) -> Bool
    ) throws(BudgetFailure) -> Int {
        var (lower, upper) = (candidates.lowerBound, candidates.upperBound)
        let tokens = tokens.values
        while lower < upper {
            let middle = (lower + upper) / 2
            try budget.spend()
            if isBeyond(tokens[texts[middle].lowerBound + depth]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }

    private static func hash(_ text: UnsafeBufferPointer<FoldedText.Character>, at index: Int) -> Int {
        var hash: UInt32 = 0
        for offset in 0..<shortestText { hash = hash &* 0x9E37_79B1 &+ text[index + offset].token }
        return Int((hash &* 0x9E37_79B1) >> 16)
    }
}
