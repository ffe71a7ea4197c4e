import BoundedWork
import SecureMemory

/// Division of bytes into the literals and matches that take the fewest bits, by an estimate of their costs.
///
/// Finds the cheapest way from each place to the end by the matches at every place, more than once, because the costs of symbols
/// follow from the previous way.
struct CheapestMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = MatchCollector.shortestMatch
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 6000
    static let tolerances: [UInt32] = [2, 4, 8]

    private let collector: MatchCollector
    private let path: CheapestPath
    private var costs: CostModel
    private var divider: BlockDivider
    private let cancellation: Cancellation
    private var knowsCosts = false

    /// Searches for the way through the first bytes, whose costs are not known.
    private static let firstRounds = 4
    /// Searches for the way through others.
    private static let rounds = 2
    /// Bits of 16 bytes that are as good as noise: matches only keep them from being stored.
    private static let bitsOfNoise = 127

    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        let collector = try MatchCollector(rowDistance: rowDistance, pixelDistance: pixelDistance, capacity: capacity)
        let path = try CheapestPath(capacity: capacity)
        let costs = try CostModel()
        let divider = try BlockDivider()
        self.collector = collector
        self.path = path
        self.costs = costs
        self.divider = divider
        self.cancellation = cancellation
    }

    mutating func reset() {
        collector.reset()
        knowsCosts = false
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(MatchCollector.bytesOfEnd).whileWanted(cancellation) {
            collector.enter(window, place, range.upperBound, offset)
        }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
        collector.collect(window, range, offset, cancellation)
        // Unfinished work has no way.
        guard !cancellation.isCancelled else { return }
        if !knowsCosts { costs.guess() }
        let start = symbols.counts
        let bytes = window + range.lowerBound
        for _ in 0..<(knowsCosts ? Self.rounds : Self.firstRounds) {
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

    mutating func blocks(of symbols: DeflateBlock) -> [DeflateBlock] { divider.blocks(of: symbols) }
}

/// The cheapest way through some bytes, last place first: the cost of a step depends on the steps after it.
struct CheapestPath: ~Copyable {
    /// Cost of the rest from each place on, in the unit of a ``CostModel``.
    private let costsFrom: WipedBuffer<UInt32>
    private let steps: WipedBuffer<MatchCollector.Match>

    init(capacity: Int) throws(OutOfMemory) {
        let costsFrom = try WipedBuffer<UInt32>(count: capacity + 1)
        let steps = try WipedBuffer<MatchCollector.Match>(count: capacity)
        self.costsFrom = costsFrom
        self.steps = steps
    }

    var bits: Int { Int(costsFrom.base[0] / CostModel.unit) }

    private static let placesOfStep = 16_384
    /// The longest length that is tried whatever it costs. A longer one has to cost less than those beyond it, after which the rest
    /// mostly costs less.
    private static let longestTried = 10

    /// Finds the way through `count` bytes with their collected matches; there is none to ``follow(_:_:into:)`` once it is
    /// cancelled.
    func find(
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int,
        among collector: borrowing MatchCollector,
        _ costs: borrowing CostModel,
        _ cancellation: Cancellation
    ) {
        costsFrom.base[count] = 0
        for end in stride(from: count, to: 0, by: -Self.placesOfStep).whileWanted(cancellation) {
            find(bytes, max(end - Self.placesOfStep, 0)..<end, among: collector, costs)
        }
    }

    private func find(
        _ bytes: UnsafePointer<UInt8>,
        _ places: Range<Int>,
        among collector: borrowing MatchCollector,
        _ costs: borrowing CostModel
    ) {
        let (rest, matches) = (costsFrom.base, collector.matches.base)
        let firstMatch = collector.firstMatch.base
        var end = Int(firstMatch[places.upperBound])
        for place in places.reversed() {
            var best = costs.literals.base[Int(bytes[place])] &+ rest[place &+ 1]
            var step = MatchCollector.Match(length: 1, distanceMinusOne: 0)
            var shortest = MatchCollector.shortestMatch
            for index in Int(firstMatch[place])..<end {
                let match = matches[index]
                let symbol = DeflateAlphabet.symbol(distanceMinusOne: Int(match.distanceMinusOne)).index
                let distanceCost = costs.distances.base[symbol]
                Self.forEachLength(from: shortest, to: Int(match.length), costs) { length in
                    let total = distanceCost &+ costs.lengths.base[length] &+ rest[place &+ length]
                    guard total < best else { return }
                    best = total
                    step = MatchCollector.Match(
                        length: UInt16(truncatingIfNeeded: length),
                        distanceMinusOne: match.distanceMinusOne
                    )
                }
                shortest = Int(match.length) &+ 1
            }
            end = Int(firstMatch[place])
            rest[place] = best
            steps.base[place] = step
        }
    }

    /// The lengths that may be the best of a match, each with the same distance.
    @inline(__always)
    private static func forEachLength(
        from shortest: Int,
        to longest: Int,
        _ costs: borrowing CostModel,
        _ attempt: (_ length: Int) -> Void
    ) {
        let shortestOfLong = max(shortest, longestTried &+ 1)
        var length = longest
        while length >= shortestOfLong {
            attempt(length)
            length = Int(costs.cheaperLengths.base[length])
        }
        length = min(longest, longestTried)
        while length >= shortest {
            attempt(length)
            length &-= 1
        }
    }

    func follow(_ bytes: UnsafePointer<UInt8>, _ end: Int, into symbols: inout SymbolBuffer) {
        var (place, literalStart) = (0, 0)
        while place < end {
            let step = steps.base[place]
            if step.length > 1 {
                symbols.append(bytes + literalStart, count: place &- literalStart)
                symbols.append(length: Int(step.length), distance: Int(step.distanceMinusOne) &+ 1)
                literalStart = place &+ Int(step.length)
            }
            place &+= Int(step.length)
        }
        symbols.append(bytes + literalStart, count: end &- literalStart)
    }
}
