/// Characters that recognisers take for others.
enum Confusions {
    /// The digit that the capital letter may be.
    static func digit(_ letter: UInt8) -> UInt8? {
        switch Unicode.Scalar(letter) {
        case "O", "Q", "D": 0x30
        case "I", "L", "J": 0x31
        case "Z": 0x32
        case "A": 0x34
        case "S": 0x35
        case "G": 0x36
        case "T": 0x37
        case "B": 0x38
        default: nil
        }
    }

    /// The letter that the digit may be.
    static func letter(_ digit: UInt8) -> UInt8? {
        switch Unicode.Scalar(digit) {
        case "0": 0x4F
        case "1": 0x49
        case "2": 0x5A
        case "4": 0x41
        case "5": 0x53
        case "6": 0x47
        case "8": 0x42
        default: nil
        }
    }
}
