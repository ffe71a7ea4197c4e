import Artefacts
import BoundedWork
import Claims
import Redaction
import SecureMemory

/// The entry that libFuzzer calls with an input: a text or an archive.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let file = try? SecureBytes(copying: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    do throws(ContentFailure) {
        let (redacted, receipt) = try redactor.redact(file)
        claimNoSecret(redacted)
        for entry in receipt.entries {
            for text in [entry.name ?? ""] + entry.dropped {
                claim(!text.lowercased().contains(secret), "a receipt tells no secret")
            }
        }
        try claimReport(of: file)
    } catch {
        claimIsMessage(error.description)
    }
    return 0
}

/// A value that is known, in small letters.
private let secret = "qzxwv-kj7-hgf"

private let redactor = {
    guard let value = try? SecureBytes(copying: secret.utf8) else { fatalError("there is no memory") }
    let limits = ArtefactLimits(archives: ZipLimits(entries: 50, entryBytes: 1 << 16, totalBytes: 1 << 18))
    return ArtefactRedactor(.standard, Pictures(), secrets: [KnownSecret(value, named: "KNOWN")], limits: limits)
}()

/// Puts a picture of nothing in place of each picture.
private struct Pictures: PictureRedactor {
    var takesSources: Bool { true }

    func redact(
        _ picture: SecureBytes,
        source: SecureBytes?,
        secrets: KnownTextSearch?
    ) throws(ContentFailure) -> RedactedPicture {
        do {
            return RedactedPicture(try SecureBytes(copying: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        } catch {
            throw .unfinished(.outOfMemory(error))
        }
    }

    func cover(_ places: [Places.Place], of picture: SecureBytes) -> SecureBytes { picture }
}

/// Claims that a result, and what is in its archives, does not have the secret as it is written.
private func claimNoSecret(_ content: SecureBytes, depth: Int = 0) {
    let text = content.withUnsafeBytes { String(decoding: $0, as: UTF8.self).lowercased() }
    claim(!text.contains(secret), "a secret is nowhere in the result")
    var budget = WorkBudget(limit: .max)
    guard depth < 5, let archive = try? ZipArchive(opening: content) else { return }
    for entry in archive.entries {
        claim(!entry.name.lowercased().contains(secret), "a secret is in no name")
        guard let contents = try? archive.contents(of: entry, &budget) else { continue }
        claimNoSecret(contents, depth: depth + 1)
    }
}

/// Claims that a check has lines in their order, and no more of them than values.
private func claimReport(of content: SecureBytes) throws(ContentFailure) {
    for entry in try redactor.check(content).entries {
        for texts in entry.texts {
            claim(zip(texts.lines, texts.lines.dropFirst()).allSatisfy { $0 < $1 }, "lines are in order")
            claim(texts.lines.count <= texts.count, "a line has a value")
        }
    }
}
