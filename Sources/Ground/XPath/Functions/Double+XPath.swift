import Glibc

extension Double {
    /// The number in `text` (XPath 1.0, section 4.4): `12`, `-1.5`, `.5`, `5.`, with white space round it; NaN for everything
    /// else, such as `+1` and `1e3`.
    init(xpath text: UnsafeRawBufferPointer) {
        guard let number = Self.number(in: text) else {
            self = .nan
            return
        }
        self = withUnsafeTemporaryAllocation(of: CChar.self, capacity: number.count + 1) { copy in
            guard let start = copy.baseAddress else { return .nan }
            defer { explicit_bzero(start, copy.count) }
            UnsafeMutableRawBufferPointer(copy).copyBytes(from: number)
            copy[number.count] = 0
            // Correctly rounded. This program never chooses a locale, so the point is a point.
            return strtod(start, nil)
        }
    }

    /// The part of `text` that is a number, if nothing but white space is round it.
    private static func number(in text: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
        var number = text.drop(while: \.isXPathSpace)
        while let last = number.last, last.isXPathSpace { number.removeLast() }
        let unsigned = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
        let whole = unsigned.prefix(while: \.isDigit)
        var fraction = unsigned[whole.endIndex...]
        if fraction.first == UInt8(ascii: ".") { fraction.removeFirst() }
        guard fraction.allSatisfy(\.isDigit), !whole.isEmpty || !fraction.isEmpty else { return nil }
        return number
    }

    /// The number in XPath's notation: as many digits as distinguish it from its neighbours, and never an exponent.
    var xpathDescription: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if self == 0 { return "0" }
        // Swift's description has these digits, in the form of `1250.0` or `1.25e+20`.
        let parts = magnitude.description.split(separator: "e")
        let decimals = parts[0].split(separator: ".")
        var whole = String(decimals[0])
        var fraction = decimals.count > 1 && decimals[1] != "0" ? String(decimals[1]) : ""
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        if exponent > 0 {
            fraction += String(repeating: "0", count: max(0, exponent - fraction.count))
            whole += fraction.prefix(exponent)
            fraction.removeFirst(exponent)
        } else if exponent < 0 {
            fraction = String(repeating: "0", count: -exponent - 1) + whole + fraction
            whole = "0"
        }
        return (self < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The nearest integer, of two the one closer to positive infinity. Keeps the sign of what becomes zero.
    var roundedHalfUp: Double {
        let floor = rounded(.down)
        let rounded = self - floor >= 0.5 ? floor + 1 : floor
        return rounded == 0 && self < 0 ? -0.0 : rounded
    }
}

extension UInt8 {
    /// Whether the byte is white space (XPath 1.0, section 3.7).
    var isXPathSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }

    fileprivate var isDigit: Bool {
        self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
    }
}
