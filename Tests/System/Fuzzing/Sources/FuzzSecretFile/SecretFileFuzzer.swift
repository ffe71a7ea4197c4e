import Claims
import SecureMemory

@testable import Artefacts

/// The entry that libFuzzer calls with an input: a file of secrets, a line each.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let file = try? SecureBytes(copying: input) else { return 0 }
    let lines = input.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }.filter {
        $0.contains { $0 > 0x20 }
    }
    do throws(SecretFile.Fault) {
        let secrets = try SecretFile.secrets(in: file).map { $0.value.withUnsafeBytes { Array($0) } }
        claim(String(validating: input, as: UTF8.self) != nil, "secrets are text")
        claim(secrets.allSatisfy { $0.count <= SecretFile.longestLine }, "a secret is within its line")
        for line in lines {
            let isWhole = secrets.contains(Array(line)) || secrets.contains(Array(line.dropFirst().dropLast()))
            claim(isWhole, "a line is a secret, whatever it may also be")
        }
        for secret in secrets {
            claim(lines.contains { contains($0, secret) }, "a secret is in a line of the file")
        }
    } catch {
        claimIsMessage(error.description)
    }
    return 0
}

private func contains(_ line: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
    part.isEmpty || line.indices.contains { line[$0...].starts(with: part) }
}
