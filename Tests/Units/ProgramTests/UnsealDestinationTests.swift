import ArgumentParser
import Foundation
import Glibc
import RedactionJobs
import Testing

@testable import snapveil

@Suite("What is restored goes to one place, whole or not at all")
struct UnsealDestinationTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    /// The bytes of the file once a worker has written `count` bytes to it, of which `limit` are allowed; nil if there is no file.
    private func taken(_ count: Int, atMost limit: Int) throws -> Int? {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = "\(directory)/original.png"
        let destination = try UnsealDestination.parse(["-o", path])
        try? destination.take(atMost: limit) { (output: Int32) throws(RedactionFault) in
            let piece = [UInt8](repeating: 7, count: 1 << 16)
            var left = count
            while left > 0 {
                let written = write(output, piece, min(left, piece.count))
                guard written > 0 else { return }
                left -= written
            }
        } failure: { _ in
            .failure
        }
        return FileManager.default.contents(atPath: path)?.count
    }

    @Test("what a worker writes is taken up to the bound, and nothing of more")
    func bound() throws {
        #expect(try taken(1 << 20, atMost: 1 << 20) == 1 << 20)
        #expect(try taken(1 << 20 + 1, atMost: 1 << 20) == nil)
        #expect(try taken(0, atMost: 0) == 0)
    }
}
