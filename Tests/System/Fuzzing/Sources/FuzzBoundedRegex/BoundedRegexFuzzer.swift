import BoundedRegex
import BoundedWork
import Claims

/// The entry that libFuzzer calls with an input: a regular expression, a line feed, and a text.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
    let pattern = String(decoding: input[..<end], as: UTF8.self)
    let text = Array(input[min(end + 1, input.endIndex)...])
    do throws(RegexSyntaxError) {
        let regex = try BoundedRegex(pattern)
        claim(pattern.utf8.count <= BoundedRegex.maximumByteCount, "expressions are within the limit")
        claimVerdict(on: text, of: regex)
        claimGroupChangesNothing(pattern, regex, text)
    } catch {
        claim((0...pattern.utf8.count).contains(error.offset), "an error is somewhere in the expression")
        claimIsMessage(error.description)
    }
    return 0
}

/// Steps for a text. Those that more are needed for are refused.
private let workLimit = 100_000

/// Claims that the verdict takes bounded work, always the same, and that it is on UTF-8 alone.
private func claimVerdict(on text: [UInt8], of regex: BoundedRegex) {
    let (verdict, work) = verdict(on: text, of: regex)
    claim((0...workLimit).contains(work), "no more is spent than there is")
    let again = FuzzBoundedRegex.verdict(on: text, of: regex)
    claim(again == (verdict, work), "the same verdict comes for the same work")
    if String(validating: text, as: UTF8.self) == nil {
        claim(
            [.failure(.notUTF8), .failure(.unfinished(.spent))].contains(verdict),
            "there is a verdict on UTF-8 alone"
        )
    } else {
        claim(verdict != .failure(.notUTF8), "UTF-8 is seen as such")
    }
}

/// Claims that a group round the whole expression changes no verdict. Where the expression ends in a comment or a quotation, the
/// parenthesis would be part of it.
private func claimGroupChangesNothing(_ pattern: String, _ regex: BoundedRegex, _ text: [UInt8]) {
    guard !pattern.contains("#"), !pattern.contains("\\Q"), let grouped = try? BoundedRegex("(?:\(pattern))") else {
        return
    }
    let verdicts = [verdict(on: text, of: regex), verdict(on: text, of: grouped)].compactMap { try? $0.result.get() }
    claim(Set(verdicts).count < 2, "a group round the expression changes nothing")
}

/// Whether `text` matches, and the work that it took to find out.
private func verdict(
    on text: [UInt8],
    of regex: BoundedRegex
) -> (result: Result<Bool, RegexMatchError>, work: Int) {
    do throws(RegexMatchError) {
        var matcher = try RegexMatcher(budget: WorkBudget(limit: workLimit))
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(RegexMatchError) in try matcher.matches(regex, utf8: bytes) }
        }
        if case .failure(let error) = result { claimIsMessage(error.description) }
        return (result, workLimit - matcher.budget.remaining)
    } catch {
        return (.failure(error), 0)
    }
}
