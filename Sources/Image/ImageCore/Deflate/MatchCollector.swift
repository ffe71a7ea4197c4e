import BoundedWork
import SecureMemory

/// Collector of the matches at every place of some bytes: in trees of earlier places, and at the distances of screens.
struct MatchCollector: ~Copyable {
    /// A match, or a literal where the length is 1.
    struct Match: BitwiseCopyable {
        var length: UInt16
        var distanceMinusOne: UInt16
    }

    /// Matches of all places, the shorter and nearer first.
    let matches: WipedBuffer<Match>
    /// Index of the first match of each place, and one more.
    let firstMatch: WipedBuffer<UInt32>

    private let trees: MatchTrees
    /// The last position of three bytes with this hash; 0 if there is none.
    private let triples: WipedBuffer<UInt32>
    private let rowDistance: Int
    private let pixelDistance: Int

    static let shortestMatch = 3
    private static let depth = 64
    private static let remembered = 64
    private static let matchesOfPlace = 8
    /// The place at the longest possible distance gives way to the one that is entered.
    private static let longestDistance = DeflateAlphabet.longestDistance - 1
    private static let hashBits = 15
    private static let placesOfStep = 8192

    init(rowDistance: Int, pixelDistance: Int, capacity: Int) throws(OutOfMemory) {
        let trees = try MatchTrees()
        let triples = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        let matches = try WipedBuffer<Match>(count: capacity * Self.matchesOfPlace)
        let firstMatch = try WipedBuffer<UInt32>(count: capacity + 1)
        self.trees = trees
        self.triples = triples
        self.matches = matches
        self.firstMatch = firstMatch
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    func reset() {
        trees.reset()
        triples.all.update(repeating: 0)
    }

    @inline(__always)
    func enter(_ window: UnsafePointer<UInt8>, _ place: Int, _ end: Int, _ offset: Int) {
        let position = UInt32(truncatingIfNeeded: place &+ offset)
        let reach = min(place, Self.longestDistance)
        _ = enterTriple(window + place, position)
        trees.enter(
            window + place,
            position: position,
            reach: reach,
            limit: min(end - place, DeflateAlphabet.longestMatch),
            depth: Self.depth
        ) { _, _ in }
    }

    @inline(__always)
    private func enterTriple(_ bytes: UnsafePointer<UInt8>, _ position: UInt32) -> UInt32 {
        let hash = (MatchLength.half(bytes) &<< 8) &* 0x9E37_79B1
        let slot = Int(truncatingIfNeeded: hash &>> UInt32(32 &- Self.hashBits))
        let last = triples.base[slot]
        triples.base[slot] = position
        return last
    }

    /// Collects the matches of all places in `range`, and remembers the places. The matches are meaningless once it is cancelled.
    func collect(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        _ offset: Int,
        _ cancellation: Cancellation
    ) {
        let last = range.upperBound - 8
        var count = 0
        var place = range.lowerBound
        var nextQuestion = place
        while place < range.upperBound {
            if place >= nextQuestion {
                guard !cancellation.isCancelled else { return }
                nextQuestion = place &+ Self.placesOfStep
            }
            firstMatch.base[place &- range.lowerBound] = UInt32(truncatingIfNeeded: count)
            guard place <= last else {
                place &+= 1
                continue
            }
            let found = collectMatches(window, place, range.upperBound, offset, into: matches.base + count)
            count &+= found
            place &+= 1
            guard found > 0, matches.base[count &- 1].length >= DeflateAlphabet.longestMatch else { continue }
            // It is taken, so its inside is not searched, and of one colour there is nothing to remember.
            let taken = matches.base[count &- 1]
            matches.base[count &- found] = taken
            count &-= found &- 1
            let next = place &+ Int(taken.length) &- 1
            while place < next {
                firstMatch.base[place &- range.lowerBound] = UInt32(truncatingIfNeeded: count)
                let isRemembered = place <= last && next &- place < Self.remembered
                if isRemembered, Int(taken.distanceMinusOne) != pixelDistance &- 1 {
                    enter(window, place, range.upperBound, offset)
                }
                place &+= 1
            }
        }
        firstMatch.base[range.count] = UInt32(truncatingIfNeeded: count)
    }

    /// Writes the matches at `place`, each longer than the one before; returns their number.
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
            limit: limit,
            depth: Self.depth
        ) { length, distance in
            if length > longest { add(length, distance) }
        }
        if rowDistance <= reach, longest < limit { consider(rowDistance) }
        return count
    }
}
