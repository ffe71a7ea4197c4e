import BoundedWork
import SecureMemory

/// The search for the order of the blocks of an ATX, which no field names: the order in which neighbours fit each other best.
///
/// Blocks count that lie outside of the hidden pixels in every order: files that differ in hidden pixels alone, in any order, have
/// the same answer.
struct BlockOrderSearch: ~Copyable {
    struct Answer: Equatable {
        let order: BlockOrder
        let isCertain: Bool
    }

    private let bytes: UnsafeRawBufferPointer
    private let size: PixelSize
    private let profile: ASTCProfile
    private let cancellation: Cancellation
    /// The orders that fit the number of blocks and are not the same for a picture of this size.
    private let orders: [BlockOrder]
    /// For each block of the file the number of orders that show it, with ``hiddenMark`` if one shows it among hidden pixels.
    private let marks: WipedBuffer<UInt8>
    private let hidesNothing: Bool

    private static let hiddenMark: UInt8 = 0x80

    /// Upper bound on the pairs of neighbours that are compared in an order: all would take longer than to decode the picture.
    private static let maximumPairs = 16_384

    /// Lower bound on the seams, in each direction, of the second best order. Fewer may be chance.
    private static let leastSeams = 64

    /// Marks the blocks in `bytes`, for the picture or for whole tiles, outside of `hidden`. The bytes are valid as long as this
    /// value.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ size: PixelSize,
        _ profile: ASTCProfile,
        outside hidden: [PixelRect],
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let (width, height) = ASTCPicture.blocks(size)
        let hiddenBlocks = try ASTCPicture.blocks(in: hidden, size, cancellation)
        let blockCount = bytes.count / ASTCPicture.blockByteCount
        let marks = try mapError(WipedBuffer<UInt8>(count: blockCount), DecodingError.outOfMemory)
        marks.all.update(repeating: 0)
        var orders: [BlockOrder] = []
        for order in BlockOrder.all where order != .rows || bytes.count == ASTCPicture.byteCount(size) {
            let blocks = try ASTCBlocks(bytes, size, profile, order)
            var isKnown = false
            for other in orders where try blocks.hasSamePlaces(as: ASTCBlocks(bytes, size, profile, other)) {
                isKnown = true
            }
            guard !isKnown else { continue }
            orders.append(order)
            for row in (0..<height).whileWanted(cancellation) {
                for column in 0..<width {
                    let place = blocks.place(row &* width &+ column)
                    marks.base[place] &+= 1
                    if hiddenBlocks.contains(column: column, row: row) { marks.base[place] |= Self.hiddenMark }
                }
            }
        }
        self.bytes = bytes
        self.size = size
        self.profile = profile
        self.cancellation = cancellation
        self.orders = orders
        self.marks = marks
        hidesNothing = hidden.isEmpty
    }

    func answer() throws(DecodingError) -> Answer {
        var findings: [(order: BlockOrder, evidence: Evidence)] = []
        for order in orders { findings.append((order, try evidence(for: order))) }
        guard !cancellation.isCancelled else { throw .cancelled }
        guard var best = findings.first else { throw .payloadDoesNotFit }
        guard findings.count > 1 else { return Answer(order: best.order, isCertain: true) }
        // Tiles at the edges have unwritten blocks, which belong beyond the picture.
        let filled = findings.filter { $0.evidence.emptyCount == 0 }
        if filled.count == 1 { return Answer(order: filled[0].order, isCertain: true) }
        for other in findings.dropFirst() where other.evidence.fits(betterThan: best.evidence) { best = other }
        let isUniform = hidesNothing && findings.allSatisfy { $0.evidence.isUniform }
        let isCertain = findings.allSatisfy { finding in
            finding.order == best.order
                || best.evidence.fits(clearlyBetterThan: finding.evidence, leastSeams: Self.leastSeams)
        }
        return Answer(order: best.order, isCertain: isUniform || isCertain)
    }

    private func evidence(for order: BlockOrder) throws(DecodingError) -> Evidence {
        let blocks = try ASTCBlocks(bytes, size, profile, order)
        var evidence = Evidence()
        let first = blocks.block(0)
        for index in (0..<blocks.count).whileWanted(cancellation) {
            let block = blocks.block(index)
            if block != first { evidence.isUniform = false }
            if block == .none, marks.base[blocks.place(index)] & Self.hiddenMark == 0 { evidence.emptyCount += 1 }
        }
        var count = 0
        forEachPair(of: blocks) { _, _, _ in count &+= 1 }
        let step = count / Self.maximumPairs + 1
        let pair = try mapError(BlockPair(profile), DecodingError.outOfMemory)
        var index = 0
        forEachPair(of: blocks) { first, second, isBelow in
            if index % step == 0 { evidence.add(pair.seam(first, second, isBelow: isBelow), isBelow: isBelow) }
            index &+= 1
        }
        return evidence
    }

    /// Calls `body` with each block that counts and the one to its right, then the one below, if that counts and differs.
    @inline(__always)
    private func forEachPair(
        of blocks: borrowing ASTCBlocks,
        _ body: (ASTCBits, ASTCBits, _ isBelow: Bool) -> Void
    ) {
        let (width, height) = ASTCPicture.blocks(size)
        let whole = UInt8(truncatingIfNeeded: orders.count)
        for row in (0..<height).whileWanted(cancellation) {
            for column in 0..<width {
                let index = row &* width &+ column
                guard marks.base[blocks.place(index)] == whole else { continue }
                let first = blocks.block(index)
                if column &+ 1 < width, marks.base[blocks.place(index &+ 1)] == whole,
                    case let next = blocks.block(index &+ 1), next != first
                {
                    body(first, next, false)
                }
                if row &+ 1 < height, marks.base[blocks.place(index &+ width)] == whole,
                    case let next = blocks.block(index &+ width), next != first
                {
                    body(first, next, true)
                }
            }
        }
    }
}

