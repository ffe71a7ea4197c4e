import Base64Coding
import Claims
import SecureMemory
import StrictJSON

/// The entry that libFuzzer calls with an input: a JSON text. Every string in it, and the input itself, is also tried as
/// base64.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = try? SecureBytes(copying: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    claimBase64ReadsBackAsItself(text)
    let limits = JSONLimits(depth: 8, valueCount: 64, nameByteCount: 16, numberByteCount: 32)
    do throws(JSONSyntaxError) {
        let value = try JSONValue(parsing: text, limits: limits)
        var valueCount = 0
        claimBounds(value, depth: 0, limits, &valueCount)
        claim(valueCount <= limits.valueCount, "the values are within the count")
    } catch {
        claim((1..<1000).contains(error.description.count), "an error is a sentence")
    }
    return 0
}

private func claimBounds(_ value: JSONValue, depth: Int, _ limits: JSONLimits, _ valueCount: inout Int) {
    valueCount += 1
    switch value {
    case .null, .bool: break
    case .number(let number): claim(number.isFinite, "numbers are finite")
    case .string(let string): claimIsText(string)
    case .array(let elements):
        claim(depth < limits.depth, "arrays are within the depth")
        for element in elements { claimBounds(element, depth: depth + 1, limits, &valueCount) }
    case .object(let object):
        claim(depth < limits.depth, "objects are within the depth")
        let names = object.members.map { Array($0.name.utf8) }
        claim(Set(names).count == names.count, "no two members have the same name")
        claim(names.allSatisfy { $0.count <= limits.nameByteCount }, "names are within the limit")
        for member in object.members { claimBounds(member.value, depth: depth + 1, limits, &valueCount) }
    }
}

private func claimIsText(_ string: JSONString) {
    guard let bytes = try? string.bytes() else { return }
    let text = bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    claim(text.map { $0.utf8.elementsEqual(string.string.utf8) } ?? false, "strings are UTF-8, the same either way")
    claim(bytes.count <= string.escaped.count, "no string is longer unescaped")
    claimBase64ReadsBackAsItself(bytes)
}

/// Claims that a text stands for one run of bytes, and these bytes for no other text, but for line breaks.
private func claimBase64ReadsBackAsItself(_ text: SecureBytes) {
    do throws(Base64Error) {
        let bytes = try Base64.decode(text)
        guard var builder = try? SecureBytesBuilder() else { return }
        guard (try? Base64.encode(bytes, into: &builder)) != nil else { return }
        let characters = text.withUnsafeBytes { $0.filter { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") } }
        let isSame = builder.withUnsafeBytes { $0.elementsEqual(characters) }
        claim(isSame, "base64 reads back as itself, but for line breaks")
    } catch {
        claim((1..<1000).contains(error.description.count), "an error is a sentence")
    }
}
