import ImageCore
import Messages
import Redaction
import Testing

@Suite("The shorthand of a query makes a policy")
struct PolicyShorthandTests {
    @Test("each region becomes a rule, in order, and no region means the screen")
    func regions() throws {
        let first = try #require(Region(x: 0, y: 0, width: 390, height: 47))
        let second = try #require(Region(x: -1.5, y: 4e2, width: 0.5, height: 120))
        let policy = try read([
            ("style", "fill"), ("region", "0,0,390,47"), ("color", "#000"), ("region", "-1.5,4e2,0.5,120"),
            ("padding", "2"), ("scale", "3"),
        ])
        #expect(policy.rules.map(\.target) == [.region(first), .region(second)])
        #expect(policy.rules.allSatisfy { $0.style == .fill(.black) && $0.padding == 2 })
        #expect(policy.unit == .points(scale: 3))
        #expect(try read([("style", "blur"), ("radius", "8")]).rules == [Policy.Rule(.screen, .blur(radius: 8))])
    }

    @Test("each style takes its own parameters")
    func styles() throws {
        #expect(try read([("style", "pixelate"), ("block", "12.5")]).rules[0].style == .pixelate(block: 12.5))
        #expect(try read([("style", "veil")]).rules[0].style == .veil(radius: nil))
        #expect(try read([("style", "veil"), ("radius", "8")]).rules[0].style == .veil(radius: 8))
        #expect(try read([("style", "label")]).rules[0].style == .label(numbered: false))
        #expect(try read([("style", "label"), ("numbered", "true")]).rules[0].style == .label(numbered: true))
        let image = try read([
            ("style", "image"), ("asset", "splash"), ("contentMode", "aspectFit"), ("background", "#ffffff"),
        ])
        let message = try read([
            ("style", "message"), ("text", "Gone"), ("title", "Hush"), ("textColor", "#fff"), ("background", "#000"),
            ("appearance", "dark"), ("textSize", "40"), ("symbol", "eye"),
        ])
        #expect(
            try message.rules[0].style
                == .message(
                    Message(
                        title: "Hush",
                        text: "Gone",
                        textColor: .white,
                        background: .black,
                        appearance: .dark,
                        textSize: 40,
                        symbol: .eye
                    )
                )
        )
        #expect(try read([("style", "message")]).rules[0].style == .message(.standard))
        #expect(
            image.rules[0].style == .image(.init(asset: "splash", contentMode: .aspectFit, background: .white))
        )
    }

    @Test(
        "what does not make a policy is refused, naming the parameter",
        arguments: [
            ("style=", "style"), ("style=smudge", "style"), ("", "style"), ("radius=3", "style"),
            ("style=blur", "radius"), ("style=blur&radius=", "radius"), ("style=blur&radius=0", "radius"),
            ("style=blur&radius=-1", "radius"), ("style=blur&radius=NaN", "radius"),
            ("style=blur&radius=inf", "radius"), ("style=blur&radius=1e999", "radius"),
            ("style=blur&radius=0x10", "radius"), ("style=blur&radius=+8", "radius"),
            ("style=blur&radius=8&radius=8", "radius"), ("style=blur&radius=8&block=3", "block"),
            ("style=blur&radius=8&colour=red", "colour"), ("style=fill", "color"), ("style=fill&color=red", "color"),
            ("style=fill&color=#0000", "color"), ("style=fill&color=#0x1", "color"),
            ("style=fill&color=#00000000", "color"),
            ("style=pixelate&block=a", "block"), ("style=image", "asset"), ("style=image&asset=a/b", "asset"),
            ("style=image&asset=a&contentMode=tile", "contentMode"),
            ("style=blur&radius=8&region=", "region"), ("style=blur&radius=8&region=1,2,3", "region"),
            ("style=blur&radius=8&region=1,2,3,4,5", "region"), ("style=blur&radius=8&region=1,2,,3,4", "region"),
            ("style=blur&radius=8&region=1,2,0,4", "region"), ("style=blur&radius=8&region=nan,2,3,4", "region"),
            ("style=blur&radius=8&region=0,0,1,1e7", "region"), ("style=blur&radius=8&padding=-1", "padding"),
            ("style=blur&radius=8&units=cm", "units"),
            ("style=blur&radius=8&units=pixels&scale=2", "units"), ("style=blur&radius=8&scale=0", "scale"),
            ("style=blur&radius=8&scale=99", "scale"), ("style=veil&radius=0", "radius"),
            ("style=veil&color=#000", "color"), ("style=veil&text=a", "text"), ("style=message&text=", "text"),
            ("style=message&title=", "title"), ("style=message&textColor=red", "textColor"),
            ("style=message&textColor=#eee&background=#fff", "textColor"), ("style=message&background=1", "background"),
            ("style=message&appearance=grey", "appearance"), ("style=message&textSize=0", "textSize"),
            ("style=label&numbered=1", "numbered"), ("style=label&text=a", "text"),
            ("style=message&symbol=none", "symbol"), ("style=message&color=#000", "color"),
        ]
    )
    func refused(query: String, parameter: String) {
        let pairs = query.split(separator: "&").map { field in
            let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(sides[0]), value: String(sides[1]))
        }
        let error = #expect(throws: ShorthandError.self) { try read(pairs) }
        #expect(error?.parameter == parameter)
    }

    private func read(_ pairs: [(name: String, value: String)]) throws -> Policy {
        try PolicyShorthand(pairs).policy()
    }
}
