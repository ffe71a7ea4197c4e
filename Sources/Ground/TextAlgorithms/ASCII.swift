extension UInt8 {
    /// Whether the byte is a letter of ASCII.
    @inlinable public var isASCIILetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    /// Whether the byte is a digit of ASCII.
    @inlinable public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is a space of ASCII, or the end of a line.
    @inlinable public var isASCIISpace: Bool { self == 0x20 || (9...13).contains(self) }
}
