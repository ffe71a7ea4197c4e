import SecureMemory

/// Puts bytes together from literals and matches so that they take the fewest bits, as far as it knows what bits they take.
///
/// It collects the matches at every place, and finds the cheapest way from each place to the end, last place first. What
/// symbols cost follows from the way before, so it goes there more than once.
struct CheapestMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = 3
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 12_000

    private let trees: MatchTrees
    /// The last position where three bytes with this hash stood; 0 if there is none.
    private let triples: Samples<UInt32>
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
    /// Last places within such a match that are remembered.
    private static let remembered = 64
    private static let matchesOfPlace = 8
    /// Matches that there is room for, for each place; where most places have more, the last go without.
    private static let averageMatches = 8
    /// Times to find the way through the first bytes, whose costs nothing is known of.
    private static let rounds = 3
    /// Bits that 16 bytes take that are as good as noise, so that matches only keep them from being stored.
    private static let bitsOfNoise = 127
    /// The place at the longest distance there is gives way to the one that is entered.
    private static let longestDistance = DeflateAlphabet.longestDistance - 1
    private static let hashBits = 15

    /// A match, or a literal where the length is 1.
    private struct Match: BitwiseCopyable {
        var length: UInt16
        var distanceMinusOne: UInt16
    }

    /// - Throws: ``OutOfMemory``.
    init(rowDistance: Int, pixelDistance: Int, capacity: Int) throws(OutOfMemory) {
        let trees = try MatchTrees()
        let triples = try Samples<UInt32>(count: 1 << Self.hashBits)
        let costs = try CostModel()
        let matches = try Samples<Match>(count: capacity * Self.averageMatches + Self.matchesOfPlace)
        let firstMatch = try Samples<UInt32>(count: capacity + 1)
        let bits = try Samples<UInt32>(count: capacity + 1)
        let steps = try Samples<Match>(count: capacity)
        self.trees = trees
        self.triples = triples
        self.costs = costs
        self.matches = matches
        self.firstMatch = firstMatch
        self.bits = bits
        self.steps = steps
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    mutating func reset() {
        trees.reset()
        triples.all.update(repeating: 0)
        knowsCosts = false
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) { enter(window, place, range.upperBound, offset) }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
        collectMatches(window, range, offset)
        if !knowsCosts { costs.guess() }
        let start = symbols.counts
        for _ in 0..<(knowsCosts ? 1 : Self.rounds) {
            findCheapestSteps(window + range.lowerBound, range.count)
            symbols.counts = start
            followSteps(window + range.lowerBound, range.count, into: &symbols)
            costs.learn(symbols.block)
        }
        knowsCosts = true
        if Int(bits.base[0]) > range.count * Self.bitsOfNoise / 16 {
            symbols.counts = start
            symbols.append(window + range.lowerBound, count: range.count)
        }
    }

    @inline(__always)
    private func enter(_ window: UnsafePointer<UInt8>, _ place: Int, _ end: Int, _ offset: Int) {
        let position = UInt32(truncatingIfNeeded: place &+ offset)
        let reach = min(place, Self.longestDistance)
        _ = enterTriple(window + place, position)
        trees.enter(
            window + place,
            position: position,
            reach: reach,
            limit: min(end - place, Self.goodLength),
            depth: Self.depth
        ) { _, _ in }
    }

    /// Enters three bytes, and returns where they may have stood last.
    @inline(__always)
    private func enterTriple(_ bytes: UnsafePointer<UInt8>, _ position: UInt32) -> UInt32 {
        let hash = (MatchLength.half(bytes) &<< 8) &* 0x9E37_79B1
        let slot = Int(truncatingIfNeeded: hash &>> UInt32(32 &- Self.hashBits))
        let last = triples.base[slot]
        triples.base[slot] = position
        return last
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
                let isRemembered = place <= last && next &- place < Self.remembered
                if isRemembered, Int(good.distanceMinusOne) != pixelDistance &- 1 {
                    enter(window, place, range.upperBound, offset)
                }
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
        let reach = min(place, Self.longestDistance)
        var count = 0
        var longest = Self.shortestMatch &- 1
        func consider(_ distance: Int) {
            let source = window + (place &- distance)
            let length = MatchLength.of(source, window + place, known: 0, limit: limit)
            if length > longest { add(length, distance) }
        }
        func add(_ length: Int, _ distance: Int) {
            if count == Self.matchesOfPlace { count &-= 1 }
            matches[count] = Match(
                length: UInt16(truncatingIfNeeded: length),
                distanceMinusOne: UInt16(truncatingIfNeeded: distance &- 1)
            )
            count &+= 1
            longest = length
        }
        if pixelDistance <= reach { consider(pixelDistance) }
        let triple = Int(position &- enterTriple(window + place, position))
        if longest < Self.shortestMatch, triple <= reach { consider(triple) }
        trees.enter(
            window + place,
            position: position,
            reach: reach,
            limit: min(limit, Self.goodLength),
            depth: Self.depth
        ) { length, distance in
            guard length > longest else { return }
            if length < Self.goodLength { add(length, distance) } else { consider(distance) }
        }
        if rowDistance <= reach, longest < Self.goodLength { consider(rowDistance) }
        return count
    }

    private func findCheapestSteps(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        let (bits, matches, lengths) = (self.bits.base, self.matches.base, costs.lengths.base)
        bits[count] = 0
        var end = Int(firstMatch.base[count])
        for place in stride(from: count - 1, through: 0, by: -1) {
            var best = costs.literals.base[Int(bytes[place])] &+ bits[place &+ 1]
            var step = Match(length: 1, distanceMinusOne: 0)
            var length = Self.shortestMatch
            for index in Int(firstMatch.base[place])..<end {
                let match = matches[index]
                let symbol = DeflateAlphabet.symbol(distanceMinusOne: Int(match.distanceMinusOne)).index
                let distanceBits = costs.distances.base[symbol]
                if length > 24 { length = Int(match.length) }
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

    private func followSteps(_ bytes: UnsafePointer<UInt8>, _ end: Int, into symbols: inout SymbolBuffer) {
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
