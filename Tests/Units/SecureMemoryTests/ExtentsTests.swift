import CSecureMemory
import SeededRandom
import Testing

@Suite("Extents of a range are taken and given back")
struct ExtentsTests {
    @Test("what is taken never overlaps, and what is all given back is one extent again")
    func random() {
        withExtents(of: 10_000) { list in
            var random = SeededGenerator(seed: 3)
            var taken: [extent] = []
            var isTaken = [Bool](repeating: false, count: 10_000)
            for _ in 0..<20_000 {
                if Bool.random(using: &random) {
                    let size = Int.random(in: 1...300, using: &random)
                    let offset = extents_take(list, size)
                    let firstFit = firstRun(of: size, in: isTaken)
                    #expect((offset == none ? nil : offset) == firstFit)
                    guard offset != none else { continue }
                    for index in offset..<offset + size { isTaken[index] = true }
                    taken.append(extent(offset: offset, size: size))
                } else if !taken.isEmpty {
                    let given = taken.remove(at: .random(in: 0..<taken.count, using: &random))
                    for index in given.offset..<given.offset + given.size { isTaken[index] = false }
                    extents_give(list, given)
                }
            }
            for given in taken { extents_give(list, given) }
            #expect(list.pointee.free_count == 1 && list.pointee.taken_count == 0)
            #expect(extents_take(list, 10_000) == 0)
        }
    }

    @Test("no more are taken than the list can take back in any order")
    func capacity() {
        let most = Int(EXTENTS_CAPACITY) - 1
        withExtents(of: 4 * most) { list in
            for index in 0..<most { #expect(extents_take(list, 1) == index) }
            #expect(extents_take(list, 1) == none)
            for index in stride(from: 0, to: most, by: 2) { extents_give(list, extent(offset: index, size: 1)) }
            #expect(list.pointee.free_count == most / 2 + 1)
            for index in stride(from: 1, to: most, by: 2) { extents_give(list, extent(offset: index, size: 1)) }
            #expect(list.pointee.free_count == 1)
        }
    }

    /// `EXTENTS_NONE`, which Swift does not import.
    private let none = -1

    private func withExtents(of size: Int, _ body: (UnsafeMutablePointer<extents>) -> Void) {
        let list = UnsafeMutablePointer<extents>.allocate(capacity: 1)
        defer { list.deallocate() }
        extents_open(list, size)
        body(list)
    }

    private func firstRun(of size: Int, in isTaken: [Bool]) -> Int? {
        var run = 0
        for index in isTaken.indices {
            run = isTaken[index] ? 0 : run + 1
            if run == size { return index - size + 1 }
        }
        return nil
    }
}
