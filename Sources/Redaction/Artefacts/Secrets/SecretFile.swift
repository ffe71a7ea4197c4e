public import SecureMemory
import TextAlgorithms

/// A file of secrets, a line each: a value, or a name and a value as in `API_KEY=wJalrXUtnFEMI`.
public enum SecretFile {
    /// The reason why a file is none.
    public enum Fault: Error, Equatable {
        /// It is not UTF-8.
        case notText
        /// A line is longer than ``longestLine`` bytes.
        case longLine(Int)
        /// It has more than ``mostSecrets`` lines.
        case tooManyLines
        /// There is no memory for it.
        case outOfMemory
    }

    /// Bytes of a line, and lines of a file, at most.
    public static let (longestLine, mostSecrets) = (4096, 10_000)
    private static let longestName = 64
    /// The name of a value without one.
    private static let unnamed = "secret"

    /// The secrets in a file of UTF-8. Blank lines say nothing; quotation marks round a value are none of it.
    public static func secrets(in file: SecureBytes) throws(Fault) -> [KnownSecret] {
        try file.withUnsafeBytes { (bytes) throws(Fault) in
            guard UTF8Scalars.isWellFormed(bytes) else { throw .notText }
            var secrets: [KnownSecret] = []
            for (index, line) in TextLines(of: bytes).enumerated() where bytes[line].contains(where: { $0 > 0x20 }) {
                guard line.count <= longestLine else { throw .longLine(index + 1) }
                guard secrets.count < mostSecrets else { throw .tooManyLines }
                secrets += try self.secrets(in: bytes[line])
            }
            return secrets
        }
    }

    /// The value of a line, and all of it where it has a name: a value in base64 may end as if it had one.
    private static func secrets(in line: Slice<UnsafeRawBufferPointer>) throws(Fault) -> [KnownSecret] {
        let name = line.prefix { $0 == UInt8(ascii: "_") || $0.isASCIILetter || $0.isASCIIDigit }
        let isNamed = !name.isEmpty && name.count <= longestName && !name[name.startIndex].isASCIIDigit
        let hasName = isNamed && name.endIndex < line.endIndex && line[name.endIndex] == UInt8(ascii: "=")
        var value = hasName ? line[(name.endIndex + 1)...] : line
        if let first = value.first, value.count > 2, first == value.last, "\"'".utf8.contains(first) {
            value = value.dropFirst().dropLast()
        }
        do {
            let whole = KnownSecret(try SecureBytes(copying: line), named: unnamed)
            guard hasName else {
                return value.count == line.count
                    ? [whole] : [KnownSecret(try SecureBytes(copying: value), named: unnamed)]
            }
            return [KnownSecret(try SecureBytes(copying: value), named: String(decoding: name, as: UTF8.self)), whole]
        } catch {
            throw .outOfMemory
        }
    }
}

extension SecretFile.Fault: CustomStringConvertible {
    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .notText: "the secrets are not UTF-8"
        case .longLine(let line): "line \(line) has more than \(SecretFile.longestLine) bytes; a line holds one secret"
        case .tooManyLines: "there are more than \(SecretFile.mostSecrets) secrets"
        case .outOfMemory: "there is no memory for the secrets"
        }
    }
}
