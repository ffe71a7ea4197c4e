import BoundedWork
import SecureMemory

/// Collector of the matches at every place of some bytes: in trees of earlier places, and at the distances of screens.
struct MatchCollector: ~Copyable {
    /// A match, or a literal where the length is 1.
    struct Match: BitwiseCopyable {
        var length: UInt16
        var distanceMinusOne: UInt16
    }

    /// Matches of all places, the shorter first.
    let matches: WipedBuffer<Match>
    /// Index of the first match of each place, and one more.
    let firstMatch: WipedBuffer<UInt32>

    private let trees: MatchTrees
    /// The last position of three bytes with this hash; 0 if there is none.
    private let triples: WipedBuffer<UInt32>
    private let rowDistance: Int
    private let pixelDistance: Int

    static let shortestMatch = 3
    private static let depth = 128
    private static let matchesOfPlace = 16
    /// Places that go unsearched between two that are searched where much is repeated.
    private static let unsearchedOfRepetition = 2
    /// Matches of a place for which there is memory; few places have as many.
    static let averageOfPlace = 8
    /// The place at the longest possible distance gives way to the one that is entered.
    private static let longestDistance = DeflateAlphabet.longestDistance - 1
    private static let hashBits = 15
    private static let placesOfStep = 8192
    /// Bytes before the end whose places are not looked for.
    static let bytesOfEnd = 8

    /// Collects the matches of up to `capacity` places, with memory for `average` of each. Distances to the row above and to the
    /// pixel before are in bytes.
    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        average: Int = averageOfPlace
    ) throws(OutOfMemory) {
        let trees = try MatchTrees()
        let triples = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        let matches = try WipedBuffer<Match>(count: capacity * average)
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

    /// Collects the matches of all places in `range`, and remembers those that it searches. The matches are meaningless once it is
    /// cancelled.
    func collect(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        _ offset: Int,
        _ cancellation: Cancellation
    ) {
        var count = 0
        var unsearched = 0
        for place in range {
            if place & (Self.placesOfStep &- 1) == 0, cancellation.isCancelled { return }
            firstMatch.base[place &- range.lowerBound] = UInt32(truncatingIfNeeded: count)
            if unsearched > 0, goesOn(matches.base[count &- 1], window, place, range.upperBound) {
                matches.base[count] = matches.base[count &- 1]
                count &+= 1
                unsearched &-= 1
                continue
            }
            let room = matches.count &- count &- (range.upperBound &- place &- 1)
            let found = collectMatches(window, place, range.upperBound, offset, room, into: matches.base + count)
            count &+= found
            unsearched = found > 0 ? unsearchedPlaces(after: matches.base[count &- 1]) : 0
        }
        firstMatch.base[range.count] = UInt32(truncatingIfNeeded: count)
    }

    /// The number of places after one with `match` that are neither searched nor remembered as long as it goes on: all in a run of
    /// pixels of one colour.
    private func unsearchedPlaces(after match: Match) -> Int {
        guard match.length == DeflateAlphabet.longestMatch else { return 0 }
        return Int(match.distanceMinusOne) == pixelDistance &- 1 ? .max : Self.unsearchedOfRepetition
    }

    /// Whether `match`, of the longest length at the place before, has that length at `place`, too.
    @inline(__always)
    private func goesOn(_ match: Match, _ window: UnsafePointer<UInt8>, _ place: Int, _ end: Int) -> Bool {
        let last = place &+ DeflateAlphabet.longestMatch &- 1
        return last < end && window[last] == window[last &- Int(match.distanceMinusOne) &- 1]
    }

    /// Writes the matches at `place`, each longer than the one before, if there is `room`; returns their number.
    private func collectMatches(
        _ window: UnsafePointer<UInt8>,
        _ place: Int,
        _ end: Int,
        _ offset: Int,
        _ room: Int,
        into matches: UnsafeMutablePointer<Match>
    ) -> Int {
        guard place <= end &- Self.bytesOfEnd else { return 0 }
        let most = min(room, Self.matchesOfPlace)
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
            if count == most { count &-= 1 }
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
