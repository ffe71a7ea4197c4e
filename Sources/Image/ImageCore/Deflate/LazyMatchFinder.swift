import BoundedWork
import SecureMemory

/// Division of bytes into literals and matches with some care: a few earlier places are looked at, and a match is put off if a
/// better one starts a byte later.
struct LazyMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = 4
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 30_000
    static let bitsOfPhotograph: Int? = 24

    private let chains: HashChains
    private let rowDistance: Int
    private let pixelDistance: Int

    private static let depth = 8
    private static let goodLength = 32
    /// Logarithm of the places without a repetition after which every other place is passed over, and so on.
    private static let patience = 3
    /// Hashed bytes: two pixels, because a shorter match saves little and takes long to look at.
    private static let hashedBytes = 6
    private static let longestColor = 16
    private static let remembered = 32

    struct Match {
        var length: Int
        var distance: Int
    }

    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        chains = try HashChains(byteCount: Self.hashedBytes)
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    mutating func reset() {
        chains.reset()
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) {
            _ = chains.enter(UInt32(truncatingIfNeeded: place &+ offset), MatchLength.word(window + place))
        }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
        let end = range.upperBound
        let last = end - 8
        var place = range.lowerBound
        var literalStart = place
        var lastDistance = pixelDistance
        var misses = 0
        while place <= last {
            var match = longestMatch(window, place, end, offset, lastDistance)
            guard match.length >= Self.shortestMatch else {
                misses &+= 1
                place &+= 1 &+ misses &>> Self.patience
                continue
            }
            misses = 0
            var entered = place &+ 1
            while match.length < Self.goodLength, place < last {
                let next = longestMatch(window, place &+ 1, end, offset, match.distance)
                entered = place &+ 2
                guard Self.isBetter(next, than: match, by: 2) else { break }
                match = next
                place &+= 1
            }
            symbols.append(window + literalStart, count: place &- literalStart)
            symbols.append(length: match.length, distance: match.distance)
            let next = place &+ match.length
            // Of one colour there is nothing to remember.
            if match.distance != pixelDistance || match.length < Self.longestColor {
                let until = min(next, last &+ 1, entered &+ Self.remembered)
                while entered < until {
                    _ = chains.enter(UInt32(truncatingIfNeeded: entered &+ offset), MatchLength.word(window + entered))
                    entered &+= 1
                }
            }
            place = next
            literalStart = next
            lastDistance = match.distance
        }
        symbols.append(window + literalStart, count: end &- literalStart)
    }

    /// Whether `match` saves more than `other`: a byte is worth four bits, less the surplus of its distance.
    @inline(__always)
    private static func isBetter(_ match: Match, than other: Match, by bits: Int) -> Bool {
        let distanceBits = match.distance.leadingZeroBitCount &- other.distance.leadingZeroBitCount
        return (match.length &- other.length) &* 4 &+ distanceBits > bits
    }

    @inline(__always)
    private func longestMatch(
        _ window: UnsafePointer<UInt8>,
        _ place: Int,
        _ end: Int,
        _ offset: Int,
        _ lastDistance: Int
    ) -> Match {
        let limit = min(DeflateAlphabet.longestMatch, end &- place)
        let word = MatchLength.word(window + place)
        var best = Match(length: 0, distance: pixelDistance)
        consider(pixelDistance, window, place, word, limit, &best)
        if best.length < Self.goodLength {
            consider(lastDistance, window, place, word, limit, &best)
            consider(rowDistance, window, place, word, limit, &best)
        }
        let position = UInt32(truncatingIfNeeded: place &+ offset)
        guard best.length < Self.goodLength else { return best }
        var candidate = chains.enter(position, word)
        var nearest = 0
        let reach = min(place, DeflateAlphabet.longestDistance)
        for _ in 0..<Self.depth {
            let distance = Int(position &- candidate)
            guard distance > nearest, distance <= reach else { break }
            nearest = distance
            // Only a place that goes on beyond the best is worth a closer look.
            let reached = window + (place &+ max(best.length &- 3, 0))
            if MatchLength.half(reached - distance) == MatchLength.half(reached) {
                consider(distance, window, place, word, limit, &best)
                if best.length >= Self.goodLength { break }
            }
            candidate = chains.before(candidate)
        }
        return best
    }

    @inline(__always)
    private func consider(
        _ distance: Int,
        _ window: UnsafePointer<UInt8>,
        _ place: Int,
        _ word: UInt64,
        _ limit: Int,
        _ best: inout Match
    ) {
        guard distance <= place else { return }
        let source = window + (place &- distance)
        var length = MatchLength.ofWord(word, at: source)
        if length == 8 { length = MatchLength.of(source, window + place, known: 8, limit: limit) }
        let match = Match(length: min(length, limit), distance: distance)
        if Self.isBetter(match, than: best, by: 0), match.length >= Self.shortestMatch { best = match }
    }
}
