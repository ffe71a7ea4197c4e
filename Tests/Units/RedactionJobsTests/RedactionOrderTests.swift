import Artefacts
import Foundation
import ImageCore
import Messages
import PolicyLibrary
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import RedactionJobs

@Suite("What a worker of snapveil redact is told")
struct RedactionOrderTests {
    /// Policies with everything that a policy can say.
    private static let texts = [
        ##"""
        {"name": "all-targets", "summary": "Every target, “quoted” / \u00e9 🔒",
         "units": "points", "scale": 2.625, "minimumCoverage": 0.1, "phases": ["background", "inactive"],
         "rules": [
            {"target": "screen", "style": {"fill": {"color": "#123456"}}, "padding": 0.30000000000000004},
            {"target": {"region": {"x": -1e-7, "y": 1e5, "width": 0.1, "height": 3, "cornerRadius": 0.7}},
             "style": {"blur": {"radius": 2.2250738585072014e-3}}, "atLeast": 1},
            {"target": {"ellipse": {"x": 1, "y": 2, "width": 3.3333333333333335, "height": 4}},
             "style": {"pixelate": {"block": 12.5}}},
            {"target": {"polygon": [[0, 0], [10.25, 0], [5, 1e-3]]}, "style": {"veil": {}}},
            {"target": "regions", "style": {"veil": {"radius": 3}}},
            {"target": {"elements": "all-text"}, "style": {"fill": {"color": "#000"}}, "unplaceable": "skip",
             "outside": "keep"},
            {"target": {"element": "//*[@name='a\"b']"}, "style": {"fill": {"color": "#fff"}}, "atLeast": 0},
            {"target": {"element": {"identifier": "a.*/\\\\d", "type": "X", "label": "é", "value": ".+"}},
             "style": {"image": {"asset": "logo", "contentMode": "center", "background": "#abc", "required": false}}},
            {"target": "screen", "style": {"message": {"text": "Zwei\nZeilen", "title": "T", "textColor": "#111",
             "background": "#eee", "appearance": "dark", "textSize": 17.5, "symbol": "eye"}}}],
         "keep": [{"region": {"x": 0, "y": 0, "width": 1, "height": 1}}, {"element": {"label": "keep"}}]}
        """##,
        ##"{"units": "ratio", "minimumAssurance": "erased", "rules": [{"target": "screen", "style": {"message": {}}}]}"##,
        ##"{"units": "points", "rules": [{"target": "screen", "style": {"fill": {"color": "#0a0b0c"}}}]}"##,
    ]

    @Test("every policy arrives as it is")
    func policies() throws {
        var policies = try Self.texts.map { try Policy(parsing: SecureBytes(copying: Array($0.utf8))) }
        policies += PolicyLibrary().all
        var noise = SeededGenerator(seed: 5)
        func number() -> Double { Double.random(in: 1e-9...1e4, using: &noise) }
        for _ in 0..<200 {
            let region = try #require(Region(x: -number(), y: number(), width: number(), height: number()))
            let regions = RequestedRegions([region], unit: .points(scale: .random(in: 0.1...16, using: &noise)))
            policies.append(try Policy(rules: [.init(.regions, .blur(radius: number()))]).covering(regions))
        }
        for policy in policies {
            let order = try RedactionOrder(decoding: RedactionOrder(policy: policy).encoded())
            #expect(order.policy == policy)
        }
    }

    @Test(
        "all else arrives as it is",
        arguments: [LengthUnit?.none, .pixels, .points(scale: nil), .points(scale: 0.3), .ratio]
    )
    func rest(unit: LengthUnit?) throws {
        let policy = try Policy(rules: [.init(.screen, .fill(.black))])
        var order = RedactionOrder(policy: policy)
        order.unit = unit
        var noise = SeededGenerator(seed: 6)
        for phase in [nil] + Phase.allCases {
            order.assets = ["a": try SecureBytes(copying: noise.bytes(1 << 17)), "é b": SecureBytes()]
            order.hierarchy = phase == nil ? nil : try SecureBytes(copying: noise.bytes(99))
            order.phase = phase
            order.output = OutputOptions(
                formats: phase == nil ? [] : [.jpeg],
                quality: phase == nil ? nil : 7,
                compression: .small
            )
            order.takesArtefacts = phase == nil
            order.foreign = ArtefactRedactor.Foreign(
                unknown: phase == nil ? .fail : .keep,
                recordings: phase == nil ? .keep : .drop
            )
            order.secrets = phase == nil ? nil : try SecureBytes(copying: noise.bytes(9))
            (order.requiresCover, order.product) = (phase == nil, phase == .active ? .preview : .fullReport)
            order.thumbnailEdge = phase == nil ? nil : 48
            (order.returnsHierarchy, order.returnsReceipt) = (phase == .inactive, phase == .background)
            let read = try RedactionOrder(decoding: order.encoded())
            #expect(read.unit == unit && read.phase == phase && read.output == order.output)
            #expect(read.assets == order.assets && read.hierarchy == order.hierarchy)
            #expect(read.requiresCover == order.requiresCover && read.product == order.product)
            #expect(read.takesArtefacts == order.takesArtefacts)
            #expect(
                (read.foreign.unknown, read.foreign.recordings) == (order.foreign.unknown, order.foreign.recordings)
            )
            #expect(read.secrets == order.secrets && read.thumbnailEdge == order.thumbnailEdge)
            #expect(read.returnsHierarchy == order.returnsHierarchy && read.returnsReceipt == order.returnsReceipt)
        }
    }

    @Test("fonts are looked for where there are words to draw, and converters of texts where there is a hierarchy")
    func setup() throws {
        let plain = RedactionOrder(policy: try Policy(rules: [.init(.screen, .fill(.black))]))
        var wordy = RedactionOrder(
            policy: try Policy(rules: [
                .init(.screen, .fill(.black)), .init(.screen, .message(Message(text: "Hidden"))),
            ])
        )
        wordy.hierarchy = SecureBytes()
        for (order, isWordy) in [(plain, false), (wordy, true)] {
            let models = isWordy ? "/models" : nil
            let setup = try WorkSetup(decoding: WorkSetup(order, models: models).encoded())
            #expect(setup.drawsMessages == isWordy && setup.readsHierarchies == isWordy)
            #expect(setup.models == models)
        }
        #expect(try RedactionWork(setup: WorkSetup(plain, models: nil).encoded()).lateFiles.isEmpty)
        #expect(try !RedactionWork(setup: WorkSetup(wordy, models: nil).encoded()).lateFiles.isEmpty)
    }
}
