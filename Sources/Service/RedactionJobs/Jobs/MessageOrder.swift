package import Artefacts
import BinaryCoding

/// A message to redact that a server gave to a client. The input of the job is the message.
package struct MessageOrder: Sendable, Equatable {
    /// What it is written in.
    package let language: MessageLanguage
    /// Whether sensitive values are taken out of its texts, too.
    package let redactsTexts: Bool
    /// Members that are changed.
    package let direct: DirectMembers

    package init(_ language: MessageLanguage, redactsTexts: Bool = false, direct: DirectMembers = DirectMembers()) {
        (self.language, self.redactsTexts, self.direct) = (language, redactsTexts, direct)
    }

    func write(to writer: inout BinaryWriter) {
        writer.write(language)
        writer.write(redactsTexts)
        direct.write(to: &writer)
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        language = try reader.value(of: MessageLanguage.self)
        redactsTexts = try reader.bool()
        direct = try DirectMembers(reading: &reader)
    }
}

/// The protocol of messages, which says how an error looks.
package enum MessageLanguage: UInt8, Sendable {
    /// The Model Context Protocol.
    case mcp
    /// WebDriver BiDi.
    case biDi
}

extension BiDiOutline {
    func write(to writer: inout BinaryWriter) {
        writer.write(optional: subject) { $0.write($1) }
        for place in [id, context, element, text] {
            writer.write(optional: place) {
                $0.write($1.lowerBound)
                $0.write($1.upperBound)
            }
        }
    }

    init(reading reader: inout BinaryReader) throws(BinaryError) {
        self.init()
        subject = try reader.optional { try $0.value(of: Subject.self) }
        id = try reader.place()
        context = try reader.place()
        element = try reader.place()
        text = try reader.place()
    }
}

extension BinaryReader {
    /// The place of something in a message.
    fileprivate mutating func place() throws(BinaryError) -> Range<Int>? {
        try optional { (reader) throws(BinaryError) in
            let start = try reader.int()
            return start..<max(start, try reader.int())
        }
    }
}
