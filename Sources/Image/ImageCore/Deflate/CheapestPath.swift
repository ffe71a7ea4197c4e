import BoundedWork
import SecureMemory

/// The cheapest way through some bytes, step by step: last place first, as what a step costs depends on what comes after it.
struct CheapestPath: ~Copyable {
    /// Bits from each place to the end.
    private let bitsFrom: WipedBuffer<UInt32>
    /// The first step from each place.
    private let steps: WipedBuffer<MatchCollector.Match>

    /// - Parameter capacity: Most bytes of a way.
    /// - Throws: `OutOfMemory`.
    init(capacity: Int) throws(OutOfMemory) {
        let bits = try WipedBuffer<UInt32>(count: capacity + 1)
        let steps = try WipedBuffer<MatchCollector.Match>(count: capacity)
        self.bitsFrom = bits
        self.steps = steps
    }

    /// What the way takes that was found last.
    var bits: Int { Int(bitsFrom.base[0]) }

    /// Places after which it is asked whether the work is still wanted.
    private static let placesOfStep = 16_384

    /// Finds the way through `count` bytes with the matches that were collected for them. Stops early once it is cancelled:
    /// there is no way to ``follow(_:_:into:)`` then.
    func find(
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int,
        among collector: borrowing MatchCollector,
        _ costs: borrowing CostModel,
        _ cancellation: Cancellation
    ) {
        bitsFrom.base[count] = 0
        for end in stride(from: count, to: 0, by: -Self.placesOfStep).whileWanted(cancellation) {
            find(bytes, max(end - Self.placesOfStep, 0)..<end, among: collector, costs)
        }
    }

    /// Finds the way through `places`, after which it is known.
    private func find(
        _ bytes: UnsafePointer<UInt8>,
        _ places: Range<Int>,
        among collector: borrowing MatchCollector,
        _ costs: borrowing CostModel
    ) {
        let (bits, matches, lengths) = (bitsFrom.base, collector.matches.base, costs.lengths.base)
        let firstMatch = collector.firstMatch.base
        var end = Int(firstMatch[places.upperBound])
        for place in places.reversed() {
            var best = costs.literals.base[Int(bytes[place])] &+ bits[place &+ 1]
            var step = MatchCollector.Match(length: 1, distanceMinusOne: 0)
            var length = MatchCollector.shortestMatch
            for index in Int(firstMatch[place])..<end {
                let match = matches[index]
                let symbol = DeflateAlphabet.symbol(distanceMinusOne: Int(match.distanceMinusOne)).index
                let distanceBits = costs.distances.base[symbol]
                if length > 24 { length = Int(match.length) }
                while length <= Int(match.length) {
                    let total = distanceBits &+ lengths[length] &+ bits[place &+ length]
                    if total < best {
                        best = total
                        step = MatchCollector.Match(
                            length: UInt16(truncatingIfNeeded: length),
                            distanceMinusOne: match.distanceMinusOne
                        )
                    }
                    length &+= 1
                }
            }
            end = Int(firstMatch[place])
            bits[place] = best
            steps.base[place] = step
        }
    }

    /// Writes the symbols of the way.
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
