import BinaryCoding
import BoundedWork
import Redaction
public import SecureMemory

/// Pictures that were redacted before, with more places to cover.
public struct CoverQuestion: Sendable {
    /// A picture.
    public struct Picture: Sendable {
        /// The name in the result.
        let name: String
        /// What is covered, as the answer to a ``FrameQuestion`` has it.
        let places: SecureBytes
        let contents: SecureBytes

        /// Takes the whole file of a picture by its name in the result.
        public init(name: String, places: SecureBytes, contents: SecureBytes) {
            (self.name, self.places, self.contents) = (name, places, contents)
        }
    }

    let pictures: [Picture]

    private static let mostPlaces = 1 << 16

    /// Takes pictures of one artefact.
    public init(_ pictures: [Picture]) {
        self.pictures = pictures
    }

    /// All pictures in one message.
    public func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter(capacity: pictures.reduce(0) { $0 + $1.contents.count + $1.places.count + 256 })
        writer.write(array: pictures) { writer, picture in
            writer.write(picture.name)
            writer.write(picture.places)
            writer.write(picture.contents)
        }
        return try writer.finish()
    }

    init(decoding message: SecureBytes) throws(ContentFailure) {
        pictures = try PartMessage.read(message) { reader in
            try reader.array(maximumCount: PartMessage.mostEntries) { reader in
                Picture(
                    name: try reader.string(maximumByteCount: PartMessage.longestName),
                    places: try reader.bytes(),
                    contents: try reader.bytes()
                )
            }
        }
    }

    static func encoded(places: [Places.Place]) throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: places) { $1.write(to: &$0) }
        return try writer.finish()
    }

    static func places(decoding message: SecureBytes) throws(ContentFailure) -> [Places.Place] {
        try PartMessage.read(message) { reader in
            try reader.array(maximumCount: mostPlaces) { try Places.Place(from: &$0) }
        }
    }

    /// What became of a picture.
    public enum Answer: Sendable {
        case covered(PackedContents)
        /// It cannot be covered, for this reason, and is left out.
        case dropped(String)
    }

    private enum Kind: UInt8 {
        case covered, dropped
    }

    static func encoded(_ answers: [Answer]) throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: answers) { writer, answer in
            switch answer {
            case .covered(let contents):
                writer.write(Kind.covered)
                contents.write(to: &writer)
            case .dropped(let reason):
                writer.write(Kind.dropped)
                writer.write(reason)
            }
        }
        return try writer.finish()
    }

    /// Reads the answers on `count` pictures, in their order.
    public static func answers(decoding message: SecureBytes, count: Int) throws(ContentFailure) -> [Answer] {
        try PartMessage.read(message) { reader in
            try reader.checked { reader in
                let answers = try reader.array(maximumCount: count) { reader -> Answer in
                    switch try reader.value(of: Kind.self) {
                    case .covered: .covered(try PackedContents(from: &reader))
                    case .dropped: .dropped(try reader.string(maximumByteCount: PartMessage.longestReason))
                    }
                }
                return answers.count == count ? answers : nil
            }
        }
    }
}
