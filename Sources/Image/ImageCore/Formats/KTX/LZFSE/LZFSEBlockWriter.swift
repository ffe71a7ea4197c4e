import SecureMemory

/// Gathers triplets and their literals, and writes them as compressed blocks of LZFSE.
struct LZFSEBlockWriter: ~Copyable {
    private let source: UnsafeRawBufferPointer
    private let triplets: WipedBuffer<Triplet>
    private let literals: WipedBuffer<UInt8>
    private let counts: WipedBuffer<UInt32>
    private let frequencies: WipedBuffer<UInt16>
    private let entries: WipedBuffer<FSEEncoderEntry>
    private let streams: WipedBuffer<UInt8>
    private var tripletCount = 0
    private var literalCount = 0
    /// The distance of the last triplet of the block.
    private var lastDistance = 0
    /// Where the block starts in the source, and where the next one will.
    private var (start, end) = (0, 0)

    /// Numbers of a triplet, and the symbols that stand for them.
    private struct Triplet: BitwiseCopyable {
        var numbers: InlineArray<3, UInt32>
        var symbols: InlineArray<3, UInt8>
    }

    /// Bytes of the longest streams of a block: 40 bits for four literals, 54 for a triplet, and room to flush.
    private static let streamCapacity =
        LZFSEFormat.maximumLiterals * 10 / 8 + LZFSEFormat.maximumTriplets * 54 / 8 + 64

    /// - Parameter source: What the places of literals mean.
    /// - Throws: `OutOfMemory`.
    init(_ source: UnsafeRawBufferPointer) throws(OutOfMemory) {
        let triplets = try WipedBuffer<Triplet>(count: LZFSEFormat.maximumTriplets)
        let literals = try WipedBuffer<UInt8>(count: LZFSEFormat.maximumLiterals)
        let counts = try WipedBuffer<UInt32>(count: LZFSEFormat.symbolCount)
        let frequencies = try WipedBuffer<UInt16>(count: LZFSEFormat.symbolCount)
        let entries = try WipedBuffer<FSEEncoderEntry>(count: LZFSEFormat.symbolCount)
        let streams = try WipedBuffer<UInt8>(count: Self.streamCapacity)
        counts.all.update(repeating: 0)
        self.source = source
        self.triplets = triplets
        self.literals = literals
        self.counts = counts
        self.frequencies = frequencies
        self.entries = entries
        self.streams = streams
    }

    /// Adds literals and a match that follows them, split where they are longer than a triplet can say.
    ///
    /// - Parameters:
    ///   - places: Where the literals are in the source: from where the last call ended.
    ///   - match: Bytes that are repeated, at most `LZFSEFormat.maximumM`; 0 for none.
    ///   - distance: How far before them they are, 1 to `LZFSEFormat.maximumD`.
    ///   - file: Where blocks are written to that are full.
    /// - Throws: `OutOfMemory`.
    mutating func append(
        literals places: Range<Int>,
        match: Int,
        distance: Int,
        _ file: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        var place = places.lowerBound
        while places.upperBound - place > LZFSEFormat.maximumL {
            try add(place..<place + LZFSEFormat.maximumL, match: 0, distance: 1, &file)
            place += LZFSEFormat.maximumL
        }
        guard place < places.upperBound || match > 0 else { return }
        try add(place..<places.upperBound, match: match, distance: distance, &file)
    }

    /// Adds a triplet.
    private mutating func add(
        _ places: Range<Int>,
        match: Int,
        distance: Int,
        _ file: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let isFull = literalCount + places.count > LZFSEFormat.maximumLiterals - 3
        if isFull || tripletCount == LZFSEFormat.maximumTriplets { try write(&file) }
        for place in places {
            literals.base[literalCount] = source[place]
            counts.base[Self.symbolStarts[3] &+ Int(source[place])] &+= 1
            literalCount &+= 1
        }
        let shown = distance == lastDistance ? 0 : distance
        lastDistance = distance
        let numbers: InlineArray<3, Int> = [places.count, match, shown]
        var triplet = Triplet(numbers: [0, 0, 0], symbols: [0, 0, 0])
        for index in 0..<3 {
            let symbol = LZFSEFormat.alphabets[index].symbol(of: numbers[index])
            triplet.numbers[index] = UInt32(truncatingIfNeeded: numbers[index])
            triplet.symbols[index] = UInt8(truncatingIfNeeded: symbol)
            counts.base[Self.symbolStarts[index] &+ symbol] &+= 1
        }
        triplets.base[tripletCount] = triplet
        tripletCount += 1
        end = places.upperBound + match
    }

