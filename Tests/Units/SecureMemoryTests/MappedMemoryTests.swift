import CSecureMemory
import SecureMemory
import Testing

@Suite("Memory that is mapped on large pages")
struct MappedMemoryTests {
    @Test("it begins where a large page does, is zero, and is not kept", arguments: [64 << 10, 2 << 20, 5 << 20])
    func mapped(size: Int) throws {
        let idle = IdleMemory.byteCount
        for _ in 0..<3 {
            let memory = try #require(secure_memory_map(size))
            #expect(UInt(bitPattern: memory) % (2 << 20) == 0)
            let bytes = UnsafeMutableRawBufferPointer(start: memory, count: size)
            #expect(bytes.allSatisfy { $0 == 0 })
            bytes.initializeMemory(as: UInt8.self, repeating: 0xAA)
            secure_memory_unmap(memory, size, size)
        }
        #expect(IdleMemory.byteCount == idle)
    }

    @Test("more than there are addresses is refused")
    func tooMuch() {
        #expect(secure_memory_map(.max) == nil)
        #expect(secure_memory_map(1 << 60) == nil)
    }
}
