import ImageCore
import StrictJSON
import Testing

@testable import Redaction

@Suite("Shapes that are none, lie elsewhere or take too much work are refused")
struct ShapeRefusalTests {
    @Test(
        "a shape that is none is refused, with its place",
        arguments: [
            (#"{ "polygon": [[1, 1], [2, 2]] }"#, "/rules/0/target/polygon"),
            (#"{ "polygon": [[1, 1], [2, 2], [3, 3]] }"#, "/rules/0/target/polygon"),
            (#"{ "polygon": [[1, 1], [2, 2], [3]] }"#, "/rules/0/target/polygon/2"),
            (#"{ "polygon": [[1, 1], [2, 2], [3, 2e6]] }"#, "/rules/0/target/polygon/2/1"),
            (tooManyPoints, "/rules/0/target/polygon"),
            (#"{ "ellipse": { "x": 1, "y": 1, "width": 0, "height": 4 } }"#, "/rules/0/target/ellipse/width"),
            (
                #"{ "ellipse": { "x": 1, "y": 1, "width": 4, "height": 4, "cornerRadius": 1 } }"#,
                "/rules/0/target/ellipse/cornerRadius"
            ),
            (
                #"{ "region": { "x": 1, "y": 1, "width": 4, "height": 4, "cornerRadius": -1 } }"#,
                "/rules/0/target/region/cornerRadius"
            ),
        ]
    )
    func refused(target: String, pointer: String) throws {
        let error = #expect(throws: PolicyError.self) { try ShapeScreen.policy(target) }
        #expect(error?.pointer?.description == pointer)
    }

    @Test(
        "a polygon whose line goes round parts of it in opposite directions is refused, as they could cancel each other out",
        arguments: [
            // Two squares that overlap.
            "[[5,5],[30,5],[30,30],[5,30],[5,5],[15,15],[15,45],[45,45],[45,15],[15,15]]",
            // An 8.
            "[[10,10],[30,10],[10,40],[30,40]]",
        ]
    )
    func bothWays(points: String) throws {
        let error = #expect(throws: PolicyError.self) {
            try ShapeScreen.plan(ShapeScreen.policy(#"{ "polygon": \#(points) }"#))
        }
        #expect(error?.code == "policy-invalid")
        #expect(error?.pointer?.description == "/rules/0/target/polygon")
    }

    @Test("an edge that is gone to and fro is no direction")
    func toAndFro() throws {
        let target = #"{ "polygon": [[10,10],[40,10],[40,30],[50,40],[40,30],[10,30]] }"#
        #expect(try ShapeScreen.plan(ShapeScreen.policy(target)).steps.count == 1)
    }

    @Test(
        "a shape that misses the snapshot is refused, though the rectangle round it does not",
        arguments: [
            #"{ "polygon": [[-1000,900],[900,-1000],[-1000,-1000]] }"#,
            #"{ "ellipse": { "x": -100, "y": -100, "width": 110, "height": 110 } }"#,
            #"{ "region": { "x": -199, "y": -199, "width": 200, "height": 200, "cornerRadius": 100 } }"#,
        ]
    )
    func misses(target: String) throws {
        let error = #expect(throws: PolicyError.self) { try ShapeScreen.plan(ShapeScreen.policy(target)) }
        #expect(error?.code == "region-outside")
    }

    @Test("many round shapes can be kept in many rules")
    func manyKept() throws {
        let size = try #require(PixelSize(width: 1179, height: 2556))
        let circles = try (0..<12).map { index -> Target in
            let (x, y) = (Double(index % 2) * 500 + 100, Double(index / 2) * 400)
            return .ellipse(try #require(Ellipse(x: x, y: y, width: 390, height: 390)))
        }
        let policy = try Policy(
            rules: Array(
                repeating: Policy.Rule(
                    .region(try #require(Region(x: 0, y: 0, width: 1179, height: 800))),
                    .fill(.black)
                ),
                count: 10
            ),
            keep: circles
        )
        let plan = try Plan(policy, size: size, grid: .pixels)
        #expect(plan.steps.count == 10)
        #expect(plan.steps.allSatisfy { $0.area.isCut && $0.area.target.height == 800 })
    }

    @Test("shapes that are kept are bounded in their rows, too")
    func keptRows() throws {
        let size = try #require(PixelSize(width: 3000, height: 16_384))
        // A comb, whose teeth are slanted so that no two rows are alike.
        let comb = try #require(
            Polygon(
                (0..<31).flatMap { tooth -> [Polygon.Point] in
                    let x = Double(tooth) * 90
                    return [.init(x: x, y: 0), .init(x: x + 20, y: 16_300)]
                } + [.init(x: 2990, y: 16_384), .init(x: 0, y: 16_384)]
            )
        )
        let screen = Policy.Rule(.screen, .fill(.black))
        let policy = try Policy(rules: [screen], keep: Array(repeating: .polygon(comb), count: 64))
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(error?.code == "too-much-work")
    }

    @Test("a shape that lies outside the snapshot is refused, and one that keeps no pixel")
    func outside() throws {
        let target = #"{ "ellipse": { "x": 100, "y": 10, "width": 40, "height": 20 } }"#
        let error = #expect(throws: PolicyError.self) { try ShapeScreen.plan(ShapeScreen.policy(target)) }
        #expect(error?.code == "region-outside")
        #expect(error?.pointer?.description == "/rules/0/target/ellipse")
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 1, height: 1))
        let tiny = try Policy(rules: [.init(.screen, .fill(.black))], keep: [.ellipse(ellipse)])
        #expect(throws: PolicyError.keepTooSmall(JSONPointer([.name("keep"), .index(0), .name("ellipse")]))) {
            try ShapeScreen.plan(tiny)
        }
    }

    @Test("finding out what shapes cover is cut off, for all rules together")
    func work() throws {
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        let zigzag = (0..<64).map { Polygon.Point(x: Double($0) * 256, y: $0 % 2 == 0 ? 0 : 16_384) }
        let polygon = try #require(Polygon(zigzag))
        let rules = Array(repeating: Policy.Rule(.polygon(polygon), .fill(.black)), count: Policy.maximumRules)
        let policy = try Policy(rules: rules)
        let error = #expect(throws: PolicyError.self) { try Plan(policy, size: size, grid: .pixels) }
        #expect(error?.code == "policy-invalid" || error?.code == "too-much-work")
        let padded = try Policy(rules: [.init(.polygon(polygon), .fill(.black), padding: 16_000)])
        #expect(throws: PolicyError.self) { try Plan(padded, size: size, grid: .pixels) }
    }

    private static let tooManyPoints =
        #"{ "polygon": ["# + (0..<65).map { "[\($0), \($0 * $0)]" }.joined(separator: ",") + "] }"
}
