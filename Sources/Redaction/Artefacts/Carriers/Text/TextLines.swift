extension UnsafeRawBufferPointer {
    /// The ranges of the lines, without their ends.
    var lines: [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        while start <= count {
            let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) ?? count
            let hasReturn = end > start && self[end - 1] == UInt8(ascii: "\r")
            lines.append(start..<(hasReturn ? end - 1 : end))
            start = end + 1
        }
        return lines
    }
}
