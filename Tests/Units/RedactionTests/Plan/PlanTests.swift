import ImageCore
import StrictJSON
import Testing

@testable import Redaction

@Suite("A plan is a policy in whole pixels of one snapshot")
struct PlanTests {
    @Test(
        "regions grow to whole pixels and are clipped to the snapshot",
        arguments: [
            (LengthUnit.pixels, [0.0, 0, 10, 10], 0.0, [0, 0, 10, 10]),
            (.pixels, [0.5, 0.5, 1, 1], 0, [0, 0, 2, 2]),
            (.pixels, [99.5, 199.5, 5, 5], 0, [99, 199, 1, 1]),
            (.pixels, [-5, -5, 6, 6], 0, [0, 0, 1, 1]),
            (.pixels, [10, 10, 10, 10], 2.5, [7, 7, 16, 16]),
            (.points(scale: 3), [1, 2, 3, 4], 1, [0, 3, 15, 18]),
            (.points(scale: 3), [0.1, 0.1, 10, 10], 0, [0, 0, 31, 31]),
            (.points(scale: 1.5), [1, 1, 1, 1], 0, [1, 1, 2, 2]),
            (.ratio, [0.1, 0.1, 0.3, 0.3], 0, [10, 20, 30, 60]),
            (.ratio, [0, 0, 1, 1], 0.5, [0, 0, 100, 200]),
            (.ratio, [0.5, 0.5, 0.1, 0.1], 0.01, [49, 99, 12, 22]),
            (.pixels, [0.3, 0.3, 1e-9, 1e-9], 0, [0, 0, 1, 1]),
        ]
    )
    func snapping(unit: LengthUnit, region: [Double], padding: Double, expected: [Int]) throws {
        let policy = try Policy(unit: unit, rules: [rule(region, padding: padding)])
        let plan = try Plan(policy, size: size, grid: .pixels)
        #expect(plan.steps.map(\.area.target) == [try rect(expected)])
    }

    @Test(
        "a region that only touches the snapshot's edge from outside is refused",
        arguments: [
            [100.0, 0, 10, 10], [0, 200, 10, 10], [-10, 0, 10, 10], [0, -1, 10, 1], [1000, 1000, 1, 1],
        ]
    )
    func outside(region: [Double]) throws {
        let policy = try Policy(rules: [rule([0, 0, 5, 5]), rule(region)])
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(
            error
                == .regionOutside(
                    JSONPointer([.name("rules"), .index(1), .name("target"), .name("region")]),
                    snapshot: size
                )
        )
    }

    @Test("padding does not bring in a region that lies outside")
    func paddedFromOutside() throws {
        let policy = try Policy(rules: [rule([-20, 0, 10, 10], padding: 15)])
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(error?.code == "region-outside")
    }

    @Test("a policy that is cut into more rectangles than a receipt may list is refused")
    func tooManyRectangles() throws {
        let columns = (0..<50).map { [Double($0 * 2), 0, 1, 200] }
        let rows = (0..<100).map { [0, Double($0 * 2), 100, 1] }
        let keep = try (columns + rows).map { Target.region(try region($0)) }
        let few = try Policy(rules: [Policy.Rule(.screen, .fill(.black))], keep: keep)
        #expect(try Plan(few, size: size, grid: .pixels).steps[0].area.parts.count == 5000)
        let rules = Array(repeating: Policy.Rule(.screen, .fill(.black)), count: 4)
        let many = try Policy(rules: rules, keep: keep)
        let error = #expect(throws: PolicyError.self) { try Plan(many, size: size, grid: .pixels) }
        #expect(error?.pointer?.description == "/keep")
    }

    @Test("what is kept is cut out of every rule")
    func keep() throws {
        let policy = try Policy(
            rules: [Policy.Rule(.screen, .fill(.black)), rule([0, 0, 50, 50])],
            keep: [.region(try region([10, 10.5, 20, 20]))]
        )
        let plan = try Plan(policy, size: size, grid: .pixels)
        let hole = try rect([10, 11, 20, 19])
        #expect(
            plan.steps.map(\.area) == [
                try #require(PaintArea(PixelRect(size), excluding: [hole])),
                try #require(PaintArea(try rect([0, 0, 50, 50]), excluding: [hole])),
            ]
        )
    }

    @Test("a rule that is kept whole, and a kept region without a whole pixel, are refused")
    func contradictions() throws {
        let kept = try Policy(
            rules: [rule([0, 0, 5, 5]), rule([12, 12, 5, 5])],
            keep: [.region(try region([10, 10, 20, 20]))]
        )
        #expect(throws: PolicyError.ruleKept(rule: 1)) { try Plan(kept, size: size, grid: .pixels) }
        let everything = try Policy(rules: [rule([0, 0, 5, 5])], keep: [.screen])
        #expect(throws: PolicyError.ruleKept(rule: 0)) { try Plan(everything, size: size, grid: .pixels) }
        let tiny = try Policy(rules: [rule([0, 0, 5, 5])], keep: [.region(try region([10.2, 10, 0.7, 20]))])
        let error = #expect(throws: PolicyError.self) { try Plan(tiny, size: size, grid: .pixels) }
        #expect(error?.code == "keep-too-small")
    }

    @Test("on a JPEG, what is covered grows to its blocks and a pixel, and what is kept shrinks by as much")
    func blocks() throws {
        let policy = try Policy(
            rules: [rule([20, 20, 4, 4]), Policy.Rule(.screen, .fill(.black))],
            keep: [.region(try region([33, 0, 60, 50]))]
        )
        let plan = try Plan(policy, size: size, grid: BlockGrid(width: 16, height: 16))
        #expect(plan.steps[0].area.target == (try rect([15, 15, 18, 18])))
        #expect(plan.steps[1].area == PaintArea(PixelRect(size), excluding: [try rect([49, 0, 30, 47])]))
    }

    @Test("a demand for more matches than a rectangle can give is refused")
    func atLeast() throws {
        let one = try Policy(rules: [Policy.Rule(.screen, .fill(.black), atLeast: 1)])
        #expect(try Plan(one, size: size, grid: .pixels).steps.count == 1)
        let two = try Policy(rules: [Policy.Rule(.screen, .fill(.black), atLeast: 2)])
        #expect(throws: PolicyError.tooFewMatches(rule: 0, found: 1, demanded: 2)) {
            try Plan(two, size: size, grid: .pixels)
        }
    }

    @Test(
        "lengths that do nothing to this snapshot, or go beyond it, are refused with what they come to",
        arguments: [
            (Style.blur(radius: 0.2), 0.4), (.blur(radius: 101), 202), (.pixelate(block: 0.9), 1.8),
            (.pixelate(block: 101), 202),
        ]
    )
    func lengths(style: Style, pixels: Double) throws {
        let policy = try Policy(unit: .points(scale: 2), rules: [Policy.Rule(.screen, style)])
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        guard case .lengthOutOfRange(_, let found, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(abs(found - pixels) < 1e-9)
    }

    private let size: PixelSize

    init() throws {
        size = try #require(PixelSize(width: 100, height: 200))
    }

    private func region(_ numbers: [Double]) throws -> Region {
        try #require(Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    private func rule(_ numbers: [Double], padding: Double = 0) throws -> Policy.Rule {
        Policy.Rule(.region(try region(numbers)), .fill(.black), padding: padding)
    }

    private func rect(_ numbers: [Int]) throws -> PixelRect {
        try #require(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
}
