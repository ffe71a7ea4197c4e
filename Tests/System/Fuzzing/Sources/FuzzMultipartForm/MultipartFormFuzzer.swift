import Claims
import HTTPParsing
import SecureMemory

/// The entry that libFuzzer calls with an input: the value of `Content-Type`, a line feed, and the body.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
    guard let mediaType = parseMediaType(String(decoding: input[..<end], as: UTF8.self)) else { return 0 }
    guard let body = try? SecureBytes(copying: input[min(end + 1, input.endIndex)...]) else { return 0 }
    do throws(MultipartError) {
        let boundary = try MultipartBoundary(of: mediaType)
        let limits = MultipartLimits(partCount: 4, headerByteCount: 200, nameByteCount: 16)
        let form = try MultipartForm.parse(body, boundary: boundary, limits: limits)
        form.claimBounds(limits)
        form.claimSlices(of: body, boundary)
        form.claimReadsBackAsItself(boundary)
    } catch {
        claimIsMessage(error.description)
    }
    return 0
}

private func parseMediaType(_ text: String) -> MediaType? {
    do throws(MediaTypeError) {
        let mediaType = try MediaType(parsing: text)
        var written = mediaType.essence
        for parameter in mediaType.parameters {
            let value = parameter.value.map { "\\\($0)" }.joined()
            written += "; \(parameter.name)=\"\(value)\""
        }
        let again = try? MediaType(parsing: written)
        claim(again == mediaType, "the media type reads back as itself")
        return mediaType
    } catch {
        claimIsMessage(error.description)
        return nil
    }
}
