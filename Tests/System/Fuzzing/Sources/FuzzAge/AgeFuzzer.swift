import Claims
import SecureMemory

@testable import AgeEncryption

/// The entry that libFuzzer calls with an input: a byte that says what the rest is, by its two low bits, and how long its pieces
/// are, by the others. The rest is a file of age (0), a file of keys (1), or the stanzas of a header, an empty line and chunks, of
/// which a file with the right MAC is made (2), in armour, too (3).
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let rest = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let pieceByteCount = Int(start[0] >> 2) * 3 + 1
    guard let bytes = try? SecureBytes(copying: rest) else { return 0 }
    switch start[0] & 3 {
    case 0: claimSameVerdict(bytes, pieceByteCount)
    case 1: claimKeys(bytes)
    default:
        guard let file = try? CraftedFile(rest).bytes() else { return 0 }
        let verdict = claimSameVerdict(file, pieceByteCount)
        guard start[0] & 1 == 1, let armored = try? AgeFile.armored(file) else { return 0 }
        claim(claimSameVerdict(armored, pieceByteCount) == verdict, "armour changes nothing")
    }
    return 0
}

/// The secret key 01 01 … of the seeds.
private let identity = {
    guard let secret = try? SecureBytes(copying: [UInt8](repeating: 1, count: 32)) else { fatalError("no memory") }
    return AgeIdentity(secret: secret)
}()

/// Claims that a file is opened or refused, whole and in pieces, and returns its plain text. Of two faults, pieces may show the
/// other one first.
@discardableResult
private func claimSameVerdict(_ file: SecureBytes, _ pieceByteCount: Int) -> SecureBytes? {
    let whole = verdict { () throws(AgeError) in try AgeFile.open(file, with: [identity]) }
    let pieces = verdict { () throws(AgeError) in try opened(file, pieceByteCount) }
    claim(plain(whole) == plain(pieces), "what is read does not depend on how it comes: \(whole), \(pieces)")
    for case .failure(let error) in [whole, pieces] {
        claimIsMessage(error.description)
        if case .outOfMemory = error { claim(false, "a file is refused for what it is") }
    }
    if let plain = plain(whole) { claim(plain.count < file.count, "nothing comes that was not sealed") }
    claim(!AgeFile.takesPassphrase(file) || plain(whole) == nil, "a passphrase is for files that take one")
    return plain(whole)
}

private func plain(_ verdict: Result<SecureBytes, AgeError>) -> SecureBytes? { try? verdict.get() }

private func verdict(_ open: () throws(AgeError) -> SecureBytes) -> Result<SecureBytes, AgeError> {
    do throws(AgeError) { return .success(try open()) } catch { return .failure(error) }
}

/// The plain text of a file that comes in pieces.
private func opened(_ file: SecureBytes, _ pieceByteCount: Int) throws(AgeError) -> SecureBytes {
    var reader = AgeReader()
    try reader.unlock(with: [identity])
    var plain: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: pieceByteCount) {
        try reader.append(file[start..<min(start + pieceByteCount, file.count)])
        plain += try reader.takePlaintext().withUnsafeBytes { Array($0) }
    }
    plain += try reader.finish().withUnsafeBytes { Array($0) }
    do { return try SecureBytes(copying: plain) } catch { throw .outOfMemory(error) }
}

/// Claims that the keys of a file are written as they were read, and that a fault is in a line and repeats nothing secret.
private func claimKeys(_ file: SecureBytes) {
    let text = file.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    do throws(AgeKeyError) {
        for recipient in try AgeKeyFile.recipients(in: file) {
            claim(text.contains(recipient.text), "a recipient is written as it was read")
        }
    } catch { claimFault(error, of: text) }
    do throws(AgeKeyError) {
        for identity in try AgeKeyFile.identities(in: file) {
            let written = (try? identity.text())?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            claim(written.map { text.contains($0) } ?? false, "an identity is written as it was read")
        }
    } catch { claimFault(error, of: text) }
}

private func claimFault(_ error: AgeKeyError, of text: String) {
    claimIsMessage(error.description)
    claim((error.line ?? 1) <= text.utf8.count { $0 == 10 } + 1, "a fault is in a line of the file")
}
