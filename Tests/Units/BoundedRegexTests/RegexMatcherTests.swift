import BoundedRegex
import BoundedWork
import Foundation
import Testing

@Suite("The work of matching")
struct RegexMatcherTests {
    @Test(
        "is cut off where it explodes",
        arguments: [
            "(a+)+$", "(a|a)*b", "(a*)*b", "(?:a?){30}a{30}b", "(.*)\\1\\1b", "(?R)?a*b", "(a?)*?(a?)*?(a?)*?b",
        ]
    )
    func explosions(pattern: String) throws {
        var matcher = try RegexMatcher(budget: WorkBudget(limit: 100_000))
        let regex = try BoundedRegex(pattern)
        // Holds the b that is looked for, as PCRE2 would see at once that it is missing.
        let text = String(repeating: "a", count: 3000) + "bc"
        #expect(throws: RegexMatchError.unfinished(.spent)) { try matcher.matches(regex, text) }
    }

    @Test("is paid for by all texts together")
    func sharedSteps() throws {
        var matcher = try RegexMatcher(budget: WorkBudget(limit: 10_000))
        let regex = try BoundedRegex("(?i).*pin.*")
        let before = matcher.budget.remaining
        #expect(try matcher.matches(regex, "Enter your PIN"))
        let cost = before - matcher.budget.remaining
        #expect(cost > 0 && cost < 1000)
        var matchCount = 0
        #expect(throws: RegexMatchError.unfinished(.spent)) {
            while try matcher.matches(regex, "Enter your PIN") { matchCount += 1 }
        }
        // The last one may get by with what is left.
        #expect(matchCount == before / cost - 1 || matchCount == before / cost)
    }

    @Test("grows for a text that needs more, up to what is left")
    func attempts() throws {
        let regex = try BoundedRegex("(?:a|b)*c")
        let text = String(repeating: "ab", count: 1000) + "c"
        var matcher = try RegexMatcher()
        #expect(try matcher.matches(regex, text))
        var poor = try RegexMatcher(budget: WorkBudget(limit: 1000))
        #expect(throws: RegexMatchError.unfinished(.spent)) { try poor.matches(regex, text) }
        #expect(poor.budget.remaining < 1000)
    }

    @Test("is bounded in memory as well")
    func heap() throws {
        var matcher = try RegexMatcher(budget: WorkBudget(limit: .max))
        let regex = try BoundedRegex("(?:(a)|b)*c")
        #expect(throws: RegexMatchError.unfinished(.spent)) {
            try matcher.matches(regex, String(repeating: "ab", count: 500_000) + "c")
        }
    }

    @Test("ends when nobody waits for it any more, in the middle of a text", arguments: ["(a+)+$", "(?:.*a)*b"])
    func cancelled(pattern: String) throws {
        let cancellation = Cancellation()
        var matcher = try RegexMatcher(budget: WorkBudget(limit: 1 << 40, cancellation: cancellation))
        let regex = try BoundedRegex(pattern)
        let text = String(repeating: "a", count: 3000) + "bc"
        // The step that runs then would take hours.
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { cancellation.cancel() }
        #expect(throws: RegexMatchError.unfinished(.cancelled)) { try matcher.matches(regex, text) }
        #expect(matcher.budget.remaining > 1 << 32)
    }

    @Test("is done in UTF-8 alone")
    func invalidUTF8() throws {
        var matcher = try RegexMatcher()
        let regex = try BoundedRegex(".*")
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x61, 0x80]] {
            let error = bytes.withUnsafeBytes { bytes in
                #expect(throws: RegexMatchError.self) { try matcher.matches(regex, utf8: bytes) }
            }
            #expect(error == .notUTF8)
        }
        #expect(try matcher.matches(regex, "after that"))
    }

    @Test("is done by one matcher for many expressions, and by many matchers for one")
    func reuse() async throws {
        let regex = try BoundedRegex("((a)(b)(c))+")
        var matcher = try RegexMatcher()
        #expect(try matcher.matches(regex, "abcabc"))
        #expect(try matcher.matches(try BoundedRegex("x"), "x"))
        let matchCount = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var matcher = try RegexMatcher()
                    var matchCount = 0
                    for number in 0..<100 where try matcher.matches(regex, String(repeating: "abc", count: number)) {
                        matchCount += 1
                    }
                    return matchCount
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(matchCount == 8 * 99)
    }
}
