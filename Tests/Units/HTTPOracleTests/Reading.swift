import HTTPParsing
import SeededRandom

/// What a parser made of the bytes of one connection, in words that both parsers are put into.
struct Reading: Equatable {
    /// A field or trailer line. The text is the bytes as UTF-8, repaired, because NIO has it in no other form.
    struct Field: Hashable {
        let name: String
        let value: String
    }

    /// A request as far as it arrived.
    struct Exchange: Equatable {
        let method: String
        let target: String
        let minorVersion: Int
        /// The `Host` that is meant: the field, or the authority of an absolute target, whose letters have no case.
        let host: String?
        /// All fields but `Host`.
        let fields: [Field]
        let keepsConnectionOpen: Bool
        var body: [UInt8] = []
        /// Nil as long as the request is not complete.
        var trailer: [Field]?

        var isComplete: Bool { trailer != nil }

        func hasField(_ name: String, containing value: String = "") -> Bool {
            fields.contains { field in
                field.name.lowercased() == name && (value.isEmpty || field.value.lowercased().contains(value))
            }
        }
    }

    /// Why the parser reads no further.
    enum Refusal: Equatable {
        case ours(RequestError)
        case nio(String)
    }

    var exchanges: [Exchange] = []
    var refusal: Refusal?
}

/// Bytes as they arrive, so that both parsers get the same pieces.
struct Pieces {
    let all: [ArraySlice<UInt8>]

    /// One piece.
    init(whole bytes: [UInt8]) {
        all = [bytes[...]]
    }

    /// Pieces of up to `longest` bytes.
    init(of bytes: [UInt8], longest: Int, using random: inout SeededGenerator) {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + Int.random(in: 1...longest, using: &random), bytes.count)
            pieces.append(bytes[start..<end])
            start = end
        }
        all = pieces
    }
}
