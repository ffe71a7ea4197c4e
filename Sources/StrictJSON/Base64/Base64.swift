/// Base64 with the standard alphabet (RFC 4648, section 4), from wiped memory into wiped memory.
///
/// A text stands for at most one run of bytes, and apart from line breaks the other way round: padding is required, and neither other
/// white space nor bits left over are let through.
public enum Base64 {
    /// The 64 characters, in the order of the values that they stand for.
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Groups of four characters after which it is asked whether anybody waits.
    static let groupsOfStep = 1 << 18

    /// The character that pads the last group.
    static let padding = UInt8(ascii: "=")
}
