import SeededRandom

/// Breaks bytes in the ways in which attacks do.
struct Mutator {
    var random: SeededGenerator

    /// Bytes that mean something to one parser or another.
    private static let nastyBytes =
        Array("\r\n \t\0:;,=\"\\/?#%+-0aA@[]{}()\u{B}\u{C}\u{7F}\u{1B}".utf8) + [0x80, 0xA0, 0xFF]

    private static let nastyTokens = [
        "\r\n", "\n", "\r", "\r\r\n", "\n\r", "\r\n\r\n", "\r\n ", "\r\n\t", "\n ", "\r\n\n", ": ", " :", "::", ";",
        ";;",
        ", ", ",,", "0x", "+", "-", "-1", "00", "18446744073709551616", "9223372036854775808", "FFFFFFFFFFFFFFFFF",
        "7fffffffffffffff", "chunked", ", chunked", "chunked, ", "identity", "gzip, ", "xchunked", "\u{B}chunked",
        "close",
        "keep-alive", "upgrade", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 ", "HTTP/01.1", "*", "#a",
        "%",
        "%zz", "http://", "https://", "ftp://", "u@", "[::1]", "[", "CONNECT ", "PRI ", "BREW ", "get ", "GET ",
        "\u{FEFF}",
        "\r\nContent-Length: 0", "\r\nContent-Length: 5", "\r\ncontent-length:\t1", "\r\nTransfer-Encoding: chunked",
        "\r\nTransfer-Encoding: identity", "\r\nTransfer-Encoding : chunked", "\r\nTransfer-Encoding:\u{B}chunked",
        "\r\nHost: b", "\r\nHost:", "\r\nX: \0", "\r\n: b", "\r\nb", "\r\nConnection: close", "\r\nExpect: 200-ok",
        "\r\nTrailer: x", "\r\n0\r\n\r\n", "0\r\n\r\n", ";a=\"\r\n\"", ";a=\"\\", " ;a", "; a", ";a =b", ";a= b",
    ].map { Array($0.utf8) }

    /// Replaces something in `bytes`; they are not empty before.
    mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = Self.nastyBytes.randomElement(using: &random) ?? 0
        case 2: bytes.insert(Self.nastyBytes.randomElement(using: &random) ?? 0, at: place)
        case 3: bytes.remove(at: place)
        case 4: changeLine(&bytes)
        case 5: changeLineEnd(&bytes)
        case 6, 7: splice(&bytes, at: place)
        case 8, 9: splice(&bytes, at: structuralPlace(bytes))
        case 10: replaceDigit(&bytes)
        default: bytes.removeSubrange(place..<min(place + Int.random(in: 1...4, using: &random), bytes.count))
        }
        if bytes.isEmpty { bytes = [0] }
    }

    /// Doubles, removes or moves a line.
    private mutating func changeLine(_ bytes: inout [UInt8]) {
        let lines = bytes.indices.filter { bytes[$0] == 0x0A }
        guard let end = lines.randomElement(using: &random) else { return }
        let start = lines.last { $0 < end }.map { $0 + 1 } ?? 0
        let line = Array(bytes[start...end])
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(contentsOf: line, at: start)
        case 1: bytes.removeSubrange(start...end)
        default:
            bytes.removeSubrange(start...end)
            bytes.insert(contentsOf: line, at: lines.first.map { min($0 + 1, bytes.count) } ?? 0)
        }
    }

    /// Replaces CR LF by something that is not quite that.
    private mutating func changeLineEnd(_ bytes: inout [UInt8]) {
        let ends = bytes.indices.dropFirst().filter { bytes[$0] == 0x0A && bytes[$0 - 1] == 0x0D }
        guard let end = ends.randomElement(using: &random) else { return }
        let others = ["\n", "\r", "\r\r\n", "\n\r", "\r\n\n", "\r\n\r\n", "\r\n ", " \r\n", "\0\r\n", "\r \n", ""]
        bytes.replaceSubrange(end - 1...end, with: Array((others.randomElement(using: &random) ?? "").utf8))
    }

    private mutating func splice(_ bytes: inout [UInt8], at place: Int) {
        bytes.insert(contentsOf: Self.nastyTokens.randomElement(using: &random) ?? [], at: place)
    }

    /// Before or behind a byte that separates.
    private mutating func structuralPlace(_ bytes: [UInt8]) -> Int {
        let separators = bytes.indices.filter { [0x0D, 0x20, 0x3A, 0x3B, 0x3D].contains(bytes[$0]) }
        guard let place = separators.randomElement(using: &random) else { return 0 }
        return place + Int.random(in: 0...1, using: &random)
    }

    private mutating func replaceDigit(_ bytes: inout [UInt8]) {
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        guard let place = digits.randomElement(using: &random) else { return }
        bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
    }
}
