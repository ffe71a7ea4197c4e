import Glibc
import Testing

@testable import ImageCore

@Suite("What libde265 frees is overwritten")
struct FreedMemoryTests {
    /// Whether memory of a size that the C library hands out again still holds what was written to it.
    private static func isKept() throws -> Bool {
        var kept = 0
        for _ in 0..<8 {
            let memory = try #require(malloc(5000))
            memset(memory, 7, 5000)
            free(memory)
            let again = try #require(malloc(5000))
            kept += UnsafeRawBufferPointer(start: again, count: 5000).count { $0 == 7 }
            free(again)
        }
        return kept > 4000
    }

    @Test("as long as a picture is decoded")
    func overwritten() throws {
        let (first, second) = (FreedMemory(), FreedMemory())
        let isKept = try Self.isKept()
        withExtendedLifetime((first, second)) {}
        #expect(!isKept)
    }
}
