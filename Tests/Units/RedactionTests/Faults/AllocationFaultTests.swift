import AllocationFaults
import CAllocationFaults
import ImageCore
import Redaction
import Testing

@Suite(
    "Where memory is missing there is an error that says so, and no picture",
    .serialized,
    .enabled(if: AllocationFaults.areAvailable)
)
struct AllocationFaultTests {
    @Test(
        "whichever allocation fails, the work ends without a result or with the right one, and nothing is left behind",
        arguments: FaultedWork.all,
        AllocationFaults.Duration.allCases
    )
    func everyAllocation(work: FaultedWork, duration: AllocationFaults.Duration) throws {
        let input = try work.input()
        let whole = try work.perform(input).get()
        var failures = 0
        while true {
            let (result, count) = AllocationFaults.inject(at: failures, for: duration) { work.perform(input) }
            // Little CMS itself loses what it had taken.
            let isFreed = count.live == 0 || work.snapshot == .adobeRGB
            #expect(isFreed, "memory that was taken before allocation \(failures) failed is not freed")
            guard count.failed > 0 else {
                #expect(try result.get() == whole)
                break
            }
            switch result {
            case .failure(let error): #expect(error.isOutOfMemory, "allocation \(failures): \(error)")
            // libjpeg asks for less where it does not get what it would like.
            case .success(let bytes): #expect(duration == .once && bytes == whole, "allocation \(failures)")
            }
            failures += 1
        }
        // The pixels, the file, and what the codecs need for themselves.
        #expect(failures > 8)
    }
}

extension RedactionError {
    /// Whether the work failed for lack of memory, and says so.
    fileprivate var isOutOfMemory: Bool {
        switch self {
        case .outOfMemory, .decoding(.outOfMemory), .encoding(.codec): true
        case .decoding, .policy, .hierarchy, .source, .encoding, .tooExpensive, .cancelled: false
        }
    }
}
