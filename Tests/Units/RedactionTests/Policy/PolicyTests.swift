import ImageCore
import Redaction
import SecureMemory
import StrictJSON
import Testing

@Suite("A policy is read strictly")
struct PolicyTests {
    @Test("every member of a policy is read")
    func everyMember() throws {
        let policy = try parse(
            """
            { "name": "bank-app", "units": "points", "scale": 3, "minimumAssurance": "obscured",
              "rules": [
                { "target": { "region": { "x": 0, "y": 100.5, "width": 430, "height": 90 } },
                  "style": { "fill": { "color": "#1a2B3c" } }, "padding": 4, "atLeast": 1 },
                { "target": "screen", "style": { "blur": { "radius": 4.5 } } },
                { "target": "screen", "style": { "pixelate": { "block": 8 } } },
                { "target": "screen",
                  "style": { "image": { "asset": "splash", "contentMode": "center", "background": "#fff" } } },
                { "target": "screen", "style": { "image": { "asset": "splash" } } }
              ],
              "keep": [ { "region": { "x": -1, "y": 0, "width": 430, "height": 47 } }, "screen" ] }
            """
        )
        let region = try #require(Region(x: 0, y: 100.5, width: 430, height: 90))
        let status = try #require(Region(x: -1, y: 0, width: 430, height: 47))
        #expect(policy.name == "bank-app")
        #expect(policy.unit == .points(scale: 3))
        #expect(policy.keep == [.region(status), .screen])
        #expect(
            policy.rules == [
                Policy.Rule(
                    .region(region),
                    .fill(Color(red: 0x1A, green: 0x2B, blue: 0x3C)),
                    padding: 4,
                    atLeast: 1
                ),
                Policy.Rule(.screen, .blur(radius: 4.5)),
                Policy.Rule(.screen, .pixelate(block: 8)),
                Policy.Rule(.screen, .image(.init(asset: "splash", contentMode: .center, background: .white))),
                Policy.Rule(.screen, .image(.init(asset: "splash", contentMode: .aspectFill, background: .black))),
            ]
        )
    }

    @Test(
        "units and scale that go together are taken, and a scale alone means points",
        arguments: [
            ("", LengthUnit.pixels),
            (#""units": "pixels","#, .pixels),
            (#""units": "ratio","#, .ratio),
            (#""units": "points", "scale": 2,"#, .points(scale: 2)),
            (#""scale": 1.5,"#, .points(scale: 1.5)),
        ]
    )
    func units(members: String, expected: LengthUnit) throws {
        #expect(try parse(#"{ \#(members) "rules": [ \#(Self.fill) ] }"#).unit == expected)
    }

    @Test(
        "what a policy does not have is refused, naming the place",
        arguments: [
            ("[]", "", "policy-invalid"),
            ("{}", "", "policy-invalid"),
            (#"{ "rules": [] }"#, "/rules", "policy-invalid"),
            (#"{ "rules": {} }"#, "/rules", "policy-invalid"),
            (#"{ "rules": [ FILL ], "comment": "x" }"#, "/comment", "policy-invalid"),
            (#"{ "rules": [ FILL ], "units": "inches" }"#, "/units", "policy-invalid"),
            (
                #"{ "rules": [ { "target": "screen", "style": STYLE, "outside": "keep" } ] }"#,
                "/rules/0/outside", "policy-invalid"
            ),
            (#"{ "rules": [ FILL ], "units": "pixels", "scale": 3 }"#, "/scale", "policy-invalid"),
            (#"{ "rules": [ FILL ], "scale": 0 }"#, "/scale", "policy-invalid"),
            (#"{ "rules": [ FILL ], "scale": 17 }"#, "/scale", "policy-invalid"),
            (#"{ "rules": [ FILL ], "name": "a b" }"#, "/name", "policy-invalid"),
            (#"{ "rules": [ FILL ], "name": "a\nX-Injected: 1" }"#, "/name", "policy-invalid"),
            (#"{ "rules": [ FILL ], "name": "" }"#, "/name", "policy-invalid"),
            (#"{ "rules": [ FILL ], "minimumAssurance": "untouched" }"#, "/minimumAssurance", "policy-invalid"),
            (#"{ "rules": [ FILL, { "target": "screen" } ] }"#, "/rules/1", "policy-invalid"),
            (#"{ "rules": [ { "target": "window", "style": STYLE } ] }"#, "/rules/0/target", "policy-invalid"),
            (#"{ "rules": [ { "target": {}, "style": STYLE } ] }"#, "/rules/0/target", "policy-invalid"),
            (
                #"{ "rules": [ { "target": { "region": { "x": 0, "y": 0, "width": 0, "height": 1 } }, "style": STYLE } ] }"#,
                "/rules/0/target/region/width", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": { "region": { "x": 0, "y": 0, "width": 1, "height": -1 } }, "style": STYLE } ] }"#,
                "/rules/0/target/region/height", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": { "region": { "x": 1e9, "y": 0, "width": 1, "height": 1 } }, "style": STYLE } ] }"#,
                "/rules/0/target/region/x", "policy-invalid"
            ),
            (
                ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#00000080" } } } ] }"##,
                "/rules/0/style/fill/color", "policy-invalid"
            ),
            (
                ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#000", "opacity": 0.5 } } } ] }"##,
                "/rules/0/style/fill/opacity", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": "screen", "style": { "blur": { "radius": 0 } } } ] }"#,
                "/rules/0/style/blur/radius", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": "screen", "style": { "veil": { "radius": -2 } } } ] }"#,
                "/rules/0/style/veil/radius", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": "screen", "style": { "smudge": {} } } ] }"#,
                "/rules/0/style/smudge", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": "screen", "style": STYLE, "padding": -1 } ] }"#,
                "/rules/0/padding", "policy-invalid"
            ),
            (
                #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "../x" } } } ] }"#,
                "/rules/0/style/image/asset", "policy-invalid"
            ),
            (
                #"{ "minimumAssurance": "erased", "rules": [ FILL, { "target": "screen", "style": { "blur": { "radius": 90 } } } ] }"#,
                "/rules/1/style", "assurance-too-weak"
            ),
            (#"{ "rules": [ FILL ], "rules": [] }"#, "/rules", "policy-syntax"),
            (#"{ "rules": [ FILL ] "#, "", "policy-syntax"),
            ("NaN", "", "policy-syntax"),
        ]
    )
    func refused(text: String, pointer: String, code: String) throws {
        let json = text.replacing("FILL", with: Self.fill).replacing("STYLE", with: Self.style)
        let error = #expect(throws: PolicyError.self) { try parse(json) }
        #expect(error?.pointer?.description == pointer)
        #expect(error?.code == code)
        #expect(error?.description.isEmpty == false)
    }

    @Test("more rules than one request may ask for are refused")
    func tooManyRules() throws {
        let rules = { (count: Int) in Array(repeating: Self.fill, count: count).joined(separator: ",") }
        #expect(try parse("{ \"rules\": [ \(rules(Policy.maximumRules)) ] }").rules.count == Policy.maximumRules)
        #expect(throws: PolicyError.self) { try parse("{ \"rules\": [ \(rules(Policy.maximumRules + 1)) ] }") }
    }

    @Test("a region that has no area or is no number does not exist")
    func regions() {
        #expect(Region(x: 0, y: 0, width: 0, height: 1) == nil)
        #expect(Region(x: 0, y: 0, width: 1, height: -1) == nil)
        #expect(Region(x: .nan, y: 0, width: 1, height: 1) == nil)
        #expect(Region(x: 0, y: 0, width: .nan, height: 1) == nil)
        #expect(Region(x: 0, y: -.infinity, width: 1, height: 1) == nil)
        #expect(Region(x: 0, y: 0, width: 1, height: .infinity) == nil)
    }

    private static let style = ##"{ "fill": { "color": "#000" } }"##
    private static let fill = #"{ "target": "screen", "style": \#(style) }"#

    private func parse(_ text: String) throws -> Policy {
        try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }
}
