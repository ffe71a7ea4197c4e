/// The headers of a part (RFC 7578, section 4): the three that are known, and the length of all.
///
/// Header lines follow RFC 9112, section 5 rather than RFC 2045: no white space before the colon, and no folded lines.
struct PartHeaders {
    /// Bytes up to the content, with the empty line between the two.
    private(set) var byteCount = 0

    private var values: [String: [UInt8]] = [:]

    /// The headers that are read. Others are let through, if they are well-formed, and ignored.
    private static let known: Set<String> = ["content-disposition", "content-type", "content-transfer-encoding"]

    /// Reads the headers that a part begins with. It may end right after them, with no empty line (RFC 2046, section 5.1.1,
    /// `body-part`); the content is empty then.
    init(_ part: UnsafeRawBufferPointer, byteLimit: Int) throws(MultipartError.PartFault) {
        var lineNumber = 0
        while byteCount < part.count {
            let window = part[byteCount..<min(part.count, byteLimit)]
            guard let end = window.firstIndex(of: UInt8(ascii: "\n")) else {
                guard part.count > byteLimit else { throw .malformedHeader(line: lineNumber + 1) }
                throw .headersTooLong(limit: byteLimit)
            }
            lineNumber += 1
            guard end > byteCount, part[end - 1] == UInt8(ascii: "\r") else {
                throw .malformedHeader(line: lineNumber)
            }
            let line = part[byteCount..<end - 1]
            byteCount = end + 1
            if line.isEmpty { break }
            try read(line, number: lineNumber)
        }
    }

    private mutating func read(_ line: Slice<UnsafeRawBufferPointer>, number: Int) throws(MultipartError.PartFault) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter),
            line[(colon + 1)...].allSatisfy(\.isLineText)
        else { throw .malformedHeader(line: number) }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        guard Self.known.contains(name) else { return }
        let value = line[(colon + 1)...].drop(while: \.isWhitespace)
        let trailing = value.reversed().prefix(while: \.isWhitespace).count
        guard values.updateValue(Array(value.dropLast(trailing)), forKey: name) == nil else {
            throw .repeatedHeader(name)
        }
    }

    var contentDisposition: [UInt8]? { values["content-disposition"] }

    /// The `Content-Type` header, in text and as it is read; nil if there is none.
    func mediaType() throws(MultipartError.PartFault) -> (text: String?, mediaType: MediaType?) {
        guard let value = values["content-type"] else { return (nil, nil) }
        guard let text = String(validating: value, as: UTF8.self), let mediaType = try? MediaType(parsing: text) else {
            throw .malformedContentType
        }
        return (text, mediaType)
    }

    /// Refuses every encoding but the plain ones (RFC 7578, section 4.7 deprecates them all).
    func checkTransferEncoding() throws(MultipartError.PartFault) {
        guard let value = values["content-transfer-encoding"] else { return }
        let encoding = String(decoding: value, as: UTF8.self).lowercased()
        guard ["7bit", "8bit", "binary"].contains(encoding) else { throw .transferEncoded }
    }
}

/// The value of a part's `Content-Disposition`: `form-data; name="image"; filename="shot.png"` (RFC 7578, section 4.2).
struct ContentDisposition {
    let name: String
    let filename: String?

    init(_ value: [UInt8]?) throws(MultipartError.PartFault) {
        guard let value else { throw .missingDisposition }
        var scanner = ParameterScanner(value)
        let type: String
        let parameters: [ParameterScanner.Parameter]
        do throws(ParameterScanner.Fault) {
            type = try scanner.token().lowercased()
            parameters = try scanner.parameters(quoting: .form)
        } catch {
            switch error {
            case .malformed(let offset): throw .malformedDisposition(offset: offset)
            case .repeated(let name): throw .repeatedParameter(name)
            }
        }
        guard type == "form-data" else { throw .notFormData }
        // `name*`, `name*0` (RFC 2231): another parser might prefer their values.
        guard !parameters.contains(where: { $0.name.hasPrefix("name*") }) else { throw .extendedName }
        guard let name = parameters.first(where: { $0.name == "name" }), !name.value.isEmpty else { throw .missingName }
        // `a\` is sent as `"a\"` by browsers and as `"a\\"` by others, so a name with a backslash has two readings.
        guard !name.hasBackslash else { throw .backslashInName }
        self.name = name.value
        self.filename = parameters.first { $0.name == "filename" }?.value
    }
}
