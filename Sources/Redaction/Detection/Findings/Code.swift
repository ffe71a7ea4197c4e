/// A barcode or a code of squares that was seen in a picture, without what it says.
public struct Code: Sendable, Hashable {
    /// Where it is; the corners begin where the code does, so that those of a code that lies on its side do not begin at the top.
    /// It holds all squares, or all bars to their ends, and little beyond.
    public let quadrilateral: Quadrilateral
    /// How it is written.
    public let format: CodeFormat
}

/// How a code is written.
public enum CodeFormat: String, Sendable, CaseIterable {
    case aztec
    case codabar
    case code39
    case code93
    case code128
    case dataBar
    case dataBarExpanded
    case dataMatrix
    case ean8
    case ean13
    case itf
    case maxiCode
    case pdf417
    case qrCode
    case microQRCode
    case upcA
    case upcE
    /// Another format that the library knows.
    case other
}
