extension AgeHeader {
    /// Reads a header, from the version line to the line feed after the MAC, within
    /// ``AgeLimits/maximumHeaderByteCount``.
    init(parsing bytes: UnsafeRawBufferPointer) throws(AgeError) {
        var lines = HeaderLines(bytes)
        guard try lines.next().elementsEqual(Self.versionLine.dropLast()) else { throw Self.wrongVersion(bytes) }
        var stanzas: [Stanza] = []
        var line = try lines.next()
        while !line.starts(with: Self.macMark) {
            guard stanzas.count < AgeLimits.maximumStanzaCount else {
                throw .tooLarge("more than \(AgeLimits.maximumStanzaCount) stanzas")
            }
            let arguments = try Self.arguments(in: line)
            stanzas.append(try Stanza(arguments, body: Self.body(from: &lines)))
            line = try lines.next()
        }
        guard !stanzas.isEmpty else { throw .malformedHeader("it has no stanza") }
        let isScrypt = { (stanza: Stanza) in if case .scrypt = stanza { true } else { false } }
        guard stanzas.count == 1 || !stanzas.contains(where: isScrypt) else {
            throw .malformedHeader("a stanza of scrypt is not the only one")
        }
        self.stanzas = stanzas
        mac = try Self.mac(in: line)
        authenticatedByteCount = line.startIndex + Self.macMark.count
        guard lines.isAtEnd else { throw .malformedHeader("something follows its last line") }
    }

    private static func wrongVersion(_ bytes: UnsafeRawBufferPointer) -> AgeError {
        guard bytes.starts(with: origin) else { return .notAge }
        return .malformedHeader(
            "its version is not age-encryption.org/v1, or its lines do not end with a line feed alone"
        )
    }

    /// The arguments of a stanza, one at the least: `"-> " argument *(SP argument)`.
    private static func arguments(in line: Slice<UnsafeRawBufferPointer>) throws(AgeError) -> [Slice<
        UnsafeRawBufferPointer
    >] {
        guard line.starts(with: "-> ".utf8) else { throw .malformedHeader("a stanza does not begin with \"-> \"") }
        let arguments = line.dropFirst(3).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        for argument in arguments {
            guard !argument.isEmpty else { throw .malformedHeader("an argument of a stanza is empty") }
            guard argument.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .malformedHeader("an argument of a stanza has a character that does not print")
            }
        }
        return arguments
    }

    /// The body of a stanza: lines of 64 characters, and a shorter one that ends it.
    private static func body(from lines: inout HeaderLines) throws(AgeError) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = try lines.next()
            guard line.count <= 64 else { throw .malformedHeader("a line of a stanza has more than 64 characters") }
            guard let bytes = UnpaddedBase64.decode(line) else {
                throw .malformedHeader("the body of a stanza is not canonical base64, or no short line ends it")
            }
            body += bytes
            guard line.count == 64 else { return body }
        }
    }

    private static func mac(in line: Slice<UnsafeRawBufferPointer>) throws(AgeError) -> [UInt8] {
        guard line.dropFirst(3).first == UInt8(ascii: " "), let mac = UnpaddedBase64.decode(line.dropFirst(4)),
            mac.count == 32
        else { throw .malformedHeader("its MAC is not 32 bytes in canonical base64") }
        return mac
    }
}

/// The lines of a header, one after the other, without the line feeds that end them.
private struct HeaderLines {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next() throws(AgeError) -> Slice<UnsafeRawBufferPointer> {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw .cut }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }
}
