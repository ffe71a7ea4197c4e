import Claims
import HTTPParsing
import SecureMemory

extension MultipartForm {
    /// Claims that there is no more than the limits allow.
    func claimBounds(_ limits: MultipartLimits) {
        claim((1...limits.partCount).contains(parts.count), "the parts are within the count")
        claim(Set(parts.map(\.name)).count == parts.count, "no two parts have the same name")
        for part in parts {
            claim((1...limits.nameByteCount).contains(part.name.utf8.count), "names are within the limit")
            claim(part.mediaType == (part.contentType.flatMap { try? MediaType(parsing: $0) }), "types are read")
        }
    }

    /// Claims that the contents lie in the memory of `body`, one behind the other, and hold no delimiter.
    func claimSlices(of body: SecureBytes, _ boundary: MultipartBoundary) {
        let memory = body.addresses
        var end = memory.lowerBound
        for part in parts where !part.content.isEmpty {
            let content = part.content.addresses
            claim(end < content.lowerBound && content.upperBound < memory.upperBound, "contents lie within the body")
            end = content.upperBound
            let text = part.content.withUnsafeBytes(Array.init)
            claim(!text.contains(lineOf: Array("--\(boundary.text)".utf8)), "contents hold no delimiter")
        }
    }

    /// Claims that the form, written down from what was understood of it, is understood as the same.
    func claimReadsBackAsItself(_ boundary: MultipartBoundary) {
        var text: [UInt8] = []
        for part in parts {
            text += Array("--\(boundary.text)\r\nContent-Disposition: form-data; \(parameter("name", part.name))".utf8)
            if let filename = part.filename { text += Array("; \(parameter("filename", filename))".utf8) }
            if let type = part.contentType { text += Array("\r\nContent-Type: \(type)".utf8) }
            text += Array("\r\n\r\n".utf8) + part.content.withUnsafeBytes(Array.init) + [13, 10]
        }
        text += Array("--\(boundary.text)--".utf8)
        guard let bytes = try? SecureBytes(copying: text) else { return }
        let limits = MultipartLimits(headerByteCount: 2000)
        guard let again = try? MultipartForm.parse(bytes, boundary: boundary, limits: limits) else {
            claim(false, "the form reads back")
            return
        }
        claim(again.parts.elementsEqual(parts, by: isSame), "the form reads back as itself")
    }

    /// A token where it is one, since an escape is none there; otherwise quoted, as browsers do it.
    private func parameter(_ name: String, _ value: String) -> String {
        if (try? MediaType(parsing: "a/b;c=\(value)"))?["c"] == value { return "\(name)=\(value)" }
        let escapes: [UInt8: String] = [0x0D: "%0D", 0x0A: "%0A", 0x22: "%22", 0x5C: "\\\\"]
        let quoted = value.utf8.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
        return "\(name)=\"\(String(decoding: quoted, as: UTF8.self))\""
    }

    private func isSame(_ left: MultipartPart, _ right: MultipartPart) -> Bool {
        left.name == right.name && left.filename == right.filename && left.contentType == right.contentType
            && left.mediaType == right.mediaType && left.content == right.content
    }
}

extension SecureBytes {
    fileprivate var addresses: Range<UInt> {
        withUnsafeBytes { bytes in
            let start = UInt(bitPattern: bytes.baseAddress)
            return start..<start + UInt(bytes.count)
        }
    }
}

extension [UInt8] {
    /// Whether a line within begins with `start`, the first one included.
    fileprivate func contains(lineOf start: [UInt8]) -> Bool {
        self.starts(with: start)
            || indices.contains { self[$0] == UInt8(ascii: "\n") && self[($0 + 1)...].starts(with: start) }
    }
}
