public import BoundedWork
public import SecureMemory

/// A string of a JSON text: a slice of that text, checked when it was parsed, unescaped when it is asked for.
///
/// ```swift
/// let png = try Base64.decode(string.bytes())
/// ```
public struct JSONString: Sendable {
    /// The bytes between the quotation marks, escapes and all: well-formed UTF-8.
    public let escaped: SecureBytes

    /// Whether ``escaped`` holds a backslash. Apple's `JSONSerialization` writes the `/` of base64 as `\/`, so even a
    /// string of plain ASCII may.
    public let hasEscapes: Bool

    /// Holds a string, or another part of a text, that the parser has checked.
    package init(unchecked escaped: SecureBytes, hasEscapes: Bool) {
        self.escaped = escaped
        self.hasEscapes = hasEscapes
    }

    /// Holds a copy of `text` in wiped memory, which is part of no JSON text.
    package init(unescaped text: String) throws(OutOfMemory) {
        self.init(unchecked: try SecureBytes(copying: text.utf8), hasEscapes: false)
    }

    /// The string as UTF-8, unescaped, in wiped memory: the slice itself if it holds no escape, otherwise a copy.
    ///
    /// - Throws: ``OutOfMemory``, if there are escapes.
    public func bytes() throws(OutOfMemory) -> SecureBytes {
        try unescaped(Cancellation())
    }

    /// The string as UTF-8, unescaped, in wiped memory: for strings that may take long to unescape.
    ///
    /// - Parameter cancellation: Whether the string is still wanted.
    /// - Throws: ``WorkFailure``, if there are escapes.
    public func bytes(_ cancellation: Cancellation) throws(WorkFailure) -> SecureBytes {
        try cancellation.finish { () throws(OutOfMemory) in try unescaped(cancellation) }
    }

    private func unescaped(_ cancellation: Cancellation) throws(OutOfMemory) -> SecureBytes {
        guard hasEscapes else { return escaped }
        let allocation = try WipedAllocation(byteCount: escaped.count)
        let free = UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: allocation.byteCount)
        let count = escaped.withUnsafeBytes { JSONEscapes.unescape($0, into: free, cancellation) }
        return SecureBytes(allocation, count: count)
    }

    /// The string, unescaped. This copies it into memory that is not wiped, so it is for words, not for images.
    ///
    /// It may hold U+0000, which ends a string in C.
    public var string: String {
        escaped.withUnsafeBytes { bytes in
            guard hasEscapes else { return String(decoding: bytes, as: UTF8.self) }
            return String(unsafeUninitializedCapacity: bytes.count) { free in
                JSONEscapes.unescape(bytes, into: UnsafeMutableRawBufferPointer(free), Cancellation())
            }
        }
    }
}
