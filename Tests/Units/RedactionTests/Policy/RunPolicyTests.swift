import BoundedWork
import ImageCore
import SecureMemory
import Testing

@testable import Redaction

@Suite("Policies for the pictures of a run")
struct RunPolicyTests {
    private static let known = KnownTextSearch { (_, _) throws(BudgetFailure) in [] }
    private static let text = Target.sight(.text(TextSight(.kinds(.all))))

    @Test("texts that are known are looked for where text is read, in the first style for text that erases")
    func known() throws {
        let faces = Policy.Rule(.sight(.faces(FaceSight(.whole))), .fill(.black))
        let red = Style.fill(Color(red: 255, green: 0, blue: 0))
        let rules: [[Policy.Rule]] = [
            [faces], [faces, .init(.sight(.text(TextSight(.all))), red)], [faces, .init(Self.text, red)],
            [.init(Self.text, .blur(radius: 8))],
        ]
        let styles = try rules.map {
            try Policy(rules: $0).covering(texts: Self.known).rules.dropFirst($0.count).map(\.style)
        }
        #expect(styles == [[], [], [red], [.fill(.black)]])
    }

    @Test("places are covered from edge to edge, and nothing else is")
    func places() throws {
        let policy = try Policy(unit: .points(scale: 3), rules: [.init(.screen, .fill(.black))])
        let places = try [(0.1, 0.2), (0.95, 0.9)].map { x, y in
            try #require(Places.Place(columns: x...x + 0.2, rows: y...y + 0.05))
        }
        let plan = try Plan(
            policy.covering(places: places),
            size: try #require(PixelSize(width: 100, height: 200)),
            grid: .pixels
        )
        #expect(
            plan.steps.flatMap(\.rects) == [
                try #require(PixelRect(x: 10, y: 40, width: 20, height: 10)),
                try #require(PixelRect(x: 95, y: 180, width: 5, height: 10)),
            ]
        )
        #expect(plan.steps.map(\.assurance) == [.erased, .erased])
        #expect(Places.Place(columns: 1.1...1.2, rows: 0...1) == nil)
    }
}
