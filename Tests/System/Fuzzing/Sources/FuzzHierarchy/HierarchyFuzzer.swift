import BoundedWork
import Claims
import Hierarchy
import ImageCore
import SecureMemory

/// The entry that libFuzzer calls with an input: a byte that says which elements are covered, then a page source.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let input = UnsafeBufferPointer(start: start + 1, count: count - 1)
    guard let source = try? SecureBytes(copying: input) else { return 0 }
    let limits = HierarchyLimits(byteCount: 4000, depth: 12, elementCount: 64, attributeCount: 24)
    do throws(HierarchyError) {
        let hierarchy = try Hierarchy(parsing: source, limits: limits)
        hierarchy.claimTree(limits)
        hierarchy.claimReadsBackAsItself(limits)
        hierarchy.claimLevels()
        hierarchy.claimCovers()
        hierarchy.claimRedaction(of: hierarchy.elements.indices.filter { start[0] >> ($0 % 8) & 1 == 1 })
    } catch {
        claimPlace(of: error, in: source)
        claimIsMessage(error.description)
    }
    return 0
}

/// Claims that an error points into the source. A converted one may have more lines and columns than bytes were sent.
private func claimPlace(of error: HierarchyError, in source: SecureBytes) {
    guard case .position(let line, let column) = error.place else { return }
    claim(line >= 1 && column >= 1, "lines and columns are counted from 1")
    claim(line + column <= 3 * source.count + 2, "an error is somewhere in the source")
}
