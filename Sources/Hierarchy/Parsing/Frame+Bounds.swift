extension Frame {
    /// What `[left,top][right,bottom]` stands for, as UiAutomator writes it. Where the right edge is left of the left
    /// one, as it is for what was scrolled away, the frame is empty.
    init?(bounds text: UnsafeRawBufferPointer) {
        var rest = text[...]
        guard let left = rest.takeInteger(between: "[", ","), let top = rest.takeInteger(between: "", "]"),
            let right = rest.takeInteger(between: "[", ","), let bottom = rest.takeInteger(between: "", "]"),
            rest.isEmpty, abs(right) <= Self.maximumLength, abs(bottom) <= Self.maximumLength
        else { return nil }
        self.init(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Takes `opening`, a whole number of at most nine digits, and `closing` off the front. Nil if something else is
    /// there.
    fileprivate mutating func takeInteger(between opening: StaticString, _ closing: StaticString) -> Double? {
        guard take(opening) else { return nil }
        let sign = take("-") ? -1 : 1
        let digits = prefix(while: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        guard (1...9).contains(digits.count) else { return nil }
        removeFirst(digits.count)
        guard take(closing) else { return nil }
        return Double(sign * digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) })
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard starts(with: bytes) else { return false }
        removeFirst(bytes.count)
        return true
    }
}
