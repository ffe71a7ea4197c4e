import Artefacts
import BoundedWork
import Claims
import SecureMemory

/// The entry that libFuzzer calls with an input: an archive.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let file = try? SecureBytes(copying: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    claimSameInParts(file)
    do throws(ZipError) {
        let archive = try ZipArchive(opening: file, limits: limits)
        claimSafeNames(archive.entries.map(\.name))
        try claimSameAgain(archive)
    } catch {
        claimIsMessage(error.description)
    }
    return 0
}

private let limits = ZipLimits(entries: 50, entryBytes: 1 << 16, totalBytes: 1 << 18)

private func claimSafeNames(_ names: [String]) {
    claim(names.count <= limits.entries && Set(names).count == names.count, "a name stands for one entry")
    for name in names {
        let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
        claim(name.utf8.first != UInt8(ascii: "/") && !parts.isEmpty, "a name is that of something in the folder")
        claim(!parts.contains(Array("..".utf8)) && !name.utf8.contains(0), "a name leads out of no folder")
    }
}

/// Claims that an archive is refused, or has the same contents, whether it is read as a whole or entry by entry.
private func claimSameInParts(_ file: SecureBytes) {
    let inParts = try? contentsInParts(file)
    let whole = try? contents(ZipArchive(opening: file, limits: limits))
    claim(whole == inParts, "an archive is the same in parts")
}

private func contents(_ archive: ZipArchive) throws(ZipError) -> [SecureBytes] {
    var budget = WorkBudget(limit: .max)
    return try archive.entries.map { (entry) throws(ZipError) in try archive.contents(of: entry, &budget) }
}

private func contentsInParts(_ file: SecureBytes) throws -> [SecureBytes] {
    let ends = ZipIndex.Ends(byteCount: file.count, head: file[0..<min(4, file.count)], tail: file)
    guard case .read(let index) = try ZipIndex.read(ends, limits: limits) else { return [] }
    return try index.entries.indices.flatMap { entry in
        try contents(ZipArchive(opening: index.archive(of: [entry]) { try $1.append(file[$0]) }, limits: limits))
    }
}

/// Claims that entries have as many bytes as they declare, and that an archive of them has the same ones.
private func claimSameAgain(_ archive: ZipArchive) throws(ZipError) {
    var budget = WorkBudget(limit: .max)
    var writer = ZipWriter()
    var total = 0
    for entry in archive.entries {
        let contents = try archive.contents(of: entry, &budget)
        claim(contents.count == entry.byteCount, "an entry has the bytes that it declares")
        total += contents.count
        try writer.append(entry.name, contents)
    }
    claim(total <= limits.totalBytes, "the bytes of all entries are bounded")
    let again = try ZipArchive(opening: writer.finish())
    claim(
        again.entries.map(\.name) == archive.entries.map(\.name),
        "an archive that is packed again has the same names"
    )
    for (entry, other) in zip(archive.entries, again.entries) {
        let isSame = try archive.contents(of: entry, &budget) == again.contents(of: other, &budget)
        claim(isSame, "an archive that is packed again has the same contents")
    }
}