private struct Evidence {
    /// Blocks within the picture that were never written.
    var emptyCount = 0
    var isUniform = true
    private var difference = 0
    private var pairCount = 0
    /// Pairs beside and pairs above each other whose edges differ.
    private var seams = (beside: 0, above: 0)

    /// Notes the difference between a pair; nil for one that says nothing.
    mutating func add(_ seam: Int?, isBelow: Bool) {
        guard let seam else { return }
        difference += seam
        pairCount += 1
        guard seam > 0 else { return }
        if isBelow { seams.above += 1 } else { seams.beside += 1 }
    }

    /// Whether pairs differ less on average.
    func fits(betterThan other: Evidence) -> Bool { difference * other.pairCount < other.difference * pairCount }

    /// Whether pairs differ by less than two thirds, in numbers beyond chance. Of 1,080 decisions, 60 covers of each of six screens
    /// in each order, this made 900, none of them wrongly.
    func fits(clearlyBetterThan other: Evidence, leastSeams: Int) -> Bool {
        pairCount * 4 >= other.pairCount && min(other.seams.beside, other.seams.above) >= leastSeams
            && difference * other.pairCount * 3 <= other.difference * pairCount * 2
    }
}

private struct BlockPair: ~Copyable {
    private let decoder: ASTCBlockDecoder
    private let texels: WipedBuffer<UInt8>

    init(_ profile: ASTCProfile) throws(OutOfMemory) {
        let decoder = try ASTCBlockDecoder(profile)
        texels = try WipedBuffer(count: 128)
        self.decoder = decoder
    }

    /// The difference of the pixels along the edge between two blocks; nil if both are of one colour, because the edge may be one
    /// of the picture.
    func seam(_ first: ASTCBits, _ second: ASTCBits, isBelow: Bool) -> Int? {
        decoder.decode(first, to: UnsafeMutableRawPointer(texels.base), stride: 16)
        decoder.decode(second, to: UnsafeMutableRawPointer(texels.base + 64), stride: 16)
        guard !isFlat(at: 0) || !isFlat(at: 64) else { return nil }
        var sum = 0
        for place in 0..<4 {
            let before = isBelow ? 48 &+ 4 &* place : 16 &* place &+ 12
            let after = isBelow ? 64 &+ 4 &* place : 64 &+ 16 &* place
            for channel in 0..<4 {
                sum &+= abs(Int(texels.base[before &+ channel]) &- Int(texels.base[after &+ channel]))
            }
        }
        return sum
    }

    private func isFlat(at start: Int) -> Bool {
        (4..<64).allSatisfy { texels.base[start &+ $0] == texels.base[start &+ ($0 & 3)] }
    }
}
