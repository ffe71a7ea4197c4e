import BoundedWork
import SecureMemory

/// Finds how bytes are put together from literals and matches.
///
/// A finder sees a window that slides over the stream. Positions in the stream are those in the window plus an offset that
/// grows as the window slides.
protocol MatchFinder: ~Copyable, SendableMetatype {
    /// The shortest match that it returns.
    static var shortestMatch: Int { get }
    /// Bytes, more or less, that it works on at a time.
    static var chunkCount: Int { get }
    /// Literals and matches, more or less, that are written in one block.
    static var symbolsOfBlock: Int { get }
    /// Bits that 16 bytes take from which on ``PhotographDeflater`` is faster and writes hardly more; nil if it writes more.
    static var bitsOfPhotograph: Int? { get }

    /// - Parameters:
    ///   - rowDistance: Bytes from a filtered row to the next.
    ///   - pixelDistance: Bytes from a pixel to the next.
    ///   - capacity: Bytes that it has to work on at a time.
    ///   - cancellation: Whether what it finds is still wanted. Once it is not, the finder may find nothing.
    /// - Throws: `OutOfMemory`.
    init(
        rowDistance: Int,
        pixelDistance: Int,
        capacity: Int,
        cancellation: Cancellation
    ) throws(OutOfMemory)

    /// Forgets everything, for a new stream.
    mutating func reset()

    /// Remembers `range` of `window`, for matches to reach back to.
    mutating func learn(_ window: UnsafePointer<UInt8>, _ range: Range<Int>, offset: Int)

    /// Appends the literals and matches that make up `range` of `window`.
    ///
    /// - Parameters:
    ///   - window: Bytes from the first that a match may reach to the end of `range`, and ``overread`` more, which may be
    ///     read but play no part.
    ///   - offset: Position of the window in the stream, more than ``DeflateAlphabet/longestDistance``.
    ///   - symbols: Room for as many literals, and for one match in ``shortestMatch`` bytes.
    mutating func find(
        _ window: UnsafePointer<UInt8>,
        _ range: Range<Int>,
        offset: Int,
        into symbols: inout SymbolBuffer
    )
}

extension MatchFinder where Self: ~Copyable {
    static var bitsOfPhotograph: Int? { nil }

    /// Bytes beyond the window that may be read, and play no part.
    static var overread: Int { 64 }
}
