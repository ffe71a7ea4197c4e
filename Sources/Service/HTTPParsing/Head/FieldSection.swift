import HTTPTypes
import SecureMemory

/// The field lines of a head or a trailer as they arrive (RFC 9112, section 5), within their bounds.
struct FieldSection {
    /// The fields of the section; fields that carry secrets are here without their values.
    private(set) var fields = HTTPFields()
    private(set) var secrets = SecretFields()
    private var byteCount = 0

    struct Bounds {
        let lineBytes: Int
        let sectionBytes: Int
        let count: Int
    }

    /// Bytes that the next line may have, and the error of a longer one.
    func nextLineLimit(_ bounds: Bounds) -> (bytes: Int, error: RequestError) {
        let remaining = bounds.sectionBytes - byteCount
        return remaining < bounds.lineBytes
            ? (max(remaining, 0), .fieldsTooLong(limit: bounds.sectionBytes))
            : (bounds.lineBytes, .fieldTooLong(limit: bounds.lineBytes))
    }

    /// Takes one line, without its line end, which is not empty and holds no control character but tabs.
    mutating func append(_ line: Span<UInt8>, _ bounds: Bounds) throws(RequestError) {
        // obs-fold (section 5.2), or whitespace ahead of the first field (section 2.2): both hide fields from some.
        guard !line[0].isWhitespace else { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedField }
        // A space ahead of the colon is no token character either (section 5.1).
        guard let name = HTTPField.Name(line.extracting(0..<colon).text) else { throw .malformedField }
        guard fields.count < bounds.count else { throw .tooManyFields(limit: bounds.count) }
        if line.firstIndex(of: .horizontalTab) != nil, let error = Self.error(forTabsIn: name) { throw error }

        let rest = line.extracting((colon + 1)...)
        let value = rest.extracting(rest.boundsWithoutWhitespace)
        if SecretFields.names.contains(name.canonicalName) {
            secrets.append(try Self.secret(value), for: name)
            fields.append(HTTPField(name: name, value: ""))
        } else {
            fields.append(Self.field(name, value))
        }
        byteCount += line.count
    }

    /// A tab round a value is whitespace (section 5.1), but llhttp for one takes the last one for part of the value, so
    /// that `chunked` with a tab behind it is another coding there. The fields that frame a message have none.
    private static func error(forTabsIn name: HTTPField.Name) -> RequestError? {
        switch name {
        case .contentLength: .malformedContentLength
        case .transferEncoding: .unsupportedTransferEncoding
        default: nil
        }
    }

    private static func secret(_ value: Span<UInt8>) throws(RequestError) -> SecureBytes {
        do throws(OutOfMemory) {
            var builder = try SecureBytesBuilder(capacity: value.count)
            try value.withUnsafeBytes { (bytes) throws(OutOfMemory) in try builder.append(bytes) }
            return builder.finish()
        } catch {
            throw .outOfMemory
        }
    }

    /// The field of a value without control characters; bytes from 0x80 on (obs-text) are kept as they are.
    private static func field(_ name: HTTPField.Name, _ value: Span<UInt8>) -> HTTPField {
        value.withUnsafeBufferPointer { bytes in
            value.allSatisfy { $0 < 0x80 }
                ? HTTPField(name: name, value: String(decoding: bytes, as: UTF8.self))
                : HTTPField(name: name, value: bytes)
        }
    }
}