    /// Where the symbols of each alphabet start among all.
    private static let symbolStarts = [0, 20, 40, 104]

    /// Writes the last block and the end mark.
    ///
    /// - Throws: `OutOfMemory`.
    mutating func finish(_ file: inout SecureBytesBuilder) throws(OutOfMemory) {
        try write(&file)
        try file.append(littleEndian: LZFSEFormat.endMark)
    }

    /// Writes what was gathered as a block, as it is where that is shorter.
    private mutating func write(_ file: inout SecureBytesBuilder) throws(OutOfMemory) {
        guard end > start else { return }
        while literalCount % 4 != 0 {
            literals.base[literalCount] = 0
            counts.base[Self.symbolStarts[3]] &+= 1
            literalCount += 1
        }
        fillTables()
        var head = LZFSEBlockHead(rawCount: end - start, literalCount: literalCount, tripletCount: tripletCount)
        encodeLiterals(&head)
        encodeTriplets(&head)
        let headBytes = head.packed(frequencies: frequencies.all)
        let streamCount = head.literalByteCount + head.tripletByteCount
        if headBytes.count + streamCount < end - start {
            try file.append(headBytes)
            try file.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(streams.all)[..<streamCount]))
        } else {
            try file.append(littleEndian: LZFSEFormat.rawMark)
            try file.append(littleEndian: UInt32(end - start))
            try file.append(UnsafeRawBufferPointer(rebasing: source[start..<end]))
        }
        counts.all.update(repeating: 0)
        (tripletCount, literalCount, lastDistance, start) = (0, 0, 0, end)
    }

    private func fillTables() {
        for (index, alphabet) in LZFSEFormat.alphabets.enumerated() {
            let symbols = Self.symbolStarts[index]..<Self.symbolStarts[index] + alphabet.extraBits.count
            let frequencies = UnsafeMutableBufferPointer(rebasing: frequencies.all[symbols])
            FSEEncoderEntry.normalize(UnsafeBufferPointer(rebasing: counts.all[symbols]), alphabet, frequencies)
            FSEEncoderEntry.fill(
                UnsafeMutableBufferPointer(rebasing: entries.all[symbols]),
                alphabet,
                frequencies: UnsafeBufferPointer(frequencies)
            )
        }
    }

    private func encodeLiterals(_ head: inout LZFSEBlockHead) {
        var writer = ForwardBitWriter(streams.base, capacity: streams.count)
        let table = entries.base + Self.symbolStarts[3]
        var index = literalCount
        while index > 0 {
            index &-= 1
            writer.encode(&head.literalStates[index & 3], table[Int(literals.base[index])])
        }
        head.literalPadding = writer.finish()
        head.literalByteCount = writer.count
    }

    private func encodeTriplets(_ head: inout LZFSEBlockHead) {
        // Other decoders read up to 8 bytes before what they use, and want them to be there.
        let start = head.literalByteCount + Self.tripletPrefixCount
        (streams.base + head.literalByteCount).update(repeating: 0, count: Self.tripletPrefixCount)
        var writer = ForwardBitWriter(streams.base + start, capacity: streams.count - start)
        for index in (0..<tripletCount).reversed() {
            let triplet = triplets.base[index]
            for kind in [2, 1, 0] {
                let symbol = Int(triplet.symbols[kind])
                let alphabet = LZFSEFormat.alphabets[kind]
                let extra = Int(triplet.numbers[kind]) - Int(alphabet.bases[symbol])
                writer.push(extra, Int(alphabet.extraBits[symbol]))
                writer.encode(&head.tripletStates[kind], entries.base[Self.symbolStarts[kind] + symbol])
            }
        }
        head.tripletPadding = writer.finish()
        head.tripletByteCount = Self.tripletPrefixCount + writer.count
    }

    /// Bytes before the first triplet.
    private static let tripletPrefixCount = 8
}
