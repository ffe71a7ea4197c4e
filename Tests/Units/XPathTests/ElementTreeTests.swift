import BoundedWork
import SecureMemory
import Testing
import XPath

@Suite("The tree of elements")
struct ElementTreeTests {
    @Test("knows the elements that were opened, by their order")
    func structure() throws {
        var builder = try ElementTreeBuilder()
        #expect(builder.open(builder.name("a")) == 0)
        #expect(builder.open(builder.name("b")) == 1)
        try builder.addAttribute(builder.name("x"), value: "1")
        builder.close()
        #expect(builder.open(builder.name("c")) == 2)
        builder.close()
        builder.close()
        let tree = builder.finish()
        #expect(tree.count == 3)
        #expect((0..<3).map { tree.name(of: $0) } == ["a", "b", "c"])
        #expect((0..<3).map { tree.parent(of: $0) } == [nil, 0, 0])
        #expect((0..<3).map { tree.subtree(of: $0) } == [0..<3, 1..<2, 2..<3])
    }

    @Test("keeps the values of attributes apart")
    func values() throws {
        let tree = try ElementTree(outline: "a x=|1| y=|é|\n  b y=||")
        #expect(try tree.value(of: "x", of: 0) == SecureBytes(copying: "1".utf8))
        #expect(try tree.value(of: "y", of: 0) == SecureBytes(copying: "é".utf8))
        #expect(tree.value(of: "x", of: 1) == nil)
        #expect(tree.value(of: "y", of: 1)?.isEmpty == true)
        #expect(tree.value(of: "z", of: 1) == nil)
    }

    @Test("takes events that do not match up")
    func unbalanced() throws {
        var builder = try ElementTreeBuilder()
        builder.close()
        try builder.addAttribute(builder.name("x"), value: "nowhere")
        builder.open(builder.name("a"))
        builder.close()
        builder.close()
        builder.open(builder.name("b"))
        builder.open(builder.name("c"))
        let tree = builder.finish()
        #expect(tree.subtree(of: 0) == 0..<1)
        #expect(tree.subtree(of: 1) == 1..<3)
        #expect(try tree.elements("/*") == [0, 1])
        #expect(try tree.elements("//c/ancestor::*") == [1])
        #expect(try tree.elements("//*[@x or /@x]") == [])
    }

    @Test("may have no elements")
    func empty() throws {
        let tree = try ElementTreeBuilder().finish()
        #expect(tree.count == 0)
        #expect(try tree.elements("//*") == [])
    }

    @Test("that is deep takes no more stack than one that is flat")
    func deep() throws {
        var builder = try ElementTreeBuilder()
        for _ in 0..<60_000 {
            builder.open(builder.name("a"))
        }
        let tree = builder.finish()
        #expect(try tree.elements("//a[not(a)]/ancestor::a[last()]") == [0])
        #expect(try tree.elements("(//a)[last()]") == [59_999])
    }
}

extension ElementTree {
    /// The document that `outline` draws: an element a line, two spaces deeper than the one that holds it, its attributes
    /// behind it, with `|` round their values.
    ///
    /// ```text
    /// list label=|All|
    ///   cell label=|Demo Bank| name=|a|
    /// ```
    init(outline: String) throws {
        var builder = try ElementTreeBuilder()
        var openCount = 0
        for line in outline.split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count / 2
            while openCount > depth {
                builder.close()
                openCount -= 1
            }
            // Names at even places, with the tag before the first of them; values at odd ones.
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            builder.open(builder.name(String(line.split(separator: " ")[0])))
            openCount += 1
            for index in stride(from: 1, to: parts.count, by: 2) {
                let name = parts[index - 1].split(separator: " ").last?.dropLast() ?? ""
                try builder.addAttribute(builder.name(String(name)), value: String(parts[index]))
            }
        }
        self = builder.finish()
    }

    /// The elements that `expression` selects.
    func elements(_ expression: String) throws -> [Int] {
        var budget = WorkBudget(limit: XPath.workLimit)
        return try XPath(parsing: expression).elements(in: self, budget: &budget)
    }
}
