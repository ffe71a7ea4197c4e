import BoundedWork
import SecureMemory

/// Division of bytes into literals and matches as fast as possible.
///
/// A pattern in a filtered screenshot repeats at the distance of the last match, one row above or one pixel to the left, so these
/// are tried before a hash table that remembers one place for each value, and the places within a match are not entered into it.
struct FastMatchFinder: MatchFinder, ~Copyable {
    private let places: LastPlaces
    private let rowDistance: Int
    private let pixelDistance: Int

    static let shortestMatch = 4
    static let chunkCount = 256 << 10
    static let symbolsOfBlock = 100_000
    /// Shortest match from the hash that pays for its distance.
    private static let shortestFarMatch = 5
    /// Logarithm of the places without a repetition after which every other place is passed over, and so on.
    private static let patience = 4

    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory) {
        places = try LastPlaces()
        self.rowDistance = rowDistance <= DeflateAlphabet.longestDistance ? rowDistance : pixelDistance
        self.pixelDistance = pixelDistance
    }

    mutating func reset() {
        places.reset()
    }

    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int) {
        for place in range.dropLast(8) {
            _ = places.enter(UInt32(truncatingIfNeeded: place &+ offset), MatchLength.word(window + place))
        }
    }

    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    ) {
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
                    let position = UInt32(truncatingIfNeeded: place &+ offset)
                    let far = Int(position &- places.enter(position, word))
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
                // A long match mostly goes on, and often as one colour, whose distance is shorter to write.
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
