import BoundedWork
import SecureMemory

/// Puts bytes together from literals and matches so that they take the fewest bits, as far as it knows what bits they take.
///
/// It collects the matches at every place, and finds the cheapest way from each place to the end. What symbols cost follows
/// from the way before, so it goes there more than once.
struct CheapestMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = MatchCollector.shortestMatch
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 12_000

    private let collector: MatchCollector
    private let path: CheapestPath
    private var costs: CostModel
    private let cancellation: Cancellation
    /// Whether ``costs`` are those of bytes before.
    private var knowsCosts = false

    /// Times to find the way through the first bytes, whose costs nothing is known of.
    private static let rounds = 3
    /// Bits that 16 bytes take that are as good as noise, so that matches only keep them from being stored.
    private static let bitsOfNoise = 127

    /// - Throws: `OutOfMemory`.
    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        let collector = try MatchCollector(rowDistance: rowDistance, pixelDistance: pixelDistance, capacity: capacity)
        let path = try CheapestPath(capacity: capacity)
        let costs = try CostModel()
        self.collector = collector
        self.path = path
        self.costs = costs
        self.cancellation = cancellation
    }

    mutating func reset() {
        collector.reset()
        knowsCosts = false
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) { collector.enter(window, place, range.upperBound, offset) }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
        collector.collect(window, range, offset, cancellation)
        // What is left unfinished leads nowhere.
        guard !cancellation.isCancelled else { return }
        if !knowsCosts { costs.guess() }
        let start = symbols.counts
        let bytes = window + range.lowerBound
        for _ in 0..<(knowsCosts ? 1 : Self.rounds) {
            path.find(bytes, range.count, among: collector, costs, cancellation)
            guard !cancellation.isCancelled else { return }
            symbols.counts = start
            path.follow(bytes, range.count, into: &symbols)
            costs.learn(symbols.block)
        }
        knowsCosts = true
        if path.bits > range.count * Self.bitsOfNoise / 16 {
            symbols.counts = start
            symbols.append(bytes, count: range.count)
        }
    }
}
