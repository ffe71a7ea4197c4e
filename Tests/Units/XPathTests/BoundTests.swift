import BoundedWork
import Foundation
import Synchronization
import Testing
import XPath

@Suite("The bounds of XPath")
struct BoundTests {
    @Test("an expression of more than 4096 bytes is refused")
    func length() throws {
        let longest = "//" + String(repeating: "a", count: 4094)
        _ = try XPath(parsing: longest)
        for expression in [longest + "a", String(repeating: "(", count: 100_000)] {
            let error = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: expression) }
            #expect(error?.reason == .tooLong(limit: 4096))
        }
    }

    @Test("brackets are nested 32 deep at most", arguments: [("(", "a", ")"), ("a[", "a", "]"), ("not(", "a", ")")])
    func depth(opening: String, content: String, closing: String) throws {
        func nested(_ depth: Int) -> String {
            "//a[" + String(repeating: opening, count: depth) + content + String(repeating: closing, count: depth) + "]"
        }
        _ = try XPath(parsing: nested(31))
        let error = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: nested(32)) }
        #expect(error?.reason == .tooDeep(limit: 32))
        let all = #expect(throws: XPathSyntaxError.self) { try XPath(parsing: String(repeating: "(", count: 4096)) }
        #expect(all?.reason == .tooDeep(limit: 32))
    }

    @Test(
        "the longest chains are neither deep nor slow",
        arguments: ["1 or ", "0 or ", "a and ", "1=", "1<", "1+", "1*", "-", "a|", "a/", "a//", "../", "*[1]/"]
    )
    func chains(link: String) throws {
        let chain = String(repeating: link, count: 4000 / link.utf8.count)
        #expect(try ElementTree(outline: "a").elements("//*[\(chain)a or true()]") == [0])
    }

    @Test("the deepest expression needs less than a small stack")
    func stack() throws {
        let opening = "-1 or 1 and 1 = 1 < 1 + 1 * concat(a[-1 or 1 and 1 = 1 < 1 + 1 * ("
        let closing = ")], 1)"
        let expression =
            "//a[" + String(repeating: opening, count: 10) + "1" + String(repeating: closing, count: 10) + "]"
        let tree = try ElementTree(outline: "a\n  a")
        let elements = Mutex<[Int]?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let found = try? tree.elements(expression)
            elements.withLock { $0 = found }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        #expect(elements.withLock { $0 } == [0, 1])
    }

    @Test(
        "work that explodes is cut off",
        arguments: [
            "//*[.//*[..//*[..//*[..//*]]]]",
            "//*[count(preceding::*[count(following::*[count(preceding::*) > 1]) > 1]) > 1]",
            "//*[preceding::*[@x != ..//*/@x]]",
            "//*[" + String(repeating: "concat(", count: 30) + "@x" + String(repeating: ", @x, @x)", count: 30) + "]",
            "//*[translate(concat(@x, @x), @x, concat(@x, @x)) != translate(@x, '1', concat(@x, @x))]",
        ]
    )
    func explosions(expression: String) throws {
        var builder = try ElementTreeBuilder()
        builder.open(builder.name("a"))
        for number in 0..<100 {
            builder.open(builder.name("b"))
            try builder.addAttribute(builder.name("x"), value: String(repeating: "\(number)", count: 100))
            builder.close()
        }
        let tree = builder.finish()
        let xpath = try XPath(parsing: expression)
        var budget = WorkBudget(limit: 100_000)
        #expect(throws: XPathEvaluationError.unfinished(.spent)) { try xpath.elements(in: tree, budget: &budget) }
        #expect(budget.remaining == 0)
    }

    @Test(
        "an expression that nobody waits for any more is not evaluated",
        arguments: ["//*[count(preceding::*) > 1]", "//*[translate(@x, '1', '2')]", "//*[contains(@x, '11112')]"]
    )
    func cancelled(expression: String) throws {
        let cancellation = Cancellation()
        var builder = try ElementTreeBuilder()
        builder.open(builder.name("a"))
        try builder.addAttribute(builder.name("x"), value: String(repeating: "1", count: 1 << 20))
        let tree = builder.finish()
        let xpath = try XPath(parsing: expression)
        var budget = WorkBudget(limit: XPath.workLimit, cancellation: cancellation)
        _ = try xpath.elements(in: tree, budget: &budget)
        cancellation.cancel()
        let before = budget.remaining
        #expect(throws: XPathEvaluationError.unfinished(.cancelled)) {
            while true { _ = try xpath.elements(in: tree, budget: &budget) }
        }
        #expect(before - budget.remaining <= WorkBudget.unitsBetweenQuestions)
    }

    @Test("one budget is shared by all expressions, and what is left of it is exact")
    func sharedBudget() throws {
        let tree = try ElementTree(outline: "a\n  b\n  b")
        let xpath = try XPath(parsing: "//b")
        var budget = WorkBudget(limit: 1000)
        #expect(try xpath.elements(in: tree, budget: &budget) == [1, 2])
        let cost = 1000 - budget.remaining
        #expect(cost > 3)
        #expect(try xpath.elements(in: tree, budget: &budget) == [1, 2])
        #expect(budget.remaining == 1000 - 2 * cost)
        var enough = WorkBudget(limit: cost)
        #expect(try xpath.elements(in: tree, budget: &enough) == [1, 2])
        #expect(enough.remaining == 0)
        var little = WorkBudget(limit: cost - 1)
        #expect(throws: XPathEvaluationError.unfinished(.spent)) { try xpath.elements(in: tree, budget: &little) }
    }

    @Test(
        "common expressions take work in proportion to the document",
        arguments: [
            "//b", "//a//b", "//*//*//*", "//*[@x='1']", "//a[.//b]", "//b[1]", "//*/following::*", "//*/preceding::*",
            "//b/following-sibling::b", "//b/preceding-sibling::b", "//b/ancestor::*", "(//b)[last()]", "//*/..//b",
            "//a[@x = //b/@missing]", "//b[last()]",
        ]
    )
    func linearWork(expression: String) throws {
        func work(repetitions: Int) throws -> Int {
            let part = "  a x=|1|\n    b\n      a\n        b x=|2|\n    b\n"
            let tree = try ElementTree(outline: "a\n" + String(repeating: part, count: repetitions))
            var budget = WorkBudget(limit: XPath.workLimit)
            _ = try XPath(parsing: expression).elements(in: tree, budget: &budget)
            return XPath.workLimit - budget.remaining
        }
        let work = (try work(repetitions: 100), try work(repetitions: 200))
        #expect(Double(work.1) < 2.1 * Double(work.0))
    }
}
