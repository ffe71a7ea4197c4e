import BoundedWork
import SecureMemory

/// Puts bytes together from literals and matches as fast as it can.
///
/// What repeats in a filtered screenshot repeats where the last match came from, one row above or one pixel to the left, so
/// these are tried before a hash table that remembers one place for each value, and the places within a match are not
/// entered into it.
struct FastMatchFinder: MatchFinder, ~Copyable {
    /// The position, in the whole stream, where five bytes with this hash stood last; 0 if they did not.
    private let places: WipedBuffer<UInt32>
    /// Distances that are likely: from a row to the next and from a pixel to the next.
    private let rowDistance: Int
    private let pixelDistance: Int

    private static let hashBits = 14
    static let shortestMatch = 4
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 100_000
    static let bitsOfPhotograph: Int? = 10
    /// A match that came from the hash must pay for its distance.
    private static let shortestFarMatch = 5
    /// Where nothing repeated for 2 to the power of this many places, every other place is passed over, and so on.
    private static let patience = 4

    /// - Throws: `OutOfMemory`.
    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        places = try WipedBuffer(count: 1 << Self.hashBits)
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    /// Starts a new stream.
    mutating func reset() {
        places.all.update(repeating: 0)
    }

    @inline(__always)
    private static func hash(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: ((word &<< 24) &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 &- hashBits))
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) {
            let slot = Self.hash(MatchLength.word(window + place))
            places.base[slot] = UInt32(truncatingIfNeeded: place &+ offset)
        }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
        let places = self.places.base
        let (rowDistance, pixelDistance) = (self.rowDistance, self.pixelDistance)
        let end = range.upperBound
        let last = end - 8
        var place = range.lowerBound
        var literalStart = place
        var lastDistance = pixelDistance
        var misses = 0
        while place <= last {
            let word = MatchLength.word(window + place)
            var length = 0
            var distance = lastDistance
            if place >= lastDistance {
                length = MatchLength.ofWord(word, at: window + (place &- lastDistance))
            }
            if length < 8 {
                if place >= rowDistance {
                    let candidate = MatchLength.ofWord(word, at: window + (place &- rowDistance))
                    if candidate > length { (length, distance) = (candidate, rowDistance) }
                }
                if place >= pixelDistance {
                    let candidate = MatchLength.ofWord(word, at: window + (place &- pixelDistance))
                    if candidate > length { (length, distance) = (candidate, pixelDistance) }
                }
                if length < 8 {
                    let slot = Self.hash(word)
                    let position = UInt32(truncatingIfNeeded: place &+ offset)
                    let far = Int(position &- places[slot])
                    places[slot] = position
                    if far <= min(place, DeflateAlphabet.longestDistance) {
                        let candidate = MatchLength.ofWord(word, at: window + (place &- far))
                        if candidate > length, candidate >= Self.shortestFarMatch {
                            (length, distance) = (candidate, far)
                        }
                    }
                }
            }
            if length < Self.shortestMatch {
                misses &+= 1
                place &+= 1 &+ misses &>> Self.patience
                continue
            }
            misses = 0
            symbols.append(window + literalStart, count: place &- literalStart)
            while true {
                if length == 8 {
                    let limit = min(DeflateAlphabet.longestMatch, end &- place)
                    length = MatchLength.of(window + (place &- distance), window + place, known: 8, limit: limit)
                }
                symbols.append(length: length, distance: distance)
                place &+= length
                guard length == DeflateAlphabet.longestMatch, place <= last else { break }
                // What is that long mostly goes on, and often as one colour, whose distance is shorter to write.
                let word = MatchLength.word(window + place)
                if MatchLength.ofWord(word, at: window + (place &- pixelDistance)) == 8 { distance = pixelDistance }
                length = MatchLength.ofWord(word, at: window + (place &- distance))
                guard length == 8 else { break }
            }
            lastDistance = distance
            literalStart = place
        }
        symbols.append(window + literalStart, count: end &- literalStart)
    }
}
