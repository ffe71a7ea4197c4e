extension Frame {
    /// Makes the frame of `bounds`. It is empty if the right edge is left of the left one, as Android writes for what
    /// was scrolled away. Nil beyond ``maximumLength``.
    init?(_ bounds: Bounds) {
        let (left, top, right, bottom) = (bounds.left, bounds.top, bounds.right, bounds.bottom)
        guard abs(right) <= Self.maximumLength, abs(bottom) <= Self.maximumLength else { return nil }
        self.init(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
    }
}

/// The edges of a rectangle, as UiAutomator writes them: `[left,top][right,bottom]`.
struct Bounds {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// Reads `text`. Nil if it is written otherwise.
    init?(_ text: UnsafeRawBufferPointer) {
        var rest = text[...]
        guard let left = rest.takeInteger(between: "[", ","), let top = rest.takeInteger(between: "", "]"),
            let right = rest.takeInteger(between: "[", ","), let bottom = rest.takeInteger(between: "", "]"),
            rest.isEmpty
        else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Takes `opening`, a whole number of at most 19 digits, and `closing` off the front. Nil if something else is
    /// there.
    fileprivate mutating func takeInteger(between opening: StaticString, _ closing: StaticString) -> Double? {
        guard take(opening) else { return nil }
        let sign: Double = take("-") ? -1 : 1
        let digits = prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard (1...19).contains(digits.count) else { return nil }
        removeFirst(digits.count)
        guard take(closing) else { return nil }
        return sign * digits.reduce(0) { 10 * $0 + Double($1 - UInt8(ascii: "0")) }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard starts(with: bytes) else { return false }
        removeFirst(bytes.count)
        return true
    }
}
