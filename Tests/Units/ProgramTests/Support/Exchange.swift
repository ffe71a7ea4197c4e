import Foundation
import ImageCore
import SeededRandom

/// A request full of secrets, and the reply that it is to get.
struct Exchange: CustomStringConvertible {
    let description: String
    let request: Request
    let status: Int
    let secrets: [Secret]
    /// Whether anything of the snapshot is seen in the reply. Covers of which nothing is are kept ready.
    let showsSnapshot: Bool

    init(
        _ description: String,
        _ request: Request,
        status: Int = 200,
        showsSnapshot: Bool = true,
        _ secrets: [Secret]
    ) {
        self.description = description
        self.request = request
        self.status = status
        self.showsSnapshot = showsSnapshot && status == 200
        self.secrets = secrets
    }

    /// Covers a corner, so that the reply is as secret as the snapshot.
    static let corner = "style=fill&color=%23000000&region=0,0,8,8"

    /// Every form of a request, every kind of file, and the ways to fail.
    static func all() throws -> [Exchange] {
        let png = try NoisySnapshot.png(.fast, seed: 1)
        let filtered = try NoisySnapshot.png(.small, seed: 2)
        let baseline = try NoisySnapshot.jpeg(progressive: false, grey: false, seed: 3)
        let progressive = try NoisySnapshot.jpeg(progressive: true, grey: false, seed: 4)
        let grey = try NoisySnapshot.jpeg(progressive: true, grey: true, seed: 5)
        return [
            raw("a PNG", png),
            raw("a filtered PNG", filtered, query: "style=blur&radius=3&compression=small"),
            raw("a PNG that becomes a JPEG", png, query: corner + "&format=jpeg&quality=100"),
            raw("a baseline JPEG", baseline),
            raw("a progressive JPEG that becomes a PNG", progressive, query: "style=pixelate&block=4&format=png"),
            raw("a grey progressive JPEG", grey),
            raw("a truncated PNG", png, keeping: 0.7, status: 422),
            raw("a truncated JPEG", progressive, keeping: 0.7, status: 422),
            raw("a message", png, query: "style=message&text=Hidden%20%F0%9F%99%88&symbol=lock", showsSnapshot: false),
            raw("a message on a card", baseline, query: "style=message&region=0,0,64,48"),
            raw("a snapshot for a policy that is refused", png, query: "style=glitter", status: 422),
            raw("a region outside", baseline, query: "style=fill&color=%23000&region=9000,0,8,8", status: 422),
            try form(snapshot: png, asset: NoisySnapshot.jpeg(progressive: false, grey: false, seed: 6)),
            json(snapshot: baseline, slash: "/"),
            json(snapshot: filtered, slash: #"\/"#),
            json(snapshot: png, slash: "/", style: #"{"glitter": {}}"#, status: 422),
            chunked(snapshot: png),
            hierarchy(snapshot: png),
            hierarchy(snapshot: baseline, isMalformed: true),
        ]
    }

    private static func raw(
        _ description: String,
        _ snapshot: NoisySnapshot,
        query: String = corner,
        keeping share: Double = 1,
        status: Int = 200,
        showsSnapshot: Bool = true
    ) -> Exchange {
        let body = Array(snapshot.file.prefix(Int(Double(snapshot.file.count) * share)))
        let request = Request(method: "POST", path: "/v1/sanitize?\(query)", body: body)
        let secrets = [Secret("the body", body)] + snapshot.secrets
        return Exchange(description, request, status: status, showsSnapshot: showsSnapshot, secrets)
    }

    private static func chunked(snapshot: NoisySnapshot) -> Exchange {
        var request = Request(method: "POST", path: "/v1/sanitize?\(corner)", fields: ["Transfer-Encoding: chunked"])
        var body: [UInt8] = []
        var rest = snapshot.file[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(3000)
            body += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            rest = rest.dropFirst(3000)
        }
        request.framedBody = body + Array("0\r\n\r\n".utf8)
        return Exchange("a PNG in chunks", request, snapshot.secrets)
    }

    /// A policy of one rule. The digits of a number are its secret: long, and worth nothing to the policy.
    private static func policy(_ style: String, seed: UInt64) -> (text: String, secret: Secret) {
        var noise = SeededGenerator(seed: seed)
        let digits = "1." + String((0..<100).map { _ in Character("\(Int.random(in: 0...9, using: &noise))") })
        let target = #"{"region": {"x": \#(digits), "y": 1, "width": 8, "height": 8}}"#
        return (
            #"{"rules": [{"target": \#(target), "style": \#(style)}]}"#,
            Secret("the policy", digits.utf8)
        )
    }

    private static func form(snapshot: NoisySnapshot, asset: NoisySnapshot) -> Exchange {
        let policy = policy(#"{"image": {"asset": "splash"}}"#, seed: 10)
        let parts = [("image", snapshot.file), ("splash", asset.file), ("policy", Array(policy.text.utf8))]
        var body: [UInt8] = []
        for (name, content) in parts {
            let head = #"Content-Disposition: form-data; name="\#(name)"; filename="\#(name)""#
            body += Array("--limit\r\n\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
        }
        body += Array("--limit--\r\n".utf8)
        let request = Request(
            method: "POST",
            path: "/v1/sanitize",
            fields: ["Content-Type: multipart/form-data; boundary=limit"],
            body: body
        )
        let ofAsset = asset.secrets.map { Secret("the asset: " + $0.name, $0.bytes) }
        return Exchange("a form", request, snapshot.secrets + ofAsset + [policy.secret])
    }

    /// A page source, of which no text may be left, whether it was typed, is escaped, or was compared.
    private static func hierarchy(snapshot: NoisySnapshot, isMalformed: Bool = false) -> Exchange {
        var noise = SeededGenerator(seed: 12)
        let (typed, shown) = (noise.letters(128), noise.letters(128))
        let (value, label) = (String(decoding: typed, as: UTF8.self), String(decoding: shown, as: UTF8.self))
        let root = #"x="0" y="0" width="\#(NoisySnapshot.width)" height="\#(NoisySnapshot.height)""#
        let source = """
            <XCUIElementTypeApplication \(root)>
              <XCUIElementTypeTextField name="field" value="&lt;\(value)" x="0" y="0" width="8" height="8"/>
              <XCUIElementTypeCell name="cell" label="\(label), \(value)"/>
              <XCUIElementTypeStaticText label="\(label)" x="8" y="8" width="8" height="8"/>
            </XCUIElementTypeApplication\(isMalformed ? "" : ">")
            """
        let policy = #"""
            {"rules": [
                {"target": {"elements": "sensitive"}, "style": {"veil": {}}},
                {"target": {"element": "//*[contains(translate(concat(@value, @label), 'a', 'A'), 'A')]/@x/.."},
                 "style": {"fill": {"color": "#000"}}, "unplaceable": "skip"},
                {"target": {"element": {"value": ".*[a-z].*"}}, "style": {"fill": {"color": "#000"}}},
                {"target": {"elements": "all-text"}, "style": {"fill": {"color": "#000"}}, "unplaceable": "skip"}]}
            """#
        var body: [UInt8] = []
        for (name, content) in [
            ("image", snapshot.file), ("policy", Array(policy.utf8)), ("hierarchy", Array(source.utf8)),
        ] {
            body += Array("--limit\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content
            body += Array("\r\n".utf8)
        }
        body += Array("--limit--\r\n".utf8)
        let fields = ["Content-Type: multipart/form-data; boundary=limit", "Accept: application/json"]
        let request = Request(method: "POST", path: "/v1/sanitize", fields: fields, body: body)
        return Exchange(
            "a \(isMalformed ? "malformed " : "")hierarchy",
            request,
            status: isMalformed ? 400 : 200,
            snapshot.secrets + [Secret("what was typed", typed), Secret("what was shown", shown)]
        )
    }

    private static func json(
        snapshot: NoisySnapshot,
        slash: String,
        style: String = #"{"blur": {"radius": 2}}"#,
        status: Int = 200
    ) -> Exchange {
        let policy = policy(style, seed: 11)
        let base64 = Data(snapshot.file).base64EncodedString().replacing("/", with: slash)
        let request = Request(
            method: "POST",
            path: "/v1/sanitize",
            fields: ["Content-Type: application/json", "Accept: application/json"],
            body: Array(#"{"image": "\#(base64)", "policy": \#(policy.text)}"#.utf8)
        )
        let secrets = snapshot.secrets + [policy.secret, Secret("the base64 text", base64.utf8)]
        let description = "JSON with \(slash)\(status == 200 ? "" : " that is refused")"
        return Exchange(description, request, status: status, secrets)
    }
}
