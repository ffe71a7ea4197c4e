/// Grows bytes in wiped memory and hands them over without a copy.
///
/// ```swift
/// var builder = try SecureBytesBuilder(capacity: contentLength)
/// try builder.append(bytes)
/// let body = builder.finish()
/// ```
public struct SecureBytesBuilder: ~Copyable, Sendable {
    // Only written memory is wiped: room for an upload that never comes costs nothing.
    private var allocation: WipedAllocation
    private let source: MemorySource

    /// Number of bytes written so far.
    public private(set) var count: Int {
        get { allocation.writtenByteCount }
        set { allocation.writtenByteCount = newValue }
    }

    /// Makes room for `capacity` bytes in memory of `source`; more are taken when they are needed.
    public init(capacity: Int = 0, in source: MemorySource = .process) throws(OutOfMemory) {
        self.source = source
        allocation = try source.allocate(byteCount: capacity)
        count = 0
    }

    /// Number of bytes that fit before the memory has to grow.
    public var capacity: Int { allocation.byteCount }

    /// Makes sure that `additional` more bytes fit. The memory at least doubles when it grows, and the old one is wiped.
    public mutating func reserve(_ additional: Int) throws(OutOfMemory) {
        let (needed, overflow) = count.addingReportingOverflow(additional)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        guard needed > capacity else { return }
        var larger = try source.allocate(byteCount: max(needed, capacity &* 2))
        larger.baseAddress.copyMemory(from: allocation.baseAddress, byteCount: count)
        larger.writtenByteCount = count
        allocation = larger
    }

    /// Appends a copy of `bytes`.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        try reserve(bytes.count)
        (allocation.baseAddress + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends a copy of `bytes`.
    public mutating func append(_ bytes: SecureBytes) throws(OutOfMemory) {
        try bytes.withUnsafeBytes { (buffer) throws(OutOfMemory) in try append(buffer) }
    }

    /// Appends a copy of `bytes`, which are no secret: the array is not wiped.
    public mutating func append(_ bytes: [UInt8]) throws(OutOfMemory) {
        try bytes.span.withUnsafeBytes { (bytes) throws(OutOfMemory) in try append(bytes) }
    }

    /// Appends `text` as UTF-8.
    public mutating func append(_ text: String) throws(OutOfMemory) {
        try append(utf8: text.utf8Span.span)
    }

    private mutating func append(utf8: Span<UInt8>) throws(OutOfMemory) {
        try utf8.withUnsafeBytes { (bytes) throws(OutOfMemory) in try append(bytes) }
    }

    /// Lets `write` fill the free room after the bytes written so far; it returns what `write` does.
    ///
    /// - Parameters:
    ///   - minimum: Free bytes that `write` gets at the least; it gets all that are free.
    ///   - write: Writes to the buffer from its start and returns the number of bytes; bytes written beyond them are not wiped.
    /// - Throws: ``OutOfMemory``, besides the errors of `write`.
    @discardableResult
    public mutating func appendInPlace(
        minimum: Int,
        _ write: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> Int {
        try reserve(minimum)
        let free = UnsafeMutableRawBufferPointer(start: allocation.baseAddress + count, count: capacity - count)
        let written = try write(free)
        precondition(written >= 0 && written <= free.count, "more bytes were written than there was room for")
        count += written
        return written
    }

    /// Lets a `write` that cannot fail fill the free room after the bytes written so far. It writes from the start of the buffer,
    /// which has at least `minimum` bytes, and returns the number of bytes.
    public mutating func appendInPlace(
        minimum: Int,
        _ write: (UnsafeMutableRawBufferPointer) -> Int
    ) throws(OutOfMemory) {
        try reserve(minimum)
        let free = UnsafeMutableRawBufferPointer(start: allocation.baseAddress + count, count: capacity - count)
        let written = write(free)
        precondition(written >= 0 && written <= free.count, "more bytes were written than there was room for")
        count += written
    }

    /// Calls `body` with the bytes written so far, which are valid until it returns.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: allocation.baseAddress, count: count))
    }

    /// The bytes written, without a copy.
    public consuming func finish() -> SecureBytes {
        allocation.loan?.onFinish(count)
        return SecureBytes(allocation, count: count)
    }
}
