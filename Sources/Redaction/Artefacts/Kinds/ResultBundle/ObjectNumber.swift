import Base64Coding
import BoundedWork
import SecureMemory
import TextAlgorithms

/// The number that an object of a result bundle has by its content: BLAKE2b-512 of the numbers that it refers to and of its bytes, as
/// they are stored.
struct ObjectNumber: Hashable {
    let digest: [UInt8]

    private static let prefix = Array("0~".utf8)
    /// Bytes of a number as a text: `0~` and base64 for URLs.
    static let textCount = 90

    /// The number of an object with these bytes that refers to others.
    init(
        of data: SecureBytes,
        referringTo references: [ObjectNumber],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var hash = BLAKE2b()
        for number in references { ([0] + number.digest).withUnsafeBytes { hash.update($0) } }
        try budget.spend(data.count + references.count)
        data.withUnsafeBytes { hash.update($0) }
        digest = hash.finish()
    }

    init(digest: [UInt8]) { self.digest = digest }

    /// Reads a number as names and other objects have it; nil for another text.
    init?(_ text: some Collection<UInt8>) {
        guard Self.isOne(text) else { return nil }
        let standard = text.dropFirst(Self.prefix.count).map { byte in
            byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
        }
        guard let bytes = try? Base64.decode(SecureBytes(copying: standard)), bytes.count == BLAKE2b.digestCount else {
            return nil
        }
        digest = bytes.withUnsafeBytes(Array.init)
    }

    /// Whether a text looks like a number.
    static func isOne(_ text: some Collection<UInt8>) -> Bool {
        text.count == textCount && text.starts(with: prefix) && text.dropFirst(prefix.count).allSatisfy(isOfText)
    }

    private static func isOfText(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-_=".utf8.contains(byte)
    }

    /// The number as names and other objects have it.
    func text() throws(OutOfMemory) -> String {
        var builder = try SecureBytesBuilder(capacity: Self.textCount)
        try Base64.encode(SecureBytes(copying: digest), into: &builder)
        let ofURL = builder.finish().withUnsafeBytes(Array.init).map { byte in
            byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        return String(decoding: Self.prefix + ofURL, as: UTF8.self)
    }

    /// The bytes with other numbers in place of some, which are as long.
    static func replacing(
        _ numbers: [ObjectNumber: ObjectNumber],
        in bytes: SecureBytes,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> SecureBytes {
        try budget.spend(bytes.count)
        do throws(OutOfMemory) {
            var builder = try SecureBytesBuilder(capacity: bytes.count)
            try bytes.withUnsafeBytes { (source) throws(OutOfMemory) in
                var (start, offset) = (0, 0)
                while offset + textCount <= source.count {
                    guard source[offset] == prefix[0], source[offset + 1] == prefix[1],
                        let old = ObjectNumber(source[offset..<offset + textCount]), let new = numbers[old]
                    else {
                        offset += 1
                        continue
                    }
                    try builder.append(UnsafeRawBufferPointer(rebasing: source[start..<offset]))
                    try builder.append(new.text())
                    offset += textCount
                    start = offset
                }
                try builder.append(UnsafeRawBufferPointer(rebasing: source[start...]))
            }
            return builder.finish()
        } catch {
            throw .outOfMemory(error)
        }
    }
}

/// The file that says what an object refers to: a count, and of each a length, a zero and a digest.
enum ObjectReferences {
    private static let entry = [UInt8(BLAKE2b.digestCount + 1), 0]
    /// The largest count in a byte of its own; a larger one follows a byte with the number of its bytes.
    private static let mostShort = 0x7F

    /// Reads a file; nil if it is none of this form.
    static func read(_ file: UnsafeRawBufferPointer) -> [ObjectNumber]? {
        guard let first = file.first else { return nil }
        let isShort = first <= mostShort
        let width = isShort ? 0 : Int(first) - mostShort - 1
        guard width <= 4, file.count > width else { return nil }
        let count = isShort ? Int(first) : file[1...width].reduce(0) { $0 << 8 | Int($1) }
        let (start, step) = (1 + width, entry.count + BLAKE2b.digestCount)
        guard (file.count - start).isMultiple(of: step), (file.count - start) / step == count else { return nil }
        var numbers: [ObjectNumber] = []
        for place in stride(from: start, to: file.count, by: step) {
            guard file[place...].starts(with: entry) else { return nil }
            numbers.append(ObjectNumber(digest: Array(file[(place + entry.count)..<(place + step)])))
        }
        return numbers
    }

    /// A file that refers to these objects.
    static func written(_ numbers: [ObjectNumber]) -> [UInt8] {
        var bytes = withUnsafeBytes(of: UInt32(numbers.count).bigEndian) { Array($0.drop { $0 == 0 }) }
        if numbers.count > mostShort { bytes.insert(UInt8(mostShort + 1 + bytes.count), at: 0) }
        if bytes.isEmpty { bytes = [0] }
        return numbers.reduce(into: bytes) { $0 += entry + $1.digest }
    }
}
