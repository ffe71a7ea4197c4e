import BoundedWork
import Glibc
import SecureMemory

/// Conversion of text to UTF-8 with the platform's iconv, which refuses malformed text.
struct EncodingConverter: ~Copyable {
    private let descriptor: iconv_t
    private let encoding: TextEncoding

    /// Bytes of UTF-8 between two checks of the cancellation.
    private static let bytesOfStep = 1 << 16

    /// - Throws: ``HierarchyError/Reason/unknownEncoding`` if this platform has no such converter.
    init(from encoding: TextEncoding) throws(HierarchyError) {
        guard let descriptor = iconv_open(TextEncoding.utf8.name, encoding.name), Int(bitPattern: descriptor) != -1
        else {
            // Any other failure passes: memory, and files, in which most converters are.
            throw HierarchyError(errno == EINVAL ? .unknownEncoding : .outOfMemory(.unknown))
        }
        self.descriptor = descriptor
        self.encoding = encoding
    }

    deinit {
        overwriteRemains()
        iconv_close(descriptor)
    }

    /// Converts `text` to UTF-8 in wiped memory.
    ///
    /// - Throws: ``HierarchyError/Reason/malformedText(encoding:)`` at the first character that is none,
    ///   ``HierarchyError/Reason/tooLarge(limit:)`` if UTF-8 takes more bytes than the limit.
    func convert(
        _ text: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) -> SecureBytes {
        try text.withUnsafeBytes { (text) throws(HierarchyError) in
            var rest = text
            var converted = try Self.builder(capacity: text.count)
            while !rest.isEmpty {
                guard !cancellation.isCancelled else { throw HierarchyError(.cancelled) }
                let isInOrder = try convert(&rest, to: &converted)
                guard converted.count <= limits.byteCount else {
                    throw HierarchyError(.tooLarge(limit: limits.byteCount))
                }
                guard isInOrder else {
                    let place = converted.withUnsafeBytes { HierarchyError.Place.position(of: $0.count, in: $0) }
                    throw HierarchyError(.malformedText(encoding: encoding.name), at: place)
                }
            }
            return converted.finish()
        }
    }

    /// Converts a piece, and takes it off the front of `text`; false if the character that `text` starts with then is none.
    private func convert(
        _ text: inout UnsafeRawBufferPointer,
        to converted: inout SecureBytesBuilder
    ) throws(HierarchyError) -> Bool {
        var isInOrder = true
        do {
            try converted.appendInPlace(minimum: Self.bytesOfStep) { (free) -> Int in
                let room = UnsafeMutableRawBufferPointer(rebasing: free.prefix(Self.bytesOfStep))
                let step = step(text, into: room)
                text = UnsafeRawBufferPointer(rebasing: text[step.read...])
                isInOrder = step.isInOrder
                return step.written
            }
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
        return isInOrder
    }

    /// Calls iconv once; returns the bytes read and written, and whether it stopped at the end of either buffer.
    private func step(
        _ text: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> (read: Int, written: Int, isInOrder: Bool) {
        var input = UnsafeMutableRawPointer(mutating: text.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var output = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        var (inputLeft, outputLeft) = (text.count, room.count)
        let result = iconv(descriptor, &input, &inputLeft, &output, &outputLeft)
        let isInOrder = result != -1 || errno == E2BIG && inputLeft < text.count
        return (text.count - inputLeft, room.count - outputLeft, isInOrder)
    }

    /// Overwrites the memory of iconv: up to 8160 characters between its two steps, which it frees without wiping. A longer run
    /// of spaces replaces them; such bytes are characters in every accepted encoding.
    private func overwriteRemains() {
        iconv(descriptor, nil, nil, nil, nil)
        let spaces = [UInt8](repeating: 0x20, count: 1 << 15)
        var scratch = [UInt8](repeating: 0, count: 1 << 16)
        spaces.withUnsafeBytes { spaces in
            scratch.withUnsafeMutableBytes { _ = step(spaces, into: $0) }
        }
    }

    private static func builder(capacity: Int) throws(HierarchyError) -> SecureBytesBuilder {
        do {
            return try SecureBytesBuilder(capacity: capacity)
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
    }
}

extension Hierarchy {
    /// Opens a converter from each encoding that a page source may have, for the life of the process.
    ///
    /// glibc has most converters in files of their own, which it reads when the first text needs one, and lets go of when none
    /// does. A process that may open nothing later calls this while it still may.
    ///
    /// - Returns: The names of the encodings that this machine has no converter for. A page source in one of them is refused.
    @discardableResult
    public static func openTextConverters() -> [String] {
        OpenConverters.shared.missing
    }
}

/// A converter from each accepted encoding. They convert nothing, and keep glibc from letting go of their files.
private final class OpenConverters: Sendable {
    static let shared = OpenConverters()

    private let converters: [Box]
    let missing: [String]

    /// Holds a converter for ever; nobody converts with it, so that it is `Sendable`.
    private final class Box: @unchecked Sendable {
        private let converter: EncodingConverter

        init(_ converter: consuming EncodingConverter) {
            self.converter = converter
        }
    }

    private init() {
        var (converters, missing): ([Box], [String]) = ([], [])
        for encoding in TextEncoding.all {
            do throws(HierarchyError) {
                converters.append(Box(try EncodingConverter(from: encoding)))
            } catch {
                missing.append(encoding.name)
            }
        }
        self.converters = converters
        self.missing = missing
    }
}
