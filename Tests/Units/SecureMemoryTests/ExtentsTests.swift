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
                    #expect(extents_give(list, given))
                }
                #expect(list.pointee.size == 10_000 - taken.reduce(0) { $0 + $1.size })
            }
            for given in taken { #expect(extents_give(list, given)) }
            #expect(list.pointee.count == 1)
            #expect(extents_take(list, 10_000) == 0)
        }
    }

    @Test("the end of the last extent is taken, as much as it has")
    func last() {
        withExtents(of: 100) { list in
            #expect(extents_take(list, 40) == 0)
            #expect(extents_give(list, extent(offset: 0, size: 30)))
            for (offset, size) in [(80, 20), (60, 20), (40, 20), (10, 20), (0, 10), (0, 0)] {
                let taken = extents_take_last(list, 20)
                #expect(taken.offset == offset && taken.size == size)
            }
        }
    }

    @Test("a full list takes nothing but what joins an extent")
    func capacity() {
        let most = Int(EXTENTS_CAPACITY)
        withExtents(of: 0) { list in
            for index in 0..<most { #expect(extents_give(list, extent(offset: 2 * index, size: 1))) }
            #expect(!extents_give(list, extent(offset: 2 * most, size: 1)))
            #expect(list.pointee.size == most)
            for index in 0..<most { #expect(extents_give(list, extent(offset: 2 * index + 1, size: 1))) }
            #expect(list.pointee.count == 1)
            #expect(extents_take(list, 2 * most) == 0)
        }
    }

    /// `EXTENTS_NONE`, which Swift does not import.
    private let none = -1

    private func withExtents(of size: Int, _ body: (UnsafeMutablePointer<extents>) -> Void) {
        let list = UnsafeMutablePointer<extents>.allocate(capacity: 1)
        defer { list.deallocate() }
        list.initialize(to: extents())
        if size > 0 { #expect(extents_give(list, extent(offset: 0, size: size))) }
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
