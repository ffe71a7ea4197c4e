import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

extension SecureBytes {
    init(_ text: String) throws { try self.init(copying: Array(text.utf8)) }

    var array: [UInt8] { withUnsafeBytes(Array.init) }

    var text: String { String(decoding: array, as: UTF8.self) }
}

extension ZipArchive {
    /// The names with all contents.
    func unpacked() throws -> [(name: String, contents: SecureBytes)] {
        var budget = WorkBudget(limit: .max)
        return try entries.map { ($0.name, try contents(of: $0, &budget)) }
    }
}

/// The archive of names with contents.
func packed(_ entries: [(String, SecureBytes)]) throws -> SecureBytes {
    var writer = ZipWriter()
    for (name, contents) in entries { try writer.append(name, contents) }
    return try writer.finish()
}

/// Reason why an archive is not opened, or the contents of an entry are not read; nil if all of them are.
func refusal(
    of file: SecureBytes,
    limits: ZipLimits = ZipLimits(),
    budget: WorkBudget = WorkBudget(limit: .max)
) -> ZipError? {
    do throws(ZipError) {
        let archive = try ZipArchive(opening: file, limits: limits, cancellation: budget.cancellation)
        var budget = budget
        for entry in archive.entries { _ = try archive.contents(of: entry, &budget) }
        #expect(throws: Never.self) { try ZipIndexTests.unpackedInParts(file, limits: limits) }
        return nil
    } catch {
        if case .unfinished = error { return error }
        #expect(throws: (any Error).self) { try ZipIndexTests.unpackedInParts(file, limits: limits) }
        return error
    }
}

func refusal(_ change: (inout CraftedZip) -> Void) throws -> ZipError? {
    var zip = CraftedZip(entries: [.init("a.txt", "first"), .init("b.txt", "second")])
    change(&zip)
    return refusal(of: try zip.secureBytes)
}
