import SecureMemory

/// Puts bytes together from literals and matches so that they take the fewest bits, as far as it knows what bits they take.
///
/// It collects the matches at every place, and finds the cheapest way from each place to the end, last place first. What
/// symbols cost follows from the way before, so it goes there more than once.
struct CheapestMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = 3
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 40_000

    private let chains: HashChains
    private let rowDistance: Int
    private let pixelDistance: Int
    private var costs: CostModel
    /// Matches of all places, one after the other, the shorter and nearer first.
    private let matches: Samples<Match>
    /// Where the matches of each place begin; one more at the end.
    private let firstMatch: Samples<UInt32>
    /// Bits from each place to the end.
    private let bits: Samples<UInt32>
    /// The first step from each place.
    private let steps: Samples<Match>
    /// Whether ``costs`` are those of bytes before.
    private var knowsCosts = false

    /// Earlier places to look at.
    private static let depth = 24
    /// Bytes of a match that is taken without asking what else there is.
    private static let goodLength = 96
    private static let matchesOfPlace = 8
    /// Matches that there is room for, for each place; where most places have more, the last go without.
    private static let averageMatches = 4
    private static let rounds = 3

    /// A match, or a literal where the length is 1.
    private struct Match: BitwiseCopyable {
        var length: UInt16
        var distanceMinusOne: UInt16
    }

    /// - Throws: ``OutOfMemory``.
    init(rowDistance: Int, pixelDistance: Int, capacity: Int) throws(OutOfMemory) {
        let chains = try HashChains(byteCount: 4)
        let costs = try CostModel()
        let matches = try Samples<Match>(count: capacity * Self.averageMatches + Self.matchesOfPlace)
        let firstMatch = try Samples<UInt32>(count: capacity + 1)
        let bits = try Samples<UInt32>(count: capacity + 1)
        let steps = try Samples<Match>(count: capacity)
        self.chains = chains
        self.costs = costs
        self.matches = matches
        self.firstMatch = firstMatch
        self.bits = bits
        self.steps = steps
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    mutating func reset() {
        chains.reset()
        knowsCosts = false
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) { enter(window, place, offset) }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into sequences: UnsafeMutablePointer<DeflateSequence>
    ) -> FoundSequences {
        collectMatches(window, range, offset)
        if !knowsCosts { costs.guess() }
        let bytes = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
        var found = FoundSequences(count: 0, trailingLiterals: range.count)
        let rounds = !knowsCosts ? Self.rounds : hasChoice(range.count) ? Self.rounds - 1 : 1
        for _ in 0..<rounds {
            findCheapestSteps(bytes)
            found = followSteps(range.count, into: sequences)
            costs.learn(
                DeflateBlock(
                    bytes: bytes,
                    sequences: UnsafeBufferPointer(start: sequences, count: found.count),
                    trailingLiterals: found.trailingLiterals
                )
            )
        }
        knowsCosts = true
        return found
    }

    /// Whether the matches are more than the few that go on and on.
    private func hasChoice(_ count: Int) -> Bool {
        Int(firstMatch.base[count]) > count / 64
    }

    @inline(__always)
    private func enter(_ window: UnsafePointer<UInt8>, _ place: Int, _ offset: Int) {
        _ = chains.enter(UInt32(truncatingIfNeeded: place &+ offset), MatchLength.word(window + place))
    }

    private func collectMatches(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, _ offset: Int) {
        let last = range.upperBound - 8
        var count = 0
        var place = range.lowerBound
        while place < range.upperBound {
            firstMatch.base[place &- range.lowerBound] = UInt32(truncatingIfNeeded: count)
            guard place <= last, count &+ Self.matchesOfPlace <= matches.count else {
                place &+= 1
                continue
            }
            let found = collectMatches(window, place, range.upperBound, offset, into: matches.base + count)
            count &+= found
            place &+= 1
            guard found > 0, matches.base[count &- 1].length >= Self.goodLength else { continue }
            // It is as good as taken, so nothing is looked for within, and of one colour there is nothing to remember.
            let good = matches.base[count &- 1]
            matches.base[count &- found] = good
            count &-= found &- 1
            let next = place &+ Int(good.length) &- 1
            while place < next {
                firstMatch.base[place &- range.lowerBound] = UInt32(truncatingIfNeeded: count)
                if place <= last, Int(good.distanceMinusOne) != pixelDistance &- 1 { enter(window, place, offset) }
                place &+= 1
            }
        }
        firstMatch.base[range.count] = UInt32(truncatingIfNeeded: count)
    }

    /// Writes the matches at `place`, each longer than the one before, and returns how many they are.
    private func collectMatches(
        _ window: UnsafePointer<UInt8>,
        _ place: Int,
        _ end: Int,
        _ offset: Int,
        into matches: UnsafeMutablePointer<Match>
    ) -> Int {
        let limit = min(DeflateAlphabet.longestMatch, end &- place)
        let position = UInt32(truncatingIfNeeded: place &+ offset)
        let reach = min(place, DeflateAlphabet.longestDistance)
        var count = 0
        var longest = Self.shortestMatch &- 1
        func consider(_ distance: Int) {
            let source = window + (place &- distance)
            let length = MatchLength.of(source, window + place, known: 0, limit: limit)
            guard length > longest else { return }
            if count == Self.matchesOfPlace { count &-= 1 }
            matches[count] = Match(
                length: UInt16(truncatingIfNeeded: length),
                distanceMinusOne: UInt16(truncatingIfNeeded: distance &- 1)
            )
            count &+= 1
            longest = length
        }
        if pixelDistance <= reach { consider(pixelDistance) }
        var candidate = chains.enter(position, MatchLength.word(window + place))
        var nearest = 0
        for _ in 0..<Self.depth where longest < Self.goodLength {
            let distance = Int(position &- candidate)
            guard distance > nearest, distance <= reach else { break }
            nearest = distance
            // Only what goes on beyond the longest is worth a closer look.
            let reached = window + (place &+ max(longest &- 3, 0))
            if MatchLength.half(reached - distance) == MatchLength.half(reached) { consider(distance) }
            candidate = chains.before(candidate)
        }
        if rowDistance <= reach, longest < Self.goodLength { consider(rowDistance) }
        return count
    }

    private func findCheapestSteps(_ bytes: UnsafeBufferPointer<UInt8>) {
        let (bits, matches, lengths) = (self.bits.base, self.matches.base, costs.lengths.base)
        bits[bytes.count] = 0
        var end = Int(firstMatch.base[bytes.count])
        for place in stride(from: bytes.count - 1, through: 0, by: -1) {
            var best = costs.literals.base[Int(bytes[place])] &+ bits[place &+ 1]
            var step = Match(length: 1, distanceMinusOne: 0)
            var length = Self.shortestMatch
            for index in Int(firstMatch.base[place])..<end {
                let match = matches[index]
                let symbol = DeflateAlphabet.symbol(distanceMinusOne: Int(match.distanceMinusOne)).index
                let distanceBits = costs.distances.base[symbol]
                if match.length >= Self.goodLength { length = Int(match.length) }
                while length <= Int(match.length) {
                    let total = distanceBits &+ lengths[length] &+ bits[place &+ length]
                    if total < best {
                        best = total
                        step = Match(
                            length: UInt16(truncatingIfNeeded: length),
                            distanceMinusOne: match.distanceMinusOne
                        )
                    }
                    length &+= 1
                }
            }
            end = Int(firstMatch.base[place])
            bits[place] = best
            steps.base[place] = step
        }
    }

    private func followSteps(_ end: Int, into sequences: UnsafeMutablePointer<DeflateSequence>) -> FoundSequences {
        var (place, count, literalStart) = (0, 0, 0)
        while place < end {
            let step = steps.base[place]
            if step.length > 1 {
                sequences[count] = DeflateSequence(
                    literals: place &- literalStart,
                    length: Int(step.length),
                    distance: Int(step.distanceMinusOne) &+ 1
                )
                count &+= 1
                literalStart = place &+ Int(step.length)
            }
            place &+= Int(step.length)
        }
        return FoundSequences(count: count, trailingLiterals: end &- literalStart)
    }
}
