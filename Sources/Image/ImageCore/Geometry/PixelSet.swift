public import BoundedWork
import SecureMemory

/// Pixels of a picture in any of some rectangles: a bit for each pixel, so that no question takes longer for more rectangles.
public final class PixelSet: Sendable {
    /// Width and height of the picture.
    public let size: PixelSize

    /// A bit for each pixel, row by row, the lowest bit of a word first; 0 behind the end of a row.
    private let bits: WipedAllocation
    private let wordCount: Int

    private static let wordBits = UInt64.bitWidth

    /// The pixels of a picture of `size` that lie in any of `rects`, in time linear in both.
    public init(_ rects: [PixelRect], in size: PixelSize, cancellation: Cancellation) throws(WorkFailure) {
        self.size = size
        wordCount = (size.width + Self.wordBits - 1) / Self.wordBits
        let byteCount = wordCount * size.height * MemoryLayout<UInt64>.stride
        bits = try mapError(WipedAllocation(byteCount: byteCount), WorkFailure.outOfMemory)
        var columns = try mapError(CoveredColumns(width: size.width), WorkFailure.outOfMemory)
        let rects = rects.compactMap { $0.intersection(PixelRect(size)) }
        var starting = rects.sorted { $0.y < $1.y }[...]
        var ending = rects.sorted { $0.maxY < $1.maxY }[...]
        for y in 0..<size.height {
            try cancellation.check()
            var isChanged = y == 0
            while let rect = starting.first, rect.y == y {
                columns.add(rect.columns)
                starting.removeFirst()
                isChanged = true
            }
            while let rect = ending.first, rect.maxY == y {
                columns.remove(rect.columns)
                ending.removeFirst()
                isChanged = true
            }
            if isChanged {
                columns.write(to: row(y))
            } else {
                row(y).update(from: row(y - 1), count: wordCount)
            }
        }
    }

    /// Whether a pixel of the picture is in the set.
    @inline(__always)
    func contains(column: Int, row y: Int) -> Bool {
        row(y)[column / Self.wordBits] >> UInt64(column % Self.wordBits) & 1 == 1
    }

    /// Whether all pixels of `rect` are in the set. The budget pays for each row, and for every 64 pixels of it.
    public func contains(_ rect: PixelRect, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        guard PixelRect(size).contains(rect) else { return false }
        for y in rect.rows {
            try budget.spend(1 + rect.width / Self.wordBits)
            guard firstColumn(in: rect.columns, of: row(y), isInside: false) == rect.maxX else { return false }
        }
        return true
    }

    /// Whether a pixel of `rect` is in the set. The budget pays for each row, and for every 64 pixels of it.
    public func intersects(_ rect: PixelRect, budget: inout WorkBudget) throws(BudgetFailure) -> Bool {
        guard let rect = rect.intersection(PixelRect(size)) else { return false }
        for y in rect.rows {
            try budget.spend(1 + rect.width / Self.wordBits)
            if firstColumn(in: rect.columns, of: row(y), isInside: true) < rect.maxX { return true }
        }
        return false
    }

    /// Calls `body` with the runs of pixels that are not in the set, from left to right.
    @inline(__always)
    func forEachRunOutside(in columns: Range<Int>, ofRow y: Int, _ body: (Range<Int>) -> Void) {
        let row = row(y)
        var rest = columns
        while true {
            let start = firstColumn(in: rest, of: row, isInside: false)
            guard start < columns.upperBound else { return }
            let end = firstColumn(in: start..<columns.upperBound, of: row, isInside: true)
            body(start..<end)
            rest = end..<columns.upperBound
        }
    }

    /// The first of `columns` that is in the set, or is not; their end if there is none.
    private func firstColumn(in columns: Range<Int>, of row: UnsafePointer<UInt64>, isInside: Bool) -> Int {
        guard !columns.isEmpty else { return columns.upperBound }
        let flip: UInt64 = isInside ? 0 : .max
        var word = columns.lowerBound / Self.wordBits
        var found = (row[word] ^ flip) & (.max << UInt64(columns.lowerBound % Self.wordBits))
        while found == 0 {
            word += 1
            guard word * Self.wordBits < columns.upperBound else { return columns.upperBound }
            found = row[word] ^ flip
        }
        return min(word * Self.wordBits + found.trailingZeroBitCount, columns.upperBound)
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt64> {
        bits.baseAddress.assumingMemoryBound(to: UInt64.self) + y * wordCount
    }
}

private struct CoveredColumns: ~Copyable {
    /// The change of the count from the column before; one more than there are columns.
    private let steps: WipedBuffer<Int32>
    private let width: Int

    init(width: Int) throws(OutOfMemory) {
        steps = try WipedBuffer(count: width + 1)
        steps.all.update(repeating: 0)
        self.width = width
    }

    mutating func add(_ columns: Range<Int>) {
        steps.base[columns.lowerBound] += 1
        steps.base[columns.upperBound] -= 1
    }

    mutating func remove(_ columns: Range<Int>) {
        steps.base[columns.lowerBound] -= 1
        steps.base[columns.upperBound] += 1
    }

    func write(to words: UnsafeMutablePointer<UInt64>) {
        var count: Int32 = 0
        for (word, start) in stride(from: 0, to: width, by: UInt64.bitWidth).enumerated() {
            var bits: UInt64 = 0
            for x in start..<min(start + UInt64.bitWidth, width) {
                count &+= steps.base[x]
                if count > 0 { bits |= 1 << UInt64(x - start) }
            }
            words[word] = bits
        }
    }
}
