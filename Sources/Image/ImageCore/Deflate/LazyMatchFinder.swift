import BoundedWork
import SecureMemory

/// Division of bytes into literals and matches with some care: a few earlier places are looked at, and a short match is put off if
/// a better one starts a byte later.
///
/// The places are those of many bytes, where long matches begin. Short ones pay where they are near, so the last place of five bytes
/// will do for them.
struct LazyMatchFinder: MatchFinder, ~Copyable {
    static let shortestMatch = 4
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 30_000

    private let chains: HashChains
    private let shorts: LastPlaces
    private let rowDistance: Int
    private let pixelDistance: Int

    private static let depth = 8
    /// Earlier places that are looked at for a match that is to be better than one that starts a byte before.
    private static let depthOfBetter = 2
    /// Bytes of a match that is taken without a look at the next place.
    private static let goodLength = 12
    /// Bits that a match has to save beside those that the distance of a pixel takes.
    private static let leastSaving = 5
    /// Bits that a match has to save more than one that starts a byte before, which would become a literal.
    private static let literalBits = 2
    /// Logarithm of the places without a repetition after which every other place is passed over, and so on.
    private static let patience = 3
    private static let longestColor = 16
    private static let remembered = 32

    private struct Match {
        var length = 0
        var distance: Int
        /// Bits saved: four for a byte, less those of the distance.
        var saving: Int
    }

    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        // Six characters, or two pixels and more.
        let chains = try HashChains(byteCount: pixelDistance == 1 ? 6 : 8)
        let shorts = try LastPlaces()
        self.chains = chains
        self.shorts = shorts
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    mutating func reset() {
        chains.reset()
        shorts.reset()
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        remember(window, range.lowerBound..<max(range.lowerBound, range.upperBound - 8), offset)
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
            var match = bestMatch(window, place, end, offset, lastDistance, isFirst: true)
            guard match.length > 0 else {
                misses &+= 1
                place &+= 1 &+ misses &>> Self.patience
                continue
            }
            misses = 0
            var entered = place &+ 1
            while match.length < Self.goodLength, place < last {
                let next = bestMatch(window, place &+ 1, end, offset, match.distance, isFirst: false)
                entered = place &+ 2
                guard next.saving > match.saving &+ Self.literalBits else { break }
                match = next
                place &+= 1
            }
            symbols.append(window + literalStart, count: place &- literalStart)
            symbols.append(length: match.length, distance: match.distance)
            let next = place &+ match.length
            // Of one colour there is nothing to remember.
            if match.distance != pixelDistance || match.length < Self.longestColor {
                remember(window, entered..<max(entered, min(next, last &+ 1, entered &+ Self.remembered)), offset)
            }
            place = next
            literalStart = next
            lastDistance = match.distance
        }
        symbols.append(window + literalStart, count: end &- literalStart)
    }

    @inline(__always)
    private func remember(_ window: UnsafePointer<UInt8>, _ places: Range<Int>, _ offset: Int) {
        for place in places {
            _ = chains.enter(UInt32(truncatingIfNeeded: place &+ offset), MatchLength.word(window + place))
        }
    }

    /// The match at `place` that saves the most; none, of no length, if none saves enough. The first of those that are compared is
    /// looked for with more care.
    @inline(__always)
    private func bestMatch(
        _ window: UnsafePointer<UInt8>,
        _ place: Int,
        _ end: Int,
        _ offset: Int,
        _ lastDistance: Int,
        isFirst: Bool
    ) -> Match {
        let limit = min(DeflateAlphabet.longestMatch, end &- place)
        let word = MatchLength.word(window + place)
        var best = Match(distance: pixelDistance, saving: Self.leastSaving &- Self.bits(pixelDistance))
        consider(pixelDistance, window, place, word, limit, &best)
        if best.length < limit {
            consider(lastDistance, window, place, word, limit, &best)
            consider(rowDistance, window, place, word, limit, &best)
        }
        guard best.length < limit else { return best }
        let position = UInt32(truncatingIfNeeded: place &+ offset)
        var candidate = chains.enter(position, word)
        var nearest = 0
        let reach = min(place, DeflateAlphabet.longestDistance)
        for _ in 0..<(isFirst ? Self.depth : Self.depthOfBetter) {
            let distance = Int(position &- candidate)
            guard distance > nearest, distance <= reach else { break }
            nearest = distance
            // Only a place that goes on beyond the best is worth a closer look.
            let reached = window + (place &+ max(best.length &- 3, 0))
            if MatchLength.half(reached - distance) == MatchLength.half(reached) {
                consider(distance, window, place, word, limit, &best)
                if best.length == limit { break }
            }
            candidate = chains.before(candidate)
        }
        if isFirst, best.length < 8 {
            let distance = Int(position &- shorts.enter(position, word))
            if distance > 0, distance <= reach { consider(distance, window, place, word, limit, &best) }
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
        length = min(length, limit)
        let saving = length &* 4 &- Self.bits(distance)
        if saving > best.saving, length >= Self.shortestMatch {
            best = Match(length: length, distance: distance, saving: saving)
        }
    }

    /// Bits of `distance`, more or less: those behind its first.
    @inline(__always)
    private static func bits(_ distance: Int) -> Int { 63 &- distance.leadingZeroBitCount }
}
